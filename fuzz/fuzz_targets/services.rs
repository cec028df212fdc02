//! The libFuzzer target `services`. Built without an engine (no `cfg(fuzzing)`), the same file replays
//! the inputs and folders that it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actor_laws_fuzz::engine::harness("services", bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay("services")
}
