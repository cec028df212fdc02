//! Correlations: each is fresh, and of this supervisor.

use super::hold;
use crate::supervisor::observation::{
    Id, Interruption, Lifecycle, Purpose, Reply, Said, SupervisorSetup, Told,
};
use crate::verdict::LawBreach;

/// A correlation that goes out for the first time is above every earlier one of its kind.
pub(super) const FRESH: &str = "correlations-fresh";

/// The highest ordinals that went out.
#[derive(Debug, Default)]
pub(super) struct Issue {
    generation: Option<u64>,
    creation: Option<u64>,
    operation: Option<u64>,
    stop: Option<u64>,
    /// The highest stop before this fold.
    stop_before: Option<u64>,
    deadline: Option<u64>,
    diagnostic: Option<u64>,
}

impl Issue {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// A fold begins.
    pub(super) fn begin(&mut self) {
        self.stop_before = self.stop;
    }

    /// Judges the correlations that an action issues.
    pub(super) fn judge(
        &mut self,
        setup: &SupervisorSetup,
        told: &Told,
        said: &Said,
    ) -> Result<(), LawBreach> {
        match *said {
            Said::CreateProxy { creation, generation } => {
                fresh(&mut self.creation, creation, setup, said)?;
                fresh(&mut self.generation, generation, setup, said)
            }
            Said::Reply { reply, .. } => match reply {
                Reply::StartAccepted { cancel, .. } | Reply::ReplaceAccepted { cancel, .. } => {
                    fresh(&mut self.operation, cancel.operation, setup, said)
                }
                _ => Ok(()),
            },
            Said::ScheduleDeadline { deadline, .. } => {
                fresh(&mut self.deadline, deadline, setup, said)
            }
            Said::DeliverDiagnostic { correlation, .. } => {
                fresh(&mut self.diagnostic, correlation, setup, said)
            }
            Said::ShutdownProxy { request } => match request.purpose {
                Purpose::Stop { stop } => self.note_stop(stop, setup, told, said),
                Purpose::Ending => Ok(()),
            },
            Said::Lifecycle { event: Lifecycle::StopFinished { stop, .. }, .. }
            | Said::Lifecycle {
                event:
                    Lifecycle::WorkerChangeInterrupted {
                        cause: Interruption::ExplicitStop { stop },
                        ..
                    },
                ..
            } => self.note_stop(stop, setup, told, said),
            Said::ObserveProxyCreation { .. }
            | Said::ObserveProxyExit { .. }
            | Said::InstallInitial { .. }
            | Said::Replace { .. }
            | Said::Lifecycle { .. }
            | Said::TransferTerminalDiagnostic { .. } => Ok(()),
        }
    }

    /// A stop is named in the fold that accepts it, and by later ones.
    fn note_stop(
        &mut self,
        stop: Id,
        setup: &SupervisorSetup,
        told: &Told,
        said: &Said,
    ) -> Result<(), LawBreach> {
        let known = match told {
            Told::Stop { .. } => self.stop_before < Some(stop.ordinal),
            _ => Some(stop.ordinal) <= self.stop_before,
        };
        hold(known && stop.issuer == setup.identity, FRESH, || {
            format!("{said:?} after {:?}", self.stop_before)
        })?;
        self.stop = self.stop.max(Some(stop.ordinal));
        Ok(())
    }
}

fn fresh(
    highest: &mut Option<u64>,
    id: Id,
    setup: &SupervisorSetup,
    said: &Said,
) -> Result<(), LawBreach> {
    let is_fresh = *highest < Some(id.ordinal) && id.issuer == setup.identity;
    hold(is_fresh, FRESH, || format!("{said:?} after {highest:?}"))?;
    *highest = Some(id.ordinal);
    Ok(())
}
