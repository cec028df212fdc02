//! Tells an engine which law cells a run reached, so that reaching a new one is worth as much to it as
//! a new branch.
//!
//! Rules: libFuzzer reads one byte a cell from a section that it knows by name; AFL++ sees edges only, so
//! there each cell is a branch of its own (the ladder). Without an engine nothing happens, nor where the
//! environment variable `LAWS_FEEDBACK` says `off`, for whoever compares.

use crate::cells::CellSet;

/// The environment variable that says `off` where an engine shall not be told.
pub const VARIABLE: &str = "LAWS_FEEDBACK";

/// Whether the engine is told; the environment is read once.
#[cfg(any(all(fuzzing, afl_build), all(fuzzing, target_os = "linux")))]
fn is_on() -> bool {
    static IS_ON: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *IS_ON.get_or_init(|| match std::env::var(VARIABLE).as_deref() {
        Ok("off") => false,
        Ok("on") | Err(_) => true,
        Ok(other) => panic!("{VARIABLE} is on or off, not {other:?}"),
    })
}

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
    if is_on() {
        cells.iter().for_each(counters::set);
    }
}

/// Marks the cells that the last run reached.
#[cfg(all(fuzzing, afl_build))]
pub fn mark(cells: &CellSet) {
    if is_on() {
        cells.iter().for_each(super::ladder::touch);
    }
}

/// Marks nothing: no engine that could be told runs here.
#[cfg(not(any(all(fuzzing, afl_build), all(fuzzing, target_os = "linux"))))]
pub fn mark(_cells: &CellSet) {}
