//! What goes wrong in the field, F20 to F28: scenarios that public bug reports about supervisors come
//! down to, with the outcome that the law gives.

use crate::support::facts::{self, Input};
use crate::support::outcomes::{drained, ready, replaced};
use crate::support::*;

#[test]
fn f20_a_stopped_worker_does_not_free_its_place() {
    let at_capacity = "Reply(r#4, Start(Err(b, worker#4, plan#4, AtCapacity)))";
    let mut kept = setup().entries(1).start();
    kept.ready("a", 1);
    kept.stopped("a", 1, 3).sets_up();
    kept.start("b", 4).says(&[at_capacity, "Continue"]);
    let mut retired = setup().entries(1).retire().start();
    retired.ready("a", 1);
    retired.stopped("a", 1, 3).sets_up();
    retired.start("b", 4).says(&[at_capacity, "Continue"]);
    retired.shutdown_accepted("a").sets_up();
    retired.exit("a", 5).sets_up();
    retired.creating("b", 6);
}

#[test]
fn f21_an_authority_of_an_older_use_of_the_key_is_stale() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.reject_birth("a", 2).sets_up();
    rig.creating("a", 3);
    let state = rig.state();
    rig.cancel(1, 4).says(&["Reply(r#4, Cancel(Stale(CancelAuthority)))", "Continue"]);
    assert_eq!(rig.state(), state, "the current entry is untouched");
}

#[test]
fn f22_a_late_exit_of_the_previous_proxy_misses_the_new_entry() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    let old = rig.card("a");
    rig.exit("a", 2).sets_up();
    rig.ready("a", 3);
    let phase = rig.phase("a");
    rig.tell(facts::exit(&old, 4)).rejects(2, "ProxyExit(AfterBirth(x1), died#4, Tick(4))");
    assert_eq!(rig.phase("a"), phase);
}

#[test]
fn f23_a_stop_that_crosses_the_proxys_own_exit() {
    let stopping = || {
        let mut rig = setup().start();
        rig.ready("a", 1);
        rig.stop("a", 2).sets_up();
        rig
    };
    let finished =
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Stopped(x1, died#4, Tick(4))))";
    let retired = "Lifecycle(Life, a, generation1, EntryRetired(Stop, Elsewhere, []))";
    let (mut accepted, mut exited) = (stopping(), stopping());
    accepted.shutdown_accepted("a").says(&["Continue"]);
    accepted.exit("a", 4).says(&[finished, retired, "Continue"]);
    exited.exit("a", 4).says(&["Continue"]);
    exited.shutdown_accepted("a").says(&[finished, retired, "Continue"]);
    let rejection = "DeliverDiagnostic(Desk, diagnostic1, ShutdownRejected(a, generation1, generation1, x1, Stop(stop1), no5))";
    let mut after = stopping();
    after.exit("a", 4).sets_up();
    after.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, Some(died#4, Tick(4)))))",
        retired,
        rejection,
        "Continue",
    ]);
    let mut before = stopping();
    before.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, None)))",
        rejection,
        "Continue",
    ]);
    before.exit("a", 4).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "DeliverDiagnostic(Desk, diagnostic2, ProxyDied(a, generation1, died#4, Tick(4)))",
        "Continue",
    ]);
}

#[test]
fn f24_nothing_waits_for_a_start_under_way() {
    let mut rig = setup().entries(2).start();
    rig.creating("a", 1);
    rig.start("b", 2).says(&[
        "CreateProxy(creation2, generation2)",
        "ObserveProxyCreation(creation2)",
        "ObserveProxyExit(creation2)",
        "Reply(r#2, Start(Ok(b, CancelAuthority)))",
        "Continue",
    ]);
    rig.cancel(1, 3)
        .says(&["Reply(r#3, Cancel(Returned(CancelAuthority, worker#1, plan#1)))", "Continue"]);
    rig.query("a", 4).says(&["Reply(r#4, Query(Known(a, Cancelling)))", "Continue"]);
}

#[test]
fn f25_the_same_exit_twice_has_one_effect() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.exit("a", 2).sets_up();
    rig.exit("a", 3).rejects(2, "ProxyExit(AfterBirth(x1), died#3, Tick(3))");
    let mut early = setup().start();
    early.creating("a", 1);
    early.early_exit("a", 2).sets_up();
    early.early_exit("a", 3).rejects(1, "ProxyExit(BeforeBirth(creation1), died#3, Tick(3))");
}

