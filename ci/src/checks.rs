//! All that CI checks, step by step (`cargo laws test`).
//!
//! Rules: a failing step does not hide the ones after it. The runners' own closing lines go through to
//! standard output. A step that this machine cannot do is told as degraded, with the reason, and is not
//! counted as passed. The canary is a machine that breaks a law on purpose: a lane that does not find it,
//! through the same entry point and exit code that users have, has failed.

use crate::browser;
use crate::cli::TestArguments;
use crate::engine::cargo::cargo;
use crate::engine::libfuzzer::has_compiler;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::{bad, bold, good};
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::CANARY;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The step that needs a browser; plain `cargo test` tells its tests as ignored.
const IN_BROWSER: &str = "report's page, in a browser";

/// One check.
#[derive(Debug)]
struct Step {
    name: String,
    program: Program,
    arguments: Vec<&'static str>,
    expected: Outcome,
    /// What a machine may lack for it without a failure of ours, so that the exit code of the environment
    /// is no failure.
    may_lack: Option<&'static str>,
    /// What must succeed for the step to be possible here.
    probe: Option<Probe>,
}

/// A command that tells whether a machine can do a step, and what it lacks if not.
#[derive(Clone, Copy, Debug)]
struct Probe {
    command: &'static str,
    lack: &'static str,
}

/// Mounting a file system of one's own.
const MOUNTS: Probe = Probe {
    command: "unshare --user --map-root-user --mount mount -t tmpfs tmpfs /tmp",
    lack: "a user may not mount a file system in a namespace, or there is no unshare",
};

/// Seeing a program's system calls.
const TRACES: Probe =
    Probe { command: "strace -o /dev/null true", lack: "there is no strace, or it may not trace" };

/// Who does a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// Cargo.
    Cargo,
    /// This program.
    Laws,
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// As it must.
    Passed,
    /// Not as it must.
    Failed(String),
    /// This machine cannot do it.
    Degraded(String),
}

/// Checks.
pub(crate) fn run(workspace: &Workspace, arguments: &TestArguments) -> Ending {
    // The steps rebuild this program, so its path is taken while it is sure to be there.
    let laws = std::env::current_exe()
        .map_err(|error| Problem::file(std::path::Path::new("laws"), &error))?;
    let mut steps = checks();
    if !arguments.quick {
        steps.extend(custody());
        steps.extend(audits());
        steps.extend(campaigns());
        steps.extend(canaries());
    }
    let mut ends = Vec::new();
    for step in &steps {
        let end = step.run(workspace, &laws);
        ends.push((step, end));
    }
    Ok(conclude(&ends))
}

fn checks() -> Vec<Step> {
    let cargo = |name: &str, arguments| Step::new(Program::Cargo, name, arguments);
    vec![
        cargo("format", "fmt --all --check"),
        cargo("clippy", "clippy --quiet --workspace --all-targets -- -D warnings"),
        cargo("documentation", "doc --quiet --workspace --no-deps"),
        cargo("tests, dev profile", "test --quiet --workspace"),
        cargo("tests, release profile", "test --quiet --workspace --release"),
        Step::new(Program::Laws, "corpus replay, dev profile", "replay --profile dev"),
        Step::new(Program::Laws, "corpus replay, release profile", "replay --profile release"),
        cargo(IN_BROWSER, "test --quiet --package actor-laws-ci --test browser -- --ignored"),
    ]
}

/// Kills, full disks and the order of what reaches the disk; see `ci/tests/custody`.
fn custody() -> Vec<Step> {
    let step = |name: &str, arguments| Step::new(Program::Cargo, name, arguments);
    let clippy = "clippy --quiet --package actor-laws-ci --test custody -- -D warnings";
    let kills = "test --quiet --package actor-laws-ci --test custody -- \
                 --skip full_disk --skip power_cut";
    let full_disk = "test --quiet --package actor-laws-ci --test custody full_disk";
    let power_cut = "test --quiet --package actor-laws-ci --test custody power_cut";
    vec![
        step("clippy, custody", clippy),
        step("custody, kills", kills),
        step("custody, full disk", full_disk).probed(MOUNTS),
        step("custody, power cut", power_cut).probed(TRACES),
    ]
}

