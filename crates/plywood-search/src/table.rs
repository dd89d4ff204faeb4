//! The transposition table (Dice thesis, section 2.3.7; lecture notes, "Transposition Tables").
//!
//! An entry keeps what is known of a position searched to one depth: a lower and an upper bound, the best move, and
//! whether each bound is proven. Values are from the position's own view and count plies from the position. The
//! table never grows beyond the size it was given. Entries of earlier games are dead but not wiped: a stamp tells.

use plywood_core::Value;
use plywood_core::spec::Size;

/// Which entry gives way when two want the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// The old one, always.
    Always,
    /// The shallower one; the old one when they are equal.
    Deep,
    /// The one with the smaller tree below it; the old one when they are equal.
    Big,
    /// Two places: one for the deepest, one for the newest.
    TwoLevel,
}

/// What depth an entry must have to serve a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// The same. A fixed-depth search then gives the value it would give without a table.
    Exact,
    /// The same or more.
    Deeper,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub struct Entry<V, M> {
    key: u64,
    /// The value is at least this.
    pub lower: V,
    /// The value is at most this.
    pub upper: V,
    /// The best move, or the one that refuted.
    pub best: Option<M>,
    effort: u32,
    stamp: u16,
    depth: u16,
    lower_proven: bool,
    upper_proven: bool,
}

/// A bound that an entry offers: the value, and whether it is proven.
pub type Bound<V> = (V, bool);

impl<V: Value, M: Copy> Entry<V, M> {
    const EMPTY: Self = Entry {
        key: 0,
        lower: V::LOWEST,
        upper: V::HIGHEST,
        best: None,
        effort: 0,
        stamp: 0,
        depth: 0,
        lower_proven: false,
        upper_proven: false,
    };

    /// The bounds that hold for a request of so many plies. Proven ones serve any request at least as deep.
    #[inline]
    pub fn bounds(&self, depth: u32, matching: Matching) -> (Bound<V>, Bound<V>) {
        let own = u32::from(self.depth);
        let fits = match matching {
            Matching::Exact => own == depth,
            Matching::Deeper => own >= depth,
        };
        let serves = |proven: bool| fits || proven && depth >= own;
        (
            if serves(self.lower_proven) { (self.lower, self.lower_proven) } else { (V::LOWEST, true) },
            if serves(self.upper_proven) { (self.upper, self.upper_proven) } else { (V::HIGHEST, true) },
        )
    }
}

/// What a search found out about a position.
#[derive(Debug, Clone, Copy)]
pub struct Finding<V, M> {
    /// Plies searched below.
    pub depth: u32,
    /// The value is at least this; proven or not.
    pub lower: Bound<V>,
    /// The value is at most this; proven or not.
    pub upper: Bound<V>,
    /// The best move, where one is known.
    pub best: Option<M>,
    /// Nodes spent on it.
    pub effort: u64,
}

/// The table.
#[derive(Debug)]
pub struct Table<V, M> {
    entries: Vec<Entry<V, M>>,
    replacement: Replacement,
    /// Stamps grow with every search; smaller ones than `alive` belong to earlier games.
    stamp: u16,
    alive: u16,
}

impl<V: Value, M: Copy> Table<V, M> {
    /// A table of a size; none where it is switched off.
    pub fn new(size: Size, replacement: Replacement) -> Option<Table<V, M>> {
        let entries = match size {
            Size::Off => return None,
            Size::Bytes(bytes) => bytes / size_of::<Entry<V, M>>(),
            Size::Entries(entries) => entries,
        };
        // Two-level places come in pairs.
        let entries = if replacement == Replacement::TwoLevel { entries.max(2) & !1 } else { entries.max(1) };
        Some(Table { entries: vec![Entry::EMPTY; entries], replacement, stamp: 1, alive: 1 })
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.next_search();
        self.alive = self.stamp;
    }

    /// Tells the table that a new search begins: entries of earlier ones give way first.
    pub fn next_search(&mut self) {
        if self.stamp == u16::MAX {
            self.entries.fill(Entry::EMPTY);
            (self.stamp, self.alive) = (0, 1);
        }
        self.stamp += 1;
    }

    /// The first place for a key, out of so many.
    #[inline]
    fn place(key: u64, places: usize) -> usize {
        ((u128::from(key) * places as u128) >> 64) as usize
    }

