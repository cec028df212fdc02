//! What a libFuzzer target's file says.

/// Makes a binary the libFuzzer target of a name: its harness, and the mutations that know steps.
///
/// The binary's package must depend on `libfuzzer_sys`, in whose macros the hooks' unsafe code stands.
#[macro_export]
macro_rules! libfuzzer_target {
    ($name:expr) => {
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::engine::harness($name, bytes));
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, size_max: usize, seed: u32| {
            let sizes = (size, size_max);
            $crate::engine::mutate($name, data, sizes, seed, libfuzzer_sys::fuzzer_mutate)
        });
        libfuzzer_sys::fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
            $crate::engine::cross_over($name, one, other, out, seed, libfuzzer_sys::fuzzer_mutate)
        });
    };
}
