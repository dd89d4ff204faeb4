//! Runs a plan: threads play, one thread writes, this one counts.
//!
//! Threads take games from one list in order. A game counts when the store has it; an interrupt drops only games that
//! are not over yet. Coming back plays exactly what is missing.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plywood_core::{Error, Stop};

use super::referee::Table;
use super::results::PairingResult;
use super::sequential::Sequence;
use crate::experiment::Plan;
use crate::store::writer::{GameSender, Stored};
use crate::store::{Allowed, Machine, Store, StoreError, Writer};

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

/// How a run is made; none of it changes its games.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Threads that play.
    pub threads: usize,
    /// What may differ when a run goes on.
    pub allowed: Allowed,
}

/// A run under way, as it is shown.
#[derive(Clone, Debug)]
pub struct Live {
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
}

/// A run that ended, by its own or by an interrupt.
#[derive(Debug)]
pub struct Finished {
    /// The store, with all its games.
    pub store: Store,
    /// The run's row.
    pub run: i64,
    /// Results by pairing.
    pub results: Vec<PairingResult>,
    /// Games stored since this start.
    pub fresh: u64,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// Plays what is missing of a plan.
pub fn run(
    plan: &Plan,
    mut store: Store,
    options: RunOptions,
    stop: &Stop,
    show: &mut dyn FnMut(&Live),
) -> Result<Finished, RunError> {
    let (run, stored) = store.begin(&plan.run_plan(), &Machine::look(), options.threads, options.allowed)?;
    let known: HashSet<(u32, u32)> = stored.iter().map(|game| (game.pairing, game.number)).collect();
    let planned = plan.tasks().count() as u64;
    let tasks: Vec<(u32, u32)> = plan.tasks().filter(|task| !known.contains(task)).collect();
    let mut sequence = plan.experiment.sprt.map(|test| Sequence::new(test, plan.experiment.swap));
    if let Some(sequence) = &mut sequence {
        stored.iter().for_each(|game| sequence.add(game));
    }
    let half_points = stored.iter().map(|game| u64::from(game.half_points)).sum();
    let mut live = Live { done: stored.len() as u64, planned, fresh: 0, elapsed: Duration::ZERO, half_points };
    let begun = Instant::now();
    show(&live);

    let limit = AtomicU32::new(sequence.as_ref().and_then(Sequence::stop).unwrap_or(u32::MAX));
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let (writer, batches) = Writer::start(store, run);
    let mut count = |batch: Vec<Stored>| {
        for game in batch {
            live.done += 1;
            live.fresh += 1;
            live.half_points += u64::from(game.half_points);
            if let Some(sequence) = &mut sequence {
                sequence.add(&game);
                limit.store(sequence.stop().unwrap_or(u32::MAX), Ordering::Relaxed);
            }
        }
        live.elapsed = begun.elapsed();
        show(&live);
    };
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, tasks, next, limit, failure) = (writer.sender(), &tasks, &next, &limit, &failure);
            scope.spawn(move || {
                if let Err(error) = work(plan, tasks, next, limit, &sender, stop) {
                    next.store(tasks.len(), Ordering::Relaxed);
                    failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
                }
            });
        }
        // The writer ends once every sender is gone, and with it this loop.
        let finished = scope.spawn(move || writer.finish());
        batches.iter().for_each(&mut count);
        finished.join().map_err(|_| StoreError::WriterGone)
    })
    .map_err(RunError::from)
    .and_then(|finished| finished.map_err(RunError::from))
    .and_then(|mut store| {
        if let Some(error) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            return Err(error);
        }
        if let Some(past) = sequence.as_ref().and_then(Sequence::stop) {
            store.drop_games_from(run, 0, past)?;
        }
        let results = results(plan, &store.games(run)?);
        Ok(Finished { store, run, results, fresh: live.fresh, interrupted: stop.raised() })
    })
}

/// One playing thread.
fn work(
    plan: &Plan,
    tasks: &[(u32, u32)],
    next: &AtomicUsize,
    limit: &AtomicU32,
    sender: &GameSender,
    stop: &Stop,
) -> Result<(), RunError> {
    let mut table: Option<Table> = None;
    while let Some(&(pairing, number)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
        if stop.raised() || number >= limit.load(Ordering::Relaxed) {
            break;
        }
        let table = match &mut table {
            Some(table) if table.pairing() == pairing => table,
            other => other.insert(Table::new(plan, pairing)?),
        };
        match table.play(number, stop)? {
            Some(game) => sender.send(game)?,
            None => break,
        }
    }
    Ok(())
}

/// Results by pairing, from games in order.
pub fn results(plan: &Plan, games: &[Stored]) -> Vec<PairingResult> {
    let (paired, sprt) = (plan.experiment.swap, plan.experiment.sprt);
    let of = |number: u32| -> Vec<Stored> { games.iter().filter(|game| game.pairing == number).cloned().collect() };
    let all = plan.pairings.iter().enumerate();
    all.map(|(number, pairing)| PairingResult::new(&pairing.contestants, paired, sprt, &of(number as u32))).collect()
}
