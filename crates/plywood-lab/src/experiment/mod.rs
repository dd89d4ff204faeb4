//! An experiment: who meets whom, how often, from which openings, by which seed.
//!
//! ```toml
//! game = "connect4"
//! seed = 1
//! games = 200                       # a pairing
//! openings = "random(plies=4)"      # or "start" (the default), or "file(path=openings.txt)"
//! swap = true                       # every opening once a seat (the default)
//! mode = "gauntlet"                 # the first player against each other one; default "round-robin"
//! players = ["random", { spec = "ab", depth = [2, 3, 4] }]
//! ```
//! A player with lists is a sweep: one player for every combination of their values. An optional `[sprt]` table stops
//! a single pairing as soon as its test is decided.

mod openings;
mod plan;
mod players;

use serde::{Deserialize, Serialize};

use plywood_core::{Clock, Error, Spec};

use crate::stats::Sprt;

pub use openings::{Openings, line_at, problems};
pub use plan::{Pairing, Plan, Shard, seatings};
pub use players::Contestants;

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// An experiment file.
///
/// ```
/// use plywood_lab::experiment::Experiment;
///
/// let file = "game = \"connect4\"\ngames = 200\nplayers = [\"random\", { spec = \"ab\", depth = [2, 3] }]\n";
/// let experiment = Experiment::read(file)?;
/// assert_eq!(experiment.specs()?.len(), 3); // random, ab(depth=2), ab(depth=3)
/// # Ok::<(), plywood_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The game's spec.
    pub game: String,
    /// Seed of openings, dice and players.
    #[serde(default = "one")]
    pub seed: u64,
    /// Games a pairing.
    #[serde(default = "hundred")]
    pub games: u32,
    /// Where games start: `start`, `random(plies=4)`, `played(player=...)` or `file(path=...)`.
    #[serde(default = "start")]
    pub openings: String,
    /// Whether every opening is played once from each seat.
    #[serde(default = "yes")]
    pub swap: bool,
    /// Steps after which a game that is still going is a draw.
    #[serde(default = "longest")]
    pub longest: u32,
    /// The clock of each side for a game, such as `10m` or `1m+0.5s`; none where players have their own budgets alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Who meets whom.
    #[serde(default)]
    pub mode: Mode,
    /// The players.
    pub players: Vec<Contestants>,
    /// A remark for people, shown in the list of runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A test that can stop the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

fn start() -> String {
    "start".to_string()
}

fn one() -> u64 {
    1
}

fn hundred() -> u32 {
    100
}

fn yes() -> bool {
    true
}

fn longest() -> u32 {
    Experiment::LONGEST
}

impl Experiment {
    /// Steps after which a game is a draw where nobody says.
    pub const LONGEST: u32 = 2000;

    /// A file with every key explained.
    pub const EXAMPLE: &str = include_str!("example.toml");

    /// A match of some players with everything else at its default.
    ///
    /// ```
    /// use plywood_lab::experiment::Experiment;
    ///
    /// let experiment = Experiment::of_match("connect4", &["ab(depth=4)", "random"], 100, 1);
    /// assert_eq!((experiment.games, experiment.seed), (100, 1));
    /// ```
    pub fn of_match(game: &str, players: &[impl ToString], games: u32, seed: u64) -> Self {
        Self {
            game: game.to_string(),
            seed,
            games,
            openings: start(),
            swap: true,
            longest: longest(),
            clock: None,
            mode: Mode::RoundRobin,
            players: players.iter().map(|player| Contestants::One(player.to_string())).collect(),
            note: None,
            sprt: None,
        }
    }

    /// Reads an experiment file.
    ///
    /// # Errors
    ///
    /// If the text is no TOML or has wrong keys, or a number in it cannot be.
    pub fn read(text: &str) -> Result<Self, Error> {
        let experiment: Self =
            toml::from_str(text).map_err(|error| Error::new(error.to_string().trim_end()))?;
        experiment.check()?;
        Ok(experiment)
    }

    /// The experiment as a file, every key written out.
    pub fn write(&self) -> String {
        toml::to_string(self).expect("an experiment is plain data")
    }

