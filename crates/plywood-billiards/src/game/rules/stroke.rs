//! A player's announcement: the place of the cue ball if it is in hand, the shot, and the call.
//!
//! As text: `place=0.5:0.3/phi=90/theta=5/v=2/a=0/b=0/call=3:rt`, or `safety` for the call, or none; spaces
//! may stand for slashes.

use super::state::{CueBall, Discipline, GameState};
use crate::physics::Arena;
use crate::physics::clearance::{Obstacle, obstacle};
use crate::physics::shot::{Shot, ShotError};
use crate::table::Surface;
use crate::table::layout::{CUE_BALL, Layout, MAX_BALLS};
use crate::vector::Vec2;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// The player's call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Call {
    /// Nothing.
    #[default]
    None,
    /// A ball in a pocket.
    Ball {
        /// The ball.
        ball: u8,
        /// The pocket, by index.
        pocket: u8,
    },
    /// The opponent shall shoot next, whatever happens.
    Safety,
}

/// A requested stroke. Two are the same where they are to the last bit.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Where the cue ball is put.
    pub place: Option<Vec2>,
    /// The intended shot of the cue.
    pub shot: Shot,
    /// The call.
    pub call: Call,
}

impl Stroke {
    fn parts(&self) -> (Option<[u64; 2]>, Shot, Call) {
        (self.place.map(Vec2::bits), self.shot, self.call)
    }
}

impl PartialEq for Stroke {
    fn eq(&self, other: &Stroke) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Stroke {}

impl Hash for Stroke {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}

/// Why a stroke is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StrokeError {
    /// The shot itself.
    #[error(transparent)]
    Shot(#[from] ShotError),
    /// A word that says nothing known.
    #[error(
        "'{0}' is not part of a stroke; write as in place=0.5:0.3/phi=90/theta=5/v=2/a=0/b=0/call=3:rt, or safety"
    )]
    Part(String),
    /// A pocket that the table does not have.
    #[error("there is no pocket '{0}'; this table has {1}")]
    Pocket(String, String),
    /// A ball that cannot be called.
    #[error("ball {0} cannot be called, it is not on the table")]
    Ball(u8),
    /// The cue ball is not in hand.
    #[error("the cue ball is not in hand, it has to be played from where it lies")]
    NotInHand,
    /// The cue ball is in hand and not where it may be played from.
    #[error("the cue ball is in hand: say where it goes, as in place=0.5:0.3")]
    NoPlace,
    /// The cue ball cannot go there.
    #[error("the cue ball cannot be put at ({x}, {y}): {reason}")]
    Place {
        /// Across.
        x: f64,
        /// Along.
        y: f64,
        /// Why.
        reason: &'static str,
    },
    /// The cue cannot get there.
    #[error("the shot is not possible: {0}; raise theta")]
    Blocked(Obstacle),
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
}

impl Stroke {
    /// Reads a stroke for a table.
    pub fn parse(text: &str, arena: &Arena) -> Result<Stroke, StrokeError> {
        let (shot, others) = Shot::parse_parts(text)?;
        let mut stroke = Stroke { place: None, shot, call: Call::None };
        for word in others {
            let unknown = || StrokeError::Part(word.to_string());
            if word == "safety" {
                stroke.call = Call::Safety;
            } else if let Some(place) = word.strip_prefix("place=") {
                let (x, y) = place.split_once(':').ok_or_else(unknown)?;
                let number = |text: &str| text.parse().map_err(|_| unknown());
                stroke.place = Some(Vec2::new(number(x)?, number(y)?));
            } else if let Some(call) = word.strip_prefix("call=") {
                let (ball, name) = call.split_once(':').ok_or_else(unknown)?;
                let ball = ball.parse().map_err(|_| unknown())?;
                let known = || {
                    arena.outline.holes.iter().map(|hole| hole.name.as_str()).collect::<Vec<_>>().join(", ")
                };
                let pocket =
                    arena.pocket(name).ok_or_else(|| StrokeError::Pocket(name.to_string(), known()))?;
                stroke.call = Call::Ball { ball, pocket };
            } else {
                return Err(unknown());
            }
        }
        Ok(stroke)
    }

    /// The stroke as text that [`Stroke::parse`] reads back.
    pub fn text(&self, arena: &Arena) -> String {
        let place = self.place.map_or(String::new(), |place| format!("place={}:{}/", place.x, place.y));
        let call = match self.call {
            Call::None => String::new(),
            Call::Safety => "/safety".to_string(),
            Call::Ball { ball, pocket } => {
                format!("/call={ball}:{}", arena.surface_name(Surface::Pocket(pocket)))
            }
        };
        format!("{place}{}{call}", self.shot)
    }

    /// Checks the stroke against a state and gives the layout with the cue ball in its place.
    pub fn check(&self, arena: &Arena, state: &GameState) -> Result<Layout, StrokeError> {
        if let super::Stage::Over { .. } = state.stage {
            return Err(StrokeError::Over);
        }
        let layout = self.placed(arena, state)?;
        self.shot.check(&arena.table)?;
        if let Call::Ball { ball, .. } = self.call
            && (ball as usize >= MAX_BALLS || ball == CUE_BALL || !layout.has(ball))
        {
            return Err(StrokeError::Ball(ball));
        }
        match obstacle(arena, &layout, &self.shot) {
            Some(thing) => Err(StrokeError::Blocked(thing)),
            None => Ok(layout),
        }
    }

    /// The layout with the cue ball where this stroke puts it.
    pub fn placed(&self, arena: &Arena, state: &GameState) -> Result<Layout, StrokeError> {
        let mut layout = state.layout;
        let Some(at) = self.place else {
            let behind = |at: Vec2| state.cue_ball != CueBall::Head || state.is_behind(&arena.table, at);
            return if layout.get(CUE_BALL).is_some_and(behind) {
                Ok(layout)
            } else {
                Err(StrokeError::NoPlace)
            };
        };
        if state.cue_ball == CueBall::Table {
            return Err(StrokeError::NotInHand);
        }
        if !state.may_place(&arena.table, at) {
            let reason = match state.discipline {
                _ if state.cue_ball != CueBall::Head || state.is_behind(&arena.table, at) => {
                    "it would lie off the cloth or on another ball"
                }
                Discipline::Snooker => "it has to lie in the D",
                _ => "it has to lie behind the head string",
            };
            return Err(StrokeError::Place { x: at.x, y: at.y, reason });
        }
        layout.place(CUE_BALL, at);
        Ok(layout)
    }
}
