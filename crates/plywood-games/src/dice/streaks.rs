//! The inputs of the network (Dice thesis, section 4.2.3): for each side the number of maximal streaks of
//! length 2 to 7 in rows, columns and diagonals, divided by the largest count that the board has room for,
//! then two inputs a cell.
//!
//! Input `6 * side + length - 2` is a streak count, input `12 + 2 * cell + side` a stone; blue is side 0. The
//! largest count is the sum over all lines of the number of streaks of that length that fit a line with gaps
//! between them. A stone changes only the streaks of its own side that it joins or makes, so the inputs are
//! cheap to update.

use plywood_eval::Features;
use plywood_eval::perceptron::Active;

use super::grid::Grid;
use super::{Board, Dice};
use crate::bits::Bits;

/// The streak lengths that are counted.
pub const LENGTHS: std::ops::RangeInclusive<u32> = 2..=7;
/// How many lengths that is.
pub const KINDS: usize = 6;

/// The maximal streaks of stones, by length from 2 to 7, in all four directions.
pub fn count<S: Grid>(grid: &S, stones: S::Bits) -> [u32; KINDS] {
    let mut counts = [0; KINDS];
    for step in grid.directions() {
        // Stones with none before them begin a streak; follow all of them at once.
        let mut growing = stones & !(stones << step);
        for length in 1..=*LENGTHS.end() {
            let next = stones >> (length * step);
            if length >= *LENGTHS.start() {
                counts[(length - LENGTHS.start()) as usize] += (growing & !next).count();
            }
            growing = growing & next;
        }
    }
    counts
}

/// How many streaks of a length there is room for: every line with as many as fit, a gap between each two.
pub fn room(size: u32, length: u32) -> u32 {
    let fit = |line: u32| (line + 1) / (length + 1);
    let diagonals: u32 = (1..size).map(fit).sum();
    2 * size * fit(size) + 2 * (2 * diagonals + fit(size))
}

/// The lengths of the streaks before and after a place in a direction.
#[inline]
fn neighbours<S: Grid>(stones: S::Bits, place: u32, step: u32) -> (u32, u32) {
    let (mut after, mut before) = (0, 0);
    let (mut up, mut down) = (stones >> place, place);
    while (up >> step).has(0) {
        up = up >> step;
        after += 1;
    }
    while down >= step && stones.has(down - step) {
        down -= step;
        before += 1;
    }
    (before, after)
}

/// Visits the streak inputs that a stone changes, and by how many: it joins those on both sides of it, direction by
/// direction.
#[inline]
pub fn changes<S: Grid>(grid: &S, board: &Board<S::Bits>, place: u32, mut visit: impl FnMut(usize, i32)) {
    let side = board.mover.index();
    for &step in &grid.directions() {
        let (left, right) = neighbours::<S>(board.stones[side], place, step);
        if left + right == 0 {
            continue;
        }
        for &(length, times) in &[(left, -1), (right, -1), (left + right + 1, 1)] {
            if LENGTHS.contains(&length) {
                visit(side * KINDS + (length - LENGTHS.start()) as usize, times);
            }
        }
    }
}

/// The inputs of the thesis's networks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Streaks;

/// The factor of a streak input.
pub fn streak_scale(size: u32, input: usize) -> f32 {
    1.0 / room(size, (input % KINDS) as u32 + LENGTHS.start()).max(1) as f32
}

/// The input of a stone.
#[inline]
pub fn stone_input<S: Grid>(grid: &S, place: u32, side: usize) -> usize {
    let cell = place / grid.stride() * grid.size() + place % grid.stride();
    2 * KINDS + 2 * cell as usize + side
}

impl<S: Grid> Features<Dice<S>> for Streaks {
    fn inputs(&self, game: &Dice<S>) -> usize {
        2 * KINDS + 2 * (game.grid.size() * game.grid.size()) as usize
    }
    fn list(&self, game: &Dice<S>, board: &Board<S::Bits>, out: &mut Vec<Active>) {
        for (side, stones) in board.stones.iter().enumerate() {
            for (kind, number) in count(&game.grid, *stones).into_iter().enumerate() {
                let input = side * KINDS + kind;
                if number > 0 {
                    out.push((input as u32, number as f32 * streak_scale(game.grid.size(), input)));
                }
            }
            let inputs = stones.places().map(|place| stone_input(&game.grid, place, side));
            out.extend(inputs.map(|input| (input as u32, 1.0)));
        }
    }
    fn change(&self, game: &Dice<S>, board: &Board<S::Bits>, place: u16, out: &mut Vec<Active>) {
        let (grid, place) = (&game.grid, u32::from(place));
        out.push((stone_input(grid, place, board.mover.index()) as u32, 1.0));
        changes(grid, board, place, |input, times| {
            out.push((input as u32, times as f32 * streak_scale(grid.size(), input)));
        });
    }
}
