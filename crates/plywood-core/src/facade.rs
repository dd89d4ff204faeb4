//! Games, lines and players behind object-safe traits, with moves and positions as text.
//!
//! The command line, the lab, the page and other languages use games and players through these traits. They
//! cost one virtual call a search, never one a node. The adapter in `plywood-players` puts typed games behind
//! them.

use std::any::Any;

use crate::budget::Stop;
use crate::declaration::Declaration;
use crate::error::Error;
use crate::game::{Game, Nature, Player, Turn};
use crate::line::Line;
use crate::notation::split_score;
use crate::picture::{Picture, plain::plain};
use crate::played::{Occasion, Played, Recorded};
use crate::random::Rng;
use crate::report::Report;
use crate::spec::{About, Args, Spec};
use crate::task::Task;
use crate::trace::Trace;

/// A game that a file records, whatever its types.
pub type AnyRecorded = Recorded<Box<dyn AnyLine>>;

/// A game, whatever its types.
pub trait AnyGame: Send + Sync {
    /// The spec that makes this game again.
    fn spec(&self) -> String;
    /// The spec as all are written that mean this game.
    fn normal(&self) -> String {
        self.spec()
    }
    /// The identity of the code that plays it ([`crate::code`]); by default the file that runs.
    fn code(&self) -> String {
        crate::code::of_file()
    }
    /// The game's declaration about itself.
    fn nature(&self) -> Nature;
    /// The evaluators by name; the first is the default.
    fn evaluators(&self) -> &'static [About];
    /// The playout policies by name; the first is the default.
    fn policies(&self) -> &'static [About];
    /// The oracles by name.
    fn oracles(&self) -> &'static [About];
    /// The players of this game alone.
    fn specialists(&self) -> &[Declaration];
    /// Bytes that one of them takes at most for what it knows beforehand, given its checked arguments.
    fn specialist_bytes(&self, _name: &str, _args: &Args) -> Result<u64, Error> {
        Ok(0)
    }
    /// A line at the game's start.
    fn start(&self) -> Box<dyn AnyLine>;
    /// A line that starts from a position given as text.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game.
    fn read(&self, position: &str) -> Result<Box<dyn AnyLine>, Error>;
    /// Reads a line of a suite: a position, and its exact score where the line says it.
    ///
    /// # Errors
    ///
    /// If the text is no position, or its score is no number.
    fn read_problem(&self, text: &str) -> Result<(Box<dyn AnyLine>, Option<f64>), Error> {
        let (position, score) = split_score(text)?;
        Ok((self.read(position)?, score))
    }
    /// The best moves that a line of a suite names; `line` is what [`AnyGame::read_problem`] read of it.
    ///
    /// # Errors
    ///
    /// If a best move that the line names is no legal move.
    fn read_best(&self, _line: &dyn AnyLine, _text: &str) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }
    /// Reads a file of whole games in one of the game's own formats; none where the file is in none of them.
    fn read_games(&self, _file: &[u8]) -> Option<Result<Vec<AnyRecorded>, Error>> {
        None
    }
    /// The key and value of the spec under which payoffs are what scores count, where they are not.
    fn scored_by(&self) -> Option<(&'static str, &'static str)> {
        None
    }
    /// A finished game in the game's own format, where it has one.
    fn record(&self, _played: &Played, _occasion: &Occasion) -> Option<String> {
        None
    }
    /// The unit of scores that are more than won and lost: discs, seeds, the winner's stones.
    fn unit(&self) -> &'static str {
        "points"
    }
    /// Makes a player of this game.
    ///
    /// # Errors
    ///
    /// If no player has the name, it does not fit the game, or a key or a value of the spec is wrong.
    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error>;
    /// The value of an evaluation at the end of a line, in its own points: for the player on turn, or for the
    /// first player if the game is over.
    ///
    /// # Errors
    ///
    /// If the game has no such evaluation, or the line belongs to another game.
    fn evaluate(&self, line: &dyn AnyLine, evaluation: &Spec) -> Result<f64, Error> {
        let _ = line;
        Err(evaluation.error(format!("{} has no evaluations", self.spec())))
    }
    /// Counts the positions after `depth` plies.
    ///
    /// # Errors
    ///
    /// If the game's chance events can only be drawn, the line belongs to another game, or the flag was
    /// raised.
    fn perft(&self, line: &dyn AnyLine, depth: u32, stop: &Stop) -> Result<Perft, Error>;
    /// Runs the typed half of the conformance suite along random games; panics at the first thing that is wrong. A
    /// build without debug assertions may run the facade's half instead.
    fn conform(&self, games: u64);
}

