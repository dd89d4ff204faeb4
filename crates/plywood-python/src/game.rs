//! Games by name, and the lists of games and searches.

use std::sync::Arc;

use plywood::players::choice::{Purpose, choose};
use plywood::study::levels::levels;
use plywood::{AnyGame, AnyLine, GAMES, Spec};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::json;

use crate::convert::to_python;
use crate::own::OwnRules;
use crate::position::Position;
use crate::search::Player;
use crate::trouble::{Trouble, error, guarded};

/// The rules of a game with their parameters.
#[pyclass(frozen, module = "plywood")]
pub struct Game {
    pub inner: Arc<Inner>,
}

/// A game and, where it is written in Python, what it is made of.
pub struct Inner {
    pub game: Box<dyn AnyGame>,
    pub own: Option<OwnRules>,
}

impl Inner {
    /// What the game raised, where it can.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.own.as_ref().map(OwnRules::trouble)
    }

    /// Makes the game of a spec for the lab: this one where it is written in Python, for no spec says how.
    pub fn make(&self, spec: &str) -> Result<Box<dyn AnyGame>, plywood::Error> {
        match &self.own {
            Some(own) => Ok(own.erased()),
            None => plywood::game(spec),
        }
    }

    /// Does something with the game; what it raises is the error.
    pub fn guarded<T>(&self, work: impl FnOnce(&dyn AnyGame) -> Result<T, plywood::Error>) -> PyResult<T> {
        guarded(self.trouble(), || work(&*self.game))?.map_err(error)
    }
}

/// The game that a spec names, such as "othello" or "kalah(holes=4)", or one that is written in Python.
#[pyfunction]
#[pyo3(signature = (game, /))]
pub fn game(game: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(known) = game.cast::<Game>() {
        return Ok(Game { inner: known.get().inner.clone() });
    }
    let inner = match game.cast::<PyString>() {
        Ok(spec) => Inner { game: plywood::game(spec.to_str()?).map_err(error)?, own: None },
        Err(_) => {
            let own = OwnRules::new(game)?;
            Inner { game: own.erased(), own: Some(own) }
        }
    };
    Ok(Game { inner: Arc::new(inner) })
}

/// Every game by name: a list of dictionaries with its keys, defaults, source and examples.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = GAMES.iter().map(|entry| {
        let mut about = json!(entry.about);
        about["examples"] = json!(entry.examples);
        about
    });
    to_python(py, &all.collect())
}

/// Every search by name: a list of dictionaries with its keys, defaults and source, and the budgets it keeps with their keys.
#[pyfunction]
pub fn searches(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = plywood::searches::all().map(|entry| {
        let mut about = json!(entry.about);
        about["keys"] = json!(entry.keys());
        about["budgets"] = json!(entry.keeps);
        about["budget_keys"] = json!(entry.budgets());
        about
    });
    to_python(py, &all.collect())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, /))]
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Game> {
        self::game(game)
    }

    /// The spec that makes this game again.
    #[getter]
    fn spec(&self) -> String {
        self.inner.game.spec()
    }

    /// What the game declares about itself: players, chance, payoff, sum, bounds, longest, history.
    #[getter]
    fn nature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::convert::data(py, &self.inner.game.nature())
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        self.inner.game.nature().players
    }

    /// The evaluations by name; the first is the default.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.inner.game.evaluators().iter().map(|about| about.name).collect()
    }

    /// The players of this game alone, by name.
    #[getter]
    fn specialists(&self) -> Vec<&'static str> {
        self.inner.game.specialists().iter().map(|known| known.about.name).collect()
    }

    /// The search that fits the game where none is named.
    #[getter]
    fn default_search(&self) -> &'static str {
        choose(&*self.inner.game, Purpose::Play)
    }

    /// Levels for people as (name, spec of a player), the weakest first.
    #[getter]
    fn levels(&self) -> PyResult<Vec<(&'static str, String)>> {
        let levels = self.inner.guarded(|game| Ok(levels(game)))?;
        Ok(levels.into_iter().map(|level| (level.name, level.spec)).collect())
    }

    /// The position a game starts from.
    fn start(&self) -> PyResult<Position> {
        let line = self.inner.guarded(|game| Ok(game.start()))?;
        Ok(self.position(line))
    }

    /// The position that a text describes.
    fn read(&self, text: &str) -> PyResult<Position> {
        let line = self.inner.guarded(|game| game.read(text))?;
        Ok(self.position(line))
    }

    /// A player by its spec, such as "ab(depth=6)"; without one, a search that fits the game.
    #[pyo3(signature = (spec=None))]
    fn player(&self, spec: Option<&str>) -> PyResult<Player> {
        Player::new(self.inner.clone(), spec)
    }

    fn __repr__(&self) -> String {
        format!("plywood.game({:?})", self.inner.game.spec())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        let maker = py.import("plywood")?.getattr("game")?;
        let made_of = match &self.inner.own {
            Some(own) => own.object(py),
            None => PyString::new(py, &self.inner.game.spec()).into_any().unbind(),
        };
        Ok((maker, (made_of,)))
    }
}

impl Game {
    fn position(&self, line: Box<dyn AnyLine>) -> Position {
        Position::new(self.inner.clone(), line)
    }
}

/// A spec as text, read.
pub fn read_spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(error)
}
