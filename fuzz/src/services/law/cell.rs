//! Law cells of the composition: what each phase of an entry can hear and be asked, and in which row its
//! proxy can be at the same time. Running a scenario marks them.
//!
//! A name never changes its meaning; numbers may change when the tables do.

use super::kind::{Disposition, Kind};
use super::phase::{Phase, Standing};
use crate::run::Observed;
use crate::services::observation::{Proxy, ServicesView};
use crate::services::rig::{Rejection, ServicesRig, has_ended};

mod steps {
    use super::super::kind::{DISPOSITION_NAMES as WAY_NAMES, KIND_NAMES as INPUT_NAMES};
    use super::super::table::{CONSTRUCTIONS, PHASE_NAMES, standing};

    crate::law_cells! {
        visibility: pub(super),
        addressees: PHASE_NAMES,
        kinds: INPUT_NAMES,
        dispositions: WAY_NAMES,
        standing: standing,
        outcomes: CONSTRUCTIONS,
    }
}

#[expect(dead_code, reason = "a pair is no step: it has neither an input kind nor an outcome")]
#[expect(clippy::modulo_one, reason = "a pair comes to one thing: it is shown")]
mod pairs {
    use super::super::pair::{PHASE_NAMES, STANDING_NAMES, standing};

    crate::law_cells! {
        visibility: pub(super),
        addressees: PHASE_NAMES,
        kinds: STANDING_NAMES,
        dispositions: ["shown"],
        standing: standing,
        outcomes: [],
    }
}

/// How many kinds of inputs there are.
pub const INPUT_KINDS: usize = steps::INPUT_KINDS;

/// How many law cells there are.
pub const CELLS: usize = steps::CELLS + pairs::CELLS;

/// The stable name of a cell.
pub fn name(cell: usize) -> String {
    match cell.checked_sub(steps::CELLS) {
        None => steps::name(cell),
        Some(pair) => format!("pair/{}", pairs::name(pair).trim_end_matches("/shown")),
    }
}

/// Why a declared cell cannot be reached, if so.
pub fn unreachable(cell: usize) -> Option<&'static str> {
    match cell.checked_sub(steps::CELLS) {
        None => steps::unreachable(cell),
        Some(pair) => pairs::unreachable(pair),
    }
}

/// The number of a cell's input kind; `None` for the cell of a pair or a construction.
pub fn input_kind(cell: usize) -> Option<usize> {
    if cell < steps::CELLS { steps::input_kind(cell) } else { None }
}

/// The cell of a step; `None` if the tables do not contain it.
pub fn of_step(phase: Phase, step: &Observed<'_, ServicesRig>) -> Option<usize> {
    let kind = Kind::of(step.told) as usize;
    steps::of(phase as usize, kind, Disposition::of(step) as usize)
}

/// The cell of a failed construction.
pub fn of_construction(rejection: Rejection) -> usize {
    steps::of_outcome(rejection as usize)
}

/// The cell of an entry in this phase with its proxy standing so; `None` if that cannot be.
pub fn of_pair(phase: Phase, standing: Standing) -> Option<usize> {
    let cell = pairs::of(phase as usize, super::pair::number(standing), 0)?;
    pairs::unreachable(cell).is_none().then_some(steps::CELLS + cell)
}

/// Marks the pair of each entry in which the step has changed something.
pub fn pairs_of_step(step: &Observed<'_, ServicesRig>, mark: &mut dyn FnMut(usize)) {
    if has_ended(step.after.supervisor.mode) {
        return;
    }
    for entry in &step.after.supervisor.entries {
        let pair = |view| pair_of(view, entry.proxy, entry.generation.ordinal);
        if let Some((phase, standing)) = pair(step.after)
            && pair(step.before) != Some((phase, standing))
            && let Some(cell) = of_pair(phase, standing)
        {
            mark(cell);
        }
    }
}

/// The phase of an entry in a view, and where its proxy stands.
fn pair_of(
    view: &ServicesView,
    proxy: Option<Proxy>,
    generation: u64,
) -> Option<(Phase, Standing)> {
    let is_it = |entry: &&crate::services::observation::EntryView| {
        entry.generation.ordinal == generation && entry.proxy == proxy
    };
    let entry = view.supervisor.entries.iter().find(is_it)?;
    Some((Phase::of(entry), Standing::of(entry, view)?))
}
