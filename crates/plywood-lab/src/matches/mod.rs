//! Matches: games between players, refereed, stored, tallied.
//!
//! The experiment alone fixes game i of a pairing: its opening, its dice, its seats and its seeds do not
//! depend on threads, slices, or the number of games.

pub mod referee;
pub mod results;
pub mod sequential;
pub mod stored;
pub mod tally;

#[cfg(test)]
pub(crate) mod mock;
#[cfg(test)]
mod tests;

use std::path::Path;

use plywood_core::Stop;
use plywood_core::facade::GameMaker;

use crate::experiment::{Experiment, Mode, Plan, seatings};
use crate::runner::{self, Job, Live, Ran, RunError, RunOptions};
use crate::store::writer::Stored;
use crate::store::{RunRow, Store};
use referee::Referee;
use sequential::Sequence;

pub use results::{Meeting, PairingResult, SeatScore, Standing, TestResult};

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
    let results = results_of(plan, &ran.store.games(ran.run)?);
    Ok((ran, results))
}

/// Results by pairing, from games in order: of those that the experiment asks for, whatever else is stored.
pub fn results_of(plan: &Plan, games: &[Stored]) -> Vec<PairingResult> {
    let specs: Vec<Vec<String>> = plan.pairings.iter().map(|pairing| pairing.contestants.clone()).collect();
    add_up(meetings(&specs, plan.experiment.mode), &plan.experiment, plan.experiment.games, games)
}

/// Results of a run that is in the store, finished or not: of all its games.
pub fn stored_results(store: &Store, run: &RunRow) -> Result<Vec<PairingResult>, RunError> {
    let experiment = Experiment::read(&run.experiment)?;
    let met = meetings_of(store, run)?;
    Ok(add_up(met, &experiment, u32::MAX, &store.games(run.id)?))
}

/// Who met in a stored run; the searches of a suite meet nobody.
pub fn meetings_of(store: &Store, run: &RunRow) -> Result<Vec<Meeting>, RunError> {
    let mode = if run.kind == "match" { Experiment::read(&run.experiment)?.mode } else { Mode::RoundRobin };
    let specs: Vec<Vec<String>> =
        store.pairings(run.id)?.into_iter().map(|pairing| pairing.contestants).collect();
    Ok(meetings(&specs, mode))
}

/// Who meets in each pairing, from the players' specs in it: the places in the list of players are found again by
/// counting, so that the same player twice is two.
pub fn meetings(pairings: &[Vec<String>], mode: Mode) -> Vec<Meeting> {
    let seats = pairings.first().map_or(0, Vec::len);
    let count =
        (seats..=seats + pairings.len()).find(|count| seatings(*count, seats, mode).len() >= pairings.len());
    let seated = seatings(count.unwrap_or(seats), seats, mode);
    let mut players: Vec<&str> = vec![""; count.unwrap_or(seats)];
    for (entries, specs) in seated.iter().zip(pairings) {
        entries.iter().zip(specs).for_each(|(&entry, spec)| players[entry] = spec);
    }
    let names = names(&players);
    let meeting = |(entries, specs): (&Vec<usize>, &Vec<String>)| Meeting {
        contestants: specs.clone(),
        entries: entries.clone(),
        names: entries.iter().map(|&entry| names[entry].clone()).collect(),
    };
    seated.iter().zip(pairings).map(meeting).collect()
}

/// The specs, numbered where several are the same.
fn names(specs: &[&str]) -> Vec<String> {
    let before = |place: usize| specs[..place].iter().filter(|spec| **spec == specs[place]).count();
    let several = |place: usize| specs.iter().filter(|spec| **spec == specs[place]).count() > 1;
    let name = |place: usize| match several(place) {
        true => format!("{} #{}", specs[place], before(place) + 1),
        false => specs[place].to_string(),
    };
    (0..specs.len()).map(name).collect()
}

fn add_up(met: Vec<Meeting>, experiment: &Experiment, limit: u32, games: &[Stored]) -> Vec<PairingResult> {
    let of = |number: u32| {
        let start = games.partition_point(|game| game.pairing < number);
        let end = games.partition_point(|game| game.pairing <= number);
        &games[start..end]
    };
    let result = |(meeting, number): (Meeting, u32)| {
        PairingResult::new(meeting, experiment.swap, experiment.sprt, limit, of(number))
    };
    met.into_iter().zip(0..).map(result).collect()
}
