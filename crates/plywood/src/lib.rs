//! A workbench for game-tree search, as a library: any game meets any search that fits it, and a lab plays, measures
//! and compares. The program `plywood` is a thin layer on top; its command line is the feature `command`, which is on by
//! default and which a library leaves off:
//!
//! ```toml
//! plywood = { version = "0.1", default-features = false }
//! ```
//!
//! # Search your own game
//!
//! A game is its rules over positions that are values. A search is given a line (a game so far), a budget, a seed, a flag
//! that stops it and somebody who listens, here nobody.
//!
#![doc = "```"]
#![doc = include_str!("../examples/own_game/matches.rs")]
#![doc = "```"]
//!
//! `Default::default()` is the search that the command line calls `ab`: deepening ply by ply, with a table, killer moves
//! and the history heuristic. [`alphabeta::Config`] has a switch for everything, [`mcts::Config`] those of
//! [`MonteCarlo`]. [`Zero`] is the evaluation that knows nothing; one of your own is a [`StaticEvaluator`]. Chance comes
//! by [`Game::events`], more players by [`Nature::players`], ends by repetition by [`Game::ended_by_history`].
//!
//! # Read a report
//!
//! | field | what it says |
//! |---|---|
//! | [`best`](Report::best), [`pv`](Report::pv) | the move, and the line it expects |
//! | [`value`](Report::value) | the payoff it expects for the player on turn; a guess of an outcome lies strictly between -1 and 1 |
//! | [`proven`](Report::proven), [`distance`](Report::distance) | whether the value is exact, and how many plies away a sure end is |
//! | [`depth`](Report::depth), [`nodes`](Report::nodes), [`evaluations`](Report::evaluations), [`simulations`](Report::simulations), [`seconds`](Report::seconds) | what it cost |
//! | [`rows`](Report::rows) | the same after each iteration |
//! | [`tried`](Report::tried) | the moves that a search by playouts tried, with visits and means |
//! | [`counters`](Report::counters) | further numbers by name |
//!
//! # Play a match
//!
//! What people and files see of a game is its [`Notation`]. With that and its [`Knowledge`] (here none) a game stands
//! behind the object-safe traits [`AnyGame`], [`AnyLine`] and [`AnyPlayer`], and every search plays it by name:
//!
//! ```
//! # mod own_game { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/own_game/matches.rs")); }
//! # use own_game::Matches;
//! use plywood::report::{answer, summary};
//! use plywood::{Budget, Error, Experiment, Notation, Player, Task, erase, no_knowledge};
//!
//! impl Notation for Matches {
//!     fn write_position(&self, heap: &(u8, Player)) -> String {
//!         format!("{},{}", heap.0, heap.1.0 + 1)
//!     }
//!     fn read_position(&self, text: &str) -> Result<(u8, Player), Error> {
//!         let numbers = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
//!         match numbers {
//!             Some((left, player @ 1..=2)) if left <= self.0 => Ok((left, Player(player - 1))),
//!             _ => Err(Error::new(format!("expected matches and a player, as 9,1, found {text:?}"))),
//!         }
//!     }
//!     fn write_move(&self, _: &(u8, Player), taken: u8) -> String {
//!         taken.to_string()
//!     }
//!     fn draw(&self, heap: &(u8, Player)) -> String {
//!         "|".repeat(heap.0.into()) + "\n"
//!     }
//! }
//! no_knowledge!(Matches); // no evaluations or playout policies of its own
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // What a player thinks, in words. What it may spend is in its name; where nothing is, it takes a second.
//! let game = erase(Matches(21), "matches");
//! let mut player = game.player(&"mtdf(depth=10)".parse()?)?;
//! let report = player.think(&*game.start(), Task::new(Budget::UNSET).seed(1))?;
//! assert!(answer::text(&report).contains("move   1\nvalue  +"));
//!
//! // Both games of a pair start from the same opening; the score has an interval.
//! let players = ["ab(depth=12)", "uct(simulations=50)"];
//! let mut experiment = Experiment::of_match("matches", &players, 20, 1);
//! experiment.openings = "random(plies=2)".to_string();
//! let results = experiment.play(&|_| Ok(erase(Matches(21), "matches")))?;
//! println!("{}", summary::text(&results));
//! assert!(results[0].games == 20 && results[0].score().unwrap().value > 0.5);
//! # Ok(())
//! # }
//! ```
//!
//! [`conformance::rules`] in a test of yours checks the rules against their contract. A match that keeps every game, goes on
//! where it was stopped and runs in slices takes a [`Plan`] and a [`Store`]: see `examples/stored_match.rs`.
//!
//! # What it costs to build
//!
//! | depend on | crates | debug | release | what there is |
//! |---|---|---|---|---|
//! | `plywood-core` and `plywood-search` | 19 | 19 s | 27 s | your own games, typed, and every search: a program of 0.8 MB |
//! | `plywood` without `command` | 66 | 64 s | 4 min 17 s | all games and searches by name, matches, the lab |
//!
//! (Clean builds on two cores.) The first is the light way in:
//!
//! ```
//! # mod own_game { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/own_game/matches.rs")); }
//! # use own_game::Matches;
//! use plywood_core::{Budget, Line, Search, Task, Zero};
//! use plywood_search::alphabeta::AlphaBeta;
//!
//! # fn main() -> Result<(), plywood::Error> {
//! let mut search = AlphaBeta::new(Zero, Default::default());
//! let report = search.think(&Line::new(Matches(21)), Task::new(Budget::ENDLESS));
//! assert!(report.proven);
//! # Ok(())
//! # }
//! ```
//!
//! [`erase`] compiles every search for the type of your game: four to six seconds a game in a release build.
//! [`erase_boxed`] takes less than two, because boxed games share one instantiation of the searches; they run a fifth
//! slower then. It asks that moves and events have numbers ([`Numbered`]).
//!
//! Debug builds search ten to fifty times slower, unless your `Cargo.toml` says
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 2
//! ```
//!
//! # Games and searches by name
//!
//! ```
//! # fn main() -> Result<(), plywood::Error> {
//! let game = plywood::game("kalah(holes=4, seeds=3)")?;
//! let mut line = game.start();
//! line.step("d")?;
//! let mut player = game.player(&"pvs(depth=6, etc=on)".parse()?)?;
//! let report = player.think(&*line, plywood::Task::new(plywood::Budget::UNSET))?;
//! assert!(line.moves().contains(report.best.as_ref().unwrap()));
//! # Ok(())
//! # }
//! ```
//!
//! [`GAMES`] and [`SEARCHES`] list them with their keys, defaults and sources; [`searches::make`] makes a search for a
//! typed game. `examples/` has more: `by_name.rs`, `own_evaluation.rs`, and `outside/`, a whole crate of its own.
//!
//! # A program of your own
//!
//! [`run`] is the whole program: command line, page, lab, solver. It takes a [`Registry`], which a program may extend with
//! its own games (an entry each) and searches (a [`Recipe`] each); `examples/workbench.rs` is one:
//!
//! ```text
//! fn main() -> ExitCode {
//!     plywood::run(plywood::registry().with_game(SUBTRACT).with_search::<Lowest>())
//! }
//! ```
//!
//! A search for one game alone is given to it where it is erased: [`Erased::with`] for a recipe,
//! [`Erased::with_search`] for a closure.
//!
//! # Exact values, books, pictures, threads
//!
//! ```
//! use plywood::core::picture::Theme;
//! use plywood::study::book::{Book, Growth};
//! use plywood::study::solve::{Means, Solver};
//! use plywood::{Budget, Stop, Task};
//!
//! # fn main() -> Result<(), plywood::Error> {
//! // Exact values: by the game's own solver or the search that suits it.
//! plywood::install();
//! let mut solver = Solver::new("nim(matches=12)", &Means::default())?;
//! let start = solver.game().start();
//! assert!(solver.solve(&*start, &Stop::new(), &mut ())?.value.is_some());
//!
//! // An opening book grows from what a player says; any player plays from it by `book=FILE`.
//! let game = plywood::game("tictactoe")?;
//! let mut book = Book::new(&*game, "ab(depth=4)")?;
//! let player = game.player(&"ab(depth=4)".parse()?)?;
//! let mut growth = Growth { game: &*game, player, weight: 1.0, lure: 0.0 };
//! while book.expanded() < 3 {
//!     growth.step(&mut book, &Stop::new())?;
//! }
//! assert!(book.probe(&*game.start()).is_some());
//!
//! // A position as a picture.
//! let svg = game.start().picture().svg(Theme::Light);
//! assert!(svg.contains("</svg>"));
//!
//! // Threads are a key of alpha-beta and of UCT.
//! let mut player = game.player(&"ab(threads=2)".parse()?)?;
//! let report = player.think(&*game.start(), Task::new(Budget::depth(6)))?;
//! assert_eq!(report.depth, 6);
//! # Ok(())
//! # }
//! ```
//!
//! For a game of your own [`study::solve::best`] names the search that solves it. [`lab::tune`] finds numbers of a
//! player's spec by play.
//!
//! # Where the rest is
//!
//! Each room is a module here: [`core`], [`eval`], [`search`], [`games`], [`billiards`], [`learn`], [`players`],
//! [`engines`], [`training`], [`study`] and [`lab`]. What most programs need stands flat beside them.

