//! What is known of a finding, as JSON.
//!
//! Rules: the record is what makes a folder a finding, so it is written last. Of a failure that is the
//! same finding again it only counts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::Path;

/// What is known of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The target that it fails.
    pub(crate) target: String,
    /// `wrong`, `lost`, `stuck`, `panic`, `timeout`, `memory` or `engine-only`.
    pub(crate) kind: String,
    /// The law that broke.
    pub(crate) law: String,
    /// Where and how, in the shrunk run if there is one.
    pub(crate) evidence: String,
    /// The law cells of the shrunk run in order; null if the input cannot be shrunk here.
    pub(crate) shape: Option<Vec<String>>,
    /// Which engine found it; `replay` for an input that was there before.
    pub(crate) engine: String,
    /// The seed of that campaign; null for a replay.
    pub(crate) seed: Option<u64>,
    /// The commit that the checkout stood at; null without git.
    pub(crate) commit: Option<String>,
    /// When it was first found: UTC, RFC 3339.
    pub(crate) time: String,
    /// Steps of the input as it was found.
    pub(crate) steps_before: usize,
    /// Steps of the shrunk input; null if the input cannot be shrunk here.
    pub(crate) steps_after: Option<usize>,
    /// How many failing inputs came to this finding.
    pub(crate) count: u64,
}

impl Record {
    /// Reads one.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        serde_json::from_slice(&std::fs::read(path)?).map_err(io::Error::from)
    }

    /// The content of its file.
    pub(super) fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        format!("{text}\n")
    }

    /// What became of its steps, in words.
    pub(crate) fn steps(&self) -> String {
        match self.steps_after {
            Some(after) => format!("{} as found, {after} shrunk", self.steps_before),
            None => format!("{} as found, not shrunk", self.steps_before),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seed = self.seed.map(|seed| format!(", --seed {seed}")).unwrap_or_default();
        writeln!(formatter, "finding  {}: {}", self.kind, self.law)?;
        writeln!(formatter, "evidence {}", self.evidence)?;
        writeln!(formatter, "found    {} by {}{seed}", self.time, self.engine)?;
        writeln!(formatter, "commit   {}", self.commit.as_deref().unwrap_or("unknown"))?;
        writeln!(formatter, "steps    {}", self.steps())?;
        writeln!(formatter, "inputs   {}", self.count)?;
        for cell in self.shape.iter().flatten() {
            writeln!(formatter, "shape    {cell}")?;
        }
        Ok(())
    }
}
