//! Every position within a number of moves of the goal, with its exact distance (lecture notes: "All Position
//! <= 22 moves from end"): a breadth-first set, 12.3 million positions within 22 moves on the 4x4 board, made
//! in a few seconds.
//!
//! A level comes from the one before: all boards a move further, sorted, without those of the level before that. No
//! other can come up again, because every move changes the parity of the blank's cell. The set is an open hash table of
//! whole positions. The last tile follows from the others, so its four bits hold the distance: half of it, since its
//! parity is that of the blank's cell.

use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_search::single::{Cost, Nearby, Puzzle};

use super::{Sliding, Tiles};

/// More moves than this do not fit into four bits and a parity, and would take too much memory.
pub(super) const MOST_MOVES: u32 = 26;

/// The positions near the goal.
#[derive(Debug, Clone)]
pub struct Endings {
    reach: u32,
    /// The cell whose tile is left out: the last one.
    last: u32,
    table: Vec<u64>,
    /// Positions a level.
    levels: Vec<usize>,
}

impl Endings {
    /// The positions within a number of moves, 26 at most.
    pub fn new(game: &Sliding, reach: u32) -> Endings {
        let reach = reach.min(MOST_MOVES);
        let levels = levels(game, reach);
        let count: usize = levels.iter().map(Vec::len).sum();
        let last = 4 * (game.cells() as u32 - 1);
        let table = vec![u64::MAX; (count + count / 2).next_power_of_two()];
        let mut endings = Endings { reach, last, table, levels: levels.iter().map(Vec::len).collect() };
        for (distance, level) in levels.iter().enumerate() {
            level.iter().for_each(|cells| endings.insert(*cells, distance as u64 / 2));
        }
        endings
    }

    /// Bytes that positions within a number of moves take at most: there are fewer than 4 * 2^moves of them,
    /// in a list while they are found and then in a table of twice as many places.
    pub(super) fn most_bytes(moves: u32) -> u64 {
        if moves == 0 { 0 } else { ((4 + 8) * 8) << moves }
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        8 * self.table.len() as u64
    }

    /// How many positions there are at each distance.
    pub fn levels(&self) -> &[usize] {
        &self.levels
    }

    /// A position without its last tile.
    fn stem(&self, cells: u64) -> u64 {
        cells & !(15 << self.last)
    }
    fn place(&self, stem: u64) -> usize {
        mix(stem) as usize & (self.table.len() - 1)
    }
    fn insert(&mut self, cells: u64, half: u64) {
        let stem = self.stem(cells);
        let mut place = self.place(stem);
        while self.table[place] != u64::MAX {
            place = (place + 1) & (self.table.len() - 1);
        }
        self.table[place] = stem | half << self.last;
    }
}

/// The boards at each distance, sorted.
fn levels(game: &Sliding, reach: u32) -> Vec<Vec<u64>> {
    let mut levels = vec![vec![game.goal().cells]];
    for _ in 0..reach {
        let mut next = Vec::new();
        for cells in levels.last().expect("there is a goal") {
            let blank = (0..game.cells()).find(|cell| cells >> (4 * cell) & 15 == 0).unwrap_or(0) as u8;
            let _ = game.onward(&Tiles { cells: *cells, blank }, None, |_, after| {
                next.push(after.cells);
                ControlFlow::<()>::Continue(())
            });
        }
        next.sort_unstable();
        next.dedup();
        if let Some(before) = levels.len().checked_sub(2) {
            next.retain(|cells| levels[before].binary_search(cells).is_err());
        }
        levels.push(next);
    }
    levels
}

impl Nearby<Sliding> for Endings {
    fn reach(&self) -> u32 {
        self.reach
    }
    fn cost(&self, game: &Sliding, tiles: &Tiles) -> Cost {
        let parity = (tiles.blank() / game.side() + tiles.blank() % game.side()) as u32 % 2;
        let stem = self.stem(tiles.cells);
        let mut place = self.place(stem);
        loop {
            let word = self.table[place];
            if word == u64::MAX {
                // The next number of moves of the right parity.
                return Cost::AtLeast(self.reach + 1 + (self.reach + 1 + parity) % 2);
            }
            if self.stem(word) == stem {
                return Cost::Exactly(2 * (word >> self.last & 15) as u32 + parity);
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }
}
