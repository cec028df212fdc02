//! STUB of the harness.
use super::{feedback, stats};
use crate::run::Runner;
use crate::target;
use std::cell::RefCell;

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::new(Runner::new());
}

/// Runs one input.
pub fn harness(name: &'static str, bytes: &[u8]) {
    let target = target::find(name).expect("a registered target");
    RUNNER.with_borrow_mut(|runner| {
        let result = runner.run(target, bytes);
        feedback::mark(runner.cells());
        match result {
            Ok(summary) => stats::count(summary),
            Err(failure) => {
                stats::flush();
                eprintln!("{}", runner.trace(target, bytes));
                let _ = failure;
                std::process::abort();
            }
        }
    });
}
