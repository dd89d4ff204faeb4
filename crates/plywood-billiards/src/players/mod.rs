//! Players: simple ones, which choose a stroke for a state and look no further, and PickPocket, which searches. None sees
//! the error that is added to a stroke.

mod nearest;
pub mod pickpocket;
mod random;

pub use nearest::Nearest;
pub use random::RandomPlayer;

use crate::physics::Arena;
use crate::rules::{GameState, Stroke};
use crate::vector::Vec2;
use plywood_core::random::{Rng, RngExt};

/// Someone who can play.
pub trait Shooter: Send {
    /// The stroke for a state; it passes [`Stroke::check`].
    fn choose(&mut self, arena: &Arena, state: &GameState, random: &mut Rng) -> Stroke;
}

/// A random place where the cue ball may be put.
fn random_place(arena: &Arena, state: &GameState, random: &mut Rng) -> Vec2 {
    let table = &arena.table;
    loop {
        let at = Vec2::new(random.random::<f64>() * table.width, random.random::<f64>() * table.length);
        if state.may_place(table, at) {
            return at;
        }
    }
}
