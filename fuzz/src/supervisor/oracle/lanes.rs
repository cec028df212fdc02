//! The one authored order of the actions of a fold.

use crate::supervisor::observation::Said;

fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateProxy { .. } => 0,
        Said::ObserveProxyCreation { .. } => 1,
        Said::ObserveProxyExit { .. } => 2,
        Said::InstallInitial { .. } => 3,
        Said::Replace { .. } => 4,
        Said::ShutdownProxy { .. } => 5,
        Said::Reply { .. } => 6,
        Said::Lifecycle { .. } => 7,
        Said::DeliverDiagnostic { .. } | Said::TransferTerminalDiagnostic { .. } => 8,
        Said::ScheduleDeadline { .. } => 9,
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
