//! The transposition table (Dice thesis, section 2.3.7; lecture notes, "Transposition Tables").
//!
//! An entry describes a position searched to one depth: a lower and an upper bound, the slot of the best
//! move, and whether each bound is proven. Values are from the position's own view and count plies from the
//! position. The table never grows beyond its size, and unused parts are not touched ([`crate::room`]). A
//! stamp marks the entries of earlier games as dead, so nothing is wiped.
//!
//! Threads may share a table without locks: entries are copied out, and half-written entries are not found
//! (`entry.rs`).

mod entry;

use std::marker::PhantomData;

use plywood_core::spec::{Args, Size};
use plywood_core::{Error, Value, words};

pub use entry::{Bound, Entry};
use entry::{Effort, Place, Rest, Words};

use crate::room::Room;

/// Searches of one game that are told apart; later ones count as the last of them. Every game has room for as many, so
/// that none depends on the games before it.
const SEARCHES: u8 = 100;

words! {
    /// Which entry gives way when two want the same place.
    pub enum Replacement {
        /// The old one, always.
        Always = "always",
        /// The shallower one; the old one when they are equal.
        Deep = "deep",
        /// The one with the smaller tree below it; the old one when they are equal.
        Big = "big",
        /// Two places: one for the deepest, one for the newest.
        TwoLevel = "two_level",
    }
}

words! {
    /// The depth that an entry must have to serve a request.
    pub enum Matching {
        /// The same. A fixed-depth search then gives the value it would give without a table.
        Exact = "exact",
        /// The same or more.
        Deeper = "deeper",
    }
}

/// The result of a search for a position.
#[derive(Debug, Clone, Copy)]
pub struct Finding<V> {
    /// Plies searched below.
    pub depth: u32,
    /// The value is at least this; proven or not.
    pub lower: Bound<V>,
    /// The value is at most this; proven or not.
    pub upper: Bound<V>,
    /// The slot of the best move, where one is known.
    pub best: Option<usize>,
    /// Nodes spent on it.
    pub effort: u64,
}

/// The table.
#[derive(Debug)]
pub struct TranspositionTable<V> {
    places: Room<Place>,
    replacement: Replacement,
    /// Stamps grow with every search; smaller ones than `alive` belong to earlier games.
    stamp: u8,
    alive: u8,
    values: PhantomData<V>,
}

impl<V: Value> TranspositionTable<V> {
    /// A table of a size; none where it is switched off.
    ///
    /// # Panics
    ///
    /// If the system has too little memory. [`read_size`] asks before.
    pub fn new(size: Size, replacement: Replacement) -> Option<TranspositionTable<V>> {
        let entries = entries(size)?;
        // Two-level places come in pairs.
        let entries = if replacement == Replacement::TwoLevel { entries.max(2) & !1 } else { entries };
        let places = Room::new(entries).unwrap_or_else(|| panic!("no memory for {entries} table entries"));
        Some(TranspositionTable { places, replacement, stamp: 1, alive: 1, values: PhantomData })
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.places.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.stamp > u8::MAX - SEARCHES - 1 {
            self.places.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        self.alive = self.stamp;
    }

    /// Tells the table that a new search begins: entries of earlier ones give way first.
    pub fn next_search(&mut self) {
        if self.stamp - self.alive < SEARCHES {
            self.stamp += 1;
        }
    }

    /// The first place for a key; two-level places come in pairs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let pairs = u32::from(self.replacement == Replacement::TwoLevel);
        (((u128::from(key) * (self.places.len() >> pairs) as u128) >> 64) as usize) << pairs
    }

    /// Whether words are a living entry for a key.
    #[inline]
    fn holds(&self, words: &Words, key: u64) -> bool {
        words.is_of(key) && words.rest().stamp() >= self.alive
    }

    /// Has the places of a key brought near, before they are asked for.
    #[inline]
    pub fn fetch(&self, key: u64) {
        self.places.fetch(self.place(key));
    }

