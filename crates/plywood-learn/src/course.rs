//! A course of training: a number of games, with checkpoints to go on from.
//!
//! The checkpoint is a weight file whose note is the command and, on a line of its own, the games played so far. What
//! a course is after all its games does not depend on where it was interrupted.

use std::path::{Path, PathBuf};

use plywood_core::{Error, Game, Stop};
use plywood_eval::{Features, Perceptron, Weights};

use crate::temporal::{Chooser, Schedule, Tally, Temporal};

/// The plan of a training and the place of its file.
#[derive(Debug, Clone)]
pub struct Course {
    /// The command that starts it: courses with another one do not go on from its checkpoint.
    pub command: String,
    /// Games in all.
    pub games: u64,
    /// How.
    pub schedule: Schedule,
    /// The weight file, written as a checkpoint too.
    pub file: PathBuf,
    /// Games between two looks at the stop flag and two reports.
    pub slice: u64,
    /// Games between two checkpoints.
    pub every: u64,
}

/// How far a course is.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// Games played, earlier sittings included.
    pub games: u64,
    /// Counts since the last mark.
    pub tally: Tally,
}

impl Course {
    fn note(&self, games: u64) -> String {
        format!("{}\ngames {games}", self.command)
    }

    /// The network and games of the checkpoint; a new network where there is none.
    fn resume(&self, fresh: Perceptron) -> Result<(Perceptron, u64), Error> {
        if !self.file.exists() {
            return Ok((fresh, 0));
        }
        let path = self.file.display();
        let weights = Weights::load(&self.file, Some(fresh.sizes()));
        let weights = weights.map_err(|error| Error::new(error.to_string()))?;
        if weights.network.form() != fresh.form() {
            return Err(Error::new(format!("{path} is a network of another form; give another file")));
        }
        let (command, games) = weights.note.rsplit_once("\ngames ").unwrap_or((&weights.note, ""));
        if command != self.command {
            return Err(Error::new(format!(
                "{path} was made by {command:?}; give another file, or the same options to go on from it"
            )));
        }
        let games =
            games.parse().map_err(|_| Error::new(format!("{path} does not say how many games it saw")))?;
        Ok((weights.network, games))
    }

    /// Trains a network, from the checkpoint on where there is one, until all games are played or the flag is raised.
    pub fn run<G: Game, F: Features<G>, C: Chooser<G>>(
        &self,
        game: G,
        players: (F, C),
        fresh: Perceptron,
        stop: &Stop,
        mut tell: impl FnMut(&Mark),
    ) -> Result<Perceptron, Error> {
        let (network, done) = self.resume(fresh)?;
        let mut trainer = Temporal::new(game, players, network, self.schedule, done);
        let mut saved = done;
        while trainer.games < self.games && !stop.raised() {
            let mut tally = Tally::default();
            while trainer.games < self.games && tally.games < self.slice {
                trainer.play(&mut tally);
            }
            tell(&Mark { games: trainer.games, tally });
            if trainer.games - saved >= self.every {
                self.save(&trainer.network, trainer.games)?;
                saved = trainer.games;
            }
        }
        if saved != trainer.games {
            self.save(&trainer.network, trainer.games)?;
        }
        Ok(trainer.network)
    }

    fn save(&self, network: &Perceptron, games: u64) -> Result<(), Error> {
        let weights = Weights { note: self.note(games), network: network.clone() };
        if let Some(folder) = self.file.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder)
                .map_err(|error| Error::new(format!("{}: {error}", folder.display())))?;
        }
        weights.save(&self.file).map_err(|error| Error::new(error.to_string()))
    }
}
