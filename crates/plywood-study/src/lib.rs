//! Studies of games and players through the facade: no search is compiled here.
//!
//! - [`solve`]: exact values.
//! - [`book`]: opening books, and players with a book.
//! - [`endgames`]: databases of endings.
//! - [`compare`]: two evaluations compared, as in chapter 4 of the opponent-model thesis.
//! - [`rivals`]: the worth of a learned model of an opponent.
//! - [`questions`]: the open questions of the opponent-model thesis.
//! - [`tutor`]: an opponent that plays as well as a person and says what would have been better.
//! - [`levels`]: players for people, from beginner to master.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod book;
pub mod compare;
pub mod endgames;
pub mod levels;
pub mod questions;
pub mod rivals;
pub mod solve;
pub mod tutor;