#[cfg(feature = "command")]
mod command;
#[cfg(feature = "command")]
mod commands;
#[cfg(feature = "command")]
mod terminal;

pub use plywood_billiards as billiards;
pub use plywood_core as core;
pub use plywood_engines as engines;
pub use plywood_eval as eval;
pub use plywood_lab as lab;
pub use plywood_learn as learn;
pub use plywood_players as players;
pub use plywood_search as search;
pub use plywood_study as study;
pub use plywood_training as training;

/// Every game: those whose speed is measured, and the small ones.
pub mod games {
    // Each crate has its own; what the two are known by together is the registry's.
    pub use plywood_games::ROOM;
    pub use plywood_games::*;
    pub use plywood_small_games::*;
}

// Games: rules, text, knowledge.
pub use plywood_core::random::{Rng, mix, seeded};
pub use plywood_core::{
    Chance, Declaration, Evaluator, Exact, Game, Knowledge, Line, Nature, Never, Notation, Numbered, Oracle,
    PayoffKind, Place, Player, Policy, StaticEvaluator, Step, Sum, Turn, Uniform, Value, Zero, conformance,
    no_knowledge, uniform_policy,
};
// Searches: what they are given, what they answer, the typed ones.
pub use plywood_core::spec::Size;
pub use plywood_core::{
    Budget, Limit, Progress, Report, Row, Search, Stop, Task, Tick, Trace, TraceNode, TraceOf, Tried,
};
pub use plywood_search::alphabeta::{self, AlphaBeta};
pub use plywood_search::expectimax::ChanceRule;
pub use plywood_search::mcts::{self, MonteCarlo};
pub use plywood_search::perft::perft;
pub use plywood_search::plain::Minimax;
// Games and searches by name.
pub use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, GameMaker};
pub use plywood_core::{About, Args, Error, Key, Spec};
pub use plywood_players::adapter::Erased;
pub use plywood_players::games::GameEntry;
pub use plywood_players::registry::Registry;
pub use plywood_players::searches::Recipe;
pub use plywood_players::{SEARCHES, searches};
pub use plywood_registry::{GAMES, erase, erase_boxed, game, install, registry};
// A program with games and searches of one's own.
#[cfg(feature = "command")]
pub use command::run;
// The lab: matches, what they are worth, what is kept.
pub use plywood_lab::experiment::{Experiment, Plan};
pub use plywood_lab::matches::PairingResult;
pub use plywood_lab::store::Store;
pub use plywood_lab::{report, stats};
