//! The suites: what is run to kill a variant, and what their answers mean.
//!
//! Rules: a kill is a named failing test, or a law that a run names. A program that ends in any other way
//! than by passing or by naming what failed is broken, and is no kill. A program whose time is over is
//! no kill either.

use super::limited::{self, End, Limit, Run};
use super::partition::{Machine, Partition};
use super::tree::Binaries;
use crate::outcome::Problem;
use actor_laws_fuzz::checks::Check;
use actor_laws_fuzz::target::TARGETS;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The check of a kill by which a fold, or a test of it, comes to no end within many times the calls that the
/// core as it stands needs.
pub(super) const CALLS: &str = "calls";

/// Seeded scenarios of each target.
pub(super) const SEEDS: &str = "4096";

/// A kind of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Suite {
    /// The tests of the partition's own concern.
    Own,
    /// All other tests of the core.
    Tests,
    /// Properties over random scenarios.
    Properties,
    /// The committed corpus.
    Corpus,
    /// Seeded scenarios.
    Seeds,
}

/// What killed a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kill {
    /// The test that failed, or the law that was named.
    pub(super) by: String,
    /// The input that failed, for a law.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) input: String,
    /// The kind of check that found it, for a law; [`CALLS`] where the budget of calls was used up.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) check: String,
    /// What was found, for a law.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) evidence: String,
}

/// What a suite says of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    /// It was found.
    Killed(Kill),
    /// Everything passed: so many tests or runs.
    Passed(u64),
    /// The time was over.
    TimedOut,
    /// The program did not end as a suite does.
    Broken(String),
}

/// One answer, and whether the changed code ran meanwhile.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) answer: Answer,
    pub(super) ran: bool,
    pub(super) time: Duration,
    /// See [`Run::calls_told`]; the most of all programs of the suite.
    pub(super) calls: u64,
}

/// The built suites.
#[derive(Clone, Debug)]
pub(super) struct Suites {
    binaries: Binaries,
    corpus: PathBuf,
}

impl Suite {
    /// All of them, in the order in which they are run.
    pub(super) const ALL: [Self; 5] =
        [Self::Own, Self::Tests, Self::Properties, Self::Corpus, Self::Seeds];

    /// As tables call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Own => "own tests",
            Self::Tests => "other tests",
            Self::Properties => "properties",
            Self::Corpus => "corpus replay",
            Self::Seeds => "seeds",
        }
    }
}

impl Answer {
    /// The kill, if it is one.
    pub(super) fn kill(&self) -> Option<&Kill> {
        if let Self::Killed(kill) = self { Some(kill) } else { None }
    }
}

/// What one suite is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) variant: u32,
    pub(super) machines: &'a [Machine],
    pub(super) partition: &'a Partition,
    pub(super) limit: Limit,
}

/// What a hunt is after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quarry<'a> {
    pub(super) target: &'a str,
    pub(super) seed: u32,
    pub(super) seconds: u32,
    /// The law that must name it.
    pub(super) law: Option<&'a str>,
    /// A construction choice of all scenarios.
    pub(super) with: Option<&'a str>,
}

impl Suites {
    pub(super) fn new(binaries: Binaries, root: &Path) -> Self {
        Self { binaries, corpus: root.join("corpus") }
    }

    /// The program that runs scenarios.
    pub(super) fn program(&self) -> Result<&Path, Problem> {
        self.binaries.path("suite")
    }

    /// Runs one suite on a variant.
    pub(super) fn ask(&self, suite: Suite, question: &Question<'_>) -> Result<Heard, Problem> {
        match suite {
            Suite::Own => self.tests(question, true),
            Suite::Tests => self.tests(question, false),
            Suite::Properties => self.properties(question),
            Suite::Corpus => self.replay(question, None),
            Suite::Seeds => self.seeds(question, None),
        }
    }

    /// Corpus replay or seeded scenarios with one kind of check switched off.
    pub(super) fn ask_without(
        &self,
        suite: Suite,
        check: Check,
        question: &Question<'_>,
    ) -> Result<Heard, Problem> {
        match suite {
            Suite::Seeds => self.seeds(question, Some(check)),
            _ => self.replay(question, Some(check)),
        }
    }

    /// Replay of the committed corpus until a law is named.
    pub(super) fn replay_corpus_for(
        &self,
        question: &Question<'_>,
        law: &str,
    ) -> Result<Run, Problem> {
        self.replay_for(question, &targets(question.machines), &self.corpus, law)
    }

