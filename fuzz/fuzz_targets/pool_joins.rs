//! The libFuzzer target `pool_joins`. Built without an engine (no `cfg(fuzzing)`), the same file replays
//! the inputs and folders that it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
actor_laws_fuzz::libfuzzer_target!("pool_joins");

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay("pool_joins")
}
