//! Short words for the vocabulary: correlations, inputs, and actions.
//!
//! Worker `n` is the one of creation `n`, and everything that others author about it is derived from
//! `n`. Every kind of value starts at its own thousand, so that no two kinds can be mixed up.

use actor_laws_fuzz::proxy::observation::*;

pub(crate) const PROXY: u32 = 7;
pub(crate) const FOREIGN: u32 = 8;
pub(crate) const OWNER: u32 = 3;

pub(crate) fn id(ordinal: u64) -> Id {
    Id { issuer: PROXY, ordinal }
}

pub(crate) fn foreign(id: Id) -> Id {
    Id { issuer: FOREIGN, ..id }
}

pub(crate) fn ticket(n: u64) -> Ticket {
    Id { issuer: OWNER, ordinal: 900 + n }
}

pub(crate) fn creation(n: u32) -> Id {
    id(100 + u64::from(n))
}

/// The evidence of worker `n` is its creation.
pub(crate) fn evidence(n: u32) -> Evidence {
    creation(n)
}

pub(crate) fn activation(k: u32) -> Id {
    id(200 + u64::from(k))
}

pub(crate) fn incarnation(n: u32) -> Incarnation {
    300 + n
}

pub(crate) fn attempt(n: u32) -> u32 {
    400 + n
}

pub(crate) fn submission(n: u32) -> Submission {
    Submission { worker: 1000 + n, plan: 2000 + n }
}

pub(crate) fn plan(n: u32) -> Tag {
    2000 + n
}

pub(crate) fn permit(n: u32) -> Tag {
    3000 + n
}

pub(crate) fn proof(n: u32) -> Tag {
    4000 + n
}

/// Why something about worker `n` failed or was rejected.
pub(crate) fn reason(n: u32) -> Tag {
    5000 + n
}

/// Why its shutdown was not delivered.
pub(crate) fn shutdown_reason(n: u32) -> Tag {
    6000 + n
}

/// The end of worker `n`.
pub(crate) fn exit(n: u32) -> Exit {
    Exit { stop: 7000 + n, at: 70 + u64::from(n) }
}

/// The stop that the initialization of worker `n` tells by itself.
pub(crate) fn own(n: u32) -> Exit {
    Exit { stop: 8000 + n, at: 80 + u64::from(n) }
}

pub(crate) fn why(n: u32) -> CreationRefusal {
    CreationRefusal { by: Refuser::Host, reason: reason(n) }
}

pub(crate) fn begin(n: u32, k: u32) -> Begin {
    Begin {
        incarnation: incarnation(n),
        activation: activation(k),
        permit: permit(n),
        plan: plan(n),
    }
}

pub(crate) fn not_delivered(n: u32) -> Settled {
    Settled::Rejected { request: incarnation(n), reason: shutdown_reason(n) }
}

/// The end of worker `n` by itself.
pub(crate) fn exited(n: u32) -> End {
    End { exit: exit(n), shutdown: None }
}

/// The end of worker `n` after a shutdown that was delivered.
pub(crate) fn drained(n: u32) -> End {
    End { exit: exit(n), shutdown: Some(Settled::Accepted) }
}

/// Worker `n`, gone before it was replaced.
pub(crate) fn gone(n: u32) -> Predecessor {
    Predecessor { evidence: evidence(n), drained: None }
}

/// Worker `n`, drained for its replacement by a shutdown that was delivered.
pub(crate) fn made_room(n: u32) -> Predecessor {
    Predecessor { evidence: evidence(n), drained: Some((exit(n), Settled::Accepted)) }
}

/// Worker `n`, never born.
pub(crate) fn unborn(n: u32) -> Unborn {
    Unborn { submission: submission(n), why: why(n), early_exit: None }
}

/// Worker `n`, never born, although it had stopped.
pub(crate) fn contradictory(n: u32) -> Unborn {
    Unborn { early_exit: Some(exit(n)), ..unborn(n) }
}

pub(crate) fn ready(n: u32) -> StartOutcome {
    StartOutcome::Ready { evidence: evidence(n), proof: proof(n) }
}

pub(crate) fn unavailable(n: u32, cause: Cause) -> StartOutcome {
    StartOutcome::Unavailable { evidence: evidence(n), cause }
}

/// Causes of worker `n`'s failure.
pub(crate) mod by {
    use super::*;

    pub(crate) fn failure(n: u32, end: End) -> Cause {
        Cause::InitializationRejected { failure: reason(n), plan: plan(n), end }
    }

    pub(crate) fn stop(n: u32, exit: Exit, own: Option<Exit>) -> Cause {
        Cause::StoppedDuringInitialization { plan: plan(n), exit, own }
    }

    pub(crate) fn lateness(n: u32) -> Cause {
        Cause::InitializedAfterExit { permit: permit(n), plan: plan(n), exit: exit(n) }
    }

