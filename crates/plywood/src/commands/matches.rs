//! `plywood match`: players against each other, or a whole experiment from a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use plywood_lab::experiment::{Experiment, Plan, Shard};
use plywood_lab::matches::run;
use plywood_lab::report::summary;
use plywood_lab::stats::{Model, Sprt};

use super::lab::{Making, Progress};
use crate::terminal::{interrupt, print, print_json};

/// Play players against each other, store every game, and say what the result is worth
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood match connect4 \"ab(depth=6)\" \"ab(depth=4)\" --games 200 --seed 1 --openings \"random(plies=4)\"\n\
                  The same command goes on where it was interrupted or killed. An experiment file holds game, seed, games, openings, \
                  swap, mode (round-robin or gauntlet), players such as { spec = \"ab\", depth = [2, 3, 4] }, and a table [sprt]."
)]
pub struct Arguments {
    /// The game, such as connect4
    #[arg(required_unless_present = "experiment")]
    game: Option<String>,
    /// The players, such as "ab(depth=6)" and random; more than two meet in a round robin
    #[arg(value_name = "SPEC", required_unless_present = "experiment")]
    players: Vec<String>,
    /// An experiment file instead of a game and players
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "games", "seed", "openings", "no_swap", "sprt"])]
    experiment: Option<PathBuf>,
    /// Games a pairing
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Seed of openings, dice and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where games start: start, "random(plies=4)" or "file(path=openings.txt)"
    #[arg(long, default_value = "start")]
    openings: String,
    /// Keep the seats instead of playing every opening from each side
    #[arg(long)]
    no_swap: bool,
    /// Stop as soon as a sequential test of these two Elo differences is decided
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What the differences of the test are measured in
    #[arg(long, value_enum, default_value = "normalised", requires = "sprt")]
    model: ModelName,
    /// Play a slice of the games, such as 1/3; `plywood lab merge` joins them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    making: Making,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ModelName {
    Normalised,
    Logistic,
}

impl Arguments {
    /// Plays.
    pub fn run(self) -> anyhow::Result<()> {
        let (experiment, text, folder, default_name) = self.experiment()?;
        let name = self.making.name.clone().unwrap_or(default_name);
        let plan = Plan::new(&name, experiment, text, &folder, self.shard, &plywood_players::game)?;
        let store = self.making.open()?;
        let mut progress = Progress::new(&name, "games", self.making.json);
        let (ran, results) =
            run(&plan, store, self.making.options(), &interrupt(), &mut |live| progress.show(live, true))?;
        progress.finish();
        if self.making.json {
            return print_json(&summary::object(&name, ran.interrupted, &results));
        }
        print(format!("run {name}\n\n{}", summary::text(&results)))?;
        if ran.interrupted {
            print(format!("interrupted after {} new games; the same command goes on\n", ran.fresh))?;
        }
        Ok(())
    }

    /// The experiment, its text, the folder of its files, and the run's name when none is given.
    fn experiment(&self) -> anyhow::Result<(Experiment, String, PathBuf, String)> {
        if let Some(path) = &self.experiment {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let experiment = Experiment::read(&text).with_context(|| path.display().to_string())?;
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            let stem =
                path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy().into_owned());
            return Ok((experiment, text, folder, stem));
        }
        let mut experiment = Experiment::of_match(
            self.game.as_deref().unwrap_or_default(),
            &self.players,
            self.games,
            self.seed,
        );
        experiment.openings = self.openings.clone();
        experiment.swap = !self.no_swap;
        experiment.sprt = self.sprt.as_deref().map(|bounds| self.test(bounds)).transpose()?;
        let text = experiment.write();
        let name = super::lab::name_of("match", &text);
        Ok((experiment, text, PathBuf::new(), name))
    }

    fn test(&self, bounds: &str) -> anyhow::Result<Sprt> {
        let numbers: Option<(f64, f64)> =
            bounds.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        let Some((elo0, elo1)) = numbers else {
            bail!("--sprt takes two numbers such as 0,5; found {bounds:?}");
        };
        let model = match self.model {
            ModelName::Normalised => Model::Normalised,
            ModelName::Logistic => Model::Logistic,
        };
        Ok(Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 })
    }
}
