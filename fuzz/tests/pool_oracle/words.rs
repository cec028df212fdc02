//! Short words for the vocabulary: correlations of every kind, inputs, and actions.
//!
//! Every kind of correlation starts at its own hundred, so that no two kinds can be mixed up. What
//! the host authors about the worker born under birth correlation `n` is derived from `n` too.

use actor_laws_fuzz::pool::observation::*;

pub(crate) const POOL: u32 = 7;
pub(crate) const FOREIGN: u32 = 8;
pub(crate) const ROUTE: u8 = 90;
/// Route of the diagnostics.
pub(crate) const DESK: u8 = 91;

pub(crate) fn id(ordinal: u64) -> Id {
    Id { pool: POOL, ordinal }
}

pub(crate) fn foreign(ordinal: u64) -> Id {
    Id { pool: FOREIGN, ordinal }
}

pub(crate) fn job(n: u64) -> Id {
    id(100 + n)
}

pub(crate) fn assignment(n: u64) -> Id {
    id(300 + n)
}

pub(crate) fn ticket(n: u64) -> Id {
    id(500 + n)
}

pub(crate) fn recovery(n: u64) -> Id {
    id(600 + n)
}

pub(crate) fn child(n: u64) -> Id {
    id(700 + n)
}

pub(crate) fn generation(n: u64) -> Id {
    id(800 + n)
}

pub(crate) fn diagnostic(n: u64) -> Id {
    id(1000 + n)
}

/// The label of the role at a position.
pub(crate) fn role(at: usize) -> Role {
    [20, 21, 22, 23, 24, 25][at]
}

pub(crate) fn evidence(n: u64) -> u32 {
    10_000 + n as u32
}

pub(crate) fn recipient(n: u64) -> Tag {
    20_000 + n as u32
}

pub(crate) fn plan(n: u64) -> Tag {
    30_000 + n as u32
}

pub(crate) fn permit(n: u64) -> Tag {
    40_000 + n as u32
}

pub(crate) fn attempt(n: u64) -> u32 {
    50_000 + n as u32
}

pub(crate) fn payload(n: u32) -> Tag {
    60_000 + n
}

pub(crate) fn output(n: u32) -> Tag {
    70_000 + n
}

pub(crate) fn request(n: u32) -> Tag {
    80_000 + n
}

/// The worker born under birth correlation `n` for the role at `at`.
pub(crate) fn worker(at: usize, n: u64) -> Worker {
    Worker { role: role(at), child: child(n), evidence: evidence(n) }
}

pub(crate) fn stop(class: StopClass, at: Tick) -> Stop {
    Stop { class, at, reason: 5 }
}

pub(crate) fn crash(at: Tick) -> Stop {
    stop(StopClass::Abnormal, at)
}

pub(crate) fn exit(at: Tick) -> Stop {
    stop(StopClass::Normal, at)
}

/// A stop that names the worker born under birth correlation `n` with this evidence.
pub(crate) fn kept(at: usize, n: u64, evidence: u32, stop: Stop) -> KeptStop {
    KeptStop { worker: Worker { evidence, ..worker(at, n) }, stop }
}

pub(crate) fn asked(at: usize, n: u64, shutdown: u64) -> ShutdownRef {
    ShutdownRef { worker: worker(at, n), id: id(900 + shutdown) }
}

pub(crate) fn restart_timer(at: usize, n: u64) -> TimerRef {
    TimerRef { purpose: TimerPurpose::Restart { role_index: at as u8 }, generation: generation(n) }
}

pub(crate) fn drain_timer(n: u64) -> TimerRef {
    TimerRef { purpose: TimerPurpose::DrainDeadline, generation: generation(n) }
}

/// The command of assignment `a`, for job payload `p`, bound to worker `n`.
pub(crate) fn command(a: u64, n: u64, p: u32) -> Command {
    Command {
        origin: Origin::Own,
        assignment: assignment(a),
        child: child(n),
        evidence: evidence(n),
        execution: payload(p),
    }
}

/// The completion of assignment `a` by worker `n`.
pub(crate) fn completion(a: u64, n: u64, o: u32) -> Completion {
    Completion {
        origin: Origin::Own,
        assignment: assignment(a),
        child: child(n),
        evidence: evidence(n),
        output: output(o),
    }
}

/// What a pool can be told.
pub(crate) mod tell {
    use super::*;

    pub(crate) fn submit(n: u32) -> Told {
        fused(n, 0)
    }

    /// A submission whose payload panics when it is cloned, so many times.
    pub(crate) fn fused(n: u32, clone_panics: u8) -> Told {
        Told::Submit { request: request(n), payload: payload(n), clone_panics, customer: ROUTE }
    }

    pub(crate) fn born(at: usize, n: u64) -> Told {
        Told::BirthCommitted {
            role: role(at),
            child: child(n),
            recipient: recipient(n),
            evidence: evidence(n),
            attempt: attempt(n),
            plan: plan(n),
        }
    }

