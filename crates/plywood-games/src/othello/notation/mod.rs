//! Positions and games as text and files.
//!
//! [`transcript`]: `f5d6c3`, read and written. [`obf`]: positions with the scores of moves, one a line, read and
//! written. [`ggf`]: games, read and written; [`wthor`]: games, read. Errors name the line and the column, or the byte of a binary file.

pub mod ggf;
pub mod obf;
pub mod transcript;
pub mod wthor;

use plywood_core::Error;
use plywood_core::notation::split_score;

use super::{Board, Othello};

/// Reads a position: an OBF board, or a transcript from the start.
pub(super) fn read_position(game: &Othello, text: &str) -> Result<Board, Error> {
    let trimmed = text.trim();
    let shift = text.len() - text.trim_start().len();
    if trimmed.len() < 2 || game.square(trimmed.get(..2).unwrap_or("")).is_none() {
        return obf::read_board(game, trimmed).map_err(|error| error.within(text, shift));
    }
    let line = transcript::read(game, trimmed).map_err(|error| error.within(text, shift))?;
    Ok(*line.position())
}

/// Reads a line of a suite: OBF, whose best move's score is the position's in discs; or a position, and perhaps a score
/// after a `;`.
pub(super) fn read_problem(game: &Othello, text: &str) -> Result<(Board, Option<f64>), Error> {
    let line = text.split('%').next().unwrap_or_default();
    if line.contains(':') {
        let record = obf::read_line(game, line)?;
        return Ok((record.board, record.scores.iter().map(|(_, score)| f64::from(*score)).reduce(f64::max)));
    }
    let (position, score) = split_score(line)?;
    Ok((read_position(game, position)?, score))
}

/// Puts the number of the line in front of an error about a line.
fn in_line(number: usize) -> impl Fn(Error) -> Error {
    move |error| error.context(format!("line {number}"))
}
