//! What must hold of every mutation, and what each kind does.

use super::draft::{Draft, StepBytes};
use super::draw;
use super::kind::{Kind, below};
use super::{Mutator, splice};
use crate::family::Family;
use crate::script::{Operand, Prng, STEP_BYTES};
use crate::target::{TARGETS, Target, families, of_family};
use std::ops::RangeInclusive;

/// Seeds that are tried of each target.
const SEEDS: u64 = 128;

/// A scenario that its family decodes to what it came from: encoding is the inverse of decoding.
fn demand_legal(family: &Family, bytes: &[u8]) {
    let text = (family.to_text)(bytes);
    let canonical = (family.parse_text)(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((family.to_text)(&canonical), text);
    assert_eq!(canonical.len(), family.header_bytes + steps_of(family, bytes) * STEP_BYTES);
}

fn steps_of(family: &Family, bytes: &[u8]) -> usize {
    (bytes.len() - family.header_bytes.min(bytes.len())).div_ceil(STEP_BYTES)
}

/// A seeded scenario in a buffer that has room for the target's longest one.
fn seeded(target: &Target, seed: u64) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    target.generate(seed, &mut bytes);
    let length = bytes.len();
    bytes.resize(target.input_bytes_max(), 0);
    (bytes, length)
}

#[test]
fn what_comes_out_is_whole_legal_and_within_its_bounds() {
    for target in &TARGETS {
        let mut mutator = Mutator::new(target);
        let mut rng = Prng::new(9);
        let (mut buffer, mut length) = seeded(target, 1);
        for seed in 0..SEEDS {
            length = mutator.mutate(&mut buffer, length, seed);
            assert!(length <= target.input_bytes_max(), "{}, seed {seed}", target.name);
            let tail = length - target.family.header_bytes;
            assert!(tail.is_multiple_of(STEP_BYTES), "{}, seed {seed}", target.name);
            demand_legal(target.family, &buffer[..length]);
            if rng.chance(1, 16) {
                // As an engine's own mutations leave it.
                length = below(length + 1, &mut rng);
                buffer[..length].iter_mut().for_each(|byte| *byte = rng.byte());
            }
        }
    }
}

#[test]
fn a_buffer_of_any_size_is_enough_and_is_not_left() {
    for family in families() {
        let target = of_family(family).next().expect("each family has targets");
        let mut mutator = Mutator::new(target);
        for room in 1..family.header_bytes + 3 * STEP_BYTES {
            for seed in 0..32 {
                let mut buffer = vec![1; room];
                let length = mutator.mutate(&mut buffer, room.min(3), seed);
                assert!((1..=room).contains(&length), "{}, room {room}", family.name);
                let (one, other) = ([5; 40], seeded(target, seed).0);
                let length = mutator.splice(&one, &other, &mut buffer, seed);
                assert!((1..=room).contains(&length), "{}, room {room}", family.name);
                demand_legal(family, &buffer[..length]);
            }
        }
    }
}

#[test]
fn a_seed_means_the_same_mutation_for_ever() {
    for target in &TARGETS {
        let (mut fresh, mut used) = (Mutator::new(target), Mutator::new(target));
        for seed in 0..SEEDS {
            let (mut one, length) = seeded(target, seed);
            let mut other = one.clone();
            // What the buffer holds behind the scenario has no say.
            other[length..].fill(7);
            let lengths =
                [fresh.mutate(&mut one, length, seed), used.mutate(&mut other, length, seed)];
            assert_eq!(one[..lengths[0]], other[..lengths[1]], "{}, seed {seed}", target.name);
            fresh = Mutator::new(target);
        }
    }
}

#[test]
fn most_mutations_change_the_scenario() {
    for target in &TARGETS {
        let mut mutator = Mutator::new(target);
        let same = (0..SEEDS).filter(|seed| {
            let (mut buffer, length) = seeded(target, *seed);
            let before = buffer[..length].to_vec();
            let length = mutator.mutate(&mut buffer, length, *seed);
            buffer[..length] == before[..]
        });
        assert!(same.count() * 20 <= SEEDS as usize, "{}", target.name);
    }
}

