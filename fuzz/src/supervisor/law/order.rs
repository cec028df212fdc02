//! The one authored order of the lanes.

use crate::supervisor::observation::Said;

/// The place of an action's lane; the two ways of a diagnostic share theirs.
pub(super) fn lane(said: &Said) -> u8 {
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
