//! The search: null windows, in three layers.
//!
//! Near the end (`end`) moves are ordered by how few replies they leave, the table knows what was met before, and stable
//! discs may decide at once; below that come the routines of `last.rs`. Further from the end (`deep`) the pattern
//! evaluation orders moves, and a search may stop short: at a depth with the evaluation, or where a shallower search makes
//! it likely enough that the window will not be met (ProbCut). A search to the end without such cuts is exact.
//!
//! Values are discs; at the end of a game they are even, so a null window there lies between two of them.

use plywood_search::marks::Marks;
use plywood_search::meter::Meter;

use super::super::kernel::Kernel;
use super::super::patterns::layout::Layout;
use super::super::patterns::{DISC, Indices, Patterns};
use super::super::stability::count_stable;
use super::certainty::{CERTAIN, Certainty};
use super::last::{LEAST, final_margin, odd, squares_of};
use super::table::{Known, NONE, Table, key};

/// Empty squares up to which parity alone orders moves.
pub(super) const FEW: u32 = 6;
/// Empty squares from which a position near the end is worth an entry.
const WORTH_AN_ENTRY: u32 = 8;
/// Empty squares from which its children are worth a look into the table.
const WORTH_A_LOOK: u32 = 10;
/// Empty squares from which the evaluation orders moves.
const DEEP: u32 = 14;
/// Empty squares from which threads leave marks.
const WORTH_A_MARK: u32 = 12;
/// Depth from which a midgame position is worth an entry.
const MIDGAME_ENTRY: u32 = 3;
/// Most moves of a position, with room to spare.
const MOVES: usize = 34;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The worth of a square to the player who moves there, all else being equal.
static SQUARE: [i8; 64] = {
    const ROWS: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        table[square] = ROWS[row][column];
        square += 1;
    }
    table
};

/// A move and where it leads.
#[derive(Clone, Copy, Default)]
struct Child {
    own: u64,
    opponent: u64,
    moves: u64,
    worth: i32,
    square: u8,
}

/// Takes the best child to a place, from it on.
#[inline(always)]
fn pick(children: &mut [Child], place: usize) -> Child {
    let mut best = place;
    for other in place + 1..children.len() {
        if children[other].worth > children[best].worth {
            best = other;
        }
    }
    children.swap(place, best);
    children[place]
}

/// A search on one thread.
pub(super) struct Searcher<'a, 'm, K> {
    pub(super) kernel: K,
    pub(super) table: &'a Table,
    pub(super) patterns: &'a Patterns,
    pub(super) layout: &'static Layout,
    pub(super) meter: Meter<'m, u8>,
    pub(super) marks: Option<&'a Marks>,
    /// Nodes of the last few squares that the meter has not heard of.
    pub(super) last: u64,
    /// The best move of the node that was finished last.
    pub(super) chosen: u8,
}

/// A position on the way, with what the evaluation keeps.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) indices: Indices,
}

impl Place {
    pub(super) fn new(own: u64, opponent: u64) -> Place {
        Place { own, opponent, indices: Indices::new(own, opponent) }
    }

    pub(super) fn empty(&self) -> u32 {
        64 - (self.own | self.opponent).count_ones()
    }

    #[inline(always)]
    fn passed(&self) -> Place {
        Place { own: self.opponent, opponent: self.own, indices: self.indices.passed() }
    }
}

impl<K: Kernel> Searcher<'_, '_, K> {
    /// Counts a node, and those below that were not counted yet; false when the search has to end.
    #[inline(always)]
    fn visit(&mut self) -> bool {
        self.meter.nodes += self.last;
        self.last = 0;
        self.meter.visit()
    }

    /// The largest possible end of the game, where stable discs limit it below the window.
    #[inline(always)]
    fn at_most(&self, own: u64, opponent: u64, empty: u32, alpha: i32) -> Option<i32> {
        // Below this value too many of the other's discs would have to be stable, which hardly ever happens.
        if alpha < 12 - empty as i32 / 2 || opponent & CORNERS == 0 {
            return None;
        }
        let most = 64 - 2 * count_stable(opponent, own | opponent) as i32;
        (most <= alpha).then_some(most)
    }