#[test]
fn canonical_choices_and_opcodes_stay_canonical() {
    for target in TARGETS.iter().filter(|target| target.family.name != "pool") {
        let mut mutator = Mutator::new(target);
        let (mut buffer, mut length) = seeded(target, 3);
        for seed in 0..SEEDS {
            length = mutator.mutate(&mut buffer, length, seed);
            let text = (target.family.to_text)(&buffer[..length]);
            let canonical = (target.family.parse_text)(&text).expect("legal");
            assert_eq!(canonical, buffer[..length], "{}, seed {seed}", target.name);
        }
    }
}

#[test]
fn layouts_agree_with_the_formats() {
    for family in families() {
        let layout = &family.layout;
        let mut places: Vec<usize> = (0..layout.choices).map(|at| (layout.choice)(at).at).collect();
        let masks = usize::from(layout.opcodes).div_ceil(8);
        places.extend(layout.disabled.clone().take(masks));
        places.sort_unstable();
        let count = places.len();
        places.dedup();
        assert_eq!(places.len(), count, "{}: a byte stands twice", family.name);
        // Byte 0 is the version; whatever is no choice is reserved, and says nothing.
        for at in 1..family.header_bytes {
            let says = (1..=u8::MAX).any(|byte| says(family, at, byte));
            assert_eq!(says, places.contains(&at), "{}: byte {at}", family.name);
        }
    }
}

/// Whether a byte of the header has any meaning: in a header that is benign, or in one whose version and choices
/// bring out what others hide.
fn says(family: &Family, at: usize, byte: u8) -> bool {
    [0, 1, 2, 3].into_iter().any(|rest| {
        let mut header = vec![rest; family.header_bytes];
        family.layout.disabled.clone().for_each(|at| header[at] = 0);
        let before = (family.to_text)(&header);
        header[at] = byte;
        (family.to_text)(&header) != before
    })
}

/// Steps of a draft that a kind is tried on.
const STEPS: usize = 24;

/// What a draft holds before and after one mutation of a kind.
struct Change {
    family: &'static Family,
    before: Vec<StepBytes>,
    after: Vec<StepBytes>,
    /// The places of the header's bytes that differ.
    header: Vec<usize>,
}

impl Change {
    /// One change of a kind, if it finds anything to change, with `room` for more steps.
    fn of(kind: Kind, family: &'static Family, seed: u64, room: usize) -> Option<Self> {
        let mut rng = Prng::new(seed);
        let steps: Vec<_> = (0..STEPS).map(|_| draw::step(&family.layout, &mut rng)).collect();
        let mut buffer = vec![0; family.header_bytes];
        buffer.extend(steps.as_flattened());
        let length = buffer.len();
        buffer.resize(length + room * STEP_BYTES, 9);
        let header = buffer[..family.header_bytes].to_vec();
        let mut draft = Draft::new(family, &mut buffer, length);
        let changed = kind.apply(&mut draft, &mut rng);
        let after = draft.steps().to_vec();
        let places = 0..header.len();
        let header: Vec<_> = places.filter(|at| draft.header()[*at] != header[*at]).collect();
        assert!(changed || (steps == after && header.is_empty()), "{kind:?}, seed {seed}");
        changed.then_some(Self { family, before: steps, after, header })
    }

    /// Many changes of a kind in every family, with room for more steps.
    fn all(kind: Kind) -> Vec<Self> {
        let changes = |family| (0..192).filter_map(move |seed| Self::of(kind, family, seed, 32));
        families()
            .flat_map(|family| {
                let changes: Vec<_> = changes(family).collect();
                assert!(changes.len() >= 32, "{}: {kind:?} finds too little", family.name);
                changes
            })
            .collect()
    }

    /// Places at which the steps differ.
    fn differing(&self) -> Vec<usize> {
        assert_eq!(self.before.len(), self.after.len());
        let pairs = self.before.iter().zip(&self.after).enumerate();
        pairs.filter(|(_, (before, after))| before != after).map(|(place, _)| place).collect()
    }

    /// The operand in which the one differing step differs: the step's place, and the operand's number.
    fn operand(&self) -> Option<(usize, usize)> {
        let &[place] = self.differing().as_slice() else { return None };
        let (before, after) = (self.before[place], self.after[place]);
        let at: Vec<_> = (0..4).filter(|at| before[*at] != after[*at]).collect();
        let &[at] = at.as_slice() else { return None };
        Some((place, at.checked_sub(1)?))
    }

    fn operands(&self, step: StepBytes) -> [Operand; 3] {
        (self.family.layout.operands)(step[0])
    }

