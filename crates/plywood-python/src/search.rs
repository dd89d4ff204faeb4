//! Players, running searches, and their answers.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use plywood::core::picture::Theme;
use plywood::lab::drawing;
use plywood::players::choice::{Purpose, choose};
use plywood::report::answer;
use plywood::{AnyPlayer, Budget, Progress, Spec, Stop, Task, Tick, Trace, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::data;
use crate::game::{Inner, read_spec};
use crate::position::Position;
use crate::trouble::{error, guarded};
use crate::waiting::{aside, receive, run_apart};

/// A budget from keyword arguments; time in seconds.
pub fn read_budget(given: Option<&Bound<'_, PyDict>>) -> PyResult<Budget> {
    let mut budget = Budget::UNSET;
    for (key, value) in given.into_iter().flatten() {
        match key.extract::<String>()?.as_str() {
            "depth" => budget.depth = value.extract()?,
            "nodes" => budget.nodes = value.extract()?,
            "evaluations" => budget.evaluations = value.extract()?,
            "simulations" => budget.simulations = value.extract()?,
            "time" => budget.seconds = value.extract()?,
            other => {
                return Err(PyTypeError::new_err(format!(
                    "unknown argument {other}; a budget has depth, nodes, evaluations, simulations and time"
                )));
            }
        }
    }
    match budget.seconds {
        Some(time) if time.is_nan() || time < 0.0 => {
            Err(error(format!("time = {time}: expected seconds, such as 0.5")))
        }
        _ => Ok(budget),
    }
}

/// A player of a game. It keeps what it learned from one search to the next, until `new_game`.
#[pyclass(frozen, module = "plywood")]
pub struct Player {
    inner: Arc<Inner>,
    spec: Spec,
    /// Taken by the search under way; made anew if a search did not bring it back.
    idle: Arc<Mutex<Seat>>,
}

/// Where a player waits for its next search.
enum Seat {
    Free(Option<Box<dyn AnyPlayer>>),
    Thinking,
}

impl Player {
    /// The player of a spec; without one a search that fits the game.
    pub fn new(inner: Arc<Inner>, spec: Option<&str>) -> PyResult<Player> {
        let spec = read_spec(spec.unwrap_or_else(|| choose(&*inner.game, Purpose::Play)))?;
        let player = inner.guarded(|game| game.player(&spec))?;
        Ok(Player { inner, spec, idle: Arc::new(Mutex::new(Seat::Free(Some(player)))) })
    }

    fn take(&self) -> PyResult<Box<dyn AnyPlayer>> {
        let mut seat = lock(&self.idle);
        let player = match &mut *seat {
            Seat::Free(player) => player.take(),
            Seat::Thinking => {
                return Err(error("this player is thinking already; make another one for a second search"));
            }
        };
        let player = player.map_or_else(|| self.inner.guarded(|game| game.player(&self.spec)), Ok)?;
        *seat = Seat::Thinking;
        Ok(player)
    }

    /// Starts a search on a thread of its own.
    pub fn begin(&self, py: Python<'_>, position: &Position, seed: u64, budget: Budget) -> PyResult<Search> {
        let line = position.line(py)?;
        let turn = guarded(self.inner.trouble(), || line.turn())?;
        let mut player = self.take()?;
        let (sender, receiver) = channel();
        let (stop, inner, idle) = (Stop::new(), self.inner.clone(), self.idle.clone());
        let (flag, mut listener) = (stop.clone(), Listener(sender));
        run_apart(&stop, move || {
            let thought = guarded(inner.trouble(), || {
                player.think(&*line, Task::new(budget).seed(seed).stop(&flag).telling(&mut listener))
            });
            // A player that panicked cannot be trusted again.
            *lock(&idle) = Seat::Free(thought.is_ok().then_some(player));
            let report = thought.and_then(|report| report.map_err(error));
            // The search may have been given up.
            let _ = listener.0.send(News::Done(report));
        });
        Ok(Search { inner: self.inner.clone(), turn, stop, receiver: Mutex::new(receiver), report: None })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[pymethods]
impl Player {
    /// The spec that makes this player again.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Forgets everything about earlier games.
    fn new_game(&self) -> PyResult<()> {
        match &mut *lock(&self.idle) {
            Seat::Free(player) => player.iter_mut().for_each(|player| player.new_game()),
            Seat::Thinking => return Err(error("this player is thinking")),
        }
        Ok(())
    }

    /// Thinks about a position within its own budget and this one (any of depth, nodes, evaluations, simulations and time in
    /// seconds), and returns its report.
    #[pyo3(signature = (position, *, seed=1, **budget), text_signature = "(self, position, *, seed=1, depth=None, nodes=None, evaluations=None, simulations=None, time=None)")]
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        seed: u64,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Report> {
        self.search(py, position, seed, budget)?.finish(py)
    }

    /// Starts thinking about a position: an iterator over its rows as they come. The budget is that of `think`.
    #[pyo3(signature = (position, *, seed=1, **budget), text_signature = "(self, position, *, seed=1, depth=None, nodes=None, evaluations=None, simulations=None, time=None)")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        seed: u64,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Search> {
        self.begin(py, position, seed, read_budget(budget)?)
    }

    fn __repr__(&self) -> String {
        format!("<{} of {}>", self.spec, self.inner.game.spec())
    }
}

/// A message of a search.
enum News {
    Row(plywood::Row),
    Done(PyResult<plywood::Report>),
}

struct Listener(Sender<News>);

impl Progress for Listener {
    fn row(&mut self, row: &plywood::Row) {
        // Nobody listening is no reason to stop.
        let _ = self.0.send(News::Row(row.clone()));
    }
    fn tick(&mut self, _: &Tick) {}
}

/// A search under way: an iterator over its rows. Dropping it stops it.
#[pyclass(module = "plywood")]
pub struct Search {
    inner: Arc<Inner>,
    turn: Turn,
    stop: Stop,
    receiver: Mutex<Receiver<News>>,
    report: Option<plywood::Report>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Search {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Row>> {
        if self.report.is_some() {
            return Ok(None);
        }
        let receiver = self.receiver.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        match receive(py, receiver, &self.stop)? {
            Some(News::Row(row)) => Ok(Some(Row(row))),
            Some(News::Done(report)) => {
                self.report = Some(report?);
                Ok(None)
            }
            None => Err(error("this search has failed before")),
        }
    }

    /// Waits for the answer.
    pub fn finish(&mut self, py: Python<'_>) -> PyResult<Report> {
        while self.next(py)?.is_some() {}
        let report = self.report.clone().expect("a search without a next row has its report");
        Ok(Report { report, inner: self.inner.clone(), turn: self.turn })
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Row>> {
        self.next(py)
    }

    /// Asks the search to stop; its report is what it found until then.
    fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end and returns the report.
    fn report(&mut self, py: Python<'_>) -> PyResult<Report> {
        self.finish(py)
    }
}

/// The result of one iteration of a search.
#[pyclass(frozen, module = "plywood")]
pub struct Row(plywood::Row);

#[pymethods]
impl Row {
    /// Plies searched, or the logarithm of the playouts.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }
    /// The value for the player on turn.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value
    }
    /// The best move.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.0.best.as_deref()
    }
    /// Nodes so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }
    /// Evaluations so far.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.0.evaluations
    }
    /// Seconds so far.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }
    /// The line that is expected.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.0.pv.clone()
    }
    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0)
    }
    fn __repr__(&self) -> String {
        let plywood::Row { depth, value, best, nodes, .. } = &self.0;
        format!("<depth {depth}: {} worth {value:+.4}, {nodes} nodes>", best.as_deref().unwrap_or("no move"))
    }
}