    /// The children of a position with a move, not yet ordered.
    #[inline(always)]
    fn children(&self, own: u64, opponent: u64, moves: u64, list: &mut [Child]) -> usize {
        let (held, other) = (self.kernel.hold(own), self.kernel.hold(opponent));
        let (mut count, mut left) = (0, moves);
        while left != 0 {
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            let turned = self.kernel.turned(held, other, square);
            let next = self.kernel.differing(other, turned);
            let after =
                self.kernel.differing(self.kernel.differing(held, turned), self.kernel.hold(1 << square));
            let replies = self.kernel.ends(next, after);
            let (next, after) = (self.kernel.word(next), self.kernel.word(after));
            let moves = replies & !(next | after);
            list[count] = Child { own: next, opponent: after, moves, worth: 0, square };
            count += 1;
        }
        count
    }

    /// The moves of the player on turn.
    #[inline(always)]
    pub(super) fn moves(&self, own: u64, opponent: u64) -> u64 {
        self.kernel.moves(own, opponent)
    }

    /// The margin of a position near its end, where it is more than `alpha`, else a bound; `moves` are the legal ones.
    /// Whatever comes back when the meter has stopped means nothing.
    fn end(&mut self, own: u64, opponent: u64, moves: u64, empty: u32, alpha: i32) -> i32 {
        if empty <= FEW {
            return self.at_last(own, opponent, alpha);
        }
        if !self.visit() {
            return 0;
        }
        // 1. Passes, and ends.
        if moves == 0 {
            let replies = self.moves(opponent, own);
            if replies == 0 {
                return final_margin(own, opponent);
            }
            return -self.end(opponent, own, replies, empty, !alpha);
        }
        // 2. Stable discs.
        if let Some(most) = self.at_most(own, opponent, empty, alpha) {
            return most;
        }
        // 3. What the table knows.
        let stored = empty >= WORTH_AN_ENTRY;
        let name = if stored { key(own, opponent) } else { 0 };
        let mut best_known = [NONE; 2];
        if stored && let Some(known) = self.table.probe(name) {
            if u32::from(known.depth) == empty && known.certainty == CERTAIN {
                if i32::from(known.low) > alpha {
                    return i32::from(known.low);
                }
                if i32::from(known.high) <= alpha {
                    return i32::from(known.high);
                }
            }
            best_known = known.best;
        }
        // 4. The children in their order: few replies, odd quadrants, good squares.
        let mut list = [Child::default(); DEEP as usize];
        let count = self.children(own, opponent, moves, &mut list);
        let list = &mut list[..count];
        if count > 1 {
            let first = squares_of(odd(!(own | opponent)));
            for child in list.iter_mut() {
                if child.own == 0 {
                    child.worth = i32::MAX;
                    continue;
                }
                let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
                let parity = (first >> child.square & 1) as i32;
                let near = frontier(child.own, child.opponent);
                child.worth = i32::from(SQUARE[child.square as usize & 63]) - 48 * replies as i32 - 8 * near
                    + if empty < 12 { 24 } else { 8 } * parity;
                if child.square == best_known[0] {
                    child.worth += 1 << 20;
                } else if child.square == best_known[1] {
                    child.worth += 1 << 18;
                }
            }
        }
        // 5. What the table knows of the children.
        if empty >= WORTH_A_LOOK {
            for child in list.iter() {
                self.table.prefetch(key(child.own, child.opponent));
            }
            for child in list.iter() {
                if let Some(known) = self.table.probe(key(child.own, child.opponent))
                    && u32::from(known.depth) == empty - 1
                    && known.certainty == CERTAIN
                    && -i32::from(known.high) > alpha
                {
                    return -i32::from(known.high);
                }
            }
        }
        // 6. One after the other.
        let (mut best, mut chosen) = (LEAST, NONE);
        for place in 0..count {
            let child = pick(list, place);
            let value = -self.end(child.own, child.opponent, child.moves, empty - 1, !alpha);
            if self.meter.stopped {
                return 0;
            }
            if value > best {
                (best, chosen) = (value, child.square);
                if best > alpha {
                    break;
                }
            }
        }
        if stored {
            let known = bounds(best, alpha, empty, CERTAIN, chosen);
            self.table.store(name, known);
        }
        best
    }

