//! Sets of solved positions as Pons published them: the columns played from the start, a space, and the score.
//!
//! The score of a draw is zero. The winner's score is the number of stones that the winner has left after the
//! winning one, plus one; the loser's is its negation. The earlier a win, the higher the score. A line may
//! also be a position as it is written elsewhere, and the score after a `;`.

use plywood_core::notation::split_score;
use plywood_core::{Error, Game, Notation, Turn};

use super::shape::{Bits, Shape};
use super::{Board, Connect4};

/// Reads a line of a set.
pub(super) fn read<S: Shape>(game: &Connect4<S>, text: &str) -> Result<(Board<S::Bits>, Option<f64>), Error> {
    let columns = text.split_whitespace().next().unwrap_or_default();
    if columns.is_empty() || !columns.bytes().all(|letter| letter.is_ascii_digit()) {
        let (position, score) = split_score(text)?;
        return Ok((game.read_position(position)?, score));
    }
    let start = text.len() - text.trim_start().len();
    let mut board = game.start();
    for (place, letter) in columns.char_indices() {
        let wrong = |error: Error| Error::at(text, start + place, error.to_string());
        if game.turn(&board) == Turn::Over {
            return Err(wrong(Error::new("the game is over before this column is played")));
        }
        let column = game.read_move(&board, letter.encode_utf8(&mut [0; 4])).map_err(wrong)?;
        board = game.play(&board, column);
    }
    let rest = text[start + columns.len()..].trim();
    let score = match rest {
        "" => None,
        number => Some(number.parse().map_err(|_| {
            Error::at(text, text.len() - rest.len(), format!("expected a score, found {rest:?}"))
        })?),
    };
    Ok((board, score))
}

/// One more than the stones that the winner has left, when the game is won this number of plies from here.
pub(super) fn stones_left<S: Shape>(game: &Connect4<S>, board: &Board<S::Bits>, distance: u32) -> f64 {
    let cells = game.shape.columns() * game.shape.rows();
    let played = board.all.count() + distance;
    // The first player's stones are the odd ones.
    let (own, most) =
        if played % 2 == 1 { (played.div_ceil(2), cells.div_ceil(2)) } else { (played / 2, cells / 2) };
    f64::from(1 + most - own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::shape::{AnyBoard, Standard};

    const GAME: Connect4<Standard> = Connect4 { shape: Standard };

    #[test]
    fn columns_and_scores_are_read() {
        let (board, score) = GAME.read_problem("4453 -7").unwrap();
        assert_eq!(GAME.write_position(&board), "......./......./......./......./...O.../..OXX..");
        assert_eq!(score, Some(-7.0));
        assert_eq!(GAME.read_problem("4453").unwrap(), (board, None));
        let written = GAME.write_position(&board);
        assert_eq!(GAME.read_problem(&format!("{written}; 3")).unwrap(), (board, Some(3.0)));
    }

    #[test]
    fn wrong_lines_name_the_column() {
        for (text, column, says) in [
            ("4448", 4, "not a legal move"),
            ("4444444 1", 7, "not a legal move"),
            ("12121212 1", 8, "over before"),
            ("44 x", 4, "expected a score"),
        ] {
            let error = GAME.read_problem(text).unwrap_err();
            assert_eq!(error.column(), Some(column), "{error}");
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn the_score_counts_the_winners_stones() {
        let score = |text: &str, payoff, distance| {
            let (board, _) = GAME.read_problem(text).unwrap();
            GAME.score(&board, payoff, distance)
        };
        // The first player wins with the fourth stone: 18 of 21 are left with that one.
        assert_eq!(score("121212", 1.0, Some(1)), Some(18.0));
        // The same a ply earlier, as the other one sees it.
        assert_eq!(score("12121", -1.0, Some(2)), Some(-18.0));
        // The empty board is won with the 41st stone.
        assert_eq!(score("4", -1.0, Some(40)), Some(-1.0));
        assert_eq!(score("4", 0.0, None), Some(0.0));
        assert_eq!(score("4", 1.0, None), None);
        // On an odd board the first player has a stone more.
        let odd = Connect4 { shape: AnyBoard::new(5, 5) };
        assert_eq!(odd.score(&odd.start(), 1.0, Some(25)), Some(1.0));
        assert_eq!(odd.score(&odd.start(), -1.0, Some(24)), Some(-1.0));
    }
}
