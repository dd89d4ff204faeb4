//! Plays the missing games of a run: several threads play, one thread writes, and this one counts.
//!
//! Threads take tasks from one list in order. A game counts when it is in the store; an interrupt drops only
//! unfinished games. A later run plays exactly the missing ones. Matches and suites both consist of such
//! tasks.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use plywood_core::{Error, Stop};

use crate::matches::sequential::Sequence;
use crate::store::writer::{GameSender, Stored};
use crate::store::{Allowed, Begun, GameRecord, Machine, RunPlan, SetAside, Store, StoreError, Writer};
use plywood_core::parallel::{cores, share_out};

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The experiment is wrong.
    #[error(transparent)]
    Experiment(#[from] Error),
    /// The store is.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Experiment(error) => error,
            RunError::Store(error) => error.into(),
        }
    }
}

/// How a run is made; none of it changes its games.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Threads that play.
    pub threads: usize,
    /// The differences that are allowed when a run continues.
    pub allowed: Allowed,
}

/// A thread for each core, and nothing may differ.
impl Default for RunOptions {
    fn default() -> Self {
        Self { threads: cores(), allowed: Allowed::default() }
    }
}

/// A run under way, as it is shown.
#[derive(Clone, Debug)]
pub struct Live<'a> {
    /// Games stored.
    pub done: u64,
    /// Games of this slice.
    pub planned: u64,
    /// Games stored since this start.
    pub fresh: u64,
    /// Time since this start.
    pub elapsed: Duration,
    /// Half-points of the first contestant, over all pairings.
    pub half_points: u64,
    /// The games stored since the last time.
    pub batch: &'a [GameRecord],
}

impl Live<'_> {
    /// How much is stored a second, since this start.
    pub fn rate(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.fresh as f64 / seconds } else { 0.0 }
    }

    /// Seconds that the rest takes at this rate; none before there is one.
    pub fn left(&self) -> Option<f64> {
        let open = self.planned.saturating_sub(self.done) as f64;
        (self.rate() > 0.0).then(|| open / self.rate())
    }

    /// The share of the points that the first contestant has, in words; nothing before the first game.
    pub fn score(&self) -> String {
        match self.done {
            0 => String::new(),
            games => format!("score {:.3}", self.half_points as f64 / (2 * games) as f64),
        }
    }
}

/// The worker of one thread, which does its tasks.
pub trait Worker {
    /// Does a task; nothing if it was interrupted.
    fn work(&mut self, pairing: u32, number: u32, stop: &Stop) -> Result<Option<GameRecord>, Error>;
}

/// A run's tasks and who does them.
pub struct Job<'a> {
    /// Its record in the store.
    pub plan: RunPlan,
    /// All tasks as (pairing, number), in order.
    pub tasks: Vec<(u32, u32)>,
    /// A test that can end it early.
    pub sequence: Option<Sequence>,
    /// Makes a thread's worker.
    pub worker: &'a (dyn Fn() -> Box<dyn Worker + 'a> + Sync),
}

/// A run that ended, by its own or by an interrupt.
#[derive(Debug)]
pub struct Ran {
    /// The store, with all its games.
    pub store: Store,
    /// The run's row.
    pub run: i64,
    /// Games stored since this start.
    pub fresh: u64,
    /// Games of those asked for that were stored before.
    pub before: u64,
    /// The run that had its name before, where that was of another experiment.
    pub aside: Option<SetAside>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Ran {
    /// Adds to an object what this start did: for programs, in the words of every front end.
    pub fn tell(&self, object: &mut serde_json::Value) {
        object["played"] = self.fresh.into();
        object["stored_before"] = self.before.into();
        object["kept_aside"] = serde_json::json!(self.aside);
        object["interrupted"] = self.interrupted.into();
    }
}

/// Does what is missing of a job.
pub fn run(
    mut job: Job,
    mut store: Store,
    options: RunOptions,
    stop: &Stop,
    show: &mut dyn FnMut(&Live),
) -> Result<Ran, RunError> {
    let Begun { run, games: mut stored, aside } =
        store.begin(&job.plan, &Machine::look(), options.threads, options.allowed)?;
    let planned = job.tasks.len() as u64;
    let mut known: HashMap<(u32, u32), bool> =
        stored.iter().map(|game| ((game.pairing, game.number), false)).collect();
    // What is stored needs not be done, and counts if it was asked for.
    job.tasks.retain(|task| known.get_mut(task).map(|asked| *asked = true).is_none());
    stored.retain(|game| known[&(game.pairing, game.number)]);
    if let Some(sequence) = &mut job.sequence {
        stored.iter().for_each(|game| sequence.add(game));
    }
    let half_points = stored.iter().map(|game| u64::from(game.half_points)).sum();
    let before = stored.len() as u64;
    let mut live = Live { done: before, planned, fresh: 0, elapsed: Duration::ZERO, half_points, batch: &[] };
    let begun = Instant::now();
    show(&live);

    let Job { tasks, mut sequence, worker, .. } = job;
    let limit = AtomicU32::new(sequence.as_ref().and_then(Sequence::stop).unwrap_or(u32::MAX));
    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let (writer, batches) = Writer::start(store, run);
    let mut count = |batch: Vec<GameRecord>| {
        for game in &batch {
            live.done += 1;
            live.fresh += 1;
            live.half_points += u64::from(game.half_points());
            if let Some(sequence) = &mut sequence {
                sequence.add(&Stored::from(game));
                limit.store(sequence.stop().unwrap_or(u32::MAX), Ordering::Relaxed);
            }
        }
        live.elapsed = begun.elapsed();
        show(&Live { batch: &batch, ..live.clone() });
    };
    let play = |(worker, sender): &mut (Box<dyn Worker + '_>, GameSender), place: usize| {
        let (pairing, number) = tasks[place];
        if stop.raised() || number >= limit.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let stored = match worker.work(pairing, number, stop) {
            Ok(Some(game)) => sender.send(game).map_err(RunError::from),
            Ok(None) => return ControlFlow::Break(()),
            Err(error) => Err(error.into()),
        };
        match stored {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    };
    let finished = std::thread::scope(|scope| {
        let (sender, tasks) = (writer.sender(), &tasks);
        scope.spawn(move || {
            share_out(options.threads, tasks.len(), || (worker(), sender.clone()), play);
        });
        // The writer ends once every sender is gone, and with it this loop.
        let finished = scope.spawn(move || writer.finish());
        batches.iter().for_each(&mut count);
        finished.join().map_err(|_| StoreError::WriterGone)
    });
    let mut store = finished??;
    // The system's load is a mean over a minute, our own threads included; shorter runs say nothing about it.
    if begun.elapsed() > Duration::from_secs(60) && Machine::look().overloaded_by(0) {
        store.mark_overloaded(run)?;
    }
    if let Some(error) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(error);
    }
    // Stopped after the last game is not interrupted.
    let decided = sequence.as_ref().is_some_and(|sequence| sequence.stop().is_some());
    let interrupted = stop.raised() && live.done < live.planned && !decided;
    Ok(Ran { store, run, fresh: live.fresh, before, aside, interrupted })
}