/// Makes a game from its spec: how games are handed to what knows none.
pub type GameMaker<'a> = dyn Fn(&str) -> Result<Box<dyn AnyGame>, Error> + Sync + 'a;

/// How many positions there are at a depth, and how many games were over earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Perft {
    /// Positions at exactly that many plies.
    pub leaves: u64,
    /// Games that were over earlier.
    pub finished: u64,
}

/// A game so far, whatever its types.
pub trait AnyLine: Send {
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// The legal moves; empty unless a player is on turn.
    fn moves(&self) -> Vec<String>;
    /// The kind of each legal move ([`crate::Game::category`]), in the order of [`AnyLine::moves`]; all alike where
    /// nothing tells them apart.
    fn categories(&self) -> Vec<u16> {
        vec![0; self.moves().len()]
    }
    /// The possible events with their probabilities; empty unless chance is on turn and can be listed.
    fn events(&self) -> Vec<(String, f64)>;
    /// Plays a move or lets an event happen; a refusal leaves the line as it was.
    ///
    /// # Errors
    ///
    /// If the text is no legal move and no possible event, or the game is over.
    fn step(&mut self, text: &str) -> Result<(), Error>;
    /// Draws an event and lets it happen. Only for chance's turn.
    fn sample(&mut self, rng: &mut Rng) -> String;
    /// Takes the last step back; false at the start.
    fn undo(&mut self) -> bool;
    /// The moves and events since the start.
    fn steps(&self) -> Vec<String>;
    /// The payoff of each player. Only for a finished game.
    fn payoffs(&self) -> Vec<f64>;
    /// How a finished game ended: `rules`, `history`, or the game's own word.
    fn ending(&self) -> String;
    /// The position now, as text that [`AnyGame::read`] reads back.
    fn position(&self) -> String;
    /// The position the line started from.
    fn start(&self) -> String;
    /// The position as a picture in characters.
    fn draw(&self) -> String;
    /// The position as a picture, with what the last step changed and what clicks mean.
    fn picture(&self) -> Picture {
        plain(&self.draw(), self.moves())
    }
    /// The score by which people count an exact value of the position; none where the payoff and the distance to the
    /// end do not tell it.
    fn score(&self, payoff: f64, _distance: Option<u32>) -> Option<f64> {
        Some(payoff)
    }
    /// The key of the position.
    fn key(&self) -> u64;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyLine>;
    /// The typed line, for [`typed`](trait.AnyLine.html#method.typed).
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyLine + '_ {
    /// The typed line, for who knows the game: none where it is one of another type.
    pub fn typed<G: Game>(&self) -> Option<&Line<G>> {
        self.as_any().downcast_ref()
    }
}

/// A player, whatever its types.
pub trait AnyPlayer: Send {
    /// The spec that makes this player again.
    fn spec(&self) -> String;
    /// The spec as all are written that mean this player: keys in their order, defaults left out, numbers spelled alike.
    fn normal(&self) -> String {
        self.spec()
    }
    /// Forgets everything about earlier games; by default there is nothing to forget.
    fn new_game(&mut self) {}
    /// Thinks about the end of the line, within its own budget and the task's. Where neither sets anything it takes a
    /// second ([`crate::Budget::UNSET`]); with [`crate::Budget::ENDLESS`] it goes on until it is done.
    ///
    /// # Errors
    ///
    /// If the line belongs to other rules, the player does not keep a budget of the task, or another program
    /// fails.
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error>;
    /// Searches to a small depth and returns every call of the search, up to a limit, for drawing.
    ///
    /// # Errors
    ///
    /// If the line belongs to other rules, or the search cannot be drawn.
    fn trace(&mut self, line: &dyn AnyLine, limit: usize) -> Result<Trace, Error>;
}

/// Takes steps back to the last turn of a player who is meant; false, and nothing is changed, where there was none.
pub fn take_back(line: &mut dyn AnyLine, meant: impl Fn(Player) -> bool) -> bool {
    let steps = line.steps();
    while line.undo() {
        if matches!(line.turn(), Turn::Player(mover) if meant(mover)) {
            return true;
        }
    }
    // Only others have moved so far: everything is put back.
    for step in steps {
        if line.step(&step).is_err() {
            break;
        }
    }
    false
}
