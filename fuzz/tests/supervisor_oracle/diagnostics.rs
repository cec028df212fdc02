//! Both dispositions: delivered, and terminal; and correlations that cannot be had.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

fn terminating() -> SupervisorSetup {
    with(|setup| setup.diagnostics_route = None)
}

const EXHAUSTED: Unavailable = Unavailable::Exhausted;

#[test]
fn a_terminal_diagnostic_shuts_the_house_after_the_folds_own_transition() {
    let mut history = History::with_one_up(&terminating());
    history.up(1, o(1));
    history.ok(replace(1, sub(9)));
    let bounce = input(1, Change::Replacement, o(2), sub(9));
    history.says(
        bounced(bounce),
        &[
            shuts(1, Purpose::Ending),
            shuts(0, Purpose::Ending),
            replacement_lost(1, o(2), None, Failure::InputRejected),
            transferred(input_rejected(1, bounce)),
        ],
    );
    assert_eq!(history.mode(), Mode::Draining);
    for n in [0, 1] {
        history.ok(exited(n, n));
    }
    let cause = Cause::DiagnosticTermination;
    history.says(asked(1, Purpose::Ending), &[retired(1, cause, here(1))]);
    history.ends(asked(0, Purpose::Ending), &[retired(0, cause, here(0))], Verdict::Stopped);
}

#[test]
fn a_terminating_fold_authorizes_nothing() {
    let mut history = History::operating(&with(|setup| {
        setup.diagnostics_route = None;
        setup.activations = 1;
    }));
    history.bear(0);
    history.bear(1);
    let bounce = input(0, Change::Start, o(0), sub(0));
    history.says(
        bounced(bounce),
        &[
            shuts(0, Purpose::Ending),
            shuts(1, Purpose::Ending),
            start_failed(0, o(0), None, Failure::InputRejected),
            shut_off(1, o(1), Change::Start, present(sub(1))),
            transferred(input_rejected(0, bounce)),
        ],
    );
    let cause = Cause::DiagnosticTermination;
    history.ok(asked(1, Purpose::Ending));
    history.says(exited(1, 1), &[retired(1, cause, here(1))]);
    history.ok(asked(0, Purpose::Ending));
    let closing = [retired(0, Cause::StartFailed, here(0))];
    history.ends(exited(0, 0), &closing, Verdict::Stopped);
}

#[test]
fn a_terminal_rejected_fact_shuts_the_house_and_in_a_drain_only_leaves() {
    let fact = born(5);
    let diagnostic = Diagnostic::RejectedFact { fact };
    let mut history = History::operating(&terminating());
    history.ends(fact, &[transferred(diagnostic)], Verdict::Stopped);

    let mut history = History::with_one_up(&terminating());
    history.says(fact, &[shuts(0, Purpose::Ending), transferred(diagnostic)]);
    let before = history.view();
    history.says(fact, &[transferred(diagnostic)]);
    assert_eq!(history.view(), before);
    history
        .says(not_asked(0, Purpose::Ending), &[transferred(shutdown_rejected(0, Purpose::Ending))]);
}

#[test]
fn a_fold_that_removes_the_last_entry_stops_at_once() {
    let mut history = History::with_one_up(&terminating());
    history.ends(
        exited(0, 1),
        &[
            retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            transferred(proxy_died(0, 1)),
        ],
        Verdict::Stopped,
    );
    assert_eq!(history.mode(), Mode::Stopped);
}

#[test]
fn a_restored_stop_is_drained_by_its_own_diagnostic() {
    let mut history = History::with_one_up(&terminating());
    history.ok(stop(0));
    history.says(
        not_asked(0, for_stop(0)),
        &[
            shuts(0, Purpose::Ending),
            stop_finished(0, 0, stop_failed(0, None)),
            transferred(shutdown_rejected(0, for_stop(0))),
        ],
    );
    history.rejects_terminally(asked(0, for_stop(0)));
    history.ok(asked(0, Purpose::Ending));
    let closing = [retired(0, Cause::DiagnosticTermination, here(1))];
    history.ends(exited(0, 1), &closing, Verdict::Stopped);
}

#[test]
fn a_diagnostic_without_a_correlation_leaves_terminally() {
    let setup = with(|setup| setup.supplies.diagnostics = short(600, 1));
    let mut history = History::with_one_up(&setup);
    history.rejects(born(5));
    let diagnostic = Diagnostic::RejectedFact { fact: born(6) };
    history.says(born(6), &[shuts(0, Purpose::Ending), transferred(diagnostic)]);
    assert_eq!(history.mode(), Mode::Draining);
    history.says(born(6), &[transferred(diagnostic)]);
}

#[test]
fn every_diagnostic_draws_for_itself() {
    let setup = with(|setup| {
        setup.supplies.diagnostics = colliding(600, 1);
        setup.drain_deadline = Some(30);
        setup.supplies.deadlines = short(500, 0);
    });
    let mut history = History::with_one_up(&setup);
    history.rejects(born(5));
    let diagnostic = Diagnostic::RejectedFact { fact: born(6) };
    let owed = Owed { proxy_exit: true, ..Owed::default() };
    history.ends(
        born(6),
        &[transferred(diagnostic), diagnosed(1, forced(0, owed))],
        Verdict::ForcedRetirement { force: Force::DeadlineUnavailable(EXHAUSTED) },
    );
}

