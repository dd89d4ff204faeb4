//! Board geometry: rows of bits with one empty place after each, so that lines cannot wrap.
//!
//! The usual board (5x5, four in a row) is known to the compiler ([`Five`]); all others share [`AnyGrid`] over the
//! narrowest word that holds them.

use std::fmt::Debug;

use crate::bits::{Bits, runs};

/// The largest board.
pub const LARGEST: u32 = 17;

/// The geometry of a board. A cell's *place* is `row * stride + column`.
pub trait Grid: Copy + Debug + Send + Sync + 'static {
    /// A word with a bit for each place.
    type Bits: Bits;
    /// Rows and columns.
    fn size(&self) -> u32;
    /// How many in a row win.
    fn win(&self) -> u32;
    /// Every cell.
    fn board(&self) -> Self::Bits;
    /// The cells of the first row.
    fn top(&self) -> Self::Bits;
    /// The cells of the first column.
    fn left(&self) -> Self::Bits;

    /// Places from a cell to the one below it.
    #[inline]
    fn stride(&self) -> u32 {
        self.size() + 1
    }
    /// The steps to the right, down, and down both diagonals.
    #[inline]
    fn directions(&self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }
    /// The cells of a row.
    #[inline]
    fn row(&self, row: u32) -> Self::Bits {
        self.top() << (row * self.stride())
    }
    /// The cells of a column.
    #[inline]
    fn column(&self, column: u32) -> Self::Bits {
        self.left() << column
    }
    /// The number of winning rows without a common cell: to close all rows of a player, the other one needs
    /// at least as many stones.
    #[inline]
    fn lines_apart(&self) -> u32 {
        let fit = self.size() / self.win();
        self.size() * fit + self.size() % self.win() * fit
    }
    /// Whether `more` stones on open cells (which include the cells of `stones`) can make as many in a row as
    /// win.
    #[inline]
    fn can_have_line(&self, stones: Self::Bits, open: Self::Bits, more: u32) -> bool {
        if more >= self.win() {
            return self.has_line(open);
        }
        // Few are wanted late in the game, where this is asked most.
        if more < 4 {
            self.can_fill::<4>(stones, open, more as usize)
        } else {
            self.can_fill::<{ LARGEST as usize }>(stones, open, more as usize)
        }
    }
    /// The same for fewer stones than `MOST`.
    #[inline]
    fn can_fill<const MOST: usize>(&self, stones: Self::Bits, open: Self::Bits, more: usize) -> bool {
        self.directions().into_iter().any(|step| {
            // Rows as far as they are looked at, by where they begin: `rows[n]` lack at most n stones.
            let mut rows = [open; MOST];
            for place in 0..self.win() {
                let (own, free) = (stones >> (place * step), open >> (place * step));
                for lacking in (1..=more).rev() {
                    rows[lacking] = (rows[lacking] & own) | (rows[lacking - 1] & free);
                }
                rows[0] = rows[0] & own;
            }
            rows[more] != Self::Bits::NONE
        })
    }
    /// Whether stones have as many in a row as win.
    #[inline]
    fn has_line(&self, stones: Self::Bits) -> bool {
        self.directions().into_iter().any(|step| runs(stones, step, self.win()) != Self::Bits::NONE)
    }
}

/// 5x5 with four in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Five;

impl Grid for Five {
    type Bits = u64;
    #[inline]
    fn size(&self) -> u32 {
        5
    }
    #[inline]
    fn win(&self) -> u32 {
        4
    }
    #[inline]
    fn board(&self) -> u64 {
        0b011111_011111_011111_011111_011111
    }
    #[inline]
    fn top(&self) -> u64 {
        0b011111
    }
    #[inline]
    fn left(&self) -> u64 {
        0b000001_000001_000001_000001_000001
    }
}

/// Any board that the word holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnyGrid<B> {
    size: u32,
    win: u32,
    board: B,
    top: B,
    left: B,
}

impl<B: Bits> AnyGrid<B> {
    /// A board of this size with this many in a row to win.
    pub fn new(size: u32, win: u32) -> AnyGrid<B> {
        let union = |bits: &mut dyn Iterator<Item = B>| bits.fold(B::NONE, |all, one| all | one);
        let top = B::low(size);
        let board = union(&mut (0..size).map(|row| top << (row * (size + 1))));
        let left = union(&mut (0..size).map(|row| B::bit(row * (size + 1))));
        AnyGrid { size, win, board, top, left }
    }
}

impl<B: Bits> Grid for AnyGrid<B> {
    type Bits = B;
    fn size(&self) -> u32 {
        self.size
    }
    fn win(&self) -> u32 {
        self.win
    }
    fn board(&self) -> B {
        self.board
    }
    fn top(&self) -> B {
        self.top
    }
    fn left(&self) -> B {
        self.left
    }
}
