//! What a position says of its value before anything is searched.
//!
//! A score is what the suites count: for a mover with `left` free cells on the board, of which
//! `ceil(left / 2)` are for the mover's stones, winning with the mover's j-th stone from now is worth
//! `ceil(left / 2) - j + 1`; losing to the other's j-th stone is worth `-(floor(left / 2) - j + 1)`, a draw
//! nothing.
//!
//! - *Two in one*: a move that leaves two cells to win in, or a cell and the one above it, or only cells under one, wins
//!   with the next stone but one. Where no move does that, the score is less by one than it could be.
//! - *Open lines*: who has no four left without a stone of the other cannot win.
//! - *Follow-up* (claimeven of Allis 1988, for the whole board): where the number of free cells is even, the
//!   player not on turn can answer in the same column, and thereby gets the upper cell of every pair. Columns
//!   with an odd number of free cells are taken two by two: who answers a stone in one with a stone in the
//!   other leaves both even. What the mover can get at most is then known, and if there is no four in it, the
//!   mover does not win; if there is one in what the other gets at least, the mover loses.

use super::super::shape::{Bits, Shape};
use super::super::{Board, Connect4};

/// The most columns a board has.
pub(super) const COLUMNS: usize = 8;

/// The score that a win with the next stone has.
#[inline(always)]
pub(super) fn win_now(left: i32) -> i32 {
    (left + 1) / 2
}

/// The score that a loss to the other's next stone has.
#[inline(always)]
pub(super) fn loss_now(left: i32) -> i32 {
    -(left / 2)
}

/// How many plies away the end is, given a score other than zero.
pub(super) fn distance(left: i32, score: i32) -> u32 {
    let plies = if score > 0 { 2 * (win_now(left) - score) + 1 } else { 2 * (score - loss_now(left)) + 2 };
    plies as u32
}

impl<S: Shape> Connect4<S> {
    /// For each set of stones, the cells that would complete four in a row: free, taken or beside the board. All at
    /// once, so that the compiler can put several sets into one register.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    fn completions<const N: usize>(&self, stones: &[S::Bits; N]) -> [S::Bits; N] {
        let stride = self.shape.rows() + 1;
        // Loops by number: neither `map` of an array nor `zip` is always compiled into its caller.
        let mut cells = [S::Bits::NONE; N];
        for nth in 0..N {
            let set = stones[nth];
            cells[nth] = (set << 1) & (set << 2) & (set << 3);
        }
        for step in [stride - 1, stride, stride + 1] {
            for nth in 0..N {
                let set = stones[nth];
                let (below, above) = (set << step, set >> step);
                let (pair_below, pair_above) = (below & (set << (2 * step)), above & (set >> (2 * step)));
                let with_below = pair_below & ((set << (3 * step)) | above);
                let with_above = pair_above & ((set >> (3 * step)) | below);
                cells[nth] = cells[nth] | with_below | with_above;
            }
        }
        cells
    }

    /// The free cells that complete four stones in a row.
    #[inline(always)]
    pub(in super::super) fn wins(&self, stones: S::Bits, free: S::Bits) -> S::Bits {
        self.completions(&[stones])[0] & free
    }

    /// The same after each of some moves.
    #[inline(always)]
    pub(super) fn wins_after(
        &self,
        stones: S::Bits,
        cells: &[S::Bits; COLUMNS],
        free: S::Bits,
    ) -> [S::Bits; COLUMNS] {
        let mut after = [stones; COLUMNS];
        for nth in 0..COLUMNS {
            after[nth] = after[nth] | cells[nth];
        }
        let mut wins = self.completions(&after);
        for nth in 0..COLUMNS {
            wins[nth] = wins[nth] & free & !cells[nth];
        }
        wins
    }

    /// Whether a move wins with the stone after it, given where it makes four then. The other cannot win in between.
    #[inline(always)]
    pub(super) fn wins_next(&self, playable: S::Bits, cell: S::Bits, wins: S::Bits) -> bool {
        let replies = (playable & !cell) | ((cell << 1) & self.shape.board());
        let threats = wins & replies;
        if threats == S::Bits::NONE {
            // Every reply lies under a cell to win in.
            return replies != S::Bits::NONE && replies & !(wins >> 1) == S::Bits::NONE;
        }
        threats.count() > 1 || (threats << 1) & wins != S::Bits::NONE
    }

    /// The lower cells of the pairs that free cells form from the top of a column down.
    pub(super) fn lower_cells(&self) -> S::Bits {
        let rows = self.shape.rows();
        let column = (0..rows)
            .filter(|row| (rows - row).is_multiple_of(2))
            .fold(S::Bits::NONE, |cells, row| cells | (S::Bits::ONE << row));
        (0..self.shape.columns()).fold(S::Bits::NONE, |cells, index| cells | (column << (index * (rows + 1))))
    }

    /// The limit on the mover's score because the other can follow up; none where that gives none.
    #[inline(always)]
    pub(super) fn follow_up(&self, board: &Board<S::Bits>, playable: S::Bits, lower: S::Bits) -> Option<i32> {
        let free = self.shape.board() & !board.all;
        // The cells to play in columns with an odd number of free cells.
        let odd = playable & !lower;
        let most = board.own | (free & lower);
        let four = match odd.count() {
            0 => self.has_four(most),
            2 => odd.places().any(|place| self.has_four(most | S::Bits::bit(place))),
            count if count % 2 == 0 => self.has_four(most | odd),
            _ => true,
        };
        if four {
            return None;
        }
        let least = (board.all ^ board.own) | (free & !lower & !odd);
        Some(if self.has_four(least) { -1 } else { 0 })
    }
}
