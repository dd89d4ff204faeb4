//! Suites: files of positions, a line each, some with the score that is known for them.
//!
//! What a line looks like is the game's business ([`crate::Notation::read_problem`]): OBF in Othello, columns and a
//! score in connect four. Lines that start with `#` or `%` are remarks.

use crate::error::Error;
use crate::facade::{AnyGame, AnyLine};

/// A position of a suite.
pub struct Problem {
    /// The number of its line in the file, counted from one.
    pub number: usize,
    /// Its line.
    pub text: String,
    /// The position.
    pub line: Box<dyn AnyLine>,
    /// The exact score for whoever's view a search reports, where the file says it.
    pub score: Option<f64>,
}

/// Reads a file of positions; an error names the line.
pub fn read(game: &dyn AnyGame, text: &str) -> Result<Vec<Problem>, Error> {
    let filled = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let problems = filled.filter(|(_, line)| !line.starts_with(['#', '%'])).map(|(index, text)| {
        let (line, score) =
            game.read_problem(text).map_err(|error| error.context(format!("line {}", index + 1)))?;
        Ok(Problem { number: index + 1, text: text.to_string(), line, score })
    });
    let problems: Vec<Problem> = problems.collect::<Result<_, Error>>()?;
    if problems.is_empty() { Err(Error::new("the file has no position")) } else { Ok(problems) }
}
