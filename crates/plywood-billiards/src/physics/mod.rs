//! Event-based physics: balls move by closed formulas between events, so that a shot costs one step an event and is exact to round-off.
//!
//! After Leckie and Greenspan, "An event-based pool physics simulator" (PickPocket thesis, section 2.3). The three
//! tasks are apart: [`detect`] finds the next event, [`evolve`] moves balls to it, [`resolve`] changes their motion.
//! [`Simulator`] holds them together, [`Trace`] keeps what happened for drawing, [`in_words`] tells it, [`clearance`] asks whether a cue fits.

pub mod clearance;
pub mod detect;
pub mod evolve;
pub mod resolve;
pub mod shot;

mod arena;
mod event;
mod simulator;
mod trace;
mod words;

pub use arena::Arena;
pub use event::{Event, EventKind, Observer};
pub use evolve::{BallState, Motion, Phase};
pub use simulator::{Simulator, StartError};
pub use trace::Trace;
pub use words::in_words;
