//! The search itself: null windows over positions where the mover cannot win at once.

use std::ops::ControlFlow;

use plywood_core::Game;
use plywood_search::marks::Marks;
use plywood_search::meter::Meter;

use super::super::shape::{Bits, Shape};
use super::super::{Board, Connect4};
use super::judgement::{COLUMNS, loss_now, win_now};
use super::table::{Number, Slot, Table};

/// Own stones that the side which must win within the window still has, from which a position is worth an entry, and
/// its children worth a look into the table. Below that the search is as fast as the memory.
const WORTH_AN_ENTRY: i32 = 2;
const WORTH_A_LOOK: i32 = 3;
/// The same for a mark that a thread leaves.
const WORTH_A_MARK: i32 = 6;
/// Stones up to which a position and its mirror image share an entry: later they hardly meet.
const MIRRORED: i32 = 14;
/// Free cells up to which open lines are counted: earlier there are always some.
const LINES: i32 = 16;

/// A search on one thread.
pub(super) struct Searcher<'a, 'm, S: Shape> {
    pub(super) game: &'a Connect4<S>,
    pub(super) table: &'a Table,
    pub(super) meter: Meter<'m, u8>,
    /// The lower cells of pairs.
    pub(super) lower: S::Bits,
    pub(super) marks: Option<&'a Marks>,
}

impl<S: Shape<Bits: Number>> Searcher<'_, '_, S> {
    /// Free cells of a board.
    pub(super) fn left(&self, board: &Board<S::Bits>) -> i32 {
        (self.game.shape.board() & !board.all).count() as i32
    }

    #[inline(always)]
    fn slot(&self, board: &Board<S::Bits>, left: i32) -> Slot {
        // Markers above the stones of each column make the number one of this position alone.
        let number = |board: &Board<S::Bits>| board.own.plus(board.all);
        let cells = (self.game.shape.columns() * self.game.shape.rows()) as i32;
        if cells - left > MIRRORED {
            return self.table.slot(number(board));
        }
        let (here, there) = (number(board), number(&self.game.transform(board, 1)));
        self.table.slot(if here.words().lt(there.words()) { here } else { there })
    }