    /// Replay of the inputs of these targets in a folder until a law is named.
    pub(super) fn replay_for(
        &self,
        question: &Question<'_>,
        targets: &str,
        folder: &Path,
        law: &str,
    ) -> Result<Run, Problem> {
        let folder = folder.to_string_lossy();
        let arguments = ["corpus", "--targets", targets, "--corpus", &folder, "--law", law];
        limited::run(self.binaries.path("suite")?, &arguments, question.variant, question.limit)
    }

    /// Seeded scenarios of one target until a law is named; of any law, if none is.
    pub(super) fn hunt(
        &self,
        question: &Question<'_>,
        quarry: &Quarry<'_>,
    ) -> Result<Run, Problem> {
        let (seed, seconds) = (quarry.seed.to_string(), quarry.seconds.to_string());
        let mut arguments =
            vec!["hunt", "--target", quarry.target, "--seed", &seed, "--seconds", &seconds];
        arguments.extend(quarry.law.into_iter().flat_map(|law| ["--law", law]));
        arguments.extend(quarry.with.into_iter().flat_map(|choice| ["--with", choice]));
        limited::run(self.binaries.path("suite")?, &arguments, question.variant, question.limit)
    }

    /// The core's tests: those of the partition's own concern, or all others.
    fn tests(&self, question: &Question<'_>, own: bool) -> Result<Heard, Problem> {
        let mut all =
            Heard { answer: Answer::Passed(0), ran: false, time: Duration::ZERO, calls: 0 };
        let machines = question.machines.iter().map(|machine| machine.name());
        for binary in machines.chain(["actor_laws"]) {
            let modules = question.partition.own_modules(binary);
            if own && modules.is_empty() {
                continue;
            }
            let mut arguments = vec!["--test-threads", "1"];
            for module in &modules {
                arguments.extend(if own { vec![*module] } else { vec!["--skip", *module] });
            }
            let limit = question.limit;
            let run =
                limited::run(self.binaries.path(binary)?, &arguments, question.variant, limit)?;
            all = all.and(test_answer(binary, &run), &run);
            if !matches!(all.answer, Answer::Passed(_)) {
                break;
            }
        }
        Ok(all)
    }

    fn properties(&self, question: &Question<'_>) -> Result<Heard, Problem> {
        let mut arguments = vec!["--test-threads", "1"];
        arguments.extend(question.machines.iter().map(|machine| machine.name()));
        if question.machines != [Machine::Pool] {
            arguments.push("services");
        }
        let program = self.binaries.path("properties")?;
        let run = limited::run(program, &arguments, question.variant, question.limit)?;
        Ok(Heard::of(test_answer("properties", &run), &run))
    }

    fn replay(&self, question: &Question<'_>, without: Option<Check>) -> Result<Heard, Problem> {
        let corpus = self.corpus.to_string_lossy();
        self.scenarios(question, &["corpus", "--corpus", &corpus], without)
    }

    fn seeds(&self, question: &Question<'_>, without: Option<Check>) -> Result<Heard, Problem> {
        self.scenarios(question, &["seeds", "--count", SEEDS], without)
    }

    fn scenarios(
        &self,
        question: &Question<'_>,
        order: &[&str],
        without: Option<Check>,
    ) -> Result<Heard, Problem> {
        let targets = targets(question.machines);
        let mut arguments = order.to_vec();
        arguments.extend(["--targets", &targets]);
        arguments.extend(without.into_iter().flat_map(|check| ["--without", check.name()]));
        let program = self.binaries.path("suite")?;
        let run = limited::run(program, &arguments, question.variant, question.limit)?;
        Ok(Heard::of(scenario_answer(&run), &run))
    }
}

impl Heard {
    fn of(answer: Answer, run: &Run) -> Self {
        Self { answer, ran: run.changed_code_ran(), time: run.time, calls: run.calls_told() }
    }

    /// This one, and another after it that counts if this one passed.
    fn and(self, answer: Answer, run: &Run) -> Self {
        let answer = match (&self.answer, answer) {
            (Answer::Passed(before), Answer::Passed(now)) => Answer::Passed(before + now),
            (_, answer) => answer,
        };
        let other = Self::of(answer, run);
        let calls = self.calls.max(other.calls);
        Self { ran: self.ran || other.ran, time: self.time + other.time, calls, ..other }
    }
}

/// The targets whose machines are built of these, in the registry's order.
fn targets(machines: &[Machine]) -> String {
    let is_of = |family: &str| match family {
        "services" => machines.iter().any(|machine| *machine != Machine::Pool),
        name => machines.iter().any(|machine| machine.name() == name),
    };
    let targets = TARGETS.iter().filter(|target| is_of(target.family.name));
    targets.map(|target| target.name).collect::<Vec<_>>().join(",")
}

