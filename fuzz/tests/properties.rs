//! Properties over whole runs, with shrinking to the fewest and smallest steps.
//!
//! The engines search for failures by feedback; these search at random and shrink by steps, and they
//! state relations between runs that no single run can show.

use actor_laws_fuzz::pool::observation::{PoolSetup, ROLES_MAX};
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::pool::scenario::{Company, HEADER_BYTES, OPCODES, Opcode, Scenario, Step};
use actor_laws_fuzz::target::{Target, find};
use proptest::prelude::*;

fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    let opcode = proptest::sample::select(&OPCODES[..]);
    let operand = || prop_oneof![3 => 0..4_u8, 1 => any::<u8>()];
    let step = (opcode, operand(), operand(), operand()).prop_map(|(opcode, a, b, c)| Step {
        opcode,
        a,
        b,
        c,
    });
    proptest::collection::vec(step, 0..count)
}

fn setup() -> impl Strategy<Value = PoolSetup> {
    proptest::collection::vec(prop_oneof![2 => 0..8_u8, 1 => any::<u8>()], HEADER_BYTES)
        .prop_map(|header| Scenario::decode(&header).setup)
}

fn scenario() -> impl Strategy<Value = Scenario> {
    (setup(), any::<bool>(), any::<bool>(), steps(160)).prop_map(|(setup, twin, foreign, steps)| {
        let blank = Scenario::decode(&[]);
        Scenario { setup, company: Company { twin, foreign }, steps, ..blank }
    })
}

/// A target, for its limits.
fn target() -> &'static Target {
    find("pool_admission").expect("registered")
}

/// The recorded run as JSON lines, one an input.
fn record(scenario: &Scenario) -> Vec<String> {
    let trace = Runner::new().trace(target(), &scenario.encode());
    assert!(trace.failure.is_none(), "{trace}");
    trace.steps.iter().map(|step| serde_json::to_string(step).expect("plain data")).collect()
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Every law holds in every run.
    #[test]
    fn every_scenario_passes_every_check(scenario in scenario()) {
        let result = Runner::new().run_scenario(&scenario);
        prop_assert!(result.is_ok(), "{}\n{:?}", scenario.to_text(), result);
    }

    /// Every prefix of a script is a whole scenario: the host becomes well behaved where it ends.
    #[test]
    fn every_prefix_comes_to_an_end(scenario in scenario(), cut in 0..160_usize) {
        let mut prefix = scenario.clone();
        prefix.steps.truncate(cut);
        let result = Runner::new().run_scenario(&prefix);
        prop_assert!(result.is_ok(), "{}\n{:?}", prefix.to_text(), result);
    }

    /// A machine's identity names it and decides nothing.
    #[test]
    fn identity_decides_nothing(scenario in scenario(), identity in 2_u32..255) {
        let mut own = scenario;
        own.steps.retain(|step| !borrows(step));
        own.setup.identity = 1;
        let mut other = own.clone();
        other.setup.identity = identity;
        let unnamed = |lines: Vec<String>, pool: u32| -> Vec<String> {
            let name = format!("\"pool\":{pool},");
            lines.into_iter().map(|line| line.replace(&name, "\"pool\":0,")).collect()
        };
        prop_assert_eq!(unnamed(record(&own), 1), unnamed(record(&other), identity));
    }

    /// Company watches and lends; the judged pool answers as if it were alone.
    #[test]
    fn company_is_invisible(scenario in scenario()) {
        let mut alone = scenario;
        alone.steps.retain(|step| !borrows(step));
        let mut together = alone.clone();
        alone.company = Company { twin: false, foreign: false };
        together.company = Company { twin: true, foreign: true };
        prop_assert_eq!(record(&alone), record(&together));
    }

    /// A roster that names a role twice is never built.
    #[test]
    fn a_repeated_role_fails_the_construction(setup in setup()) {
        let roles = setup.roles();
        prop_assert!(roles.len() <= ROLES_MAX);
        let repeated = roles.iter().enumerate().any(|(at, role)| roles[..at].contains(role));
        let scenario = Scenario { setup, ..Scenario::decode(&[]) };
        let trace = Runner::new().trace(target(), &scenario.encode());
        prop_assert!(trace.failure.is_none());
        prop_assert!(!repeated || trace.construction.is_some());
    }
}
