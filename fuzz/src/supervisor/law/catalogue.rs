//! Every law by its stable name, with the claims of the design that it watches.
//!
//! A claim is one of the thirteen that the design makes. The laws that the runner judges for every family
//! stand in [`names`](crate::run::names); the core's own invariants have names that begin with `core-`.

use super::{answers, change, diagnostic, ending, hear, issue, operation, shape, state};
pub use crate::law::Law;
use crate::law::law;
use crate::supervisor::core_supervisor;

/// Every law that is judged of supervisors only.
pub static LAWS: &[Law] = &[
    law(core_supervisor::HANDED_BACK_WHOLE, &[13], "what is handed back is what was told"),
    law(
        core_supervisor::BATCH_SETTLEMENT,
        &[13],
        "settling a cut batch loses and reorders nothing",
    ),
    law(core_supervisor::PRODUCT_READS_ALIKE, &[13], "a product says the same however it is read"),
    law(
        core_supervisor::STATE_READS_ALIKE,
        &[13],
        "a supervisor says the same of itself however it is asked",
    ),
    law(shape::HANDED_BACK, &[13], "inputs outside the life are handed back, and only they"),
    law(shape::NO_TRACE, &[13], "an input that is handed back changes and says nothing"),
    law(shape::VERDICT, &[12, 13], "verdict and mode say the same"),
    law(shape::LANE_ORDER, &[13], "actions stand in the one authored order"),
    law(
        shape::ENTRY_ORDER,
        &[13],
        "within a lane the own entry is first, the others by generation",
    ),
    law(shape::CREATION_OBSERVED, &[3], "a creation goes out with both its observations"),
    law(shape::ONE_DIAGNOSTIC, &[10], "a rejected fact has exactly one diagnostic, whole"),
    law(shape::INERT, &[10], "a rejected fact changes nothing and says nothing else"),
    law(shape::DIAGNOSTIC_WAY, &[7, 13], "diagnostics go the configured way; a terminal one ends"),
    law(shape::DRAIN_ONLY, &[12], "a draining supervisor creates, authorizes and realizes nothing"),
    law(shape::NO_AUTHORIZATION, &[12], "the fold that begins the shutdown authorizes nothing"),
    law(shape::LIFECYCLE_ROUTE, &[7], "every lifecycle value goes to the one durable route"),
    law(issue::FRESH, &[3, 9], "each correlation is fresh, also for a key that is used again"),
    law(hear::ONLY_OWED, &[10], "only facts that are owed are taken, each once"),
    law(answers::ANSWERED_ONCE, &[7], "each command is answered once, on its route, whole"),
    law(answers::ADMISSION, &[3], "an acceptance reserves all that it needs"),
    law(answers::REFUSAL, &[1, 2], "a refusal's reason is so"),
    law(answers::QUERY, &[11], "a query shows the public phase, and nothing happens"),
    law(answers::CANCEL, &[2, 8], "a cancel is answered by what became of its exact operation"),
    law(answers::REFUSED_INERT, &[2, 8], "a refused command and a late cancel change nothing"),
    law(answers::ONE_MUTATION, &[6], "at most one mutation owns an entry at a time"),
    law(operation::ONE_CREATION, &[3], "a creation follows exactly one accepted start"),
    law(operation::TRANSFERRED_ONCE, &[6], "a worker goes once, whole, to its own proxy"),
    law(operation::AUTHORIZATION_ORDER, &[6], "the lowest waiting operation is authorized first"),
    law(operation::ACTIVATION_LIMIT, &[6], "unresolved inputs stay within the limit"),
    law(
        operation::ONE_SHUTDOWN,
        &[8, 12],
        "a living proxy is asked once for each purpose, exactly",
    ),
    law(operation::DEADLINE, &[12], "the drain deadline is set once, as the policy asks"),
    law(
        change::REALIZED,
        &[4, 8],
        "only reported readiness of an accepted input realizes a change",
    ),
    law(change::ENDS_ONCE, &[6, 12], "each accepted change ends exactly once"),
    law(change::FAILURE, &[6], "a failure's reason is so, and its worker is where it says"),
    law(
        change::INTERRUPTION,
        &[6, 12],
        "an interruption tells its cause and the worker's own result",
    ),
    law(change::CANCELLATION, &[8], "a cancelled change tells exactly what became of its worker"),
    law(change::UNEXPECTED, &[7], "an unexpected stop is told once, with the policy's consequence"),
    law(change::UNAVAILABLE, &[7], "a command that no worker can take is published once, whole"),
    law(change::STABLE, &[5], "what is published is the one proxy that was born for the entry"),
    law(ending::NOTHING_OWED, &[9], "an entry is removed when nothing is owed to it"),
    law(ending::REMOVED_AT_ONCE, &[9], "an entry to which nothing is owed is removed in that fold"),
    law(
        ending::RETIRED_ONCE,
        &[7, 9],
        "EntryRetired is exactly one per removal, and the last value",
    ),
    law(ending::CAUSE, &[12], "the cause of a removal is what ended the entry"),
    law(ending::EXIT_PLACE, &[7], "a proxy's exit and absorbed stops are published exactly once"),
    law(ending::STOP_RESULT, &[7], "an explicit stop ends as its shutdown and the exit say"),
    law(
        ending::CANCELLATION_PAIR,
        &[8],
        "OperationCancelled and EntryRetired(Cancellation) are a pair",
    ),
    law(
        ending::DRAINS_EACH,
        &[12],
        "the shutdown hands out every worker and asks every proxy once",
    ),
    law(ending::FORCE, &[12], "retirement is forced by the exact deadline only"),
    law(diagnostic::TRUTHFUL, &[13], "a diagnostic says what the facts say, whole"),
    law(diagnostic::FORCED, &[12], "a forced retirement classifies exactly the unresolved entries"),
    law(state::CAPACITY, &[1], "retained entries stay within the limit, whatever their phase"),
    law(state::FULL, &[1], "a start is refused as at capacity only where the table is full"),
    law(state::TABLE, &[2, 9], "the table shows exactly the lives that were accepted, one a key"),
    law(state::PHASE, &[13], "each entry shows the phase and the debts that the history says"),
    law(state::NO_IDLE_SLOT, &[6], "no fold ends with a free slot and a waiting entry"),
    law(state::ENDS_EMPTY, &[12], "the supervisor ends in the fold that removes the last entry"),
    law(state::RETENTION, &[8], "exactly one terminal operation is kept, until the next change"),
];

/// The law of this name.
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}