    #[inline]
    fn holds(&self, place: usize, key: u64) -> bool {
        let entry = &self.entries[place];
        entry.key == key && entry.stamp >= self.alive
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<&Entry<V, M>> {
        if self.replacement == Replacement::TwoLevel {
            let first = 2 * Self::place(key, self.entries.len() / 2);
            return [first, first + 1]
                .into_iter()
                .find(|place| self.holds(*place, key))
                .map(|place| &self.entries[place]);
        }
        let place = Self::place(key, self.entries.len());
        self.holds(place, key).then(|| &self.entries[place])
    }

    /// Keeps what was found, if the replacement scheme lets it in.
    pub fn store(&mut self, key: u64, finding: Finding<V, M>) {
        let place = match self.replacement {
            Replacement::TwoLevel => {
                let first = 2 * Self::place(key, self.entries.len() / 2);
                if self.holds(first, key) || self.yields(first, |old| finding.depth >= u32::from(old.depth)) {
                    // What had the better place moves to the other one.
                    if !self.holds(first, key) {
                        self.entries[first + 1] = self.entries[first];
                    }
                    first
                } else {
                    first + 1
                }
            }
            scheme => {
                let place = Self::place(key, self.entries.len());
                let gives_way = self.yields(place, |old| match scheme {
                    Replacement::Deep => finding.depth >= u32::from(old.depth),
                    Replacement::Big => finding.effort >= u64::from(old.effort),
                    Replacement::Always | Replacement::TwoLevel => true,
                });
                let same = self.holds(place, key) && u32::from(self.entries[place].depth) == finding.depth;
                if !gives_way && !same {
                    return;
                }
                place
            }
        };
        self.write(place, key, finding);
    }

    /// Whether the entry at a place gives way: it is of an earlier search, or the scheme says so.
    fn yields(&self, place: usize, scheme: impl Fn(&Entry<V, M>) -> bool) -> bool {
        let old = &self.entries[place];
        old.stamp != self.stamp || scheme(old)
    }

    fn write(&mut self, place: usize, key: u64, finding: Finding<V, M>) {
        let same = self.holds(place, key);
        let old = self.entries[place];
        let (mut lower, mut upper) = (finding.lower, finding.upper);
        // Bounds on the same value narrow each other. Where deeper entries are let in they may contradict: the new
        // ones stand then.
        if same && u32::from(old.depth) == finding.depth {
            let low = if old.lower > lower.0 { (old.lower, old.lower_proven) } else { lower };
            let high = if old.upper < upper.0 { (old.upper, old.upper_proven) } else { upper };
            if low.0 <= high.0 {
                (lower, upper) = (low, high);
            }
        }
        self.entries[place] = Entry {
            key,
            lower: lower.0,
            upper: upper.0,
            best: finding.best.or(if same { old.best } else { None }),
            effort: u32::try_from(finding.effort).unwrap_or(u32::MAX),
            stamp: self.stamp,
            depth: finding.depth.min(u32::from(u16::MAX)) as u16,
            lower_proven: lower.1,
            upper_proven: upper.1,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: u32, value: i32, effort: u64) -> Finding<i32, u8> {
        Finding { depth, lower: (value, false), upper: (value, false), best: Some(1), effort }
    }

    #[test]
    fn keeps_its_memory_limit() {
        let table = Table::<i32, u8>::new(Size::Bytes(1 << 20), Replacement::Deep).unwrap();
        assert!(table.entries.capacity() * size_of::<Entry<i32, u8>>() <= 1 << 20);
        assert!(table.capacity() > 0);
        assert!(Table::<i32, u8>::new(Size::Off, Replacement::Deep).is_none());
    }

    #[test]
    fn schemes_choose_who_stays() {
        // One place, two keys.
        let kept = |replacement, first: Finding<i32, u8>, second: Finding<i32, u8>| {
            let mut table = Table::new(Size::Entries(1), replacement).unwrap();
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
        let mut table = Table::new(Size::Entries(1), Replacement::Deep).unwrap();
        table.store(1, found(9, 0, 1));
        table.next_search();
        assert!(table.probe(1).is_some());
        table.store(2, found(1, 0, 1));
        assert!(table.probe(2).is_some());
        table.clear();
        assert!(table.probe(2).is_none());
    }

    #[test]
    fn matching_and_proof() {
        let mut table = Table::<i32, u8>::new(Size::Entries(4), Replacement::Always).unwrap();
        table.store(7, Finding { lower: (3, true), upper: (5, false), ..found(4, 0, 1) });
        let entry = *table.probe(7).unwrap();
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
        assert_eq!((entry.lower, entry.upper, entry.best), (3, 4, Some(1)));
    }
}
