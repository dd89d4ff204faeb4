//! A match or a suite in pieces, for machines that do not share a store. The holder of the [`Run`] hands out
//! the missing games and writes the results; the holder of the [`Work`] plays them.
//!
//! The result of a game depends on its number alone (`plywood_lab::matches`), so it does not matter who plays
//! it or how often: the first copy is stored, later ones are dropped.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard};

use plywood::lab::matches::referee::Referee;
use plywood::lab::matches::results_of;
use plywood::lab::runner::Worker;
use plywood::lab::store::{Allowed, Begun, GameRecord, Machine, RunPlan, Store, StoreError, Writer};
use plywood::lab::suite::{self, Suite};
use plywood::{Plan, Stop};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::convert::to_python;
use crate::lab;
use crate::trouble::error;
use crate::waiting::aside;

/// Number of the pairing or search, number of the game or position in it.
type Task = (u32, u32);

enum Kind {
    Match(Plan),
    Suite(Suite),
}

impl Kind {
    fn run_plan(&self) -> RunPlan {
        match self {
            Kind::Match(plan) => plan.run_plan(),
            Kind::Suite(suite) => suite.run_plan(),
        }
    }

    /// All tasks; those of one group, such as the two games of a pair, stay together.
    fn groups(&self) -> Vec<Vec<Task>> {
        let mut groups: Vec<Vec<Task>> = Vec::new();
        match self {
            Kind::Suite(suite) => groups.extend(suite.tasks().map(|task| vec![task])),
            Kind::Match(plan) => {
                let group = |(pairing, number): Task| (pairing, plan.group(number));
                for task in plan.tasks() {
                    match groups.last_mut() {
                        Some(last) if group(last[0]) == group(task) => last.push(task),
                        _ => groups.push(vec![task]),
                    }
                }
            }
        }
        groups
    }

    fn has(&self, (pairing, number): Task) -> bool {
        match self {
            Kind::Match(plan) => (pairing as usize) < plan.pairings.len() && number < plan.experiment.games,
            Kind::Suite(suite) => suite.tasks().any(|task| task == (pairing, number)),
        }
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        match self {
            Kind::Match(plan) => Box::new(Referee::new(plan)),
            Kind::Suite(suite) => suite.worker(),
        }
    }

    fn result(&self, store: &Store, run: i64) -> Result<Value, StoreError> {
        Ok(match self {
            Kind::Match(plan) => lab::match_object(&plan.name, &results_of(plan, &store.games(run)?)),
            Kind::Suite(suite) => lab::suite_object(suite, &suite::read(store, run)?),
        })
    }
}

/// A match or a suite, worked out.
#[pyclass(frozen, module = "plywood")]
pub struct Work(Arc<Kind>);

#[pymethods]
impl Work {
    /// A match or tournament from its experiment as JSON.
    #[staticmethod]
    fn of_match(experiment: &str, folder: PathBuf, name: Option<String>) -> PyResult<Work> {
        let plan = lab::plan(experiment, &folder, name, None, None)?;
        if plan.experiment.sprt.is_some() {
            return Err(error(
                "a sequential test reads pairs in order; it runs on one machine (plywood.match)",
            ));
        }
        Ok(Work(Arc::new(Kind::Match(plan))))
    }

    /// A suite from its file as JSON.
    #[staticmethod]
    fn of_suite(file: &str, name: Option<String>) -> PyResult<Work> {
        Ok(Work(Arc::new(Kind::Suite(lab::suite(file, name)?))))
    }

    /// The run's name.
    #[getter]
    fn name(&self) -> String {
        self.0.run_plan().name
    }

    /// Everything that decides its games, a line each.
    #[getter]
    fn basis(&self) -> String {
        self.0.run_plan().basis
    }

