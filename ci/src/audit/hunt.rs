//! Wrong designs before the engines: how soon each falls, to which law, and by how short a trace.
//!
//! Rules: each hunt starts from an empty corpus and a seed of its own. A design falls when the law of its
//! header names it; a failure of another law is passed over and shown. The committed corpus, replayed
//! alone, must name the law as well. A design whose changed line never ran is a gap of the workload, and
//! said to be one.

use super::design::Design;
use super::fuzzer::{self, Bounds};
use super::limited::{End, Limit, Run};
use super::partition::{Machine, Partition};
use super::plan::Plan;
use super::suites::{Quarry, Question, Suites, read_kill};
use crate::outcome::Problem;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// Seconds of one core that a hunt may take.
pub(super) const SECONDS_MAX: u32 = 60;

/// Seconds of one core for which a design must stay unseen where its header says so.
const UNSEEN_SECONDS: u32 = 20;

/// What libFuzzer may do in a hunt.
const BOUNDS: Bounds = Bounds { seconds: SECONDS_MAX, runs: None };

/// What a program may take beyond that: it shrinks what it has found.
const GRACE: Duration = Duration::from_secs(60);

/// What is recorded of one wrong design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Hunted {
    /// `partition/name`.
    pub(super) design: String,
    /// The claim, property, finding or blind spot that it stands for.
    pub(super) stands_for: String,
    /// The law that must name it.
    pub(super) law: String,
    /// The target of the hunts.
    pub(super) target: String,
    /// Whether the changed line ran at all.
    pub(super) ran: bool,
    /// The input by which the committed corpus names it.
    pub(super) corpus: Option<String>,
    /// Each hunt, in the order of the seeds.
    pub(super) hunts: Vec<Chase>,
    /// What was seen where its header says that nothing can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unseen: Option<Unseen>,
}

/// A hunt that must find nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unseen {
    /// The construction choice of all its scenarios.
    pub(super) with: String,
    /// Scenarios run.
    pub(super) executions: u64,
    /// Whether the changed line ran.
    pub(super) ran: bool,
    /// The law that named the design after all.
    pub(super) named: Option<String>,
}

/// One hunt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Chase {
    /// Whether the law named the design.
    pub(super) fell: bool,
    /// Scenarios run until then, or in all.
    pub(super) executions: u64,
    /// Seconds until then, or in all.
    pub(super) seconds: f64,
    /// Inputs of the shortest trace.
    pub(super) trace: Option<u64>,
    /// The law that failed first, if it was another.
    pub(super) other: Option<String>,
    /// The shortest scenario, in its text form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scenario: Option<String>,
    /// The bytes that failed, as they were found and shrunk, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<String>,
}

impl Hunted {
    /// Whether every hunt and the corpus named the law.
    pub(super) fn fell(&self) -> bool {
        let named_unseen = self.unseen.as_ref().is_some_and(|unseen| unseen.named.is_some());
        let fell = self.hunts.iter().all(|hunt| hunt.fell);
        self.ran && self.corpus.is_some() && fell && !named_unseen
    }

    fn sorted<T: PartialOrd + Copy>(&self, of: impl Fn(&Chase) -> T) -> Vec<T> {
        let mut all: Vec<_> = self.hunts.iter().map(of).collect();
        all.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
        all
    }

    /// Seconds to the kill: median and worst.
    pub(super) fn seconds(&self) -> Option<(f64, f64)> {
        let all = self.sorted(|hunt| hunt.seconds);
        Some((*all.get(all.len() / 2)?, *all.last()?))
    }

    /// Executions to the kill: median and worst.
    fn executions(&self) -> Option<(u64, u64)> {
        let all = self.sorted(|hunt| hunt.executions);
        Some((*all.get(all.len() / 2)?, *all.last()?))
    }

    /// What is wrong with it, for a reader.
    pub(super) fn trouble(&self) -> String {
        let mut trouble = Vec::new();
        if !self.ran {
            trouble.push("its changed line never ran".to_owned());
        }
        let alive = self.hunts.iter().filter(|hunt| !hunt.fell).count();
        if alive > 0 {
            trouble.push(format!("{alive} of {} hunts did not name its law", self.hunts.len()));
        }
        if self.corpus.is_none() {
            trouble.push("the corpus does not name its law".to_owned());
        }
        if let Some(Unseen { with, executions, named, .. }) = &self.unseen {
            let by = named
                .as_ref()
                .map_or_else(|| "nothing".to_owned(), |law| format!("`{law}`, NOT nothing"));
            trouble.push(format!("with {with}, {by} in {executions} runs"));
        }
        let mut others: Vec<_> =
            self.hunts.iter().filter_map(|hunt| hunt.other.as_deref()).collect();
        others.sort_unstable();
        others.dedup();
        if !others.is_empty() {
            trouble.push(format!("first named by {}", others.join(", ")));
        }
        trouble.join("; ")
    }
}

