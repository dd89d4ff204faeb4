//! How positions, moves and events are written, read, drawn and shown.
//!
//! Searches do not need a notation; people and files do. Everything that is written reads back without loss.

use std::ops::ControlFlow;

use crate::error::{Error, one_of};
use crate::game::{Game, Step, StepOf, Turn};
use crate::line::Line;
use crate::picture::{Picture, plain::plain};
use crate::played::{Occasion, Played, Recorded};

/// The step that led to a position, and where it was made.
pub type LastOf<'a, G> = (&'a <G as Game>::Position, StepOf<G>);

/// The text of a game.
///
/// ```
/// use plywood_core::{Game, Notation};
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let position = TicTacToe.play(&TicTacToe.start(), 4);
/// let text = TicTacToe.write_position(&position);
/// assert_eq!(TicTacToe.read_position(&text)?, position);
/// assert_eq!(TicTacToe.write_move(&TicTacToe.start(), 4), "b2");
/// # Ok::<(), plywood_core::Error>(())
/// ```
pub trait Notation: Game {
    /// The position as text that [`Notation::read_position`] reads back without loss.
    fn write_position(&self, position: &Self::Position) -> String;
    /// The part of a position's text that identifies the position: positions have the same key exactly when
    /// they have the same essence. It is the whole text but for what only the rules of history read, such as
    /// counters of moves.
    fn write_essence(&self, position: &Self::Position) -> String {
        self.write_position(position)
    }
    /// Reads a position; refuses what cannot occur.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game, or one that cannot occur.
    fn read_position(&self, text: &str) -> Result<Self::Position, Error>;
    /// The move as text, unambiguous among the moves of the position.
    fn write_move(&self, position: &Self::Position, chosen: Self::Move) -> String;
    /// The position as a picture in characters.
    fn draw(&self, position: &Self::Position) -> String;

    /// The position as a picture with what clicks on it mean, and what the last step changed where one is given. By
    /// default the drawing in characters, and a button for each move.
    fn picture(&self, position: &Self::Position, _last: Option<LastOf<Self>>) -> Picture {
        let mut names = Vec::new();
        if let Turn::Player(_) = self.turn(position) {
            let _ = self.moves(position, |chosen| {
                names.push(self.write_move(position, chosen));
                ControlFlow::<()>::Continue(())
            });
        }
        plain(&self.draw(position), names)
    }

    /// Reads a legal move of the position. By default the move that is written this way, letter case aside.
    ///
    /// # Errors
    ///
    /// If the text is no legal move of the position.
    ///
    /// ```
    /// use plywood_core::{Game, Notation};
    /// use plywood_small_games::tictactoe::TicTacToe;
    ///
    /// assert_eq!(TicTacToe.read_move(&TicTacToe.start(), "B2")?, 4);
    /// assert!(TicTacToe.read_move(&TicTacToe.start(), "d4").is_err());
    /// # Ok::<(), plywood_core::Error>(())
    /// ```
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        let mut written = Vec::new();
        let found = self
            .moves(position, |chosen| find(text, self.write_move(position, chosen), &mut written, chosen));
        found.break_value().ok_or_else(|| {
            Error::new(format!("{:?} is not a legal move here; legal: {}", text.trim(), one_of(written)))
        })
    }

    /// The event as text, unambiguous among the events of the position.
    fn write_event(&self, _position: &Self::Position, event: Self::Event) -> String {
        format!("{event:?}")
    }

    /// Reads a possible event of the position. By default the event that is written this way, letter case aside.
    ///
    /// # Errors
    ///
    /// If the text is no possible event of the position.
    fn read_event(&self, position: &Self::Position, text: &str) -> Result<Self::Event, Error> {
        let mut written = Vec::new();
        let found = self.events(position, |event, _, _| {
            find(text, self.write_event(position, event), &mut written, event)
        });
        found.break_value().ok_or_else(|| {
            Error::new(format!("{:?} cannot happen here; possible: {}", text.trim(), one_of(written)))
        })
    }

    /// Reads a line of a suite: a position, and its exact score in the view of a search's report, where the
    /// line gives it. By default a position as it is written, and the score after a `;`.
    ///
    /// # Errors
    ///
    /// If the text before the score is no position, or the score is no number.
    fn read_problem(&self, text: &str) -> Result<(Self::Position, Option<f64>), Error> {
        let (position, score) = split_score(text)?;
        Ok((self.read_position(position)?, score))
    }

    /// The best moves that a line of a suite names for its position; none where it names none.
    ///
    /// # Errors
    ///
    /// If a best move that the line names is no legal move.
    fn read_best(&self, _position: &Self::Position, _text: &str) -> Result<Vec<Self::Move>, Error> {
        Ok(Vec::new())
    }

    /// Reads a file of whole games in one of the formats that people of this game keep theirs in; none where the file
    /// is in none of them, and is read as lines of positions.
    fn read_games(&self, _file: &[u8]) -> Option<Result<Vec<Recorded<Line<Self>>>, Error>> {
        None
    }

    /// The score by which people count an exact value: the payoff, unless the game counts otherwise (connect four:
    /// by the winner's stones that are left). None where payoff and distance to the end do not tell it.
    fn score(&self, _position: &Self::Position, payoff: f64, _distance: Option<u32>) -> Option<f64> {
        Some(payoff)
    }

    /// The key and value of the game's spec under which payoffs are what scores count, where by these rules they are
    /// not (Othello: discs, not wins).
    fn scored_by(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// A finished game in the format that people of this game keep theirs in; none where it has none of its own, and
    /// the common one will do.
    fn write_record(&self, _played: &Played, _occasion: &Occasion) -> Option<String> {
        None
    }

    /// The unit of scores that are more than won and lost: discs, seeds, the winner's stones.
    fn unit(&self) -> &'static str {
        "points"
    }

    /// A move or an event as text.
    fn write_step(&self, position: &Self::Position, step: StepOf<Self>) -> String {
        match step {
            Step::Move(chosen) => self.write_move(position, chosen),
            Step::Event(event) => self.write_event(position, event),
        }
    }
}

/// The text before the last `;` of a line, and the number after it if there is one.
///
/// # Errors
///
/// If what follows the last `;` is no number.
///
/// ```
/// use plywood_core::notation::split_score;
///
/// assert_eq!(split_score("44444;-2")?, ("44444", Some(-2.0)));
/// assert_eq!(split_score("44444")?, ("44444", None));
/// # Ok::<(), plywood_core::Error>(())
/// ```
pub fn split_score(text: &str) -> Result<(&str, Option<f64>), Error> {
    match text.rsplit_once(';') {
        None => Ok((text, None)),
        Some((position, rest)) if rest.trim().is_empty() => Ok((position, None)),
        Some((position, rest)) => rest
            .trim()
            .parse()
            .map(|score| (position, Some(score)))
            .map_err(|_| Error::at(text, position.len() + 1, format!("expected a score, found {rest:?}"))),
    }
}

/// Breaks with what is written as the text asked for; else remembers how it is written.
fn find<T>(text: &str, name: String, written: &mut Vec<String>, what: T) -> ControlFlow<T> {
    if name.eq_ignore_ascii_case(text.trim()) {
        return ControlFlow::Break(what);
    }
    written.push(name);
    ControlFlow::Continue(())
}
