//! The plan of an experiment: its pairings, its openings, and the games of a slice.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use plywood_core::Error;
use plywood_core::facade::{AnyGame, GameMaker};
use plywood_core::files::{Content, noting};

use super::{Experiment, Mode, Openings};
use crate::report::grouped;
use crate::store::{PairingRow, RunPlan, code_with, text_hash};

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
    /// Everything that decides game i, and nothing else, a line each: the same for experiments that mean the
    /// same.
    pub basis: String,
    /// The identity of the code that plays: the game's with its players, and the referee's.
    pub code: String,
    /// A remark for people.
    pub note: Option<String>,
}

/// Games of a run at most: openings and tasks are listed before the first one.
const MOST_GAMES: u64 = 10_000_000;

impl Plan {
    /// Works an experiment out; `folder` is where its files are, `text` what is stored of it.
    ///
    /// # Errors
    ///
    /// If the game, a player or an opening cannot be made, if there are too few players or too many games, or
    /// if a sequential test has more than one pairing.
    pub fn new(
        name: &str,
        experiment: Experiment,
        text: String,
        folder: &Path,
        shard: Option<Shard>,
        make_game: &GameMaker,
    ) -> Result<Self, Error> {
        experiment.check()?;
        let (game, mut files) = noting(|| make_game(&experiment.game));
        let game: Arc<dyn AnyGame> = game?.into();
        let seats = game.nature().players;
        let (mut specs, mut players) = (Vec::new(), Vec::new());
        for spec in experiment.specs()? {
            let (player, read) = noting(|| game.player(&spec));
            let player = player?;
            specs.push(player.spec());
            players.push(player.normal());
            files.extend(read);
        }
        if specs.len() < seats {
            let found = specs.len();
            return Err(Error::new(format!(
                "{} is for {seats} players, the experiment has {found}",
                game.spec()
            )));
        }
        let seated = seatings(specs.len(), seats, experiment.mode).into_iter();
        let pairings: Vec<Pairing> = seated
            .map(|entries| Pairing {
                contestants: entries.iter().map(|&entry| specs[entry].clone()).collect(),
            })
            .collect();
        let planned = pairings.len() as u64 * u64::from(experiment.games);
        if planned > MOST_GAMES {
            let (planned, most) = (grouped(planned), grouped(MOST_GAMES));
            return Err(Error::new(format!("{planned} games are too many; a run has at most {most}")));
        }
        if experiment.sprt.is_some() {
            if pairings.len() != 1 || seats != 2 {
                return Err(Error::new("a sequential test needs exactly one pairing of two players"));
            }
            if shard.is_some() {
                return Err(Error::new("a sequential test reads pairs in order; it cannot run in slices"));
            }
        }
        let groups = if experiment.swap { experiment.games.div_ceil(seats as u32) } else { experiment.games };
        let rule = Openings::read(&experiment.openings, folder)?;
        let openings = rule.make(&*game, groups as usize, experiment.seed)?;
        let basis = basis(&experiment, &game.normal(), &rule.normal(), &players, files);
        let (name, note) = (name.to_string(), experiment.note.clone());
        let code = code_with(game.code());
        Ok(Self { name, experiment, text, game, pairings, openings, shard, basis, code, note })
    }

    /// A name made from the basis: the same experiment finds its run again, however many games are asked for.
    pub fn own_name(&self) -> String {
        format!("match-{}", text_hash(&self.basis))
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

    /// Its record in the store.
    pub fn run_plan(&self) -> RunPlan {
        let row = |pairing: &Pairing| PairingRow {
            game: self.game.spec(),
            contestants: pairing.contestants.clone(),
        };
        RunPlan {
            name: self.name.clone(),
            kind: "match".to_string(),
            experiment: self.text.clone(),
            basis: self.basis.clone(),
            code: self.code.clone(),
            seed: self.experiment.seed,
            shard: self.shard.map(|shard| shard.to_string()).unwrap_or_default(),
            planned: self.pairings.len() as u64 * u64::from(self.experiment.games),
            pairings: self.pairings.iter().map(row).collect(),
            openings: self.openings.clone(),
            note: self.note.clone(),
        }
    }
}

/// Everything that decides the games, a line each.
fn basis(
    experiment: &Experiment,
    game: &str,
    openings: &str,
    players: &[String],
    files: Vec<Content>,
) -> String {
    let Experiment { seed, swap, longest, mode, .. } = experiment;
    let mode = match mode {
        Mode::RoundRobin => "round-robin",
        Mode::Gauntlet => "gauntlet",
    };
    let players: String = players.iter().map(|player| format!("player = {player}\n")).collect();
    let lists = players + &Content::lines(files);
    let clock = experiment.clock().ok().flatten().map_or(String::new(), |clock| format!("clock = {clock}\n"));
    format!(
        "game = {game}\nseed = {seed}\nopenings = {openings}\nswap = {swap}\nlongest = {longest}\nmode = {mode}\n{clock}{lists}"
    )
}

/// Who sits in each pairing, by places in a list of players.
pub fn seatings(players: usize, seats: usize, mode: Mode) -> Vec<Vec<usize>> {
    let mut all = combinations(players, seats);
    all.retain(|seated| mode == Mode::RoundRobin || seated.first() == Some(&0));
    all
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