/// The answer of a search.
#[pyclass(frozen, module = "plywood")]
pub struct Report {
    report: plywood::Report,
    inner: Arc<Inner>,
    turn: Turn,
}

#[pymethods]
impl Report {
    /// The best move; None where the game is over or chance is on turn.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.report.best.as_deref()
    }
    /// The value for the player on turn, in payoff units.
    #[getter]
    fn value(&self) -> f64 {
        self.report.value
    }
    /// The value for each player, where there are more than two.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.report.values.clone()
    }
    /// Whether the value is exact.
    #[getter]
    fn proven(&self) -> bool {
        self.report.proven
    }
    /// Plies to the end of the game, where a win or a loss is proven.
    #[getter]
    fn distance(&self) -> Option<u32> {
        self.report.distance
    }
    /// Plies of the last finished iteration.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }
    /// Nodes.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }
    /// Calls of the evaluation.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.report.evaluations
    }
    /// Playouts.
    #[getter]
    fn simulations(&self) -> u64 {
        self.report.simulations
    }
    /// Seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.seconds
    }
    /// The line that is expected.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.report.pv.clone()
    }
    /// A row for each iteration.
    #[getter]
    fn rows(&self) -> Vec<Row> {
        self.report.rows.iter().cloned().map(Row).collect()
    }
    /// The moves that a search by playouts tried, as (move, visits, value).
    #[getter]
    fn tried(&self) -> Vec<(String, u64, f64)> {
        self.report.tried.iter().map(|tried| (tried.chosen.clone(), tried.visits, tried.value)).collect()
    }
    /// Further numbers by name.
    #[getter]
    fn counters(&self) -> std::collections::BTreeMap<String, f64> {
        self.report.counters.clone()
    }
    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.report)
    }
    fn __str__(&self) -> String {
        answer::in_words(&self.report, &*self.inner.game, self.turn)
    }
    fn __repr__(&self) -> String {
        let plywood::Report { best, value, nodes, .. } = &self.report;
        format!("<{} worth {value:+.4}, {nodes} nodes>", best.as_deref().unwrap_or("no move"))
    }
}

/// A small search call by call: it shows itself as a picture, and prints as an outline.
#[pyclass(frozen, module = "plywood")]
pub struct Tree(Trace);

impl Tree {
    pub fn new(py: Python<'_>, position: &Position, spec: Option<&str>, limit: usize) -> PyResult<Tree> {
        let (line, inner) = (position.line(py)?, &position.inner);
        let spec = read_spec(spec.unwrap_or_else(|| choose(&*inner.game, Purpose::Draw)))?;
        let draw = move || inner.game.player(&spec)?.trace(&*line, limit);
        Ok(Tree(aside(py, inner.trouble(), &Stop::new(), draw)?.map_err(error)?))
    }
}

#[pymethods]
impl Tree {
    /// The calls of the search as plain data.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0.nodes)
    }
    /// The tree as a picture in SVG, "light" or "dark".
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        Ok(drawing::svg(&self.0, theme.parse::<Theme>().map_err(error)?))
    }
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light")
    }
    fn __str__(&self) -> String {
        drawing::outline(&self.0)
    }
    fn __len__(&self) -> usize {
        self.0.nodes.len()
    }
}
