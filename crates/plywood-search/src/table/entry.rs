//! An entry of the table: its content, and its layout in memory.
//!
//! Four words, half a cache line: a check, the two bounds, and the rest. Threads read and write words one by one, so an
//! entry may be met half written. The check is the key combined with a sum over the other words; what does not add up
//! to the key that is asked for is somebody else's or torn, and counts as nothing known.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_core::Value;

use crate::room::Blank;

use super::Matching;

/// A bound that an entry offers: the value, and whether it is proven.
pub type Bound<V> = (V, bool);

/// The knowledge of a position.
#[derive(Debug, Clone, Copy)]
pub struct Entry<V> {
    /// The value is at least this.
    pub lower: V,
    /// The value is at most this.
    pub upper: V,
    pub(super) rest: Rest,
}

impl<V: Value> Entry<V> {
    /// The slot of the best move, or of the one that refuted.
    #[inline]
    pub fn best(&self) -> Option<usize> {
        self.rest.best()
    }

    /// The bounds that hold for a request of `depth` plies. Proven ones serve any request at least as deep.
    #[inline]
    pub fn bounds(&self, depth: u32, matching: Matching) -> (Bound<V>, Bound<V>) {
        let own = self.rest.depth();
        let fits = match matching {
            Matching::Exact => own == depth,
            Matching::Deeper => own >= depth,
        };
        let (lower_proven, upper_proven) = (self.rest.lower_proven(), self.rest.upper_proven());
        let serves = |proven: bool| fits || proven && depth >= own;
        (
            if serves(lower_proven) { (self.lower, lower_proven) } else { (V::LOWEST, true) },
            if serves(upper_proven) { (self.upper, upper_proven) } else { (V::HIGHEST, true) },
        )
    }
}

/// The content of an entry beside its bounds, in one word: from the lowest bit the lowest bits of the key
/// (12), the best move's slot and one (zero for none, 20 bits), plies searched (14), whether the bounds are
/// proven (2), nodes spent (8), the stamp (8). With bits of the key there, most entries of other positions
/// are passed over at one glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest(u64);

impl Rest {
    pub(super) const DEEPEST: u32 = (1 << 14) - 1;
    /// Moves with a higher slot are not kept.
    pub(super) const HIGHEST_SLOT: usize = (1 << 20) - 2;
    const KEY_BITS: u64 = (1 << 12) - 1;

    #[inline]
    pub(super) fn new(
        best: Option<usize>,
        depth: u32,
        proven: (bool, bool),
        effort: Effort,
        stamp: u8,
    ) -> Rest {
        let best = best.filter(|slot| *slot <= Self::HIGHEST_SLOT).map_or(0, |slot| slot + 1);
        let depth = u64::from(depth.min(Self::DEEPEST));
        let proven = u64::from(proven.0) | u64::from(proven.1) << 1;
        let high = depth | proven << 14 | u64::from(effort.0) << 16 | u64::from(stamp) << 24;
        Rest((best as u64) << 12 | high << 32)
    }
    #[inline]
    pub(super) fn best(self) -> Option<usize> {
        (self.0 as u32 as usize >> 12).checked_sub(1)
    }
    #[inline]
    pub(super) fn depth(self) -> u32 {
        (self.0 >> 32) as u32 & Self::DEEPEST
    }
    #[inline]
    pub(super) fn lower_proven(self) -> bool {
        self.0 & 1 << 46 != 0
    }
    #[inline]
    pub(super) fn upper_proven(self) -> bool {
        self.0 & 1 << 47 != 0
    }
    #[inline]
    pub(super) fn effort(self) -> Effort {
        Effort((self.0 >> 48) as u8)
    }
    #[inline]
    pub(super) fn stamp(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// Nodes spent, in steps of at most a quarter: the place of the highest bit and the two bits below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Effort(u8);

impl Effort {
    #[inline]
    pub(super) fn of(nodes: u64) -> Effort {
        let nodes = nodes.max(4);
        let highest = nodes.ilog2();
        Effort((highest << 2) as u8 | (nodes >> (highest - 2)) as u8 & 0b11)
    }
}

/// The words of an entry as they lie in memory: the check, the bounds, the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Words([u64; 4]);

impl Words {
    #[inline]
    pub(super) fn new<V: Value>(key: u64, entry: &Entry<V>) -> Words {
        let rest = entry.rest.0 | key & Rest::KEY_BITS;
        let mut words = Words([0, entry.lower.to_bits(), entry.upper.to_bits(), rest]);
        words.0[0] = key ^ words.sum();
        words
    }

    /// A sum in which no word makes up for a change in another, as far as chance goes: an exact entry has the same
    /// bound twice, so a plain exclusive or would not notice both being another's.
    #[inline]
    fn sum(&self) -> u64 {
        const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0xd6e8_feb8_6659_fd93];
        let [_, lower, upper, rest] = self.0;
        lower
            .wrapping_mul(FACTORS[0])
            .wrapping_add(upper.wrapping_mul(FACTORS[1]))
            .wrapping_add(rest.wrapping_mul(FACTORS[2]))
    }

    /// The key it was written under, where nothing is torn.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.0[0] ^ self.sum()
    }