    /// Whether a run of at most `most` steps of `longer` is what `shorter` lacks.
    fn lacks_a_run(longer: &[StepBytes], shorter: &[StepBytes], most: usize) -> bool {
        let gone = longer.len() - shorter.len();
        (1..=most).contains(&gone)
            && (0..=shorter.len())
                .any(|at| longer[..at] == shorter[..at] && longer[at + gone..] == shorter[at..])
    }

    /// Whether a run of steps has moved by at most `by`, and nothing else has.
    fn has_moved(&self, lengths: RangeInclusive<usize>, by: usize) -> bool {
        let places = 0..self.before.len();
        places.into_iter().any(|from| {
            lengths.clone().filter(|length| from + length <= self.before.len()).any(|length| {
                let mut rest = self.before.clone();
                let run: Vec<_> = rest.drain(from..from + length).collect();
                (0..=rest.len()).filter(|to| to.abs_diff(from) <= by).any(|to| {
                    let mut moved = rest.clone();
                    moved.splice(to..to, run.iter().copied());
                    moved == self.after
                })
            })
        })
    }
}

#[test]
fn insertion_keeps_what_stood_there() {
    for change in Change::all(Kind::Insert) {
        assert!(Change::lacks_a_run(&change.after, &change.before, 16));
        assert_eq!(change.header, [0; 0]);
    }
}

#[test]
fn insertion_into_a_full_buffer_pushes_the_end_out() {
    for family in families() {
        for seed in 0..64 {
            let change = Change::of(Kind::Insert, family, seed, 0);
            // At the very end there is no room.
            let Some(Change { before, after, .. }) = change else { continue };
            assert_eq!(after.len(), STEPS);
            let common = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
            let gained = 1..=STEPS - common;
            let kept = |gained: usize| after.ends_with(&before[common..STEPS - gained]);
            assert!(common == STEPS || gained.into_iter().any(kept), "{}, {seed}", family.name);
        }
    }
}

#[test]
fn deletion_takes_one_run_away() {
    for change in Change::all(Kind::Delete) {
        assert!(Change::lacks_a_run(&change.before, &change.after, 16));
        assert_eq!(change.header, [0; 0]);
    }
}

#[test]
fn duplication_inserts_a_run_that_is_there() {
    for Change { before, after, header, .. } in Change::all(Kind::Duplicate) {
        let gained = after.len() - before.len();
        let is_copy = (0..=before.len()).any(|at| {
            let (new, rest) = after[at..].split_at(gained.min(after.len() - at));
            after[..at] == before[..at]
                && rest == &before[at..]
                && before.windows(gained).any(|run| run == new)
        });
        assert!(is_copy && (1..=16).contains(&gained));
        assert_eq!(header, [0; 0]);
    }
}

#[test]
fn a_swap_exchanges_two_steps_that_are_near() {
    for change in Change::all(Kind::Swap) {
        let differing = change.differing();
        let &[one, other] = differing.as_slice() else { panic!("{differing:?}") };
        assert_eq!(change.before[one], change.after[other]);
        assert_eq!(change.before[other], change.after[one]);
        assert!(other - one <= 8);
        assert_eq!(change.header, [0; 0]);
    }
}

#[test]
fn a_move_puts_one_run_elsewhere() {
    for change in Change::all(Kind::Move) {
        assert!(change.has_moved(1..=16, STEPS));
        assert_eq!(change.header, [0; 0]);
    }
}

#[test]
fn retiming_changes_ticks_or_the_place_of_one_step() {
    let (mut ticks, mut places) = (0, 0);
    for change in Change::all(Kind::Retime) {
        let is_time = |(place, at): (usize, usize)| {
            let operand = change.operands(change.after[place])[at];
            matches!(operand, Operand::Ticks(_) | Operand::Shift(_))
        };
        if change.operand().is_some_and(is_time) {
            ticks += 1;
        } else {
            assert!(change.has_moved(1..=1, 8));
            places += 1;
        }
        assert_eq!(change.header, [0; 0]);
    }
    assert!(ticks > 64 && places > 64, "{ticks} by ticks, {places} by places");
}