fn audits() -> Vec<Step> {
    let audit = |name: &str, arguments| Step::new(Program::Laws, name, arguments);
    vec![
        audit("audit, partitions that the last change touches", "audit --since last --check")
            .may_lack("cargo-mutants"),
        audit("audit, wrong designs", "audit --designs --seeds 1 --check"),
    ]
}

fn campaigns() -> Vec<Step> {
    let campaign = |engine: &str, arguments| {
        Step::new(Program::Laws, &format!("campaign, {engine}"), arguments)
    };
    vec![
        campaign("libfuzzer", "fuzz --read-only --engine libfuzzer --for 22s"),
        campaign("swarm", "fuzz --read-only --engine swarm --for 11s"),
        campaign("afl", "fuzz --read-only --engine afl --for 33s").may_lack("AFL++"),
    ]
}

fn canaries() -> Vec<Step> {
    let canary = |engine: &str, arguments| {
        let step = Step::new(Program::Laws, &format!("canary, {engine}"), arguments);
        Step { expected: Outcome::Finding, ..step }
    };
    vec![
        canary(
            "libfuzzer",
            "fuzz canary --read-only --stop-on-finding --engine libfuzzer --for 30s --seed 1",
        ),
        canary(
            "swarm",
            "fuzz canary --read-only --stop-on-finding --engine swarm --for 30s --seed 1",
        ),
    ]
}

impl Step {
    fn new(program: Program, name: &str, arguments: &'static str) -> Self {
        let arguments = arguments.split(' ').collect();
        let expected = Outcome::Clean;
        Self { name: name.to_owned(), program, arguments, expected, may_lack: None, probe: None }
    }

    fn probed(self, probe: Probe) -> Self {
        Self { probe: Some(probe), ..self }
    }

    fn may_lack(self, tool: &'static str) -> Self {
        Self { may_lack: Some(tool), ..self }
    }

    fn run(&self, workspace: &Workspace, laws: &PathBuf) -> End {
        anstream::println!("\n{} {}", bold("=>"), bold(&self.name));
        if let Some(reason) = self.impossible() {
            anstream::println!("{}: degraded: {reason}", self.name);
            return End::Degraded(reason);
        }
        let started = Instant::now();
        let end = self.execute(workspace, laws);
        let seconds = started.elapsed().as_secs_f64();
        let mark = match &end {
            End::Passed => good("ok"),
            End::Failed(reason) => format!("{}: {reason}", bad("FAILED")),
            End::Degraded(reason) => format!("degraded: {reason}"),
        };
        anstream::println!("{} {mark} ({seconds:.1} s)", self.name);
        end
    }

    /// Why this machine cannot do the step.
    fn impossible(&self) -> Option<String> {
        let lack = || self.probe.and_then(Probe::lack).map(str::to_owned);
        self.lacks(has_compiler, || browser::find().is_some()).or_else(lack)
    }

    /// Why a machine that has these or has them not cannot do the step.
    fn lacks(
        &self,
        has_compiler: impl Fn() -> bool,
        has_browser: impl Fn() -> bool,
    ) -> Option<String> {
        if self.name.ends_with("libfuzzer") && !has_compiler() {
            return Some("there is no C++ compiler".to_owned());
        }
        if self.name == IN_BROWSER && !has_browser() {
            return Some("there is no browser: install Chromium (Debian: `chromium`)".to_owned());
        }
        None
    }

    fn execute(&self, workspace: &Workspace, laws: &PathBuf) -> End {
        let mut command = match self.program {
            Program::Cargo => Command::new(cargo()),
            Program::Laws => Command::new(laws),
        };
        command.current_dir(workspace.root()).args(&self.arguments);
        command.env("RUSTDOCFLAGS", "-D warnings");
        match command.status() {
            Ok(status) => self.end(status.code()),
            Err(error) => End::Failed(error.to_string()),
        }
    }