    /// The value of a position to a depth, by a search of some certainty, where it is more than `alpha`, else a bound. A
    /// depth of all empty squares is the end of the game. Whatever comes back when the meter has stopped means nothing.
    pub(super) fn deep(&mut self, place: &Place, depth: u32, certainty: u8, alpha: i32) -> i32 {
        let empty = place.empty();
        let to_the_end = depth >= empty;
        if to_the_end && (certainty == CERTAIN && empty < DEEP || empty <= FEW) {
            let moves = self.moves(place.own, place.opponent);
            return self.end(place.own, place.opponent, moves, empty, alpha);
        }
        if !self.visit() {
            return 0;
        }
        if depth == 0 {
            return self.evaluate(&place.indices, empty);
        }
        // 1. Passes, and ends.
        let moves = self.moves(place.own, place.opponent);
        if moves == 0 {
            if self.moves(place.opponent, place.own) == 0 {
                return final_margin(place.own, place.opponent);
            }
            return -self.deep(&place.passed(), depth, certainty, !alpha);
        }
        // 2. Stable discs.
        if let Some(most) = self.at_most(place.own, place.opponent, empty, alpha) {
            return most;
        }
        // 3. What the table knows.
        let stored = depth >= MIDGAME_ENTRY;
        let name = if stored { key(place.own, place.opponent) } else { 0 };
        let mut best_known = [NONE; 2];
        if stored && let Some(known) = self.table.probe(name) {
            if u32::from(known.depth) >= depth && known.certainty >= certainty {
                if i32::from(known.low) > alpha {
                    return i32::from(known.low);
                }
                if i32::from(known.high) <= alpha {
                    return i32::from(known.high);
                }
            }
            best_known = known.best;
        }
        // 4. What a shallower search makes likely.
        if certainty < CERTAIN
            && let Some(value) = self.likely(place, depth, certainty, alpha)
        {
            return value;
        }
        let value = self.branch(place, moves, depth, certainty, alpha, best_known);
        if stored && !self.meter.stopped {
            self.table.store(name, bounds(value, alpha, depth, certainty, self.chosen));
        }
        value
    }

