//! Shots of billiards, with the ways of the balls as arrays.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray2};
use plywood::billiards::game::record::Shots;
use plywood::billiards::game::rules::{Discipline, GameState, Stroke};
use plywood::billiards::game::{Billiards, Executor};
use plywood::billiards::physics::shot::Shot as Cue;
use plywood::billiards::physics::{Arena, Simulator, Trace};
use plywood::billiards::picture;
use plywood::billiards::table::Table;
use plywood::billiards::table::layout::Layout;
use plywood::core::picture::Theme;
use pyo3::prelude::*;

use crate::convert::data;
use crate::position::Position;
use crate::trouble::error;

/// Columns of a trajectory: seconds, place in metres, speed in metres a second.
const COLUMNS: usize = 5;
/// Rows of one trajectory at most.
const MOST_ROWS: f64 = 1e7;

/// A simulated shot. It shows itself as a picture.
#[pyclass(frozen, module = "plywood")]
pub struct Shot {
    arena: Arc<Arena>,
    before: Layout,
    after: Layout,
    trace: Trace,
    ruling: Option<(String, String)>,
}

/// Simulates a shot, such as "phi=81.9/theta=5/v=2" on "0@0.5:0.5 1@0.6:1.2". The state may be that of a game ("8ball
/// turn=1 ..."); then the referee rules on the shot.
#[pyfunction]
#[pyo3(signature = (state, shot, table="poolfiz"))]
pub fn shoot(py: Python<'_>, state: &str, shot: &str, table: &str) -> PyResult<Shot> {
    let arena = Arc::new(Table::find(table).and_then(Arena::new).map_err(error)?);
    let first = state.split_whitespace().next();
    let game = match first.and_then(Discipline::named) {
        None => None,
        Some(_) => {
            let before: GameState = state.parse().map_err(error)?;
            let stroke = Stroke::parse(shot, &arena).map_err(error)?;
            stroke.check(&arena, &before).map_err(error)?;
            Some((before, stroke))
        }
    };
    if let Some((state, stroke)) = game {
        let made = stroke.shot;
        return py.detach(|| ruled(arena, &state, &stroke, &made));
    }
    let (before, made) = (state.parse().map_err(error)?, shot.parse().map_err(error)?);
    let (mut trace, mut simulator) = (Trace::default(), Simulator::new(&arena));
    py.detach(|| simulator.start(&before, &made, &mut trace).map(|()| simulator.run(&mut trace)))
        .map_err(error)?;
    let after = simulator.layout();
    Ok(Shot { arena, before, after, trace, ruling: None })
}

/// The shots of a frame so far: of a position of a game such as "8ball", each simulated again as it was made.
#[pyfunction]
pub fn frame(py: Python<'_>, position: &Position) -> PyResult<Vec<Shot>> {
    let line = position.line(py)?;
    let line = line.typed::<Billiards>();
    let line = line.ok_or_else(|| error(format!("{} is not billiards", position.inner.game.spec())))?;
    let arena = &line.game().arena;
    py.detach(|| {
        let mut shots = Shots::default();
        let shots = shots.of(line).iter();
        shots.map(|seen| ruled(arena.clone(), &seen.before, &seen.stroke, &seen.made)).collect()
    })
}

/// A shot of a game, and what the referee says of it.
fn ruled(arena: Arc<Arena>, state: &GameState, stroke: &Stroke, made: &Cue) -> PyResult<Shot> {
    let before = stroke.placed(&arena, state).map_err(error)?;
    let (mut trace, mut executor) = (Trace::default(), Executor::new(&arena));
    let ruling = executor.play_watched(state, stroke, made, &mut trace).map_err(error)?;
    let (after, ruling) = (executor.rest(), Some((ruling.sentence(&arena), ruling.next.to_string())));
    Ok(Shot { arena, before, after, trace, ruling })
}

#[pymethods]
impl Shot {
    /// The events, in order of time, as dictionaries.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.trace.events)
    }

    /// Seconds until all balls lie still.
    #[getter]
    fn duration(&self) -> f64 {
        self.trace.duration()
    }

    /// The balls that moved.
    #[getter]
    fn balls(&self) -> Vec<u8> {
        self.trace.balls().map(|(ball, _)| ball).collect()
    }

    /// Where the balls lay before.
    #[getter]
    fn before(&self) -> String {
        self.before.to_string()
    }

    /// Where the balls lie after it.
    #[getter]
    fn after(&self) -> String {
        self.after.to_string()
    }

    /// The referee's ruling, where the state was that of a game.
    #[getter]
    fn ruling(&self) -> Option<String> {
        self.ruling.as_ref().map(|(sentence, _)| sentence.clone())
    }

    /// The state of the game after it, where it was one.
    #[getter]
    fn state(&self) -> Option<String> {
        self.ruling.as_ref().map(|(_, state)| state.clone())
    }

    /// The way of a ball as an array with a row for each instant, `rate` a second: seconds, across, along,
    /// and the speed in both directions. The array owns what the simulation wrote: nothing is copied.
    #[pyo3(signature = (ball=0, rate=100.0))]
    fn trajectory<'py>(&self, py: Python<'py>, ball: u8, rate: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = (self.trace.duration() * rate).floor() + 2.0;
        if !(rate > 0.0 && rows <= MOST_ROWS) {
            return Err(error(format!("rate = {rate}: expected instants a second, such as 100")));
        }
        let unknown = || error(format!("ball {ball} did not move; those that did: {:?}", self.balls()));
        let mut numbers = Vec::with_capacity(rows as usize * COLUMNS);
        for row in 0..rows as usize {
            let time = (row as f64 / rate).min(self.trace.duration());
            let ball = self.trace.sample(ball, time).ok_or_else(unknown)?;
            let (at, speed) = (ball.position, ball.velocity);
            numbers.extend([time, at.x, at.y, speed.x, speed.y]);
        }
        let flat = numbers.into_pyarray(py);
        numpy::PyArrayMethods::reshape(&flat, [rows as usize, COLUMNS])
    }

    /// The shot as a picture in SVG, "light" or "dark".
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        let theme: Theme = theme.parse().map_err(error)?;
        Ok(picture::shot(&self.arena, &self.before, &self.trace).svg(theme))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light")
    }
}