    pub(crate) fn start(n: u32, k: u32, end: End) -> Cause {
        Cause::StartRejected { request: begin(n, k), reason: reason(n), end }
    }

    pub(crate) fn rejection(n: u32, end: End) -> Cause {
        Cause::ActivationRejected { rejection: reason(n), end }
    }

    pub(crate) fn exit_of_ready(n: u32) -> Cause {
        Cause::ReadyAfterExit { proof: proof(n), exit: exit(n) }
    }
}

/// Inputs.
pub(crate) mod tell {
    use super::*;

    pub(crate) const SERVICE: Told = Told::Service { sender: 11, command: 12 };

    pub(crate) fn install(t: u64, n: u32) -> Told {
        Told::InstallInitial { ticket: ticket(t), submission: submission(n) }
    }

    pub(crate) fn replace(t: u64, n: u32) -> Told {
        Told::Replace { ticket: ticket(t), submission: submission(n) }
    }

    pub(crate) fn committed(n: u32) -> Told {
        Told::BirthCommitted {
            creation: creation(n),
            incarnation: incarnation(n),
            attempt: attempt(n),
        }
    }

    pub(crate) fn unborn(n: u32) -> Told {
        Told::BirthRejected { creation: creation(n), submission: submission(n), why: why(n) }
    }

    pub(crate) fn initialized(n: u32) -> Told {
        let (incarnation, attempt) = (incarnation(n), attempt(n));
        Told::Initialized { incarnation, attempt, permit: permit(n), plan: plan(n) }
    }

    pub(crate) fn failed(n: u32) -> Told {
        let (incarnation, attempt) = (incarnation(n), attempt(n));
        Told::EffectsRejected { incarnation, attempt, failure: reason(n), plan: plan(n) }
    }

    pub(crate) fn stopped(n: u32) -> Told {
        let (incarnation, attempt) = (incarnation(n), attempt(n));
        Told::InitializationStopped { incarnation, attempt, exit: own(n), plan: plan(n) }
    }

    pub(crate) fn begun(n: u32, k: u32) -> Told {
        Told::StartAccepted { incarnation: incarnation(n), activation: activation(k) }
    }

    pub(crate) fn unbegun(n: u32, k: u32) -> Told {
        let (request, reason) = (begin(n, k), reason(n));
        let (incarnation, activation) = (incarnation(n), activation(k));
        Told::StartRejected { incarnation, activation, request, reason }
    }

    pub(crate) fn ready(n: u32, k: u32) -> Told {
        let (incarnation, activation) = (incarnation(n), activation(k));
        Told::ActivationReady { incarnation, activation, proof: proof(n) }
    }

    pub(crate) fn rejected(n: u32, k: u32) -> Told {
        let (incarnation, activation) = (incarnation(n), activation(k));
        Told::ActivationRejected { incarnation, activation, rejection: reason(n) }
    }

    pub(crate) fn ready_after_cancel(n: u32, k: u32) -> Told {
        let (incarnation, activation) = (incarnation(n), activation(k));
        Told::ReadyAfterCancel { incarnation, activation, proof: proof(n) }
    }

    pub(crate) fn rejected_after_cancel(n: u32, k: u32) -> Told {
        let (incarnation, activation) = (incarnation(n), activation(k));
        Told::RejectedAfterCancel { incarnation, activation, rejection: reason(n) }
    }

    pub(crate) fn early(n: u32) -> Told {
        Told::ExitBeforeBirth { creation: creation(n), exit: exit(n) }
    }

    pub(crate) fn gone(n: u32) -> Told {
        Told::ExitAfterBirth { incarnation: incarnation(n), exit: exit(n) }
    }

    pub(crate) fn settled(n: u32) -> Told {
        Told::ShutdownSettled { incarnation: incarnation(n), settlement: Settled::Accepted }
    }

    pub(crate) fn unsettled(n: u32) -> Told {
        Told::ShutdownSettled { incarnation: incarnation(n), settlement: not_delivered(n) }
    }

    /// Every fact that can be told of worker `n` and its activation `k`.
    pub(crate) fn facts(n: u32, k: u32) -> Vec<Told> {
        vec![
            committed(n),
            unborn(n),
            initialized(n),
            failed(n),
            stopped(n),
            begun(n, k),
            unbegun(n, k),
            ready(n, k),
            rejected(n, k),
            ready_after_cancel(n, k),
            rejected_after_cancel(n, k),
            early(n),
            gone(n),
            settled(n),
            unsettled(n),
        ]
    }
}

/// Actions.
pub(crate) mod say {
    use super::*;

    pub(crate) fn create(n: u32) -> Vec<Said> {
        vec![
            Said::CreateWorker { creation: creation(n), submission: submission(n) },
            Said::ObserveWorkerCreation { creation: creation(n) },
            Said::ObserveWorkerExit { creation: creation(n) },
        ]
    }

