//! The scenario format: sound, pinned, and every choice and opcode within reach.

use actor_laws_fuzz::run::SetupOf;
use actor_laws_fuzz::script::{Opcode as _, Scenario, Step, audit};
use actor_laws_fuzz::supervisor::family::SUPERVISOR;
use actor_laws_fuzz::supervisor::rig::SupervisorRig;
use actor_laws_fuzz::supervisor::scenario::{Opcode, SupervisorScript};
use actor_laws_fuzz::target::of_family;

#[test]
fn the_format_is_sound() {
    audit::demand_sound_format::<SupervisorScript>();
}

#[test]
fn the_generators_are_sound_and_use_every_opcode() {
    for target in of_family(&SUPERVISOR) {
        audit::demand_sound_generator::<SupervisorScript>(target);
    }
}

/// Seeds that people noted must not mean other runs.
#[test]
fn seeds_keep_their_meaning() {
    let prints: Vec<_> = of_family(&SUPERVISOR).map(audit::fingerprint_of_seeds).collect();
    assert_eq!(
        prints,
        [
            11_091_659_907_162_935_212,
            4_386_518_446_683_051_245,
            11_793_142_203_714_863_095,
            14_107_246_428_613_714_828,
        ]
    );
}

/// Every header byte and every operand set, in an order that no field repeats.
fn varied() -> Vec<u8> {
    let header = (0..SUPERVISOR.header_bytes as u8).map(|place| place.wrapping_mul(37));
    let steps = (0..32_u8).flat_map(|step| [step, step.wrapping_mul(7), 255 - step, step]);
    header.chain(steps).collect()
}

#[test]
fn old_inputs_keep_their_meaning() {
    let golden = include_str!("golden.txt").split("----\n").collect::<Vec<_>>();
    let inputs = [Vec::new(), vec![1; 96], varied()];
    assert_eq!(golden.len(), inputs.len());
    for (bytes, golden) in inputs.iter().zip(golden) {
        assert_eq!(Scenario::<SupervisorScript>::decode(bytes).to_text(), golden);
    }
}

#[test]
fn a_missing_header_is_the_benign_one() {
    let scenario = Scenario::<SupervisorScript>::decode(&[]);
    let setup: SetupOf<SupervisorRig> =
        <SupervisorScript as actor_laws_fuzz::script::Script>::setup(&scenario.header);
    let supervisor = setup.supervisor;
    assert_eq!((supervisor.entries, supervisor.activations, setup.keys), (3, 1, 4));
    assert_eq!((supervisor.drain_deadline, supervisor.diagnostics_route), (None, Some(0)));
    assert!(scenario.steps.is_empty());
}

#[test]
fn opcode_zero_settles_the_oldest_obligation_and_each_byte_is_an_opcode() {
    assert_eq!(Step::<Opcode>::from_bytes([0; 4]), Step::plain(Opcode::SettleOldest));
    for byte in 0..=u8::MAX {
        let number = usize::from(Opcode::from_byte(byte).number());
        assert_eq!(number, usize::from(byte) % Opcode::ALL.len());
    }
}
