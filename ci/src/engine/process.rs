//! Engines that are processes of their own: starting, watching and ending them.
//!
//! Rules: an engine runs in a process group of its own, and the whole group is ended, so that no
//! worker outlives its engine. Ending is asked for first (interrupt), then forced after a grace. What
//! the process prints goes to a log file, never through a pipe that could fill up. On Linux an engine
//! ends with the driver even if that is killed.

use crate::campaign::Clock;
use crate::outcome::Problem;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a running engine is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long an engine may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(3);

/// The end of a log.
pub(super) fn tail(log: &str) -> String {
    let lines: Vec<_> = log.lines().collect();
    lines[lines.len().saturating_sub(60)..].join("\n")
}

/// Runs a command to its end or until the clock stops, its output in a log; `look` is called at
/// each look. `None` if the clock ended it.
pub(super) fn run_logged(
    command: &mut Command,
    log: &Path,
    clock: &Clock<'_>,
    look: &mut dyn FnMut(),
) -> Result<Option<ExitStatus>, Problem> {
    let file = File::create(log).map_err(|error| Problem::file(log, &error))?;
    let twin = file.try_clone().map_err(|error| Problem::file(log, &error))?;
    command.stdin(Stdio::null()).stdout(twin).stderr(file);
    in_its_own_group(command);
    dying_with_us(command);
    let mut child = command.spawn().map_err(|error| not_started(command, &error))?;
    let status = watch(&mut child, clock, look);
    status.map_err(|error| not_started(command, &error))
}

fn watch(
    child: &mut Child,
    clock: &Clock<'_>,
    look: &mut dyn FnMut(),
) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if clock.is_over() {
            end(child)?;
            return Ok(None);
        }
        look();
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Ends the child and its group.
fn end(child: &mut Child) -> std::io::Result<()> {
    signal(child, false);
    let forced_at = Instant::now() + GRACE;
    while child.try_wait()?.is_none() && Instant::now() < forced_at {
        std::thread::sleep(LOOK_EVERY / 5);
    }
    signal(child, true);
    child.kill()?;
    child.wait().map(drop)
}

#[cfg(unix)]
fn in_its_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_its_own_group(_command: &mut Command) {}

/// A driver that is killed takes its engine along, which would otherwise run on to its end.
#[cfg(target_os = "linux")]
fn dying_with_us(command: &mut Command) {
    use rustix::process::{Signal, set_parent_process_death_signal};
    let ask = || set_parent_process_death_signal(Some(Signal::KILL)).map_err(std::io::Error::from);
    // SAFETY: between fork and exec only what is async-signal-safe may run; this is one system call.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, ask) };
}

#[cfg(not(target_os = "linux"))]
fn dying_with_us(_command: &mut Command) {}

#[cfg(unix)]
fn signal(child: &Child, force: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if force { Signal::KILL } else { Signal::INT };
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // The group may be gone already, which is what is wanted.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn signal(_child: &Child, _force: bool) {}

fn not_started(command: &Command, error: &std::io::Error) -> Problem {
    Problem::environment(
        format!("{}: {error}", command.get_program().display()),
        "check that the program is there and may be run",
    )
}