    /// The specs of all players, sweeps written out.
    ///
    /// # Errors
    ///
    /// If a player is no spec, or a sweep has no values or values that are neither numbers nor words.
    pub fn specs(&self) -> Result<Vec<Spec>, Error> {
        let all: Result<Vec<Vec<Spec>>, Error> = self.players.iter().map(Contestants::specs).collect();
        Ok(all?.concat())
    }

    /// The clock that each side starts a game with.
    ///
    /// # Errors
    ///
    /// If the text is no clock.
    pub fn clock(&self) -> Result<Option<Clock>, Error> {
        self.clock
            .as_deref()
            .map(|text| text.parse().map_err(|error: Error| error.context("clock")))
            .transpose()
    }

    fn check(&self) -> Result<(), Error> {
        if self.games == 0 {
            return Err(Error::new("games = 0: an experiment needs at least one game a pairing"));
        }
        if self.longest == 0 {
            return Err(Error::new("longest = 0: a game needs at least one step"));
        }
        // TOML has no larger whole numbers, and the text must be readable again.
        if i64::try_from(self.seed).is_err() {
            return Err(Error::new(format!(
                "seed = {} is too large; the largest is {}",
                self.seed,
                i64::MAX
            )));
        }
        self.clock()?;
        match &self.sprt {
            Some(sprt) => sprt.check().map_err(|wrong| Error::new(format!("sprt: {wrong}"))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt =
        Sprt { model: crate::stats::Model::Logistic, elo0: 0.1, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    const TEXT: &str = r#"
        game = "connect4"
        seed = 1
        games = 20
        mode = "gauntlet"
        players = ["random", { spec = "ab(eval=lines)", depth = [2, 3], table = ["off", "1MB"] }]
    "#;

    #[test]
    fn defaults_and_round_trip() {
        let experiment = Experiment::read(TEXT).unwrap();
        assert!(experiment.swap && experiment.openings == "start" && experiment.longest == 2000);
        assert_eq!(Experiment::read(&experiment.write()).unwrap(), experiment);
        let tested = Experiment { sprt: Some(TEST), ..experiment.clone() };
        let json = serde_json::to_string(&tested).unwrap();
        assert_eq!(serde_json::from_str::<Experiment>(&json).unwrap(), tested);
        let least = Experiment::read("game = \"nim\"\nplayers = [\"random\", \"random\"]").unwrap();
        assert_eq!((least.games, least.seed), (100, 1));
        assert_eq!(least, Experiment::of_match("nim", &["random", "random"], 100, 1));
    }

    #[test]
    fn the_example_shows_the_defaults_and_is_read_as_it_stands() {
        let shown = Experiment::read(Experiment::EXAMPLE).unwrap();
        let least = Experiment {
            players: shown.players.clone(),
            ..Experiment::of_match("connect4", &[""; 0], 100, 1)
        };
        assert_eq!(shown, least);
        assert_eq!(shown.specs().unwrap().len(), 4);
        // What is commented out is right as well, and nothing is left unexplained.
        let all = Experiment::EXAMPLE.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
        let all: Vec<&str> = all
            .skip_while(|line| !line.starts_with("game"))
            .filter(|line| line.contains(['=', '[', ']', '}']))
            .collect();
        let full = Experiment::read(&all.join("\n")).unwrap();
        assert!(full.note.is_some() && full.clock().unwrap().is_some());
        assert_eq!(full.sprt, Some(Sprt { elo0: 0.0, model: crate::stats::Model::Normalised, ..TEST }));
        let keys = |text: &str| {
            text.lines().filter_map(|line| Some(line.split_once(" =")?.0.to_string())).collect::<Vec<_>>()
        };
        keys(&full.write())
            .iter()
            .for_each(|key| assert!(Experiment::EXAMPLE.contains(&format!("{key} =")), "{key}"));
    }

    #[test]
    fn names_what_is_wrong() {
        let wrong = |from: &str, to: &str| Experiment::read(&TEXT.replace(from, to)).unwrap_err().to_string();
        assert!(wrong("seed", "sead").contains("sead"));
        assert!(wrong("games = 20", "games = 0").contains("at least one game"));
        assert!(wrong("games = 20", "games = -3").contains("-3"));
        assert!(wrong("games = 20", "clock = \"soon\"").contains("10m or 1m+0.5s"));
        assert!(wrong("gauntlet", "ladder").contains("round-robin"));
        assert!(wrong("seed = 1", "seed = \"one\"").contains("seed"));
    }
}
