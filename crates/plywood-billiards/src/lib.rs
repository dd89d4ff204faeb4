//! Billiards: the physics of the table, the errors of the player, and the rules of the games.
//!
//! The base of the PickPocket thesis (sections 2.3, 2.4, 3 and 4.1), from the bottom up:
//!
//! - a [`Table`](table::Table), and the [`Layout`](table::layout::Layout) of the balls on it;
//! - a [`Shot`](physics::shot::Shot) of the cue, and the [`Simulator`](physics::Simulator) that computes its
//!   outcome;
//! - the [rules](game::rules) that judge the outcome, and [`Billiards`](game::Billiards), a game that any
//!   search can play;
//! - [players], with the [shots](players::shots) worth trying and their chances of
//!   [success](players::tables);
//! - [experiments] about all of these.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod error_model;
pub mod experiments;
pub mod game;
pub mod physics;
pub mod picture;
pub mod players;
pub mod table;
pub mod vector;
