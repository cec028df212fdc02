//! The unexpected stop of a ready worker.

use super::context::Desk;
use super::ending::owed::Born;
use super::ending::retiring::Retiring;
use super::ending::{Ending, Owing, shut_down};
use super::fact::WorkerStoppedReport;
use super::phase::{Available, Phase, ServiceState};
use super::{
    DynamicLifecycle, EmptyReason, ExitConsequence, ShutdownPurpose, SupervisorProtocol,
    UnexpectedExit,
};
use alloc::boxed::Box;

/// The worker of a service that no change owns: the policy decides.
pub(crate) fn stopped<P: SupervisorProtocol>(
    entry: Available<P>,
    report: WorkerStoppedReport<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let Available { proxy, service, last } = entry;
    match desk.context.definition.unexpected_exit {
        UnexpectedExit::KeepEmpty => {
            let service = base_stopped(service, report, desk);
            Phase::Available(Available { proxy, service, last })
        }
        UnexpectedExit::Retire => {
            publish(report, ExitConsequence::Retiring, desk);
            let custody = shut_down(Born::idle(proxy), ShutdownPurpose::Ending, desk);
            let owing = Box::new(Owing { ends: Retiring::UnexpectedWorkerExit, custody });
            Phase::Ending(Ending::Retiring(owing))
        }
    }
}

/// The worker that is being replaced: the base becomes empty, whatever the policy says.
pub(crate) fn base_stopped<P: SupervisorProtocol>(
    base: ServiceState,
    report: WorkerStoppedReport<P>,
    desk: &mut Desk<'_, P>,
) -> ServiceState {
    publish(report, ExitConsequence::KeptEmpty, desk);
    base.emptied(EmptyReason::WorkerStopped)
}

fn publish<P: SupervisorProtocol>(
    report: WorkerStoppedReport<P>,
    consequence: ExitConsequence,
    desk: &mut Desk<'_, P>,
) {
    let WorkerStoppedReport { proxy: _, evidence, exit } = report;
    desk.publish(DynamicLifecycle::UnexpectedWorkerStopped { evidence, exit, consequence });
}
