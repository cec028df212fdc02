//! A scenario in an engine's buffer.
//!
//! Rules: it is a whole header and whole steps; what the buffer has no room for is left out at the end.
//! Steps that are pushed beyond the end are lost.

use crate::family::Family;
use crate::script::{Layout, STEP_BYTES};

/// The bytes of one step.
pub(super) type StepBytes = [u8; STEP_BYTES];

/// A scenario in a buffer.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    family: &'static Family,
    header: &'a mut [u8],
    /// All that there is room for.
    steps: &'a mut [StepBytes],
    /// How many of them there are.
    count: usize,
}

impl<'a> Draft<'a> {
    /// The scenario of the first `length` bytes; missing ones are zero, as everywhere.
    pub(super) fn new(family: &'static Family, buffer: &'a mut [u8], length: usize) -> Self {
        let given = length.min(buffer.len());
        buffer[given..].fill(0);
        let width = family.header_bytes.min(buffer.len());
        let (header, rest) = buffer.split_at_mut(width);
        let (steps, _) = rest.as_chunks_mut();
        let count = (given - given.min(width)).div_ceil(STEP_BYTES).min(steps.len());
        Self { family, header, steps, count }
    }

    /// Its length in bytes.
    pub(super) fn length(&self) -> usize {
        self.header.len() + self.count * STEP_BYTES
    }

    /// Where the parts stand.
    pub(super) fn layout(&self) -> &'static Layout {
        &self.family.layout
    }

    /// As much of the header as there is room for.
    pub(super) fn header(&mut self) -> &mut [u8] {
        self.header
    }

    /// The steps.
    pub(super) fn steps(&self) -> &[StepBytes] {
        &self.steps[..self.count]
    }

    /// The steps, to be changed.
    pub(super) fn steps_mut(&mut self) -> &mut [StepBytes] {
        &mut self.steps[..self.count]
    }

    /// Makes room for steps before place `at`, which keeps what it held; answers the new places, fewer
    /// than are wanted if the buffer ends there.
    pub(super) fn open(&mut self, at: usize, wanted: usize) -> &mut [StepBytes] {
        let opened = wanted.min(self.steps.len() - at);
        let kept = self.count.min(self.steps.len() - opened);
        self.steps.copy_within(at..kept.max(at), at + opened);
        self.count = kept.max(at) + opened;
        &mut self.steps[at..at + opened]
    }

    /// Takes steps away.
    pub(super) fn remove(&mut self, at: usize, count: usize) {
        self.steps.copy_within(at + count..self.count, at);
        self.count -= count;
    }

    /// Drops the steps from a place on.
    pub(super) fn cut(&mut self, at: usize) {
        self.count = self.count.min(at);
    }

    /// Becomes another scenario.
    pub(super) fn replace(&mut self, bytes: &[u8]) {
        let (header, steps) = parts(self.family, bytes);
        self.header.copy_from_slice(&header[..self.header.len()]);
        self.cut(0);
        self.insert(0, steps);
    }

    /// Inserts steps before place `at`, as many as there is room for.
    pub(super) fn insert(&mut self, at: usize, steps: &[StepBytes]) {
        let opened = self.open(at, steps.len());
        opened.copy_from_slice(&steps[..opened.len()]);
    }

    /// The header and the whole steps of other bytes of the family.
    pub(super) fn parts_of<'b>(&self, bytes: &'b [u8]) -> (&'b [u8], &'b [StepBytes]) {
        parts(self.family, bytes)
    }
}

fn parts<'b>(family: &Family, bytes: &'b [u8]) -> (&'b [u8], &'b [StepBytes]) {
    let (header, rest) = bytes.split_at(family.header_bytes.min(bytes.len()));
    (header, rest.as_chunks().0)
}
