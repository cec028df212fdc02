//! A construction choice that is fixed for all scenarios of a hunt, to see what is found without it.

use crate::family::{Choice, Family};
use std::fmt;
use std::str::FromStr;

/// A choice of a family, and the value that it is fixed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The name of the choice.
    pub key: String,
    /// The value.
    pub value: u8,
}

impl FromStr for Fixed {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let pair = words.split_once('=').ok_or_else(|| format!("`{words}` is no KEY=VALUE"))?;
        let value = pair.1.parse().map_err(|_| format!("`{words}` is no number"))?;
        Ok(Self { key: pair.0.to_owned(), value })
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

impl Fixed {
    /// The choice of this family that is fixed.
    ///
    /// # Errors
    ///
    /// The family has no such choice, or the choice has no such value.
    pub(super) fn of(&self, family: &Family) -> Result<&'static Choice, String> {
        let choice = family.choices.iter().find(|choice| choice.key == self.key);
        let choice =
            choice.ok_or_else(|| format!("`{}` is no choice of {}", self.key, family.name))?;
        if choice.values.contains(&self.value) {
            return Ok(choice);
        }
        let (least, most) = (choice.values.start(), choice.values.end());
        Err(format!("`{self}` is not from {least} to {most}"))
    }
}
