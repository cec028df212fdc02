//! What a campaign tells as it goes on: one line of JSON each, in its chronicle and with `--json`.
//!
//! Rules: a chronicle is `target/laws/campaigns/<id>.jsonl`; its first line is a `campaign`, its last an
//! `end`, unless the campaign was killed. Lines are only appended, whole; a torn last line is none. Counts
//! are of the whole campaign so far and never fall; a campaign that is resumed appends to the same chronicle.

use serde::{Deserialize, Serialize};

/// The version of these lines; it grows when a reader of older ones would misread new ones.
pub(crate) const SCHEMA: u32 = 1;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// Seconds since the campaign began; time in which it did not run is not counted.
    pub(crate) at: f64,
    /// What happened.
    #[serde(flatten)]
    pub(crate) event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Event {
    /// A campaign begins.
    Campaign(Campaign),
    /// An ended campaign goes on.
    Resumed {
        /// When, UTC, RFC 3339.
        time: String,
        /// The commit that the checkout stands at; null without git.
        commit: Option<String>,
    },
    /// What is known of a target was replayed.
    Opened {
        /// The target.
        target: String,
        /// How many inputs were there.
        inputs: usize,
        /// Law cells that they reach.
        cells: usize,
        /// Law cells that can be reached.
        cells_reachable: usize,
        /// Features that they have.
        features: usize,
    },
    /// A file of a corpus could not be used and was set aside.
    SetAside {
        /// The target.
        target: String,
        /// The file, from the root of the checkout.
        file: String,
        /// Why.
        why: String,
    },
    /// An engine begins a stretch of time on a target.
    Share {
        /// The target.
        target: String,
        /// The engine.
        engine: String,
        /// Seconds that it was given.
        seconds: f64,
    },
    /// How far a target is.
    Sample(Sample),
    /// A finding is there, or came again.
    Finding {
        /// The target.
        target: String,
        /// The engine that found it.
        engine: String,
        /// `wrong`, `lost`, `stuck`, `panic`, `timeout`, `memory` or `engine-only`.
        kind: String,
        /// The law that broke.
        law: String,
        /// Its folder, from the root of the checkout.
        folder: String,
    },
    /// Something kept an engine from its work.
    Trouble {
        /// The target.
        target: String,
        /// The engine.
        engine: String,
        /// What, and what to do.
        message: String,
    },
    /// The campaign is over.
    End {
        /// `clean`, `finding`, `environment` or `interrupted`.
        verdict: String,
    },
}

/// What a campaign is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Campaign {
    /// The version of the lines.
    pub(crate) schema: u32,
    /// Its name.
    pub(crate) id: String,
    /// When it began, UTC, RFC 3339.
    pub(crate) time: String,
    /// The commit that the checkout stood at; null without git.
    pub(crate) commit: Option<String>,
    /// Its engines.
    pub(crate) engines: Vec<String>,
    /// Its targets.
    pub(crate) targets: Vec<String>,
    /// Shares that run side by side.
    pub(crate) jobs: usize,
    /// Seconds that it was given.
    pub(crate) seconds: f64,
    /// Seconds without anything new after which it ends early; null if it never does.
    pub(crate) until_idle: Option<f64>,
    /// What its randomness starts from.
    pub(crate) seed: u64,
    /// Its part of a larger campaign, as `k/n`; null if it is all of it.
    pub(crate) shard: Option<String>,
    /// Whether it leaves `corpus/` as it is.
    pub(crate) read_only: bool,
    /// Whether a target's time ends with its first finding.
    #[serde(default)]
    pub(crate) stop_on_finding: bool,
}

/// How far a target is, by all engines together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The target.
    pub(crate) target: String,
    /// The engine that is at work.
    pub(crate) engine: String,
    /// Seconds that engines have worked on it, summed over shares.
    pub(crate) seconds: f64,
    /// Inputs executed, by the engines' own count.
    pub(crate) executions: u64,
    /// Steps of scenarios.
    pub(crate) steps: u64,
    /// Checked folds.
    pub(crate) folds: u64,
    /// Law cells reached by everything known.
    pub(crate) cells: usize,
    /// Features of everything known.
    pub(crate) features: usize,
    /// Inputs known: committed, kept before, and kept by this campaign.
    pub(crate) inputs: usize,
    /// Inputs kept by this campaign.
    pub(crate) kept: usize,
    /// Inputs copied into the committed corpus by this campaign.
    pub(crate) promoted: usize,
    /// Findings so far.
    pub(crate) findings: usize,
}
