//! A game so far: the position, the steps that led to it, and the legal moves.

use std::sync::{Arc, Mutex};

use plywood::core::picture::Theme;
use plywood::{AnyLine, Player as Seat, Stop, Turn, seeded};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::data;
use crate::game::{Game, Inner};
use crate::search::{Player, Report, Search, Tree, read_budget};
use crate::trouble::{error, guarded};
use crate::waiting::aside;

/// A position with the moves and events that led to it. `step` and `undo` change it, `play` gives a new one.
#[pyclass(frozen, module = "plywood")]
pub struct Position {
    pub inner: Arc<Inner>,
    line: Mutex<Box<dyn AnyLine>>,
}

impl Position {
    pub fn new(inner: Arc<Inner>, line: Box<dyn AnyLine>) -> Position {
        Position { inner, line: Mutex::new(line) }
    }

    /// Does something with the line; what the game raises is the error.
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyLine) -> T) -> PyResult<T> {
        // Another thread that has it may be waiting for the interpreter in a game written in Python.
        let mut line = match self.line.lock_py_attached(py) {
            Ok(line) => line,
            Err(poisoned) => poisoned.into_inner(),
        };
        guarded(self.inner.trouble(), || work(&mut **line))
    }

    /// A copy of the line.
    pub fn line(&self, py: Python<'_>) -> PyResult<Box<dyn AnyLine>> {
        self.with(py, |line| line.boxed_clone())
    }

    fn turn(&self, py: Python<'_>) -> PyResult<Turn> {
        self.with(py, |line| line.turn())
    }

    fn refuse(&self, wanted: &str, turn: Turn) -> PyErr {
        let why = match turn {
            Turn::Over => "the game is over".to_string(),
            Turn::Chance => "chance is on turn".to_string(),
            Turn::Player(Seat(player)) => format!("player {player} is on turn"),
        };
        error(format!("{wanted}: {why}"))
    }
}

/// Steps as they are given to `play`; a number is as good as its text.
fn steps(given: &Bound<'_, PyTuple>) -> PyResult<Vec<String>> {
    given.iter().map(|one| Ok(one.str()?.to_string())).collect()
}

#[pymethods]
impl Position {
    /// The game it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game { inner: self.inner.clone() }
    }

    /// The player on turn, counted from 0; None where chance is on turn or the game is over.
    #[getter]
    fn player(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        Ok(match self.turn(py)? {
            Turn::Player(player) => Some(player.0),
            _ => None,
        })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.turn(py)? == Turn::Over)
    }

    /// Whether chance is on turn.
    #[getter]
    fn is_chance(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.turn(py)? == Turn::Chance)
    }

    /// The legal moves as text; empty unless a player is on turn.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |line| line.moves())
    }

    /// The possible events as (text, probability); empty unless chance is on turn and can be listed.
    #[getter]
    fn events(&self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        self.with(py, |line| line.events())
    }

    /// The moves and events since the start.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |line| line.steps())
    }

    /// The payoff of each player; only of a finished game.
    #[getter]
    fn payoffs(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        match self.turn(py)? {
            Turn::Over => self.with(py, |line| line.payoffs()),
            turn => Err(self.refuse("payoffs are those of a finished game", turn)),
        }
    }

    /// How a finished game ended: "rules", "history", or the game's own word.
    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match self.turn(py)? {
            Turn::Over => self.with(py, |line| Some(line.ending())),
            _ => Ok(None),
        }
    }

    /// The key of the position.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |line| line.key())
    }

    /// Plays a move or lets an event happen, here.
    fn step(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.with(py, |line| line.step(text))?.map_err(error)
    }

    /// Draws an event by a seed, lets it happen here, and says which.
    fn sample(&self, py: Python<'_>, seed: u64) -> PyResult<String> {
        match self.turn(py)? {
            Turn::Chance => self.with(py, |line| line.sample(&mut seeded(seed))),
            turn => Err(self.refuse("there is no event to draw", turn)),
        }
    }

    /// Takes the last step back; False at the start.
    fn undo(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |line| line.undo())
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position::new(self.inner.clone(), self.line(py)?))
    }

    /// The position after these moves and events; this one stays as it is.
    #[pyo3(signature = (*texts))]
    fn play(&self, py: Python<'_>, texts: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let (texts, mut line) = (steps(texts)?, self.line(py)?);
        let played = guarded(self.inner.trouble(), || texts.iter().try_for_each(|text| line.step(text)));
        played?.map_err(error)?;
        Ok(Position::new(self.inner.clone(), line))
    }

    /// The position as a drawing in characters.
    fn draw(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |line| line.draw())
    }

    /// The position as a picture in SVG, "light" or "dark".
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        let theme: Theme = theme.parse().map_err(error)?;
        self.with(py, |line| line.picture().svg(theme))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light")
    }

    /// The picture as plain data: cells, pieces, lines, labels, and what clicks mean.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.with(py, |line| line.picture())?)
    }

    /// How many positions there are after a number of plies, and how many games were over earlier.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<(u64, u64)> {
        let (line, stop, game) = (self.line(py)?, Stop::new(), &self.inner.game);
        let flag = stop.clone();
        let count = move || game.perft(&*line, depth, &flag);
        let perft = aside(py, self.inner.trouble(), &stop, count)?.map_err(error)?;
        Ok((perft.leaves, perft.finished))
    }

    /// The value of an evaluation for the player on turn, in its own points.
    #[pyo3(signature = (evaluation="default"))]
    fn evaluate(&self, py: Python<'_>, evaluation: &str) -> PyResult<f64> {
        let spec = crate::game::read_spec(evaluation)?;
        let value = self.with(py, |line| self.inner.game.evaluate(line, &spec))?;
        value.map_err(error)
    }

    /// Thinks with a player by its spec, and returns its report. The budget is any of depth, nodes, evaluations, simulations
    /// and time in seconds.
    #[pyo3(signature = (spec=None, *, seed=1, **budget), text_signature = "(self, spec=None, *, seed=1, depth=None, nodes=None, evaluations=None, simulations=None, time=None)")]
    fn think(
        &self,
        py: Python<'_>,
        spec: Option<&str>,
        seed: u64,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Report> {
        self.search(py, spec, seed, budget)?.finish(py)
    }

    /// Starts thinking with a player by its spec: an iterator over its rows as they come. The budget is that of `think`.
    #[pyo3(signature = (spec=None, *, seed=1, **budget), text_signature = "(self, spec=None, *, seed=1, depth=None, nodes=None, evaluations=None, simulations=None, time=None)")]
    fn search(
        &self,
        py: Python<'_>,
        spec: Option<&str>,
        seed: u64,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Search> {
        Player::new(self.inner.clone(), spec)?.begin(py, self, seed, read_budget(budget)?)
    }

    /// A small search, call by call, for drawing.
    #[pyo3(signature = (spec=None, *, limit=2000))]
    fn tree(&self, py: Python<'_>, spec: Option<&str>, limit: usize) -> PyResult<Tree> {
        Tree::new(py, self, spec, limit)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |line| line.position())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{} of {}>", self.__str__(py)?, self.inner.game.spec()))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else { return Ok(false) };
        let same = self.inner.game.spec() == other.get().inner.game.spec();
        Ok(same && self.__str__(py)? == other.get().__str__(py)?)
    }
}
