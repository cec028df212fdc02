//! The libFuzzer target `proxy_service`. Built without an engine (no `cfg(fuzzing)`), the same file replays
//! the inputs and folders that it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
actor_laws_fuzz::libfuzzer_target!("proxy_service");

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay("proxy_service")
}
