//! Evaluations of connect four.
//!
//! `lines` counts, for each player, the fours of cells that the other has no stone in, weighted by how many stones
//! are there already: two count [`TWO`], three count [`THREE`]. All fours of one direction are counted at once in
//! bit-sliced arithmetic.

use std::sync::Arc;

use plywood_core::knowledge::ZERO;
use plywood_core::{
    About, Args, Declaration, Error, Knowledge, Oracle, Player, Search, Spec, StaticEvaluator, Uniform,
    uniform_policy,
};

use super::shape::{Bits, Shape};
use super::solver::{self, Endings, Number, Solver};
use super::{Board, Connect4};

/// The worth of an open four with two stones.
const TWO: i32 = 1;
/// The worth of an open four with three stones.
const THREE: i32 = 5;

/// The evaluations by name.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Open fours, by the stones in them.
    Lines,
}

/// The worth of a player's open fours.
fn open_fours<S: Shape>(game: &Connect4<S>, own: S::Bits, other: S::Bits) -> i32 {
    let stride = game.shape.rows() + 1;
    let open = game.shape.board() & !other;
    let mut worth = 0;
    for step in [1, stride - 1, stride, stride + 1] {
        let fours = open & (open >> step) & (open >> (2 * step)) & (open >> (3 * step));
        let [a, b, c, d] = [own, own >> step, own >> (2 * step), own >> (3 * step)];
        // Adding four bits: `pair` is the carry of each half, `odd` its sum.
        let (pair_low, odd_low, pair_high, odd_high) = (a & b, a ^ b, c & d, c ^ d);
        let two =
            (pair_low ^ pair_high) & !(odd_low | odd_high) | (odd_low & odd_high & !(pair_low | pair_high));
        let three = (pair_low & odd_high) | (pair_high & odd_low);
        worth += TWO * (two & fours).count() as i32 + THREE * (three & fours).count() as i32;
    }
    worth
}

impl<S: Shape> StaticEvaluator<Connect4<S>> for Evaluation {
    fn look(&self, game: &Connect4<S>, board: &Board<S::Bits>, player: Player) -> i32 {
        match self {
            Evaluation::Zero => 0,
            Evaluation::Lines => {
                let own = Connect4::<S>::stones(board, player);
                let other = board.all ^ own;
                open_fours(game, own, other) - open_fours(game, other, own)
            }
        }
    }
    fn bounds(&self, _: &Connect4<S>) -> (i32, i32) {
        // An 8x8 board has 130 fours.
        (-130 * THREE, 130 * THREE)
    }
}

impl<S: Shape<Bits: Number>> Knowledge for Connect4<S> {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("lines", "open fours, by the stones already in them"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Lines })
    }
    uniform_policy!();
    fn oracles(&self) -> &'static [About] {
        const { &[solver::ORACLE] }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Ok(Arc::new(Endings::from_spec(self, spec)?))
    }
    fn specialists(&self) -> &'static [Declaration] {
        &[solver::SOLVER]
    }
    fn specialist(&self, _: &str, args: &Args) -> Result<Box<dyn Search<Self>>, Error> {
        Ok(Box::new(Solver::from_args(self, args)?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::AnyBoard;
    use super::*;
    use plywood_core::{Game, Notation, Turn};

    /// The same worth, cell by cell.
    fn slowly(game: &Connect4<AnyBoard>, board: &Board<u128>, player: Player) -> i32 {
        let rows: Vec<Vec<char>> =
            game.write_position(board).split('/').map(|row| row.chars().collect()).collect();
        let own = if player == Player::FIRST { 'X' } else { 'O' };
        let (height, width) = (rows.len() as i32, rows[0].len() as i32);
        let mut worth = 0;
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..4).map(|step| (row + down * step, column + right * step));
                let inside = |(r, c): (i32, i32)| r >= 0 && r < height && c >= 0 && c < width;
                if !cells.clone().all(inside) {
                    continue;
                }
                let letters: Vec<char> = cells.map(|(r, c)| rows[r as usize][c as usize]).collect();
                if letters.iter().all(|letter| *letter == own || *letter == '.') {
                    worth += match letters.iter().filter(|letter| **letter == own).count() {
                        2 => TWO,
                        3 => THREE,
                        _ => 0,
                    };
                }
            }
        }
        worth
    }

    #[test]
    fn lines_equal_the_slow_count() {
        let mut rng = plywood_core::random::seeded(1);
        for (columns, rows) in [(7, 6), (8, 8), (4, 5), (3, 3)] {
            let game = Connect4 { shape: AnyBoard::new(columns, rows) };
            for _ in 0..30 {
                let mut board = game.start();
                while let Turn::Player(player) = game.turn(&board) {
                    let slow = slowly(&game, &board, player) - slowly(&game, &board, player.other());
                    assert_eq!(Evaluation::Lines.look(&game, &board, player), slow);
                    board = game.play(&board, game.random_move(&board, &mut rng));
                }
            }
        }
    }
}
