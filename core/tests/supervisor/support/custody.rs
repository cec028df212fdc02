//! Custody of every affine value: what the supervisor held and what it was told is what it holds and
//! what it said, each value once. Affine values print as `mark#number`.

/// The affine values in the `Debug` form of a value.
fn values(text: &str) -> Vec<&str> {
    let marks = text.match_indices('#');
    marks
        .map(|(place, _)| {
            let name = text[..place].bytes().rev().take_while(u8::is_ascii_lowercase).count();
            let number = text[place + 1..].bytes().take_while(u8::is_ascii_digit).count();
            &text[place - name..=place + number]
        })
        .collect()
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
