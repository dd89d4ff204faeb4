//! The rules of the games: what a shot means once the balls have come to rest.
//!
//! The referee looks at [`Facts`] of a shot, never at the physics, so that rules can be tested without a table. 8-ball
//! follows the summary in the PickPocket thesis, section 2.4; 8.5-ball section 4.3.7; 9-ball, one-pocket, snooker and cutthroat
//! the usual rules in the short form of section 5.1.1.

mod cutthroat;
mod eight_ball;
mod facts;
mod nine_ball;
mod one_pocket;
mod reason;
mod referee;
pub mod snooker;
mod state;
mod stroke;

pub use facts::Facts;
pub(crate) use one_pocket::TARGET;
pub use one_pocket::own_pocket;
pub use reason::Reason;
pub use referee::{Foul, Fouls, Ruling, is_foul_already, judge, targets};
pub(crate) use state::fold;
pub use state::{CueBall, Discipline, GameState, Group, MOST_PLAYERS, Stage, StateError};
pub use stroke::{Call, Stroke, StrokeError};
