//! Rejected facts: their class, and whom they address.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

/// The fact with another worker in it.
fn from_worker(worker: Worker) -> Vec<Told> {
    vec![
        Told::InitializationReady { worker, attempt: attempt(0), permit: 1, plan: 1 },
        Told::InitializationRejected {
            worker,
            attempt: attempt(0),
            settlement: 1,
            plan: 1,
            reason: 1,
        },
        Told::InitializationStopped { worker, attempt: attempt(0), stop: crash(1), plan: 1 },
        Told::BeginAccepted { worker, ticket: ticket(0) },
        Told::BeginRejected { worker, ticket: ticket(0), permit: 1, plan: 1, reason: 1 },
        Told::Ready { worker, ticket: ticket(0) },
        Told::ActivationRejected { worker, ticket: ticket(0), reason: 1 },
        Told::Stopped { worker, stop: crash(1) },
        Told::ShutdownAccepted { shutdown: ShutdownRef { worker, id: id(900) } },
        Told::ShutdownRejected {
            shutdown: ShutdownRef { worker, id: id(900) },
            returned: ShutdownRef { worker, id: id(900) },
            reason: 1,
        },
    ]
}

#[test]
fn a_live_nonce_with_another_role_or_evidence_is_a_wrong_worker() {
    let good = worker(0, 0);
    for wrong in [
        Worker { role: role(1), ..good },
        Worker { role: 99, ..good },
        Worker { evidence: 1, ..good },
    ] {
        let mut history = History::idle(&setup(2));
        for (d, told) in (0..).zip(from_worker(wrong)) {
            history.refuses(told, FactClass::WrongWorker, d);
        }
        // The same once the worker is draining, and stale once it has gone.
        history.ok(Told::Shutdown);
        for (d, told) in (10..).zip(from_worker(wrong)) {
            history.refuses(told, FactClass::WrongWorker, d);
        }
        history.ok(tell::stopped(0, 0, crash(1)));
        for (d, told) in (20..).zip(from_worker(wrong)) {
            history.refuses(told, FactClass::WrongWorker, d);
        }
        history.ok(tell::shutdown_accepted(0, 0, 0));
        for (d, told) in (30..).zip(from_worker(wrong)) {
            history.refuses(told, FactClass::Stale, d);
        }
    }
}

#[test]
fn before_the_birth_only_the_role_is_compared() {
    let mut history = History::started(&setup(2));
    let wrong_role = Worker { role: role(1), ..worker(0, 0) };
    history.refuses(
        Told::Stopped { worker: wrong_role, stop: crash(1) },
        FactClass::WrongWorker,
        0,
    );
    let born = Told::BirthCommitted {
        role: role(1),
        child: child(0),
        recipient: 1,
        evidence: 1,
        attempt: 1,
        plan: 1,
    };
    history.refuses(born, FactClass::WrongWorker, 1);
    let unborn = Told::BirthRejected { role: role(1), child: child(0), submission: 1, reason: 1 };
    history.refuses(unborn, FactClass::WrongWorker, 2);
    let early = Told::Ready { worker: Worker { evidence: 1, ..worker(0, 0) }, ticket: ticket(0) };
    history.refuses(early, FactClass::Stale, 3);
    // A nonce that nobody holds is stale under any role.
    let unknown = Told::BirthRejected { role: role(0), child: child(9), submission: 1, reason: 1 };
    history.refuses(unknown, FactClass::Stale, 4);
    // Once born, a birth fact has no evidence to compare.
    history.ok(tell::born(0, 0));
    history.refuses(tell::born(0, 0), FactClass::Stale, 5);
}

#[test]
fn a_nonce_is_not_held_during_recovery() {
    let mut history = History::idle(&setup(1));
    history.ok(tell::stopped(0, 0, crash(1)));
    let wrong = Worker { evidence: 1, ..worker(0, 0) };
    history.refuses(Told::Stopped { worker: wrong, stop: crash(1) }, FactClass::Stale, 0);
}

#[test]
fn any_foreign_correlation_makes_a_fact_foreign() {
    let alien = Worker { child: foreign(700), ..worker(0, 0) };
    let mut told = from_worker(alien);
    let (worker, wrong) = (worker(0, 0), Worker { role: role(1), ..worker(0, 0) });
    told.extend([
        Told::BirthRejected { role: role(0), child: foreign(700), submission: 1, reason: 1 },
        Told::BeginAccepted { worker, ticket: foreign(500) },
        Told::Ready { worker: wrong, ticket: foreign(500) },
        Told::DeliveryAccepted { child: foreign(700), assignment: assignment(0) },
        Told::DeliveryRejected {
            child: child(0),
            assignment: foreign(300),
            returned: command(0, 0, 1),
            reason: 1,
        },
        Told::Prepared { role: role(0), ticket: foreign(600), source: 0, submission: 1 },
        Told::PreparationRejected {
            role: role(0),
            ticket: foreign(600),
            source: 0,
            refusal: PreparationRefusal::Corrupt,
            reason: 1,
        },
        Told::RestartScheduleAccepted { recovery: foreign(600), timer: restart_timer(0, 0) },
        Told::RestartTimerElapsed {
            recovery: recovery(0),
            timer: TimerRef { generation: foreign(800), ..restart_timer(0, 0) },
            at: 1,
        },
        Told::ShutdownAccepted { shutdown: ShutdownRef { worker: wrong, id: foreign(900) } },
        Told::DeadlineElapsed {
            timer: TimerRef { generation: foreign(800), ..drain_timer(0) },
            at: 1,
        },
    ]);
    let mut history = History::idle(&setup(2));
    for (d, told) in (0..).zip(told.iter().copied()) {
        history.refuses(told, FactClass::Foreign, d);
    }
}