    pub(crate) fn unborn(at: usize, n: u64) -> Told {
        Told::BirthRejected { role: role(at), child: child(n), submission: 77, reason: 1 }
    }

    pub(crate) fn initialized(at: usize, n: u64) -> Told {
        Told::InitializationReady {
            worker: worker(at, n),
            attempt: attempt(n),
            permit: permit(n),
            plan: plan(n),
        }
    }

    pub(crate) fn uninitialized(at: usize, n: u64) -> Told {
        Told::InitializationRejected {
            worker: worker(at, n),
            attempt: attempt(n),
            settlement: 78,
            plan: plan(n),
            reason: 2,
        }
    }

    pub(crate) fn initialization_stopped(at: usize, n: u64, stop: Stop) -> Told {
        Told::InitializationStopped {
            worker: worker(at, n),
            attempt: attempt(n),
            stop,
            plan: plan(n),
        }
    }

    pub(crate) fn begun(at: usize, n: u64, t: u64) -> Told {
        Told::BeginAccepted { worker: worker(at, n), ticket: ticket(t) }
    }

    pub(crate) fn unbegun(at: usize, n: u64, t: u64) -> Told {
        Told::BeginRejected {
            worker: worker(at, n),
            ticket: ticket(t),
            permit: permit(n),
            plan: plan(n),
            reason: 3,
        }
    }

    pub(crate) fn ready(at: usize, n: u64, t: u64) -> Told {
        Told::Ready { worker: worker(at, n), ticket: ticket(t) }
    }

    pub(crate) fn unready(at: usize, n: u64, t: u64) -> Told {
        Told::ActivationRejected { worker: worker(at, n), ticket: ticket(t), reason: 4 }
    }

    pub(crate) fn stopped(at: usize, n: u64, stop: Stop) -> Told {
        Told::Stopped { worker: worker(at, n), stop }
    }

    pub(crate) fn delivered(n: u64, a: u64) -> Told {
        Told::DeliveryAccepted { child: child(n), assignment: assignment(a) }
    }

    pub(crate) fn undelivered(n: u64, a: u64, returned: Command) -> Told {
        Told::DeliveryRejected { child: child(n), assignment: assignment(a), returned, reason: 6 }
    }

    pub(crate) fn completed(n: u64, a: u64, o: u32) -> Told {
        Told::Completed { child: child(n), completion: completion(a, n, o) }
    }

    pub(crate) fn prepared(at: usize, r: u64, submission: Tag) -> Told {
        Told::Prepared { role: role(at), ticket: recovery(r), source: WORKER_SOURCE, submission }
    }

    pub(crate) fn unprepared(at: usize, r: u64) -> Told {
        Told::PreparationRejected {
            role: role(at),
            ticket: recovery(r),
            source: WORKER_SOURCE,
            refusal: PreparationRefusal::WorkerRejected,
            reason: 7,
        }
    }

    pub(crate) fn scheduled(at: usize, r: u64, g: u64) -> Told {
        Told::RestartScheduleAccepted { recovery: recovery(r), timer: restart_timer(at, g) }
    }

    pub(crate) fn unscheduled(at: usize, r: u64, g: u64) -> Told {
        Told::RestartScheduleRejected {
            recovery: recovery(r),
            timer: restart_timer(at, g),
            returned_recovery: recovery(r),
            returned_timer: restart_timer(at, g),
            returned_deadline: 55,
            reason: 8,
        }
    }

    pub(crate) fn elapsed(at: usize, r: u64, g: u64, tick: Tick) -> Told {
        let timer = restart_timer(at, g);
        Told::RestartTimerElapsed { recovery: recovery(r), timer, at: tick }
    }

    pub(crate) fn shutdown_accepted(at: usize, n: u64, s: u64) -> Told {
        Told::ShutdownAccepted { shutdown: asked(at, n, s) }
    }

    pub(crate) fn shutdown_rejected(at: usize, n: u64, s: u64) -> Told {
        Told::ShutdownRejected { shutdown: asked(at, n, s), returned: asked(at, n, s), reason: 9 }
    }

    pub(crate) fn deadline_set(g: u64) -> Told {
        Told::DeadlineAccepted { timer: drain_timer(g) }
    }

    pub(crate) fn deadline_unset(g: u64) -> Told {
        Told::DeadlineRejected {
            timer: drain_timer(g),
            returned_timer: drain_timer(g),
            returned_deadline: 30,
            reason: 10,
        }
    }

    pub(crate) fn deadline_elapsed(g: u64, at: Tick) -> Told {
        Told::DeadlineElapsed { timer: drain_timer(g), at }
    }
}

/// What a pool can say.
pub(crate) mod say {
    use super::*;

