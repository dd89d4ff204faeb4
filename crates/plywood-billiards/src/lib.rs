//! Billiards: the physics of the table, the errors of the player, and the rules of the games.
//!
//! The ground on which the PickPocket thesis stands (sections 2.3, 2.4, 3 and 4.1). A [`Table`](table::Table) says what the
//! world is made of, a [`Layout`](layout::Layout) where the balls lie, a [`Shot`](shot::Shot) what the cue does; the
//! [`Simulator`](physics::Simulator) tells what comes of it and the rules tell what that means. [`shots`] lists what is
//! worth trying, [`tables`] how likely it succeeds, and [`Billiards`](game::Billiards) is all of it as a game that any search can play.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod aim;
pub mod error_model;
pub mod fit;
pub mod game;
pub mod layout;
pub mod physics;
pub mod picture;
pub mod players;
pub mod rack;
pub mod reference;
pub mod rules;
pub mod shot;
pub mod shots;
pub mod statistics;
pub mod straight_in;
pub mod stress;
pub mod table;
pub mod tables;
pub mod vector;
