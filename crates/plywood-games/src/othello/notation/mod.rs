//! Positions and games as text and files.
//!
//! [`transcript`]: `f5d6c3`, read and written. [`obf`]: positions with the scores of moves, one a line, read and
//! written. [`ggf`]: games, read and written; [`wthor`]: games, read. Errors name the line and the column, or the byte of a binary file.

pub mod ggf;
pub mod obf;
pub mod transcript;
pub mod wthor;

use plywood_core::notation::split_score;
use plywood_core::{Error, Line, Recorded, Step};

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

/// The moves that a line of OBF scores highest.
pub(super) fn read_best(game: &Othello, text: &str) -> Result<Vec<u8>, Error> {
    let line = text.split('%').next().unwrap_or_default();
    if !line.contains(':') {
        return Ok(Vec::new());
    }
    let scores = obf::read_line(game, line)?.scores;
    let most = scores.iter().map(|(_, score)| *score).max();
    Ok(scores.into_iter().filter(|(_, score)| Some(*score) == most).map(|(chosen, _)| chosen).collect())
}

/// Reads a file of games, GGF or WTHOR; none where it is neither.
pub(super) fn read_games(game: &Othello, file: &[u8]) -> Option<Result<Vec<Recorded<Line<Othello>>>, Error>> {
    // Text has no zeros, and the header of WTHOR always has some.
    if file.contains(&0) {
        let games = wthor::read(file);
        return Some(games.and_then(|games| {
            let scored = games.into_iter().map(|played| (played.scored, played.line));
            scored.enumerate().map(|(index, (score, line))| by_rules(game, index, &line, score)).collect()
        }));
    }
    let text = std::str::from_utf8(file).ok().filter(|text| text.contains("(;"))?;
    Some(ggf::read(text).and_then(|games| {
        let lines = games.into_iter().enumerate();
        lines.map(|(index, played)| by_rules(game, index, &played.line, None)).collect()
    }))
}

/// A game of a file by the rules that are asked for, which may count otherwise.
fn by_rules(
    game: &Othello,
    index: usize,
    line: &Line<Othello>,
    score: Option<(usize, f64)>,
) -> Result<Recorded<Line<Othello>>, Error> {
    let (found, wanted) = (line.game().size(), game.size());
    if found != wanted {
        return Err(Error::new(format!(
            "game {}: its board is {found}x{found}, not {wanted}x{wanted}",
            index + 1
        )));
    }
    let mut same = Line::from(*game, *line.start());
    for step in line.steps() {
        if let Step::Move(chosen) = step {
            same.play(*chosen);
        }
    }
    Ok(Recorded { line: same, score })
}

/// Puts the number of the line in front of an error about a line.
fn in_line(number: usize) -> impl Fn(Error) -> Error {
    move |error| error.context(format!("line {number}"))
}
