//! The transposition table (Dice thesis, section 2.3.7; lecture notes, "Transposition Tables").
//!
//! An entry keeps what is known of a position searched to one depth: a lower and an upper bound, the best move, and
//! whether each bound is proven. Values are from the position's own view and count plies from the position. The
//! table never grows beyond the size it was given. Entries of earlier games are dead but not wiped: a stamp tells.

use plywood_core::Value;
use plywood_core::spec::Size;

/// Searches of one game that are told apart; later ones count as the last of them. Every game has room for as many, so
/// that none depends on the games before it.
const SEARCHES: u8 = 100;

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

/// What is known of a position. The values of every game fit into half a cache line, and none lies across two.
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
    effort: Effort,
    stamp: u8,
    depth: Reach,
}

/// The plies searched below an entry, and in the two highest bits whether its lower and its upper bound are proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reach(u16);

impl Reach {
    const DEEPEST: u32 = (1 << 14) - 1;

    fn new(depth: u32, lower_proven: bool, upper_proven: bool) -> Reach {
        let flags = u16::from(lower_proven) << 14 | u16::from(upper_proven) << 15;
        Reach(depth.min(Self::DEEPEST) as u16 | flags)
    }
    #[inline]
    fn depth(self) -> u32 {
        u32::from(self.0) & Self::DEEPEST
    }
    #[inline]
    fn lower_proven(self) -> bool {
        self.0 & 1 << 14 != 0
    }
    #[inline]
    fn upper_proven(self) -> bool {
        self.0 & 1 << 15 != 0
    }
}

/// Nodes spent, in steps of at most a quarter: the place of the highest bit and the two bits below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Effort(u8);

impl Effort {
    fn of(nodes: u64) -> Effort {
        let nodes = nodes.max(4);
        let highest = nodes.ilog2();
        Effort((highest << 2) as u8 | (nodes >> (highest - 2)) as u8 & 0b11)
    }
}

/// A bound that an entry offers: the value, and whether it is proven.
pub type Bound<V> = (V, bool);

impl<V: Value, M: Copy> Entry<V, M> {
    const EMPTY: Self = Entry {
        key: 0,
        lower: V::LOWEST,
        upper: V::HIGHEST,
        best: None,
        effort: Effort(0),
        stamp: 0,
        depth: Reach(0),
    };

    /// The bounds that hold for a request of so many plies. Proven ones serve any request at least as deep.
    #[inline]
    pub fn bounds(&self, depth: u32, matching: Matching) -> (Bound<V>, Bound<V>) {
        let own = self.depth.depth();
        let fits = match matching {
            Matching::Exact => own == depth,
            Matching::Deeper => own >= depth,
        };
        let (lower_proven, upper_proven) = (self.depth.lower_proven(), self.depth.upper_proven());
        let serves = |proven: bool| fits || proven && depth >= own;
        (
            if serves(lower_proven) { (self.lower, lower_proven) } else { (V::LOWEST, true) },
            if serves(upper_proven) { (self.upper, upper_proven) } else { (V::HIGHEST, true) },
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
    stamp: u8,
    alive: u8,
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
        let mut room = Vec::with_capacity(entries);
        in_large_pages(&room);
        room.resize(entries, Entry::EMPTY);
        Some(Table { entries: room, replacement, stamp: 1, alive: 1 })
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.stamp > u8::MAX - SEARCHES - 1 {
            self.entries.fill(Entry::EMPTY);
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
                if self.holds(first, key) || self.yields(first, |old| finding.depth >= old.depth.depth()) {
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
                    Replacement::Deep => finding.depth >= old.depth.depth(),
                    Replacement::Big => Effort::of(finding.effort) >= old.effort,
                    Replacement::Always | Replacement::TwoLevel => true,
                });
                let same = self.holds(place, key) && self.entries[place].depth.depth() == finding.depth;
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
        if same && old.depth.depth() == finding.depth {
            let low = if old.lower > lower.0 { (old.lower, old.depth.lower_proven()) } else { lower };
            let high = if old.upper < upper.0 { (old.upper, old.depth.upper_proven()) } else { upper };
            if low.0 <= high.0 {
                (lower, upper) = (low, high);
            }
        }
        self.entries[place] = Entry {
            key,
            lower: lower.0,
            upper: upper.0,
            best: finding.best.or(if same { old.best } else { None }),
            effort: Effort::of(finding.effort),
            stamp: self.stamp,
            depth: Reach::new(finding.depth, lower.1, upper.1),
        };
    }
}

/// Asks for large pages under a vector's room, before it is touched: probes are scattered, and with small pages most
/// of them would also miss the processor's page buffer.
fn in_large_pages<T>(room: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let start = (room.as_ptr() as usize).next_multiple_of(PAGE);
        let end = room.as_ptr() as usize + room.capacity() * size_of::<T>();
        // SAFETY: the pages lie wholly within the vector's own room, and the advice does not change what they hold.
        unsafe { libc::madvise(start as *mut _, end.saturating_sub(start), libc::MADV_HUGEPAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: u32, value: i32, effort: u64) -> Finding<i32, u8> {
        Finding { depth, lower: (value, false), upper: (value, false), best: Some(1), effort }
    }

    #[test]
    fn entries_take_half_a_cache_line() {
        assert_eq!(size_of::<Entry<i32, u8>>(), 32);
        assert_eq!(size_of::<Entry<f64, u16>>(), 32);
    }

    #[test]
    fn effort_grows_with_the_nodes() {
        let efforts: Vec<Effort> = [0, 5, 6, 7, 8, 10, 1 << 40, u64::MAX].map(Effort::of).to_vec();
        assert!(efforts.windows(2).all(|pair| pair[0] < pair[1]), "{efforts:?}");
    }

    #[test]
    fn depth_and_proof_share_a_word() {
        for (depth, lower, upper) in [(0, false, true), (13, true, false), (Reach::DEEPEST, true, true)] {
            let reach = Reach::new(depth, lower, upper);
            assert_eq!((reach.depth(), reach.lower_proven(), reach.upper_proven()), (depth, lower, upper));
        }
        assert_eq!(Reach::new(u32::MAX, false, false), Reach(Reach::DEEPEST as u16));
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
    fn a_game_does_not_depend_on_the_games_before_it() {
        let mut table = Table::new(Size::Entries(8), Replacement::Deep).unwrap();
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
