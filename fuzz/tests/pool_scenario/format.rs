//! What bytes mean stays the same, and encoding is the inverse of decoding.

use super::{fingerprint, random_bytes};
use actor_laws_fuzz::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Eligibility, Interruption, Lease, Reaction, SequencePlan, Timing,
};
use actor_laws_fuzz::pool::scenario::{
    Company, HEADER_BYTES, OPCODES, Opcode, OpcodeMask, Prng, ROLES_ASKED_MAX, STEP_BYTES,
    Scenario, Step, Supply, VERSION, WIDE_VERSION,
};
use arbitrary::{Arbitrary, Unstructured};

const STRINGS: usize = 100_000;
/// Where the header says how many roles there are.
const ROLE_COUNT: usize = 6;
const FURTHER_ROLES: usize = 25;

#[test]
fn no_bytes_are_a_small_well_behaved_pool() {
    let Scenario { setup, company, disabled, steps } = Scenario::decode(&[]);
    assert_eq!(company, Company { twin: true, foreign: false });
    assert_eq!(disabled, OpcodeMask::EMPTY);
    assert!(steps.is_empty());
    assert_eq!((setup.identity, setup.roles(), setup.activation_limit), (1, &[11][..], 1));
    assert_eq!((setup.eligibility, setup.reaction), (Eligibility::Permanent, Reaction::RetireRole));
    assert_eq!((setup.budget_charges_max, setup.budget_window), (4, 16));
    assert_eq!((setup.timing, setup.recovery_ordinal_max), (Timing::Immediate, u32::MAX));
    assert_eq!((setup.backlog_capacity, setup.interruption), (4, Interruption::Fail));
    assert_eq!(setup.drain, DrainPolicy::WaitForActorGraph);
    assert_eq!(setup.diagnostics, DiagnosticPolicy::DeliverTo { route: 0 });
    assert_eq!(setup.factory_rejects_at, None);
    let plenty = SequencePlan { lease: Lease { first: 1, last: u64::MAX }, renewal: None };
    let s = setup.sequences;
    let plans = [s.job, s.admission, s.assignment, s.completion, s.activation, s.recovery];
    assert_eq!(plans, [plenty; 6]);
    assert_eq!([s.birth, s.timer, s.shutdown, s.diagnostic], [plenty; 4]);
}

#[test]
fn missing_bytes_read_as_zero() {
    let mut rng = Prng::new(1);
    for _ in 0..1_000 {
        let mut bytes = random_bytes(&mut rng);
        let short = Scenario::decode(&bytes);
        let whole = HEADER_BYTES.max(bytes.len().next_multiple_of(STEP_BYTES));
        bytes.resize(whole, 0);
        assert_eq!(short, Scenario::decode(&bytes));
    }
}

#[test]
fn every_version_byte_but_that_of_wide_pools_is_read_as_version_one() {
    for version in 0..=u8::MAX {
        assert_eq!(Scenario::decode(&[version]), Scenario::decode(&[VERSION]));
        assert_eq!(Scenario::decode(&[version]).encode()[0], VERSION);
        let mut bytes = [0; HEADER_BYTES];
        (bytes[0], bytes[FURTHER_ROLES]) = (version, 1);
        let scenario = Scenario::decode(&bytes);
        let is_wide = version == WIDE_VERSION;
        assert_eq!(scenario.setup.roles().len(), if is_wide { 59 } else { 1 });
        assert_eq!(scenario.encode()[0], if is_wide { WIDE_VERSION } else { VERSION });
    }
}

#[test]
fn a_wide_pool_is_a_pool_with_further_roles() {
    for (count, code) in
        (0..=u8::MAX).flat_map(|count| [0, 1, 2, 3, 4, 5, 255].map(|code| (count, code)))
    {
        let mut bytes = [0; HEADER_BYTES];
        (bytes[ROLE_COUNT], bytes[FURTHER_ROLES]) = (count, code);
        let narrow = Scenario::decode(&bytes);
        bytes[0] = WIDE_VERSION;
        let wide = Scenario::decode(&bytes);
        let (few, many) = (narrow.setup.roles(), wide.setup.roles());
        let further = [0, 58, 64, 94, 124][usize::from(code) % 5];
        assert_eq!(many.len(), if few.is_empty() { 0 } else { few.len() + further });
        assert_eq!(many[..few.len()], *few);
        assert_eq!(Scenario::decode(&wide.encode()), wide);
        let with_few = wide.with_roles(few.len() as u8);
        assert!(few.is_empty() || with_few == narrow);
    }
}

