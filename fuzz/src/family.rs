//! Families of machines: what engines, reports and tests need to know of a kind of machine without
//! knowing the machine.
//!
//! Rules: a family is a static table. A [`Target`](crate::target::Target) names its family; nothing
//! outside a family's own module knows more of it than stands here. Cells are numbered densely from
//! zero, their names are stable, and the text form of a scenario parses back to the same bytes.

use crate::engine::Executor;
use crate::script::Layout;
use std::ops::RangeInclusive;
use std::{error, fmt};

/// One kind of machine, its scenarios and its law cells.
#[derive(Debug)]
pub struct Family {
    /// Stable name, the folder below `fuzz/src/` that attacks it.
    pub name: &'static str,
    /// How many law cells its tables declare; at most [`CELLS_MAX`](crate::cells::CELLS_MAX).
    pub cells: usize,
    /// The stable name of a cell, unique within the family.
    pub cell_name: fn(usize) -> String,
    /// Why a declared cell cannot be reached, if so.
    pub unreachable: fn(usize) -> Option<&'static str>,
    /// How many kinds of inputs there are; at most [`INPUT_KINDS_MAX`].
    pub input_kinds: usize,
    /// The number of a cell's input kind, below `input_kinds`; `None` for a cell of no input.
    pub input_kind: fn(usize) -> Option<usize>,
    /// Bytes before the first step of a scenario.
    pub header_bytes: usize,
    /// Bytes of one step.
    pub step_bytes: usize,
    /// Where the parts of a scenario stand.
    pub layout: Layout,
    /// The text form of the scenario of any bytes.
    pub to_text: fn(&[u8]) -> String,
    /// The canonical bytes of a scenario's text form.
    pub parse_text: fn(&str) -> Result<Vec<u8>, TextError>,
    /// The version of the encoding, which canonical bytes and texts bear.
    pub version: u8,
    /// Versions that add a field to it; canonical bytes and texts bear one only where its field says something.
    pub wider: &'static [u8],
    /// Earlier versions of the encoding that can still be read.
    pub older: &'static [Older],
    /// What runs scenarios against the core's machine.
    pub executor: fn() -> Box<dyn Executor>,
    /// The construction choices that can be fixed for all scenarios alike.
    pub choices: &'static [Choice],
}

/// An earlier version of a family's encoding: how what was written in it is read.
///
/// Tables of a version are append-only, so that canonical bytes keep their meaning while it lasts. Where that
/// cannot be, the version grows, and the one before becomes an entry of [`Family::older`].
#[derive(Clone, Copy, Debug)]
pub struct Older {
    /// The version.
    pub version: u8,
    /// The present canonical bytes of what bytes meant in it, or why there are none.
    pub read_bytes: fn(&[u8]) -> Result<Vec<u8>, String>,
    /// The same of a text.
    pub read_text: fn(&str) -> Result<Vec<u8>, String>,
}

/// One construction choice of a family's scenarios.
#[derive(Debug)]
pub struct Choice {
    /// Stable name, unique within the family.
    pub key: &'static str,
    /// The values that it can be fixed to.
    pub values: RangeInclusive<u8>,
    /// The canonical bytes of a scenario that has this value and is the given one in all else.
    pub fix: fn(u8, &[u8]) -> Vec<u8>,
}

/// No family has more kinds of inputs.
pub const INPUT_KINDS_MAX: usize = 64;

impl Family {
    /// Every declared cell that has no written reason to be unreachable.
    pub fn reachable(&self) -> impl Iterator<Item = usize> {
        (0..self.cells).filter(|&cell| (self.unreachable)(cell).is_none())
    }
}

/// Why a text is not a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What to write there instead.
    pub expected: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl error::Error for TextError {}