    pub(crate) fn initialize(n: u32) -> Said {
        Said::InitializeWorker { incarnation: incarnation(n), attempt: attempt(n) }
    }

    pub(crate) fn activate(n: u32, k: u32) -> Said {
        Said::BeginActivation { begin: begin(n, k) }
    }

    pub(crate) fn cancel(n: u32, k: u32) -> Said {
        Said::CancelActivation { incarnation: incarnation(n), activation: activation(k) }
    }

    pub(crate) fn shutdown(n: u32) -> Said {
        Said::ShutdownWorker { incarnation: incarnation(n) }
    }

    pub(crate) fn deliver(n: u32) -> Said {
        Said::DeliverService { incarnation: incarnation(n), sender: 11, command: 12 }
    }

    pub(crate) fn no_service(phase: ShownPhase) -> Said {
        Said::Report { report: Report::Unavailable { sender: 11, phase, command: 12 } }
    }

    /// How the install under ticket 0 ended.
    pub(crate) fn installed(outcome: StartOutcome) -> Said {
        let outcome = InitialOutcome::Resolved(outcome);
        Said::Report { report: Report::Initial { ticket: ticket(0), outcome } }
    }

    /// How the replacement under ticket `t` ended.
    pub(crate) fn replaced(t: u64, predecessor: Predecessor, successor: StartOutcome) -> Said {
        let outcome = ReplacementOutcome::Resolved { predecessor, successor };
        Said::Report { report: Report::Replacement { ticket: ticket(t), outcome } }
    }

    /// The replacement of worker `old` by worker `n` is off.
    pub(crate) fn cancelled(t: u64, old: u32, n: u32) -> Said {
        let (predecessor, submission) = (evidence(old), submission(n));
        let outcome = ReplacementOutcome::CancelledBeforeBirth { predecessor, submission };
        Said::Report { report: Report::Replacement { ticket: ticket(t), outcome } }
    }

    pub(crate) fn no_install(
        t: u64,
        n: u32,
        phase: ShownPhase,
        creation: Option<Unavailable>,
    ) -> Said {
        let refused = Refused { submission: submission(n), phase, creation };
        let outcome = InitialOutcome::Refused(refused);
        Said::Report { report: Report::Initial { ticket: ticket(t), outcome } }
    }

    pub(crate) fn no_replacement(
        t: u64,
        n: u32,
        phase: ShownPhase,
        creation: Option<Unavailable>,
    ) -> Said {
        let refused = Refused { submission: submission(n), phase, creation };
        let outcome = ReplacementOutcome::Refused(refused);
        Said::Report { report: Report::Replacement { ticket: ticket(t), outcome } }
    }

    pub(crate) fn stopped(n: u32) -> Said {
        let (evidence, exit) = (evidence(n), exit(n));
        Said::Report { report: Report::WorkerStopped { evidence, exit } }
    }

    pub(crate) fn miss(kind: MissKind, phase: ShownPhase, fact: Told) -> Said {
        Said::Diagnostic { kind, phase, fact }
    }
}

/// Leftovers.
pub(crate) mod left {
    use super::*;

    /// The install under ticket 0 ended unreported.
    pub(crate) fn install(worker: UnreportedWorker) -> Leftover {
        Leftover::Change { ticket: ticket(0), predecessor: None, worker }
    }

    /// The replacement under ticket `t` ended unreported.
    pub(crate) fn replacement(
        t: u64,
        predecessor: Predecessor,
        worker: UnreportedWorker,
    ) -> Leftover {
        Leftover::Change { ticket: ticket(t), predecessor: Some(predecessor), worker }
    }

    pub(crate) fn initialized(n: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::Initialized { permit: permit(n), plan: plan(n), end }
    }

    pub(crate) fn failed(n: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::EffectsRejected { failure: reason(n), plan: plan(n), end }
    }

    /// Its initialization's own stop was its end.
    pub(crate) fn own_end(n: u32, shutdown: Option<Settled>) -> UnreportedWorker {
        let (own, plan) = (own(n), plan(n));
        UnreportedWorker::InitializationStopped { own, plan, end: None, shutdown }
    }

    /// Its initialization told a stop beside its end.
    pub(crate) fn stopped(n: u32, end: End) -> UnreportedWorker {
        let (own, plan, end) = (own(n), plan(n), Some(end));
        UnreportedWorker::InitializationStopped { own, plan, end, shutdown: None }
    }

    pub(crate) fn unbegun(n: u32, k: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::StartRejected { request: begin(n, k), reason: reason(n), end }
    }

    pub(crate) fn ready(n: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::Ready { proof: proof(n), end }
    }

    pub(crate) fn rejected(n: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::ActivationRejected { rejection: reason(n), end }
    }

    pub(crate) fn held(n: u32, end: End) -> UnreportedWorker {
        UnreportedWorker::Held { outcome: super::ready(n), end }
    }
}
