//! Tuning: numbers in a player's spec are changed until the player wins more.
//!
//! ```toml
//! game = "connect4"
//! player = "uct(simulations=200, c={c})"   # parameters stand in braces, anywhere in the spec
//! opponent = "ab(depth=4)"          # without one, two disturbed players meet each other
//! openings = "random(plies=4)"      # the default is "start"
//! seed = 1
//! pairs = 1000                      # pairs of games to learn from
//! batch = 8                         # pairs between two changes (the default)
//! rate = 0.5                        # how far a batch that is won on one side moves a parameter, in steps (the default)
//! confirm = 400                     # games of the match that confirms or not (the default)
//!
//! [parameters.c]
//! start = 4.0
//! min = 0.0
//! max = 8.0
//! step = 0.5                        # how far a parameter is disturbed at first
//! whole = false                     # whether only whole numbers are tried (the default is no)
//! ```
//! The method is SPSA ([`spsa`]): every pair of games measures one random direction. What a pair comes to depends on the
//! experiment and its number alone, so threads and interruptions change nothing; more pairs go on from those there.

mod course;
pub mod spsa;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plywood_core::Error;
use plywood_core::facade::GameMaker;
use serde::{Deserialize, Serialize};

use crate::experiment::{Contestants, Experiment, Plan};
use crate::stats::Interval;
use crate::store::text_hash;

pub use course::{Course, Heard, Step};

/// The verdict of the confirming match on a tuning.
pub fn verdict(score: Option<Interval>) -> &'static str {
    match score {
        Some(score) if score.low > 0.5 => "confirmed: the tuned player is better than it was",
        Some(score) if score.high < 0.5 => "refuted: the tuned player is worse than it was",
        _ => "not confirmed: the interval holds one half; more pairs may find more, more games may show more",
    }
}

/// A number that is tuned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Where it starts.
    pub start: f64,
    /// The least value that is tried.
    pub min: f64,
    /// The greatest value that is tried.
    pub max: f64,
    /// How far it is disturbed at first.
    pub step: f64,
    /// Whether only whole numbers are tried.
    #[serde(default)]
    pub whole: bool,
}

impl Parameter {
    /// The value as the player is given it: within its bounds, whole where it must be, else with as many digits as a
    /// thousandth of a step has.
    pub fn tried(&self, value: f64) -> f64 {
        let within = value.clamp(self.min, self.max);
        if self.whole {
            return within.round().clamp(self.min.ceil(), self.max.floor());
        }
        let digits = (3.0 - libm::floor(libm::log10(self.step))).clamp(0.0, 15.0) as usize;
        let rounded: f64 = format!("{within:.digits$}").parse().unwrap_or(within);
        rounded.clamp(self.min, self.max)
    }

    fn check(&self) -> Result<(), String> {
        let Parameter { start, min, max, step, whole } = *self;
        if ![start, min, max, step].iter().all(|number| number.is_finite()) {
            return Err("its numbers must be finite".to_string());
        }
        if min >= max {
            return Err(format!("min = {min} must be less than max = {max}"));
        }
        if !(min..=max).contains(&start) {
            return Err(format!("start = {start} must lie from {min} to {max}"));
        }
        if step <= 0.0 || step > max - min {
            return Err(format!("step = {step} must be positive and no more than {}", max - min));
        }
        if whole && (min.ceil() > max.floor() || step < 0.5) {
            return Err("whole numbers need one between min and max, and a step of 0.5 or more".to_string());
        }
        Ok(())
    }
}

/// An experiment that tunes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The game's spec.
    pub game: String,
    /// The player's spec, with parameters in braces.
    pub player: String,
    /// Whom it plays; without one, two disturbed players meet each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// Where games start.
    #[serde(default = "start")]
    pub openings: String,
    /// Seed of directions, openings, dice and players.
    #[serde(default = "one")]
    pub seed: u64,
    /// Pairs of games to learn from.
    pub pairs: u32,
    /// Pairs between two changes.
    #[serde(default = "eight")]
    pub batch: u32,
    /// How far a batch that is won on one side moves a parameter at first, in steps.
    #[serde(default = "half")]
    pub rate: f64,
    /// Games of the match that confirms or not.
    #[serde(default = "four_hundred")]
    pub confirm: u32,
    /// Steps after which a game that is still going is a draw.
    #[serde(default = "longest")]
    pub longest: u32,
    /// The parameters, by the names in the braces.
    pub parameters: BTreeMap<String, Parameter>,
    /// Where the files that the experiment names are.
    #[serde(skip)]
    pub folder: PathBuf,
}

fn start() -> String {
    "start".to_string()
}
fn one() -> u64 {
    1
}
fn eight() -> u32 {
    8
}
fn half() -> f64 {
    0.5
}
fn four_hundred() -> u32 {
    400
}
fn longest() -> u32 {
    2000
}

