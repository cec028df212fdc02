//! The AFL++ target that `LAWS_TARGET` names: a campaign builds this one binary for all targets. Built
//! without an engine (no `cfg(fuzzing)`), it replays what it is given.

use actor_laws_fuzz::engine::selected;

#[cfg(fuzzing)]
fn main() {
    actor_laws_afl::die_with_parent();
    let target = selected();
    afl::fuzz!(|bytes: &[u8]| actor_laws_afl::harness(target, bytes));
}

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay(selected())
}
