//! The baseline: the very suites that mutants meet, on the core as it stands, and the canaries.
//!
//! Rules: every suite must pass unmutated, each time, with at least one test or run; the times give the
//! limits. In each partition a variant that changes nothing must be missed by all suites, and a wrong
//! design must be killed by the partition's own tests: a suite that is always red fails the first, one
//! that runs nothing fails the second.

use super::limited::Limit;
use super::partition::Machine;
use super::plan::Plan;
use super::side_by_side::side_by_side;
use super::suites::{Answer, Question, Suite, Suites};
use crate::outcome::Problem;
use std::collections::BTreeMap;
use std::time::Duration;

/// The variant that is the core as it stands.
const UNMUTATED: u32 = 0;

/// Times that the quick suites are run; seeded scenarios are run once, for they are the same each time.
const ROUNDS: usize = 3;

/// How long a suite of the baseline may take.
const BASELINE_LIMIT: Duration = Duration::from_secs(600);

/// A limit is this many times what the baseline took, and a little for a machine that is busy.
const TIMES: u32 = 8;
const GRACE: Duration = Duration::from_secs(10);

/// Calls that any suite may make: a fraction of a second's.
const CALLS_MIN: u64 = 1 << 24;

/// What each suite took on each machine.
#[derive(Debug, Default)]
pub(super) struct Baseline {
    costs: Costs,
}

/// What a suite took.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    time: Duration,
    /// See [`super::limited::Run::calls_told`].
    calls: u64,
}

type Costs = BTreeMap<(Suite, Vec<Machine>), Cost>;

impl Baseline {
    /// Runs all suites unmutated, as loaded as mutants will find the machine.
    pub(super) fn run(
        plan: &Plan,
        suites: &Suites,
        jobs: usize,
        told: &dyn Fn(&str),
    ) -> Result<Self, Problem> {
        told("baseline: all suites on the core as it stands");
        let each: [&[Machine]; 4] =
            [&Machine::ALL, &[Machine::Pool], &[Machine::Supervisor], &[Machine::Proxy]];
        let mut baseline = Self::default();
        let run = |machines| rounds(plan, suites, machines);
        side_by_side(&each, jobs, &run, &mut |costs| {
            baseline.costs.extend(costs);
            Ok(())
        })?;
        Ok(baseline)
    }

    /// What a suite may take on a mutant.
    pub(super) fn limit(&self, suite: Suite, machines: &[Machine]) -> Limit {
        let suite = if suite == Suite::Own { Suite::Tests } else { suite };
        let of = |machines: &[Machine]| self.costs.get(&(suite, machines.to_vec())).copied();
        let cost = of(machines).or_else(|| of(&Machine::ALL)).unwrap_or_default();
        // What is told is at least half of what was made.
        let calls = (2 * cost.calls).saturating_mul(TIMES.into()).saturating_add(CALLS_MIN);
        Limit { time: cost.time * TIMES + GRACE, calls: Some(calls) }
    }
}

/// Runs all suites of some machines.
fn rounds(plan: &Plan, suites: &Suites, machines: &[Machine]) -> Result<Costs, Problem> {
    let names: Vec<_> = machines.iter().map(|machine| machine.name()).collect();
    let names = names.join(", ");
    let mut costs = Costs::new();
    // The own tests of each partition are run unmutated by its canary.
    for suite in [Suite::Tests, Suite::Properties, Suite::Corpus, Suite::Seeds] {
        let rounds = if suite == Suite::Seeds { 1 } else { ROUNDS };
        for _ in 0..rounds {
            let partition = &plan.partitions.all[0];
            let limit = Limit::of_time(BASELINE_LIMIT);
            let question = Question { variant: UNMUTATED, machines, partition, limit };
            let heard = suites.ask(suite, &question)?;
            demand_passed(suite, &names, &heard.answer)?;
            let cost = costs.entry((suite, machines.to_vec())).or_default();
            cost.time = heard.time.max(cost.time);
            cost.calls = heard.calls.max(cost.calls);
        }
    }
    Ok(costs)
}

/// The committed corpus must pass on the core as it stands, in the tree in which designs are hunted.
pub(super) fn demand_clean_replay(plan: &Plan, suites: &Suites) -> Result<(), Problem> {
    let partition = &plan.partitions.all[0];
    let machines = &Machine::ALL;
    let limit = Limit::of_time(BASELINE_LIMIT);
    let question = Question { variant: UNMUTATED, machines, partition, limit };
    let heard = suites.ask(Suite::Corpus, &question)?;
    demand_passed(Suite::Corpus, "all machines", &heard.answer).map(drop)
}

fn demand_passed(suite: Suite, machines: &str, answer: &Answer) -> Result<u64, Problem> {
    match answer {
        Answer::Passed(count) if *count > 0 => Ok(*count),
        other => Err(Problem::environment(
            format!("the baseline's {} of {machines} came to {other:?}", suite.name()),
            "the unmutated core must pass: run `cargo laws test --quick`",
        )),
    }
}

/// Runs the two canaries of a partition.
pub(super) fn run_canaries(
    plan: &Plan,
    suites: &Suites,
    partition: usize,
    limit: &dyn Fn(Suite, &[Machine]) -> Limit,
) -> Result<(), Problem> {
    let own = &plan.partitions.all[partition];
    let place = plan.assigned.iter().position(|assigned| *assigned == partition);
    let file = &plan.mutants[place.unwrap_or_default()].file;
    let machines = Machine::of_file(file);
    let question = |variant, suite| Question {
        variant,
        machines,
        partition: own,
        limit: limit(suite, machines),
    };
    for suite in Suite::ALL {
        let heard = suites.ask(suite, &question(plan.number_of_noop(partition), suite))?;
        demand_passed(
            suite,
            &format!("{} on a change that changes nothing", own.name),
            &heard.answer,
        )?;
    }
    let name = format!("{}/{}", own.name, own.must_kill);
    let design = plan.designs.iter().position(|design| design.name == name).ok_or_else(|| {
        Problem::environment(
            format!("partition {} names a wrong design that is not there: {name}", own.name),
            "name one of its folder in ci/partitions.toml",
        )
    })?;
    // A design may change files of more machines than the partition's first mutant does.
    let question = Question {
        variant: plan.number_of_design(design),
        machines: Machine::of_file(plan.designs[design].file()),
        partition: own,
        limit: limit(Suite::Own, &Machine::ALL),
    };
    let heard = suites.ask(Suite::Own, &question)?;
    if heard.ran && heard.answer.kill().is_some() {
        return Ok(());
    }
    Err(Problem::environment(
        format!(
            "{}'s own tests do not kill {name}: {:?} (ran: {})",
            own.name, heard.answer, heard.ran
        ),
        "a suite that cannot see this design proves nothing: name its tests in ci/partitions.toml",
    ))
}
