//! What the things that a machine shows mean for this workspace.

use crate::browser::Browser;
use crate::llvm::{self, LlvmTools, Toolchain};
use crate::progress::thousands;
use std::fmt;

/// The oldest compiler that builds this workspace, as the manifest says.
const RUST_VERSION: &str = env!("CARGO_PKG_RUST_VERSION");

/// Bytes that must be free: what a build folder takes after all checks, the AFL++ and libFuzzer builds and
/// an audit, about 13 GB when it was measured, with a margin.
pub(super) const FREE_BYTES_MIN: u64 = 16 << 30;

/// Bytes without which not even the tests can be built.
pub(super) const FREE_BYTES_LEAST: u64 = 1 << 30;

/// One thing that was looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Diagnosis {
    pub(super) subject: &'static str,
    pub(super) condition: Condition,
}

/// How a thing stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// As it should be.
    Good { seen: String },
    /// Something is lost, the rest works.
    Degraded { seen: String, lack: Lack },
    /// Nothing can be built or kept.
    Broken { seen: String, lack: Lack },
}

/// What is lost, and what to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lack {
    lost: &'static str,
    remedy: String,
}

impl fmt::Display for Lack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = " ".repeat(16);
        let Self { lost, remedy } = self;
        write!(formatter, "\n{margin}lost: {lost}\n{margin}what to do: {remedy}")
    }
}

impl Diagnosis {
    fn good(subject: &'static str, seen: impl Into<String>) -> Self {
        Self { subject, condition: Condition::Good { seen: seen.into() } }
    }

    fn degraded(
        subject: &'static str,
        seen: impl Into<String>,
        lost: &'static str,
        remedy: impl Into<String>,
    ) -> Self {
        let lack = Lack { lost, remedy: remedy.into() };
        Self { subject, condition: Condition::Degraded { seen: seen.into(), lack } }
    }

    fn broken(
        subject: &'static str,
        seen: impl Into<String>,
        lost: &'static str,
        remedy: impl Into<String>,
    ) -> Self {
        let lack = Lack { lost, remedy: remedy.into() };
        Self { subject, condition: Condition::Broken { seen: seen.into(), lack } }
    }
}

/// The compiler, against the version that the manifest demands.
pub(super) fn toolchain(found: Option<&Toolchain>) -> Diagnosis {
    let subject = "toolchain";
    let lost = "every build: tests, campaigns but the swarm's, audits";
    let remedy =
        format!("install Rust {RUST_VERSION} or later with rustup: `rustup update stable`");
    match found {
        None => Diagnosis::broken(subject, "rustc or cargo not found", lost, remedy),
        Some(found) if !reaches(&found.release, RUST_VERSION) => {
            let seen = format!("rustc {}, but {RUST_VERSION} is the oldest", found.release);
            Diagnosis::broken(subject, seen, lost, remedy)
        }
        Some(found) => {
            let seen = format!("rustc {} (at least {RUST_VERSION})", found.release);
            Diagnosis::good(subject, seen)
        }
    }
}

/// Whether a version is that one or a later one; a suffix such as `-nightly` does not count.
fn reaches(version: &str, least: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        let plain = text.split('-').next().unwrap_or_default();
        plain.split('.').map_while(|part| part.parse().ok()).collect()
    };
    !numbers(version).is_empty() && numbers(version) >= numbers(least)
}

/// The C compiler, which also links.
pub(super) fn linker(version: Option<String>) -> Diagnosis {
    let subject = "C compiler";
    match version {
        Some(version) => Diagnosis::good(subject, version),
        None => Diagnosis::broken(
            subject,
            "`cc` not found",
            "every build, for it also links; AFL++, which is C",
            "install gcc or clang",
        ),
    }
}

/// Whether files can be written where builds and findings go.
pub(super) fn build_folder(trouble: Option<String>) -> Diagnosis {
    let subject = "build folder";
    match trouble {
        None => Diagnosis::good(subject, "can be written to"),
        Some(trouble) => Diagnosis::broken(
            subject,
            trouble,
            "every build, and what campaigns find",
            "let CARGO_TARGET_DIR name a folder that can be written to",
        ),
    }
}

/// The free space of the build folder.
pub(super) fn disk(free: Result<&u64, &String>) -> Diagnosis {
    let subject = "free space";
    let remedy = "free some, or let CARGO_TARGET_DIR name a folder on a larger disk";
    let told = |free: u64, least: u64| {
        format!("{} bytes, at least {} are needed", thousands(free), thousands(least))
    };
    match free {
        Err(why) => Diagnosis::degraded(subject, why, "this check", "look yourself: `df`"),
        Ok(&free) if free < FREE_BYTES_LEAST => {
            let seen = told(free, FREE_BYTES_LEAST);
            Diagnosis::broken(subject, seen, "every build, and what campaigns find", remedy)
        }
        Ok(&free) if free < FREE_BYTES_MIN => {
            let seen = told(free, FREE_BYTES_MIN);
            Diagnosis::degraded(subject, seen, "the whole of `test`, or an audit", remedy)
        }
        Ok(&free) => {
            let enough = thousands(FREE_BYTES_MIN);
            Diagnosis::good(subject, format!("{} bytes (at least {enough})", thousands(free)))
        }
    }
}

