//! Two scenarios become one.

use super::draft::Draft;
use super::kind::below;
use crate::script::Prng;

/// The longest stretch that is taken out of the middle of the other scenario.
const STRETCH_MAX: usize = 64;

/// Takes a part of the other scenario's steps, and in one of four cases its header: how it goes on from some
/// place, or a stretch of it, between the steps or over them.
pub(super) fn splice(draft: &mut Draft<'_>, other: &[u8], rng: &mut Prng) {
    let (header, steps) = draft.parts_of(other);
    if rng.chance(1, 4) {
        let width = header.len().min(draft.header().len());
        draft.header()[..width].copy_from_slice(&header[..width]);
    }
    let at = below(draft.steps().len() + 1, rng);
    let from = below(steps.len(), rng);
    let stretch = &steps[from..steps.len().min(from + 1 + below(STRETCH_MAX, rng))];
    match rng.below(4) {
        0 | 1 => {
            draft.cut(at);
            draft.insert(at, &steps[from..]);
        }
        2 => draft.insert(at, stretch),
        _ => {
            let over = draft.steps_mut()[at..].iter_mut();
            over.zip(stretch).for_each(|(step, new)| *step = *new);
        }
    }
}
