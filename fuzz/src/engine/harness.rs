//! What a libFuzzer or AFL++ target calls with each input.
//!
//! Rules: the run, the feedback of its cells, and the counts, in that order. A failure prints its
//! trace and aborts, which every engine takes for a finding. Panics need no handling here: the
//! engines abort on them.

use super::{Subject, feedback, stats};
use std::cell::RefCell;

thread_local! {
    static SUBJECT: RefCell<Option<Subject>> = const { RefCell::new(None) };
}

/// Runs one input through every check.
///
/// # Panics
///
/// If no target has this name.
pub fn harness(target: &'static str, bytes: &[u8]) {
    SUBJECT.with_borrow_mut(|slot| {
        let subject =
            slot.get_or_insert_with(|| Subject::named(target).expect("a registered target"));
        let result = subject.run(bytes);
        feedback::mark(subject.cells());
        match result {
            Ok(summary) => stats::count(summary),
            Err(_) => report(subject, bytes),
        }
    });
}

fn report(subject: &mut Subject, bytes: &[u8]) -> ! {
    stats::flush();
    eprintln!("{}", subject.trace(bytes));
    std::process::abort()
}