/// The C++ compiler, of which libFuzzer is made.
pub(super) fn cpp_compiler(name: &str, version: Option<String>) -> Diagnosis {
    let lost = "campaigns of libFuzzer; the swarm takes their place";
    let remedy = "install g++ or clang++, or let CXX name one";
    program("C++ compiler", name, version, lost, remedy)
}

/// Make, which builds AFL++.
pub(super) fn make(version: Option<String>) -> Diagnosis {
    let lost = "AFL++, if it is not installed yet";
    program("make", "make", version, lost, "install GNU make")
}

/// Git, which says what a change touches.
pub(super) fn git(version: Option<String>) -> Diagnosis {
    let lost = "`audit --since`, and the commit in an audit's record";
    program("git", "git", version, lost, "install git")
}

/// A program without which one lane is lost.
fn program(
    subject: &'static str,
    name: &str,
    version: Option<String>,
    lost: &'static str,
    remedy: &str,
) -> Diagnosis {
    match version {
        Some(version) => Diagnosis::good(subject, version),
        None => Diagnosis::degraded(subject, format!("`{name}` not found"), lost, remedy),
    }
}

/// The tool behind `--engine afl`.
pub(super) fn cargo_afl(is_installed: bool) -> Diagnosis {
    let seen = if is_installed { INSTALLED } else { NOT_YET };
    Diagnosis::good("cargo-afl", seen)
}

/// The tool that lists mutants.
pub(super) fn cargo_mutants(found: Option<&str>) -> Diagnosis {
    let installed = found.map(|folder| format!("{folder} is installed"));
    Diagnosis::good("cargo-mutants", installed.unwrap_or_else(|| NOT_YET.to_owned()))
}

const INSTALLED: &str = "installed at its pinned version";
const NOT_YET: &str = "will be installed on first use, from the package registry in some minutes";

/// Where the kernel sends the core of a crashed process.
pub(super) fn core_pattern(pattern: Option<&str>) -> Diagnosis {
    let subject = "core pattern";
    match pattern {
        None => Diagnosis::good(subject, "this system has none"),
        Some(pattern) if pattern.starts_with('|') => Diagnosis::degraded(
            subject,
            format!("crashes go through a program: {pattern}"),
            "time of AFL++: a crash waits for that program, and may be told as a timeout",
            "`echo core | sudo tee /proc/sys/kernel/core_pattern`",
        ),
        Some(pattern) => Diagnosis::good(subject, format!("a plain file: {pattern}")),
    }
}

/// How the cores choose their speed; the names of all governors in use.
pub(super) fn governor(names: &[String]) -> Diagnosis {
    let subject = "CPU governor";
    match names {
        [] => Diagnosis::good(subject, "this system does not let it be chosen"),
        [name] if name == "performance" => Diagnosis::good(subject, name),
        names => Diagnosis::degraded(
            subject,
            names.join(", "),
            "executions of short campaigns, and figures that can be compared",
            "`sudo cpupower frequency-set --governor performance`",
        ),
    }
}

/// The tools that read the coverage which our compiler writes.
pub(super) fn llvm_tools(toolchain: Option<&Toolchain>, tools: Option<LlvmTools>) -> Diagnosis {
    let subject = "LLVM tools";
    let remedy = llvm::remedy(toolchain);
    let lack =
        |seen: &str| Diagnosis::degraded(subject, seen, "coverage in the report", remedy.clone());
    let needed = toolchain.map(|toolchain| toolchain.llvm_major);
    match tools {
        Some(LlvmTools::Fitting(tools)) => Diagnosis::good(subject, tools.cov.to_string_lossy()),
        Some(LlvmTools::Unfit { major }) => lack(&format!(
            "LLVM {}, too old for the coverage of LLVM {}",
            shown(major),
            shown(needed)
        )),
        Some(LlvmTools::Missing) | None => lack("llvm-cov or llvm-profdata not found"),
    }
}

/// What shows the report, and tests it.
pub(super) fn browser(found: Option<&Browser>) -> Diagnosis {
    let subject = "browser";
    match found {
        Some(Browser { program, version }) => {
            Diagnosis::good(subject, format!("{program}: {}", version.trim()))
        }
        None => Diagnosis::degraded(
            subject,
            "no Chromium or Chrome found",
            "the test of the report's page in a browser",
            "install Chromium (Debian: `chromium`)",
        ),
    }
}

