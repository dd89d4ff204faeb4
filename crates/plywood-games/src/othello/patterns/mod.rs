//! The pattern evaluation: corners, edges, lines and diagonals, by stage of the game.
//!
//! The value is the sum of the weights of all configurations on the board as the player on turn sees them, and one weight
//! for the number of empty squares: the margin that the game will end with, in discs of [`DISC`] points. What a move
//! changes is added to the numbers of the configurations ([`Indices`]), all places at once. Digits are absolute, so that
//! a move need not exchange them; the weights are there twice instead, once for each player on turn.
//!
//! The weights that ship were made by the command in their note (`plywood train othello patterns`). Only for the usual
//! board. Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello",
//! for the idea; the last page of the Monte Carlo Othello thesis asks for it.

pub mod layout;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use plywood_core::{Error, Game, Turn};
use plywood_eval::{FileError, PatternWeights};

use super::Othello;
use super::board::{self, Board};
use layout::{EXTENTS, LANES, LAYOUT, Lanes, Layout, PLACES, SIZE, STAGE, STAGES};

/// Points of a disc.
pub const DISC: i32 = 128;
/// No evaluation is larger.
pub const MOST: i32 = 64 * DISC;
/// The command that makes weights.
pub const COMMAND: &str = "plywood train othello patterns";

/// The numbers of the configurations at every place, and who is on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices {
    numbers: Lanes,
    /// Whether the player on turn has the digit two.
    second: bool,
}

impl Default for Indices {
    fn default() -> Self {
        Indices { numbers: [0; LANES], second: false }
    }
}

impl Indices {
    /// Those of a position; the player on turn has the digit one.
    ///
    /// # Panics
    ///
    /// If both have a disc on the same square.
    pub fn new(own: u64, opponent: u64) -> Indices {
        assert!(own & opponent == 0, "a square has one disc");
        let powers = &LAYOUT.powers;
        let mut numbers = [0_u16; LANES];
        for (discs, digit) in [(own, 1_u16), (opponent, 2)] {
            for square in board::squares(discs) {
                for lane in 0..LANES {
                    numbers[lane] += digit * powers[usize::from(square)][lane];
                }
            }
        }
        Indices { numbers, second: false }
    }

    /// After a disc on a square that turns others; the other player is on turn then.
    #[inline(always)]
    pub fn after(&self, layout: &Layout, square: u8, turned: u64) -> Indices {
        let mut numbers = self.numbers;
        let mut left = turned;
        if self.second {
            // A two is put, and ones become twos.
            let put = &layout.powers[usize::from(square & 63)];
            for lane in 0..LANES {
                numbers[lane] = numbers[lane].wrapping_add(put[lane] << 1);
            }
            while left != 0 {
                let powers = &layout.powers[left.trailing_zeros() as usize & 63];
                left &= left - 1;
                for lane in 0..LANES {
                    numbers[lane] = numbers[lane].wrapping_add(powers[lane]);
                }
            }
        } else {
            let put = &layout.powers[usize::from(square & 63)];
            for lane in 0..LANES {
                numbers[lane] = numbers[lane].wrapping_add(put[lane]);
            }
            while left != 0 {
                let powers = &layout.powers[left.trailing_zeros() as usize & 63];
                left &= left - 1;
                for lane in 0..LANES {
                    numbers[lane] = numbers[lane].wrapping_sub(powers[lane]);
                }
            }
        }
        Indices { numbers, second: !self.second }
    }

    /// After a pass.
    #[inline(always)]
    pub fn passed(&self) -> Indices {
        Indices { second: !self.second, ..*self }
    }
}

/// The stage of a position with a number of empty squares.
#[inline(always)]
pub fn stage(empty: u32) -> usize {
    ((60 - empty.clamp(1, 60)) / STAGE) as usize
}

/// The weights a position has in its stage, as the player on turn sees it: what a regression counts.
///
/// # Panics
///
/// If both have a disc on the same square.
pub fn active(own: u64, opponent: u64) -> [u32; PLACES + 1] {
    let layout = &*LAYOUT;
    let indices = Indices::new(own, opponent);
    let mut list = [0; PLACES + 1];
    for (place, slot) in list[..PLACES].iter_mut().enumerate() {
        let number = layout.starts[place] + u32::from(indices.numbers[place]);
        *slot = layout.weights[number as usize];
    }
    let empty = 64 - (own | opponent).count_ones();
    list[PLACES] = (layout.count as u32 - STAGE) + empty % STAGE;
    list
}

/// Weights of every configuration of every kind, then zeros, so that whatever number a place has, it has a weight: no
/// bounds need be checked. The zeros are memory that nobody touches.
type Table = Box<[i16; SIZE]>;

/// Weights ready to evaluate.
#[derive(Debug)]
pub struct Patterns {
    /// How they were made.
    pub note: String,
    /// Weights of every configuration: of each stage for the digit one on turn, then for the digit two.
    tables: Vec<[Table; 2]>,
    /// Weights of the numbers of empty squares in a stage.
    tempo: Vec<[i32; STAGE as usize]>,
}

