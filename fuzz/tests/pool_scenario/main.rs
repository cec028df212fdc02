//! Tests of the scenario format, its text form and its generator.

mod format;
mod generator;
mod reach;
mod text;

use actor_laws_fuzz::pool::scenario::{HEADER_BYTES, Prng, STEP_BYTES};

/// A byte string of 0 to 16 steps behind a header, or of a part of one.
fn random_bytes(rng: &mut Prng) -> Vec<u8> {
    let most = HEADER_BYTES + 16 * STEP_BYTES;
    (0..rng.between(0, most as u32)).map(|_| rng.byte()).collect()
}

/// FNV-1a, to pin long texts by a number.
fn fingerprint<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    chunks.into_iter().flatten().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
