//! The text form of a scenario: `key value` lines, then one line a step.

use super::Scenario;
use std::{error, fmt};

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

impl Scenario {
    /// The scenario as text.
    pub fn to_text(&self) -> String {
        String::new()
    }

    /// The scenario of a text.
    pub fn parse_text(_text: &str) -> Result<Scenario, TextError> {
        Ok(Scenario::decode(&[]))
    }
}
