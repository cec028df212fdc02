//! Construction and modes: what is checked, what starts a supervisor, and what comes back whole.

use crate::support::facts::{self, Input};
use crate::support::step::{STEPS, Step};
use crate::support::*;
use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
use actor_laws::time::Ticks;

#[test]
fn zero_sizes_are_refused_and_positive_ones_read_back() {
    assert_eq!(EntryCapacity::new(0), Err(ZeroCapacity));
    assert_eq!(ActivationPolicy::new(0), Err(ZeroCapacity));
    assert_eq!(EntryCapacity::new(3).map(EntryCapacity::get), Ok(3));
    assert_eq!(ActivationPolicy::new(usize::MAX).map(ActivationPolicy::get), Ok(usize::MAX));
}

#[test]
fn a_zero_deadline_is_refused_with_the_routes() {
    let deadline = Ticks(0);
    let refused = dynamic(
        EntryCapacity::new(1).expect("one is positive"),
        ActivationPolicy::new(1).expect("one is positive"),
        UnexpectedExit::Retire,
        ActorDrainPolicy::RetireActorGraphAfter { deadline },
        Life,
        DiagnosticDisposition::DeliverTo { route: Desk },
    );
    let ZeroDeadline { lifecycle, diagnostics } = refused.expect_err("the deadline is zero");
    assert_eq!((lifecycle, diagnostics), (Life, DiagnosticDisposition::DeliverTo { route: Desk }));
}

#[test]
fn a_definition_is_kept_as_it_was_given() {
    let supervisor = setup().entries(2).activations(3).retire().deadline(5).build();
    let definition = supervisor.definition();
    assert_eq!((definition.entries.get(), definition.activation.get()), (2, 3));
    assert_eq!(definition.unexpected_exit, UnexpectedExit::Retire);
    let actor_drain = ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(5) };
    assert_eq!(definition.actor_drain, actor_drain);
    assert_eq!((supervisor.mode(), supervisor.instance()), (SupervisorMode::Constructed, None));
}

/// Every input comes back whole for `cause`, and nothing changes.
fn hands_everything_back(mut rig: Rig, cause: RefusalCause, initialize: bool) {
    for step in STEPS.into_iter().filter(|step| *step != Step::CommittedTaken) {
        let input = step.input(&mut rig, 50);
        let (shown, offered) = (text(&input), rig.offer(input));
        assert_eq!(offered.map(|said| said.lines), Err((cause, shown)));
    }
    if initialize {
        assert_eq!(rig.offer_initialize(), Err(cause));
    }
}

#[test]
fn before_its_start_a_supervisor_takes_initialize_only() {
    let rig = setup().constructed();
    hands_everything_back(rig, RefusalCause::NotInitialized, false);
    let mut rig = setup().constructed();
    rig.initialize().says(&["Continue"]);
    assert_eq!(rig.supervisor.mode(), SupervisorMode::Operating);
    assert!(rig.supervisor.is_empty() && rig.supervisor.instance().is_some());
}

#[test]
fn a_second_initialize_comes_back() {
    let mut rig = setup().start();
    assert_eq!(rig.offer_initialize(), Err(RefusalCause::AlreadyInitialized));
    rig.creating("a", 1);
    rig.shut_down().sets_up();
    assert_eq!(rig.supervisor.mode(), SupervisorMode::Draining);
    assert_eq!(rig.offer_initialize(), Err(RefusalCause::AlreadyInitialized));
}

#[test]
fn after_its_end_a_supervisor_takes_nothing() {
    let mut stopped = setup().start();
    stopped.shut_down().says(&["Stopped"]);
    hands_everything_back(stopped, RefusalCause::Ended, true);
    let mut forced = setup().deadline(5).start();
    forced.creating("a", 1);
    forced.shut_down().sets_up();
    let deadline = forced.deadline.expect("a deadline is scheduled").deadline;
    forced.tell(facts::deadline_elapsed(deadline, 5)).sets_up();
    hands_everything_back(forced, RefusalCause::Ended, true);
}

#[test]
fn a_buffer_that_still_holds_a_product_refuses_the_input() {
    let mut supervisor = setup().build();
    let mut actions = SupervisorActions::default();
    let start = |n| {
        let (key, submission, reply) = (Key("a"), facts::submission(n), Answer(n));
        Input::Start(StartCommand { key, submission, reply })
    };
    let correlations = Box::new(SupervisorCorrelations::PLENTY);
    let instance = setup().identity();
    supervisor.step(Input::Initialize { instance, correlations }, &mut actions).expect("it starts");
    supervisor.step(start(1), &mut actions).expect("the buffer is empty");
    let RefusedInput { input, cause } =
        supervisor.step(start(2), &mut actions).expect_err("the buffer is full");
    assert_eq!((cause, text(&input)), (RefusalCause::ActionsPending, text(&start(2))));
    assert_eq!((supervisor.len(), actions.operations().len()), (1, 4), "nothing has changed");
}

#[test]
fn only_an_ended_supervisor_can_be_taken_apart() {
    let rig = setup().start();
    let supervisor = rig.supervisor.into_ended().expect_err("it operates");
    assert_eq!(supervisor.mode(), SupervisorMode::Operating, "it is unchanged");
    let mut rig = setup().start();
    rig.shut_down().says(&["Stopped"]);
    let ended = rig.supervisor.into_ended().expect("it has ended");
    assert_eq!((ended.definition.lifecycle, ended.forced.is_none()), (Life, true));
}
