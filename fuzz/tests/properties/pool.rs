//! Properties of a FIFO worker pool.

use crate::machine::{self, Machine};
use crate::properties;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::pool::family::POOL;
use actor_laws_fuzz::pool::observation::ROLES_MAX;
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::pool::scenario::{Company, Opcode, Scenario, Step};
use proptest::prelude::*;

struct Pool;

impl Machine for Pool {
    const FAMILY: &'static Family = &POOL;
    const STEPS_MAX: usize = 128;
    const ISSUER: &'static str = "pool";

    fn named(bytes: &[u8], identity: u32) -> Vec<u8> {
        let mut scenario = honest(bytes);
        scenario.setup.identity = identity;
        scenario.encode()
    }

    fn accompanied(bytes: &[u8], in_company: bool) -> Vec<u8> {
        let company = Company { twin: in_company, foreign: in_company };
        Scenario { company, ..honest(bytes) }.encode()
    }
}

/// The scenario without the steps that need another pool's values.
fn honest(bytes: &[u8]) -> Scenario {
    let mut scenario = Scenario::decode(bytes);
    scenario.steps.retain(|step| !borrows(step));
    scenario
}

/// Whether a step needs another pool's values.
fn borrows(step: &Step) -> bool {
    match step.opcode {
        Opcode::TwinCompletion
        | Opcode::TwinReturn
        | Opcode::ForeignCompletion
        | Opcode::ForeignReturn
        | Opcode::StaleCompletion
        | Opcode::Repeat
        | Opcode::Distort
        | Opcode::WrongKind => true,
        Opcode::SettleOldest
        | Opcode::Settle
        | Opcode::Submit
        | Opcode::StopWorker
        | Opcode::Complete
        | Opcode::FinishActivation
        | Opcode::ElapseRestartTimer
        | Opcode::ElapseDeadline
        | Opcode::Shutdown
        | Opcode::AdvanceTime
        | Opcode::CutBatch
        | Opcode::Initialize
        | Opcode::Withhold => false,
    }
}

properties!(Pool, 256);

proptest! {
    #![proptest_config(crate::cases(256))]

    /// A roster that names a role twice is never built.
    #[test]
    fn a_repeated_role_fails_the_construction(input in machine::inputs::<Pool>()) {
        let scenario = Scenario { steps: Vec::new(), ..Scenario::decode(&input.bytes) };
        let roles = scenario.setup.roles();
        prop_assert!(roles.len() <= ROLES_MAX);
        let repeated = roles.iter().enumerate().any(|(at, role)| roles[..at].contains(role));
        let trace = Runner::new().trace(input.target, &scenario.encode());
        prop_assert!(trace.failure.is_none());
        prop_assert!(!repeated || trace.construction.is_some());
    }
}
