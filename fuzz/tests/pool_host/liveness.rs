//! Machines that never come to an end are told apart from wrong ones.

use crate::defects::{is_rejected_unless_shut_down, is_rejected_without_oracle};
use crate::machine::{Defect, World};
use actor_laws_fuzz::pool::law::catalogue::{MUST_END, MUST_SETTLE};
use actor_laws_fuzz::pool::observation::{Mode, Told};

#[test]
fn a_pool_that_overhears_a_stop_while_it_drains_is_stuck() {
    struct Deaf;
    impl Defect for Deaf {
        fn ignores(told: &Told, world: &World) -> bool {
            world.before.mode == Mode::Draining && matches!(told, Told::Stopped { .. })
        }
    }
    is_rejected_without_oracle::<Deaf>(MUST_END);
}

#[test]
fn a_pool_that_overhears_a_shutdown_settlement_while_it_drains_is_stuck() {
    struct Deaf;
    impl Defect for Deaf {
        fn ignores(told: &Told, world: &World) -> bool {
            world.before.mode == Mode::Draining
                && matches!(told, Told::ShutdownAccepted { .. } | Told::ShutdownRejected { .. })
        }
    }
    is_rejected_without_oracle::<Deaf>(MUST_END);
}

#[test]
fn a_pool_that_overhears_an_initialization_waits_for_ever() {
    struct Deaf;
    impl Defect for Deaf {
        fn ignores(told: &Told, world: &World) -> bool {
            world.before.mode == Mode::Operating && matches!(told, Told::InitializationReady { .. })
        }
    }
    // A pool that is shut down first has also lost what the initialization brought.
    is_rejected_unless_shut_down::<Deaf>(MUST_SETTLE);
}

#[test]
fn a_pool_that_overhears_a_restart_timer_waits_for_ever() {
    struct Deaf;
    impl Defect for Deaf {
        fn ignores(told: &Told, world: &World) -> bool {
            world.before.mode == Mode::Operating && matches!(told, Told::RestartTimerElapsed { .. })
        }
    }
    is_rejected_without_oracle::<Deaf>(MUST_SETTLE);
}
