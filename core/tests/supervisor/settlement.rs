//! Settlement of action batches: complete, or rejected at every place; nothing is lost and the authored
//! order is kept, and every rejected delivery ends at the host.

use crate::support::facts::{self, Input};
use crate::support::*;
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation};

/// A boundary that takes so many operations and then is closed.
struct Boundary {
    left: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Closed;

impl Environment<SupervisorOperation<Test>> for Boundary {
    type Reason = Closed;

    fn apply(
        &mut self,
        operation: SupervisorOperation<Test>,
    ) -> Result<AppliedOperation<Test>, RejectedOperation<SupervisorOperation<Test>, Closed>> {
        if self.left == 0 {
            return Err(RejectedOperation { operation, reason: Closed });
        }
        self.left -= 1;
        Ok(applied(operation))
    }
}

/// The record of each operation: the correlation that its later fact will match, or the value.
fn applied(operation: SupervisorOperation<Test>) -> AppliedOperation<Test> {
    match operation {
        SupervisorOperation::CreateProxy { creation, .. } => {
            AppliedOperation::ProxyCreationSubmitted { creation }
        }
        SupervisorOperation::ObserveProxyCreation { creation } => {
            AppliedOperation::ProxyCreationObservationStarted { creation }
        }
        SupervisorOperation::ObserveProxyExit { creation } => {
            AppliedOperation::ProxyExitObservationStarted { creation }
        }
        SupervisorOperation::InstallInitial(input) | SupervisorOperation::Replace(input) => {
            let ProxyInputOperation { proxy, kind, operation, .. } = input;
            AppliedOperation::ProxyInputSubmitted { proxy, kind, operation }
        }
        SupervisorOperation::ShutdownProxy(request) => {
            AppliedOperation::ProxyShutdownSubmitted { request }
        }
        SupervisorOperation::Reply { .. } => AppliedOperation::ReplyDelivered,
        SupervisorOperation::Lifecycle { event, .. } => {
            AppliedOperation::LifecycleDelivered { identity: event.identity }
        }
        SupervisorOperation::DeliverDiagnostic { correlation, .. } => {
            AppliedOperation::DiagnosticDelivered { correlation }
        }
        SupervisorOperation::TransferTerminalDiagnostic { diagnostic } => {
            AppliedOperation::TerminalDiagnosticTransferred { diagnostic }
        }
        SupervisorOperation::ScheduleDeadline(request) => {
            AppliedOperation::DeadlineScheduleSubmitted { deadline: request.deadline }
        }
    }
}

/// What a supervisor says in its last step.
struct Spoken {
    rig: Rig,
    input: Input,
}

/// One product for each of the operations, in every lane.
fn spoken() -> [(Spoken, &'static [&'static str]); 4] {
    let start = {
        let rig = setup().start();
        let (key, submission, reply) = (Key("a"), facts::submission(1), Answer(1));
        (
            Spoken { rig, input: Input::Start(StartCommand { key, submission, reply }) },
            &[
                "ProxyCreationSubmitted(creation1)",
                "ProxyCreationObservationStarted(creation1)",
                "ProxyExitObservationStarted(creation1)",
                "ReplyDelivered",
            ][..],
        )
    };
    let shutdown = {
        let mut rig = setup().deadline(5).start();
        rig.ready("a", 1);
        rig.creating("b", 2);
        (
            Spoken { rig, input: Input::ShutdownRequested },
            &[
                "ProxyShutdownSubmitted(generation1, x1, Ending)",
                "LifecycleDelivered(b, generation2)",
                "DeadlineScheduleSubmitted(deadline1)",
            ][..],
        )
    };
    let failed = {
        let mut rig = setup().activations(1).start();
        rig.ready("b", 1);
        rig.born("a", 2);
        rig.replace("b", 3).sets_up();
        let (card, input) = (rig.card("a"), rig.input("a"));
        (
            Spoken { rig, input: facts::input_rejected(&card, input, 4) },
            &[
                "ProxyInputSubmitted(x1, Replacement, operation3)",
                "ProxyShutdownSubmitted(generation2, x2, Ending)",
                "LifecycleDelivered(a, generation2)",
                "DiagnosticDelivered(diagnostic1)",
            ][..],
        )
    };
    let terminal = {
        let mut rig = setup().terminate().start();
        rig.ready("a", 1);
        let input = facts::exit(&rig.card("a"), 2);
        (
            Spoken { rig, input },
            &[
                "LifecycleDelivered(a, generation1)",
                "TerminalDiagnosticTransferred(ProxyDied(a, generation1, died#2, Tick(2)))",
            ][..],
        )
    };
    [start, shutdown, failed, terminal]
}

impl Spoken {
    fn product(mut self) -> SupervisorActions<Test> {
        let mut actions = SupervisorActions::default();
        self.rig.supervisor.step(self.input, &mut actions).expect("it runs");
        actions
    }
}

#[test]
fn a_complete_settlement_has_one_record_an_operation() {
    for (spoken, records) in spoken() {
        let mut actions = spoken.product();
        let (settlement, _) = actions.settle(&mut Boundary { left: usize::MAX });
        let BatchSettlement::Complete { applied } = settlement else {
            panic!("nothing is rejected")
        };
        let applied: Vec<String> = applied.iter().map(text).collect();
        assert_eq!(applied, records);
        assert!(actions.is_empty(), "the buffer can be used again");
    }
}

#[test]
fn a_rejection_at_any_place_returns_it_and_the_rest_whole() {
    for place in 0..4 {
        for ((spoken, records), (again, _)) in spoken().into_iter().zip(spoken()) {
            let mut whole = again.product();
            let operations: Vec<String> =
                whole.take().0.map(|operation| text(&operation)).collect();
            if place >= operations.len() {
                continue;
            }
            let (settlement, _) = spoken.product().settle(&mut Boundary { left: place });
            let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
                panic!("the operation at {place} is rejected")
            };
            let applied: Vec<String> = applied.iter().map(text).collect();
            assert_eq!(applied, records[..place]);
            assert_eq!(
                (text(&rejected.operation), rejected.reason),
                (operations[place].clone(), Closed)
            );
            let rest: Vec<String> = not_attempted.iter().map(text).collect();
            assert_eq!(rest, operations[place + 1..]);
        }
    }
}

#[test]
fn the_verdict_is_handed_out_whatever_the_batch_comes_to() {
    let [_, _, _, (terminal, _)] = spoken();
    let (_, verdict) = terminal.product().settle(&mut Boundary { left: 0 });
    assert_eq!(verdict, Some(SupervisorVerdict::Stopped));
}

/// A lost acceptance changes nothing: the operation goes on.
#[test]
fn a_reply_that_cannot_be_delivered_changes_nothing() {
    let [(start, _), ..] = spoken();
    let Spoken { mut rig, input } = start;
    rig.tell(input).sets_up();
    rig.commit("a").says(&["InstallInitial(x1, Start, operation1, worker#1, plan#1)", "Continue"]);
}
