//! Entries of `plywood repro` for machines that do not share a folder. The entry runs on a thread of its own.
//! When it reaches games or pieces of work, it says so and waits until the holder of the [`EntryRun`] has had
//! them done. The holder of the [`Entry`] does pieces.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use plywood::lab::experiment::Experiment;
use plywood::lab::kept::Keeper;
use plywood::lab::store::{self, Piece};
use plywood::{Error, Stop};
use plywood_repro::{Hands, Order, Others, find, hands, interrupted, reproduce};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

use crate::convert::to_python;
use crate::trouble::error;
use crate::waiting::{aside, receive, run_apart};

/// How often an entry that waits looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(100);

/// The results of a job, by number, as they travel.
type Job = (String, Vec<Piece>);

/// An entry of `plywood repro` at a scale.
#[pyclass(frozen, module = "plywood")]
pub struct Entry {
    id: String,
    scale: String,
    seed: u64,
}

impl Entry {
    fn order(&self, threads: usize) -> Result<Order, Error> {
        Order::new(&self.scale, self.seed, threads)
    }
}

#[pymethods]
impl Entry {
    /// The entry of an id; the scale is `full` or a multiple of the default effort.
    #[new]
    fn new(id: String, scale: String, seed: u64) -> PyResult<Entry> {
        find(&id).map_err(error)?;
        let entry = Entry { id, scale, seed };
        entry.order(1).map_err(error)?;
        Ok(entry)
    }

    /// The entry's id.
    #[getter]
    fn name(&self) -> &str {
        &self.id
    }

    /// Everything that decides its result.
    #[getter]
    fn basis(&self) -> String {
        format!("{} scale {} seed {}", self.id, self.scale, self.seed)
    }

    /// Does some pieces of a job on one thread, for `Pieces.add`; `known` is what `Pieces.all` gave of the jobs before. Nothing
    /// where the entry does not come to the job by these alone.
    fn work<'py>(
        &self,
        py: Python<'py>,
        job: String,
        numbers: Vec<u64>,
        known: Vec<Vec<u8>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let (order, stop) = (self.order(1).map_err(error)?, Stop::new());
        let mut before: HashMap<String, HashMap<u64, String>> = HashMap::new();
        for bytes in known {
            let (job, pieces): Job = serde_json::from_slice(&bytes).map_err(error)?;
            before.entry(job).or_default().extend(pieces);
        }
        let effort = (order.effort, order.seed);
        let done =
            aside(py, None, &stop, || hands::pieces_of(&self.id, effort, (job, numbers), before, &stop))?;
        let written = |pieces| Ok(PyBytes::new(py, &serde_json::to_vec(&pieces).map_err(error)?));
        done.map_err(error)?.map(written).transpose()
    }

    /// Starts the entry, or goes on with it; its page and what it keeps lie below a folder. What nobody is handed is
    /// done here, on as many threads.
    fn begin(&self, data: PathBuf, threads: usize) -> PyResult<EntryRun> {
        let (order, id) = (self.order(threads.max(1)).map_err(error)?, self.id.clone());
        let (said, heard) = channel();
        let (answer, answers) = channel();
        let stop = Stop::new();
        let desk = Desk { said: Mutex::new(said), answers: Mutex::new(answers), stop: stop.clone() };
        run_apart(&stop, move || {
            let ended = desk.run(&data, &id, &order);
            desk.say(Said::Ended(ended.map_err(|error| error.to_string())));
        });
        Ok(EntryRun { heard: Mutex::new(heard), answer, stop })
    }
}

/// A message of a running entry.
enum Said {
    Progress(f64),
    Games { folder: PathBuf, name: String, experiment: String, shares: (f64, f64) },
    Pieces { pieces: Box<Pieces>, shares: (f64, f64) },
    Ended(Result<Value, String>),
}

/// Where the entry's thread says what it needs, and waits.
struct Desk {
    said: Mutex<Sender<Said>>,
    answers: Mutex<Receiver<()>>,
    stop: Stop,
}

impl Desk {
    fn say(&self, what: Said) {
        // Nobody listens any more after an interrupt.
        let _ = lock(&self.said).send(what);
    }

