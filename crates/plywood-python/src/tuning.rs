//! Tuning in pieces, for machines that do not share a folder. The holder of the [`Course`] hands out the
//! pairs of its next step and learns from their results; the holder of the [`Tuning`] plays them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use plywood::Stop;
use plywood::lab::experiment::Plan;
use plywood::lab::stats::Interval;
use plywood::lab::store::text_hash;
use plywood::lab::tune::{self, Step};
use pyo3::prelude::*;
use serde_json::{Map, json};

use crate::convert::to_python;
use crate::trouble::error;
use crate::waiting::aside;

/// A tuning, worked out.
#[pyclass(frozen, module = "plywood")]
pub struct Tuning {
    tuning: Arc<tune::Tuning>,
    name: String,
}

#[pymethods]
impl Tuning {
    /// A tuning from its file as JSON.
    #[staticmethod]
    fn of(file: &str, folder: PathBuf, name: Option<String>) -> PyResult<Tuning> {
        let tuning: tune::Tuning = serde_json::from_str(file).map_err(error)?;
        let tuning = tuning.within(&folder).map_err(error)?;
        tuning.try_out(&plywood::game).map_err(error)?;
        let name = name.unwrap_or_else(|| format!("tune-{}", text_hash(&tuning.basis())));
        Ok(Tuning { tuning: Arc::new(tuning), name })
    }

    /// The course's name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Everything that decides its pairs, the contents of files included, a line each.
    #[getter]
    fn basis(&self) -> PyResult<String> {
        let tuning = &*self.tuning;
        let player = tuning.player_at(&tuning.starts());
        let other = tuning.opponent.clone().unwrap_or_else(|| player.clone());
        let experiment = tuning.match_of([player, other], 2, tuning.seed);
        let plan = Plan::new("", experiment, String::new(), &tuning.folder, None, &plywood::game);
        Ok(tuning.basis() + &plan.map_err(error)?.basis)
    }

    /// Plays pairs of a step on one thread: how much better the players along their directions did.
    fn play(&self, py: Python<'_>, step: &str, pairs: Vec<u32>) -> PyResult<Vec<f64>> {
        let step: Step = serde_json::from_str(step).map_err(error)?;
        let stop = Stop::new();
        let pair = |pair: &u32| step.play(&self.tuning, &plywood::game, *pair, &stop);
        let played = || pairs.iter().map(pair).collect::<Result<Vec<f64>, plywood::Error>>();
        aside(py, None, &stop, played)?.map_err(error)
    }

    /// Starts or goes on with its course in a folder.
    fn open(&self, data: PathBuf) -> PyResult<Course> {
        let path = data.join("tune").join(format!("{}.json", self.name));
        let course = tune::Course::open(&path, &self.tuning).map_err(error)?;
        Ok(Course { tuning: self.tuning.clone(), name: self.name.clone(), course: Mutex::new(course) })
    }
}

/// How far a tuning is.
#[pyclass(frozen, module = "plywood")]
pub struct Course {
    tuning: Arc<tune::Tuning>,
    name: String,
    course: Mutex<tune::Course>,
}

impl Course {
    fn lock(&self) -> MutexGuard<'_, tune::Course> {
        self.course.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[pymethods]
impl Course {
    /// Pairs that were learned from, and pairs that are wanted.
    #[getter]
    fn pairs(&self) -> (u32, u32) {
        (self.lock().pairs, self.tuning.pairs)
    }

    /// The next step, for `Tuning.play`, and the numbers of its pairs; nothing when all was played.
    #[getter]
    fn step(&self) -> PyResult<Option<(String, Vec<u32>)>> {
        let step = self.lock().next_step(&self.tuning);
        step.map(|step| Ok((serde_json::to_string(&step).map_err(error)?, step.pairs))).transpose()
    }

    /// Learns from what the pairs of the step came to, in their order, and writes that down.
    fn learn(&self, results: Vec<f64>) -> PyResult<()> {
        let mut course = self.lock();
        let wanted = course.next_step(&self.tuning).map_or(0, |step| step.pairs.len());
        if results.len() != wanted {
            return Err(error(format!("the step has {wanted} pairs, not {}", results.len())));
        }
        course.learn(&self.tuning, &results);
        course.write().map_err(error)
    }

    /// The match of what was found against what it began with: its experiment as JSON, and its name.
    fn confirming(&self) -> PyResult<(String, String)> {
        let plan = self.tuning.confirming(&self.name, &self.lock().found(&self.tuning), &plywood::game);
        let plan = plan.map_err(error)?;
        Ok((serde_json::to_string(&plan.experiment).map_err(error)?, plan.name))
    }

    /// The result, with the verdict by the confirming match's score: its value and the ends of its interval.
    fn found<'py>(&self, py: Python<'py>, score: Option<(f64, f64, f64)>) -> PyResult<Bound<'py, PyAny>> {
        let (tuning, course) = (&*self.tuning, self.lock());
        let found = course.found(tuning);
        let named = tuning.parameters.keys().zip(&found).map(|(name, value)| (name.clone(), json!(value)));
        let score = score.map(|(value, low, high)| Interval { value, low, high });
        to_python(
            py,
            &json!({
                "pairs": course.pairs, "found": named.collect::<Map<_, _>>(), "way": course.way,
                "player": tuning.player_at(&found), "verdict": tune::verdict(score),
                "table": course.table(tuning).text(),
            }),
        )
    }
}
