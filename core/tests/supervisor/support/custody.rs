//! Custody of every affine value: it is outside, or the supervisor holds it, and never both, never
//! twice, never lost. Affine values print as `mark#number`.

use std::collections::BTreeSet;
use std::fmt::Debug;

/// What is outside, and everything that was ever seen.
#[derive(Debug, Default)]
pub(crate) struct Custody {
    outside: BTreeSet<String>,
    known: BTreeSet<String>,
}

impl Custody {
    /// Values go in with an input.
    pub(crate) fn give(&mut self, input: &impl Debug) {
        for value in values(input) {
            let again = self.known.contains(&value) && !self.outside.remove(&value);
            assert!(!again, "{value} is not outside, so nobody can give it");
            self.known.insert(value);
        }
    }

    /// Values come out with a product or with a refused input.
    pub(crate) fn take(&mut self, output: &impl Debug) {
        for value in values(output) {
            assert!(self.known.contains(&value), "{value} was never given");
            assert!(self.outside.insert(value.clone()), "{value} comes out twice");
        }
    }

    /// The supervisor holds exactly the rest, each value once.
    pub(crate) fn check(&self, supervisor: &impl Debug) {
        let mut held = values(supervisor);
        held.sort_unstable();
        let inside: Vec<_> = self.known.difference(&self.outside).cloned().collect();
        assert_eq!(held, inside, "the supervisor holds what it was given and has not said");
    }
}

/// The affine values in the `Debug` form of a value, in their order.
fn values(value: &impl Debug) -> Vec<String> {
    let text = format!("{value:?}");
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
    let words = text.split(|letter| !is_part(letter));
    words.filter(|word| word.contains('#')).map(str::to_owned).collect()
}
