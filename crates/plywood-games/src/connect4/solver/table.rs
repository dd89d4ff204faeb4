//! The solver's table: one word a position, with a lower and an upper bound of its score.
//!
//! A multiplication spreads a position's number; it maps numbers of its length to each other one to one. The
//! high bits of the product are the place, and only the low bits are kept, so a partial key is as good as a
//! whole one. The bits of a word that the bounds and the key leave free hold a stamp, which distinguishes
//! entries of earlier games from living ones without wiping them. Words are read and written whole, so
//! threads share the table without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_core::random::mix;
use plywood_core::spec::Size;
use plywood_search::room::Room;

use super::super::shape::Bits;

/// Bits of a bound.
const BOUND: u32 = 7;
/// The offset of a bound, so that it is positive: no score is as low, so no entry is zero.
const SHIFT: i32 = 64;
/// An odd number whose bits look drawn.
const SPREAD: u128 = 0xD134_2543_DE82_EF95_9E37_79B9_7F4A_7C15;

/// Words of bits that number positions.
pub trait Number: Bits {
    /// Its product with an odd number, cut to `bits` bits: the lowest `low` of them, and those above.
    fn spread(self, bits: u32, low: u32) -> (u64, u64);
}

impl Number for u64 {
    #[inline(always)]
    fn spread(self, bits: u32, low: u32) -> (u64, u64) {
        let product = self.wrapping_mul(SPREAD as u64) << (64 - bits) >> (64 - bits);
        (product & ((1 << low) - 1), product >> low)
    }
}

impl Number for u128 {
    #[inline(always)]
    fn spread(self, bits: u32, low: u32) -> (u64, u64) {
        let product = self.wrapping_mul(SPREAD) << (128 - bits) >> (128 - bits);
        (product as u64 & ((1 << low) - 1), (product >> low) as u64)
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    words: Room<AtomicU64>,
    /// Bits of a position's number.
    bits: u32,
    /// Bits of it that an entry keeps.
    kept: u32,
    stamp: u64,
}

/// Where an entry is, and what it begins with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    place: usize,
    name: u64,
}

impl Slot {
    /// A mark for a thread at work on the position; never zero.
    pub(super) fn mark(self) -> u64 {
        mix(self.name ^ (self.place as u64) << 24) | 1
    }
}

impl Table {
    /// A table of a size at most, for positions whose numbers have `bits` bits, 72 at most; where the keys
    /// would not fit otherwise it is as large as it must be, 32 MB at most.
    pub(super) fn new(size: Size, bits: u32) -> Table {
        let entries = match size {
            Size::Off => 1,
            Size::Bytes(bytes) => bytes / size_of::<AtomicU64>(),
            Size::Entries(entries) => entries,
        };
        let fewest = (bits + 2 * BOUND).saturating_sub(u64::BITS);
        // No more places than there are numbers.
        let index = entries.max(1).ilog2().clamp(fewest, bits - 1);
        let words = Room::new(1 << index).unwrap_or_else(|| panic!("no memory for 2^{index} table entries"));
        Table { words, bits, kept: bits - index, stamp: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.stamp += 1;
        let room = u64::BITS - 2 * BOUND - self.kept;
        if self.stamp >> room != 0 {
            self.words.clear();
            self.stamp = 0;
        }
    }

    /// Where a position is kept.
    #[inline(always)]
    pub(super) fn slot<N: Number>(&self, number: N) -> Slot {
        let (kept, place) = number.spread(self.bits, self.kept);
        Slot { place: place as usize, name: self.stamp << self.kept | kept }
    }

    /// Asks for an entry's memory ahead of time.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        self.words.fetch(slot.place);
    }

    /// The bounds that are known.
    #[inline(always)]
    pub(super) fn probe(&self, slot: Slot) -> Option<(i32, i32)> {
        let word = self.words[slot.place].load(Relaxed);
        let bound = |word: u64| (word & ((1 << BOUND) - 1)) as i32 - SHIFT;
        (word >> (2 * BOUND) == slot.name && word != 0).then(|| (bound(word >> BOUND), bound(word)))
    }

    /// Keeps bounds.
    #[inline(always)]
    pub(super) fn store(&self, slot: Slot, low: i32, high: i32) {
        debug_assert!(low <= high, "the value lies between");
        let bounds = ((low + SHIFT) as u64) << BOUND | (high + SHIFT) as u64;
        self.words[slot.place].store(slot.name << (2 * BOUND) | bounds, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{Generator, seeded};

    #[test]
    fn numbers_that_meet_are_told_apart() {
        // Numbers of twelve bits in four places: whatever is found is what was stored last.
        let table = Table::new(Size::Entries(4), 12);
        let mut last = [None; 4];
        for number in (0..1_u64 << 12).rev() {
            let slot = table.slot(number);
            if let Some(before) = last[slot.place] {
                assert_ne!(table.slot::<u64>(before).name, slot.name);
            }
            assert_eq!(table.probe(slot), None);
            table.store(slot, -3, (number % 30) as i32);
            assert_eq!(table.probe(slot), Some((-3, (number % 30) as i32)));
            last[slot.place] = Some(number);
        }
        assert!(last.iter().all(Option::is_some), "every place is used");
    }

    #[test]
    fn the_largest_numbers_fit() {
        let table = Table::new(Size::Entries(1), 72);
        assert_eq!(table.words.len(), 1 << 22);
        let mut rng = seeded(1);
        for _ in 0..1000 {
            let number = (u128::from(rng.next_u64()) << 8) | u128::from(rng.next_u32() & 255);
            let slot = table.slot(number);
            assert!(slot.name < 1 << 50 && slot.place < 1 << 22);
            table.store(slot, -32, 32);
            assert_eq!(table.probe(slot), Some((-32, 32)));
        }
    }

    #[test]
    fn earlier_games_are_forgotten() {
        for entries in [1, 1 << 10] {
            let mut table = Table::new(Size::Entries(entries), 60);
            for round in 0..100_u64 {
                let slot = table.slot(round % 3);
                assert_eq!(table.probe(slot), None, "round {round}");
                table.store(slot, 0, 1);
                table.clear();
            }
        }
    }
}
