//! The commands by phase: what each answers, in the order of the law's checks. The complete products of
//! every phase are in the transition table; here are the rows that the law names.

use crate::support::outcomes::ready;
use crate::support::*;

/// What start, replace and stop of `a` answer where none of them is admitted.
#[track_caller]
fn refuses(rig: &mut Rig, replace: &str, stop: &str) {
    let state = rig.state();
    let start = "Reply(r#91, Start(Err(a, worker#91, plan#91, AlreadyExists)))";
    rig.start("a", 91).says(&[start, "Continue"]);
    let replace = format!("Reply(r#92, Replace(Err(a, worker#92, plan#92, {replace})))");
    rig.replace("a", 92).says(&[&replace, "Continue"]);
    if !stop.is_empty() {
        let stop = format!("Reply(r#93, Stop(Err(a, {stop})))");
        rig.stop("a", 93).says(&[&stop, "Continue"]);
    }
    assert_eq!(rig.state(), state, "a rejection changes nothing");
}

#[test]
fn an_absent_key_can_only_be_started() {
    let mut rig = setup().start();
    rig.replace("a", 2)
        .says(&["Reply(r#2, Replace(Err(a, worker#2, plan#2, Unknown)))", "Continue"]);
    rig.stop("a", 3).says(&["Reply(r#3, Stop(Err(a, Unknown)))", "Continue"]);
    rig.query("a", 4).says(&["Reply(r#4, Query(Unknown(a)))", "Continue"]);
}

#[test]
fn a_start_under_way_admits_a_stop_only() {
    let mut rig = setup().activations(1).start();
    rig.creating("a", 1);
    refuses(&mut rig, "Unavailable", "");
    rig.born("z", 2);
    rig.commit("a").says(&["Continue"]);
    assert_eq!(rig.phase("a"), "StartWaiting(operation1)");
    refuses(&mut rig, "Unavailable", "");
    let mut rig = setup().start();
    rig.born("a", 1);
    refuses(&mut rig, "Unavailable", "");
    rig.accept("a").sets_up();
    refuses(&mut rig, "Unavailable", "");
}

#[test]
fn a_replacement_under_way_admits_nothing() {
    let mut rig = setup().activations(1).start();
    rig.ready("a", 1);
    rig.born("z", 2);
    rig.replace("a", 3).sets_up();
    assert_eq!(rig.phase("a"), "ReplaceWaiting(operation3, Ready(worker1@1))");
    refuses(&mut rig, "Unavailable", "Unavailable");
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replace("a", 3).sets_up();
    refuses(&mut rig, "Unavailable", "Unavailable");
    rig.accept("a").sets_up();
    refuses(&mut rig, "Unavailable", "Unavailable");
}

#[test]
fn an_ending_entry_admits_nothing() {
    let mut stopping = setup().start();
    stopping.ready("a", 1);
    stopping.stop("a", 2).sets_up();
    refuses(&mut stopping, "Unavailable", "AlreadyStopping");
    let mut cancelling = setup().start();
    cancelling.born("a", 1);
    cancelling.cancel(1, 2).sets_up();
    refuses(&mut cancelling, "Unavailable", "Unavailable");
    let mut retiring = setup().start();
    retiring.born("a", 1);
    retiring.exit("a", 2).sets_up();
    refuses(&mut retiring, "Unavailable", "Unavailable");
}

#[test]
fn a_draining_supervisor_refuses_every_change() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.shut_down().sets_up();
    let state = rig.state();
    for key in ["a", "b"] {
        let expected = |reply: &str| format!("{}))", reply.replace('?', key));
        rig.start(key, 2).says(&[
            &expected("Reply(r#2, Start(Err(?, worker#2, plan#2, ShuttingDown)"),
            "Continue",
        ]);
        rig.replace(key, 3).says(&[
            &expected("Reply(r#3, Replace(Err(?, worker#3, plan#3, ShuttingDown)"),
            "Continue",
        ]);
        rig.stop(key, 4).says(&[&expected("Reply(r#4, Stop(Err(?, ShuttingDown)"), "Continue"]);
    }
    rig.query("b", 5).says(&["Reply(r#5, Query(Unknown(b)))", "Continue"]);
    rig.cancel(1, 6).says(&["Reply(r#6, Cancel(Draining(CancelAuthority)))", "Continue"]);
    assert_eq!(rig.state(), state, "nothing of it changes anything");
}

/// Every public phase, with the entry in it.
#[test]
fn a_query_shows_every_public_phase() {
    let mut rig = setup().activations(1).entries(2).start();
    let mut n = 50;
    let mut shows = |rig: &mut Rig, phase: &str| {
        n += 1;
        let state = rig.state();
        let line = format!("Reply(r#{n}, Query(Known(a, {phase})))");
        rig.query("a", n).says(&[&line, "Continue"]);
        assert_eq!(rig.state(), state, "a query is read-only");
    };
    rig.creating("a", 1);
    shows(&mut rig, "CreatingProxy");
    rig.born("z", 2);
    rig.commit("a").sets_up();
    shows(&mut rig, "WaitingForActivationAuthorization");
    rig.reject_input("z", 3).sets_up();
    shows(&mut rig, "AwaitingProxyOutcome");
    rig.accept("a").sets_up();
    shows(&mut rig, "AwaitingProxyOutcome");
    rig.initial("a", ready(5)).sets_up();
    shows(&mut rig, "Ready(x1)");
    rig.replace("a", 6).sets_up();
    shows(&mut rig, "Replacing");
    rig.reject_input("a", 7).sets_up();
    rig.stopped("a", 5, 8).sets_up();
    shows(&mut rig, "Empty");
    rig.stop("a", 9).sets_up();
    shows(&mut rig, "Stopping");
    rig.shutdown_rejected("a", 10).sets_up();
    rig.replace("a", 11).sets_up();
    rig.cancel(4, 12).sets_up();
    shows(&mut rig, "Cancelling");
    rig.shut_down().sets_up();
    shows(&mut rig, "Draining");
}

#[test]
fn a_retiring_entry_is_shown_as_such() {
    let mut rig = setup().retire().start();
    rig.ready("a", 1);
    rig.stopped("a", 1, 2).sets_up();
    rig.query("a", 3).says(&["Reply(r#3, Query(Known(a, Retiring)))", "Continue"]);
}