/// Hunts one design over so many seeds; by libFuzzer if its binary is given, else by the swarm.
pub(super) fn hunt(
    plan: &Plan,
    suites: &Suites,
    libfuzzer: Option<&Path>,
    place: usize,
    seeds: u32,
) -> Result<Hunted, Problem> {
    let hunter = Hunter::of(plan, suites, place)?;
    let design = hunter.design;
    let (corpus, ran) = hunter.replay()?;
    let mut hunted = Hunted {
        design: design.name.clone(),
        stands_for: design.stands_for.clone(),
        law: design.law.clone(),
        target: design.target.clone(),
        ran,
        corpus,
        hunts: Vec::new(),
        unseen: None,
    };
    for seed in 1..=seeds {
        let (chase, ran) = match libfuzzer {
            Some(binary) => {
                let names = (design.target.as_str(), design.law.as_str());
                fuzzer::chase(binary, suites, &hunter.question(), names, seed, BOUNDS, &[])?
            }
            None => hunter.chase(seed)?,
        };
        hunted.ran |= ran;
        hunted.hunts.push(chase);
    }
    if let Some(with) = &design.unseen_with {
        hunted.unseen = Some(hunter.look_with(with)?);
    }
    Ok(hunted)
}

/// A design that is hunted, with all that is needed for it.
pub(super) struct Hunter<'a> {
    suites: &'a Suites,
    design: &'a Design,
    variant: u32,
    partition: &'a Partition,
    machines: &'static [Machine],
}

impl<'a> Hunter<'a> {
    /// The hunter of the design at a place of the plan.
    pub(super) fn of(plan: &'a Plan, suites: &'a Suites, place: usize) -> Result<Self, Problem> {
        let design = &plan.designs[place];
        Ok(Self {
            suites,
            design,
            variant: plan.number_of_design(place),
            partition: plan.partition_of_design(design)?,
            machines: Machine::of_file(design.file()),
        })
    }

    /// The design.
    pub(super) fn design(&self) -> &'a Design {
        self.design
    }

    /// What suites are asked of it.
    pub(super) fn question(&self) -> Question<'_> {
        Question {
            variant: self.variant,
            machines: self.machines,
            partition: self.partition,
            limit: Limit::of_time(Duration::from_secs(SECONDS_MAX.into()) + GRACE),
        }
    }

    fn replay(&self) -> Result<(Option<String>, bool), Problem> {
        let run = self.suites.replay_corpus_for(&self.question(), &self.design.law)?;
        let answer = self.answer(&run)?;
        let named = read_kill(&answer["named"]).map(|kill| kill.input);
        Ok((named, run.changed_code_ran()))
    }

    fn chase(&self, seed: u32) -> Result<(Chase, bool), Problem> {
        let Design { target, law, .. } = self.design;
        let quarry = Quarry { target, seed, seconds: SECONDS_MAX, law: Some(law), with: None };
        let run = self.suites.hunt(&self.question(), &quarry)?;
        let answer = self.answer(&run)?;
        let named = &answer["named"];
        let first = answer["kill"]["law"].as_str();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let chase = Chase {
            fell: named.is_object(),
            executions: answer["executions"].as_u64().unwrap_or_default(),
            seconds: answer["seconds"].as_f64().unwrap_or_default(),
            trace: named["trace_steps"].as_u64(),
            other: first.filter(|first| *first != law).map(str::to_owned),
            scenario: text(&named["scenario"]),
            bytes: text(&named["bytes"]),
        };
        Ok((chase, run.changed_code_ran()))
    }

    /// Looks for any failure at all where there must be none.
    fn look_with(&self, with: &str) -> Result<Unseen, Problem> {
        let target = &self.design.target;
        let quarry =
            Quarry { target, seed: 1, seconds: UNSEEN_SECONDS, law: None, with: Some(with) };
        let run = self.suites.hunt(&self.question(), &quarry)?;
        let answer = self.answer(&run)?;
        Ok(Unseen {
            with: with.to_owned(),
            executions: answer["executions"].as_u64().unwrap_or_default(),
            ran: run.changed_code_ran(),
            named: answer["kill"]["law"].as_str().map(str::to_owned),
        })
    }

    /// The one line of the suite program; what ended in another way is nothing that can be counted.
    fn answer(&self, run: &Run) -> Result<Value, Problem> {
        let answer = serde_json::from_str(run.output.trim());
        match (run.ended, answer) {
            (Some(End::Code(0 | 1)), Ok(answer)) => Ok(answer),
            (None, _) => Ok(Value::Null),
            (ended, _) => Err(Problem::environment(
                format!("{}: the suite ended with {ended:?}: {}", self.design.name, run.errors),
                "a design must not bring down the program that runs it: write it anew",
            )),
        }
    }
}

/// The table of times to the kill.
pub(super) fn table(hunted: &[Hunted]) -> Table {
    let mut table = Table::new(&[
        "design",
        "law",
        "runs median",
        "runs worst",
        "seconds median",
        "seconds worst",
        "trace",
        "corpus",
        "note",
    ]);
    for design in hunted {
        let (seconds, worst) = design.seconds().unwrap_or_default();
        let (runs, most) = design.executions().unwrap_or_default();
        let trace = design.hunts.iter().filter_map(|hunt| hunt.trace).min();
        table.row(vec![
            design.design.clone(),
            design.law.clone(),
            runs.to_string(),
            most.to_string(),
            format!("{seconds:.2}"),
            format!("{worst:.2}"),
            trace.map_or_else(|| "-".to_owned(), |steps| steps.to_string()),
            if design.corpus.is_some() { "named" } else { "NOT named" }.to_owned(),
            design.trouble(),
        ]);
    }
    table
}
