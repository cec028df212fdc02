//! The registry of fuzz targets: every engine, test and report takes them from here.

use crate::pool::scenario::{HEADER_BYTES, STEP_BYTES, generate};

/// One fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Stable name, also of its corpus folder.
    pub name: &'static str,
    /// What it attacks, in one sentence.
    pub about: &'static str,
    /// Steps of a scenario that are run; the rest is ignored.
    pub steps_max: usize,
    /// What its generated scenarios lean to.
    pub emphasis: Emphasis,
}

/// What generated scenarios lean to. Every target can decode every scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// Small backlogs, many jobs, job and dispatch correlations that fail.
    Admission,
    /// Deliveries that stay open while completions and stops arrive; twins and foreigners.
    Joins,
    /// Stops, budgets, timers, births that fail, a source that several roles want.
    Recovery,
    /// A shutdown after some state is built up, deadlines, late facts.
    Drain,
}

/// Every target.
pub static TARGETS: [Target; 4] = [
    Target {
        name: "pool_admission",
        about: "which jobs are taken, queued, dispatched or handed back, and in which order",
        steps_max: 128,
        emphasis: Emphasis::Admission,
    },
    Target {
        name: "pool_joins",
        about: "delivery settlement, completion and stop of one assignment in every order",
        steps_max: 192,
        emphasis: Emphasis::Joins,
    },
    Target {
        name: "pool_recovery",
        about: "what becomes of stopped workers: budget, timers, births and the one source",
        steps_max: 256,
        emphasis: Emphasis::Recovery,
    },
    Target {
        name: "pool_drain",
        about: "shutdown from every phase, its deadline, and whatever arrives too late",
        steps_max: 192,
        emphasis: Emphasis::Drain,
    },
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// The longest input in which every byte counts.
    pub fn input_bytes_max(&self) -> usize {
        HEADER_BYTES + self.steps_max * STEP_BYTES
    }

    /// Replaces `bytes` by the seeded swarm scenario `seed`, the same one for ever.
    pub fn generate(&self, seed: u64, bytes: &mut Vec<u8>) {
        generate(self.emphasis, self.steps_max, seed, bytes);
    }
}