/// Two starts under way at any time, each stopped before the one after the next.
#[test]
fn f26_a_hundred_thousand_starts_and_stops_leave_nothing_behind() {
    let mut supervisor = setup().entries(2).build();
    let mut actions = SupervisorActions::default();
    let (instance, correlations) = (setup().identity(), Box::new(setup().correlations));
    supervisor.step(Input::Initialize { instance, correlations }, &mut actions).expect("it starts");
    let empty = without_digits(&supervisor);
    for n in 1..=100_000 {
        live_and_stop(&mut supervisor, &mut actions, n);
        assert_eq!(supervisor.len(), 0);
    }
    assert_eq!(without_digits(&supervisor), empty, "only high-water marks have grown");
    assert_eq!(supervisor.check(), Ok(()));
}

/// One whole life: start, birth, input, ready, stop, settlement, exit.
fn live_and_stop(
    supervisor: &mut DynamicSupervisor<Test>,
    actions: &mut SupervisorActions<Test>,
    n: u64,
) {
    const KEYS: [&str; 4] = ["a", "b", "c", "d"];
    let (key, reply) = (Key(KEYS[n as usize % KEYS.len()]), || Answer(n));
    let mut tell = |input| {
        supervisor.step(input, actions).expect("it operates");
        actions.take().0.collect::<Vec<_>>()
    };
    let submission = facts::submission(n);
    let said = tell(Input::Start(StartCommand { key, submission, reply: reply() }));
    let [SupervisorOperation::CreateProxy { creation, generation }, ..] = said[..] else {
        panic!("a start creates its proxy")
    };
    let proxy = Proxy(n);
    let result = ProxyBirth::Committed { proxy };
    let said = tell(Input::ProxyBirth { creation, result });
    let [SupervisorOperation::InstallInitial(ref input)] = said[..] else {
        panic!("a slot is free")
    };
    let (change, shutdown) = (Some((ChangeKind::Start, input.operation)), None);
    let card = facts::Card { generation, creation, proxy, change, shutdown };
    tell(facts::accepted(&card));
    tell(facts::initial(&card, actor_laws::proxy::InitialOutcome::Resolved(ready(7))));
    let said = tell(Input::Stop(StopCommand { key, reply: reply() }));
    let [SupervisorOperation::ShutdownProxy(ref request), _] = said[..] else {
        panic!("a stop asks the proxy")
    };
    let card = facts::Card { shutdown: Some(request.purpose), ..card };
    tell(facts::shutdown_accepted(&card));
    assert_eq!(tell(facts::exit(&card, n)).len(), 2, "finished and retired");
}

/// The shape of the whole state: its text without any number.
fn without_digits(supervisor: &DynamicSupervisor<Test>) -> String {
    let text = format!("{supervisor:?}");
    let run = text.replace("high_water: None", "high_water: Some()");
    run.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

#[test]
fn f27_a_shutdown_waits_for_a_replacement_and_publishes_nothing_of_it() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replacing("a", 2);
    rig.shut_down().sets_up();
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 3).says(&["Continue"]);
    assert_eq!(rig.supervisor.mode(), SupervisorMode::Draining);
    rig.replacement("a", replaced(drained(1, 8), ready(7))).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation2, SupervisorShutdown(Replacement), Late(Replacement(Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), Ready(worker1@7, proof#7))))))",
        "Lifecycle(Life, a, generation1, EntryRetired(SupervisorShutdown, Here(died#3, Tick(3)), []))",
        "Stopped",
    ]);
}

#[test]
fn f28_a_command_that_no_worker_could_take_comes_back_once() {
    let phases: [fn(&mut Rig); 8] = [
        |rig| rig.born("a", 1),
        |rig| rig.awaiting_outcome("a", 1),
        |rig| rig.ready("a", 1),
        |rig| rig.empty("a", 1),
        |rig| {
            rig.ready("a", 1);
            rig.replacing("a", 2);
        },
        |rig| {
            rig.ready("a", 1);
            rig.stop("a", 2).sets_up();
        },
        |rig| {
            rig.born("a", 1);
            rig.cancel(1, 2).sets_up();
        },
        |rig| {
            rig.ready("a", 1);
            rig.shut_down().sets_up();
        },
    ];
    for prepare in phases {
        let mut rig = setup().start();
        prepare(&mut rig);
        let state = rig.state();
        rig.unavailable("a", 9).says(&[
            "Lifecycle(Life, a, generation1, CommandUnavailable(sender#9, command#9, Draining))",
            "Continue",
        ]);
        assert_eq!(rig.state(), state, "it changes nothing");
    }
}
