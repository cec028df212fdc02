//! Every law by its stable name, with the claims of the design that it watches.
//!
//! A claim is one of the sixteen that the design makes; the ten properties are among the texts.

use super::{issue, jobs, restart, shape, staff, state};
pub use crate::law::Law;
use crate::law::law;
use crate::pool::{core_pool, custody};
pub use crate::run::names::{
    DETERMINISM, LAW_TABLES, MUST_END, MUST_SETTLE, NO_PANIC, ORACLE_ACTIONS, ORACLE_CONSTRUCTION,
    ORACLE_STATE, ORACLE_VERDICT,
};

/// Every law that the library judges. The core's own invariants have names of their own, which begin
/// with `core-`.
pub static LAWS: &[Law] = &[
    law(ORACLE_CONSTRUCTION, &[1, 2, 16], "construction fails for the first reason that is so"),
    law(ORACLE_ACTIONS, &[2, 4, 10, 11, 12, 13, 14, 15, 16], "the whole product is as predicted"),
    law(ORACLE_VERDICT, &[13, 14, 16], "the verdict is as predicted"),
    law(ORACLE_STATE, &[4, 7, 8, 9, 15, 16], "mode, phases, cursor, source and queue as predicted"),
    law(
        LAW_TABLES,
        &[4, 12, 14, 15],
        "each member takes the facts of the law tables, and no others",
    ),
    law(DETERMINISM, &[16], "no effect is ambient: equal inputs have equal products"),
    law(NO_PANIC, &[16], "every input has an answer"),
    law(MUST_SETTLE, &[8, 13], "once all is settled, members are idle or retired and no job waits"),
    law(MUST_END, &[14], "after the shutdown the pool ends within a bound"),
    law(custody::LOST, &[5, 10, 16], "a value is dropped only where something ends it"),
    law(custody::SEEN_TWICE, &[5, 10, 16], "a value is emitted only by its holder"),
    law(custody::HELD, &[14, 16], "an ended machine holds nothing; copies never stay inside"),
    law(
        core_pool::HANDED_BACK_WHOLE,
        &[16],
        "an input that is handed back is the one that was told",
    ),
    law(core_pool::BATCH_SETTLEMENT, &[16], "settling a cut batch loses and reorders nothing"),
    law(core_pool::PRODUCT_READS_ALIKE, &[16], "a product says the same however it is read"),
    law(core_pool::STATE_READS_ALIKE, &[16], "a pool says the same of itself however it is asked"),
    law(core_pool::NO_PRODUCT, &[16], "a step that unwound has written no product"),
    law(shape::HANDED_BACK, &[16], "inputs outside the pool's life are handed back, and only they"),
    law(shape::NO_TRACE, &[16], "a step that was handed back or unwound changes and says nothing"),
    law(shape::VERDICT, &[14, 16], "verdict and mode say the same"),
    law(shape::LANE_ORDER, &[16], "actions stand in the one authored order"),
    law(shape::CREATION_OBSERVED, &[2, 4], "a creation goes out with both its observations"),
    law(shape::ONE_DIAGNOSTIC, &[15], "a rejected fact has exactly one diagnostic"),
    law(shape::INERT, &[15], "a rejected fact changes nothing and says nothing else"),
    law(shape::DIAGNOSTIC_WAY, &[15, 16], "diagnostics go the configured way; a transfer ends"),
    law(shape::DRAIN_ONLY, &[14], "a draining pool admits, starts and dispatches nothing"),
    law(shape::NO_DISPATCH, &[14], "no step both dispatches and shuts down"),
    law(shape::RESIDUAL, &[14, 16], "a forced retirement has one residual that lists its members"),
    law(issue::FRESH, &[2, 10], "active correlations are unique, retired ones never reissued"),
    law(staff::ROSTER, &[1, 2], "the start creates each role once, in declaration order"),
    law(staff::ONE_CREATION, &[2, 4, 12], "a replacement follows exactly one recovery"),
    law(staff::ONE_RECOVERY, &[11, 12], "a recovery follows exactly one eligible stop"),
    law(staff::INITIALIZATION, &[4], "an initialization follows the commit of its birth"),
    law(staff::ACTIVATION_LIMIT, &[4], "activations in flight stay within the limit"),
    law(staff::ONE_CANCEL, &[4, 14], "an activation is cancelled once, when its slot is freed"),
    law(staff::ONE_SHUTDOWN, &[4, 14], "a worker is asked to stop once, exactly, while it lives"),
    law(staff::READY_ONLY, &[3, 7, 10], "only the exact ready worker gets a job"),
    law(staff::ONE_ASSIGNMENT, &[7], "each worker has at most one assigned job"),
    law(staff::CURSOR, &[9], "the first idle role at or after the cursor is chosen"),
    law(jobs::ECHO, &[5], "an answer echoes its submission, once, to its route"),
    law(jobs::REFUSAL, &[6, 13, 14], "a refusal's reason is so"),
    law(jobs::BACKLOG, &[6], "a new submission queues only when queued < backlog_capacity"),
    law(jobs::ONE_END, &[5, 12], "each job has at most one terminal outcome"),
    law(jobs::OWNER, &[5], "an outcome returns the job's payload to the job's customer"),
    law(jobs::END_PLACE, &[5, 11, 13, 14], "a job ends where it was, for a reason that is so"),
    law(jobs::AUTHORITY, &[10, 12], "Completed needs the delivery and the exact completion"),
    law(jobs::ADMISSION_ORDER, &[9, 11], "jobs leave the queue in admission order"),
    law(jobs::RETRY_CAUSE, &[11, 12], "a job waits again after a stop under Retry or a rejection"),
    law(jobs::BALANCE, &[5], "accepted_jobs = queued_jobs + assigned_jobs"),
    law(jobs::ALL_RETURNED, &[13, 14], "after the shutdown no job is left"),
    law(jobs::STRANDED, &[13], "when every role is retired no job is left"),
    law(restart::BUDGET, &[11], "restarts stay within the budget, the clock and the ordinals"),
    law(restart::TIMER, &[4, 12], "a timer is set once for a prepared recovery, at the right tick"),
    law(restart::DELAY, &[4, 12], "a delayed creation follows acceptance and timer"),
    law(restart::DRAIN_DEADLINE, &[14], "the drain deadline is set once, if the policy asks"),
    law(state::BOUND, &[6], "queued_jobs <= backlog_capacity + worker_roles"),
    law(state::ORDERED, &[9, 11], "queued admission ordinals are strictly increasing"),
    law(state::NO_IDLE, &[8], "the backlog is empty or no worker is idle"),
    law(state::RING, &[9], "the cursor is the position that the dispatches left"),
    law(state::IDLE, &[7], "a member is idle exactly if its worker is ready and free"),
];

/// The law of this name.
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}
