//! The seeded random number generator (RNG), passed in wherever chance is needed, so that every run can be repeated.
//!
//! Own code instead of a crate: recorded games, books and tests depend on this exact sequence, which a crate may change.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator; equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns 64 evenly distributed bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns an evenly distributed number below `bound`; 0 for a bound of 0.
    /// The bias is below `bound / 2^64`.
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next_u64() as u128 * bound as u128) >> 64) as u64
    }

    /// Returns an evenly distributed number from 0 to 1, 1 excluded.
    pub const fn share(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A seed of 32 bits, another one at every call and in every process, because some front ends start one for each game.
pub fn drawn_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn equal_seeds_give_equal_sequences_below_the_bound() {
        let (mut a, mut b) = (Random::new(7), Random::new(7));
        for bound in [1_u64, 2, 3, 128, 1000] {
            let drawn = a.below(bound);
            assert_eq!(drawn, b.below(bound));
            assert!(drawn < bound);
        }
        assert_eq!(a.below(0), 0);
    }
}
