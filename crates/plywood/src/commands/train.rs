//! `plywood train`: what can be learned, and learning it.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::{Played, Spec};
use plywood_lab::store::{Store, default_folder};
use plywood_training::{FROM, Mark, TRAINERS, train, trainer};

use super::games::keys;
use crate::terminal::{Interrupted, interrupt, print, table};

/// Train an evaluation or a model; without a game, list what can be trained
#[derive(clap::Args)]
#[command(after_help = "Example: plywood train \"dice(board=5, win=4)\" network games=300000 seed=1\n\
                        Training continues from an existing file. Ctrl-C keeps what was learned, and the same command \
                        continues from there.")]
pub struct Arguments {
    /// The game, such as "dice(board=9, win=6)"
    game: Option<String>,
    /// What to train, as `plywood train` lists it; by default the game's first
    name: Option<String>,
    /// Keys of the trainer, such as games=100000
    #[arg(value_name = "KEY=VALUE")]
    keys: Vec<String>,
    /// The data folder with the run of from=RUN; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    #[command(flatten)]
    earlier: Earlier,
}

/// How Dice networks were trained before trainers had names; the weight files say it so.
#[derive(clap::Args)]
struct Earlier {
    #[arg(long, hide = true)]
    board: Option<String>,
    #[arg(long, hide = true)]
    win: Option<String>,
    #[arg(long, hide = true)]
    games: Option<String>,
    #[arg(long, hide = true)]
    rate: Option<String>,
    #[arg(long, hide = true)]
    lambda: Option<String>,
    #[arg(long, hide = true)]
    seed: Option<String>,
    #[arg(long, hide = true)]
    out: Option<String>,
}

impl Earlier {
    /// The same as keys of the game, then as keys of the trainer.
    fn keys(&self) -> (Pairs<'_>, Pairs<'_>) {
        fn given<'a>(list: &[(&'a str, &'a Option<String>)]) -> Vec<(&'a str, &'a str)> {
            list.iter().filter_map(|(key, value)| Some((*key, value.as_deref()?))).collect()
        }
        let trainer = [
            ("games", &self.games),
            ("rate", &self.rate),
            ("lambda", &self.lambda),
            ("seed", &self.seed),
            ("file", &self.out),
        ];
        (given(&[("board", &self.board), ("win", &self.win)]), given(&trainer))
    }
}

/// Keys with their values.
type Pairs<'a> = Vec<(&'a str, &'a str)>;

impl Arguments {
    /// Trains, or lists what can be trained.
    pub fn run(self) -> anyhow::Result<()> {
        let Some(game) = &self.game else { return list() };
        let (of_game, of_trainer) = self.earlier.keys();
        let game = of_game.into_iter().try_fold(game.parse().context("game")?, set)?;
        // A key in the name's place: the game's first trainer is meant.
        let (name, first) = match self.name.as_deref() {
            Some(word) if word.contains('=') => (None, Some(word)),
            name => (name, None),
        };
        let mut spec = Spec::word(trainer(&game, name)?.about.name);
        for word in first.into_iter().chain(self.keys.iter().map(String::as_str)) {
            let pair = word.split_once('=').with_context(|| format!("expected key=value, found {word:?}"))?;
            spec = set(spec, pair)?;
        }
        let spec = of_trainer.into_iter().try_fold(spec, set)?;
        let observed = match spec.get(FROM.name) {
            Some(run) => observed(self.data.clone().unwrap_or_else(default_folder), &run.name)?,
            None => Vec::new(),
        };
        let bar = if stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{bar:40.cyan/dim} {human_pos}/{human_len} {eta} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut last: Option<Mark> = None;
        let trained = train(&game.to_string(), &spec, &observed, &interrupt(), &mut |mark| {
            bar.set_length(mark.of);
            bar.set_position(mark.done);
            bar.set_message(format!("{}, {}", mark.unit, mark.news));
            last = Some(mark.clone());
        })?;
        bar.finish_and_clear();
        let (file, what) = (trained.file.display(), trained.what);
        match &last {
            None => print(format!("nothing left to do; {what} is in {file}\n"))?,
            Some(mark) => print(format!("{} {} in all; {what} is in {file}\n", mark.done, mark.unit))?,
        }
        if last.is_some_and(|mark| mark.done < mark.of) {
            print("interrupted; the same command goes on from there\n")?;
            return Err(Interrupted.into());
        }
        print("to use it:\n")?;
        trained.uses.iter().try_for_each(|command| print(format!("  {command}\n")))
    }
}

/// The spec with a key set; what is no spec itself, such as a path, is a word in quotes.
fn set(spec: Spec, (key, value): (&str, &str)) -> anyhow::Result<Spec> {
    let quoted = || spec.clone().with(key, &format!("\"{value}\""));
    spec.clone().with(key, value).or_else(|_| quoted()).with_context(|| format!("{key}={value}"))
}

/// The games of a stored run.
fn observed(folder: PathBuf, run: &str) -> anyhow::Result<Vec<Played>> {
    let store = Store::open_read(&folder)?;
    Ok(store.played(&store.run(run)?)?)
}

fn list() -> anyhow::Result<()> {
    let rows: Vec<Vec<String>> = TRAINERS
        .iter()
        .map(|entry| {
            let games =
                if entry.games.is_empty() { "every game".to_string() } else { entry.games.join(", ") };
            vec![entry.about.name.to_string(), games, entry.about.about.to_string()]
        })
        .collect();
    print(table(&["trainer", "game", "what it learns"], &rows))?;
    TRAINERS.iter().try_for_each(|entry| print(format!("\n{}\n{}", entry.about.name, keys(&entry.keys()))))
}
