//! A check that is switched off hides what only it sees, and nothing else.

use crate::machine::{Defect, OraclePool, World};
use actor_laws_fuzz::checks::{Check, Checks};
use actor_laws_fuzz::pool::custody::{self, Event, Kind, Ledger};
use actor_laws_fuzz::pool::family::POOL;
use actor_laws_fuzz::pool::law::catalogue::{ORACLE_ACTIONS, ORACLE_CONSTRUCTION};
use actor_laws_fuzz::pool::observation::{
    ConstructionFailure, Diagnostic, Mode, PoolSetup, PoolView, RoleFailure, Said, Tag, Told,
    Verdict,
};
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::target::of_family;
use actor_laws_fuzz::verdict::LawBreach;

/// Seeds that are tried on each target.
const SEEDS: u64 = 300;

/// The law that the first failure breaks, with each of the checks switched off; in the order of
/// [`Check::ALL`].
fn found<D: Defect>() -> [Option<&'static str>; 3] {
    Check::ALL.map(|check| {
        let checks = Checks::ALL.without(check);
        let mut runner = Runner::<OraclePool<D>>::of_machine().checked(checks);
        let mut bytes = Vec::new();
        let mut scenarios = (0..SEEDS).flat_map(|seed| of_family(&POOL).map(move |on| (on, seed)));
        scenarios.find_map(|(target, seed)| {
            target.generate(seed, &mut bytes);
            runner.run(target, &bytes).err().map(|failure| failure.law)
        })
    })
}

#[test]
fn only_the_oracle_sees_a_wrong_reason_in_a_diagnostic() {
    struct Bent;
    impl Defect for Bent {
        fn bend(_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &World) {
            for said in said {
                if let Said::DeliverDiagnostic {
                    diagnostic:
                        Diagnostic::RoleFailed {
                            failure: RoleFailure::CreationRejected { reason, .. },
                            ..
                        },
                    ..
                } = said
                {
                    *reason = reason.wrapping_add(1);
                }
            }
        }
    }
    assert_eq!(found::<Bent>(), [None, Some(ORACLE_ACTIONS), Some(ORACLE_ACTIONS)]);
}

#[test]
fn only_the_oracle_sees_a_construction_that_fails_for_another_reason() {
    struct Shy;
    impl Defect for Shy {
        fn construct(setup: &PoolSetup) -> Option<ConstructionFailure> {
            (setup.activation_limit == 0).then_some(ConstructionFailure::ZeroDeadline)
        }
    }
    let law = Some(ORACLE_CONSTRUCTION);
    assert_eq!(found::<Shy>(), [None, law, law]);
}

#[test]
fn only_the_invariants_see_what_is_wrong_inside() {
    struct Sick;
    impl Defect for Sick {
        fn inspect(world: &World) -> Result<(), LawBreach> {
            let is_sound = world.before.mode != Mode::Draining;
            if is_sound { Ok(()) } else { Err(LawBreach::new("core-sick", "by design")) }
        }
    }
    assert_eq!(found::<Sick>(), [Some("core-sick"), None, Some("core-sick")]);
}

#[test]
fn only_custody_sees_a_value_that_is_dropped() {
    struct Careless;
    impl Defect for Careless {
        fn record(told: &Told, _: &[Said], events: &mut Vec<Event>, _: &World) {
            if let Told::InitializationReady { permit, .. } = *told {
                events.push(Event::Dropped(Kind::Permit, permit));
            }
        }
    }
    assert_eq!(found::<Careless>(), [Some(custody::LOST), Some(custody::LOST), None]);
}

#[test]
fn only_custody_sees_a_source_that_never_comes_home() {
    struct Thief;
    impl Defect for Thief {
        fn dismantle(_: &Ledger, _: Option<Tag>) -> Option<Tag> {
            None
        }
    }
    assert_eq!(found::<Thief>(), [Some(custody::HELD), Some(custody::HELD), None]);
}

#[test]
fn whoever_judges_the_laws_see_a_cursor_that_moves_by_itself() {
    struct Restless;
    impl Defect for Restless {
        fn show(view: &mut PoolView, _: &World) {
            view.cursor = view.cursor.wrapping_add(1);
        }
    }
    assert_eq!(found::<Restless>(), [Some("cursor-in-ring"); 3]);
}
