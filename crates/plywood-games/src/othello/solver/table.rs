//! The solver's table: two levels of entries behind a hash of the board.
//!
//! An entry is a pair of words: what is known of a position, and its key blended with that, so that an entry which two
//! threads tore apart is a miss. Four entries share a cache line. Three of them are for what took long to find: a new
//! position takes the place of the one of earlier searches or of the fewest empty squares. The fourth takes whatever the
//! others refuse, so that the newest is always there.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_core::spec::Size;
use plywood_search::room::Room;

/// Entries of a line of the cache.
const LINE: usize = 4;
/// Those of them that are kept by worth.
const WORTHY: usize = 3;

/// The knowledge of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The value is at least this.
    pub low: i8,
    /// And at most this.
    pub high: i8,
    /// Plies that it was searched to.
    pub depth: u8,
    /// How sure that search was.
    pub certainty: u8,
    /// The best moves, the newest first; [`NONE`] where there is none.
    pub best: [u8; 2],
}

/// No move.
pub(super) const NONE: u8 = 64;

impl Known {
    fn word(self, stamp: u8) -> u64 {
        let Known { low, high, depth, certainty, best } = self;
        u64::from_le_bytes([low as u8, high as u8, best[0], best[1], 0, certainty, depth, stamp])
    }

    fn from(word: u64) -> Known {
        let [low, high, first, second, _, certainty, depth, _] = word.to_le_bytes();
        Known { low: low as i8, high: high as i8, depth, certainty, best: [first, second] }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    words: Room<AtomicU64>,
    mask: usize,
    /// The search under way, and the first since everything was forgotten.
    stamp: u8,
    first: u8,
}

/// A board's key: where it is kept, and by what it is known there.
#[inline(always)]
pub(super) fn key(own: u64, opponent: u64) -> u64 {
    let product = u128::from(own ^ 0x9E37_79B9_7F4A_7C15) * u128::from(opponent ^ 0xD134_2543_DE82_EF95);
    let folded = (product >> 64) as u64 ^ product as u64;
    // Once more: the places of a line come from the low bits.
    folded.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ folded >> 32
}

/// Bytes of an entry: two words.
pub(in crate::othello) const ENTRY_BYTES: usize = 16;

impl Table {
    /// A table of a size at most.
    pub(super) fn new(size: Size) -> Table {
        let entries = match size {
            Size::Off => LINE,
            Size::Bytes(bytes) => bytes / ENTRY_BYTES,
            Size::Entries(entries) => entries,
        };
        let lines = 1_usize << (entries / LINE).max(1).ilog2();
        let words =
            Room::new(2 * LINE * lines).unwrap_or_else(|| panic!("no memory for {entries} table entries"));
        Table { words, mask: lines - 1, stamp: 1, first: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.age();
        self.first = self.stamp;
    }

    /// What was found by now is of an earlier search: it is still known, but anything newer takes its place.
    pub(super) fn age(&mut self) {
        if self.stamp == u8::MAX {
            self.words.clear();
            (self.stamp, self.first) = (0, 0);
        }
        self.stamp += 1;
    }

    /// Whether an entry is one of this game.
    #[inline(always)]
    fn alive(&self, word: u64) -> bool {
        word >> 56 >= u64::from(self.first) && word != 0
    }

    #[inline(always)]
    fn line(&self, key: u64) -> usize {
        (key as usize & self.mask) * 2 * LINE
    }

    /// Asks for a position's memory ahead of time.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        self.words.fetch(self.line(key));
    }

    /// The knowledge of a position.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        let line = self.line(key);
        let words = &self.words[line..line + 2 * LINE];
        for entry in 0..LINE {
            let word = words[2 * entry + 1].load(Relaxed);
            if words[2 * entry].load(Relaxed) ^ word == key && self.alive(word) {
                return Some(Known::from(word));
            }
        }
        None
    }

    /// Keeps what was found: bounds to a depth by a search of some certainty, and the best move.
    pub(super) fn store(&self, key: u64, found: Known) {
        let line = self.line(key);
        let words = &self.words[line..line + 2 * LINE];
        let (mut place, mut least) = (WORTHY, (found.depth, found.certainty));
        for entry in 0..LINE {
            let word = words[2 * entry + 1].load(Relaxed);
            if words[2 * entry].load(Relaxed) ^ word == key && self.alive(word) {
                let old = Known::from(word);
                let merged = match (old.depth, old.certainty).cmp(&(found.depth, found.certainty)) {
                    std::cmp::Ordering::Greater => return,
                    std::cmp::Ordering::Less => found,
                    std::cmp::Ordering::Equal => {
                        let (low, high) = (old.low.max(found.low), old.high.min(found.high));
                        if low <= high { Known { low, high, ..found } } else { found }
                    }
                };
                let best = match (merged.best[0], old.best[0]) {
                    (NONE, _) => old.best,
                    (new, former) if new == former => old.best,
                    (new, former) => [new, former],
                };
                return self.put(words, entry, key, Known { best, ..merged });
            }
            if entry < WORTHY {
                let known = Known::from(word);
                let current = word >> 56 == u64::from(self.stamp);
                let worth = if current { (known.depth, known.certainty) } else { (0, 0) };
                if worth < least {
                    (place, least) = (entry, worth);
                }
            }
        }
        self.put(words, place, key, found);
    }

    #[inline(always)]
    fn put(&self, words: &[AtomicU64], entry: usize, key: u64, known: Known) {
        let word = known.word(self.stamp);
        words[2 * entry].store(key ^ word, Relaxed);
        words[2 * entry + 1].store(word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{Generator, seeded};

    fn known(depth: u8, low: i8, high: i8, best: u8) -> Known {
        Known { low, high, depth, certainty: 3, best: [best, NONE] }
    }

    #[test]
    fn bounds_are_joined_and_deeper_ones_stay() {
        let table = Table::new(Size::Entries(64));
        let key = key(5, 9);
        table.store(key, known(10, -4, 64, 3));
        table.store(key, known(10, -64, 8, NONE));
        assert_eq!(table.probe(key), Some(known(10, -4, 8, 3)));
        table.store(key, known(9, 2, 2, 7));
        assert_eq!(table.probe(key), Some(known(10, -4, 8, 3)));
        table.store(key, known(11, 0, 64, 7));
        assert_eq!(table.probe(key), Some(Known { best: [7, 3], ..known(11, 0, 64, 7) }));
    }

    #[test]
    fn what_took_long_stays_and_the_newest_is_there() {
        let mut rng = seeded(3);
        let mut table = Table::new(Size::Entries(4));
        let dear = key(rng.next_u64(), rng.next_u64());
        table.store(dear, known(30, 0, 0, 1));
        for _ in 0..1000 {
            let cheap = key(rng.next_u64(), rng.next_u64());
            table.store(cheap, known(8, 1, 2, 5));
            assert_eq!(table.probe(cheap), Some(known(8, 1, 2, 5)));
        }
        assert!(table.probe(dear).is_some());
        table.age();
        for _ in 0..1000 {
            table.store(key(rng.next_u64(), rng.next_u64()), known(8, 1, 2, 5));
        }
        assert!(table.probe(dear).is_none(), "a later search took its place");
        table.clear();
        assert!(table.probe(dear).is_none());
    }
}
