//! An experiment worked out: its pairings, its openings, and which games a slice plays.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use plywood_core::Error;
use plywood_core::facade::{AnyGame, GameMaker};

use super::{Experiment, Mode, Openings};
use crate::store::{PairingRow, RunPlan};

/// One set of players that meet.
#[derive(Clone)]
pub struct Pairing {
    /// The players' specs, as the players write them; the first is the one whose score is told.
    pub contestants: Vec<String>,
}

/// A slice of an experiment, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which slice.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if index >= 1 && index <= count => Ok(Self { index, count }),
            _ => Err(Error::new(format!("expected a slice such as 1/3, found {text:?}"))),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.index, self.count)
    }
}

/// Everything that is decided before the first game.
pub struct Plan {
    /// The run's name.
    pub name: String,
    /// The experiment.
    pub experiment: Experiment,
    /// Its text, as it is stored.
    pub text: String,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// The openings, the same for every pairing.
    pub openings: Vec<String>,
    /// The slice to play, if not all.
    pub shard: Option<Shard>,
}

impl Plan {
    /// Works an experiment out; `folder` is where its files are, `text` what is stored of it.
    pub fn new(
        name: &str,
        experiment: Experiment,
        text: String,
        folder: &Path,
        shard: Option<Shard>,
        make_game: &GameMaker,
    ) -> Result<Self, Error> {
        experiment.check()?;
        let game: Arc<dyn AnyGame> = make_game(&experiment.game)?.into();
        let seats = game.nature().players;
        let mut specs = Vec::new();
        for contestants in &experiment.players {
            for spec in contestants.specs()? {
                specs.push(game.player(&spec)?.spec());
            }
        }
        if specs.len() < seats {
            let found = specs.len();
            return Err(Error::new(format!(
                "{} is for {seats} players, the experiment has {found}",
                game.spec()
            )));
        }
        let pairings: Vec<Pairing> = combinations(specs.len(), seats)
            .into_iter()
            .filter(|seated| experiment.mode == Mode::RoundRobin || seated[0] == 0)
            .map(|seated| Pairing {
                contestants: seated.iter().map(|&player| specs[player].clone()).collect(),
            })
            .collect();
        if experiment.sprt.is_some() {
            if pairings.len() != 1 || seats != 2 {
                return Err(Error::new("a sequential test needs exactly one pairing of two players"));
            }
            if shard.is_some() {
                return Err(Error::new(
                    "a sequential test reads pairs in order; it cannot run in slices (--shard)",
                ));
            }
        }
        let groups = if experiment.swap { experiment.games.div_ceil(seats as u32) } else { experiment.games };
        let rule = Openings::read(&experiment.openings, folder)?;
        let openings = rule.make(&*game, groups as usize, experiment.seed)?;
        Ok(Self { name: name.to_string(), experiment, text, game, pairings, openings, shard })
    }

    /// Number of seats.
    pub fn seats(&self) -> u32 {
        self.game.nature().players as u32
    }

    /// The group a game belongs to: games of one group share opening and dice and differ in seats.
    pub fn group(&self, number: u32) -> u32 {
        if self.experiment.swap { number / self.seats() } else { number }
    }

    /// The seat of the first contestant.
    pub fn first_seat(&self, number: u32) -> u32 {
        if self.experiment.swap { number % self.seats() } else { 0 }
    }

    /// The opening of a game.
    pub fn opening(&self, number: u32) -> u32 {
        self.group(number) % self.openings.len() as u32
    }

    /// The games this slice plays, as (pairing, number), in order.
    pub fn tasks(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mine = move |number: &u32| match self.shard {
            Some(shard) => self.group(*number) % shard.count == shard.index - 1,
            None => true,
        };
        (0..self.pairings.len() as u32).flat_map(move |pairing| {
            (0..self.experiment.games).filter(mine).map(move |number| (pairing, number))
        })
    }

    /// What the store keeps of it.
    pub fn run_plan(&self) -> RunPlan {
        let row = |pairing: &Pairing| PairingRow {
            game: self.game.spec(),
            contestants: pairing.contestants.clone(),
        };
        RunPlan {
            name: self.name.clone(),
            kind: "match".to_string(),
            experiment: self.text.clone(),
            basis: self.experiment.basis() + &self.openings_of_file(),
            seed: self.experiment.seed,
            shard: self.shard.map(|shard| shard.to_string()).unwrap_or_default(),
            planned: self.pairings.len() as u64 * u64::from(self.experiment.games),
            pairings: self.pairings.iter().map(row).collect(),
            openings: self.openings.clone(),
        }
    }

    /// Openings that the experiment's own text does not fix.
    fn openings_of_file(&self) -> String {
        if self.experiment.openings.starts_with("file") { self.openings.join("\n") } else { String::new() }
    }
}

/// All ascending choices of `size` out of `count`, in dictionary order.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for last in size - 1..count {
        for mut rest in combinations(last, size - 1) {
            rest.push(last);
            all.push(rest);
        }
    }
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        assert_eq!(combinations(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(combinations(4, 3).len(), 4);
        assert_eq!(combinations(2, 3), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn slices_are_checked() {
        assert_eq!("2/3".parse::<Shard>().unwrap(), Shard { index: 2, count: 3 });
        for wrong in ["0/3", "4/3", "1", "a/b", "1/3/5"] {
            assert!(wrong.parse::<Shard>().unwrap_err().to_string().contains("1/3"), "{wrong}");
        }
    }
}