    /// The entry of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry<V>> {
        let place = self.place(key);
        let alive = |words: &Words| words.rest().stamp() >= self.alive;
        if let Some(words) = self.places[place].find(key).filter(alive) {
            return Some(words.entry());
        }
        if self.replacement == Replacement::TwoLevel {
            return self.places[place + 1].find(key).filter(alive).map(|words| words.entry());
        }
        None
    }

    /// Keeps what was found, if the replacement scheme lets it in.
    #[inline]
    pub fn store(&self, key: u64, finding: Finding<V>) {
        let mut place = &self.places[self.place(key)];
        let mut old = place.read();
        let mut same = self.holds(&old, key);
        if self.replacement == Replacement::TwoLevel {
            let other = &self.places[self.place(key) + 1];
            let enters = same || self.yields(&old, |old| finding.depth >= old.depth());
            if !enters {
                (place, old) = (other, other.read());
                same = self.holds(&old, key);
            } else if !same {
                // What had the better place moves to the other one.
                other.write(old);
            }
        } else {
            let gives_way = self.yields(&old, |old| match self.replacement {
                Replacement::Deep => finding.depth >= old.depth(),
                Replacement::Big => Effort::of(finding.effort) >= old.effort(),
                Replacement::Always | Replacement::TwoLevel => true,
            });
            if !(gives_way || same && old.rest().depth() == finding.depth) {
                return;
            }
        }
        let finding = if same { finding.joined(&old.entry()) } else { finding };
        place.write(Words::new(key, &finding.entry(self.stamp)));
    }

    /// Whether an entry gives way: it is of an earlier search, or the scheme says so.
    #[inline]
    fn yields(&self, old: &Words, scheme: impl Fn(Rest) -> bool) -> bool {
        old.rest().stamp() != self.stamp || scheme(old.rest())
    }
}

impl<V: Value> Finding<V> {
    /// With what an entry knows of the same position. Bounds on the same value narrow each other. Where deeper entries
    /// are let in they may contradict: the new ones stand then.
    #[inline]
    fn joined(self, old: &Entry<V>) -> Finding<V> {
        let Finding { depth, mut lower, mut upper, best, .. } = self;
        if old.rest.depth() == depth {
            let low = if old.lower > lower.0 { (old.lower, old.rest.lower_proven()) } else { lower };
            let high = if old.upper < upper.0 { (old.upper, old.rest.upper_proven()) } else { upper };
            if low.0 <= high.0 {
                (lower, upper) = (low, high);
            }
        }
        Finding { lower, upper, best: best.or(old.best()), ..self }
    }

    #[inline]
    fn entry(&self, stamp: u8) -> Entry<V> {
        let Finding { depth, lower, upper, best, effort } = *self;
        let rest = Rest::new(best, depth, (lower.1, upper.1), Effort::of(effort), stamp);
        Entry { lower: lower.0, upper: upper.0, rest }
    }
}

/// How many entries a size has room for; none where it is off.
fn entries(size: Size) -> Option<usize> {
    match size {
        Size::Off => None,
        Size::Bytes(bytes) => Some(bytes / size_of::<Place>()),
        Size::Entries(entries) => Some(entries),
    }
}

/// Bytes of an entry.
pub const ENTRY_BYTES: usize = size_of::<Place>();

/// Refuses the size that a key gives a table where the system would not give that much memory.
pub fn check_size(args: &Args, key: &str, size: Size) -> Result<(), Error> {
    if entries(size).is_some_and(|entries| !Room::<Place>::fits(entries)) {
        let why = format!("there is no memory for a table of {}; ask for less", args.word(key)?);
        return Err(args.error(key, why));
    }
    Ok(())
}

