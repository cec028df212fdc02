//! Facts that nothing waits for: how they are classified.

use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{FactClass, Id, Role, Told, Worker};

/// What a fact says about the worker it is about.
#[derive(Clone, Copy)]
struct Claim {
    role: Role,
    child: Id,
    evidence: Option<u32>,
}

impl From<Worker> for Claim {
    fn from(worker: Worker) -> Self {
        Self { role: worker.role, child: worker.child, evidence: Some(worker.evidence) }
    }
}

/// The correlations that a fact names as its own, and its claim about a worker.
#[derive(Clone, Copy)]
struct Marks {
    ids: [Option<Id>; 2],
    claim: Option<Claim>,
}

impl Marks {
    const NONE: Self = Self { ids: [None; 2], claim: None };

    fn of_ids(first: Id, second: Option<Id>) -> Self {
        Self { ids: [Some(first), second], claim: None }
    }

    fn of_worker(worker: Worker, second: Option<Id>) -> Self {
        Self { ids: [Some(worker.child), second], claim: Some(worker.into()) }
    }

    fn of_birth(role: Role, child: Id) -> Self {
        let claim = Claim { role, child, evidence: None };
        Self { ids: [Some(child), None], claim: Some(claim) }
    }
}

/// Reads a fact's marks. Commands have none, and those of a completion do not count: it is stale
/// whatever it names.
fn marks(told: &Told) -> Marks {
    match *told {
        Told::Initialize | Told::Submit { .. } | Told::Shutdown | Told::Completed { .. } => {
            Marks::NONE
        }
        Told::BirthCommitted { role, child, .. } | Told::BirthRejected { role, child, .. } => {
            Marks::of_birth(role, child)
        }
        Told::InitializationReady { worker, .. }
        | Told::InitializationRejected { worker, .. }
        | Told::InitializationStopped { worker, .. }
        | Told::Stopped { worker, .. } => Marks::of_worker(worker, None),
        Told::BeginAccepted { worker, ticket }
        | Told::BeginRejected { worker, ticket, .. }
        | Told::Ready { worker, ticket }
        | Told::ActivationRejected { worker, ticket, .. } => Marks::of_worker(worker, Some(ticket)),
        Told::DeliveryAccepted { child, assignment }
        | Told::DeliveryRejected { child, assignment, .. } => {
            Marks::of_ids(child, Some(assignment))
        }
        Told::Prepared { ticket, .. } | Told::PreparationRejected { ticket, .. } => {
            Marks::of_ids(ticket, None)
        }
        Told::RestartScheduleAccepted { recovery, timer }
        | Told::RestartScheduleRejected { recovery, timer, .. }
        | Told::RestartTimerElapsed { recovery, timer, .. } => {
            Marks::of_ids(recovery, Some(timer.generation))
        }
        Told::ShutdownAccepted { shutdown } | Told::ShutdownRejected { shutdown, .. } => {
            Marks::of_worker(shutdown.worker, Some(shutdown.id))
        }
        Told::DeadlineAccepted { timer }
        | Told::DeadlineRejected { timer, .. }
        | Told::DeadlineElapsed { timer, .. } => Marks::of_ids(timer.generation, None),
    }
}

impl Turn<'_> {
    /// How a rejected fact is classified.
    pub(super) fn classify(&self, told: &Told) -> FactClass {
        let marks = marks(told);
        let is_foreign = |id: &Id| id.pool != self.rules.identity;
        if marks.ids.iter().flatten().any(is_foreign) {
            FactClass::Foreign
        } else if marks.claim.is_some_and(|claim| self.is_impostor(claim)) {
            FactClass::WrongWorker
        } else {
            FactClass::Stale
        }
    }

    /// Whether a live nonce is claimed for another role, or with other evidence than its own.
    fn is_impostor(&self, claim: Claim) -> bool {
        self.floor.cells.holding(claim.child).is_some_and(|cell| {
            let is_born = !cell.owed.any(Owed::BIRTH);
            let other_evidence = claim.evidence.is_some_and(|named| named != cell.evidence);
            claim.role != cell.role || (is_born && other_evidence)
        })
    }
}
