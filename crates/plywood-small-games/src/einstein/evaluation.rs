//! How near the corner is, counted in moves and weighed by the die.

use plywood_core::{Player, StaticEvaluator};

use super::{Board, Einstein};

/// The evaluations of EinStein würfelt nicht.
#[derive(Debug, Clone, Copy)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// How much nearer the player is to its corner, on average over the faces of the die: for each face the fewest
    /// moves that a piece it lets move still needs.
    Distance,
}

impl Evaluation {
    /// The sum over the faces; between one and size - 1 for each.
    fn moves_left(game: &Einstein, board: &Board, player: Player) -> u32 {
        let moves_left = |piece: u8| {
            let (rows, columns) = game.way_left(player, board.pieces[player.index()][usize::from(piece)]);
            u32::from(rows.max(columns))
        };
        (1..=game.faces()).filter_map(|face| board.movable(player, face).map(moves_left).min()).sum()
    }
}

impl StaticEvaluator<Einstein> for Evaluation {
    fn look(&self, game: &Einstein, board: &Board, player: Player) -> f64 {
        match self {
            Evaluation::Zero => 0.0,
            Evaluation::Distance => {
                let [own, other] =
                    [player, player.other()].map(|player| f64::from(Self::moves_left(game, board, player)));
                (other - own) / f64::from(game.faces() * (game.size - 1))
            }
        }
    }
    fn bounds(&self, game: &Einstein) -> (f64, f64) {
        let most = f64::from(game.size - 2) / f64::from(game.size - 1);
        (-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Notation;

    #[test]
    fn every_face_counts_the_nearest_piece_it_lets_move() {
        let game = Einstein::new(3);
        // Faces 1 and 2 move the 2, one move away; face 3 moves the 3, two away. The other needs two on every face.
        let board = game.read_position("..3/a.2/... 1 ?").unwrap();
        assert_eq!(Evaluation::moves_left(&game, &board, Player::FIRST), 1 + 1 + 2);
        assert_eq!(Evaluation::moves_left(&game, &board, Player::SECOND), 3);
        let value = Evaluation::Distance.look(&game, &board, Player::SECOND);
        assert_eq!(value, 1.0 / 6.0);
    }
}
