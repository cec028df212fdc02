//! The recovery phase: no new work, no wrong facts, nothing withheld. The host settles all that it
//! owes, shuts the proxy down, settles the rest, and the proxy must end.
//!
//! Both bounds follow from what there can be at once: one worker that is being drained, and one that
//! is created after it. A life costs a birth, an initialization, a start, a result, a shutdown and an
//! exit, one input each.

use super::settle::WELL;
use super::{Duty, Host, Plan};
use crate::proxy::observation::{ProxyView, Row};

/// Inputs that one worker's life can cost.
const INPUTS_PER_WORKER: u32 = 6;

impl Host {
    /// Nothing is withheld any more, and no batch will be cut.
    pub(super) fn behave(&mut self) {
        self.duties.release_all();
        self.cut = None;
    }

    /// The next input of the recovery phase; `None` if nothing is owed.
    pub(super) fn recover_next(&mut self) -> Option<Plan> {
        self.settle_oldest(WELL)
    }

    /// The most inputs before the shutdown, and again after it: what is owed, and the lives that
    /// can follow from it.
    pub(super) fn inputs_max(&self) -> u32 {
        self.duties.len() as u32 + 2 * INPUTS_PER_WORKER
    }

    /// What is pending, for the verdict.
    pub(super) fn owed(&self, view: &ProxyView) -> String {
        let owed: Vec<Duty> = self.duties.iter().map(|obligation| obligation.duty).collect();
        format!("{view:?}; the host owes {owed:?}")
    }
}

/// What a proxy still waits for although the host owes nothing.
pub(super) fn waits_in_vain(view: &ProxyView) -> Option<String> {
    let rests = matches!(
        view.row,
        Row::Dormant | Row::Ready | Row::EmptyInitial | Row::EmptyAfter | Row::Stopped
    );
    (!rests).then(|| format!("nothing is owed, and the proxy shows {view:?}"))
}

/// Whether a proxy is on its way to its end, or there.
pub(super) fn is_closing(row: Row) -> bool {
    matches!(
        row,
        Row::FailingToStop
            | Row::DrainingCreation
            | Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation
            | Row::DrainingWorker
            | Row::Stopped
    )
}
