//! Board shapes.

use std::fmt::Debug;

pub use crate::bits::Bits;

/// The geometry of a board.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// A word with a bit for each cell and one above each column.
    type Bits: Bits;
    /// Columns.
    fn columns(&self) -> u32;
    /// Rows.
    fn rows(&self) -> u32;
    /// The lowest cell of every column.
    fn bottom(&self) -> Self::Bits;
    /// Every cell.
    fn board(&self) -> Self::Bits;
}

/// 7 columns and 6 rows, known to the compiler.
#[derive(Debug, Clone, Copy, Default)]
pub struct Standard;

impl Shape for Standard {
    type Bits = u64;
    #[inline]
    fn columns(&self) -> u32 {
        7
    }
    #[inline]
    fn rows(&self) -> u32 {
        6
    }
    #[inline]
    fn bottom(&self) -> u64 {
        const { every(7, 7) as u64 }
    }
    #[inline]
    fn board(&self) -> u64 {
        const { every(7, 7) as u64 * 0b111111 }
    }
}

/// Any board up to 8x8, which needs 72 bits.
#[derive(Debug, Clone, Copy)]
pub struct AnyBoard {
    columns: u32,
    rows: u32,
    bottom: u128,
    board: u128,
}

impl AnyBoard {
    /// A board of this size, 8x8 at most.
    pub fn new(columns: u32, rows: u32) -> AnyBoard {
        let bottom = every(columns, rows + 1);
        AnyBoard { columns, rows, bottom, board: bottom * u128::low(rows) }
    }
}

impl Shape for AnyBoard {
    type Bits = u128;
    fn columns(&self) -> u32 {
        self.columns
    }
    fn rows(&self) -> u32 {
        self.rows
    }
    fn bottom(&self) -> u128 {
        self.bottom
    }
    fn board(&self) -> u128 {
        self.board
    }
}

/// A bit at every multiple of `stride`, so many of them.
const fn every(count: u32, stride: u32) -> u128 {
    let (mut bits, mut index) = (0, 0);
    while index < count {
        bits |= 1 << (index * stride);
        index += 1;
    }
    bits
}
