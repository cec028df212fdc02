//! The birth of a proxy whose entry still starts.

use super::context::Desk;
use super::fact::BirthFact;
use super::phase::{Creating, Phase, StartWaiting};
use super::{
    ChangeFailure, DynamicDiagnostic, DynamicLifecycle, FailedWorker, ProxyBirth, RetiredProxy,
    RetirementCause, SupervisorProtocol,
};
use alloc::vec::Vec;

/// A committed birth waits for its slot; without a living proxy the entry is gone.
pub(crate) fn resolved<P: SupervisorProtocol>(
    entry: Creating<P>,
    birth: BirthFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    let Creating { creation: _, operation, submission, early_exit } = entry;
    let identity = desk.identity();
    let worker = |submission| FailedWorker::Present(submission);
    match (birth.result, early_exit) {
        (ProxyBirth::Committed { proxy }, None) => {
            Some(Phase::StartWaiting(StartWaiting { proxy, operation, submission }))
        }
        (ProxyBirth::Committed { proxy: _ }, Some(exit)) => {
            desk.diagnose(DynamicDiagnostic::ProxyDied { identity, exit });
            let (worker, reason) = (worker(*submission), ChangeFailure::ProxyDied);
            desk.publish(DynamicLifecycle::StartFailed { operation, worker, reason });
            retire(RetirementCause::StableProxyExit, RetiredProxy::Elsewhere, desk);
            None
        }
        (ProxyBirth::Rejected { rejection }, early_exit) => {
            desk.diagnose(DynamicDiagnostic::CreationRejected { identity, rejection, early_exit });
            let (worker, reason) = (worker(*submission), ChangeFailure::CreationRejected);
            desk.publish(DynamicLifecycle::StartFailed { operation, worker, reason });
            retire(RetirementCause::StartFailed, RetiredProxy::NeverBorn, desk);
            None
        }
    }
}

/// The last value of an entry that has absorbed no stop.
pub(crate) fn retire<P: SupervisorProtocol>(
    cause: RetirementCause,
    exit: RetiredProxy<P>,
    desk: &mut Desk<'_, P>,
) {
    desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed: Vec::new() });
}
