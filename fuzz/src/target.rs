//! The registry of fuzz targets: every engine, test and report takes them from here.

use crate::cells::CELLS_MAX;
use crate::family::{Family, INPUT_KINDS_MAX};
use crate::pool::family as pool;
use crate::proxy::family as proxy;
use crate::services::family as services;
use crate::supervisor::family as supervisor;

/// Replaces `bytes` by the scenario of a seed, the same one for ever: at most `steps_max` steps, in
/// canonical bytes. Called with `(steps_max, seed, bytes)`.
pub type Generate = fn(usize, u64, &mut Vec<u8>);

/// One fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Stable name, also of its corpus folder.
    pub name: &'static str,
    /// What it attacks, in one sentence.
    pub about: &'static str,
    /// Steps of a scenario that are run; the rest is ignored.
    pub steps_max: usize,
    /// The kind of machine that it runs.
    pub family: &'static Family,
    /// Its seeded scenarios, which lean to what it attacks. Every target of a family can decode
    /// every scenario of the family.
    pub generator: Generate,
}

/// Every target, those of one family side by side.
pub static TARGETS: [Target; 11] = [
    Target {
        name: "pool_admission",
        about: "which jobs are taken, queued, dispatched or handed back, and in which order",
        steps_max: 128,
        family: &pool::POOL,
        generator: pool::ADMISSION,
    },
    Target {
        name: "pool_joins",
        about: "delivery settlement, completion and stop of one assignment in every order",
        steps_max: 192,
        family: &pool::POOL,
        generator: pool::JOINS,
    },
    Target {
        name: "pool_recovery",
        about: "what becomes of stopped workers: budget, timers, births and the one source",
        steps_max: 256,
        family: &pool::POOL,
        generator: pool::RECOVERY,
    },
    Target {
        name: "pool_drain",
        about: "shutdown from every phase, its deadline, and whatever arrives too late",
        steps_max: 192,
        family: &pool::POOL,
        generator: pool::DRAIN,
    },
    Target {
        name: "proxy_service",
        about: "installs, replacements and services of one proxy, with exits in every order",
        steps_max: 128,
        family: &proxy::PROXY,
        generator: proxy::SERVICE,
    },
    Target {
        name: "proxy_shutdown",
        about: "shutdown of a proxy from every row, late facts, and what it leaves",
        steps_max: 96,
        family: &proxy::PROXY,
        generator: proxy::SHUTDOWN,
    },
    Target {
        name: "supervisor_cancellation",
        about: "cancels before the transfer, authorities of every age and origin, retention",
        steps_max: 128,
        family: &supervisor::SUPERVISOR,
        generator: supervisor::CANCELLATION,
    },
    Target {
        name: "supervisor_transferred_cancellation",
        about: "cancels after the transfer: every order of every kind of result",
        steps_max: 160,
        family: &supervisor::SUPERVISOR,
        generator: supervisor::TRANSFERRED_CANCELLATION,
    },
    Target {
        name: "supervisor_shutdown",
        about: "global shutdown from every phase, its deadline, and whatever arrives too late",
        steps_max: 160,
        family: &supervisor::SUPERVISOR,
        generator: supervisor::SHUTDOWN,
    },
    Target {
        name: "supervisor_unexpected_exit",
        about: "workers that stop, proxies that die, and keys that are used again",
        steps_max: 160,
        family: &supervisor::SUPERVISOR,
        generator: supervisor::UNEXPECTED_EXIT,
    },
    Target {
        name: "services",
        about: "a supervisor that drives real proxies: every crossing, and nothing lost between them",
        steps_max: 192,
        family: &services::SERVICES,
        generator: services::GENERATE,
    },
];

const _: () = {
    let mut place = 0;
    while place < TARGETS.len() {
        let family = TARGETS[place].family;
        assert!(family.cells <= CELLS_MAX, "the sets of cells need more room");
        assert!(family.input_kinds <= INPUT_KINDS_MAX, "transitions need more room");
        place += 1;
    }
};

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The targets of this family.
pub fn of_family(family: &Family) -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().filter(move |target| target.family.name == family.name)
}

/// Every family that some target runs, in the order of the registry.
pub fn families() -> impl Iterator<Item = &'static Family> {
    let begins =
        |place: usize| place == 0 || TARGETS[place - 1].family.name != TARGETS[place].family.name;
    (0..TARGETS.len()).filter(move |&place| begins(place)).map(|place| TARGETS[place].family)
}

impl Target {
    /// The longest input in which every byte counts.
    pub fn input_bytes_max(&self) -> usize {
        self.family.header_bytes + self.steps_max * self.family.step_bytes
    }

    /// Replaces `bytes` by the seeded swarm scenario `seed`, the same one for ever.
    pub fn generate(&self, seed: u64, bytes: &mut Vec<u8>) {
        (self.generator)(self.steps_max, seed, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_has_its_targets_and_each_target_its_family() {
        let names: Vec<&str> = families().flat_map(of_family).map(|target| target.name).collect();
        assert_eq!(names, TARGETS.each_ref().map(|target| target.name));
    }

    #[test]
    fn the_cells_of_a_family_have_unique_names_and_kinds_within_the_bound() {
        for family in families() {
            let mut names: Vec<String> = (0..family.cells).map(family.cell_name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), family.cells, "{}", family.name);
            let mut kinds = (0..family.cells).filter_map(family.input_kind);
            assert!(kinds.all(|kind| kind < family.input_kinds), "{}", family.name);
        }
    }
}