    /// What an exit code means.
    fn end(&self, code: Option<i32>) -> End {
        match code {
            Some(code) if code == self.expected as i32 => End::Passed,
            Some(code) => match self.may_lack.filter(|_| code == Outcome::Environment as i32) {
                Some(tool) => {
                    End::Degraded(format!("{tool} cannot be had here; the message above says why"))
                }
                None => End::Failed(format!("exit code {code}, not {}", self.expected as i32)),
            },
            None => End::Failed("ended by a signal".into()),
        }
    }
}

impl Probe {
    /// What this machine lacks.
    fn lack(self) -> Option<&'static str> {
        let mut words = self.command.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let succeeds = command.status().is_ok_and(|status| status.success());
        (!succeeds).then_some(self.lack)
    }
}

fn conclude(ends: &[(&Step, End)]) -> Outcome {
    let of = |wanted: fn(&End) -> bool| ends.iter().filter(move |(_, end)| wanted(end));
    let failed: Vec<_> = of(|end| matches!(end, End::Failed(_))).collect();
    let degraded: Vec<_> = of(|end| matches!(end, End::Degraded(_))).collect();
    anstream::println!();
    for (step, end) in failed.iter().chain(&degraded) {
        anstream::println!("{}: {end:?}", step.name);
    }
    let passed = ends.len() - failed.len() - degraded.len();
    anstream::println!(
        "checks: {passed} passed, {} failed, {} degraded",
        failed.len(),
        degraded.len(),
    );
    if degraded.iter().any(|(step, _)| step.name.starts_with(CANARY)) {
        anstream::println!("the canary of a degraded lane was not run, so that lane is unproven");
    }
    Outcome::of_findings(failed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_expected_exit_code_passes() {
        let [_, swarm] = canaries().try_into().expect("two lanes");
        let swarm: Step = swarm;
        assert_eq!(swarm.end(Some(1)), End::Passed);
        for code in [Some(0), Some(2), Some(3), Some(101), None] {
            assert!(matches!(swarm.end(code), End::Failed(_)), "{code:?}");
        }
    }

    #[test]
    fn a_step_whose_probe_fails_is_degraded_and_says_what_is_lacking() {
        let step = |command| {
            Step::new(Program::Cargo, "x", "x").probed(Probe { command, lack: "no such thing" })
        };
        assert_eq!(step("true").impossible(), None);
        for command in ["false", "/no/such/program x"] {
            assert_eq!(step(command).impossible().as_deref(), Some("no such thing"), "{command}");
        }
    }

    #[test]
    fn an_engine_that_cannot_be_had_is_degraded_only_where_it_is_afl() {
        let ends: Vec<_> = campaigns().iter().map(|step| step.end(Some(3))).collect();
        assert!(matches!(ends[0], End::Failed(_)));
        assert!(matches!(ends[1], End::Failed(_)));
        assert!(matches!(ends[2], End::Degraded(_)));
        let [mutants, designs] = audits().try_into().expect("two audits");
        let (mutants, designs): (Step, Step) = (mutants, designs);
        assert!(matches!(mutants.end(Some(3)), End::Degraded(_)));
        assert!(matches!(designs.end(Some(3)), End::Failed(_)));
        assert!(matches!(mutants.end(Some(4)), End::Failed(_)));
    }

    #[test]
    fn what_a_machine_lacks_degrades_the_steps_that_need_it_and_no_other() {
        let degraded = |has_compiler: bool, has_browser: bool| -> Vec<String> {
            let steps = checks().into_iter().chain(campaigns()).chain(canaries());
            let lacking = |step: &Step| step.lacks(|| has_compiler, || has_browser).is_some();
            steps.filter(lacking).map(|step| step.name).collect()
        };
        assert!(degraded(true, true).is_empty());
        assert_eq!(degraded(true, false), [IN_BROWSER]);
        assert_eq!(degraded(false, true), ["campaign, libfuzzer", "canary, libfuzzer"]);
    }
}