#[test]
fn a_cancellation_raises_its_two_rejections_in_order() {
    let setup = with(|setup| setup.supplies.diagnostics = short(600, 1));
    let mut history = History::operating(&setup);
    history.bear(0);
    history.ok(cancel(0, o(0)));
    history.ok(not_asked(0, Purpose::Ending));
    history.ok(exited(0, 1));
    let bounce = input(0, Change::Start, o(0), sub(0));
    history.ends(
        bounced(bounce),
        &[
            cancelled(0, o(0), Change::Start, CancelledWorker::InputRejected),
            retired(0, Cause::Cancellation, here(1)),
            diagnosed(0, input_rejected(0, bounce)),
            transferred(shutdown_rejected(0, Purpose::Ending)),
        ],
        Verdict::Stopped,
    );
}

#[test]
fn a_start_draws_generation_creation_and_operation_and_burns_what_it_drew() {
    let mut history = History::operating(&with(|setup| {
        setup.supplies.generations = colliding(100, 1);
        setup.supplies.creations = colliding(200, 1);
        setup.supplies.operations = colliding(300, 1);
    }));
    history.start(0);
    let submission = sub(1);
    let collision = |candidate| Unavailable::Collision { candidate };
    // Each attempt burns the colliding candidate of one kind, and a good one of the kinds before.
    for (kind, reason, unavailable) in [
        (Kind::Generation, StartRefusal::Generation(collision(100)), collision(100)),
        (Kind::Creation, StartRefusal::Creation(collision(200)), collision(200)),
        (Kind::Operation, StartRefusal::Operation(collision(300)), collision(300)),
    ] {
        let next = history.diagnosed;
        history.says(
            start(1, submission),
            &[
                reply(Reply::StartRejected { key: key(1), submission, reason }),
                diagnosed(next, lacking(1, kind, unavailable)),
            ],
        );
        assert_eq!(history.view().entries.len(), 1);
    }
    history.says(start(1, submission), &all(&[&creates(c(2), g(3)), &[start_accepted(1, o(1))]]));
}

#[test]
fn exhausted_sequences_reject_and_change_nothing() {
    let submission = sub(1);
    for (kind, reason) in [
        (Kind::Generation, StartRefusal::Generation(EXHAUSTED)),
        (Kind::Creation, StartRefusal::Creation(EXHAUSTED)),
        (Kind::Operation, StartRefusal::Operation(EXHAUSTED)),
    ] {
        let mut history = History::operating(&with(|setup| match kind {
            Kind::Generation => setup.supplies.generations = short(100, 0),
            Kind::Creation => setup.supplies.creations = short(200, 0),
            Kind::Operation | Kind::Stop => setup.supplies.operations = short(300, 0),
        }));
        history.says(
            start(1, submission),
            &[
                reply(Reply::StartRejected { key: key(1), submission, reason }),
                diagnosed(0, lacking(1, kind, EXHAUSTED)),
            ],
        );
        assert!(history.view().entries.is_empty());
    }
}

#[test]
fn a_replacement_and_a_stop_draw_one_correlation_each() {
    let mut history = History::with_one_up(&with(|setup| {
        setup.supplies.operations = short(300, 1);
        setup.supplies.stops = short(400, 0);
    }));
    let before = history.view();
    let submission = sub(9);
    let reason = ReplaceRefusal::Operation(EXHAUSTED);
    history.says(
        replace(0, submission),
        &[
            reply(Reply::ReplaceRejected { key: key(0), submission, reason }),
            diagnosed(0, lacking(0, Kind::Operation, EXHAUSTED)),
        ],
    );
    let reason = StopRefusal::Stop(EXHAUSTED);
    history.says(
        stop(0),
        &[
            reply(Reply::StopRejected { key: key(0), reason }),
            diagnosed(1, lacking(0, Kind::Stop, EXHAUSTED)),
        ],
    );
    assert_eq!(history.view(), before);
}

#[test]
fn a_missing_correlation_terminates_without_a_route() {
    let mut history = History::with_one_up(&with(|setup| {
        setup.diagnostics_route = None;
        setup.supplies.stops = short(400, 0);
    }));
    let reason = StopRefusal::Stop(EXHAUSTED);
    history.says(
        stop(0),
        &[
            shuts(0, Purpose::Ending),
            reply(Reply::StopRejected { key: key(0), reason }),
            transferred(lacking(0, Kind::Stop, EXHAUSTED)),
        ],
    );
    history.shows(0, Shown::Draining);
}

#[test]
fn rejected_commands_draw_nothing() {
    let mut history = History::operating(&with(|setup| setup.entries = 1));
    history.start(0);
    let submission = sub(5);
    for (n, reason) in [(0, StartRefusal::AlreadyExists), (1, StartRefusal::AtCapacity)] {
        let answer = Reply::StartRejected { key: key(n), submission, reason };
        history.says(start(n, submission), &[reply(answer)]);
    }
    history.ok(not_born(0));
    history.says(
        start(1, submission),
        &all(&[
            &creates(c(1), g(1)),
            &[reply(Reply::StartAccepted { key: key(1), cancel: own(1, o(1)) })],
        ]),
    );
}
