//! Priming a foreign proxy: it is led to a running activation, so that it has issued one of each
//! correlation.

use super::ForeignStock;
use crate::proxy::observation::{Id, Said, Submission, Told};

/// Its owner's ticket, its worker's name and the correlation of that one's initialization: below those
/// of the judged proxy.
const TICKET: Id = Id { issuer: super::OWNER, ordinal: 0 };
const INCARNATION: u32 = 1;
const ATTEMPT: u32 = 1;
/// Its values: below those of the judged proxy.
const SUBMISSION: Submission = Submission { worker: 1, plan: 2 };
const PERMIT: u32 = 3;

impl ForeignStock {
    /// The next input; `None` when it is there.
    pub(super) fn prime(&mut self, said: &[Said]) -> Option<Told> {
        said.iter().for_each(|said| self.issued.note(said));
        let Some(first) = said.first() else {
            return Some(Told::InstallInitial { ticket: TICKET, submission: SUBMISSION });
        };
        let (incarnation, attempt) = (INCARNATION, ATTEMPT);
        match *first {
            Said::CreateWorker { creation, .. } => {
                Some(Told::BirthCommitted { creation, incarnation, attempt })
            }
            Said::InitializeWorker { .. } => {
                self.worker = Some((incarnation, attempt));
                let plan = SUBMISSION.plan;
                Some(Told::Initialized { incarnation, attempt, permit: PERMIT, plan })
            }
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerExit { .. }
            | Said::BeginActivation { .. }
            | Said::CancelActivation { .. }
            | Said::ShutdownWorker { .. }
            | Said::DeliverService { .. }
            | Said::Report { .. }
            | Said::Diagnostic { .. } => None,
        }
    }
}
