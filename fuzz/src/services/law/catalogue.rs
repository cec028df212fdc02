//! Every law of the composition by its stable name. Those of the two machines stand in their own catalogues,
//! and are judged of each machine here as well.

use super::{border, command, entry};
use crate::services::machine;

/// One law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Its stable name; every verdict carries one.
    pub name: &'static str,
    /// What it holds.
    pub text: &'static str,
}

const fn law(name: &'static str, text: &'static str) -> Law {
    Law { name, text }
}

/// Every law of the composition.
pub static LAWS: &[Law] = &[
    law(machine::TOLD_TO_NOBODY, "only a proxy that has come to be is told anything"),
    law(border::TRUTH_IS_TAKEN, "neither machine rejects what the other has truly said or done"),
    law(border::ONE_PLACE, "each value is in one place: one machine, the host, or a worker"),
    law(border::INPUT_AS_SENT, "a proxy is told the inputs that the supervisor sent it, once"),
    law(border::REPORT_AS_SAID, "the supervisor hears a proxy's reports as they were said"),
    law(border::ONE_OUTCOME, "each accepted input has one outcome, each other one comes back"),
    law(border::EXIT_AFTER_STOP, "a proxy stops once it was asked, and is gone after that"),
    law(command::ENDS_ONCE, "each command ends once: delivered, published, or with the host"),
    law(command::REACHES_THE_READY, "a command reaches the worker that is ready, and no other"),
    law(command::PUBLISHED_AS_REPORTED, "an unavailable command is published as it was reported"),
    law(entry::NOBODY_OUTLIVES, "no proxy and no worker outlives its entry"),
    law(entry::OWES_NOTHING, "an entry goes when nothing is on its way to or from its proxy"),
    law(entry::CAPACITY, "capacity is free only if nothing is left of what had it"),
    law(entry::ONE_WORKER, "at most one worker stands behind an entry"),
    law(
        entry::READY_MEANS_READY,
        "Ready is shown of a worker that serves or whose end is reported",
    ),
    law(entry::EMPTY_MEANS_EMPTY, "Empty is shown of a worker that is gone, with nobody after it"),
    law(entry::POSSIBLE_PAIR, "an entry and its proxy are in phases that can be together"),
    law(entry::NOTHING_LEFT, "when the supervisor has stopped, no machine holds anything"),
];

/// The law of this name.
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}
