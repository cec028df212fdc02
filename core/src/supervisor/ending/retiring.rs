//! Retirement that nobody asked for: a failed start, an unexpected worker exit, a dead proxy.

use super::owed::{ArrivedResult, Born, RejectedInput, Settled};
use super::{Ends, diagnose_shutdown};
use crate::supervisor::context::Desk;
use crate::supervisor::{
    DynamicDiagnostic, DynamicLifecycle, ProxyExit, RetiredProxy, RetirementCause,
    SupervisorProtocol,
};

/// Why an entry whose proxy lives is retired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retiring {
    /// Its start failed.
    StartFailed,
    /// Its ready worker stopped, under `Retire`.
    UnexpectedWorkerExit,
}

/// The proxy died while an input was unresolved: only the input's result is owed, and it goes to the
/// diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterDeath;

impl Retiring {
    /// The cause that the entry's last value names.
    #[must_use]
    pub const fn cause(self) -> RetirementCause {
        match self {
            Self::StartFailed => RetirementCause::StartFailed,
            Self::UnexpectedWorkerExit => RetirementCause::UnexpectedWorkerExit,
        }
    }
}

impl<P: SupervisorProtocol> Ends<P, ProxyExit<P>> for Retiring {
    fn arrive(&mut self, born: &mut Born<P>, desk: &mut Desk<'_, P>) {
        if let Some(rejected) = born.shutdown.take_rejected() {
            let _reason = diagnose_shutdown(rejected, desk);
        }
    }

    fn close(self, settled: Settled<P, ProxyExit<P>>, desk: &mut Desk<'_, P>) {
        let Settled { exit, absorbed, .. } = settled;
        let (cause, exit) = (self.cause(), RetiredProxy::Here(exit));
        desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
    }
}

impl<P: SupervisorProtocol> Ends<P, ()> for AfterDeath {
    fn arrive(&mut self, born: &mut Born<P, ()>, desk: &mut Desk<'_, P>) {
        let Some((emitted, result)) = born.work.take_arrived() else { return };
        let (identity, operation) = (desk.identity(), emitted.operation);
        desk.diagnose(match result {
            ArrivedResult::InputRejected(rejected) => {
                let RejectedInput { input, reason } = *rejected;
                DynamicDiagnostic::InputRejected { identity, input, reason }
            }
            ArrivedResult::Resolved(outcome) => {
                DynamicDiagnostic::OutcomeFailed { identity, operation, outcome: *outcome }
            }
        });
    }

    fn close(self, settled: Settled<P, ()>, desk: &mut Desk<'_, P>) {
        let (cause, absorbed) = (RetirementCause::StableProxyExit, settled.absorbed);
        let exit = RetiredProxy::Elsewhere;
        desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
    }
}
