//! Suites: files of positions, some with known scores or best moves.
//!
//! The game decides the format of a line ([`crate::Notation::read_problem`]): OBF in Othello, columns and a
//! score in connect four. Lines that start with `#` or `%` are remarks. A file of whole games, in a format
//! that the game knows ([`crate::Notation::read_games`]), gives one position of each game.

use std::collections::HashSet;

use crate::error::Error;
use crate::facade::{AnyGame, AnyLine, AnyRecorded};
use crate::game::Turn;
use crate::played::Recorded;

/// A position of a suite.
pub struct Problem {
    /// The number of its line or of its game in the file, counted from one.
    pub number: usize,
    /// Its line; the position where the file has games.
    pub text: String,
    /// The position.
    pub line: Box<dyn AnyLine>,
    /// The exact score in the view of a search's report, where the file gives it.
    pub score: Option<f64>,
    /// The best moves, where the file names them.
    pub best: Vec<String>,
}

/// Reads a file of positions; an error names the line.
///
/// # Errors
///
/// If a line cannot be read; the error names the line.
pub fn read(game: &dyn AnyGame, text: &str) -> Result<Vec<Problem>, Error> {
    let filled = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let problems = filled.filter(|(_, line)| !line.starts_with(['#', '%'])).map(|(index, text)| {
        let read = || {
            let (line, score) = game.read_problem(text)?;
            let best = game.read_best(&*line, text)?;
            Ok(Problem { number: index + 1, text: text.to_string(), line, score, best })
        };
        read().map_err(|error: Error| error.context(format!("line {}", index + 1)))
    });
    let problems: Vec<Problem> = problems.collect::<Result<_, Error>>()?;
    if problems.is_empty() { Err(Error::new("the file has no position")) } else { Ok(problems) }
}

/// Reads a file of positions, or of games: of those the position after a number of plies, or without a number
/// the one whose score is known, or the last. Games that are over by then give none, and no two give the
/// same.
///
/// # Errors
///
/// If the file cannot be read as games or as lines of positions; the error names the place.
pub fn read_file(game: &dyn AnyGame, file: &[u8], plies: Option<usize>) -> Result<Vec<Problem>, Error> {
    if let Some(games) = game.read_games(file) {
        return of_games(games?, plies);
    }
    let text = std::str::from_utf8(file).map_err(|error| {
        let line = file[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        Error::new(format!("line {line}: the file is neither text nor games that {} reads", game.spec()))
    })?;
    match plies {
        None => read(game, text),
        Some(_) => Err(Error::new("plies are counted in files of games; this one has positions")),
    }
}

fn of_games(games: Vec<AnyRecorded>, plies: Option<usize>) -> Result<Vec<Problem>, Error> {
    let (mut problems, mut seen) = (Vec::new(), HashSet::new());
    let count = games.len();
    for (index, Recorded { mut line, score }) in games.into_iter().enumerate() {
        let length = line.steps().len();
        let wanted = plies.or(score.map(|known| known.0)).unwrap_or(length);
        if wanted > length {
            continue;
        }
        for _ in wanted..length {
            line.undo();
        }
        let text = line.position();
        if line.turn() != Turn::Over && seen.insert(text.clone()) {
            let score = score.filter(|known| known.0 == wanted).map(|known| known.1);
            problems.push(Problem { number: index + 1, text, line, score, best: Vec::new() });
        }
    }
    match problems.is_empty() {
        false => Ok(problems),
        true => Err(Error::new(match plies {
            Some(plies) => {
                format!("none of the {count} games of the file is still going after {plies} plies")
            }
            None => format!(
                "the {count} games of the file are over at their ends: say after how many plies, plies=8"
            ),
        })),
    }
}
