//! Tells an engine which law cells a run reached, so that reaching a new one is worth as much to it as
//! a new branch.
//!
//! Rules: libFuzzer reads one byte a cell from a section that it knows by name; AFL++ sees edges only, so
//! there each cell is a branch of its own (the ladder). Without an engine nothing happens.

use crate::cells::CellSet;

/// libFuzzer's extra counters: it clears them before each run and looks at them after it.
#[cfg(all(fuzzing, not(afl_build), target_os = "linux"))]
mod counters {
    use crate::cells::CELLS_MAX;
    use std::sync::atomic::{AtomicU8, Ordering};

    /// libFuzzer clears the section word by word, so it has to consist of whole words.
    const _: () = assert!(CELLS_MAX.is_multiple_of(8));

    #[repr(align(8))]
    struct Counters([AtomicU8; CELLS_MAX]);

    #[used]
    #[unsafe(link_section = "__libfuzzer_extra_counters")]
    static COUNTERS: Counters = Counters([const { AtomicU8::new(0) }; CELLS_MAX]);

    /// One, not a count: a count has eight buckets, each of which is a new feature.
    pub(super) fn set(cell: usize) {
        COUNTERS.0[cell].store(1, Ordering::Relaxed);
    }
}

/// Marks the cells that the last run reached.
#[cfg(all(fuzzing, not(afl_build), target_os = "linux"))]
pub fn mark(cells: &CellSet) {
    cells.iter().for_each(counters::set);
}

/// Marks the cells that the last run reached.
#[cfg(all(fuzzing, afl_build))]
pub fn mark(cells: &CellSet) {
    cells.iter().for_each(super::ladder::touch);
}

/// Marks nothing: no engine that could be told runs here.
#[cfg(not(any(all(fuzzing, afl_build), all(fuzzing, target_os = "linux"))))]
pub fn mark(_cells: &CellSet) {}