    /// Does some tasks on one thread; what they come to is for `Run.add`.
    fn play<'py>(&self, py: Python<'py>, tasks: Vec<Task>) -> PyResult<Bound<'py, PyBytes>> {
        if let Some(task) = tasks.iter().find(|task| !self.0.has(**task)) {
            return Err(error(format!("there is no game {} of pairing {}", task.1, task.0)));
        }
        let stop = Stop::new();
        let played = aside(py, None, &stop, || {
            let mut worker = self.0.worker();
            let game = |(pairing, number): Task| worker.work(pairing, number, &stop);
            tasks.into_iter().map(game).collect::<Result<Vec<Option<GameRecord>>, plywood::Error>>()
        })?;
        let games: Vec<GameRecord> = played.map_err(error)?.into_iter().flatten().collect();
        Ok(PyBytes::new(py, &serde_json::to_vec(&games).map_err(error)?))
    }

    /// Starts or goes on with its run in the store of a folder; no other process can meanwhile.
    /// With `changed` a run of its name that is of another experiment is put aside.
    #[pyo3(signature = (data, any_build=false, changed=false))]
    fn begin(&self, data: PathBuf, any_build: bool, changed: bool) -> PyResult<Run> {
        let mut store = lab::open(Some(&data))?;
        let allowed = Allowed { any_build, changed };
        let Begun { run, games, .. } =
            store.begin(&self.0.run_plan(), &Machine::look(), 0, allowed).map_err(error)?;
        let known = games.iter().map(|game| (game.pairing, game.number)).collect();
        let (writer, written) = Writer::start(store, run);
        let open = Open { writer, written, known, under_way: 0, run };
        Ok(Run { kind: self.0.clone(), open: Mutex::new(Some(open)) })
    }
}

/// A run that is being written.
#[pyclass(frozen, module = "plywood")]
pub struct Run {
    kind: Arc<Kind>,
    open: Mutex<Option<Open>>,
}

struct Open {
    writer: Writer,
    written: Receiver<Vec<GameRecord>>,
    /// The games stored or on their way to the disk.
    known: HashSet<Task>,
    /// How many of these are on their way.
    under_way: usize,
    run: i64,
}

impl Open {
    /// Counts what has come to the disk meanwhile; waits until all has, if so asked.
    fn look(&mut self, to_the_end: bool) -> PyResult<()> {
        while self.under_way > 0 {
            let written = match to_the_end {
                true => Some(self.written.recv().map_err(|_| error(StoreError::WriterGone))?),
                false => self.written.try_recv().ok(),
            };
            let Some(games) = written else { break };
            self.under_way -= games.len();
        }
        Ok(())
    }
}

impl Run {
    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn closed() -> PyErr {
    error("this run is closed; begin it again")
}

#[pymethods]
impl Run {
    /// The tasks that nobody has done yet, in groups that belong together.
    #[getter]
    fn missing(&self) -> PyResult<Vec<Vec<Task>>> {
        let open = self.lock();
        let known = &open.as_ref().ok_or_else(closed)?.known;
        let mut groups = self.kind.groups();
        groups.iter_mut().for_each(|group| group.retain(|task| !known.contains(task)));
        groups.retain(|group| !group.is_empty());
        Ok(groups)
    }

    /// How many tasks are on disk.
    #[getter]
    fn stored(&self) -> PyResult<usize> {
        let mut open = self.lock();
        let open = open.as_mut().ok_or_else(closed)?;
        open.look(false)?;
        Ok(open.known.len() - open.under_way)
    }

    /// Waits until everything that was added is on disk.
    fn settle(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.lock().as_mut().ok_or_else(closed)?.look(true))
    }

    /// Hands what `Work.play` gave to the store's writer, and returns how many of it were new.
    fn add(&self, py: Python<'_>, games: &[u8]) -> PyResult<usize> {
        let games: Vec<GameRecord> = serde_json::from_slice(games).map_err(error)?;
        py.detach(|| {
            let mut open = self.lock();
            let open = open.as_mut().ok_or_else(closed)?;
            let sender = open.writer.sender();
            let mut fresh = games;
            fresh.retain(|game| open.known.insert((game.pairing, game.number)));
            let count = fresh.len();
            open.under_way += count;
            fresh.into_iter().try_for_each(|game| sender.send(game)).map_err(error)?;
            Ok(count)
        })
    }

    /// Closes the run and says what it came to so far.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = py.detach(|| {
            let Open { writer, run, .. } = self.lock().take().ok_or_else(closed)?;
            let store = writer.finish().map_err(error)?;
            self.kind.result(&store, run).map_err(error)
        })?;
        to_python(py, &object)
    }
}
