//! The hunt: seeded scenarios until a failure, and the least scenario that fails alike.

use super::{Arguments, Fixed, Kill, Order, Replayed};
use crate::engine::{Subject, shrink};
use crate::family::Choice;
use crate::target::Target;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Runs that the shrinking of one failure may take.
const SHRINKING_RUNS_MAX: u64 = 20_000;

/// Bits by which the starts of two hunts differ: no hunt runs into the seeds of the next one.
const START_SHIFT: u32 = 40;

/// What a hunt did and found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hunted {
    /// Inputs run, those of the shrinking not counted.
    pub runs: u64,
    /// Inputs told to the judged machines in these runs.
    pub folds: u64,
    /// The first failure of any law.
    pub kill: Option<Kill>,
    /// The first failure of the law that is wanted, and its shortest scenario.
    pub named: Option<Shortest>,
    /// Inputs run until the failure that is wanted.
    pub executions: u64,
    /// Seconds until then, the shrinking not counted.
    pub seconds: f64,
}

/// A failure with the shortest scenario that fails alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortest {
    /// The failure as it was found.
    #[serde(flatten)]
    pub kill: Kill,
    /// How many inputs the shortest scenario tells the machine until it fails.
    pub trace_steps: u32,
    /// The text form of the shortest scenario.
    pub scenario: String,
    /// Its canonical bytes, as lower-case hexadecimal digits.
    pub bytes: String,
    /// The bytes that were found, as lower-case hexadecimal digits.
    pub found: String,
}

/// Runs the seeded scenarios of one target from a start on, for so many seconds at most. A choice that is
/// fixed is so in every scenario that is run; shrinking may find that a failure does not need it.
///
/// # Errors
///
/// Why it could not be run.
pub fn hunt(arguments: &Arguments) -> Result<Hunted, String> {
    let Order::Hunt { target, start, seconds, with } = &arguments.order else {
        return Err("no hunt is ordered".to_owned());
    };
    let mut subject = arguments.subject(target)?;
    let game = Game::of(subject.target(), with.as_ref())?;
    let first = start.checked_shl(START_SHIFT).filter(|first| first >> START_SHIFT == *start);
    let seeds = first.ok_or_else(|| format!("there is no start {start}"))?..;
    let (began, limit) = (Instant::now(), Duration::from_secs(*seconds));
    let (mut replayed, mut bytes) = (Replayed::default(), Vec::new());
    let mut named = None;
    for seed in seeds {
        if began.elapsed() >= limit {
            break;
        }
        game.generate(seed, &mut bytes);
        let result = subject.run_guarded(&bytes);
        let law = arguments.law.as_deref();
        named = replayed.note(&subject, &result, law, || game.name(seed));
        if named.is_some() {
            break;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let named = named.map(|kill| shortest(&mut subject, kill, &bytes));
    let Replayed { runs, folds, kill, .. } = replayed;
    Ok(Hunted { runs, folds, kill, named, executions: runs, seconds })
}

/// What is hunted through: the seeded scenarios of a target, with one choice fixed.
struct Game<'a> {
    target: &'static Target,
    fixed: Option<(&'static Choice, &'a Fixed)>,
}

impl<'a> Game<'a> {
    fn of(target: &'static Target, with: Option<&'a Fixed>) -> Result<Self, String> {
        let fixed = with.map(|fixed| Ok::<_, String>((fixed.of(target.family)?, fixed)));
        Ok(Self { target, fixed: fixed.transpose()? })
    }

    /// Replaces `bytes` by the scenario of a seed.
    fn generate(&self, seed: u64, bytes: &mut Vec<u8>) {
        self.target.generate(seed, bytes);
        if let Some((choice, fixed)) = self.fixed {
            *bytes = (choice.fix)(fixed.value, bytes);
        }
    }

    fn name(&self, seed: u64) -> String {
        match self.fixed {
            Some((_, fixed)) => format!("seed {seed} with {fixed}"),
            None => format!("seed {seed}"),
        }
    }
}

fn shortest(subject: &mut Subject, kill: Kill, found: &[u8]) -> Shortest {
    let bytes = shrink(subject, found, SHRINKING_RUNS_MAX);
    let failure = subject.run_guarded(&bytes).err();
    let until = failure.map_or(0, |failure| failure.step + 1);
    let trace_steps = until.min(subject.summary().folds);
    let scenario = (subject.target().family.to_text)(&bytes);
    Shortest { kill, trace_steps, scenario, bytes: hexadecimal(&bytes), found: hexadecimal(found) }
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