impl Tuning {
    /// Reads an experiment file that stands in a folder.
    ///
    /// # Errors
    ///
    /// If the text is no TOML, has wrong keys, or numbers of a parameter that cannot be.
    pub fn read(text: &str, folder: &Path) -> Result<Tuning, Error> {
        let tuning: Tuning =
            toml::from_str(text).map_err(|error| Error::new(error.to_string().trim_end()))?;
        tuning.within(folder)
    }

    /// The same with its files in a folder, if nothing is wrong with it.
    pub fn within(self, folder: &Path) -> Result<Tuning, Error> {
        self.check()?;
        Ok(Tuning { folder: folder.to_path_buf(), ..self })
    }

    /// Everything that decides how pair i is played: everything but how many there are and what comes after
    /// them.
    pub fn basis(&self) -> String {
        let basis = Tuning { pairs: 0, confirm: 0, ..self.clone() };
        toml::to_string(&basis).expect("an experiment is plain data")
    }

    /// Where every parameter starts, in the order of their names.
    pub fn starts(&self) -> Vec<f64> {
        self.parameters.values().map(|parameter| parameter.start).collect()
    }

    /// The player's spec with the parameters put in.
    pub fn player_at(&self, values: &[f64]) -> String {
        let mut spec = self.player.clone();
        for ((name, parameter), value) in self.parameters.iter().zip(values) {
            spec = spec.replace(&format!("{{{name}}}"), &parameter.tried(*value).to_string());
        }
        spec
    }

    /// A match of two players under this experiment's rules.
    pub fn match_of(&self, players: [String; 2], games: u32, seed: u64) -> Experiment {
        let contestants = players.map(Contestants::One).to_vec();
        Experiment {
            openings: self.openings.clone(),
            longest: self.longest,
            players: contestants,
            ..Experiment::of_match(&self.game, &[] as &[&str], games, seed)
        }
    }

    /// The match that confirms or not: the player that was found against the one it began as.
    pub fn confirmation(&self, found: &[f64]) -> Experiment {
        // Other openings and dice than those it learned from.
        let seed = plywood_core::random::derive(self.seed, plywood_core::random::seed_of("confirm")) >> 1;
        self.match_of([self.player_at(found), self.player_at(&self.starts())], self.confirm, seed)
    }

    /// The same worked out, for a tuning of a name. What was found is part of the match's name: more pairs find something
    /// else, and that is another match.
    pub fn confirming(&self, name: &str, found: &[f64], make_game: &GameMaker) -> Result<Plan, Error> {
        let experiment = self.confirmation(found);
        let text = experiment.write();
        let name = format!("{name}-confirm-{}", text_hash(&text));
        Plan::new(&name, experiment, text, &self.folder, None, make_game)
    }

    /// Makes the players at every end of what may be tried, so that nothing is refused later.
    pub fn try_out(&self, make_game: &GameMaker) -> Result<(), Error> {
        let game = make_game(&self.game).map_err(|error| error.context("game"))?;
        if game.nature().players != 2 {
            return Err(Error::new(format!(
                "{} is not for two players: only such games are tuned for",
                self.game
            )));
        }
        let ends = |end: fn(&Parameter) -> f64| self.parameters.values().map(end).collect::<Vec<f64>>();
        for values in [self.starts(), ends(|one| one.min), ends(|one| one.max)] {
            let spec = self.player_at(&values);
            game.player(&spec.parse()?).map_err(|error| error.context(format!("player {spec}")))?;
        }
        if let Some(opponent) = &self.opponent {
            game.player(&opponent.parse()?).map_err(|error| error.context("opponent"))?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::new(message));
        if self.parameters.is_empty() {
            return refuse("there is nothing to tune: [parameters.NAME] is missing".to_string());
        }
        for (name, parameter) in &self.parameters {
            parameter.check().map_err(|wrong| Error::new(format!("parameters.{name}: {wrong}")))?;
            if !self.player.contains(&format!("{{{name}}}")) {
                return refuse(format!("parameters.{name}: the player has no {{{name}}}: {}", self.player));
            }
        }
        let rest = self.player_at(&self.starts());
        if let Some(place) = rest.find('{') {
            let open = rest[place..].split_inclusive('}').next().unwrap_or_default();
            return refuse(format!("{open} in the player is no parameter: [parameters.NAME] is missing"));
        }
        if self.pairs == 0 || self.batch == 0 || self.longest == 0 {
            return refuse("pairs, batch and longest must be at least 1".to_string());
        }
        if !(self.rate > 0.0 && self.rate <= 100.0) {
            return refuse(format!("rate = {} must be positive, 100 at most", self.rate));
        }
        // TOML has no larger whole numbers.
        if i64::try_from(self.seed).is_err() {
            return refuse(format!("seed = {} is too large; the largest is {}", self.seed, i64::MAX));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
