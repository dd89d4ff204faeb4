//! Evaluations for lines of action.
//!
//! `centre` is V_c of the opponent-model thesis (section 5.3.2): 10 points for a stone on the four centre squares, 5
//! on the 12 round them, 1 on the 20 round those, 0 on the border. The thesis's two others are networks
//! ([`super::network`]). `modern` is our own sum of several parts ([`super::modern`]). `mobility` and `concentration`
//! are plain functions of other parts of the game, so that opponent models have something to differ in.

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Player, Step};

use super::board::Board;
use super::modern;
use super::network::{Network, POINTS, Sums};
use super::{LinesOfAction, MOST_STONES};
use crate::bits::places as squares;

/// The evaluations of lines of action, each the player's part minus the other's.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// Points for stones near the centre of the board.
    Centre,
    /// Legal moves.
    Mobility,
    /// Nearness of the stones to their centre of mass.
    Concentration,
    /// A sum of parts with these weights.
    Modern(modern::Weights),
    /// A trained network.
    Network(Network),
}

/// The 2x2, 4x4 and 6x6 squares in the middle; a stone gets the points of each that holds it.
const CENTRES: [(u64, i32); 3] =
    [(0x0000_0018_1800_0000, 5), (0x0000_3C3C_3C3C_0000, 4), (0x007E_7E7E_7E7E_7E00, 1)];

/// How far inside the board a square is, from 0 at its border to 3 in the centre.
#[inline]
pub(super) fn ring(square: u8) -> u8 {
    CENTRES.iter().map(|(squares, _)| (squares >> square & 1) as u8).sum()
}

pub(super) fn centre(stones: u64) -> i32 {
    CENTRES.iter().map(|(squares, points)| points * (stones & squares).count_ones() as i32).sum()
}

/// The mean distance of the stones to their centre of mass, in king's moves, in hundredths.
fn dispersion(stones: u64) -> i32 {
    // With rows and columns counted in units of 1/count the centre of mass is their sum: no rounding on the way.
    let count = stones.count_ones() as i32;
    let place = |square: u8| (i32::from(square / 8), i32::from(square % 8));
    let (rows, columns) = squares(stones).map(place).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let distance =
        |(row, column): (i32, i32)| (count * row - rows).abs().max((count * column - columns).abs());
    100 * squares(stones).map(place).map(distance).sum::<i32>() / (count * count)
}

impl Evaluation {
    /// The value of a player's own stones alone.
    fn part(&self, board: &Board, player: Player) -> i32 {
        match self {
            Evaluation::Centre => centre(board.own(player)),
            Evaluation::Mobility => board.count_jumps(player) as i32,
            Evaluation::Concentration => -dispersion(board.own(player)),
            Evaluation::Zero | Evaluation::Modern(_) | Evaluation::Network(_) => 0,
        }
    }
}

impl Evaluator<LinesOfAction> for Evaluation {
    type State = Sums;

    #[inline]
    fn root(&self, _: &LinesOfAction, board: &Board) -> Sums {
        if let Evaluation::Network(network) = self { network.root(board) } else { Sums::default() }
    }
    #[inline]
    fn advance(
        &self,
        _: &LinesOfAction,
        parent: &Sums,
        before: &Board,
        step: StepOf<LinesOfAction>,
        _: &Board,
        child: &mut Sums,
    ) {
        if let (Evaluation::Network(network), Step::Move(jump)) = (self, step) {
            network.advance(parent, before, jump, child);
        }
    }
    #[inline]
    fn evaluate(&self, _: &LinesOfAction, board: &Board, sums: &Sums, player: Player) -> i32 {
        match self {
            Evaluation::Modern(weights) => modern::value(weights, board, player),
            Evaluation::Network(network) if player == Player::FIRST => network.value(sums),
            Evaluation::Network(network) => -network.value(sums),
            _ => self.part(board, player) - self.part(board, player.other()),
        }
    }
    fn range(&self, _: &LinesOfAction) -> (i32, i32) {
        let most = match self {
            Evaluation::Zero => 0,
            // Four stones in the very centre and eight round them, against the border.
            Evaluation::Centre => 4 * 10 + 8 * 5,
            Evaluation::Mobility => 8 * MOST_STONES as i32,
            Evaluation::Concentration => 7 * 100,
            Evaluation::Modern(_) => modern::MOST,
            Evaluation::Network(_) => POINTS as i32,
        };
        (-most, most)
    }
    fn antisymmetric(&self) -> bool {
        true
    }
    fn unit(&self) -> i32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Game;

    #[test]
    fn the_thesis_counts_rings() {
        let points = |square: u8| centre(1 << square);
        let rings: Vec<i32> = (0..8).map(|column| points(3 * 8 + column)).collect();
        assert_eq!(rings, [0, 1, 5, 10, 10, 5, 1, 0]);
        let all: Vec<i32> = (0..64).map(points).collect();
        let with = |value: i32| all.iter().filter(|points| **points == value).count();
        assert_eq!([with(10), with(5), with(1), with(0)], [4, 12, 20, 28]);
    }

    #[test]
    fn the_start_is_even_and_a_tight_group_is_best() {
        let start = LinesOfAction.start();
        for evaluation in [Evaluation::Centre, Evaluation::Mobility, Evaluation::Concentration] {
            assert_eq!(evaluation.evaluate(&LinesOfAction, &start, &Sums::default(), Player::FIRST), 0);
        }
        assert_eq!(Evaluation::Mobility.part(&start, Player::FIRST), 36);
        assert_eq!(dispersion(1 << 5), 0);
        assert_eq!(dispersion(0b1111), 100, "distances 1.5, 0.5, 0.5 and 1.5");
        assert_eq!(dispersion(0x0000_1C1C_1C00_0000), 88, "nine in a square: eight at 1");
    }
}
