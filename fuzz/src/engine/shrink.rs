//! Shrinking: from a scenario that fails to the least one that fails alike.
//!
//! Rules: two failures are alike if they are of one law and one kind. Steps go first, in chunks and then
//! one by one; then the header and what is left of the steps become smaller; and so on until nothing can
//! go and nothing can become smaller. Every candidate is simpler than the last (fewer steps, or a lower sum
//! of bytes), so it ends; the order is fixed, so equal inputs shrink alike. The result is canonical bytes.

mod search;

pub use search::shrink_further;

use super::Subject;
use crate::family::Family;
use crate::verdict::FailureKind;

/// The least scenario that fails as `bytes` does, found within `runs_max` runs; no single step of it can be
/// left out, unless the runs did not suffice. The canonical form of `bytes` if they do not fail.
pub fn shrink(subject: &mut Subject, bytes: &[u8], runs_max: u64) -> Vec<u8> {
    let target = subject.target();
    let counted = &bytes[..bytes.len().min(target.input_bytes_max())];
    let best = canonical(target.family, counted);
    let Some(wanted) = verdict(subject, &best) else { return best };
    let mut shrinker = Shrinker { subject, wanted, best, runs_left: runs_max };
    shrinker.simplify();
    shrinker.best
}

/// How far the bytes of a scenario are from zero.
fn weight(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

/// What a scenario fails by, if it does.
fn verdict(subject: &mut Subject, bytes: &[u8]) -> Option<Verdict> {
    let failure = subject.run_guarded(bytes).err()?;
    Some((failure.law, failure.kind))
}

/// The one form of all bytes that say the same.
fn canonical(family: &Family, bytes: &[u8]) -> Vec<u8> {
    (family.parse_text)(&(family.to_text)(bytes)).expect("what a family writes it can read")
}

/// A law, and the kind in which it broke.
type Verdict = (&'static str, FailureKind);

struct Shrinker<'a> {
    subject: &'a mut Subject,
    wanted: Verdict,
    /// The simplest scenario so far that fails as is wanted; canonical.
    best: Vec<u8>,
    runs_left: u64,
}

impl Shrinker<'_> {
    fn family(&self) -> &'static Family {
        self.subject.target().family
    }

    fn steps(&self) -> usize {
        let Family { header_bytes, step_bytes, .. } = *self.family();
        (self.best.len() - header_bytes) / step_bytes
    }

    /// Until nothing can go and nothing can become smaller.
    fn simplify(&mut self) {
        while self.leave_out_steps() | self.simplify_header() | self.lower_steps() {}
    }

    /// Leaves out ever smaller chunks, at last single steps until none can go; whether any went.
    fn leave_out_steps(&mut self) -> bool {
        let mut chunk = self.steps();
        let mut changed = false;
        while chunk > 0 {
            let went = self.leave_out_chunks(chunk);
            changed |= went;
            if chunk > 1 || !went {
                chunk /= 2;
            }
        }
        changed
    }

    /// From the end, where the steps stand that only follow from the failure.
    fn leave_out_chunks(&mut self, chunk: usize) -> bool {
        let Family { header_bytes, step_bytes, .. } = *self.family();
        let at = |step: usize| header_bytes + step * step_bytes;
        let mut end = self.steps();
        let mut changed = false;
        while end > 0 {
            let start = end.saturating_sub(chunk);
            let mut candidate = self.best.clone();
            candidate.drain(at(start)..at(end));
            changed |= self.take(candidate);
            end = start;
        }
        changed
    }

    /// The benign header, or else the single bytes of the header: zero, or half.
    fn simplify_header(&mut self) -> bool {
        let width = self.family().header_bytes;
        let mut benign = self.best.clone();
        benign[..width].fill(0);
        (0..width).fold(self.take_canonical(&benign), |changed, at| changed | self.lower(at))
    }

    /// Every opcode becomes the benign one if it can, every operand zero, or half.
    fn lower_steps(&mut self) -> bool {
        let (first, bytes) = (self.family().header_bytes, self.best.len());
        (first..bytes).fold(false, |changed, at| changed | self.lower(at))
    }

    fn lower(&mut self, at: usize) -> bool {
        let Family { header_bytes, step_bytes, .. } = *self.family();
        let is_opcode = at >= header_bytes && (at - header_bytes).is_multiple_of(step_bytes);
        let half = if is_opcode { 0 } else { self.best[at] / 2 };
        self.put(at, 0) || (half > 0 && self.put(at, half))
    }

    fn put(&mut self, at: usize, byte: u8) -> bool {
        if self.best[at] == byte {
            return false;
        }
        let mut candidate = self.best.clone();
        candidate[at] = byte;
        self.take_canonical(&candidate)
    }

    /// Like [`take`](Self::take), if the canonical form of the candidate is simpler.
    fn take_canonical(&mut self, candidate: &[u8]) -> bool {
        let candidate = canonical(self.family(), candidate);
        weight(&candidate) < weight(&self.best) && self.take(candidate)
    }

    /// Runs a simpler scenario; if it fails as is wanted, it is the best.
    fn take(&mut self, candidate: Vec<u8>) -> bool {
        let Some(runs_left) = self.runs_left.checked_sub(1) else { return false };
        self.runs_left = runs_left;
        let is_alike = verdict(self.subject, &candidate) == Some(self.wanted);
        if is_alike {
            self.best = candidate;
        }
        is_alike
    }
}
