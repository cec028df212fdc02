//! Outcomes of installs and replacements. `n` tags what an outcome returns; workers are named by the
//! number of the proxy that their evidence comes from.

use super::evidence::evidence;
use super::facts::{submission, worker_exit};
use super::{Proof, Reason, Rejection, Served, Test};
use actor_laws::proxy::*;
use actor_laws::settlement::Settlement;
use actor_laws::supervisor::{OperationId, UnreportedInput};

/// Worker `worker1@{worker}` is ready, with `proof#{worker}`.
pub(crate) fn ready(worker: u64) -> StartOutcome<Served> {
    ready_by(worker, worker)
}

/// Worker `worker1@{worker}` is ready, with `proof#{n}`.
pub(crate) fn ready_by(worker: u64, n: u64) -> StartOutcome<Served> {
    StartOutcome::Ready { evidence: evidence(worker), proof: Proof(n) }
}

/// Submission `n` was not born.
pub(crate) fn unborn(n: u64) -> StartOutcome<Served> {
    let why = CreationRejection::HostRejected(Reason(n));
    let unborn = UnbornWorker { submission: submission(n), why, early_exit: None };
    StartOutcome::CreationRejected(Box::new(unborn))
}

/// Worker `worker1@{worker}` was born and its activation rejected.
pub(crate) fn failed(worker: u64) -> StartOutcome<Served> {
    failed_by(worker, worker)
}

/// The same with `rejection#{n}` and `stop#{n}`.
pub(crate) fn failed_by(worker: u64, n: u64) -> StartOutcome<Served> {
    let (rejection, end) = (Rejection(n), WorkerEnd::Exited(worker_exit(n)));
    let cause = Box::new(UnavailableCause::ActivationRejected { rejection, end });
    StartOutcome::Unavailable { evidence: evidence(worker), cause }
}

/// The proxy refused submission `n`.
pub(crate) fn refused(n: u64) -> RefusedChange<Served> {
    let (phase, reason) = (ProxyPhase::Draining, ChangeRefusal::Phase);
    RefusedChange { submission: submission(n), phase, reason }
}

/// A predecessor that had gone before.
pub(crate) fn gone(worker: u64) -> Predecessor<Served> {
    Predecessor::Gone(evidence(worker))
}

/// A predecessor that was drained, by `stop#{n}`.
pub(crate) fn drained(worker: u64, n: u64) -> Predecessor<Served> {
    let (exit, settlement) = (worker_exit(n), Settlement::Accepted);
    Predecessor::Drained { evidence: evidence(worker), exit, settlement }
}

/// Submission `n` was to replace a worker when the proxy was asked to stop.
pub(crate) fn cancelled(worker: u64, n: u64) -> ReplacementOutcome<Served> {
    let (predecessor, submission) = (evidence(worker), submission(n));
    ReplacementOutcome::CancelledBeforeBirth { predecessor, submission }
}

pub(crate) fn replaced(
    predecessor: Predecessor<Served>,
    successor: StartOutcome<Served>,
) -> ReplacementOutcome<Served> {
    ReplacementOutcome::Resolved { predecessor, successor }
}

/// The change `ticket` was left behind with a worker that was ready, by `proof#{n}` and `stop#{n}`.
pub(crate) fn left(
    ticket: OperationId,
    predecessor: Option<Predecessor<Served>>,
    n: u64,
) -> UnreportedInput<Test> {
    let (proof, end) = (Proof(n), WorkerEnd::Exited(worker_exit(n)));
    left_by(ticket, predecessor, UnreportedWorker::Ready { proof, end })
}

/// The change `ticket` was left behind.
pub(crate) fn left_by(
    ticket: OperationId,
    predecessor: Option<Predecessor<Served>>,
    worker: UnreportedWorker<Served>,
) -> UnreportedInput<Test> {
    let change = UnreportedChange { ticket, predecessor, worker };
    UnreportedInput::Left(Leftover::Change(Box::new(change)))
}
