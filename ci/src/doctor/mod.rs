//! What this machine can do, and what would be lost (`cargo laws doctor`).
//!
//! Rules: the doctor looks and changes nothing. What a machine shows ([`probe`]) and what that means
//! ([`diagnosis`]) are apart, so that every meaning is tested without the machine that has it. A lack
//! tells what is lost and what to do. Only where nothing can be built or kept is the exit code
//! that of the environment: all else has a lane that still works.

mod diagnosis;
mod probe;

use crate::browser;
use crate::engine::{afl, libfuzzer};
use crate::llvm::{self, Toolchain};
use crate::outcome::{Ending, Outcome};
use crate::program;
use crate::progress::{bad, bold, good};
use crate::workspace::Workspace;
use diagnosis::{Condition, Diagnosis};

/// Looks at the machine and tells.
pub(crate) fn run(workspace: &Workspace) -> Ending {
    let diagnoses = examine(workspace);
    for diagnosis in &diagnoses {
        anstream::println!("{}", told(diagnosis));
    }
    anstream::println!("\n{}", counted(&diagnoses));
    Ok(outcome(&diagnoses))
}

fn examine(workspace: &Workspace) -> Vec<Diagnosis> {
    let version = |program: &str| program::version(program);
    let compiler = libfuzzer::compiler();
    let toolchain = llvm::toolchain();
    vec![
        diagnosis::toolchain(toolchain.as_ref()),
        diagnosis::linker(version("cc")),
        diagnosis::build_folder(probe::trouble_of_writing(workspace.build()).err()),
        diagnosis::disk(probe::free_bytes(workspace.build()).as_ref()),
        diagnosis::cpp_compiler(&compiler.to_string_lossy(), program::version(&compiler)),
        diagnosis::make(version("make")),
        diagnosis::git(version("git")),
        diagnosis::cargo_afl(afl::is_installed(workspace)),
        diagnosis::cargo_mutants(probe::installed(&workspace.tools(), "cargo-mutants").as_deref()),
        diagnosis::core_pattern(probe::core_pattern().as_deref()),
        diagnosis::governor(&probe::governors()),
        diagnosis::llvm_tools(toolchain.as_ref(), toolchain.as_ref().map(Toolchain::llvm_tools)),
        diagnosis::browser(browser::find().as_ref()),
    ]
}

fn told(diagnosis: &Diagnosis) -> String {
    let line = |mark: String, pad: usize, seen: &str| {
        format!("{:<14}  {mark}{:pad$}  {seen}", diagnosis.subject, "")
    };
    match &diagnosis.condition {
        Condition::Good { seen } => line(good("good"), 5, seen),
        Condition::Degraded { seen, lack } => format!("{}{lack}", line(bold("degraded"), 1, seen)),
        Condition::Broken { seen, lack } => format!("{}{lack}", line(bad("broken"), 3, seen)),
    }
}

fn counted(diagnoses: &[Diagnosis]) -> String {
    let count = |matches: fn(&Condition) -> bool| {
        diagnoses.iter().filter(|diagnosis| matches(&diagnosis.condition)).count()
    };
    let good = count(|condition| matches!(condition, Condition::Good { .. }));
    let degraded = count(|condition| matches!(condition, Condition::Degraded { .. }));
    let broken = count(|condition| matches!(condition, Condition::Broken { .. }));
    format!("{good} good, {degraded} degraded, {broken} broken")
}

fn outcome(diagnoses: &[Diagnosis]) -> Outcome {
    let is_broken = |diagnosis: &Diagnosis| matches!(diagnosis.condition, Condition::Broken { .. });
    if diagnoses.iter().any(is_broken) { Outcome::Environment } else { Outcome::Clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degraded_machine_works_and_a_broken_one_does_not() {
        let good = || diagnosis::git(Some("git version 2".into()));
        let degraded = || diagnosis::git(None);
        let broken = || diagnosis::linker(None);
        assert_eq!(outcome(&[good(), degraded()]), Outcome::Clean);
        assert_eq!(outcome(&[good(), broken(), degraded()]), Outcome::Environment);
        let all = [good(), degraded(), broken()];
        assert_eq!(counted(&all), "1 good, 1 degraded, 1 broken");
    }

    #[test]
    fn a_lack_is_told_with_its_loss_and_its_remedy() {
        let lines = told(&diagnosis::make(None));
        let lines: Vec<_> = lines.lines().collect();
        assert!(lines[0].starts_with("make") && lines[0].ends_with("not found"), "{}", lines[0]);
        assert!(lines[1].trim().starts_with("lost: AFL++"), "{}", lines[1]);
        assert!(lines[2].trim().starts_with("what to do: "), "{}", lines[2]);
        assert_eq!(told(&diagnosis::make(Some("GNU Make 4".into()))).lines().count(), 1);
    }
}