    /// The three actions of one creation, lane by lane over all creations of a fold.
    pub(crate) fn creations(born: &[(usize, u64, Birth, Tag)]) -> Vec<Said> {
        let mut said = Vec::new();
        for (at, n, birth, submission) in born.iter().copied() {
            let (role, child) = (role(at), child(n));
            said.push(Said::CreateWorker { role, child, birth, submission });
        }
        for (_, n, ..) in born {
            said.push(Said::ObserveWorkerCreation { child: child(*n) });
        }
        for (_, n, ..) in born {
            said.push(Said::ObserveWorkerStop { child: child(*n) });
        }
        said
    }

    /// The creation of a successor under birth `n`, by recovery `r`, of the worker of birth `old`.
    pub(crate) fn successor(at: usize, n: u64, r: u64, old: u64, submission: Tag) -> Vec<Said> {
        let birth = Birth::Replacement { recovery: recovery(r), replaces: evidence(old) };
        creations(&[(at, n, birth, submission)])
    }

    pub(crate) fn initialize(n: u64) -> Said {
        Said::InitializeWorker { child: child(n), attempt: attempt(n), plan: plan(n) }
    }

    pub(crate) fn begin(n: u64, t: u64) -> Said {
        let (permit, plan) = (permit(n), plan(n));
        Said::BeginWorkerActivation { child: child(n), ticket: ticket(t), permit, plan }
    }

    pub(crate) fn cancel(n: u64, t: u64) -> Said {
        Said::CancelWorkerActivation { child: child(n), ticket: ticket(t) }
    }

    pub(crate) fn accepted(n: u32, j: u64) -> Said {
        let outcome = Admission::Accepted { request: request(n), job: job(j) };
        Said::DeliverAdmission { route: ROUTE, outcome }
    }

    pub(crate) fn rejected(n: u32, reason: AdmissionRefusal) -> Said {
        let outcome = Admission::Rejected { request: request(n), payload: payload(n), reason };
        Said::DeliverAdmission { route: ROUTE, outcome }
    }

    /// Assignment `a` of the job with payload `p` to worker `n`.
    pub(crate) fn assign(n: u64, a: u64, p: u32) -> Said {
        let command = command(a, n, p);
        Said::DeliverAssignment { child: child(n), assignment: assignment(a), command }
    }

    pub(crate) fn completed(j: u64, at: usize, o: u32) -> Said {
        let outcome = Terminal::Completed { job: job(j), role: role(at), output: output(o) };
        Said::DeliverCustomerTerminal { route: ROUTE, outcome }
    }

    pub(crate) fn returned_queued(j: u64, p: u32, reason: QueuedReturn) -> Said {
        let outcome = Terminal::ReturnedQueued { job: job(j), payload: payload(p), reason };
        Said::DeliverCustomerTerminal { route: ROUTE, outcome }
    }

    pub(crate) fn returned_assigned(j: u64, at: usize, p: u32, reason: AssignedReturn) -> Said {
        let (role, payload) = (role(at), payload(p));
        let outcome = Terminal::ReturnedAssigned { job: job(j), role, payload, reason };
        Said::DeliverCustomerTerminal { route: ROUTE, outcome }
    }

    pub(crate) fn prepare(at: usize, r: u64) -> Said {
        Said::PrepareWorker { ticket: recovery(r), role: role(at), source: WORKER_SOURCE }
    }

    pub(crate) fn schedule(at: usize, r: u64, g: u64, deadline: Tick) -> Said {
        Said::ScheduleRestart { recovery: recovery(r), timer: restart_timer(at, g), deadline }
    }

    pub(crate) fn shut_down(at: usize, n: u64, s: u64) -> Said {
        Said::ShutdownWorker { child: child(n), shutdown: asked(at, n, s) }
    }

    pub(crate) fn set_deadline(g: u64, deadline: u64) -> Said {
        Said::ScheduleDrainDeadline { timer: drain_timer(g), deadline }
    }

    pub(crate) fn transfer(at: usize, values: Transfer, reason: TransferReason) -> Said {
        Said::TransferRejectedFact { role: role(at), values, reason }
    }

    /// Diagnostic `d`, delivered.
    pub(crate) fn tell_desk(d: u64, said: Diagnostic) -> Said {
        Said::DeliverDiagnostic { route: DESK, correlation: diagnostic(d), diagnostic: said }
    }

    pub(crate) fn terminal(diagnostic: Diagnostic) -> Said {
        Said::TransferTerminalDiagnostic { diagnostic }
    }

    pub(crate) fn rejected_fact(class: FactClass, fact: Told) -> Diagnostic {
        Diagnostic::RejectedFact { class, fact }
    }

    pub(crate) fn worker_failed(at: usize, failure: WorkerFailure) -> Diagnostic {
        Diagnostic::WorkerFailed { role: role(at), failure }
    }

    pub(crate) fn role_failed(at: usize, failure: RoleFailure) -> Diagnostic {
        Diagnostic::RoleFailed { role: role(at), failure }
    }

    pub(crate) fn shutdown_rejected(at: usize, n: u64, s: u64) -> Diagnostic {
        let returned = asked(at, n, s);
        Diagnostic::WorkerShutdownRejected { role: role(at), returned, reason: 9 }
    }
}
