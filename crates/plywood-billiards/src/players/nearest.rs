//! A player that takes the straight-in shot that looks easiest, and looks no further.

use super::random;
use crate::game::rules::{GameState, Stroke};
use crate::physics::Arena;
use crate::players::shots::ShotGenerator;
use plywood_core::random::Rng;

/// Straight at the easiest-looking ball: short ways and small cuts; with ball in hand from close behind it.
pub fn nearest(arena: &Arena, state: &GameState, dice: &mut Rng) -> Stroke {
    ShotGenerator::with(|generator| generator.easiest(arena, state))
        .unwrap_or_else(|| random(arena, state, dice))
}
