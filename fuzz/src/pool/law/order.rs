//! The one authored order of the lanes.

use crate::pool::observation::Said;

/// The place of an action's lane. Members of a residual share the lane of their residual.
pub(super) fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateWorker { .. } => 0,
        Said::ObserveWorkerCreation { .. } => 1,
        Said::ObserveWorkerStop { .. } => 2,
        Said::InitializeWorker { .. } => 3,
        Said::BeginWorkerActivation { .. } => 4,
        Said::CancelWorkerActivation { .. } => 5,
        Said::DeliverAdmission { .. } => 6,
        Said::DeliverCustomerTerminal { .. } => 7,
        Said::DeliverAssignment { .. } => 8,
        Said::PrepareWorker { .. } => 9,
        Said::ScheduleRestart { .. } => 10,
        Said::ShutdownWorker { .. } => 11,
        Said::ScheduleDrainDeadline { .. } => 12,
        Said::TransferRejectedFact { .. } => 13,
        Said::DeliverDiagnostic { .. } => 14,
        Said::TransferTerminalDiagnostic { .. } => 15,
        Said::TransferDrainResidual { .. } | Said::ResidualMember { .. } => 16,
    }
}
