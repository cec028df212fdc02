//! Laws of an observed history: what a machine's catalogue lists.

/// One law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Its stable name; every verdict carries one.
    pub name: &'static str,
    /// The claims that it watches, by number.
    pub claims: &'static [u8],
    /// What it holds.
    pub text: &'static str,
}

pub(crate) const fn law(name: &'static str, claims: &'static [u8], text: &'static str) -> Law {
    Law { name, claims, text }
}
