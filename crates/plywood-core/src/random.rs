//! One generator for everything, and seeds that depend on names and indices alone.
//!
//! The generator's sequence is fixed for ever (xoshiro256++), so a seed means the same on every machine.

pub use rand::{Rng as Generator, RngExt, SeedableRng};

/// The generator every search, player, game and experiment uses.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator from a seed.
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Mixes 64 bits so that each input bit moves every output bit (the finaliser of SplitMix64).
pub const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The seed of the `index`-th thing of what `seed` stands for.
pub const fn derive(seed: u64, index: u64) -> u64 {
    mix(mix(seed) ^ index.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A seed from a name, the same on every machine (FNV-1a, then mixed).
pub fn seed_of(name: &str) -> u64 {
    mix(name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    }))
}

/// An index below `count`, every one equally likely.
pub fn below(rng: &mut Rng, count: usize) -> usize {
    rng.random_range(0..count)
}

/// A float in `[0, 1)`.
pub fn unit(rng: &mut Rng) -> f64 {
    rng.random::<f64>()
}
