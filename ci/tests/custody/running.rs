//! A driver that runs, in a process group of its own, and its end.

use crate::checkout::Checkout;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Victim {
    /// The driver with its whole process group.
    Group,
    /// The driver alone.
    Driver,
}

/// A running driver. What it prints goes to files beside the checkout's, which every start empties.
pub(crate) struct Running {
    child: Child,
}

impl Running {
    /// Starts it.
    pub(crate) fn start(checkout: &Checkout, arguments: &str, variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_laws"));
        command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
        command.args(arguments.split(' ')).envs(variables.iter().copied());
        let file = |name: &str| File::create(checkout.path(name)).expect("created");
        command.stdin(Stdio::null()).stdout(file("output")).stderr(file("errors"));
        Self { child: command.process_group(0).spawn().expect("it starts") }
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                return status;
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills it; answers whether it was still alive.
    pub(crate) fn kill(mut self, victim: Victim) -> bool {
        match victim {
            Victim::Group => kill_process_group(self.pid(), Signal::KILL),
            Victim::Driver => kill_process(self.pid(), Signal::KILL),
        }
        .expect("it was not waited for");
        let status = self.child.wait().expect("it is ours");
        status.signal() == Some(Signal::KILL.as_raw())
    }

    /// Asks it to end.
    pub(crate) fn interrupt(&self) {
        kill_process(self.pid(), Signal::INT).expect("it runs");
    }

    /// Holds it where it is, with all that it holds.
    pub(crate) fn hold(&self) {
        kill_process_group(self.pid(), Signal::STOP).expect("it runs");
    }

    /// Lets it go on.
    pub(crate) fn release(&self) {
        kill_process_group(self.pid(), Signal::CONT).expect("it is held");
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed()).expect("a process")
    }
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(3));
    }
}