#[test]
fn encoding_is_the_inverse_of_decoding() {
    let mut rng = Prng::new(2);
    let mut reused = Scenario::decode(&[]);
    for _ in 0..STRINGS {
        let bytes = random_bytes(&mut rng);
        let scenario = Scenario::decode(&bytes);
        reused.decode_into(&scenario.encode());
        assert_eq!(reused, scenario, "{bytes:?}");
    }
}

#[test]
fn each_header_byte_alone_survives_encoding() {
    for at in 0..HEADER_BYTES {
        for value in 0..=u8::MAX {
            for around in [0, 1, 2, 3, 5, 31, 240, 255] {
                let mut bytes = [around; HEADER_BYTES];
                bytes[at] = value;
                let scenario = Scenario::decode(&bytes);
                assert_eq!(Scenario::decode(&scenario.encode()), scenario, "{bytes:?}");
            }
        }
    }
}

#[test]
fn a_setup_that_no_bytes_mean_is_written_with_benign_choices() {
    let mut scenario = Scenario::decode(&[]);
    scenario.setup.backlog_capacity = 1_000;
    scenario.setup.roles[0] = 99;
    scenario.setup.sequences.job.lease = Lease { first: 5, last: 2_000_000 };
    assert_eq!(Scenario::decode(&scenario.encode()), Scenario::decode(&[]));
}

#[test]
fn a_typed_input_is_the_same_scenario_as_its_bytes() {
    let mut rng = Prng::new(3);
    for _ in 0..1_000 {
        let bytes = random_bytes(&mut rng);
        let expected = Ok(Scenario::decode(&bytes));
        let mut unstructured = Unstructured::new(&bytes);
        assert_eq!(Scenario::arbitrary(&mut unstructured).map_err(drop), expected);
        let unstructured = Unstructured::new(&bytes);
        assert_eq!(Scenario::arbitrary_take_rest(unstructured).map_err(drop), expected);
    }
}

#[test]
fn a_roster_can_have_another_number_of_roles_and_all_else_stays() {
    let mut rng = Prng::new(6);
    for _ in 0..500 {
        let scenario = Scenario::decode(&random_bytes(&mut rng));
        let declared = scenario.setup.roles();
        for count in 1..=ROLES_ASKED_MAX {
            let Scenario { mut setup, company, disabled, steps } = scenario.with_roles(count);
            let kept = declared.len().min(usize::from(count));
            assert_eq!(setup.roles().len(), usize::from(count));
            assert_eq!(setup.roles()[..kept], declared[..kept]);
            (setup.role_count, setup.roles) = (scenario.setup.role_count, scenario.setup.roles);
            assert_eq!(Scenario { setup, company, disabled, steps }, scenario);
            let other = scenario.with_roles(count);
            assert_eq!(Scenario::decode(&other.encode()), other);
        }
    }
}

#[test]
fn every_opcode_has_its_number_as_byte_and_a_name_of_its_own() {
    for (number, opcode) in OPCODES.into_iter().enumerate() {
        assert_eq!(usize::from(opcode.number()), number);
        assert_eq!(Opcode::from_byte(opcode.number()), opcode);
        assert_eq!(Opcode::from_byte(opcode.number() + OPCODES.len() as u8), opcode);
        assert_eq!(Opcode::from_name(opcode.name()), Some(opcode));
    }
    assert_eq!(Opcode::from_byte(0), Opcode::SettleOldest);
}

#[test]
fn steps_keep_their_meaning_when_chunks_are_inserted_deleted_and_spliced() {
    let mut rng = Prng::new(4);
    for _ in 0..1_000 {
        let (left, right) = (random_bytes(&mut rng), random_bytes(&mut rng));
        let (left, right) = (Scenario::decode(&left), Scenario::decode(&right));
        let (bytes, others) = (left.encode(), right.encode());
        let [from, to] = cuts(left.steps.len(), &mut rng);
        let [begin, end] = [from, to].map(|step| HEADER_BYTES + step * STEP_BYTES);

        let deleted = Scenario::decode(&[&bytes[..begin], &bytes[end..]].concat());
        assert_eq!(deleted.steps, [&left.steps[..from], &left.steps[to..]].concat());
        let inserted = [&bytes[..begin], &others[HEADER_BYTES..], &bytes[begin..]].concat();
        let expected = [&left.steps[..from], &right.steps, &left.steps[from..]].concat();
        assert_eq!(Scenario::decode(&inserted).steps, expected);
        let spliced = Scenario::decode(&[&bytes[..end], &others[HEADER_BYTES..]].concat());
        assert_eq!(spliced.steps, [&left.steps[..to], &right.steps].concat());
        for changed in [deleted, spliced] {
            assert_eq!(changed.setup, left.setup);
        }
    }
}

