//! Matches, suites and training on this machine, and the store.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use plywood::lab::experiment::Shard;
use plywood::lab::matches::{self, stored_results};
use plywood::lab::report::summary;
use plywood::lab::runner::{Live, Ran, RunOptions};
use plywood::lab::store::{self, Allowed};
use plywood::lab::suite::{self, Suite, SuiteFile};
use plywood::training::{FROM, train};
use plywood::{Experiment, Plan, Stop};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::convert::{data, to_python};
use crate::game::Game;
use crate::trouble::error;
use crate::waiting::hearing;

/// An experiment from JSON, worked out.
pub fn plan(
    experiment: &str,
    folder: &Path,
    name: Option<String>,
    shard: Option<&str>,
    game: Option<&Game>,
) -> PyResult<Plan> {
    let experiment: Experiment = serde_json::from_str(experiment).map_err(error)?;
    let shard: Option<Shard> = shard.map(str::parse).transpose().map_err(error)?;
    let text = experiment.write();
    let make = |spec: &str| match game {
        Some(game) => game.inner.make(spec),
        None => plywood::game(spec),
    };
    let mut plan = Plan::new("", experiment, text, folder, shard, &make).map_err(error)?;
    plan.name = name.unwrap_or_else(|| plan.own_name());
    Ok(plan)
}

/// A suite from JSON, worked out.
pub fn suite(file: &str, name: Option<String>) -> PyResult<Suite> {
    let file: SuiteFile = serde_json::from_str(file).map_err(error)?;
    let mut suite = Suite::new("", file, &plywood::game).map_err(error)?;
    suite.name = name.unwrap_or_else(|| suite.own_name());
    Ok(suite)
}

/// The store of a folder, or one that is gone at the end.
pub fn open(folder: Option<&Path>) -> PyResult<store::Store> {
    match folder {
        Some(folder) => store::Store::open(folder),
        None => store::Store::in_memory(),
    }
    .map_err(error)
}

/// What a match came to, as plain data and in words.
pub fn match_object(name: &str, results: &[plywood::PairingResult]) -> Value {
    let mut object = summary::object(results);
    object["run"] = json!(name);
    object["text"] = json!(summary::text(results));
    object
}

/// What a suite came to, as plain data and in words.
pub fn suite_object(suite: &Suite, results: &[suite::SearchResult]) -> Value {
    let text = suite::table(results).text();
    json!({ "run": suite.name, "positions": suite.positions(), "searches": results, "text": text })
}

fn with_counts(mut object: Value, ran: &Ran) -> Value {
    ran.tell(&mut object);
    object
}

fn options(threads: Option<usize>, any_build: bool) -> RunOptions {
    let usual = RunOptions::default();
    RunOptions {
        threads: threads.unwrap_or(usual.threads).max(1),
        allowed: Allowed { any_build, ..Allowed::default() },
    }
}

/// How far a run is: games stored, games planned, half-points of the first contestant.
type News = (u64, u64, u64);

fn news(live: &Live) -> News {
    (live.done, live.planned, live.half_points)
}

/// Plays a match or tournament; see `plywood.match`.
#[pyfunction]
#[pyo3(signature = (experiment, folder, name, data, threads, shard, any_build, game, progress))]
#[allow(clippy::too_many_arguments)]
pub fn run_match<'py>(
    py: Python<'py>,
    experiment: &str,
    folder: PathBuf,
    name: Option<String>,
    data: Option<PathBuf>,
    threads: Option<usize>,
    shard: Option<&str>,
    any_build: bool,
    game: Option<&Bound<'py, Game>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.map(|game| game.get());
    let plan = plan(experiment, &folder, name, shard, game)?;
    let (store, stop) = (open(data.as_deref())?, Stop::new());
    let trouble = game.and_then(|game| game.inner.trouble());
    let ran = hearing(py, trouble, &stop, teller(progress), |tell| {
        let mut show = |live: &Live| tell(news(live));
        matches::run(&plan, store, options(threads, any_build), &stop, &mut show)
    })?;
    let (ran, results) = ran.map_err(error)?;
    to_python(py, &with_counts(match_object(&plan.name, &results), &ran))
}

