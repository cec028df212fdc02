//! Engines that are processes of their own: starting, watching and ending them.
//!
//! Rules: an engine runs in a process group of its own, and the whole group is ended, so that no
//! worker outlives its engine. Ending is asked for first (interrupt), then forced after a grace. What
//! the process prints goes to a log file, never through a pipe that could fill up. On Linux an engine
//! ends with the driver even if that is killed.

use crate::campaign::Clock;
use crate::outcome::Problem;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a running engine is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long an engine may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(3);

/// This program on Linux, even if its file was built anew since it started: a campaign may take all night.
const OWN: &str = "/proc/self/exe";

/// The hidden verb.
const BECOME: &str = "become-engine";

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
    let command = &mut through_this_program(command);
    command.stdin(Stdio::null()).stdout(twin).stderr(file);
    in_its_own_group(command);
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
pub(crate) fn in_its_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(crate) fn in_its_own_group(_command: &mut Command) {}

/// The same command, started by this program's hidden verb. A driver that is killed must take its engine
/// along; only the process itself can wish that, so this program wishes it and then becomes the engine.
fn through_this_program(command: &Command) -> Command {
    through_this_program_with(command, &[])
}

fn through_this_program_with(command: &Command, options: &[&str]) -> Command {
    if cfg!(not(target_os = "linux")) || !Path::new(OWN).exists() {
        return same(command, command.get_program());
    }
    let mut through = Command::new(OWN);
    through.arg(BECOME).args(options).arg("--").arg(command.get_program());
    inherit(&mut through, command);
    through
}

/// The same command, within so many bytes of memory where the system can see to that.
pub(crate) fn limited_in_memory(command: &Command, bytes: u64) -> Command {
    through_this_program_with(command, &["--memory", &bytes.to_string()])
}

/// Ends a program with its group at once.
pub(crate) fn kill_group(child: &mut Child) -> std::io::Result<()> {
    signal(child, true);
    child.kill()?;
    child.wait().map(drop)
}

fn same(command: &Command, program: &OsStr) -> Command {
    let mut same = Command::new(program);
    inherit(&mut same, command);
    same
}

/// Arguments, environment and folder of another command.
fn inherit(heir: &mut Command, command: &Command) {
    heir.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => heir.env(name, value),
            None => heir.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        heir.current_dir(folder);
    }
}

/// Becomes the given program, which ends when this process's parent does. Comes back only to say why not.
#[cfg(target_os = "linux")]
pub(crate) fn become_engine(memory: Option<u64>, command: &[OsString]) -> Problem {
    use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
    let (program, arguments) = command.split_first().expect("clap demands a program");
    // A kernel that refuses leaves the engine behind if the driver is killed, and nothing worse.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if memory.is_some() {
        // Refused only if less is allowed already.
        let _ = setrlimit(Resource::As, Rlimit { current: memory, maximum: memory });
    }
    let mut engine = Command::new(program);
    let error = std::os::unix::process::CommandExt::exec(engine.args(arguments));
    not_started(&engine, &error)
}

/// Elsewhere engines are started directly.
#[cfg(not(target_os = "linux"))]
pub(crate) fn become_engine(_memory: Option<u64>, _command: &[OsString]) -> Problem {
    Problem::environment(
        "there is no such verb on this system".to_owned(),
        "start the engine itself",
    )
}

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