/// Two places between steps, in order.
fn cuts(steps: usize, rng: &mut Prng) -> [usize; 2] {
    let mut cuts = [0; 2].map(|_| rng.between(0, steps as u32) as usize);
    cuts.sort_unstable();
    cuts
}

#[test]
fn changing_the_header_changes_no_step() {
    let mut rng = Prng::new(5);
    for _ in 0..1_000 {
        let mut bytes = Scenario::decode(&random_bytes(&mut rng)).encode();
        let steps = Scenario::decode(&bytes).steps;
        bytes[..HEADER_BYTES].iter_mut().for_each(|byte| *byte = rng.byte());
        assert_eq!(Scenario::decode(&bytes).steps, steps);
    }
}

#[test]
fn old_inputs_decode_to_the_same_texts_for_ever() {
    let mut varied: Vec<u8> = (0..HEADER_BYTES as u8).map(|at| at.wrapping_mul(37)).collect();
    varied.extend([2, 1, 0, 0, 22, 7, 8, 9, 255, 1]);
    let wide: Vec<u8> =
        varied.iter().enumerate().map(|(at, byte)| byte | u8::from(at == 0) << 1).collect();
    let cases: [(&[u8], &str); 4] = [
        (&[], include_str!("golden/empty.txt")),
        (&varied, include_str!("golden/varied.txt")),
        (&wide, include_str!("golden/wide.txt")),
        (&[255; HEADER_BYTES + STEP_BYTES], include_str!("golden/ones.txt")),
    ];
    for (bytes, text) in cases {
        assert_eq!(Scenario::decode(bytes).to_text(), text);
    }
}

#[test]
fn every_code_of_every_header_byte_means_the_same_for_ever() {
    let mut texts = Vec::new();
    for at in 0..HEADER_BYTES {
        for value in 0..=u8::MAX {
            for around in [0, 3] {
                let mut bytes = [around; HEADER_BYTES];
                bytes[at] = value;
                // It has another meaning since there are wide pools.
                bytes[0] = if bytes[0] == WIDE_VERSION { VERSION } else { bytes[0] };
                texts.push(Scenario::decode(&bytes).to_text());
            }
        }
    }
    let pinned = fingerprint(texts.iter().map(String::as_bytes));
    assert_eq!(pinned, 2_545_317_074_479_526_865, "a committed corpus would change its meaning");
}

#[test]
fn every_wide_roster_means_the_same_for_ever() {
    let mut rosters = Vec::new();
    for (count, order) in (0..6).flat_map(|count| (0..42).map(move |order| (count, order))) {
        for further in 1..5 {
            let mut bytes = [0; HEADER_BYTES];
            (bytes[0], bytes[ROLE_COUNT], bytes[ROLE_COUNT + 1]) = (WIDE_VERSION, count, order);
            bytes[FURTHER_ROLES] = further;
            rosters.push(Scenario::decode(&bytes).setup.roles().to_vec());
        }
    }
    let pinned = fingerprint(rosters.iter().map(Vec::as_slice));
    assert_eq!(pinned, 13_656_240_744_391_339_101, "a committed corpus would change its meaning");
}

#[test]
fn every_shape_of_a_sequence_means_the_same_for_ever() {
    let mut ordinals = Vec::new();
    for shape in [Supply::Plenty].into_iter().chain(Supply::SCARCE) {
        for k in 0..=u8::MAX {
            let SequencePlan { lease, renewal } = shape.plan(k);
            let renewal = renewal.unwrap_or(Lease { first: 0, last: 0 });
            let bounds = [lease.first, lease.last, renewal.first, renewal.last];
            ordinals.extend(bounds.map(u64::to_le_bytes));
        }
    }
    let pinned = fingerprint(ordinals.iter().map(|bytes| &bytes[..]));
    assert_eq!(pinned, 9_286_976_480_097_812_509, "a committed corpus would change its meaning");
}

#[test]
fn operands_are_kept_as_they_are() {
    let bytes = [&[0; HEADER_BYTES][..], &[23, 200, 255, 7]].concat();
    let step = Step { opcode: Opcode::Submit, a: 200, b: 255, c: 7 };
    assert_eq!(Scenario::decode(&bytes).steps, [step]);
}