    /// The score where it lies within the window, else a bound beyond it. The mover cannot win at once. Whatever comes
    /// back when the meter has stopped means nothing.
    pub(super) fn node(&mut self, board: Board<S::Bits>, left: i32, mut alpha: i32, mut beta: i32) -> i32 {
        if !self.meter.visit() {
            return 0;
        }
        // 1. What the other threatens: two cells cannot be closed at once, and no stone goes under one.
        let game = self.game;
        let other = board.all ^ board.own;
        let free = game.shape.board() & !board.all;
        let playable = game.playable(board.all);
        let threats = game.wins(other, free);
        let forced = playable & threats;
        let candidates = match forced.count() {
            0 => playable,
            1 => forced,
            _ => return loss_now(left),
        } & !(threats >> 1);
        if candidates == S::Bits::NONE {
            return loss_now(left);
        }
        if left <= 2 {
            return 0;
        }

        // 2. What is possible at all.
        let (mut low, mut high) = (loss_now(left) + 1, win_now(left) - 1);
        if left <= LINES {
            if alpha < high && high > 0 && !game.has_four(board.own | free) {
                high = 0;
            }
            if beta > low && low < 0 && !game.has_four(other | free) {
                low = 0;
            }
        }
        if alpha >= -1 && alpha < high {
            high = game.follow_up(&board, playable, self.lower).map_or(high, |most| high.min(most));
        }
        if low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));

        // 3. What the table knows.
        let stakes = if beta > 0 { high - alpha } else { beta - low };
        let slot = self.slot(&board, left);
        if stakes >= WORTH_AN_ENTRY
            && let Some((least, most)) = self.table.probe(slot)
        {
            (low, high) = (low.max(least), high.min(most));
            if low >= beta {
                return low;
            }
            if high <= alpha {
                return high;
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }

        // 4. What each move threatens: a win with the next stone ends it, else more cells to win in come first.
        let mut cells = [S::Bits::NONE; COLUMNS];
        let mut children = [slot; COLUMNS];
        for (index, &column) in game.shape.outwards().iter().enumerate() {
            cells[index] = candidates & game.column(column);
            if stakes >= WORTH_A_LOOK && cells[index] != S::Bits::NONE {
                let child = Board { own: other, all: board.all | cells[index] };
                children[index] = self.slot(&child, left - 1);
                self.table.prefetch(children[index]);
            }
        }
        let wins = game.wins_after(board.own, &cells, free);
        // The best last; of equals the one nearer to the middle.
        let mut order = [0_u32; COLUMNS];
        let mut count = 0;
        for index in (0..game.shape.outwards().len()).rev() {
            if cells[index] == S::Bits::NONE {
                continue;
            }
            if game.wins_next(playable, cells[index], wins[index]) {
                return win_now(left) - 1;
            }
            let rated = wins[index].count() << 4 | index as u32;
            let mut place = count;
            while place > 0 && order[place - 1] >> 4 > rated >> 4 {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = rated;
            count += 1;
        }
        high = high.min(win_now(left) - 2);
        beta = beta.min(high);
        if alpha >= beta {
            return beta;
        }

        // 5. What the table knows of the children.
        if stakes >= WORTH_A_LOOK {
            for rated in &order[..count] {
                let known = self.table.probe(children[(rated & 15) as usize]);
                if let Some((_, most)) = known.filter(|(_, most)| -most >= beta) {
                    return -most;
                }
            }
        }

        // 6. The children, those that another thread is at last.
        let mut best = i32::MIN;
        let together = if stakes >= WORTH_A_MARK { self.marks } else { None };
        let mut deferred = [0_u32; COLUMNS];
        let mut later = 0;
        for turn in 0..2 {
            let list = if turn == 0 { order } else { deferred };
            let length = if turn == 0 { count } else { later };
            for (nth, rated) in list[..length].iter().rev().enumerate() {
                let index = (rated & 15) as usize;
                let mark = children[index].mark();
                if let Some(marks) = together {
                    if turn == 0 && nth > 0 && marks.has(mark) {
                        // Taken from the end again, so the best of them goes last.
                        deferred.copy_within(0..later, 1);
                        deferred[0] = *rated;
                        later += 1;
                        continue;
                    }
                    marks.set(mark);
                }
                let child = Board { own: other, all: board.all | cells[index] };
                let value = -self.node(child, left - 1, -beta, -alpha);
                if let Some(marks) = together {
                    marks.take(mark);
                }
                if self.meter.stopped {
                    return 0;
                }
                if value >= beta {
                    if stakes >= WORTH_AN_ENTRY {
                        self.table.store(slot, low.max(value), high.max(value));
                    }
                    return value;
                }
                best = best.max(value);
                alpha = alpha.max(value);
            }
        }
        let high = high.min(best);
        if stakes >= WORTH_AN_ENTRY {
            self.table.store(slot, low.min(high), high);
        }
        high
    }

    /// The score of a position within a window, even if a player can win at once; none when the meter has
    /// stopped.
    pub(super) fn score(&mut self, board: &Board<S::Bits>, alpha: i32, beta: i32) -> Option<i32> {
        let (game, left) = (self.game, self.left(board));
        if game.has_four(board.all ^ board.own) {
            // With the stone before.
            return Some(loss_now(left) - 1);
        }
        if left == 0 {
            return Some(0);
        }
        let wins = game.wins(board.own, game.shape.board() & !board.all);
        if wins & game.playable(board.all) != S::Bits::NONE {
            return Some(win_now(left));
        }
        let value = self.node(*board, left, alpha, beta);
        (!self.meter.stopped).then_some(value)
    }

    /// A move that keeps the score, where the search was not stopped: the one that a child with the opposite score
    /// comes from.
    pub(super) fn keeper(&mut self, board: &Board<S::Bits>, score: i32) -> Option<u8> {
        let game = self.game;
        let flow = game.children(board, |column, child| match self.score(&child, -score, -score + 1) {
            Some(value) if value <= -score => ControlFlow::Break(Some(column)),
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(None),
        });
        flow.break_value().flatten()
    }
}
