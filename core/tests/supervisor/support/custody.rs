//! Custody of every affine value: what the supervisor held and what it was told is what it holds and
//! what it said, each value once. Affine values print as `mark#number`.

use std::fmt::Debug;

/// The affine values in the `Debug` form of a value, sorted.
pub(crate) fn values(value: &impl Debug) -> Vec<String> {
    let text = format!("{value:?}");
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
    let words = text.split(|letter| !is_part(letter));
    let mut values: Vec<_> = words.filter(|word| word.contains('#')).map(str::to_owned).collect();
    values.sort_unstable();
    values
}

/// No value is lost, none is doubled, none comes from nowhere.
pub(crate) fn conserved(
    before: Vec<String>,
    told: Vec<String>,
    after: Vec<String>,
    said: Vec<String>,
) {
    let (mut gave, mut has) = ([before, told].concat(), [after, said].concat());
    gave.sort_unstable();
    has.sort_unstable();
    assert_eq!(gave, has, "what went in is what is held or has come out");
}
