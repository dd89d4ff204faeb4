//! Billiards: the physics of the table, the errors of the player, and the rules of the games.
//!
//! The ground on which the PickPocket thesis stands (sections 2.3, 2.4, 3 and 4.1), from below: a [`Table`](table::Table) and the
//! [`Layout`](table::layout::Layout) of the balls on it; a [`Shot`](physics::shot::Shot) of the cue and the
//! [`Simulator`](physics::Simulator) that tells what comes of it; the [rules](game::rules) that tell what that means, and
//! [`Billiards`](game::Billiards), all of it as a game that any search can play; [players] with the [shots](players::shots) that are
//! worth trying and how likely they [succeed](players::tables); and [experiments] about all of these.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod error_model;
pub mod experiments;
pub mod game;
pub mod physics;
pub mod picture;
pub mod players;
pub mod table;
pub mod vector;
