//! The one place that names the random number generator. All chance comes from a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng};

/// A seeded generator; equal seeds give equal sequences on every platform.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for `seed`.
    pub fn from_seed(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, by widening multiply (its bias is below n / 2^32). `n` must not be 0.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A number in `0.0..1.0`.
    #[inline(always)]
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 * (1.0 / (1u64 << 24) as f32)
    }

    /// Puts the items in an order by chance (Fisher and Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// True with probability `p` (0 never, 1 always).
    #[inline(always)]
    pub fn chance(&mut self, p: f32) -> bool {
        self.unit() < p
    }
}

/// The seed of item `number` under a master seed, so that any game or thread can be replayed alone.
pub const fn derive_seed(master: u64, number: u64) -> u64 {
    mix(master ^ mix(number.wrapping_add(0x9E37_79B9_7F4A_7C15)))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes all bits.
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
