//! The kinds of mutation. Each changes one thing, or answers that there is nothing of that kind to change.

use super::draft::{Draft, StepBytes};
use super::draw;
use crate::script::{Operand, Prng};
use std::ops::Range;

/// The longest run of steps that goes, comes or moves at once.
const RUN_MAX: usize = 16;

/// How many steps back another step is near.
const NEAR: usize = 16;

/// How far a step is moved when it comes sooner or later.
const SHIFT_MAX: usize = 8;

/// A kind of mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Fresh steps, or settlements, stand where none stood.
    Insert,
    /// A run of steps is gone.
    Delete,
    /// A run of steps comes again, right away or elsewhere.
    Duplicate,
    /// Two steps change places.
    Swap,
    /// A run of steps moves elsewhere.
    Move,
    /// A step comes sooner or later: by its ticks, or by its place.
    Retime,
    /// A step has another operand, or does something else.
    Redraw,
    /// A step aims at what a step shortly before it aimed at, or at its neighbour: something that lives,
    /// or has died lately.
    Retarget,
    /// The machine is built otherwise, or another opcode is disabled or enabled.
    Choose,
}

impl Kind {
    /// All of them, each as likely as it stands often.
    const DRAWN: [Self; 16] = [
        Self::Insert,
        Self::Insert,
        Self::Insert,
        Self::Delete,
        Self::Delete,
        Self::Duplicate,
        Self::Duplicate,
        Self::Swap,
        Self::Move,
        Self::Retime,
        Self::Redraw,
        Self::Redraw,
        Self::Redraw,
        Self::Retarget,
        Self::Retarget,
        Self::Choose,
    ];

    /// A kind, by weight.
    pub(super) fn draw(rng: &mut Prng) -> Self {
        rng.pick(&Self::DRAWN)
    }

    /// Changes one thing; answers whether there was anything to change.
    pub(super) fn apply(self, draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
        match self {
            Self::Insert => insert(draft, rng),
            Self::Delete => delete(draft, rng),
            Self::Duplicate => duplicate(draft, rng),
            Self::Swap => swap(draft, rng),
            Self::Move => move_run(draft, rng),
            Self::Retime => retime(draft, rng),
            Self::Redraw => redraw(draft, rng),
            Self::Retarget => retarget(draft, rng),
            Self::Choose => choose(draft, rng),
        }
    }
}

/// A number below `bound`; 0 if that is 0.
pub(super) fn below(bound: usize, rng: &mut Prng) -> usize {
    rng.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
}

/// A place in the draft and a run of steps from there on: mostly one. `None` if there is no step.
fn run(draft: &Draft<'_>, rng: &mut Prng) -> Option<Range<usize>> {
    let start = below(draft.steps().len(), rng);
    let left = draft.steps().len() - start;
    let most = if rng.chance(1, 2) { 1 } else { left.min(RUN_MAX) };
    (left > 0).then(|| start..start + 1 + below(most, rng))
}

fn insert(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let layout = draft.layout();
    let at = below(draft.steps().len() + 1, rng);
    let count = if rng.chance(1, 2) { 1 } else { 1 + below(RUN_MAX, rng) };
    let is_rest = rng.chance(1, 4);
    let alike = draft.steps().get(below(draft.steps().len(), rng)).map(|step| step[0]);
    let alike = alike.filter(|_| rng.chance(1, 4));
    let opened = draft.open(at, count);
    for step in opened.iter_mut() {
        *step = match alike {
            _ if is_rest => [0; 4],
            Some(opcode) => draw::step_of(layout, opcode % layout.opcodes, rng),
            None => draw::step(layout, rng),
        };
    }
    !opened.is_empty()
}

fn delete(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let Some(run) = run(draft, rng) else { return false };
    draft.remove(run.start, run.len());
    true
}

fn duplicate(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let Some(run) = run(draft, rng) else { return false };
    let elsewhere = below(draft.steps().len() + 1, rng);
    let at = if rng.chance(1, 2) { run.end } else { elsewhere };
    let mut copy = [[0; 4]; RUN_MAX];
    let copy = &mut copy[..run.len()];
    copy.copy_from_slice(&draft.steps()[run]);
    let opened = draft.open(at, copy.len());
    opened.copy_from_slice(&copy[..opened.len()]);
    !opened.is_empty()
}

fn swap(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let steps = draft.steps_mut();
    let one = below(steps.len(), rng);
    let other = one + 1 + below(SHIFT_MAX, rng);
    if other >= steps.len() || steps[one] == steps[other] {
        return false;
    }
    steps.swap(one, other);
    true
}

