//! What every AFL++ target does around the harness.
//!
//! Rules: a target process never outlives the one that started it. AFL++ stops its target processes between
//! inputs and leaves them behind when it is killed, stopped and in a session of their own; so each of
//! them asks the kernel to be killed along with its parent.

#[cfg(fuzzing)]
use std::sync::Once;

/// Ties the process to the life of its parent. The wish is not inherited, so the target's process and
/// each one that it forks has to utter it.
#[cfg(all(fuzzing, target_os = "linux"))]
pub fn die_with_parent() {
    use rustix::process::{Signal, set_parent_process_death_signal};
    // A kernel that refuses leaves processes behind when AFL++ is killed, and nothing worse.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Elsewhere there is no such wish.
#[cfg(all(fuzzing, not(target_os = "linux")))]
pub fn die_with_parent() {}

/// Runs one input through every check.
#[cfg(fuzzing)]
pub fn harness(target: &'static str, bytes: &[u8]) {
    static FORKED: Once = Once::new();
    FORKED.call_once(die_with_parent);
    actor_laws_fuzz::engine::harness(target, bytes);
}
