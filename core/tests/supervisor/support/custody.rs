//! Custody of every affine value: what the supervisor held and what it was told is what it holds and
//! what it said, each value once. Affine values print as `mark#number`.

/// The affine values in the `Debug` form of a value.
pub(crate) fn values(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
    let words = text.split(|letter| !is_part(letter));
    words.filter(|word| word.contains('#')).map(str::to_owned).collect()
}

/// No value is lost, none is doubled, none comes from nowhere.
pub(crate) fn conserved(gave: [&str; 2], has: [&str; 2]) {
    let [gave, has] = [gave, has].map(|texts| {
        let mut values = texts.map(values).concat();
        values.sort_unstable();
        values
    });
    assert_eq!(gave, has, "what went in is what is held or has come out");
}