fn shown(major: Option<u32>) -> String {
    major.map_or_else(|| "of unknown version".to_owned(), |major| major.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::Tools;

    fn rustc(release: &str) -> Toolchain {
        let (release, host) = (release.to_owned(), "x".to_owned());
        Toolchain { release, host, llvm_major: 22, tools: "/none".into() }
    }

    fn is_good(diagnosis: &Diagnosis) -> bool {
        matches!(diagnosis.condition, Condition::Good { .. })
    }

    fn is_degraded(diagnosis: &Diagnosis) -> bool {
        matches!(diagnosis.condition, Condition::Degraded { .. })
    }

    fn is_broken(diagnosis: &Diagnosis) -> bool {
        matches!(diagnosis.condition, Condition::Broken { .. })
    }

    #[test]
    fn a_compiler_must_reach_the_version_of_the_manifest() {
        for release in [RUST_VERSION, "1.1000.0", "2.0.0", "1.1000.0-nightly"] {
            assert!(is_good(&toolchain(Some(&rustc(release)))), "{release}");
        }
        for release in ["1.9.0", "1.84.1", "0.100.0", "", "what"] {
            assert!(is_broken(&toolchain(Some(&rustc(release)))), "{release}");
        }
        assert!(is_broken(&toolchain(None)));
    }

    #[test]
    fn what_builds_all_is_demanded_and_what_builds_a_lane_is_not() {
        let found = || Some("version 1".to_owned());
        assert!(is_good(&linker(found())) && is_broken(&linker(None)));
        assert!(is_good(&build_folder(None)) && is_broken(&build_folder(found())));
        assert!(is_good(&make(found())) && is_degraded(&make(None)));
        assert!(is_good(&git(found())) && is_degraded(&git(None)));
        assert!(is_good(&cpp_compiler("c++", found())) && is_degraded(&cpp_compiler("c++", None)));
    }

    #[test]
    fn free_space_is_judged_by_two_bounds_in_bytes() {
        assert!(is_good(&disk(Ok(&FREE_BYTES_MIN))));
        assert!(is_degraded(&disk(Ok(&(FREE_BYTES_MIN - 1)))));
        assert!(is_degraded(&disk(Ok(&FREE_BYTES_LEAST))));
        assert!(is_broken(&disk(Ok(&(FREE_BYTES_LEAST - 1)))));
        assert!(is_degraded(&disk(Err(&"no such call".to_owned()))));
        let Condition::Broken { seen, .. } = disk(Ok(&0)).condition else { panic!("no space") };
        assert_eq!(seen, "0 bytes, at least 1,073,741,824 are needed");
    }

    #[test]
    fn a_tool_that_is_installed_on_first_use_is_no_lack() {
        assert_ne!(cargo_afl(true), cargo_afl(false));
        assert!(is_good(&cargo_afl(true)) && is_good(&cargo_afl(false)));
        assert!(is_good(&cargo_mutants(None)));
        let Condition::Good { seen } = cargo_mutants(Some("cargo-mutants-1")).condition else {
            panic!("installed")
        };
        assert_eq!(seen, "cargo-mutants-1 is installed");
    }

    #[test]
    fn a_core_pattern_that_starts_a_program_slows_afl() {
        assert!(is_good(&core_pattern(None)) && is_good(&core_pattern(Some("core"))));
        assert!(is_degraded(&core_pattern(Some("|/usr/share/apport/apport -p%p"))));
    }

    #[test]
    fn all_cores_must_run_at_full_speed() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert!(is_good(&governor(&[])) && is_good(&governor(&names(&["performance"]))));
        assert!(is_degraded(&governor(&names(&["powersave"]))));
        assert!(is_degraded(&governor(&names(&["performance", "powersave"]))));
    }

    #[test]
    fn llvm_tools_must_fit_the_compiler_and_the_remedy_names_its_llvm() {
        let ours = rustc("1.95.0");
        let judge = |tools| llvm_tools(Some(&ours), Some(tools));
        let tools = Tools { cov: "llvm-cov-22".into(), profdata: "llvm-profdata-22".into() };
        assert!(is_good(&judge(LlvmTools::Fitting(tools))));
        assert!(is_degraded(&judge(LlvmTools::Unfit { major: Some(21) })));
        assert!(is_degraded(&judge(LlvmTools::Unfit { major: None })));
        assert!(is_degraded(&llvm_tools(None, None)));
        let Condition::Degraded { lack, .. } = judge(LlvmTools::Missing).condition else {
            panic!("nothing is there")
        };
        assert!(lack.remedy.contains("llvm-22"), "{}", lack.remedy);
    }

    #[test]
    fn a_machine_without_a_browser_is_degraded() {
        let found = Browser { program: "chromium".into(), version: "Chromium 148".into() };
        assert!(is_good(&browser(Some(&found))) && is_degraded(&browser(None)));
    }
}
