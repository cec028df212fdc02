//! Custody: each way of losing, keeping or doubling a value is named.

use crate::defects::is_rejected_by;
use crate::machine::{Defect, World};
use actor_laws_fuzz::pool::custody::{Event, HELD, Kind, LOST, Ledger, SEEN_TWICE};
use actor_laws_fuzz::pool::observation::{
    Admission, Diagnostic, Said, Tag, Terminal, Told, Transfer, Verdict,
};

/// Drops the value of `kind` that the input brought.
fn drop_told(told: &Told, wanted: Kind, events: &mut Vec<Event>) {
    actor_laws_fuzz::pool::custody::told_values(told, |kind, tag| {
        if kind == wanted {
            events.push(Event::Dropped(kind, tag));
        }
    });
}

macro_rules! loses {
    ($test:ident, $kind:expr, $told:pat) => {
        #[test]
        fn $test() {
            struct Loses;
            impl Defect for Loses {
                fn record(told: &Told, said: &[Said], events: &mut Vec<Event>, _: &World) {
                    let leaves =
                        said.iter().any(|said| matches!(said, Said::DeliverDiagnostic { .. }));
                    if matches!(told, $told) && !leaves {
                        drop_told(told, $kind, events);
                    }
                }
            }
            is_rejected_by::<Loses>(LOST);
        }
    };
}

loses!(a_lost_payload_is_lost, Kind::Payload, Told::Submit { .. });
loses!(a_lost_request_is_lost, Kind::Request, Told::Submit { .. });
loses!(a_lost_plan_is_lost, Kind::Plan, Told::InitializationReady { .. });
loses!(a_lost_permit_is_lost, Kind::Permit, Told::InitializationReady { .. });
loses!(a_lost_recipient_is_lost, Kind::Recipient, Told::BirthCommitted { .. });
loses!(a_lost_submission_is_lost, Kind::Submission, Told::Prepared { .. });
loses!(a_lost_source_is_lost, Kind::Source, Told::Prepared { .. });
loses!(a_lost_output_is_lost, Kind::Output, Told::Completed { .. });
loses!(a_lost_settlement_is_lost, Kind::Settlement, Told::InitializationRejected { .. });

#[test]
fn a_payload_may_end_only_with_its_own_completion() {
    struct OtherPayload;
    impl Defect for OtherPayload {
        fn record(_: &Told, _: &[Said], events: &mut Vec<Event>, world: &World) {
            let other = world.payloads.last().copied();
            for event in events {
                if let (Event::Dropped(Kind::Payload, tag), Some(other)) = (event, other) {
                    *tag = other;
                }
            }
        }
    }
    is_rejected_by::<OtherPayload>(LOST);
}

#[test]
fn a_copy_that_is_dropped_without_a_reunion_is_lost() {
    struct DropsCopies;
    impl Defect for DropsCopies {
        fn record(_: &Told, said: &[Said], events: &mut Vec<Event>, _: &World) {
            if said.iter().any(|said| matches!(said, Said::DeliverAssignment { .. })) {
                events.extend([Event::Copied(9), Event::Dropped(Kind::Execution, 9)]);
            }
        }
    }
    is_rejected_by::<DropsCopies>(LOST);
}

#[test]
fn a_copy_that_stays_inside_is_held() {
    struct KeepsCopies;
    impl Defect for KeepsCopies {
        fn record(_: &Told, said: &[Said], events: &mut Vec<Event>, _: &World) {
            if said.iter().any(|said| matches!(said, Said::DeliverAssignment { .. })) {
                events.push(Event::Copied(9));
            }
        }
    }
    is_rejected_by::<KeepsCopies>(HELD);
}

#[test]
fn a_copy_that_nobody_made_was_seen_twice() {
    struct ForgesCopies;
    impl Defect for ForgesCopies {
        fn record(_: &Told, _: &[Said], events: &mut Vec<Event>, _: &World) {
            events.retain(|event| !matches!(event, Event::Copied(_)));
        }
    }
    is_rejected_by::<ForgesCopies>(SEEN_TWICE);
}

#[test]
fn a_payload_that_outlives_its_completion_is_held_at_the_end() {
    struct KeepsPayloads;
    impl Defect for KeepsPayloads {
        fn record(_: &Told, _: &[Said], events: &mut Vec<Event>, _: &World) {
            events.retain(|event| !matches!(event, Event::Dropped(Kind::Payload, _)));
        }
    }
    is_rejected_by::<KeepsPayloads>(HELD);
}

