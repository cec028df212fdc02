//! How a command ends: the exit codes, and the one way in which an error is told.
//!
//! Rules: a process of ours ends with one of these codes and no other. A finding outranks trouble
//! with the environment, because it is what the command was asked for. Every error says what is
//! wrong and what to do.

use std::fmt;
use std::process::ExitCode;

/// The table of exit codes, as `--help` shows it.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  clean: everything ran, nothing was found
  1  finding: an input, a check or the canary failed
  2  usage: the command line is wrong
  3  environment: a tool is missing, a file is unreadable, there is nothing to run
  4  survivors: a mutant or a wrong design lives, or an audit's result is not the committed one";

/// How a command ended. The discriminant is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Outcome {
    /// Everything ran, nothing was found.
    Clean = 0,
    /// An input, a check or the canary failed.
    Finding = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A tool is missing, a file is unreadable, or there is nothing to run.
    Environment = 3,
    /// A mutant or a wrong design lives, or an audit's result is not the committed one.
    Survivors = 4,
}

impl Outcome {
    /// A finding if there is one.
    pub(crate) fn of_findings(count: usize) -> Self {
        if count == 0 { Self::Clean } else { Self::Finding }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// What stops a command: what is wrong, and what to do about it.
#[derive(Debug)]
pub(crate) struct Problem {
    outcome: Outcome,
    what: String,
    remedy: String,
}

/// What a verb ends with.
pub(crate) type Ending = Result<Outcome, Problem>;

impl Problem {
    /// The command line asks for something that is not there.
    pub(crate) fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { outcome: Outcome::Usage, what: what.into(), remedy: remedy.into() }
    }

    /// The machine or the checkout lacks something.
    pub(crate) fn environment(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { outcome: Outcome::Environment, what: what.into(), remedy: remedy.into() }
    }

    /// A file operation failed.
    pub(crate) fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::environment(
            format!("{}: {error}", path.display()),
            "check that the path exists, is readable and writable, and that the disk is not full",
        )
    }

    /// The code that the process ends with.
    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n  what to do: {}", self.what, self.remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_table_names_every_code() {
        use Outcome::{Clean, Environment, Finding, Survivors, Usage};
        for outcome in [Clean, Finding, Usage, Environment, Survivors] {
            assert!(EXIT_CODES.contains(&format!("\n  {}  ", outcome as u8)), "{outcome:?}");
        }
    }

    #[test]
    fn a_problem_says_what_to_do() {
        let problem = Problem::usage("no such target", "pick one");
        assert_eq!(problem.to_string(), "no such target\n  what to do: pick one");
        assert_eq!(problem.outcome(), Outcome::Usage);
    }
}
