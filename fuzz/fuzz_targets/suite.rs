//! Runs whole suites of scenarios: the corpus, seeded scenarios, or the hunt for one law. Built with an
//! engine (`cfg(fuzzing)`), the same file is the libFuzzer target that `LAWS_TARGET` names.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    actor_laws_fuzz::engine::harness(actor_laws_fuzz::engine::selected(), bytes)
});

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    actor_laws_fuzz::suite::main()
}