    /// Says what is needed and waits until it was seen to.
    fn ask(&self, what: Said) -> Result<(), Error> {
        self.say(what);
        let answers = lock(&self.answers);
        while !self.stop.raised() {
            match answers.recv_timeout(LOOK) {
                Ok(()) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(interrupted())
    }

    fn run(&self, data: &Path, id: &str, order: &Order) -> Result<Value, Error> {
        let progress = |share: f64| self.say(Said::Progress(share));
        let (evidence, made, page) = reproduce(data, id, order, Hands::Others(self), &self.stop, &progress)?;
        let text = evidence.text(find(id)?.0);
        Ok(json!({ "run": id, "page": page, "made": made, "outcome": evidence, "text": text }))
    }
}

impl Others for Desk {
    fn games(
        &self,
        folder: &Path,
        name: &str,
        experiment: &Experiment,
        shares: (f64, f64),
    ) -> Result<(), Error> {
        let experiment = serde_json::to_string(experiment).map_err(|error| Error::new(error.to_string()))?;
        let (folder, name) = (folder.to_path_buf(), name.to_string());
        self.ask(Said::Games { folder, name, experiment, shares })
    }

    fn pieces(&self, folder: &Path, job: &str, numbers: &[u64], shares: (f64, f64)) -> Result<(), Error> {
        let code = plywood_repro::ROOM.digest();
        let keeper = Keeper::open(folder, store::JobKey { name: job, code: &code })?;
        let (job, numbers, keeper) = (job.to_string(), numbers.to_vec(), Mutex::new(Some(keeper)));
        self.ask(Said::Pieces { pieces: Box::new(Pieces { job, numbers, keeper }), shares })
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// An entry that runs.
#[pyclass(frozen, module = "plywood")]
pub struct EntryRun {
    heard: Mutex<Receiver<Said>>,
    answer: Sender<()>,
    stop: Stop,
}

#[pymethods]
impl EntryRun {
    /// Waits for what the entry says next: `("progress", share)`; `("games", experiment, folder, name, shares)` or
    /// `("pieces", Pieces, shares)`, which it needs and waits for; at last `("ended", result)`.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let said = receive(py, &mut lock(&self.heard), &self.stop)?;
        match said.ok_or_else(|| error("this entry has ended"))? {
            Said::Progress(share) => ("progress", share).into_bound_py_any(py),
            Said::Games { folder, name, experiment, shares } => {
                ("games", experiment, folder, name, shares).into_bound_py_any(py)
            }
            Said::Pieces { pieces, shares } => ("pieces", *pieces, shares).into_bound_py_any(py),
            Said::Ended(result) => ("ended", to_python(py, &result.map_err(error)?)?).into_bound_py_any(py),
        }
    }

    /// Tells the entry that what it needed was seen to. What is missing all the same it does itself.
    fn go_on(&self) {
        // An entry that has ended needs nothing.
        let _ = self.answer.send(());
    }

    /// Stops the entry, if it has not ended, and waits until it has.
    fn stop(&self, py: Python<'_>) {
        self.stop.raise();
        py.detach(|| while lock(&self.heard).recv().is_ok() {});
    }
}

/// Pieces of a job that an entry needs.
#[pyclass(frozen, module = "plywood")]
pub struct Pieces {
    job: String,
    numbers: Vec<u64>,
    keeper: Mutex<Option<Keeper>>,
}

impl Pieces {
    fn with<T>(&self, work: impl FnOnce(&mut Keeper) -> PyResult<T>) -> PyResult<T> {
        work(lock(&self.keeper).as_mut().ok_or_else(|| error("these pieces are closed"))?)
    }
}

#[pymethods]
impl Pieces {
    /// The job's name.
    #[getter]
    fn job(&self) -> &str {
        &self.job
    }

    /// How many pieces the entry needs.
    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    /// The numbers of those that nobody has done yet.
    #[getter]
    fn missing(&self) -> PyResult<Vec<u64>> {
        self.with(|keeper| Ok(self.numbers.iter().copied().filter(|number| !keeper.has(*number)).collect()))
    }

    /// Writes what `Entry.work` gave to the store, and returns how many of it were new.
    fn add(&self, pieces: &[u8]) -> PyResult<usize> {
        let pieces: Vec<Piece> = serde_json::from_slice(pieces).map_err(error)?;
        self.with(|keeper| keeper.add(pieces).map_err(error))
    }

    /// All results that are there, for `Entry.work` at later jobs.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.with(|keeper| {
            let piece = |number: &u64| Some((*number, keeper.result(*number)?.to_string()));
            let job: Job = (self.job.clone(), self.numbers.iter().filter_map(piece).collect());
            Ok(PyBytes::new(py, &serde_json::to_vec(&job).map_err(error)?))
        })
    }

    /// Lets go of the job, so that the entry can go on with it.
    fn close(&self) {
        lock(&self.keeper).take();
    }
}
