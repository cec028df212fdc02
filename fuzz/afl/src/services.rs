//! The AFL++ target `services`. Built without an engine (no `cfg(fuzzing)`), it replays what it is given.

#[cfg(fuzzing)]
fn main() {
    actor_laws_afl::die_with_parent();
    afl::fuzz!(|bytes: &[u8]| actor_laws_afl::harness("services", bytes));
}

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay("services")
}