/// The same weights are the same object.
impl PartialEq for Patterns {
    fn eq(&self, other: &Patterns) -> bool {
        std::ptr::eq(self, other)
    }
}
impl Eq for Patterns {}

/// The weights that ship.
static SHIPPED: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
    let bytes = include_bytes!("othello.weights");
    let weights = PatternWeights::from_bytes(bytes, shape()).expect("what ships is whole");
    Arc::new(Patterns::new(&weights))
});

/// Stages, and weights of each.
pub fn shape() -> (usize, usize) {
    (STAGES, LAYOUT.count)
}

/// Weights that know nothing, to begin with.
pub fn untrained() -> PatternWeights {
    PatternWeights::zeros(STAGES, LAYOUT.count)
}

/// What the places of a kind add to a value.
#[inline(always)]
fn of_kind<const KIND: usize>(table: &[i16; SIZE], numbers: &Lanes) -> i32 {
    let (first, next) = const { EXTENTS[KIND].places };
    let start = const { EXTENTS[KIND].configurations.0 };
    numbers[first..next].iter().map(|number| i32::from(table[start + usize::from(*number)])).sum()
}

impl Patterns {
    /// Prepares weights.
    pub fn new(weights: &PatternWeights) -> Patterns {
        let layout = &*LAYOUT;
        let table = |sources: &[u32], weights: &[i16]| -> Table {
            let mut table = vec![0; SIZE].into_boxed_slice();
            table.iter_mut().zip(sources).for_each(|(slot, source)| *slot = weights[*source as usize]);
            table.try_into().expect("it was made of this size")
        };
        let both = |stage: &Vec<i16>| {
            let first = table(&layout.weights, stage);
            let second = table(&layout.exchanged, &first[..]);
            [first, second]
        };
        let tables = weights.stages.iter().map(both).collect();
        let tail = |stage: &Vec<i16>| {
            let start = layout.count - STAGE as usize;
            [0, 1, 2, 3].map(|place| i32::from(stage[start + place]))
        };
        Patterns { note: weights.note.clone(), tables, tempo: weights.stages.iter().map(tail).collect() }
    }

    /// The weights that ship.
    pub fn shipped() -> Arc<Patterns> {
        Arc::clone(&SHIPPED)
    }

    /// Weights from a file.
    pub fn load(path: &str) -> Result<Arc<Patterns>, Error> {
        let again = |error: FileError| Error::new(format!("{path}: {error}; `{COMMAND}` makes weights"));
        let weights = PatternWeights::load(Path::new(path), shape()).map_err(again)?;
        Ok(Arc::new(Patterns::new(&weights)))
    }

    /// The value for the player on turn, in points, given the number of empty squares.
    #[inline(always)]
    pub fn value(&self, indices: &Indices, empty: u32) -> i32 {
        let stage = stage(empty);
        let table = &*self.tables[stage][usize::from(indices.second)];
        let mut sum = self.tempo[stage][(empty % STAGE) as usize];
        let numbers = &indices.numbers;
        sum += of_kind::<0>(table, numbers) + of_kind::<1>(table, numbers) + of_kind::<2>(table, numbers);
        sum += of_kind::<3>(table, numbers) + of_kind::<4>(table, numbers) + of_kind::<5>(table, numbers);
        sum += of_kind::<6>(table, numbers) + of_kind::<7>(table, numbers) + of_kind::<8>(table, numbers);
        sum += of_kind::<9>(table, numbers) + of_kind::<10>(table, numbers);
        sum.clamp(1 - MOST, MOST - 1)
    }

    /// The value of a position for the player on turn.
    ///
    /// # Panics
    ///
    /// If both have a disc on the same square.
    pub fn look(&self, board: &Board) -> i32 {
        let indices = Indices::new(board.own, board.opponent);
        self.value(&indices, 64 - board.occupied().count_ones())
    }
}

impl Patterns {
    /// The move of a position on turn after which the other has least: one ply ahead.
    pub fn best_looking(&self, game: &Othello, board: &Board) -> u8 {
        let mut best: Option<(i32, u8)> = None;
        let _ = game.children(board, |chosen, child| {
            let over = game.turn(&child) == Turn::Over;
            let value = if over { game.margin(&child, board.mover) * DISC } else { -self.look(&child) };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, chosen));
            }
            ControlFlow::<()>::Continue(())
        });
        best.expect("a player on turn has a move").1
    }
}

/// The weights of a file, or those that ship, as an evaluation has them. What is read stays for as long as the program runs.
pub(super) fn evaluation(file: &str) -> Result<&'static Patterns, Error> {
    if file == "shipped" {
        return Ok(&SHIPPED);
    }
    Ok(Box::leak(Box::new(Patterns::load(file)?)))
}

#[cfg(test)]
mod tests;
