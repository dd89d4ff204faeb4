//! The core of Plywood: what a game is, what a search receives, and what it answers.
//!
//! Nothing here knows a particular game or an algorithm. Read the modules in this order:
//! [`game`] (rules), [`value`] (numbers that searches compare), [`notation`] (text), [`picture`] (what there is to see
//! and to click), [`knowledge`] (evaluators,
//! oracles, playout policies, specialists), [`line`](mod@line) (a game so far), [`budget`], [`task`] and [`report`] (what a search may spend, is
//! asked and answers), [`spec`] (the one small grammar), [`settings`] and [`declaration`] (players and their settings, declared once), [`quantity`] (numbers as people write them), [`normal`] (specs that mean the same), [`facade`] (all of it behind object-safe traits),
//! [`labelled`] (small files of what was learned), [`suite`] (files of positions), [`parallel`] (numbered work on threads) and [`conformance`] (what every game must satisfy).

pub mod budget;
pub mod cache;
pub mod clock;
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
pub use error::Error;
pub use game::{Chance, Game, Nature, Never, PayoffKind, Player, Step, Sum, Turn};
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
