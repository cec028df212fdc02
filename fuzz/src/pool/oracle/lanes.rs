//! The one authored order of the actions of a fold.

use crate::pool::observation::Said;

/// The lane of an action. A residual's members follow it in its own lane.
fn lane(said: &Said) -> u8 {
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

/// Brings actions that stand in causal order into lane order. An insertion sort: the batch is
/// small and almost sorted, and within a lane the causal order must survive.
pub(super) fn arrange(batch: &mut [Said]) {
    for end in 1..batch.len() {
        let own = lane(&batch[end]);
        let sorted = &batch[..end];
        let place = sorted.iter().rposition(|other| lane(other) <= own).map_or(0, |at| at + 1);
        if place < end {
            batch[place..=end].rotate_right(1);
        }
    }
}
