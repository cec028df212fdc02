//! Services: each command goes once, to the exact ready worker, or comes back once.

use super::staff::Staff;
use super::{Observed, hold};
use crate::proxy::observation::{Report, Row, Said, Told};
use crate::verdict::LawBreach;

/// A command is delivered or comes back, exactly once, whole; and nothing else is said to it.
pub(super) const ANSWERED_ONCE: &str = "service-answered-once";
/// A command goes to the exact current worker, and only while that is Ready.
pub(super) const READY_ONLY: &str = "service-to-the-ready-worker-only";

/// Judges the answer to one command.
pub(super) fn judge(step: &Observed<'_>, staff: &Staff) -> Result<(), LawBreach> {
    let Told::Service { sender, command } = *step.told else {
        let answers = step.said.iter().any(|said| answer(said).is_some());
        return hold(!answers, ANSWERED_ONCE, || format!("{:?}", step.said));
    };
    let [said] = step.said else {
        return hold(false, ANSWERED_ONCE, || format!("{} actions", step.said.len()));
    };
    hold(answer(said) == Some((sender, command)), ANSWERED_ONCE, || format!("{said:?}"))?;
    let ready = if step.before.row == Row::Ready { staff.ready() } else { None };
    let reached = match said {
        Said::DeliverService { incarnation, .. } => Some(*incarnation),
        Said::CreateWorker { .. }
        | Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerExit { .. }
        | Said::InitializeWorker { .. }
        | Said::BeginActivation { .. }
        | Said::CancelActivation { .. }
        | Said::ShutdownWorker { .. }
        | Said::Report { .. }
        | Said::Diagnostic { .. } => None,
    };
    hold(reached == ready, READY_ONLY, || format!("{said:?}, and {ready:?} is ready"))?;
    hold(step.before == step.after, ANSWERED_ONCE, || format!("it became {:?}", step.after))
}

/// The sender and the command that an action answers.
fn answer(said: &Said) -> Option<(u32, u32)> {
    match said {
        Said::DeliverService { sender, command, .. }
        | Said::Report { report: Report::Unavailable { sender, command, .. } } => {
            Some((*sender, *command))
        }
        Said::CreateWorker { .. }
        | Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerExit { .. }
        | Said::InitializeWorker { .. }
        | Said::BeginActivation { .. }
        | Said::CancelActivation { .. }
        | Said::ShutdownWorker { .. }
        | Said::Report { .. }
        | Said::Diagnostic { .. } => None,
    }
}
