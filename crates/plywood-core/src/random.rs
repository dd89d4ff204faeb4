//! One generator for everything, and seeds that depend on names and indices alone.
//!
//! The generator's sequence is fixed for ever (xoshiro256++), so a seed means the same on every machine.

pub use rand::{Rng as Generator, RngExt, SeedableRng};

/// The generator every search, player, game and experiment uses.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator from a seed.
///
/// ```
/// use plywood_core::random::{below, seeded};
///
/// let (mut one, mut other) = (seeded(1), seeded(1));
/// assert_eq!(below(&mut one, 6), below(&mut other, 6));
/// ```
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Mixes 64 bits so that each input bit moves every output bit (the finaliser of SplitMix64).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The seed of the `index`-th thing of what `seed` stands for.
///
/// ```
/// use plywood_core::random::derive;
///
/// assert_ne!(derive(1, 0), derive(1, 1));
/// ```
pub const fn derive(seed: u64, index: u64) -> u64 {
    mix(mix(seed) ^ index.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A seed from a name, the same on every machine (FNV-1a, then mixed).
pub fn seed_of(name: &str) -> u64 {
    seed_of_bytes(name.as_bytes())
}

/// The same of any bytes.
pub fn seed_of_bytes(bytes: &[u8]) -> u64 {
    mix(bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    }))
}

/// An index below `count`, which fits into 32 bits; every one equally likely, but for one in 2^64.
///
/// The numbers of `random_range`, inlined: playouts draw little else.
#[inline]
pub fn below(rng: &mut Rng, count: usize) -> usize {
    debug_assert!(count > 0 && u32::try_from(count).is_ok(), "an index below {count}");
    let mut draw = || u64::from(rng.next_u32()) * count as u64;
    let wide = draw();
    let (index, rest) = ((wide >> 32) as usize, wide as u32);
    if rest <= (count as u32).wrapping_neg() {
        return index;
    }
    index + usize::from(rest.checked_add((draw() >> 32) as u32).is_none())
}

/// A float in `[0, 1)`.
#[inline]
pub fn unit(rng: &mut Rng) -> f64 {
    rng.random::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_draws_what_random_range_draws() {
        let (mut ours, mut theirs) = (seeded(3), seeded(3));
        for round in 0..200_000_usize {
            // Large counts need the second draw every other time.
            let count = if round % 2 == 0 { 1 + round % 97 } else { (3 << 30) + round };
            assert_eq!(below(&mut ours, count), theirs.random_range(0..count));
        }
    }
}
