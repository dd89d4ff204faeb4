//! Numbers for where some tiles are: their cells, all different, one after the other.
//!
//! The number has mixed digits: each tile's cell counted among those that the tiles before it have left free. So numbers
//! have no gaps, and tiles late in the list change them least.

use super::super::MOST;
use crate::bits::select;

/// The most tiles a pattern has, the blank counted.
pub(in crate::puzzle) const TILES: usize = 8;

/// Cells of the tiles of a pattern, in its order.
pub(in crate::puzzle) type Cells = [u8; TILES];

/// The numbering of a number of tiles on a number of cells.
#[derive(Debug, Clone, Copy)]
pub(in crate::puzzle) struct Index {
    cells: usize,
    tiles: usize,
}

/// A number under way: the digits so far, and the cells taken.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::puzzle) struct Prefix {
    number: usize,
    taken: u32,
}

impl Index {
    pub(in crate::puzzle) fn new(cells: usize, tiles: usize) -> Index {
        debug_assert!(cells <= MOST && tiles <= TILES && tiles < cells, "there is room for the tiles");
        Index { cells, tiles }
    }

    /// How many numbers there are.
    pub(in crate::puzzle) fn len(&self) -> usize {
        (0..self.tiles).map(|tile| self.cells - tile).product()
    }

    /// Takes the next tile's cell in.
    #[inline(always)]
    pub(in crate::puzzle) fn push(&self, prefix: Prefix, nth: usize, cell: u8) -> Prefix {
        let below = (prefix.taken & ((1 << cell) - 1)).count_ones() as usize;
        Prefix {
            number: prefix.number * (self.cells - nth) + usize::from(cell) - below,
            taken: prefix.taken | 1 << cell,
        }
    }

    /// The number of some cells.
    #[inline(always)]
    pub(in crate::puzzle) fn number(&self, cells: impl Iterator<Item = u8>) -> usize {
        let push = |prefix, (nth, cell)| self.push(prefix, nth, cell);
        cells.enumerate().fold(Prefix::default(), push).number
    }

    /// The number with the tile after a prefix in another cell, the rest as they are.
    #[inline(always)]
    pub(in crate::puzzle) fn moved(&self, prefix: Prefix, cells: &Cells, nth: usize, to: u8) -> usize {
        let mut prefix = self.push(prefix, nth, to);
        for (nth, cell) in cells.iter().enumerate().take(self.tiles).skip(nth + 1) {
            prefix = self.push(prefix, nth, *cell);
        }
        prefix.number
    }

    /// The cells of a number, as a list and as bits.
    #[inline(always)]
    pub(in crate::puzzle) fn cells(&self, mut number: usize) -> (Cells, u32) {
        let mut digits = [0; TILES];
        for nth in (0..self.tiles).rev() {
            let base = self.cells - nth;
            (number, digits[nth]) = (number / base, number % base);
        }
        let (mut cells, mut taken) = ([0; TILES], 0_u32);
        let all = (1_u32 << self.cells) - 1;
        for nth in 0..self.tiles {
            cells[nth] = select(u64::from(all & !taken), digits[nth]);
            taken |= 1 << cells[nth];
        }
        (cells, taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps() {
        for (cells, tiles) in [(9, 3), (9, 5), (16, 4), (16, 1)] {
            let index = Index::new(cells, tiles);
            let mut seen = std::collections::HashSet::new();
            for number in 0..index.len() {
                let (list, taken) = index.cells(number);
                assert_eq!(taken.count_ones() as usize, tiles);
                assert_eq!(index.number(list.into_iter().take(tiles)), number);
                assert!(seen.insert(list));
                // Any tile in any free cell, with the others as they are.
                let mut prefix = Prefix::default();
                for nth in 0..tiles {
                    for to in (0..cells as u8).filter(|to| taken >> to & 1 == 0) {
                        let mut other = list;
                        other[nth] = to;
                        let wanted = index.number(other.into_iter().take(tiles));
                        assert_eq!(index.moved(prefix, &list, nth, to), wanted);
                    }
                    prefix = index.push(prefix, nth, list[nth]);
                }
            }
        }
        assert_eq!(Index::new(16, 8).len(), 518_918_400);
    }
}
