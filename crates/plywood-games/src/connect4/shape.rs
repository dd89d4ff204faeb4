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
    /// The columns from the middle outwards.
    fn outwards(&self) -> &[u32];
}

/// 7 columns and 6 rows, known to the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    #[inline]
    fn outwards(&self) -> &[u32] {
        &[3, 4, 2, 5, 1, 6, 0]
    }
}

/// Any board up to 8x8, which needs 72 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnyBoard {
    columns: u32,
    rows: u32,
    bottom: u128,
    board: u128,
    outwards: [u32; 8],
}

impl AnyBoard {
    /// A board of this size, 8x8 at most.
    pub fn new(columns: u32, rows: u32) -> AnyBoard {
        let bottom = every(columns, rows + 1);
        let mut outwards = [0; 8];
        let middle = (columns - 1) / 2;
        for (index, column) in (0..columns).zip(&mut outwards) {
            *column = if index % 2 == 0 { middle - index / 2 } else { middle + index.div_ceil(2) };
        }
        AnyBoard { columns, rows, bottom, board: bottom * u128::low(rows), outwards }
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
    fn outwards(&self) -> &[u32] {
        &self.outwards[..self.columns as usize]
    }
}

/// A bit at each of the first `count` multiples of `stride`.
const fn every(count: u32, stride: u32) -> u128 {
    let (mut bits, mut index) = (0, 0);
    while index < count {
        bits |= 1 << (index * stride);
        index += 1;
    }
    bits
}
