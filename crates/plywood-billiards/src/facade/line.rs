//! A frame as a line of moves and events.

use super::picture;
use crate::error_model::ErrorModel;
use crate::frame::execute;
use crate::layout::{CUE_BALL, Layout};
use crate::physics::{Arena, Simulator};
use crate::players::{Nearest, RandomPlayer, Shooter, sensible_strokes};
use crate::rules::{CueBall, Discipline, GameState, Stage, Stroke};
use crate::shot::Shot;
use plywood_core::facade::AnyLine;
use plywood_core::random::{Rng, seed_of, seeded};
use plywood_core::{Error, Turn};
use std::any::Any;
use std::sync::Arc;

/// A game with its table and errors.
pub struct Billiards {
    pub discipline: Discipline,
    pub arena: Arena,
    pub errors: ErrorModel,
}

/// Where a frame can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Before the balls are racked.
    Racking,
    /// A player is on turn, or the game is over.
    Ready(GameState),
    /// A stroke has been announced and not yet executed.
    Struck(GameState, Stroke),
}

/// How a position says that the balls are not racked yet.
const RACKING: &str = "stage=rack";
/// What stands before an announced stroke in a position.
const STROKE: &str = "stroke=";
/// What the event of racking starts with.
const RACK: &str = "rack/";

impl Billiards {
    /// Reads a position of this game.
    pub fn read(&self, text: &str) -> Result<Place, Error> {
        let name = text.split_whitespace().next().unwrap_or_default();
        if Discipline::named(name).is_some_and(|discipline| discipline != self.discipline) {
            return Err(Error::new(format!(
                "the position is one of {name}, the game is {}",
                self.discipline.name()
            )));
        }
        let (state, stroke) =
            text.split_once(STROKE).map_or((text, None), |(state, stroke)| (state, Some(stroke)));
        if state.trim() == format!("{} {RACKING}", self.discipline.name()) {
            return Ok(Place::Racking);
        }
        let state: GameState = state.parse().map_err(as_error)?;
        state.layout.check(&self.arena.table, &self.arena.outline).map_err(as_error)?;
        if !state.layout.has(CUE_BALL) && state.stage == Stage::Play && state.cue_ball == CueBall::Table {
            return Err(Error::new(
                "the cue ball is missing: put it on the table as 0@x:y, or write cue=hand",
            ));
        }
        let objects = state.layout.object_balls().map(|(ball, _)| ball);
        let most = if self.discipline == Discipline::NineBall { 9 } else { 15 };
        if let Some(ball) = { objects }.find(|&ball| ball > most) {
            return Err(Error::new(format!(
                "{} is played with balls 1 to {most}, not {ball}",
                self.discipline.name()
            )));
        }
        match stroke {
            None => Ok(Place::Ready(state)),
            Some(stroke) => Ok(Place::Struck(state, self.stroke(&state, stroke)?)),
        }
    }

    fn write(&self, place: &Place) -> String {
        match place {
            Place::Racking => format!("{} {RACKING}", self.discipline.name()),
            Place::Ready(state) => state.to_string(),
            Place::Struck(state, stroke) => format!("{state} {STROKE}{}", stroke.text(&self.arena)),
        }
    }

    fn stroke(&self, state: &GameState, text: &str) -> Result<Stroke, Error> {
        let stroke = Stroke::parse(text, &self.arena).map_err(as_error)?;
        stroke.check(&self.arena, state).map_err(as_error)?;
        Ok(stroke)
    }

    /// Where a move or an event leads, and how it is written.
    fn step(&self, place: &Place, text: &str) -> Result<(Place, String), Error> {
        match place {
            Place::Racking => {
                let balls = text.strip_prefix(RACK).ok_or_else(|| {
                    Error::new("the balls are to be racked, as in rack/0@0.5:0.5/1@0.5:1.5")
                })?;
                let rack: Layout = balls.parse().map_err(as_error)?;
                rack.check(&self.arena.table, &self.arena.outline).map_err(as_error)?;
                Ok(self.racked(rack))
            }
            Place::Ready(state) => {
                let stroke = self.stroke(state, text)?;
                Ok((Place::Struck(*state, stroke), stroke.text(&self.arena)))
            }
            Place::Struck(state, stroke) => {
                let made: Shot = text.parse().map_err(as_error)?;
                made.check(&self.arena.table).map_err(as_error)?;
                Ok(self.executed(state, stroke, &made))
            }
        }
    }

    fn racked(&self, rack: Layout) -> (Place, String) {
        let text = format!("{RACK}{}", rack.to_string().replace(' ', "/"));
        (Place::Ready(GameState::before_break(self.discipline, rack)), text)
    }

    fn executed(&self, state: &GameState, stroke: &Stroke, made: &Shot) -> (Place, String) {
        let mut simulator = Simulator::new(&self.arena);
        let ruling = execute(&self.arena, &mut simulator, state, stroke, made, &mut Vec::new())
            .expect("the stroke was checked");
        (Place::Ready(ruling.next), made.to_string())
    }

