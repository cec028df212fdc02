//! The libFuzzer target `supervisor_shutdown`. Built without an engine (no `cfg(fuzzing)`), the same file replays
//! the inputs and folders that it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
actor_laws_fuzz::libfuzzer_target!("supervisor_shutdown");

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay("supervisor_shutdown")
}