/// The value of a key as the size of a table, refused where the system would not give that much memory.
pub fn read_size(args: &Args, key: &str) -> Result<Size, Error> {
    let size = args.size(key)?;
    check_size(args, key, size)?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: u32, value: i32, effort: u64) -> Finding<i32> {
        Finding { depth, lower: (value, false), upper: (value, false), best: Some(1), effort }
    }

    #[test]
    fn keeps_its_memory_limit() {
        let table = TranspositionTable::<i32>::new(Size::Bytes(1 << 20), Replacement::Deep).unwrap();
        assert!(table.capacity() * size_of::<Place>() <= 1 << 20);
        assert!(table.capacity() > 0);
        assert!(TranspositionTable::<i32>::new(Size::Off, Replacement::Deep).is_none());
    }

    #[test]
    fn schemes_choose_who_stays() {
        // One place, two keys.
        let kept = |replacement, first: Finding<i32>, second: Finding<i32>| {
            let table = TranspositionTable::new(Size::Entries(1), replacement).unwrap();
            table.store(1, first);
            table.store(2, second);
            (table.probe(1).is_some(), table.probe(2).is_some())
        };
        assert_eq!(kept(Replacement::Always, found(9, 0, 9), found(1, 0, 1)), (false, true));
        assert_eq!(kept(Replacement::Deep, found(9, 0, 1), found(1, 0, 9)), (true, false));
        assert_eq!(kept(Replacement::Big, found(9, 0, 1), found(1, 0, 9)), (false, true));
        assert_eq!(kept(Replacement::TwoLevel, found(9, 0, 1), found(1, 0, 1)), (true, true));
        assert_eq!(kept(Replacement::TwoLevel, found(1, 0, 1), found(9, 0, 1)), (true, true));
    }

    #[test]
    fn old_searches_give_way_and_old_games_are_dead() {
        let mut table = TranspositionTable::new(Size::Entries(1), Replacement::Deep).unwrap();
        table.store(1, found(9, 0, 1));
        table.next_search();
        assert!(table.probe(1).is_some());
        table.store(2, found(1, 0, 1));
        assert!(table.probe(2).is_some());
        table.clear();
        assert!(table.probe(2).is_none());
    }

    #[test]
    fn a_game_does_not_depend_on_the_games_before_it() {
        let mut table = TranspositionTable::new(Size::Entries(8), Replacement::Deep).unwrap();
        let mut game = || {
            table.clear();
            let mut seen = Vec::new();
            for search in 0..150_u64 {
                table.next_search();
                for key in 0..6 {
                    let key = plywood_core::random::mix(search / 3 * 6 + key);
                    seen.push(table.probe(key).map(|entry| entry.lower));
                    table.store(key, found(key as u32 % 7, search as i32, 1));
                }
            }
            seen
        };
        let first = game();
        for _ in 0..20 {
            assert!(game() == first);
        }
    }

    #[test]
    fn matching_and_proof() {
        let table = TranspositionTable::<i32>::new(Size::Entries(4), Replacement::Always).unwrap();
        table.store(7, Finding { lower: (3, true), upper: (5, false), ..found(4, 0, 1) });
        let entry = table.probe(7).unwrap();
        let values = |depth, matching| {
            let (lower, upper) = entry.bounds(depth, matching);
            (lower.0, upper.0)
        };
        assert_eq!(values(4, Matching::Exact), (3, 5));
        assert_eq!(values(3, Matching::Exact), (i32::LOWEST, i32::HIGHEST));
        assert_eq!(values(3, Matching::Deeper), (3, 5));
        assert_eq!(values(6, Matching::Exact), (3, i32::HIGHEST));
        // A second finding at the same depth narrows the first.
        table.store(
            7,
            Finding { lower: (i32::LOWEST, false), upper: (4, true), best: None, ..found(4, 0, 1) },
        );
        let entry = table.probe(7).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best()), (3, 4, Some(1)));
    }

    #[test]
    fn what_threads_read_was_written() {
        // Few places, many keys, and findings that can be told from their key: whatever is found must fit together.
        for replacement in [Replacement::Always, Replacement::Deep, Replacement::Big, Replacement::TwoLevel] {
            let table = TranspositionTable::<f64>::new(Size::Entries(6), replacement).unwrap();
            let written = |key: u64, turn: u64| {
                let value = plywood_core::random::mix(key.wrapping_add(turn)) as i32 as f64;
                let (depth, best) = ((turn % 5) as u32, (key ^ turn) as usize % 1000);
                (value, depth, best)
            };
            let hits: u64 = std::thread::scope(|scope| {
                let handles: Vec<_> = (0..4_u64)
                    .map(|thread| {
                        let table = &table;
                        scope.spawn(move || {
                            let mut hits = 0;
                            for step in 0..60_000_u64 {
                                let (key, turn) =
                                    (plywood_core::random::mix(step % 24), step % 5 + 5 * (thread % 2));
                                let (value, depth, best) = written(key, turn);
                                table.store(
                                    key,
                                    Finding {
                                        depth,
                                        lower: (value, false),
                                        upper: (value, false),
                                        best: Some(best),
                                        effort: turn,
                                    },
                                );
                                let key = plywood_core::random::mix((step + 7 * thread) % 24);
                                let Some(entry) = table.probe(key) else { continue };
                                hits += 1;
                                let fits = (0..10).any(|turn| {
                                    let (value, depth, best) = written(key, turn);
                                    (entry.lower, entry.upper) == (value, value)
                                        && entry.rest.depth() == depth
                                        && entry.best() == Some(best)
                                });
                                assert!(fits, "{entry:?} was never written under {key:x}");
                            }
                            hits
                        })
                    })
                    .collect();
                handles.into_iter().map(|handle| handle.join().expect("what is read was written")).sum()
            });
            assert!(hits > 1000, "{replacement:?}: {hits} hits");
        }
    }
}