    /// The value of the pattern evaluation in discs.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, indices: &Indices, empty: u32) -> i32 {
        self.meter.evaluations += 1;
        let points = self.patterns.value(indices, empty);
        ((points + DISC / 2) >> 7).clamp(-63, 63)
    }

    /// A bound beyond the window, where a shallower search makes it likely enough that the deeper one would find one.
    fn likely(&mut self, place: &Place, depth: u32, certainty: u8, alpha: i32) -> Option<i32> {
        let check = Certainty::check(depth, place.empty(), certainty)?;
        let guess = self.evaluate(&place.indices, place.empty());
        let high = alpha + 1 + check.margin;
        if high < 64 && guess >= alpha - check.tolerance {
            let value = self.deep(place, check.depth, certainty, high - 1);
            if self.meter.stopped {
                return None;
            }
            if value >= high {
                return Some(alpha + 1);
            }
        }
        let low = alpha - check.margin;
        if low > -64 && guess <= alpha + 1 + check.tolerance {
            let value = self.deep(place, check.depth, certainty, low);
            if self.meter.stopped {
                return None;
            }
            if value <= low {
                return Some(alpha);
            }
        }
        None
    }

    /// Searches the moves of a position; leaves the best one in `chosen`.
    pub(super) fn branch(
        &mut self,
        place: &Place,
        moves: u64,
        depth: u32,
        certainty: u8,
        alpha: i32,
        best_known: [u8; 2],
    ) -> i32 {
        let empty = place.empty();
        let to_the_end = depth >= empty;
        let mut list = [Child::default(); MOVES];
        let count = self.children(place.own, place.opponent, moves, &mut list);
        let list = &mut list[..count];
        // 1. The children in their order: by the evaluation of a short search, and by few replies.
        if count > 1 {
            self.order(place, list, depth, empty, best_known);
        }
        if self.meter.stopped {
            return 0;
        }
        // 2. What the table knows of the children.
        if depth > MIDGAME_ENTRY {
            for child in list.iter() {
                if let Some(known) = self.table.probe(key(child.own, child.opponent))
                    && u32::from(known.depth) + 1 >= depth
                    && known.certainty >= certainty
                    && -i32::from(known.high) > alpha
                {
                    self.chosen = child.square;
                    return -i32::from(known.high);
                }
            }
        }
        // 3. One after the other, those that another thread is at last.
        let together = if depth >= WORTH_A_MARK { self.marks } else { None };
        let (mut best, mut chosen) = (LEAST, NONE);
        let mut deferred = 0_u64;
        for turn in 0..2 {
            for nth in 0..count {
                let child = if turn == 0 { pick(list, nth) } else { list[nth] };
                if turn == 1 && deferred >> nth & 1 == 0 {
                    continue;
                }
                let mark = key(child.own, child.opponent) ^ u64::from(depth) | 1;
                if let Some(marks) = together {
                    if turn == 0 && nth > 0 && marks.has(mark) {
                        deferred |= 1 << nth;
                        continue;
                    }
                    marks.set(mark);
                }
                let value = if to_the_end && certainty == CERTAIN && empty <= DEEP {
                    -self.end(child.own, child.opponent, child.moves, empty - 1, !alpha)
                } else {
                    let turned = child.own ^ place.opponent;
                    let indices = place.indices.after(self.layout, child.square, turned);
                    let next = Place { own: child.own, opponent: child.opponent, indices };
                    -self.deep(&next, depth - 1, certainty, !alpha)
                };
                if let Some(marks) = together {
                    marks.take(mark);
                }
                if self.meter.stopped {
                    return 0;
                }
                if value > best {
                    (best, chosen) = (value, child.square);
                    if best > alpha {
                        self.chosen = chosen;
                        return best;
                    }
                }
            }
        }
        self.chosen = chosen;
        best
    }

    /// Says what each child is worth to look at first.
    fn order(&mut self, place: &Place, list: &mut [Child], depth: u32, empty: u32, best_known: [u8; 2]) {
        // How deep a short search is worth while, by what it may save.
        let short = match depth {
            ..=4 => None,
            5..=15 => Some(0),
            16..=20 => Some(1),
            _ => Some(2),
        };
        for child in list.iter_mut() {
            if child.own == 0 {
                child.worth = i32::MAX;
                continue;
            }
            let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
            child.worth = i32::from(SQUARE[child.square as usize & 63])
                - 32 * replies as i32
                - 8 * frontier(child.own, child.opponent);
            if let Some(short) = short {
                let turned = child.own ^ place.opponent;
                let indices = place.indices.after(self.layout, child.square, turned);
                let guess = if short == 0 {
                    self.patterns.value(&indices, empty - 1)
                } else {
                    let next = Place { own: child.own, opponent: child.opponent, indices };
                    self.glance(&next, short, -64, 64) * DISC
                };
                child.worth += -guess * 18 / DISC;
            }
            if child.square == best_known[0] {
                child.worth += 1 << 24;
            } else if child.square == best_known[1] {
                child.worth += 1 << 22;
            }
        }
    }

    /// The value by an open window of a few plies.
    fn glance(&mut self, place: &Place, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if !self.visit() {
            return 0;
        }
        let empty = place.empty();
        if depth == 0 || empty == 0 {
            return if empty == 0 {
                final_margin(place.own, place.opponent)
            } else {
                self.evaluate(&place.indices, empty)
            };
        }
        let mut moves = self.moves(place.own, place.opponent);
        if moves == 0 {
            if self.moves(place.opponent, place.own) == 0 {
                return final_margin(place.own, place.opponent);
            }
            return -self.glance(&place.passed(), depth, -beta, -alpha);
        }
        let mut best = LEAST;
        while moves != 0 {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let turned = self.kernel.flips(place.own, place.opponent, square);
            let next = Place {
                own: place.opponent ^ turned,
                opponent: place.own ^ turned ^ 1 << square,
                indices: place.indices.after(self.layout, square, turned),
            };
            best = best.max(-self.glance(&next, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The answer of a search of a null window.
#[inline(always)]
fn bounds(value: i32, alpha: i32, depth: u32, certainty: u8, chosen: u8) -> Known {
    let (low, high) = if value > alpha { (value, 64) } else { (-64, value) };
    Known { low: low as i8, high: high as i8, depth: depth as u8, certainty, best: [chosen, NONE] }
}

/// How many empty squares the discs of who just moved touch: where the other may get moves.
#[inline(always)]
fn frontier(own: u64, opponent: u64) -> i32 {
    (super::super::board::spread(opponent) & !(own | opponent)).count_ones() as i32
}