#[test]
fn a_value_that_is_dropped_only_with_the_ended_machine_was_held() {
    struct HoldsOn;
    impl Defect for HoldsOn {
        fn dismantle(ledger: &Ledger, home: Option<Tag>) -> Option<Tag> {
            ledger.record(Event::Dropped(Kind::Plan, 99));
            home
        }
    }
    is_rejected_by::<HoldsOn>(HELD);
}

#[test]
fn a_source_that_the_dismantled_machine_swallows_is_held() {
    struct Swallows;
    impl Defect for Swallows {
        fn dismantle(_: &Ledger, _: Option<Tag>) -> Option<Tag> {
            None
        }
    }
    is_rejected_by::<Swallows>(HELD);
}

#[test]
fn a_source_that_is_handed_out_although_it_is_lent_was_seen_twice() {
    struct Forges;
    impl Defect for Forges {
        fn dismantle(_: &Ledger, _: Option<Tag>) -> Option<Tag> {
            Some(5)
        }
    }
    is_rejected_by::<Forges>(SEEN_TWICE);
}

#[test]
fn a_transfer_that_is_said_twice_was_seen_twice() {
    struct Twice;
    impl Defect for Twice {
        fn bend(_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &World) {
            let is_plan = |said: &Said| {
                matches!(said, Said::TransferRejectedFact { values: Transfer::Plan { .. }, .. })
            };
            if let Some(place) = said.iter().position(is_plan) {
                said.insert(place, said[place]);
            }
        }
    }
    is_rejected_by::<Twice>(SEEN_TWICE);
}

#[test]
fn a_value_of_another_is_seen_twice() {
    struct Exchanges;
    impl Defect for Exchanges {
        fn bend(_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &World) {
            for said in said {
                if let Said::BeginWorkerActivation { permit, plan, .. } = said {
                    *plan = *permit;
                }
            }
        }
    }
    is_rejected_by::<Exchanges>(SEEN_TWICE);
}

#[test]
fn a_diagnostic_that_forgets_a_value_leaves_it_held() {
    // The last diagnostic of a run is bent, so the oracle would name it; without an oracle custody
    // does.
    struct Forgets;
    impl Defect for Forgets {
        fn bend(told: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &World) {
            if let Told::BirthCommitted { .. } = told {
                said.retain(|said| {
                    !matches!(
                        said,
                        Said::TransferRejectedFact { values: Transfer::Plan { .. }, .. }
                    )
                });
            }
        }
    }
    crate::defects::is_rejected_without_oracle::<Forgets>(HELD);
}

#[test]
fn an_unwound_step_may_end_what_it_brought_and_nothing_else() {
    struct TakesMore;
    impl Defect for TakesMore {
        fn record(told: &Told, said: &[Said], events: &mut Vec<Event>, world: &World) {
            let unwound = said.is_empty() && events.len() > 1;
            if let (Told::Submit { payload, .. }, true) = (told, unwound) {
                let other = world.payloads.iter().rfind(|other| *other != payload);
                events.extend(other.map(|other| Event::Dropped(Kind::Payload, *other)));
            }
        }
    }
    is_rejected_by::<TakesMore>(LOST);
}

/// Keeps the imports honest: every outcome that carries a value is one of these.
#[test]
fn outcomes_carry_values() {
    let mut seen = Vec::new();
    let id = actor_laws_fuzz::pool::observation::Id { pool: 1, ordinal: 1 };
    let outcome = Terminal::Completed { job: id, role: 1, output: 5 };
    let said = Said::DeliverCustomerTerminal { route: 0, outcome };
    actor_laws_fuzz::pool::custody::said_values(&said, &mut |kind, tag| seen.push((kind, tag)));
    let outcome = Admission::Accepted { request: 6, job: id };
    let said = Said::DeliverAdmission { route: 0, outcome };
    actor_laws_fuzz::pool::custody::said_values(&said, &mut |kind, tag| seen.push((kind, tag)));
    let fact = Told::Shutdown;
    let class = actor_laws_fuzz::pool::observation::FactClass::Stale;
    let diagnostic = Diagnostic::RejectedFact { class, fact };
    let said = Said::TransferTerminalDiagnostic { diagnostic };
    actor_laws_fuzz::pool::custody::said_values(&said, &mut |kind, tag| seen.push((kind, tag)));
    assert_eq!(seen, [(Kind::Output, 5), (Kind::Request, 6)]);
}
