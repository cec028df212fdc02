//! What is compared: an engine with and without law cells as feedback, and with and without the mutations that
//! know steps.

use actor_laws_fuzz::engine::{MUTATIONS_VARIABLE, Mutations, feedback};

/// One way to run an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// As the tables call it.
    pub(super) name: &'static str,
    /// Whether law cells are fed back.
    cells: bool,
    mutations: Mutations,
}

impl Setting {
    /// The one that has neither comes first: the others are compared with it.
    pub(super) const ALL: [Self; 4] = [
        Self { name: "neither", cells: false, mutations: Mutations::Bytes },
        Self { name: "cells", cells: true, mutations: Mutations::Bytes },
        Self { name: "mutator", cells: false, mutations: Mutations::Both },
        Self { name: "both", cells: true, mutations: Mutations::Both },
    ];

    /// Whether the engine has the mutations that know steps.
    pub(super) fn knows_steps(self) -> bool {
        self.mutations != Mutations::Bytes
    }

    /// What the engine's process is told.
    pub(super) fn environment(self) -> [(&'static str, &'static str); 2] {
        let cells = if self.cells { "on" } else { "off" };
        [(feedback::VARIABLE, cells), (MUTATIONS_VARIABLE, self.mutations.name())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_setting_has_a_name_and_an_environment_of_its_own() {
        let names: BTreeSet<_> = Setting::ALL.iter().map(|setting| setting.name).collect();
        let told: BTreeSet<_> = Setting::ALL.iter().map(|setting| setting.environment()).collect();
        assert_eq!((names.len(), told.len()), (Setting::ALL.len(), Setting::ALL.len()));
    }
}
