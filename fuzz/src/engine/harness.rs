//! What a libFuzzer or AFL++ target calls with each input.
//!
//! Rules: the run, the feedback of its cells, and the counts, in that order. A failure prints its
//! trace and aborts, which every engine takes for a finding. A panic of the machine is a failure
//! like any other, with a trace: the runner catches it, so the engine's hook, which aborts at once,
//! gives way to one that prints. A clone that panics because it was told to comes by no hook.

use super::{Subject, feedback, reached, stats};
use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static SUBJECT: RefCell<Option<Subject>> = const { RefCell::new(None) };
}

/// Runs one input through every check.
///
/// # Panics
///
/// If no target has this name.
pub fn harness(target: &'static str, bytes: &[u8]) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| std::panic::set_hook(Box::new(|panic| eprintln!("{panic}"))));
    SUBJECT.with_borrow_mut(|slot| {
        let subject =
            slot.get_or_insert_with(|| Subject::named(target).expect("a registered target"));
        let result = subject.run(bytes);
        feedback::mark(subject.cells());
        match result {
            Ok(summary) => {
                stats::count(summary);
                reached::note(subject.cells(), stats::runs());
            }
            Err(_) => report(subject, bytes),
        }
    });
}

fn report(subject: &mut Subject, bytes: &[u8]) -> ! {
    stats::flush();
    eprintln!("{}", subject.trace(bytes));
    std::process::abort()
}
