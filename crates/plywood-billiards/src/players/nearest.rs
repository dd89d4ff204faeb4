//! A player who takes the straight-in shot that looks easiest, and looks no further.

use super::{RandomPlayer, Shooter};
use crate::physics::Arena;
use crate::rules::{GameState, Stroke};
use crate::shots::Desk;
use plywood_core::random::Rng;

/// Straight at the easiest-looking ball: short ways and small cuts; with ball in hand from close behind it.
#[derive(Clone, Copy, Debug)]
pub struct Nearest;

impl Shooter for Nearest {
    fn choose(&mut self, arena: &Arena, state: &GameState, random: &mut Rng) -> Stroke {
        Desk::with(|desk| desk.easiest(arena, state))
            .unwrap_or_else(|| RandomPlayer.choose(arena, state, random))
    }
}
