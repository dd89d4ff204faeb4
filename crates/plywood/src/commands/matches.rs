//! `plywood match`: players against each other, or a whole experiment from a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use plywood_lab::experiment::{Experiment, Plan, Shard};
use plywood_lab::matches::run;
use plywood_lab::report::{advice, summary};
use plywood_lab::stats::{Model, Sprt};
use serde_json::json;

use super::run::{GAMES, Making, RunBar, ending, say_memory};
use crate::terminal::{Interrupted, interrupt, print, print_json};

/// Play players against each other, store every game, and report the result with its error
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood match connect4 \"ab(depth=6)\" \"ab(depth=4)\" --games 200 --seed 1 --openings \"random(plies=4)\"\n\
                  After Ctrl-C or a crash the same command continues; with more --games it adds games to those that are stored. \
                  `plywood lab example` prints an experiment file."
)]
pub struct Arguments {
    /// The game, such as connect4
    #[arg(required_unless_present = "experiment")]
    game: Option<String>,
    /// The players, such as "ab(depth=6)" and random; more than two meet in a round robin
    #[arg(value_name = "SPEC", required_unless_present = "experiment")]
    players: Vec<String>,
    /// An experiment file instead of a game and players; options on the command line override it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players"])]
    experiment: Option<PathBuf>,
    /// Games a pairing [default: 100]
    #[arg(long)]
    games: Option<u32>,
    /// Seed of openings, dice and players [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Where games start: start, "random(plies=4)", a file of positions, or one of games as "file(path=games.wtb, plies=8)" [default: start]
    #[arg(long)]
    openings: Option<String>,
    /// Keep the seats, instead of playing every opening from each side
    #[arg(long)]
    no_swap: bool,
    /// Steps after which an unfinished game counts as a draw [default: 2000]
    #[arg(long)]
    longest: Option<u32>,
    /// The clock of each side for a game, such as 10m or 1m+0.5s; a side that oversteps it loses
    #[arg(long)]
    clock: Option<String>,
    /// Stop as soon as a sequential test of these two Elo differences is decided
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// The unit of the test's Elo differences
    #[arg(long, value_enum, default_value = "normalised", requires = "sprt")]
    model: ModelName,
    /// Chance of accepting the larger difference when the smaller one holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Chance of accepting the smaller difference when the larger one holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
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
        let (experiment, folder, stem) = self.experiment()?;
        if experiment.sprt.is_some() && self.shard.is_some() {
            anyhow::bail!("a sequential test reads pairs in order; leave out --sprt or --shard");
        }
        let text = experiment.write();
        let mut plan = Plan::new("", experiment, text, &folder, self.shard, &plywood_players::game)?;
        plan.name = self.making.name.clone().or(stem).unwrap_or_else(|| plan.own_name());
        let name = plan.name.clone();
        let store = self.making.open()?;
        let pairings = plan.pairings.iter().map(|pairing| &pairing.contestants[..]);
        say_memory(&*plan.game, pairings, self.making.options().threads);
        let mut progress = RunBar::new(&name, GAMES.many, self.making.json);
        let (ran, results) = run(&plan, store, self.making.options(), &interrupt(), &mut |live| {
            progress.show(live, &live.score())
        })?;
        progress.finish();
        if self.making.json {
            let mut object = summary::object(&results);
            object["run"] = json!(name);
            ran.tell(&mut object);
            print_json(&object)?;
        } else {
            let advice = advice::text(&results, |games| self.command(&plan, games));
            print(format!("run {name}\n\n{}{advice}{}", summary::text(&results), ending(&ran, &GAMES)))?;
        }
        if ran.interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// The command that goes on with a number of games.
    fn command(&self, plan: &Plan, games: u32) -> String {
        let mut command = match &self.experiment {
            None => advice::command(&plan.experiment, games),
            Some(path) => {
                let path = advice::quoted(&path.display().to_string());
                format!("plywood match --experiment {path} --games {games}")
            }
        };
        if let Some(name) = &self.making.name {
            command += &format!(" --name {}", advice::quoted(name));
        }
        if let Some(folder) = self.making.named_folder() {
            command += &format!(" --data {}", advice::quoted(&folder.display().to_string()));
        }
        command
    }

    /// The experiment, the folder of its files, and the run's name where the experiment is a file.
    fn experiment(&self) -> anyhow::Result<(Experiment, PathBuf, Option<String>)> {
        let (mut experiment, folder, stem) = match &self.experiment {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let experiment = Experiment::read(&text).with_context(|| path.display().to_string())?;
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                (experiment, path.parent().unwrap_or(Path::new("")).to_path_buf(), stem)
            }
            None => {
                let game = self.game.as_deref().unwrap_or_default();
                (Experiment::of_match(game, &self.players, 100, 1), PathBuf::new(), None)
            }
        };
        let mut folder = folder;
        experiment.games = self.games.unwrap_or(experiment.games);
        experiment.seed = self.seed.unwrap_or(experiment.seed);
        experiment.longest = self.longest.unwrap_or(experiment.longest);
        experiment.swap &= !self.no_swap;
        experiment.clock = self.clock.clone().or(experiment.clock);
        if let Some(openings) = &self.openings {
            // What is given here is looked for from here, not from the experiment's folder.
            (experiment.openings, folder) = (openings.clone(), PathBuf::new());
        }
        if let Some(bounds) = &self.sprt {
            experiment.sprt = Some(self.test(bounds)?);
        }
        experiment.note = self.making.note.clone().or(experiment.note);
        Ok((experiment, folder, stem))
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
        Ok(Sprt { model, elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}
