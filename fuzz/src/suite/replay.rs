//! The suites that run given inputs: the corpus, and seeded scenarios.
//!
//! Rules: targets take turns, one input each, so that whatever finds a failure is asked early. Files are
//! read when their turn comes.

use super::arguments::{Arguments, Order};
use super::{Kill, corpus};
use crate::engine::Subject;
use crate::verdict::{Failure, RunSummary};
use serde::Serialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::vec;

/// What a suite did and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Replayed {
    /// Inputs run.
    pub runs: u64,
    /// Inputs told to the judged machines.
    pub folds: u64,
    /// The first failure of any law.
    pub kill: Option<Kill>,
    /// The first failure of the law that is wanted.
    pub named: Option<Kill>,
}

impl Replayed {
    /// Counts a run; answers the failure if it is the one that is wanted. `input` names the input.
    pub(super) fn note(
        &mut self,
        subject: &Subject,
        result: &Result<RunSummary, Failure>,
        law: Option<&str>,
        input: impl Fn() -> String,
    ) -> Option<Kill> {
        self.runs += 1;
        self.folds += u64::from(subject.summary().folds);
        let failure = result.as_ref().err()?;
        let is_wanted = law.is_none_or(|law| law == failure.law);
        if self.kill.is_none() || is_wanted {
            let kill = Kill::of(failure, subject.target().name, input());
            self.kill.get_or_insert_with(|| kill.clone());
            return is_wanted.then_some(kill);
        }
        None
    }
}

/// Runs the corpus or the seeded scenarios that are ordered.
///
/// # Errors
///
/// Why it could not be run: an unknown target, an unreadable file, or nothing to run.
pub fn replay(arguments: &Arguments) -> Result<Replayed, String> {
    let mut lanes = lanes(arguments)?;
    let mut replayed = Replayed::default();
    let mut bytes = Vec::new();
    let law = arguments.law.as_deref();
    while replayed.named.is_none() && !lanes.is_empty() {
        for lane in &mut lanes {
            let Some(input) = lane.inputs.next(&lane.subject, &mut bytes)? else { continue };
            let result = lane.subject.run_guarded(&bytes);
            replayed.named = replayed.note(&lane.subject, &result, law, || input.name());
            if replayed.named.is_some() {
                break;
            }
        }
        lanes.retain(|lane| !lane.inputs.is_empty());
    }
    if replayed.runs == 0 {
        return Err("there is nothing to run".to_owned());
    }
    Ok(replayed)
}

/// One target and what is left to run.
struct Lane {
    subject: Subject,
    inputs: Inputs,
}

fn lanes(arguments: &Arguments) -> Result<Vec<Lane>, String> {
    let (targets, inputs): (_, &dyn Fn(&str) -> Inputs) = match &arguments.order {
        Order::Corpus { targets, folder } => (targets, &|target| Inputs::Files {
            folder: folder.clone(),
            files: corpus::inputs(folder, target).into_iter(),
        }),
        Order::Seeds { targets, count } => (targets, &|_| Inputs::Seeds(0..*count)),
        Order::Hunt { .. } | Order::Shrink { .. } => {
            return Err("neither a hunt nor a shrinking has given inputs".to_owned());
        }
    };
    let lane = |name: &String| Ok(Lane { subject: arguments.subject(name)?, inputs: inputs(name) });
    targets.iter().map(lane).collect()
}

/// What is left to run.
enum Inputs {
    Files { folder: PathBuf, files: vec::IntoIter<PathBuf> },
    Seeds(Range<u64>),
}

impl Inputs {
    fn is_empty(&self) -> bool {
        match self {
            Self::Files { files, .. } => files.len() == 0,
            Self::Seeds(seeds) => seeds.is_empty(),
        }
    }

    /// Replaces `bytes` by the next input.
    fn next(
        &mut self,
        subject: &Subject,
        bytes: &mut Vec<u8>,
    ) -> Result<Option<Input<'_>>, String> {
        match self {
            Self::Files { folder, files } => {
                let Some(path) = files.next() else { return Ok(None) };
                *bytes = corpus::load(&path, subject.target().family)?;
                Ok(Some(Input::File { folder, path }))
            }
            Self::Seeds(seeds) => {
                let Some(seed) = seeds.next() else { return Ok(None) };
                subject.target().generate(seed, bytes);
                Ok(Some(Input::Seed(seed)))
            }
        }
    }
}

/// One input, as it is named if it fails.
enum Input<'a> {
    File { folder: &'a Path, path: PathBuf },
    Seed(u64),
}

impl Input<'_> {
    fn name(&self) -> String {
        match self {
            Self::File { folder, path } => {
                path.strip_prefix(folder).unwrap_or(path).display().to_string()
            }
            Self::Seed(seed) => format!("seed {seed}"),
        }
    }
}