#[test]
fn returned_values_are_not_judged() {
    let mut history = History::idle(&setup(1));
    let stray = Command { assignment: foreign(300), ..command(0, 0, 1) };
    history.refuses(tell::undelivered(0, 0, stray), FactClass::Stale, 0);
    let alien = ShutdownRef { id: foreign(900), ..asked(0, 0, 0) };
    let told = Told::ShutdownRejected { shutdown: asked(0, 0, 0), returned: alien, reason: 1 };
    history.refuses(told, FactClass::Stale, 1);
    history.ok(Told::Shutdown);
    let rejected = Diagnostic::WorkerShutdownRejected { role: role(0), returned: alien, reason: 1 };
    history.says(told, &[say::tell_desk(2, rejected)]);
}

#[test]
fn a_completion_is_stale_whatever_it_names() {
    let alien = Completion { assignment: foreign(300), ..completion(0, 0, 1) };
    let mut history = History::idle(&setup(1));
    history.refuses(
        Told::Completed { child: foreign(700), completion: alien },
        FactClass::Stale,
        0,
    );
}

#[test]
fn one_wrong_correlation_is_enough() {
    let mut history = History::started(&with(setup(1), |setup| {
        setup.timing = Timing::Constant { delay: 1 };
    }));
    let mut d = 0;
    let mut refuse = |history: &mut History, told| {
        history.refuses(told, FactClass::Stale, d);
        d += 1;
    };
    history.ok(tell::born(0, 0));
    let worker = worker(0, 0);
    let attempt = attempt(1);
    refuse(&mut history, Told::InitializationReady { worker, attempt, permit: 1, plan: 1 });
    history.ok(tell::initialized(0, 0));
    refuse(&mut history, tell::begun(0, 0, 1));
    refuse(&mut history, tell::unbegun(0, 0, 1));
    history.ok(tell::begun(0, 0, 0));
    refuse(&mut history, tell::ready(0, 0, 1));
    refuse(&mut history, tell::unready(0, 0, 1));
    history.ok(tell::ready(0, 0, 0));
    history.ok(tell::submit(1));
    refuse(&mut history, tell::delivered(0, 1));
    refuse(&mut history, tell::delivered(1, 0));
    refuse(&mut history, tell::undelivered(0, 1, command(0, 0, 1)));
    history.ok(tell::delivered(0, 0));
    history.ok(tell::stopped(0, 0, crash(1)));
    refuse(&mut history, tell::prepared(0, 1, 99));
    refuse(&mut history, tell::prepared(1, 0, 99));
    refuse(&mut history, tell::unprepared(0, 1));
    history.ok(tell::prepared(0, 0, 99));
    refuse(&mut history, tell::scheduled(0, 1, 0));
    refuse(&mut history, tell::scheduled(0, 0, 1));
    refuse(&mut history, tell::scheduled(1, 0, 0));
    refuse(&mut history, tell::elapsed(0, 1, 0, 2));
    refuse(&mut history, tell::elapsed(0, 0, 1, 2));
    history.ok(tell::scheduled(0, 0, 0));
    history.ok(tell::elapsed(0, 0, 0, 2));
}

#[test]
fn a_fact_addresses_by_correlation_first_then_by_label() {
    let mut history = History::idle(&with(setup(3), |setup| {
        setup.timing = Timing::Constant { delay: 1 };
    }));
    let addressee = |history: &History, told: Told| history.oracle.addressee(&told);
    // The child correlation comes before the label, also after the worker has gone.
    let confused = Worker { role: role(2), ..worker(1, 1) };
    assert_eq!(addressee(&history, Told::Stopped { worker: confused, stop: crash(1) }), Some(1));
    let unknown = Worker { child: child(50), ..worker(2, 2) };
    assert_eq!(addressee(&history, Told::Stopped { worker: unknown, stop: crash(1) }), Some(2));
    let ready = Told::Ready { worker: unknown, ticket: ticket(1) };
    assert_eq!(addressee(&history, ready), Some(1));
    let nobody = Worker { role: 99, child: foreign(700), evidence: 0 };
    assert_eq!(addressee(&history, Told::Stopped { worker: nobody, stop: crash(1) }), None);
    assert_eq!(addressee(&history, tell::delivered(2, 0)), Some(2));
    assert_eq!(addressee(&history, tell::delivered(9, 0)), None);
    assert_eq!(addressee(&history, tell::completed(1, 0, 1)), Some(1));
    history.ok(tell::stopped(1, 1, crash(1)));
    history.ok(tell::prepared(1, 0, 99));
    assert_eq!(addressee(&history, tell::prepared(0, 0, 99)), Some(1));
    assert_eq!(addressee(&history, tell::prepared(0, 7, 99)), Some(0));
    assert_eq!(addressee(&history, tell::scheduled(0, 0, 7)), Some(1));
    assert_eq!(addressee(&history, tell::scheduled(0, 7, 0)), Some(1));
    assert_eq!(addressee(&history, tell::scheduled(2, 7, 7)), Some(2));
    assert_eq!(addressee(&history, tell::scheduled(5, 7, 7)), None);
    assert_eq!(addressee(&history, tell::deadline_set(0)), None);
    history.ok(Told::Shutdown);
    let shutdown = ShutdownRef { worker: unknown, id: id(901) };
    assert_eq!(addressee(&history, Told::ShutdownAccepted { shutdown }), Some(2));
    let shutdown = ShutdownRef { worker: unknown, id: id(900) };
    assert_eq!(addressee(&history, Told::ShutdownAccepted { shutdown }), Some(0));
    // The successor's birth was issued to role 1, although it was never created.
    assert_eq!(addressee(&history, tell::unborn(0, 3)), Some(1));
}
