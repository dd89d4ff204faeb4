//! Levels for people: the same six names in every game, for players that look further and further.

use plywood_core::facade::AnyGame;
use plywood_core::{Error, Limit};
use plywood_players::choice::{Purpose, choose};
use plywood_players::specialists;
use serde::Serialize;

/// A level for people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Level {
    /// What it is called.
    pub name: &'static str,
    /// The player it is.
    pub spec: String,
}

/// Names of levels, the weakest first.
const NAMES: [&str; 6] = ["beginner", "novice", "casual", "club", "expert", "master"];

/// Levels for people: the game's own player with levels where it has one, else small budgets of what fits the game.
pub fn levels(game: &dyn AnyGame) -> Vec<Level> {
    let made = |spec: &String| spec.parse().and_then(|spec| game.player(&spec)).is_ok();
    let named = |specs: Vec<String>| {
        // Some players refuse some budgets.
        let specs = specs.into_iter().filter(made);
        NAMES.iter().zip(specs).map(|(name, spec)| Level { name, spec }).collect()
    };
    if let Some(own) = game.specialists().iter().find(|one| !one.levels.is_empty()) {
        let specs: Vec<String> =
            own.levels.iter().map(|level| format!("{}({level})", own.about.name)).collect();
        if specs.iter().all(made) {
            return named(specs);
        }
    }
    let chosen = choose(game, Purpose::Play);
    let plain = chosen.split('(').next().unwrap_or(chosen);
    let keeps = specialists::keeps(game.specialists(), plain);
    let budgets: [&str; 5] = if keeps.contains(&Limit::Depth) && keeps.contains(&Limit::Time) {
        ["depth=1", "depth=2", "depth=4, time=2s", "depth=7, time=3s", "time=3s"]
    } else if keeps.contains(&Limit::Simulations) {
        ["simulations=20", "simulations=100", "simulations=1000", "simulations=10k, time=3s", "time=3s"]
    } else if keeps.contains(&Limit::Time) {
        ["time=20ms", "time=100ms", "time=500ms", "time=2s", "time=5s"]
    } else {
        return vec![
            Level { name: NAMES[0], spec: "random".to_string() },
            Level { name: NAMES[5], spec: chosen.to_string() },
        ];
    };
    let budgeted = budgets.iter().map(|budget| format!("{plain}({budget})"));
    named(std::iter::once("random".to_string()).chain(budgeted).collect())
}

/// The level of a name.
pub fn level(game: &dyn AnyGame, name: &str) -> Result<Level, Error> {
    let mut all = levels(game);
    let found = all.iter().position(|level| level.name == name);
    found.map(|place| all.swap_remove(place)).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|level| level.name).collect();
        Error::new(format!("there is no level {name}; {} has {}", game.spec(), names.join(", ")))
    })
}
