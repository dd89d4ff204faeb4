//! Positions and games as text and files.
//!
//! [`transcript`]: `f5d6c3`, read and written. [`obf`]: positions with the scores of moves, one a line, read and
//! written. [`ggf`] and [`wthor`]: games, read. Errors name the line and the column, or the byte of a binary file.

pub mod ggf;
pub mod obf;
pub mod transcript;
pub mod wthor;

use plywood_core::Error;

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

/// Puts the number of the line in front of an error about a line.
fn in_line(number: usize) -> impl Fn(Error) -> Error {
    move |error| error.context(format!("line {number}"))
}