#[test]
fn redrawing_changes_one_step() {
    let (mut operands, mut steps) = (0, 0);
    for change in Change::all(Kind::Redraw) {
        match change.operand() {
            Some((place, at)) => {
                assert_ne!(change.operands(change.after[place])[at], Operand::Unused);
                operands += 1;
            }
            None => {
                assert_eq!(change.differing().len(), 1);
                steps += 1;
            }
        }
        assert_eq!(change.header, [0; 0]);
    }
    assert!(operands > 64 && steps > 64, "{operands} operands, {steps} steps");
}

#[test]
fn retargeting_aims_at_what_was_aimed_at_shortly_before_or_at_its_neighbour() {
    let mut near = 0;
    for change in Change::all(Kind::Retarget) {
        let (place, at) = change.operand().expect("one operand differs");
        let name = change.operands(change.after[place])[at];
        assert!(matches!(name, Operand::Index(_)));
        let aimed: Vec<u8> = change.before[place.saturating_sub(16)..place]
            .iter()
            .flat_map(|step| change.operands(*step).into_iter().zip(&step[1..]))
            .filter(|(operand, _)| *operand == name)
            .map(|(_, value)| *value)
            .collect();
        near += usize::from(!aimed.is_empty());
        let aimed = if aimed.is_empty() { vec![0] } else { aimed };
        let target = change.after[place][at + 1];
        let is_near = |value: &u8| matches!(target.wrapping_sub(*value), 0 | 1 | 255);
        assert!(aimed.iter().any(is_near), "{target} of {aimed:?}");
        assert_eq!(change.header, [0; 0]);
    }
    assert!(near > 64);
}

#[test]
fn choosing_changes_one_choice_or_what_is_disabled() {
    let (mut choices, mut masks) = (0, 0);
    for change in Change::all(Kind::Choose) {
        assert_eq!(change.before, change.after);
        let layout = &change.family.layout;
        let &[at] = change.header.as_slice() else { panic!("{:?}", change.header) };
        masks += usize::from(layout.disabled.contains(&at));
        choices += usize::from((0..layout.choices).any(|number| (layout.choice)(number).at == at));
    }
    assert!(choices > 64 && masks > 16, "{choices} choices, {masks} masks");
}

#[test]
fn what_is_disabled_is_enabled_again() {
    for family in families() {
        let mut buffer = vec![0; family.header_bytes];
        let mut draft = Draft::new(family, &mut buffer, family.header_bytes);
        draft.header()[family.layout.disabled.start] = 2;
        let enabled = (0..1_024).any(|seed| {
            Kind::Choose.apply(&mut draft, &mut Prng::new(seed));
            draft.header()[family.layout.disabled.clone()].iter().all(|byte| *byte == 0)
        });
        assert!(enabled, "{}", family.name);
    }
}

#[test]
fn every_kind_is_drawn() {
    let mut rng = Prng::new(2);
    let drawn: Vec<Kind> = (0..1_024).map(|_| Kind::draw(&mut rng)).collect();
    let all = [
        Kind::Insert,
        Kind::Delete,
        Kind::Duplicate,
        Kind::Swap,
        Kind::Move,
        Kind::Retime,
        Kind::Redraw,
        Kind::Retarget,
        Kind::Choose,
    ];
    assert!(all.iter().all(|kind| drawn.contains(kind)));
}

#[test]
fn a_spliced_scenario_consists_of_both() {
    for target in &TARGETS {
        let header = target.family.header_bytes;
        let (one, length) = seeded(target, 5);
        let (other, other_length) = seeded(target, 6);
        let (one_steps, other_steps) =
            (steps(&one[header..length]), steps(&other[header..other_length]));
        let (mut of_both, mut of_header) = (0, 0);
        for seed in 0..256 {
            let mut buffer = one.clone();
            let mut draft = Draft::new(target.family, &mut buffer, length);
            splice::splice(&mut draft, &other[..other_length], &mut Prng::new(seed));
            let after = draft.steps().to_vec();
            assert!(after.iter().all(|it| one_steps.contains(it) || other_steps.contains(it)));
            of_both += usize::from(after != one_steps && after != other_steps);
            let is_other = *draft.header() == other[..header];
            assert!(is_other || *draft.header() == one[..header]);
            of_header += usize::from(is_other);
        }
        assert!(of_both > 128 && of_header > 16, "{}: {of_both}, {of_header}", target.name);
    }
}

fn steps(bytes: &[u8]) -> &[StepBytes] {
    bytes.as_chunks().0
}
