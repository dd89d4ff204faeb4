//! The tutor: an opponent that plays as well as the person, and says what would have been better.

use std::sync::{Arc, Mutex, PoisonError};

use plywood::study::tutor::{Pupil, Remark, teacher};
use plywood::{AnyPlayer, Stop, Turn};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::convert::data;
use crate::game::{Game, Inner};
use crate::position::Position;
use crate::trouble::error;
use crate::waiting::aside;

/// A tutor for one person in games of one kind: what it has seen of the person it keeps from game to game.
#[pyclass(frozen, module = "plywood")]
pub struct Tutor {
    inner: Arc<Inner>,
    mind: Mutex<(Pupil, Box<dyn AnyPlayer>)>,
}

#[pymethods]
impl Tutor {
    #[new]
    #[pyo3(signature = (game, /))]
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Tutor> {
        let inner = crate::game::game(game)?.inner;
        let teacher = inner.guarded(|game| game.player(&teacher(game)))?;
        Ok(Tutor { inner, mind: Mutex::new((Pupil::default(), teacher)) })
    }

    /// The game it teaches.
    #[getter]
    fn game(&self) -> Game {
        Game { inner: self.inner.clone() }
    }

    /// The tutor's move, and what it says of the move before it: a dictionary, or None where nobody has moved.
    #[pyo3(signature = (position, *, seed=1))]
    fn reply<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        seed: u64,
    ) -> PyResult<(Option<String>, Bound<'py, PyAny>)> {
        let (line, stop) = (position.line(py)?, Stop::new());
        let (game, mind, flag) = (&*self.inner.game, &self.mind, stop.clone());
        let think = move || -> Result<(Option<String>, Option<Remark>), plywood::Error> {
            let mut mind = mind.lock().unwrap_or_else(PoisonError::into_inner);
            let (pupil, teacher) = &mut *mind;
            let Turn::Player(own) = line.turn() else {
                return Err(plywood::Error::new("no player is on turn"));
            };
            let remark = pupil.remark(game, &*line, &|player| player != own, &mut **teacher, &flag)?;
            Ok((pupil.reply(game, &*line, &mut **teacher, seed, &flag)?, remark))
        };
        let (play, remark) = aside(py, self.inner.trouble(), &stop, think)?.map_err(error)?;
        Ok((play, data(py, &remark)?))
    }

    /// What it believes of the person: a dictionary with the skill from 0 to 100 and how many choices were seen.
    #[getter]
    fn model<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Another thread that has it may be waiting for the interpreter in a game written in Python.
        let mind = self.mind.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        data(py, &mind.0.model(&*self.inner.game))
    }

    fn __repr__(&self) -> String {
        format!("plywood.Tutor({:?})", self.inner.game.spec())
    }
}
