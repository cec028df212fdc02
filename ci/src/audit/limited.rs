//! Running a program of the tree within limits of time and memory.
//!
//! Rules: what a program prints goes to files, so that it never waits for a reader. A program that
//! takes too long is ended with its group.

use crate::engine::process::{in_its_own_group, kill_group, limited_in_memory};
use crate::outcome::Problem;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of memory that a program may take; a run takes some megabytes.
const MEMORY_BYTES_MAX: u64 = 4 << 30;

/// What a program may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// How long.
    pub(super) time: Duration,
    /// Calls of functions with variants that one of its threads may make; `None` for any number. A loop
    /// without end comes to it long before the time is over.
    pub(super) calls: Option<u64>,
}

/// What a program did.
#[derive(Debug)]
pub(super) struct Run {
    /// `None` if it was ended because its time was over.
    pub(super) ended: Option<End>,
    /// What it printed.
    pub(super) output: String,
    /// What it printed as errors.
    pub(super) errors: String,
    /// How long it took.
    pub(super) time: Duration,
}

impl Limit {
    /// So long, and any number of calls.
    pub(super) fn of_time(time: Duration) -> Self {
        Self { time, calls: None }
    }
}

impl std::ops::Mul<u32> for Limit {
    type Output = Self;

    fn mul(self, times: u32) -> Self {
        let calls = self.calls.map(|calls| calls.saturating_mul(times.into()));
        Self { time: self.time * times, calls }
    }
}

impl Run {
    /// Whether the code that the variant changed ran: the tree's switch has told.
    pub(super) fn changed_code_ran(&self) -> bool {
        self.errors.contains("laws-audit: ran")
    }

    /// Whether the budget of calls ended it, or a test of it.
    pub(super) fn used_its_calls_up(&self) -> bool {
        let message = "the budget of calls is used up";
        self.output.contains(message) || self.errors.contains(message)
    }

    /// At least half of the calls that one of its threads made, if it had no budget; 0 for a few.
    pub(super) fn calls_told(&self) -> u64 {
        let told = self.errors.lines().filter_map(|line| line.strip_prefix("laws-audit: calls "));
        told.filter_map(|calls| calls.parse().ok()).max().unwrap_or(0)
    }
}

/// How a program ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With an exit code.
    Code(i32),
    /// By a signal.
    Signal,
}

/// Runs a program under a variant.
pub(super) fn run(
    program: &Path,
    arguments: &[&str],
    variant: u32,
    limit: Limit,
) -> Result<Run, Problem> {
    run_in(program, arguments, &[], variant, limit)
}

/// Runs a program under a variant, with more of an environment.
pub(super) fn run_in(
    program: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
    variant: u32,
    limit: Limit,
) -> Result<Run, Problem> {
    let trouble = |error: std::io::Error| Problem::file(program, &error);
    let mut output = tempfile::tempfile().map_err(trouble)?;
    let mut errors = tempfile::tempfile().map_err(trouble)?;
    let mut command = Command::new(program);
    command.args(arguments).env("LAWS_VARIANT", variant.to_string());
    command.envs(environment.iter().copied());
    match limit.calls {
        Some(calls) => command.env("LAWS_CALLS", calls.to_string()),
        None => command.env_remove("LAWS_CALLS"),
    };
    // The same cases for each variant; a failure is not shrunk, for it is only counted.
    command.env("PROPTEST_RNG_SEED", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
    let mut command = limited_in_memory(&command, MEMORY_BYTES_MAX);
    command.stdin(Stdio::null());
    command
        .stdout(output.try_clone().map_err(trouble)?)
        .stderr(errors.try_clone().map_err(trouble)?);
    in_its_own_group(&mut command);
    let started = Instant::now();
    let mut child = command.spawn().map_err(trouble)?;
    let ended = loop {
        if let Some(status) = child.try_wait().map_err(trouble)? {
            break Some(status.code().map_or(End::Signal, End::Code));
        }
        if started.elapsed() > limit.time {
            kill_group(&mut child).map_err(trouble)?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(
            if started.elapsed() < Duration::from_millis(50) { 1 } else { 5 },
        ));
    };
    let time = started.elapsed();
    let read = |file: &mut std::fs::File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(trouble)?;
        Ok::<_, Problem>(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Run { ended, output: read(&mut output)?, errors: read(&mut errors)?, time })
}
