//! The core of Plywood: what a game is, what a search receives, and what it answers.
//!
//! The core knows no particular game and no search algorithm. Read the modules in this order:
//!
//! - [`game`]: rules. [`value`]: numbers that searches compare. [`line`](mod@line): a game so far.
//! - [`knowledge`]: evaluators, oracles, playout policies, players of one game.
//! - [`budget`], [`task`] and [`report`]: what a search may spend, what it is asked, and what it answers.
//! - [`notation`]: text. [`picture`]: what to see and to click.
//! - [`spec`]: the grammar of names with parameters. [`settings`](mod@settings) and [`declaration`]: players and their
//!   settings, declared once. [`quantity`]: numbers as people write them. [`normal`]: one spelling for specs
//!   that mean the same.
//! - [`facade`]: all of this behind object-safe traits.
//! - [`code`]: what plays, known by its code.
//! - [`labelled`]: small files of learned data. [`suite`]: files of positions. [`parallel`]: numbered work on
//!   threads.
//! - [`conformance`]: the checks that every game must pass.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod budget;
pub mod cache;
pub mod clock;
pub mod code;
pub mod conformance;
pub mod declaration;
pub mod error;
pub mod facade;
pub mod files;
pub mod game;
pub mod knowledge;
pub mod labelled;
pub mod line;
pub mod normal;
pub mod notation;
pub mod number;
pub mod parallel;
pub mod picture;
pub mod place;
pub mod played;
pub mod quantity;
pub mod random;
pub mod report;
pub mod settings;
pub mod spec;
pub mod suite;
pub mod task;
pub mod trace;
pub mod value;

pub use budget::{Budget, Limit, Stop};
pub use clock::Clock;
pub use declaration::Declaration;
pub use error::{Error, ErrorKind};
pub use game::{Chance, Game, Nature, Never, Numbered, PayoffKind, Player, Step, Sum, Turn};
pub use knowledge::{Evaluator, Exact, Knowledge, Oracle, Policy, StaticEvaluator, Uniform, Zero};
pub use line::Line;
pub use notation::{LastOf, Notation};
pub use picture::Picture;
pub use place::Place;
pub use played::{Occasion, Played, Recorded};
pub use random::Rng;
pub use report::{Branch, Progress, Proving, Report, Row, Search, Tick, Tried};
pub use spec::{About, Args, Key, Spec};
pub use task::Task;
pub use trace::{Bound, Trace, TraceNode, TraceOf};
pub use value::Value;
