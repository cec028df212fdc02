//! The mutations that know steps, as a library that `afl-fuzz` loads: `AFL_CUSTOM_MUTATOR_LIBRARY` names it, and
//! `LAWS_TARGET` names the target whose scenarios it mutates.
//!
//! Rules: AFL++ keeps its own mutations beside these, and asks for both. Nothing is here but the C interface;
//! what is mutated, and how, stands in `actor_laws_fuzz::engine::Mutator`. A panic ends `afl-fuzz`, as one in
//! any `extern "C"` function does.

use actor_laws_fuzz::engine::{Mutator, selected, target_named};
use actor_laws_fuzz::script::Prng;
use std::ffi::{c_uint, c_void};

/// One of so many mutations takes after the second scenario that AFL++ offers.
const SPLICED_ONE_IN: u32 = 4;

/// What lives from the first call to the last.
struct Loaded {
    mutator: Mutator,
    seeds: Prng,
    /// What the last call answered: AFL++ reads it until the next one.
    out: Vec<u8>,
}

impl Loaded {
    fn new(target: &str, seed: u32) -> Self {
        let target = target_named(target).expect("a registered target");
        Self { mutator: Mutator::new(target), seeds: Prng::new(seed.into()), out: Vec::new() }
    }

    /// The next mutation of a scenario; the other one takes part now and then.
    fn mutate(&mut self, bytes: &[u8], other: &[u8], size_max: usize) -> &[u8] {
        let Self { mutator, seeds, out } = self;
        out.resize(size_max, 0);
        let seed = seeds.bits();
        let size = if !other.is_empty() && seeds.chance(1, SPLICED_ONE_IN) {
            mutator.splice(bytes, other, out, seed)
        } else {
            let size = bytes.len().min(size_max);
            out[..size].copy_from_slice(&bytes[..size]);
            mutator.mutate(out, size, seed)
        };
        &out[..size]
    }
}

/// Called once: the seed is that of the campaign.
// SAFETY: no other symbol of this name is linked; afl-fuzz looks it up in this library alone.
#[unsafe(no_mangle)]
pub extern "C" fn afl_custom_init(_afl: *mut c_void, seed: c_uint) -> *mut c_void {
    Box::into_raw(Box::new(Loaded::new(selected(), seed))).cast()
}

/// Mutates a scenario; answers the length of what it leaves at `out`.
///
/// # Safety
///
/// `data` comes from [`afl_custom_init`] and is used by one thread; both buffers hold as many bytes as is said,
/// or none; `out` can be written to.
// SAFETY: as above, for the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_fuzz(
    data: *mut c_void,
    buffer: *const u8,
    size: usize,
    out: *mut *const u8,
    other: *const u8,
    other_size: usize,
    size_max: usize,
) -> usize {
    // SAFETY: it is what `afl_custom_init` made, and AFL++ calls from one thread.
    let loaded = unsafe { &mut *data.cast::<Loaded>() };
    // SAFETY: AFL++ tells the true sizes of its buffers, and does not touch them meanwhile.
    let (bytes, other) = unsafe { (slice(buffer, size), slice(other, other_size)) };
    let mutated = loaded.mutate(bytes, other, size_max);
    // SAFETY: AFL++ passes the address of a variable of its own.
    unsafe { out.write(mutated.as_ptr()) };
    mutated.len()
}

/// Called at the end.
///
/// # Safety
///
/// `data` comes from [`afl_custom_init`], and nothing uses it any more.
// SAFETY: as above, for the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afl_custom_deinit(data: *mut c_void) {
    // SAFETY: `afl_custom_init` made it of a box, and AFL++ ends it once.
    drop(unsafe { Box::from_raw(data.cast::<Loaded>()) });
}

/// The bytes of a buffer; none if there is no buffer.
///
/// # Safety
///
/// The buffer holds so many bytes, and nobody writes to it while they are read.
unsafe fn slice<'a>(start: *const u8, size: usize) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: demanded of the caller.
    unsafe { std::slice::from_raw_parts(start, size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What so many calls answer, through the C interface, as AFL++ calls it.
    fn answers(seed: u32, other: &[u8]) -> Vec<Vec<u8>> {
        let data: *mut c_void = Box::into_raw(Box::new(Loaded::new("proxy_service", seed))).cast();
        let mut bytes = Vec::new();
        target_named("proxy_service").expect("registered").generate(1, &mut bytes);
        let other_start = if other.is_empty() { std::ptr::null() } else { other.as_ptr() };
        let answers = (0..64).map(|_| {
            let mut out = std::ptr::null();
            // SAFETY: the buffers are as long as is said, and `data` is fresh and used here alone.
            unsafe {
                let start = bytes.as_ptr();
                let size = afl_custom_fuzz(
                    data,
                    start,
                    bytes.len(),
                    &raw mut out,
                    other_start,
                    other.len(),
                    300,
                );
                slice(out, size).to_vec()
            }
        });
        let answers = answers.collect();
        // SAFETY: nothing uses it any more.
        unsafe { afl_custom_deinit(data) };
        answers
    }

    #[test]
    fn a_seed_means_the_same_mutations_within_the_bound() {
        let one = answers(7, &[]);
        assert_eq!(one, answers(7, &[]));
        assert_ne!(one, answers(8, &[]));
        assert!(one.iter().all(|bytes| !bytes.is_empty() && bytes.len() <= 300));
        assert!(one.windows(2).any(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn the_other_scenario_takes_part() {
        // No opcode of a proxy has this number, so it is not drawn afresh.
        let other = [0xEE; 400];
        let of_other = |bytes: &Vec<u8>| bytes.windows(8).any(|run| run == [0xEE; 8]);
        let spliced = answers(7, &other).iter().filter(|bytes| of_other(bytes)).count();
        assert!((4..32).contains(&spliced), "{spliced}");
    }
}
