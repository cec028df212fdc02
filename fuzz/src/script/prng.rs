//! The generator's own randomness: splitmix64, the same numbers for ever.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Prng(u64);

impl Prng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Prng {
        Prng(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.bits().to_le_bytes()[7]
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = (self.bits() >> 32) * u64::from(bound);
        u32::try_from(wide >> 32).unwrap_or(0)
    }

    /// A number from `least` to `most`, both included; `least` if they are crossed.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most.saturating_sub(least).saturating_add(1))
    }

    /// True in `times` of `of` cases.
    pub fn chance(&mut self, times: u32, of: u32) -> bool {
        self.below(of) < times
    }

    /// One entry of a table.
    pub fn pick<T: Copy, const N: usize>(&mut self, table: &[T; N]) -> T {
        const { assert!(N > 0, "a table to pick from has entries") };
        table[self.below(N as u32) as usize]
    }
}
