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

use plywood_core::Stop;

use crate::experiment::Plan;
use crate::runner::{self, Job, Live, Ran, RunError, RunOptions};
use crate::store::Store;
use crate::store::writer::Stored;
use referee::Referee;
use sequential::Sequence;

pub use results::{PairingResult, TestResult};

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
pub fn results(plan: &Plan, games: &[Stored]) -> Vec<PairingResult> {
    let (paired, sprt) = (plan.experiment.swap, plan.experiment.sprt);
    let of = |number: u32| -> Vec<Stored> {
        games.iter().filter(|game| game.pairing == number).cloned().collect()
    };
    let all = plan.pairings.iter().enumerate();
    all.map(|(number, pairing)| PairingResult::new(&pairing.contestants, paired, sprt, &of(number as u32)))
        .collect()
}
