//! Words of bits for boards: 64, 128 or 320 bits behind one interface.
#![allow(unsafe_code)]

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A word of bits.
pub trait Bits:
    Copy
    + PartialEq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const NONE: Self;
    /// The lowest bit.
    const ONE: Self;
    /// The lowest `count` bits.
    fn low(count: u32) -> Self;
    /// The sum, as of numbers.
    fn plus(self, other: Self) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The bits in words of 64, lowest first.
    fn words(self) -> impl Iterator<Item = u64>;
    /// The place of the lowest bit that is set. Only where one is.
    fn lowest(self) -> u32;

    /// The bit at a place.
    #[inline]
    fn bit(place: u32) -> Self {
        Self::ONE << place
    }
    /// Whether the bit at a place is set.
    #[inline]
    fn has(self, place: u32) -> bool {
        self & Self::bit(place) != Self::NONE
    }
    /// The places of the bits that are set, lowest first.
    #[inline]
    fn places(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || {
            (left != Self::NONE).then(|| {
                let place = left.lowest();
                left = left & !Self::bit(place);
                place
            })
        })
    }
}

macro_rules! machine_word {
    ($word:ty, $count:literal) => {
        impl Bits for $word {
            const NONE: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn low(count: u32) -> Self {
                (1 << count) - 1
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn words(self) -> impl Iterator<Item = u64> {
                (0..$count).map(move |word| (self >> (64 * word)) as u64)
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}

machine_word!(u64, 1);
machine_word!(u128, 2);

/// Words in a [`Wide`].
const WORDS: usize = 5;

/// 320 bits, for boards up to 17x17 with a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, combine: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|word| {
            let high = word.checked_sub(words).map_or(0, |from| self.0[from] << bits);
            let low = word.checked_sub(words + 1).filter(|_| bits > 0);
            high | low.map_or(0, |from| self.0[from] >> (64 - bits))
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word_at = |place: usize| self.0.get(place).copied().unwrap_or(0);
        Wide(std::array::from_fn(|word| {
            let high = if bits > 0 { word_at(word + words + 1) << (64 - bits) } else { 0 };
            word_at(word + words) >> bits | high
        }))
    }
}

impl Bits for Wide {
    const NONE: Self = Wide([0; WORDS]);
    const ONE: Self = Wide([1, 0, 0, 0, 0]);
    fn low(count: u32) -> Self {
        (0..count).fold(Wide::NONE, |bits, place| bits | Wide::bit(place))
    }
    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(std::array::from_fn(|word| {
            let (sum, first) = self.0[word].overflowing_add(other.0[word]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        }))
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn words(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }
    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(WORDS - 1);
        word as u32 * 64 + self.0[word].trailing_zeros()
    }
    #[inline]
    fn bit(place: u32) -> Self {
        let mut words = [0; WORDS];
        words[place as usize / 64] = 1 << (place % 64);
        Wide(words)
    }
    #[inline]
    fn has(self, place: u32) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }
}

/// The starts of runs of `count` set bits, each one step from the next.
#[inline]
pub fn runs<B: Bits>(set: B, step: u32, count: u32) -> B {
    let (mut runs, mut length) = (set, 1);
    while length < count {
        let more = length.min(count - length);
        runs = runs & (runs >> (more * step));
        length += more;
    }
    runs
}

/// The places of the set bits of a word, lowest first.
#[inline]
pub fn places(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        place
    })
}

/// The place of the set bit with this number, counted from the lowest. Only where there is one.
#[inline]
pub fn select(set: u64, index: usize) -> u8 {
    debug_assert!(index < set.count_ones() as usize, "there is such a bit");
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the whole program is compiled for a processor with BMI2.
    return unsafe { std::arch::x86_64::_pdep_u64(1 << index, set) }.trailing_zeros() as u8;
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    select_portably(set, index)
}

/// The same on every machine, without a loop, whose length no processor could foresee: the byte by sums of bits, the
/// place in it by a table.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline]
fn select_portably(set: u64, index: usize) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Byte by byte, the bits set up to its end; a high bit where that is not yet enough.
    let sums = bytes.wrapping_mul(ONES);
    let short = (((index as u64 * ONES) | HIGHS) - sums) & HIGHS;
    let shift = ((short >> 7).wrapping_mul(ONES) >> 56) * 8;
    let before = (sums << 8) >> shift & 0xFF;
    let byte = set >> shift & 0xFF;
    shift as u8 + IN_BYTE[(index as u64 - before) as usize & 7][byte as usize]
}

/// The place of the set bit with each number in each byte.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
static IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut index) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[index][byte] = place;
                index += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{Generator, seeded};

    /// The low 128 bits, as a number.
    fn narrow(bits: Wide) -> u128 {
        u128::from(bits.0[1]) << 64 | u128::from(bits.0[0])
    }

    #[test]
    fn wide_words_behave_like_narrow_ones() {
        let mut rng = seeded(1);
        for _ in 0..2000 {
            let [a, b, c, d]: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
            let (left, right) = (Wide([a, b, 0, 0, 0]), Wide([c, d, 0, 0, 0]));
            let (x, y) = (narrow(left), narrow(right));
            assert_eq!(narrow(left & right), x & y);
            assert_eq!(narrow(left | right), x | y);
            assert_eq!(narrow(left ^ right), x ^ y);
            assert_eq!(narrow(left.plus(right)), x.wrapping_add(y));
            assert_eq!(left.count(), x.count_ones());
            let by = (a % 128) as u32;
            assert_eq!(narrow(left >> by), x >> by);
            // Shifted up and down again nothing is lost as long as it fits.
            assert_eq!((left << by) >> by, left);
            assert_eq!(narrow(left << by), x << by);
            assert_eq!(left.lowest(), x.trailing_zeros());
            assert!(left.places().eq(x.places()));
            assert_eq!(Wide::low(by), (Wide::ONE << by).plus(!Wide::NONE));
        }
    }

    #[test]
    fn select_finds_the_place_that_counting_finds() {
        let mut rng = seeded(1);
        for round in 0..20_000 {
            let sparse = if round % 2 == 0 { rng.next_u64() } else { u64::MAX };
            let set = rng.next_u64() & sparse;
            for (index, place) in places(set).enumerate() {
                assert_eq!(select(set, index), place, "bit {index} of {set:x}");
                assert_eq!(select_portably(set, index), place, "bit {index} of {set:x}");
            }
        }
        assert_eq!(
            [(u64::MAX, 63), (1 << 63, 0), (1, 0)].map(|(set, index)| select_portably(set, index)),
            [63, 63, 0]
        );
    }
}