/// Searches the positions of a suite; see `plywood.suite`.
#[pyfunction]
#[pyo3(signature = (file, name, data, threads, any_build, progress))]
pub fn run_suite<'py>(
    py: Python<'py>,
    file: &str,
    name: Option<String>,
    data: Option<PathBuf>,
    threads: Option<usize>,
    any_build: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let suite = suite(file, name)?;
    let (store, stop) = (open(data.as_deref())?, Stop::new());
    let ran = hearing(py, None, &stop, teller(progress), |tell| {
        let mut show = |live: &Live| tell(news(live));
        suite::run(&suite, store, options(threads, any_build), &stop, &mut show)
    })?;
    let (ran, results) = ran.map_err(error)?;
    to_python(py, &with_counts(suite_object(&suite, &results), &ran))
}

/// Calls whoever wants to hear how far it is.
fn teller<'py>(progress: Option<Bound<'py, PyAny>>) -> impl FnMut(News) -> PyResult<()> + use<'py> {
    move |news| progress.as_ref().map_or(Ok(()), |progress| progress.call1(news).map(drop))
}

/// Joins the stores of slices into the store of a folder.
#[pyfunction]
pub fn merge(py: Python<'_>, target: PathBuf, sources: Vec<PathBuf>) -> PyResult<()> {
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    py.detach(|| store::merge(&target, &sources)).map_err(error)
}

/// The store of a data folder, for reading: every finished game of every run.
#[pyclass(frozen, module = "plywood")]
pub struct Store(Mutex<store::Store>);

impl Store {
    fn with<T>(&self, work: impl FnOnce(&store::Store) -> store::Result<T>) -> PyResult<T> {
        let store = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        work(&store).map_err(error)
    }
}

#[pymethods]
impl Store {
    #[new]
    #[pyo3(signature = (data=None))]
    fn new(data: Option<PathBuf>) -> PyResult<Store> {
        let folder = data.unwrap_or_else(store::default_folder);
        Ok(Store(Mutex::new(store::Store::open_read(&folder).map_err(error)?)))
    }

    /// The runs as dictionaries, in the order they were begun.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.with(|store| store.runs())?)
    }

    /// The games of a run as dictionaries, by pairing and number.
    fn games<'py>(&self, py: Python<'py>, run: &str) -> PyResult<Bound<'py, PyAny>> {
        let (games, openings, texts) = self.with(|store| {
            let run = store.run(run)?.id;
            Ok((store.games(run)?, store.opening_numbers(run)?, store.openings(run)?))
        })?;
        let told = games.iter().zip(openings).map(|(game, opening)| {
            json!({
                "pairing": game.pairing, "number": game.number, "first_seat": game.first_seat,
                "half_points": game.half_points, "payoffs": game.payoffs, "reason": game.reason,
                "plies": game.plies, "hash": format!("{:016x}", game.hash), "opening": texts[opening as usize],
            })
        });
        to_python(py, &told.collect())
    }

    /// The steps of a run as dictionaries, by pairing, game and ply.
    fn steps<'py>(&self, py: Python<'py>, run: &str) -> PyResult<Bound<'py, PyAny>> {
        let mut steps = Vec::new();
        self.with(|store| store.visit_steps(store.run(run)?.id, |step| steps.push(step)))?;
        data(py, &steps)
    }

    /// What a match that is stored came to.
    fn results<'py>(&self, py: Python<'py>, run: &str) -> PyResult<Bound<'py, PyAny>> {
        let store = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let run = store.run(run).map_err(error)?;
        to_python(py, &match_object(&run.name, &stored_results(&store, &run).map_err(error)?))
    }
}

/// Learns; see `plywood.train`.
#[pyfunction]
#[pyo3(signature = (game, trainer, data, progress))]
pub fn run_training<'py>(
    py: Python<'py>,
    game: &str,
    trainer: &str,
    data: Option<PathBuf>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (spec, stop) = (crate::game::read_spec(trainer)?, Stop::new());
    let observed = match spec.get(FROM.name) {
        None => Vec::new(),
        Some(run) => {
            let store =
                store::Store::open_read(&data.unwrap_or_else(store::default_folder)).map_err(error)?;
            store.run(&run.name).and_then(|run| store.played(&run)).map_err(error)?
        }
    };
    let trained = hearing(py, None, &stop, teller(progress), |tell| {
        train(game, &spec, &observed, &stop, &mut |mark| tell((mark.done, mark.of, 0)))
    })?;
    let trained = trained.map_err(error)?;
    let told = json!({ "file": trained.file, "what": trained.what, "uses": trained.uses });
    to_python(py, &told)
}
