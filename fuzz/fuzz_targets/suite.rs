//! Runs whole suites of scenarios: the corpus, seeded scenarios, or the hunt for one law. Built with an
//! engine (`cfg(fuzzing)`), the same file is the libFuzzer target that `LAWS_TARGET` names.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
actor_laws_fuzz::libfuzzer_target!(actor_laws_fuzz::engine::selected());

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::suite::main()
}