/// What a test binary says.
fn test_answer(binary: &str, run: &Run) -> Answer {
    let failed = run.output.lines().find_map(|line| {
        line.strip_prefix("test ")?.strip_suffix(" ... FAILED").map(str::to_owned)
    });
    let passed = run.output.lines().find_map(|line| {
        line.strip_prefix("test result: ok. ")?.split_once(" passed")?.0.parse().ok()
    });
    match (run.ended, failed, passed) {
        (None, _, _) => Answer::TimedOut,
        (Some(End::Code(101)), Some(test), _) => Answer::Killed(Kill {
            by: format!("{binary} {test}"),
            input: String::new(),
            check: if run.used_its_calls_up() { CALLS.to_owned() } else { String::new() },
            evidence: String::new(),
        }),
        (Some(End::Code(0)), None, Some(passed)) => Answer::Passed(passed),
        (Some(end), _, _) => broken(binary, end, run),
    }
}

/// What corpus replay and seeded scenarios say.
fn scenario_answer(run: &Run) -> Answer {
    let answer: Option<Value> = serde_json::from_str(run.output.trim()).ok();
    let kill = answer.as_ref().and_then(|answer| read_kill(&answer["kill"])).map(told_endless);
    let runs = answer.as_ref().and_then(|answer| answer["runs"].as_u64());
    match (run.ended, kill, runs) {
        (None, _, _) => Answer::TimedOut,
        (Some(End::Code(1)), Some(kill), Some(_)) => Answer::Killed(kill),
        (Some(End::Code(0)), None, Some(runs)) => Answer::Passed(runs),
        (Some(end), _, _) => broken("suite", end, run),
    }
}

/// A panic over the budget of calls is told as such.
fn told_endless(kill: Kill) -> Kill {
    let is_endless = kill.evidence.contains("the budget of calls is used up");
    if is_endless { Kill { check: CALLS.to_owned(), ..kill } } else { kill }
}

/// A kill in the suite program's words.
pub(super) fn read_kill(kill: &Value) -> Option<Kill> {
    let text = |key: &str| kill[key].as_str().map(str::to_owned);
    Some(Kill {
        by: text("law")?,
        input: text("input")?,
        check: text("check")?,
        evidence: text("evidence")?,
    })
}

fn broken(name: &str, end: End, run: &Run) -> Answer {
    let last = run.errors.lines().last().unwrap_or_default();
    Answer::Broken(format!("{name} ended with {end:?}: {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ended: Option<End>, output: &str) -> Run {
        Run { ended, output: output.to_owned(), errors: String::new(), time: Duration::ZERO }
    }

    #[test]
    fn a_kill_is_a_named_test_that_failed() {
        let failed = "test a::b ... FAILED\ntest result: FAILED. 3 passed; 1 failed\n";
        let answer = test_answer("pool", &run(Some(End::Code(101)), failed));
        assert_eq!(answer.kill().map(|kill| kill.by.as_str()), Some("pool a::b"));
        let passed = "test result: ok. 4 passed; 0 failed; 0 ignored\n";
        assert_eq!(test_answer("pool", &run(Some(End::Code(0)), passed)), Answer::Passed(4));
    }

    #[test]
    fn every_other_end_is_no_kill() {
        assert_eq!(test_answer("pool", &run(None, "test a ... FAILED\n")), Answer::TimedOut);
        assert_eq!(scenario_answer(&run(None, "")), Answer::TimedOut);
        let ends = [End::Code(101), End::Code(0), End::Code(2), End::Signal];
        for end in ends {
            assert!(
                matches!(test_answer("pool", &run(Some(end), "")), Answer::Broken(_)),
                "{end:?}"
            );
            assert!(matches!(scenario_answer(&run(Some(end), "")), Answer::Broken(_)), "{end:?}");
        }
    }

    #[test]
    fn a_law_that_a_run_names_is_a_kill() {
        let named = r#"{"runs":3,"folds":9,"kill":{"law":"cursor-in-ring","input":"seed 2","check":"laws","evidence":"e"}}"#;
        let answer = scenario_answer(&run(Some(End::Code(1)), named));
        assert_eq!(answer.kill().map(|kill| kill.by.as_str()), Some("cursor-in-ring"));
        let passed = r#"{"runs":3,"folds":9,"kill":null}"#;
        assert_eq!(scenario_answer(&run(Some(End::Code(0)), passed)), Answer::Passed(3));
    }

    #[test]
    fn each_machine_is_met_in_all_targets_that_run_it() {
        assert_eq!(targets(&[Machine::Proxy]), "proxy_service,proxy_shutdown,services");
        assert_eq!(targets(&Machine::ALL).split(',').count(), TARGETS.len());
    }
}
