//! Experiments as steps of something larger: their games are stored in a folder under a name, and games that
//! the same code played before count.

use std::path::Path;

use plywood_core::facade::GameMaker;
use plywood_core::{Error, Played, Stop};

use super::{PairingResult, run};
use crate::experiment::{Experiment, Plan};
use crate::runner::{Live, Ran, RunOptions};
use crate::store::{Allowed, Store};

/// The name of an experiment's run in the store: results of two programs do not mix.
pub fn run_name(name: &str, code: &str) -> String {
    format!("{name} by {code}")
}

/// Plays an experiment whose games are stored in a folder. Games that the same code played before count.
///
/// # Errors
///
/// If the experiment cannot be planned, or its games cannot be stored.
pub fn run_stored(
    folder: &Path,
    name: &str,
    experiment: &Experiment,
    make_game: &GameMaker,
    (threads, stop): (usize, &Stop),
    show: &mut dyn FnMut(&Live),
) -> Result<(Ran, Vec<PairingResult>), Error> {
    let text = experiment.write();
    let mut plan = Plan::new("", experiment.clone(), text, folder, None, make_game)?;
    plan.name = run_name(name, &plan.code);
    let options = RunOptions { threads, allowed: Allowed { changed: true, any_build: false } };
    Ok(run(&plan, Store::open(folder)?, options, stop, show)?)
}

/// Plays an experiment as [`run_stored`] does and hands back its games, by pairing and number.
///
/// # Errors
///
/// If the experiment cannot be planned, or its games cannot be stored.
pub fn games_stored(
    folder: &Path,
    name: &str,
    experiment: &Experiment,
    make_game: &GameMaker,
    work: (usize, &Stop),
    show: &mut dyn FnMut(&Live),
) -> Result<Vec<Played>, Error> {
    let (ran, _) = run_stored(folder, name, experiment, make_game, work, show)?;
    match ran.store.runs()?.into_iter().find(|run| run.id == ran.run) {
        Some(run) => Ok(ran.store.played(&run)?),
        None => Ok(Vec::new()),
    }
}

/// The first player's share of the points by opening, colours swapped.
pub fn by_opening(games: &[Played]) -> Vec<f64> {
    let Some(first) = games.first().map(|game| game.players[0].clone()) else { return Vec::new() };
    let points = |game: &Played| {
        let seat = usize::from(game.players[0] != first);
        match game.payoffs[seat] {
            payoff if payoff > game.payoffs[1 - seat] => 1.0,
            payoff if payoff < game.payoffs[1 - seat] => 0.0,
            _ => 0.5,
        }
    };
    games.chunks_exact(2).map(|pair| (points(&pair[0]) + points(&pair[1])) / 2.0).collect()
}
