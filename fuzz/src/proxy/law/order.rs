//! The one authored order of lanes.

use crate::proxy::observation::Said;

/// The lane of an action.
pub(super) fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateWorker { .. } => 0,
        Said::ObserveWorkerCreation { .. } => 1,
        Said::ObserveWorkerExit { .. } => 2,
        Said::InitializeWorker { .. } => 3,
        Said::BeginActivation { .. } => 4,
        Said::CancelActivation { .. } => 5,
        Said::ShutdownWorker { .. } => 6,
        Said::DeliverService { .. } => 7,
        Said::Report { .. } => 8,
        Said::Diagnostic { .. } => 9,
    }
}
