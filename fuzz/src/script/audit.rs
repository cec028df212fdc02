//! What must hold of every family's format and generator, for the family's tests to demand.

use super::{FIRST_FIELD_AT, Opcode, OpcodeMask, Prng, STEP_BYTES, Scenario, Script};
use crate::target::Target;
use arbitrary::{Arbitrary, Unstructured};
use std::collections::BTreeSet;

/// Byte strings that are tried.
const STRINGS: usize = 4_000;

/// Seeds that are tried.
const SEEDS: u64 = 2_048;

/// Demands that the tables are well formed, that encoding is the inverse of decoding, that texts parse back
/// to the same bytes, and that every choice and opcode can be said.
///
/// # Panics
///
/// If something of this is not so.
pub fn demand_sound_format<S: Script>() {
    demand_sound_tables::<S>();
    let mut rng = Prng::new(6);
    for _ in 0..STRINGS {
        let most = (S::HEADER_BYTES + 16 * STEP_BYTES) as u32;
        let bytes: Vec<u8> = (0..rng.between(0, most)).map(|_| rng.byte()).collect();
        demand_inverse::<S>(&bytes);
    }
    for at in 0..S::HEADER_BYTES {
        for value in 0..=u8::MAX {
            let mut bytes = vec![3; S::HEADER_BYTES];
            bytes[at] = value;
            demand_inverse::<S>(&bytes);
        }
    }
}

fn demand_inverse<S: Script>(bytes: &[u8]) {
    let scenario = Scenario::<S>::decode(bytes);
    let canonical = scenario.encode();
    assert_eq!(Scenario::<S>::decode(&canonical), scenario, "{bytes:?}");
    assert_eq!(Scenario::<S>::decode(&canonical).encode(), canonical, "{bytes:?}");
    let text = scenario.to_text();
    let parsed = Scenario::<S>::parse_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.encode(), canonical, "{text}");
    let typed = Scenario::<S>::arbitrary_take_rest(Unstructured::new(bytes));
    assert_eq!(typed.expect("every byte string is a scenario"), scenario);
}

fn demand_sound_tables<S: Script>() {
    let opcodes = S::Opcode::ALL;
    let unique = |names: Vec<String>| {
        let set: BTreeSet<&String> = names.iter().collect();
        assert_eq!(set.len(), names.len(), "a name stands twice in {names:?}");
    };
    for (number, opcode) in opcodes.iter().enumerate() {
        assert_eq!(usize::from(opcode.number()), number);
        assert!(opcode.name().len() <= 21, "{opcode:?}");
        assert_eq!(OpcodeMask::EMPTY.with(*opcode).iter().collect::<Vec<_>>(), [*opcode]);
    }
    let names = opcodes.iter().map(|opcode| opcode.name().to_owned());
    let keys = S::FIELDS.iter().map(|field| field.key.to_owned());
    let fixed = ["version", "disabled"].map(str::to_owned);
    unique(names.chain(keys).chain(fixed).collect());
    for (place, field) in S::FIELDS.iter().enumerate() {
        unique((0..field.choices()).map(|choice| field.word(choice)).collect());
        for choice in 0..field.choices() {
            let mut bytes = vec![0; S::HEADER_BYTES];
            bytes[FIRST_FIELD_AT + place] = field.byte(choice);
            let header = Scenario::<S>::decode(&bytes).header;
            assert_eq!(header.choice(place), choice, "`{}`", field.key);
            let _total = S::setup(&header);
        }
    }
}

/// One number for the first 64 seeds of a target, to be pinned: seeds that people noted must not mean other
/// runs.
pub fn fingerprint_of_seeds(target: &Target) -> u64 {
    let mut bytes = Vec::new();
    // FNV-1a.
    (0..64).fold(0xCBF2_9CE4_8422_2325, |hash, seed| {
        target.generate(seed, &mut bytes);
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        bytes.iter().fold(hash, mix)
    })
}

/// Demands of a target that its seeds are canonical, within its bound, unlike each other, and the same each
/// time; and that together they use every opcode.
///
/// # Panics
///
/// If something of this is not so.
pub fn demand_sound_generator<S: Script>(target: &Target) {
    let mut seen = BTreeSet::new();
    let mut used = OpcodeMask::<S::Opcode>::EMPTY;
    let (mut bytes, mut again) = (Vec::new(), vec![7; 3]);
    for seed in 0..SEEDS {
        target.generate(seed, &mut bytes);
        target.generate(seed, &mut again);
        assert_eq!(bytes, again, "seed {seed}");
        assert!(bytes.len() <= target.input_bytes_max(), "seed {seed}");
        let scenario = Scenario::<S>::decode(&bytes);
        assert_eq!(scenario.encode(), bytes, "seed {seed}");
        used = scenario.steps.iter().fold(used, |used, step| used.with(step.opcode));
        seen.insert(bytes.clone());
    }
    assert!(seen.len() as u64 * 100 >= SEEDS * 99, "many seeds are alike");
    let unused = S::Opcode::ALL.iter().filter(|opcode| !used.contains(**opcode));
    assert_eq!(unused.copied().collect::<Vec<_>>(), [], "no seed uses these");
}
