//! The libFuzzer target that `LAWS_TARGET` names: a campaign builds this one binary for all targets. Built
//! without an engine (no `cfg(fuzzing)`), it replays the inputs and folders that it is given.
#![cfg_attr(fuzzing, no_main)]

use actor_laws_fuzz::engine::selected;

#[cfg(fuzzing)]
actor_laws_fuzz::libfuzzer_target!(selected());

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::engine::replay(selected())
}
