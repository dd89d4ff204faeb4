//! A game so far: the position where it started, and the moves and events since.
//!
//! Searches, players and playouts receive a line instead of a position, because some games end by their
//! history (a repeated position). A line also knows the way back from every position.

use std::ops::ControlFlow;

use crate::error::Error;
use crate::game::{Game, Player, Step, StepOf, Turn};
use crate::notation::Notation;
use crate::random::Rng;

/// A start, and the moves and events since.
///
/// ```
/// use plywood_core::Line;
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let mut line = Line::new(TicTacToe);
/// line.play(4);
/// line.play(0);
/// assert_eq!(line.steps().len(), 2);
/// assert_eq!(line.positions().len(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct Line<G: Game> {
    game: G,
    /// Every position from the start to now; one more than there are steps.
    positions: Vec<G::Position>,
    keys: Vec<u64>,
    steps: Vec<StepOf<G>>,
    /// Whether the game can end by history at all.
    history: bool,
    /// The first player's payoff where history has ended the game.
    ended: Option<G::Value>,
}

impl<G: Game> Line<G> {
    /// A line at the game's own start.
    pub fn new(game: G) -> Line<G> {
        let start = game.start();
        Line::from(game, start)
    }

    /// A line that starts from a position.
    ///
    /// ```
    /// use plywood_core::{Game, Line};
    /// use plywood_small_games::tictactoe::TicTacToe;
    ///
    /// let position = TicTacToe.play(&TicTacToe.start(), 4);
    /// let line = Line::from(TicTacToe, position);
    /// assert!(line.steps().is_empty() && *line.start() == position);
    /// ```
    pub fn from(game: G, start: G::Position) -> Line<G> {
        let keys = vec![game.key(&start)];
        let history = game.nature().history;
        Line { game, positions: vec![start], keys, steps: Vec::new(), history, ended: None }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }
    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("a line has a start")
    }
    /// The position the line started from.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }
    /// The moves and events since the start.
    pub fn steps(&self) -> &[StepOf<G>] {
        &self.steps
    }
    /// The positions from the start to now.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }
    /// The keys of the positions from the start to now.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Whose turn it is, history counted.
    pub fn turn(&self) -> Turn {
        if self.ended.is_some() { Turn::Over } else { self.game.turn(self.position()) }
    }

    /// The first legal move, which a search answers that found none; none unless a player is on turn.
    pub fn first_move(&self) -> Option<G::Move> {
        match self.turn() {
            Turn::Player(_) => self.game.moves(self.position(), ControlFlow::Break).break_value(),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The first player's payoff if the game's history has ended it.
    pub fn ended_by_history(&self) -> Option<G::Value> {
        self.ended
    }

    /// The payoff of a player. Only for a finished game.
    pub fn payoff(&self, player: Player) -> G::Value {
        match self.ended {
            Some(payoff) if player == Player::FIRST => payoff,
            Some(payoff) => -payoff,
            None => self.game.payoff(self.position(), player),
        }
    }

    fn push(&mut self, step: StepOf<G>, after: G::Position) {
        self.ended = if self.history { self.game.ended_by_history(&after, &self.keys) } else { None };
        self.keys.push(self.game.key(&after));
        self.positions.push(after);
        self.steps.push(step);
    }

    /// Plays a legal move.
    pub fn play(&mut self, chosen: G::Move) {
        let after = self.game.play(self.position(), chosen);
        self.push(Step::Move(chosen), after);
    }

    /// Lets a possible event happen.
    pub fn happen(&mut self, event: G::Event) {
        let after = self.game.happen(self.position(), event);
        self.push(Step::Event(event), after);
    }

    /// Draws an event and lets it happen.
    pub fn sample(&mut self, rng: &mut Rng) -> G::Event {
        let (event, after) = self.game.sample(self.position(), rng);
        self.push(Step::Event(event), after);
        event
    }

    /// Takes the last step back; false at the start.
    ///
    /// ```
    /// use plywood_core::Line;
    /// use plywood_small_games::tictactoe::TicTacToe;
    ///
    /// let mut line = Line::new(TicTacToe);
    /// line.play(4);
    /// assert!(line.undo());
    /// assert!(!line.undo());
    /// ```
    pub fn undo(&mut self) -> bool {
        if self.steps.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.keys.pop();
        self.ended = None;
        true
    }
}

impl<G: Notation> Line<G> {
    /// Plays a move or lets an event happen, given as text; a refusal leaves the line as it was.
    ///
    /// # Errors
    ///
    /// If the game is over, or the text is no legal move and no possible event here.
    ///
    /// ```
    /// use plywood_core::Line;
    /// use plywood_small_games::tictactoe::TicTacToe;
    ///
    /// let mut line = Line::new(TicTacToe);
    /// assert!(line.try_step("b2").is_ok());
    /// assert!(line.try_step("b2").is_err()); // the cell is taken
    /// assert_eq!(line.steps().len(), 1);
    /// ```
    pub fn try_step(&mut self, text: &str) -> Result<(), Error> {
        match self.turn() {
            Turn::Over => Err(Error::new(format!("the game is over: {text:?} cannot be played"))),
            Turn::Chance => {
                let event = self.game.read_event(self.position(), text)?;
                self.happen(event);
                Ok(())
            }
            Turn::Player(_) => {
                let chosen = self.game.read_move(self.position(), text)?;
                self.play(chosen);
                Ok(())
            }
        }
    }

    /// The text of the step with this number.
    pub fn write_step(&self, index: usize) -> String {
        self.game.write_step(&self.positions[index], self.steps[index])
    }
}