    fn sample(&self, place: &Place, random: &mut Rng) -> (Place, String) {
        match place {
            Place::Racking => self.racked(self.discipline.rack(&self.arena.table, random)),
            Place::Struck(state, stroke) => {
                self.executed(state, stroke, &self.errors.perturb(&stroke.shot, &self.arena.table, random))
            }
            Place::Ready(_) => panic!("events are drawn on chance's turn"),
        }
    }
}

fn as_error(error: impl std::fmt::Display) -> Error {
    Error::new(error.to_string())
}

/// A frame so far.
#[derive(Clone)]
pub struct Line {
    game: Arc<Billiards>,
    start: Place,
    /// Each step as text and where it led.
    steps: Vec<(String, Place)>,
}

impl Line {
    pub fn new(game: Arc<Billiards>, start: Place) -> Self {
        Line { game, start, steps: Vec::new() }
    }

    /// The game and the state, when a player is on turn.
    pub fn on_turn(&self) -> Option<(&Billiards, &GameState)> {
        match (self.turn(), self.place()) {
            (Turn::Player(_), Place::Ready(state)) => Some((&self.game, state)),
            _ => None,
        }
    }

    fn place(&self) -> &Place {
        self.steps.last().map_or(&self.start, |(_, place)| place)
    }
}

impl AnyLine for Line {
    fn turn(&self) -> Turn {
        match self.place() {
            Place::Racking | Place::Struck(..) => Turn::Chance,
            Place::Ready(GameState { stage: Stage::Over { .. }, .. }) => Turn::Over,
            Place::Ready(state) => Turn::Player(state.turn),
        }
    }

    /// The straight-in strokes and a safety; any other stroke that can be read and executed is legal as well.
    fn moves(&self) -> Vec<String> {
        self.on_turn().map_or(Vec::new(), |(game, state)| {
            let strokes = sensible_strokes(&game.arena, state);
            strokes.iter().map(|stroke| stroke.text(&game.arena)).collect()
        })
    }

    fn events(&self) -> Vec<(String, f64)> {
        Vec::new()
    }

    fn step(&mut self, text: &str) -> Result<(), Error> {
        let (place, written) = self.game.step(self.place(), text)?;
        self.steps.push((written, place));
        Ok(())
    }

    fn sample(&mut self, rng: &mut Rng) -> String {
        let (place, written) = self.game.sample(self.place(), rng);
        self.steps.push((written.clone(), place));
        written
    }

    fn undo(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    fn steps(&self) -> Vec<String> {
        self.steps.iter().map(|(text, _)| text.clone()).collect()
    }

    fn payoffs(&self) -> Vec<f64> {
        match self.place() {
            Place::Ready(GameState { stage: Stage::Over { winner }, .. }) => {
                (0..2).map(|player| if winner.index() == player { 1.0 } else { -1.0 }).collect()
            }
            _ => vec![0.0; 2],
        }
    }

    fn ending(&self) -> String {
        "rules".to_string()
    }

    fn position(&self) -> String {
        self.game.write(self.place())
    }

    fn start(&self) -> String {
        self.game.write(&self.start)
    }

    fn draw(&self) -> String {
        match self.place() {
            Place::Racking => picture::draw(&self.game.arena, &Layout::EMPTY),
            Place::Ready(state) | Place::Struck(state, _) => picture::draw(&self.game.arena, &state.layout),
        }
    }

    fn key(&self) -> u64 {
        seed_of(&self.position())
    }

    fn boxed_clone(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Plays a frame of the simple players through the line: it ends with a winner, and undone and done again it is the same.
pub fn conform(game: &Arc<Billiards>, seed: u64) {
    let mut random = seeded(seed);
    let mut line = Line::new(game.clone(), Place::Racking);
    let mut players: [Box<dyn Shooter>; 2] = [Box::new(Nearest), Box::new(RandomPlayer)];
    while line.turn() != Turn::Over && line.steps.len() < 4000 {
        match line.on_turn() {
            None => drop(line.sample(&mut random)),
            Some((game, state)) => {
                let stroke = players[state.turn.index()].choose(&game.arena, state, &mut random);
                let text = stroke.text(&game.arena);
                line.step(&text).unwrap_or_else(|error| panic!("{text} is not legal: {error}"));
            }
        }
        let text = line.position();
        let again = game.read(&text).unwrap_or_else(|error| panic!("{text} is not read back: {error}"));
        assert_eq!(again, *line.place(), "{text} is read without loss");
    }
    assert_eq!(line.turn(), Turn::Over, "a frame ends");
    let steps = line.steps();
    let end = line.position();
    while line.undo() {}
    steps.iter().for_each(|step| line.step(step).expect("what was done can be done again"));
    assert_eq!(line.position(), end, "a frame replays to the last bit");
}
