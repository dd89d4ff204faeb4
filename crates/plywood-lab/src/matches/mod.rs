//! Matches: games between players, refereed, stored, tallied.
//!
//! Game i of a pairing is fixed by the experiment alone: its opening, its dice, its seats and its seeds do not depend on
//! threads, slices, or on how many games there are.

pub mod referee;
pub mod results;
pub mod sequential;

#[cfg(test)]
pub(crate) mod mock;
#[cfg(test)]
mod tests;

use std::path::Path;

use plywood_core::Stop;
use plywood_core::facade::GameMaker;

use crate::experiment::{Experiment, Plan};
use crate::runner::{self, Job, Live, Ran, RunError, RunOptions};
use crate::stats::Sprt;
use crate::store::writer::Stored;
use crate::store::{RunRow, Store};
use referee::Referee;
use sequential::Sequence;

pub use results::{PairingResult, TestResult};

impl Experiment {
    /// Plays all of it with nothing kept but the results; [`run`] keeps every game, and goes on where it was stopped.
    pub fn play(&self, make_game: &GameMaker) -> Result<Vec<PairingResult>, RunError> {
        let plan = Plan::new("match", self.clone(), self.write(), Path::new(""), None, make_game)?;
        let (_, results) = run(&plan, Store::in_memory()?, RunOptions::default(), &Stop::new(), &mut |_| {})?;
        Ok(results)
    }
}

/// Plays what is missing of a plan and adds it up.
pub fn run(
    plan: &Plan,
    store: Store,
    options: RunOptions,
    stop: &Stop,
    show: &mut dyn FnMut(&Live),
) -> Result<(Ran, Vec<PairingResult>), RunError> {
    let job = Job {
        plan: plan.run_plan(),
        tasks: plan.tasks().collect(),
        sequence: plan.experiment.sprt.map(|test| Sequence::new(test, plan.experiment.swap)),
        worker: &|| Box::new(Referee::new(plan)),
    };
    let ran = runner::run(job, store, options, stop, show)?;
    let results = results(plan, &ran.store.games(ran.run)?);
    Ok((ran, results))
}

/// Results by pairing, from games in order.
fn results(plan: &Plan, games: &[Stored]) -> Vec<PairingResult> {
    let contestants: Vec<&[String]> = plan.pairings.iter().map(|pairing| &pairing.contestants[..]).collect();
    add_up(&contestants, plan.experiment.swap, plan.experiment.sprt, games)
}

/// Results of a run that is in the store, finished or not.
pub fn stored_results(store: &Store, run: &RunRow) -> Result<Vec<PairingResult>, RunError> {
    let experiment = Experiment::read(&run.experiment)?;
    let pairings = store.pairings(run.id)?;
    let contestants: Vec<&[String]> = pairings.iter().map(|pairing| &pairing.contestants[..]).collect();
    Ok(add_up(&contestants, experiment.swap, experiment.sprt, &store.games(run.id)?))
}

fn add_up(
    contestants: &[&[String]],
    paired: bool,
    sprt: Option<Sprt>,
    games: &[Stored],
) -> Vec<PairingResult> {
    let of = |number: u32| {
        let start = games.partition_point(|game| game.pairing < number);
        let end = games.partition_point(|game| game.pairing <= number);
        &games[start..end]
    };
    let all = contestants.iter().zip(0..);
    all.map(|(contestants, number)| PairingResult::new(contestants, paired, sprt, of(number))).collect()
}
