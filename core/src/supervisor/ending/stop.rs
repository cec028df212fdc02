//! Explicit stops: of a service that no change owns, and of a start under way.
//!
//! A rejected shutdown fails the stop with its reason unchanged. Whether the entry is restored or
//! retired depends on the exit alone: without one the entry is as it was, with one it is gone.

use super::owed::{Born, Custody, RejectedShutdown, Settled, ShutdownResult};
use super::{Ending, Ends, EndsUnborn, Owing, diagnose_shutdown, interrupt};
use crate::settlement::Settlement;
use crate::supervisor::context::Desk;
use crate::supervisor::fact::{Fact, ShutdownSettled};
use crate::supervisor::phase::{Available, ServiceState};
use crate::supervisor::{
    AbsorbedStop, DynamicLifecycle, EmptyReason, ExitConsequence, InterruptionCause, LastOperation,
    OperationId, ProxyExit, RetiredProxy, RetirementCause, ShutdownPurpose, StopId, StopResult,
    SupervisorProtocol,
};
use alloc::vec::Vec;

/// An explicit stop of a ready or empty service. It restores the service if its shutdown is rejected
/// before the proxy's exit, unless the supervisor drains.
#[derive(Debug)]
pub struct StopOfAvailable<P: SupervisorProtocol> {
    /// The stop.
    pub stop: StopId,
    /// The record that the service keeps.
    pub last: LastOperation,
    /// The service as it was.
    pub service: ServiceState,
    /// Why the shutdown was rejected, if it was.
    pub rejection: Option<P::Reason>,
}

/// An explicit stop that interrupted a start.
#[derive(Debug)]
pub struct StopOfStart<P: SupervisorProtocol> {
    /// The stop.
    pub stop: StopId,
    /// The interrupted operation.
    pub operation: OperationId,
    /// Why the shutdown was rejected, if it was.
    pub rejection: Option<P::Reason>,
}

/// What a fact does to an ending, as far as restoring goes.
pub(super) enum Restoring<P: SupervisorProtocol> {
    Restored(Available<P>),
    Otherwise(Ending<P>, Fact<P>),
}

/// Undoes a stop whose shutdown is rejected before the exit.
pub(super) fn restore<P: SupervisorProtocol>(
    ending: Ending<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Restoring<P> {
    match (ending, fact) {
        (
            Ending::StopAvailable(owing),
            Fact::ShutdownSettled(ShutdownSettled {
                proxy: _,
                generation,
                purpose,
                settlement: Settlement::Rejected { request, reason },
            }),
        ) if generation == desk.generation() && owing.custody.restores(purpose) => {
            let (Owing { ends, custody }, rejected) =
                (*owing, RejectedShutdown { request, reason });
            Restoring::Restored(ends.restored(custody, rejected, desk))
        }
        (ending, fact) => Restoring::Otherwise(ending, fact),
    }
}

impl<P: SupervisorProtocol> Born<P> {
    /// Whether a rejection of the shutdown for this purpose leaves a proxy that lives.
    fn restores(&self, purpose: ShutdownPurpose) -> bool {
        let out = matches!(self.shutdown, ShutdownResult::Out(out) if out == purpose);
        out && self.exit.is_none()
    }
}

impl<P: SupervisorProtocol> StopOfAvailable<P> {
    /// The stop fails; the service is as it was, but for a worker that has stopped meanwhile.
    fn restored(
        self,
        custody: Born<P>,
        rejected: RejectedShutdown<P>,
        desk: &mut Desk<'_, P>,
    ) -> Available<P> {
        let Self { stop, last, service, rejection: _ } = self;
        let Born { proxy, mut absorbed, .. } = custody;
        let reason = diagnose_shutdown(rejected, desk);
        let result = StopResult::Failed { proxy: proxy.clone(), reason, exit: None };
        desk.publish(DynamicLifecycle::StopFinished { stop, result });
        let service = match absorbed.pop() {
            None => service,
            Some(AbsorbedStop { evidence, exit }) => {
                let consequence = ExitConsequence::KeptEmpty;
                let stopped =
                    DynamicLifecycle::UnexpectedWorkerStopped { evidence, exit, consequence };
                desk.publish(stopped);
                service.emptied(EmptyReason::WorkerStopped)
            }
        };
        Available { proxy, service, last }
    }
}

impl<P: SupervisorProtocol> Ends<P, ProxyExit<P>> for StopOfAvailable<P> {
    fn arrive(&mut self, born: &mut Born<P>, desk: &mut Desk<'_, P>) {
        keep_rejection(&mut self.rejection, born, desk);
    }

    fn close(self, settled: Settled<P, ProxyExit<P>>, desk: &mut Desk<'_, P>) {
        finish(self.stop, self.rejection, settled, desk);
    }
}

impl<P: SupervisorProtocol> Ends<P, ProxyExit<P>> for StopOfStart<P> {
    fn arrive(&mut self, born: &mut Born<P>, desk: &mut Desk<'_, P>) {
        if let Some(arrived) = born.work.take_arrived() {
            interrupt(arrived, InterruptionCause::ExplicitStop { stop: self.stop }, desk);
        }
        keep_rejection(&mut self.rejection, born, desk);
    }

    fn close(self, settled: Settled<P, ProxyExit<P>>, desk: &mut Desk<'_, P>) {
        finish(self.stop, self.rejection, settled, desk);
    }
}

impl<P: SupervisorProtocol> EndsUnborn<P> for StopOfStart<P> {
    fn purpose(&self) -> ShutdownPurpose {
        ShutdownPurpose::Stop(self.stop)
    }

    fn close_unborn(self, desk: &mut Desk<'_, P>) {
        let (stop, result) = (self.stop, StopResult::NeverBorn);
        desk.publish(DynamicLifecycle::StopFinished { stop, result });
        let (cause, exit, absorbed) = (RetirementCause::Stop, RetiredProxy::NeverBorn, Vec::new());
        desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
    }
}

impl<P: SupervisorProtocol> StopOfStart<P> {
    /// The ending of a stopped start, owed what `custody` says.
    pub(crate) fn owing(
        stop: StopId,
        operation: OperationId,
        custody: Custody<P>,
    ) -> Owing<Self, Custody<P>> {
        Owing { ends: Self { stop, operation, rejection: None }, custody }
    }
}

/// A rejection goes out as it comes; its reason stays for the closing.
fn keep_rejection<P: SupervisorProtocol>(
    kept: &mut Option<P::Reason>,
    born: &mut Born<P>,
    desk: &mut Desk<'_, P>,
) {
    if let Some(rejected) = born.shutdown.take_rejected() {
        *kept = Some(diagnose_shutdown(rejected, desk));
    }
}

/// The closing values of a stop whose proxy has ended.
fn finish<P: SupervisorProtocol>(
    stop: StopId,
    rejection: Option<P::Reason>,
    settled: Settled<P, ProxyExit<P>>,
    desk: &mut Desk<'_, P>,
) {
    let Settled { proxy, exit, absorbed, .. } = settled;
    let result = match rejection {
        None => StopResult::Stopped { proxy, exit },
        Some(reason) => StopResult::Failed { proxy, reason, exit: Some(exit) },
    };
    desk.publish(DynamicLifecycle::StopFinished { stop, result });
    let (cause, exit) = (RetirementCause::Stop, RetiredProxy::Elsewhere);
    desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
}
