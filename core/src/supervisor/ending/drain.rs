//! An entry that the global shutdown ended.

use super::owed::{Born, Settled};
use super::{Ends, EndsUnborn, diagnose_shutdown, interrupt};
use crate::supervisor::context::Desk;
use crate::supervisor::{
    AbsorbedStop, ChangeKind, DynamicLifecycle, InterruptionCause, OperationId, ProxyExit,
    RetiredProxy, RetirementCause, ShutdownPurpose, SupervisorProtocol,
};
use alloc::vec::Vec;

/// The end of an entry by the global shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShutdownDrain {
    /// What began the shutdown.
    pub cause: ShutdownCause,
    /// The change that it interrupted and whose worker result was owed, if there was one. A worker that
    /// was still here went out at once.
    pub interrupted: Option<(ChangeKind, OperationId)>,
}

/// What began a global shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShutdownCause {
    /// A request.
    Requested,
    /// A diagnostic that ends the supervisor.
    Diagnostic,
}

impl ShutdownCause {
    const fn retirement(self) -> RetirementCause {
        match self {
            Self::Requested => RetirementCause::SupervisorShutdown,
            Self::Diagnostic => RetirementCause::DiagnosticTermination,
        }
    }
}

impl<P: SupervisorProtocol> Ends<P, ProxyExit<P>> for ShutdownDrain {
    fn arrive(&mut self, born: &mut Born<P>, desk: &mut Desk<'_, P>) {
        if let Some(arrived) = born.work.take_arrived() {
            let kind = arrived.0.kind();
            interrupt(arrived, InterruptionCause::SupervisorShutdown { kind }, desk);
        }
        if let Some(rejected) = born.shutdown.take_rejected() {
            let _reason = diagnose_shutdown(rejected, desk);
        }
    }

    fn close(self, settled: Settled<P, ProxyExit<P>>, desk: &mut Desk<'_, P>) {
        let Settled { exit, absorbed, .. } = settled;
        self.retire(RetiredProxy::Here(exit), absorbed, desk);
    }
}

impl<P: SupervisorProtocol> EndsUnborn<P> for ShutdownDrain {
    fn purpose(&self) -> ShutdownPurpose {
        ShutdownPurpose::Ending
    }

    fn close_unborn(self, desk: &mut Desk<'_, P>) {
        self.retire(RetiredProxy::NeverBorn, Vec::new(), desk);
    }
}

impl ShutdownDrain {
    fn retire<P: SupervisorProtocol>(
        self,
        exit: RetiredProxy<P>,
        absorbed: Vec<AbsorbedStop<P>>,
        desk: &mut Desk<'_, P>,
    ) {
        let cause = self.cause.retirement();
        desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
    }
}
