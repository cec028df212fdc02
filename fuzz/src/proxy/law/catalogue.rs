//! Every law by its stable name, with the claims of the design that it watches.
//!
//! The claims: 1 one installed worker, 2 services to the exact ready worker, 3 installed is not ready,
//! 4 the predecessor is drained first, 5 one state and one complete product, 6 shutdown settles
//! everything, 7 wrong facts advance nothing.

use super::{change, end, leftover, report, service, shape, staff, state};
pub use crate::law::Law;
use crate::law::law;
use crate::proxy::core_proxy;

/// Every law of the observed history, and what only the adapter can see. Those that the runner judges
/// for every family are listed in [`run::names`](crate::run::names); the core's own invariants have
/// names that begin with `core-`.
pub static LAWS: &[Law] = &[
    law(
        core_proxy::HANDED_BACK_WHOLE,
        &[5],
        "an input that is handed back is the one that was told",
    ),
    law(core_proxy::BATCH_SETTLEMENT, &[5], "settling a cut batch loses and reorders nothing"),
    law(core_proxy::PRODUCT_READS_ALIKE, &[5], "a product says the same however it is read"),
    law(core_proxy::STATE_READS_ALIKE, &[5], "a proxy says the same of itself however it is asked"),
    law(shape::HANDED_BACK, &[5, 6], "inputs are handed back after the end, and only then"),
    law(shape::NO_TRACE, &[5], "a step that was handed back changes and says nothing"),
    law(shape::VERDICT, &[5, 6], "verdict and state say the same"),
    law(shape::LANE_ORDER, &[5], "actions stand in the one authored order"),
    law(shape::CREATION_OBSERVED, &[1, 5], "a creation goes out with both its observations"),
    law(shape::ONE_DIAGNOSTIC, &[7], "a rejected fact has one diagnostic, of the fact whole"),
    law(shape::INERT, &[7], "a rejected fact changes nothing and says nothing else"),
    law(shape::FOREIGN, &[7], "exactly the facts with another proxy's correlation are foreign"),
    law(staff::AWAITED, &[5, 6], "a fact that is awaited is taken"),
    law(staff::UNAWAITED, &[7], "a fact that is not awaited is rejected"),
    law(shape::PHASE, &[5], "what names a phase names the one that was shown"),
    law(shape::DRAIN_ONLY, &[6], "a draining proxy creates, activates and serves nothing"),
    law(shape::DRAIN_REPORTS, &[6], "a draining proxy reports refusals, one cancel, nothing else"),
    law(shape::DRAIN_FINAL, &[6], "shutdown closes admission for good, and nothing else does"),
    law(service::ANSWERED_ONCE, &[2, 5], "a command is delivered or comes back, once, whole"),
    law(service::READY_ONLY, &[2, 3], "a command goes to the exact worker that is Ready"),
    law(change::TAKEN_IN_ITS_ROWS, &[1, 5], "a change is taken in its own rows only"),
    law(change::ANSWERED_ONCE, &[5], "each change is answered once, in its kind, under its ticket"),
    law(change::REFUSAL, &[5, 7], "a refusal returns the submission and changes nothing"),
    law(staff::ONE_WORKER, &[1], "a creation goes out only while none is out"),
    law(staff::PREDECESSOR_GONE, &[1, 4], "a creation follows the exit of the worker before it"),
    law(staff::CREATION_FOR_CHANGE, &[4], "a creation carries the accepted submission, once"),
    law(staff::FRESH, &[2, 7], "correlations are the proxy's own and never issued twice"),
    law(staff::INITIALIZATION, &[3, 6], "each commit is followed by one initialization request"),
    law(staff::BEGIN, &[3], "an activation begins with the permit and plan of its initialization"),
    law(staff::ONE_CANCEL, &[6], "an activation is cancelled once, in the shutdown"),
    law(staff::ONE_SHUTDOWN, &[4, 6], "a living worker is asked to stop, once"),
    law(end::TELLS_WHAT_WAS_TOLD, &[5], "an outcome tells what was told of its worker"),
    law(end::READY_ALIVE, &[2, 3], "Ready is reported of a living worker that was told ready"),
    law(end::END_COMPLETE, &[5, 6], "an end names the exit and the settlement of a shutdown"),
    law(end::PREDECESSOR, &[4], "an outcome owns the drained predecessor's exit and settlement"),
    law(report::WORKER_STOPPED, &[5], "the exit of a ready worker is reported once"),
    law(report::CANCELLED, &[4, 6], "only a shutdown cancels a replacement, before its creation"),
    law(report::OF_A_WORKER, &[5], "nothing is reported of a worker that was never created"),
    law(leftover::OWES_NOTHING, &[6], "a proxy stops once nothing is awaited"),
    law(leftover::COMPLETE, &[6], "the leftover owns what nobody was told, and only that"),
    law(state::READY_ROW, &[2, 3], "Ready is shown exactly while the reported worker lives"),
    law(state::EMPTY, &[1], "an empty proxy holds nobody, and knows whether one was ever born"),
    law(state::ASKED, &[4, 6], "a worker that is being drained was asked to stop"),
    law(state::UNDER_WAY, &[5], "a change is under way between the rows at rest"),
    law(state::DEBTS, &[4, 6], "settlements that are out are shown as owed"),
    law(state::EXITS, &[3, 6], "a kept exit is shown"),
];

/// The law of this name.
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}