fn move_run(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let Some(run) = run(draft, rng) else { return false };
    let to = below(draft.steps().len() + 1 - run.len(), rng);
    shift(draft.steps_mut(), run.clone(), to);
    to != run.start
}

/// Moves a run of steps so that it begins at `to`.
fn shift(steps: &mut [StepBytes], run: Range<usize>, to: usize) {
    if to <= run.start {
        steps[to..run.end].rotate_right(run.len());
    } else {
        steps[run.start..to + run.len()].rotate_left(run.len());
    }
}

/// The first step from a random place on, around the end, one of whose operands is wanted: the places of
/// both.
fn find(
    draft: &Draft<'_>,
    rng: &mut Prng,
    wanted: impl Fn(Operand) -> bool,
) -> Option<(usize, usize)> {
    let (steps, operands) = (draft.steps(), draft.layout().operands);
    let (start, first) = (below(steps.len(), rng), below(3, rng));
    let places = (start..steps.len()).chain(0..start);
    places.into_iter().find_map(|place| {
        let kinds = operands(steps[place][0]);
        let at = (0..3).map(|turn| (first + turn) % 3).find(|at| wanted(kinds[*at]))?;
        Some((place, at + 1))
    })
}

fn retime(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let is_time = |operand| matches!(operand, Operand::Ticks(_) | Operand::Shift(_));
    if rng.chance(1, 2)
        && let Some((place, at)) = find(draft, rng, is_time)
    {
        return put(draft, (place, at), draw_other(draft, (place, at), rng));
    }
    let steps = draft.steps_mut();
    let from = below(steps.len(), rng);
    let by = 1 + below(SHIFT_MAX, rng);
    let to = if rng.chance(1, 2) { from + by } else { from.saturating_sub(by) };
    let to = to.min(steps.len().saturating_sub(1));
    if to == from {
        return false;
    }
    shift(steps, from..from + 1, to);
    true
}

/// A fresh value of an operand.
fn draw_other(draft: &Draft<'_>, (place, at): (usize, usize), rng: &mut Prng) -> u8 {
    let opcode = draft.steps()[place][0];
    draw::operand((draft.layout().operands)(opcode)[at - 1], rng)
}

/// Writes an operand; answers whether it is another one than before.
fn put(draft: &mut Draft<'_>, (place, at): (usize, usize), value: u8) -> bool {
    let before = std::mem::replace(&mut draft.steps_mut()[place][at], value);
    before != value
}

fn redraw(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let layout = draft.layout();
    if rng.chance(3, 4)
        && let Some(place) = find(draft, rng, |operand| operand != Operand::Unused)
    {
        return put(draft, place, draw_other(draft, place, rng));
    }
    let place = below(draft.steps().len(), rng);
    let Some(step) = draft.steps_mut().get_mut(place) else { return false };
    let fresh = draw::step(layout, rng);
    std::mem::replace(step, fresh) != fresh
}

fn retarget(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let is_index = |operand| matches!(operand, Operand::Index(_));
    let Some((place, at)) = find(draft, rng, is_index) else { return false };
    let steps = draft.steps();
    let operands = draft.layout().operands;
    let name = operands(steps[place][0])[at - 1];
    let aimed = |step: &StepBytes| {
        let kinds = operands(step[0]);
        (0..3).find(|at| kinds[*at] == name).map(|at| step[at + 1])
    };
    let near = steps[place.saturating_sub(NEAR)..place].iter().rev().filter_map(aimed);
    let skipped = below(3, rng);
    let target = near.take(1 + skipped).last().unwrap_or(0);
    let offset = rng.pick(&[0, 0, 1, u8::MAX]);
    put(draft, (place, at), target.wrapping_add(offset))
}

fn choose(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let layout = draft.layout();
    if rng.chance(1, 8) {
        return disable(draft, rng);
    }
    let choice = (layout.choice)(below(layout.choices, rng));
    let Some(byte) = draft.header().get_mut(choice.at) else { return false };
    let fresh = draw::choice(choice, rng);
    std::mem::replace(byte, fresh) != fresh
}

/// Enables all opcodes if any is disabled, else disables one.
fn disable(draft: &mut Draft<'_>, rng: &mut Prng) -> bool {
    let layout = draft.layout();
    let Some(mask) = draft.header().get_mut(layout.disabled.clone()) else { return false };
    let opcode = usize::from(layout.opcodes) - 1;
    let opcode = 1 + below(opcode, rng);
    if mask.iter().any(|byte| *byte != 0) {
        mask.fill(0);
    } else {
        mask[opcode / 8] = 1 << (opcode % 8);
    }
    true
}
