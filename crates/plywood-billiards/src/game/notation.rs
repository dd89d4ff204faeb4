//! The text of a frame: states as the referee writes them, strokes as players announce them.
//!
//! `8ball stage=rack` before the balls are racked, a state such as `8ball turn=1 stage=play cue=table groups=open
//! score=0:0 0@0.5:0.6 8@0.3:1.2` between shots, and the same with `stroke=...` at its end while a stroke is executed.
//! Events are `rack/0@0.5:0.5/1@0.5:1.5...` and the five parameters of the shot that was made.

use super::{Billiards, Draw, Position, picture};
use crate::game::rules::{CueBall, Discipline, GameState, Stage, Stroke};
use crate::physics::shot::Shot;
use crate::physics::{Simulator, Trace};
use crate::picture as pictures;
use crate::table::layout::{CUE_BALL, Layout};
use plywood_core::{Error, Game, LastOf, Notation, Picture, Step, Turn};
use std::ops::ControlFlow;

/// How a position says that the balls are not racked yet.
const RACKING: &str = "stage=rack";
/// The text before an announced stroke in a position.
const STROKE: &str = "stroke=";
/// The beginning of the event of racking.
const RACK: &str = "rack/";

fn as_error(error: impl std::fmt::Display) -> Error {
    Error::new(error.to_string())
}

impl Billiards {
    fn check(&self, layout: &Layout) -> Result<(), Error> {
        layout.check(&self.arena.table, &self.arena.outline).map_err(as_error)
    }

    /// Reads a state in which somebody is on turn or the frame is over, and checks it against the rules and the table.
    pub fn read_state(&self, text: &str) -> Result<GameState, Error> {
        let state: GameState = text.parse().map_err(as_error)?;
        self.check(&state.layout)?;
        let over = matches!(state.stage, Stage::Over { .. });
        if !state.layout.has(CUE_BALL) && !over && state.cue_ball == CueBall::Table {
            return Err(Error::new(
                "the cue ball is missing: put it on the table as 0@x:y, or write cue=hand",
            ));
        }
        let out = !state.is_in(state.turn) || state.after(state.turn) == state.turn;
        if self.discipline.is_cutthroat() && !over && out {
            return Err(Error::new("in cutthroat the player on turn and somebody else need a ball each"));
        }
        let highest = self.discipline.highest();
        match state.layout.objects().iter().find(|&ball| ball > highest) {
            None => Ok(state),
            Some(ball) => Err(Error::new(format!(
                "{} is played with balls 1 to {highest}, not {ball}",
                self.discipline.name()
            ))),
        }
    }

    fn read_stroke(&self, state: &GameState, text: &str) -> Result<Stroke, Error> {
        let stroke = Stroke::parse(text, &self.arena).map_err(as_error)?;
        stroke.check(&self.arena, state).map_err(as_error)?;
        Ok(stroke)
    }
}

impl Notation for Billiards {
    fn write_position(&self, position: &Position) -> String {
        match position {
            Position::Racking => format!("{} {RACKING}", self.discipline.name()),
            Position::Ready(state) => state.to_string(),
            Position::Struck(state, stroke) => format!("{state} {STROKE}{}", stroke.text(&self.arena)),
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, Error> {
        let name = text.split_whitespace().next().unwrap_or_default();
        if Discipline::named(name).is_some_and(|discipline| discipline != self.discipline) {
            return Err(Error::new(format!(
                "the position is one of {name}, the game is {}",
                self.discipline.name()
            )));
        }
        if text.trim() == self.write_position(&Position::Racking) {
            return Ok(Position::Racking);
        }
        match text.split_once(STROKE) {
            None => Ok(Position::Ready(self.read_state(text)?)),
            Some((state, stroke)) => {
                let state = self.read_state(state)?;
                Ok(Position::Struck(state, self.read_stroke(&state, stroke)?))
            }
        }
    }

    fn write_move(&self, _: &Position, stroke: Stroke) -> String {
        stroke.text(&self.arena)
    }

    /// Reads any stroke that can be executed, listed or not.
    fn read_move(&self, position: &Position, text: &str) -> Result<Stroke, Error> {
        match position {
            Position::Ready(state) => self.read_stroke(state, text),
            _ => Err(Error::new("no player is on turn")),
        }
    }

    fn write_event(&self, _: &Position, draw: Draw) -> String {
        match draw {
            Draw::Rack(rack) => format!("{RACK}{}", rack.to_string().replace(' ', "/")),
            Draw::Made(made) => made.to_string(),
        }
    }

    /// Reads any rack that fits on the table, or any shot that a cue can make.
    fn read_event(&self, position: &Position, text: &str) -> Result<Draw, Error> {
        match position {
            Position::Racking => {
                let balls = text.trim().strip_prefix(RACK).ok_or_else(|| {
                    Error::new("the balls are to be racked, as in rack/0@0.5:0.5/1@0.5:1.5")
                })?;
                let rack: Layout = balls.parse().map_err(as_error)?;
                self.check(&rack)?;
                Ok(Draw::Rack(rack))
            }
            Position::Struck(..) => {
                let made: Shot = text.parse().map_err(as_error)?;
                made.check(&self.arena.table).map_err(as_error)?;
                Ok(Draw::Made(made))
            }
            Position::Ready(_) => Err(Error::new("chance is not on turn")),
        }
    }

    fn draw(&self, position: &Position) -> String {
        match position {
            Position::Racking => picture::draw(&self.arena, &Layout::EMPTY),
            Position::Ready(state) | Position::Struck(state, _) => picture::draw(&self.arena, &state.layout),
        }
    }

    fn picture(&self, position: &Position, last: Option<LastOf<Self>>) -> Picture {
        let (state, last) = match (position, last) {
            (Position::Racking, _) => {
                let empty = pictures::layout(&self.arena, &Layout::EMPTY);
                return empty.ended(format!("{}: the balls are racked", self.discipline.name()));
            }
            (Position::Struck(state, stroke), _) => {
                let layout = stroke.placed(&self.arena, state).unwrap_or(state.layout);
                return pictures::struck(&self.arena, &GameState { layout, ..*state }, &stroke.shot);
            }
            (
                Position::Ready(state),
                Some((Position::Struck(before, stroke), Step::Event(Draw::Made(made)))),
            ) => {
                let shown = stroke.placed(&self.arena, before).ok().and_then(|layout| {
                    let mut trace = Trace::default();
                    let mut simulator = Simulator::new(&self.arena);
                    simulator.start(&layout, &made, &mut trace).ok()?;
                    simulator.run(&mut trace);
                    Some((layout, trace))
                });
                (state, shown)
            }
            (Position::Ready(state), _) => (state, None),
        };
        let mut strokes = Vec::new();
        if let Turn::Player(_) = self.turn(position) {
            let _ = self.moves(position, |stroke| {
                strokes.push(stroke);
                ControlFlow::<()>::Continue(())
            });
        }
        pictures::state(&self.arena, state, &strokes, last.as_ref().map(|(layout, trace)| (layout, trace)))
    }
}
