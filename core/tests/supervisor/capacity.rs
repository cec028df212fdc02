//! Capacity: every retained entry counts, whatever its phase; a key that is used again is a new life.

use crate::support::outcomes::ready;
use crate::support::*;

/// `b` finds the table full.
#[track_caller]
fn full(rig: &mut Rig, n: u64) {
    let answer = format!("Reply(r#{n}, Start(Err(b, worker#{n}, plan#{n}, AtCapacity)))");
    rig.start("b", n).says(&[&answer, "Continue"]);
}

#[test]
fn an_ending_entry_counts_until_the_fold_that_removes_it() {
    let endings: [fn(&mut Rig); 4] = [
        |rig| {
            rig.ready("a", 1);
            rig.stop("a", 2).sets_up();
        },
        |rig| {
            rig.ready("a", 1);
            rig.replace("a", 2).sets_up();
            rig.cancel(2, 3).sets_up();
            rig.reject_input("a", 4).sets_up();
        },
        |rig| {
            rig.born("a", 1);
            rig.reject_input("a", 2).sets_up();
        },
        |rig| {
            rig.ready("a", 1);
            rig.stopped("a", 1, 2).sets_up();
        },
    ];
    for begin in endings {
        let mut rig = setup().entries(1).retire().start();
        begin(&mut rig);
        full(&mut rig, 50);
        rig.shutdown_accepted("a").says(&["Continue"]);
        full(&mut rig, 51);
        rig.exit("a", 52).sets_up();
        assert_eq!(rig.phase("a"), "absent");
        rig.start("b", 53).says(&[
            "CreateProxy(creation2, generation2)",
            "ObserveProxyCreation(creation2)",
            "ObserveProxyExit(creation2)",
            "Reply(r#53, Start(Ok(b, CancelAuthority)))",
            "Continue",
        ]);
    }
}

#[test]
fn a_known_key_is_refused_as_such_also_where_the_table_is_full() {
    let mut rig = setup().entries(1).start();
    rig.ready("a", 1);
    let answer = "Reply(r#2, Start(Err(a, worker#2, plan#2, AlreadyExists)))";
    rig.start("a", 2).says(&[answer, "Continue"]);
}

#[test]
fn a_creating_entry_counts_and_frees_its_place_with_a_rejected_birth() {
    let mut rig = setup().entries(1).start();
    rig.creating("a", 1);
    full(&mut rig, 50);
    rig.cancel(1, 2).sets_up();
    full(&mut rig, 51);
    rig.reject_birth("a", 3).sets_up();
    rig.creating("b", 4);
}

#[test]
fn a_dead_proxy_whose_input_is_out_still_counts() {
    let mut rig = setup().entries(1).start();
    rig.born("a", 1);
    rig.exit("a", 2).sets_up();
    full(&mut rig, 50);
    rig.reject_input("a", 3).sets_up();
    rig.creating("b", 4);
}

#[test]
fn a_key_that_is_used_again_is_a_new_life_that_old_facts_do_not_reach() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    let old = rig.card("a");
    rig.stop("a", 2).sets_up();
    let stopped = rig.card("a");
    rig.exit("a", 3).sets_up();
    rig.shutdown_accepted("a").sets_up();
    rig.start("a", 4).says(&[
        "CreateProxy(creation2, generation2)",
        "ObserveProxyCreation(creation2)",
        "ObserveProxyExit(creation2)",
        "Reply(r#4, Start(Ok(a, CancelAuthority)))",
        "Continue",
    ]);
    rig.commit("a").sets_up();
    let state = rig.phase("a");
    rig.tell(facts::committed(&old)).rejects(1, "ProxyBirth(creation1, Committed(x1))");
    rig.tell(facts::early_exit(&old, 5))
        .rejects(2, "ProxyExit(BeforeBirth(creation1), died#5, Tick(5))");
    rig.tell(facts::exit(&old, 6)).rejects(3, "ProxyExit(AfterBirth(x1), died#6, Tick(6))");
    rig.tell(facts::accepted(&old)).rejects(4, "InputSettlement(x1, Start, operation1, Accepted)");
    rig.tell(facts::stopped(&old, 1, 7))
        .rejects(5, "Report(x1, WorkerStopped(worker1@1, stop#7, Tick(7)))");
    rig.tell(facts::shutdown_accepted(&stopped))
        .rejects(6, "ShutdownSettlement(x1, generation1, Stop(stop1), Accepted)");
    rig.tell(facts::unavailable(&old, 8, actor_laws::proxy::ProxyPhase::Empty))
        .rejects(7, "Report(x1, Unavailable(sender#8, command#8, Empty))");
    rig.cancel(1, 9).says(&["Reply(r#9, Cancel(Stale(CancelAuthority)))", "Continue"]);
    assert_eq!(rig.phase("a"), state);
    rig.accept("a").sets_up();
    rig.initial("a", ready(7)).sets_up();
}