    /// Whether it was written under a key.
    #[inline]
    pub(super) fn is_of(&self, key: u64) -> bool {
        (self.0[3] ^ key) & Rest::KEY_BITS == 0 && self.key() == key
    }

    #[inline]
    pub(super) fn rest(&self) -> Rest {
        Rest(self.0[3])
    }

    #[inline]
    pub(super) fn entry<V: Value>(&self) -> Entry<V> {
        Entry { lower: V::from_bits(self.0[1]), upper: V::from_bits(self.0[2]), rest: self.rest() }
    }
}

/// A place for an entry; none lies across two cache lines. Where nothing is known there are zeros: stamp zero
/// belongs to no search.
#[derive(Debug)]
#[repr(align(32))]
pub(super) struct Place([AtomicU64; 4]);

// SAFETY: four numbers, each of which may be zero: a place where nothing is known.
unsafe impl Blank for Place {}

impl Place {
    #[inline]
    pub(super) fn read(&self) -> Words {
        let [check, lower, upper, rest] = &self.0;
        Words([check.load(Relaxed), lower.load(Relaxed), upper.load(Relaxed), rest.load(Relaxed)])
    }
    /// What lies here, if that is an entry for a key.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Words> {
        let rest = self.0[3].load(Relaxed);
        if (rest ^ key) & Rest::KEY_BITS != 0 {
            return None;
        }
        let [check, lower, upper, _] = &self.0;
        let words = Words([check.load(Relaxed), lower.load(Relaxed), upper.load(Relaxed), rest]);
        (words.key() == key).then_some(words)
    }
    #[inline]
    pub(super) fn write(&self, words: Words) {
        for (place, word) in self.0.iter().zip(words.0) {
            place.store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_take_half_a_cache_line() {
        assert_eq!((size_of::<Place>(), align_of::<Place>()), (32, 32));
    }

    #[test]
    fn effort_grows_with_the_nodes() {
        let efforts: Vec<Effort> = [0, 5, 6, 7, 8, 10, 1 << 40, u64::MAX].map(Effort::of).to_vec();
        assert!(efforts.windows(2).all(|pair| pair[0] < pair[1]), "{efforts:?}");
    }

    #[test]
    fn what_is_packed_comes_back() {
        let efforts = [Effort::of(0), Effort::of(u64::MAX)];
        for (best, depth, proven, effort, stamp) in [
            (None, 0, (false, true), efforts[0], 0),
            (Some(0), 13, (true, false), efforts[1], 255),
            (Some(Rest::HIGHEST_SLOT), Rest::DEEPEST, (true, true), efforts[0], 7),
        ] {
            let rest = Rest::new(best, depth, proven, effort, stamp);
            assert_eq!((rest.best(), rest.depth()), (best, depth));
            assert_eq!((rest.lower_proven(), rest.upper_proven()), proven);
            assert_eq!((rest.effort(), rest.stamp()), (effort, stamp));
            let words = Words::new(42, &Entry { lower: -7, upper: i32::HIGHEST, rest });
            let back = words.entry::<i32>();
            assert_eq!((words.key(), back.lower, back.upper), (42, -7, i32::HIGHEST));
            assert_eq!((back.rest.best(), back.rest.stamp()), (best, stamp));
            let back = Words::new(9, &Entry { lower: -0.25, upper: f64::INFINITY, rest }).entry::<f64>();
            assert_eq!((back.lower, back.upper), (-0.25, f64::INFINITY));
        }
        // A slot that does not fit is no move, and a depth that does not fit is the deepest.
        assert_eq!(
            Rest::new(Some(Rest::HIGHEST_SLOT + 1), u32::MAX, (false, false), efforts[0], 1).best(),
            None
        );
        assert_eq!(Rest::new(None, u32::MAX, (false, false), efforts[0], 1).depth(), Rest::DEEPEST);
    }

    #[test]
    fn words_of_two_entries_do_not_add_up() {
        // Exact values, neighbouring depths and moves: what a search writes in turn at one place.
        let entry = |value: i32, depth| Entry {
            lower: value,
            upper: value,
            rest: Rest::new(Some(3), depth, (false, false), Effort::of(9), 1),
        };
        for (one, other) in
            [(entry(5, 4), entry(6, 4)), (entry(5, 4), entry(5, 5)), (entry(-1, 2), entry(1, 3))]
        {
            for (key, its) in [(77, 77), (77, 78)] {
                let (a, b) = (Words::new(key, &one), Words::new(its, &other));
                for mask in 1..15 {
                    let mixed: [u64; 4] = std::array::from_fn(|w| [a, b][mask >> w & 1].0[w]);
                    let whole = mixed == a.0 || mixed == b.0;
                    assert!(whole || ![key, its].contains(&Words(mixed).key()), "{mask:b} {one:?} {other:?}");
                }
            }
        }
    }
}
