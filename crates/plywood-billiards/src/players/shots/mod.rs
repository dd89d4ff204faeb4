//! The strokes worth a thought in a state: what searches try and simple players choose from.
//!
//! For every ball that may be met and every pocket that counts: the straight-in stroke, the easiest-looking first
//! (PickPocket thesis, section 3.1.1), each with variants in speed and spin that leave the cue ball elsewhere; then a
//! safety. Before the break: the break. A list is never empty and a pure function of the state; what it needs is kept
//! on a [`ShotGenerator`], so that nothing is allocated once its lists have grown.

mod attempt;
mod break_shot;
mod indirect;
mod safety;
mod straight;

pub use attempt::{Attempt, Class, MOST_VARIANTS, Variety};
pub use break_shot::{Break, Merit, PLAIN as PLAIN_BREAK};
pub use indirect::Rebounds;
pub use straight::Opening;
pub(crate) use straight::{HARDER, find as find_openings, visit as visit_openings};

use crate::game::rules::{GameState, Stage, Stroke};
use crate::physics::Arena;
use crate::players;
use crate::table::layout::{CUE_BALL, Layout};
use crate::vector::Vec2;
use plywood_core::random::seeded;
use std::cell::RefCell;

/// Lists strokes.
#[derive(Debug, Default)]
pub struct ShotGenerator {
    openings: Vec<Opening>,
    strokes: Vec<Stroke>,
}

thread_local! {
    /// Those that nobody uses at the moment. A search that lists strokes while it goes through a list needs a second one.
    static KEPT: RefCell<Vec<ShotGenerator>> = const { RefCell::new(Vec::new()) };
}

impl ShotGenerator {
    /// Works with a generator that is kept for the next time.
    pub fn with<R>(work: impl FnOnce(&mut ShotGenerator) -> R) -> R {
        let mut generator = KEPT.with_borrow_mut(Vec::pop).unwrap_or_default();
        let result = work(&mut generator);
        KEPT.with_borrow_mut(|kept| kept.push(generator));
        result
    }

    /// The straight-in shots of the player on turn, the easiest-looking first.
    pub fn openings(&mut self, arena: &Arena, state: &GameState) -> &[Opening] {
        self.openings.clear();
        straight::find(arena, state, &mut self.openings);
        &self.openings
    }

    /// The stroke that looks easiest: the break, a straight-in stroke, or else a safety.
    pub fn easiest(&mut self, arena: &Arena, state: &GameState) -> Option<Stroke> {
        let first = match state.stage {
            Stage::Break => PLAIN_BREAK.stroke(arena, state),
            _ => self.openings(arena, state).iter().find_map(|opening| opening.stroke(arena, state)),
        };
        first.or_else(|| safety::at_any_ball(arena, state))
    }

    /// Every stroke worth a thought, the easiest-looking first. There is one unless the game is over.
    pub fn candidates(&mut self, arena: &Arena, state: &GameState) -> &[Stroke] {
        self.strokes.clear();
        match state.stage {
            Stage::Over { .. } => return &[],
            Stage::Break => self.strokes.extend(PLAIN_BREAK.stroke(arena, state)),
            Stage::Play => {
                self.openings(arena, state);
                for opening in &self.openings {
                    opening.strokes(arena, state, &mut self.strokes);
                }
            }
        }
        self.strokes.extend(safety::at_any_ball(arena, state));
        if self.strokes.is_empty() {
            self.strokes.push(players::random(arena, state, &mut seeded(state.key())));
        }
        &self.strokes
    }
}

/// The layout with the cue ball at a place.
pub(crate) fn placed(layout: &Layout, place: Option<Vec2>) -> Layout {
    let mut layout = *layout;
    if let Some(place) = place {
        layout.place(CUE_BALL, place);
    }
    layout
}
