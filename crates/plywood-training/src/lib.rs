//! Training by name: what can be learned for which game.
//!
//! A new trainer is a [`TrainerEntry`] in a module here and in the list [`TRAINERS`]; `plywood train` then
//! lists and runs it. A trainer continues from its own file, draws from a seed, and reports its progress. A
//! trainer that learns from stored games receives them as [`Played`], because it does not know where games
//! are stored.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

mod bao;
mod bill;
mod dice;
mod loa;
mod opponent;
mod othello;
mod probcut;
mod realization;
mod results;

use std::path::PathBuf;

use plywood_core::error::one_of;
use plywood_core::{About, Args, Error, Key, Played, Spec, Stop};
use plywood_learn::Course;

/// A trainer in the registry.
pub struct TrainerEntry {
    /// Its name, keys and source.
    pub about: About,
    /// The games it trains for, by name; none for every game.
    pub games: &'static [&'static str],
    /// Whether it learns from stored games; then it takes the key [`FROM`] too.
    pub observes: bool,
    /// Trains until all is done or the flag is raised, from where its file was left.
    pub train: Train,
}

/// Runs a trainer, which tells how far it is.
pub type Train = fn(&Lesson, &Stop, &mut dyn FnMut(&Mark)) -> Result<Trained, Error>;

/// Every trainer; of those of a game the first is its default.
pub static TRAINERS: &[TrainerEntry] = &[
    dice::NETWORK,
    othello::PATTERNS,
    loa::NETWORK,
    bao::GA3,
    bao::TDL2B,
    bao::NGND6A,
    opponent::OPPONENT,
    results::RESULTS,
    probcut::PROBCUT,
    realization::REALIZATION,
    bill::BILL,
];

/// The key that names what a trainer learns from.
pub const FROM: Key = Key::new("from", "none", "the stored run whose games it learns from");

/// What a trainer is given.
pub struct Lesson<'a> {
    /// The game.
    pub game: &'a Spec,
    /// The trainer's checked arguments.
    pub args: &'a Args<'a>,
    /// The games to learn from.
    pub observed: &'a [Played],
}

/// How far a trainer is.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Units of work done, earlier sittings included.
    pub done: u64,
    /// Units in all.
    pub of: u64,
    /// What a unit is: games, passes.
    pub unit: &'static str,
    /// What can be said of it so far.
    pub news: String,
}

/// What a trainer leaves behind.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The file with what was learned.
    pub file: PathBuf,
    /// What it is, in a few words.
    pub what: &'static str,
    /// Commands that use the file.
    pub uses: Vec<String>,
}

/// What a course of self-play tells of itself.
fn told<'a>(
    course: &'a Course,
    tell: &'a mut dyn FnMut(&Mark),
) -> impl FnMut(&plywood_learn::course::Mark) + 'a {
    |mark| {
        let difference = mark.tally.squares / mark.tally.moves.max(1) as f64;
        let news = format!("mean squared difference {difference:.4}");
        tell(&Mark { done: mark.games, of: course.games, unit: "games", news });
    }
}

impl TrainerEntry {
    /// Whether it trains for a game.
    pub fn fits(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }

    /// The keys that it takes.
    pub fn keys(&self) -> Vec<Key> {
        let from: &[Key] = if self.observes { &[FROM] } else { &[] };
        [self.about.keys, from].concat()
    }
}

/// The trainer of a game with this name, or the game's first.
pub fn trainer(game: &Spec, name: Option<&str>) -> Result<&'static TrainerEntry, Error> {
    let fitting = || TRAINERS.iter().filter(|entry| entry.fits(&game.name));
    let found = fitting().find(|entry| name.is_none_or(|name| entry.about.name == name));
    found.ok_or_else(|| match (name, fitting().count()) {
        (_, 0) => {
            let games: Vec<&str> = TRAINERS.iter().flat_map(|entry| entry.games).copied().collect();
            Error::new(format!(
                "nothing can be trained for {}; there are trainers for {}",
                game.name,
                one_of(games)
            ))
        }
        (name, _) => Error::new(format!(
            "unknown trainer {:?} of {}; known: {}",
            name.unwrap_or_default(),
            game.name,
            one_of(fitting().map(|entry| entry.about.name))
        )),
    })
}

/// Trains: the game and the trainer are specs, the trainer's name is one of [`TRAINERS`].
pub fn train(
    game: &str,
    spec: &Spec,
    observed: &[Played],
    stop: &Stop,
    tell: &mut dyn FnMut(&Mark),
) -> Result<Trained, Error> {
    // The border's checks: the game says what is wrong with its keys.
    plywood_players::game(game)?;
    let game: Spec = game.parse()?;
    let entry = trainer(&game, Some(&spec.name))?;
    let args = Args::new(spec, &[&entry.keys()])?;
    if entry.observes && observed.is_empty() {
        return Err(spec.error(format!("{} learns from stored games: give from=RUN", entry.about.name)));
    }
    (entry.train)(&Lesson { game: &game, args: &args, observed }, stop, tell)
}
