//! Games that are written in Python, behind the traits of the core: every generic search plays them.
//!
//! A game is an object with the methods of `plywood.OwnGame`. Its positions are values: [`Place`] holds one with its text
//! (by which it is known) and whose turn it is. Moves and events get numbers as they are met, by their texts. Nothing the
//! object says is trusted: what it lists, pays and returns is checked, a position that it changes is found out by its text,
//! and whatever is wrong is raised ([`Trouble`]) and ends the search.
//!
//! The evaluation is asked for all positions that were made together, the children of one node: a batch a node instead of
//! a call a leaf.

mod evaluation;
mod names;
mod place;
mod rules;

use std::ops::ControlFlow;

use plywood::core::knowledge::ZERO;
use plywood::core::random::below;
use plywood::core::{Rng, uniform_policy};
use plywood::{About, Error, Game, Knowledge, Nature, Notation, Player, Spec, Turn, Uniform};

pub use evaluation::Guess;
pub use place::Place;
pub use rules::OwnRules;

/// How the evaluation of a game in Python is listed.
const PYTHON: About = About::plain("python", "the game's own method evaluate, over batches of positions");

impl Game for OwnRules {
    type Position = Place;
    type Move = u32;
    type Event = u32;
    type Value = f64;

    fn nature(&self) -> Nature {
        self.0.nature.clone()
    }
    fn start(&self) -> Place {
        self.ask(|py| self.made(py, self.call(py, "start", ())?, None))
    }
    fn turn(&self, place: &Place) -> Turn {
        place.turn()
    }
    fn children<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(u32, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let moves = self.listed(place);
        let children = self.ask(|py| self.brood(py, place, &moves));
        moves.iter().zip(children).try_for_each(|(chosen, child)| visit(*chosen, child))
    }
    fn play(&self, place: &Place, chosen: u32) -> Place {
        self.ask(|py| {
            let child = self.after(py, "play", place, &self.0.moves.object(chosen), None)?;
            self.unchanged(py, "play", place)?;
            Ok(child)
        })
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        self.ask(|py| self.payoffs(py, place))[player.index()]
    }
    fn key(&self, place: &Place) -> u64 {
        place.key()
    }
    fn move_slots(&self) -> usize {
        self.0.moves.most()
    }
    fn move_slot(&self, chosen: u32) -> usize {
        chosen as usize
    }
    fn moves<B>(&self, place: &Place, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.listed(place).iter().copied().try_for_each(visit)
    }
    fn count_moves(&self, place: &Place) -> usize {
        self.listed(place).len()
    }
    fn random_move(&self, place: &Place, rng: &mut Rng) -> u32 {
        let moves = self.listed(place);
        moves[below(rng, moves.len())]
    }
    fn events<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(u32, f64, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let events = self.ask(|py| self.chances(py, place));
        events
            .into_iter()
            .try_for_each(|(event, probability)| visit(event, probability, self.happen(place, event)))
    }
    fn happen(&self, place: &Place, event: u32) -> Place {
        self.ask(|py| {
            let child = self.after(py, "happen", place, &self.0.events.object(event), None)?;
            self.unchanged(py, "happen", place)?;
            Ok(child)
        })
    }
}

impl Notation for OwnRules {
    fn write_position(&self, place: &Place) -> String {
        place.text().to_string()
    }
    fn read_position(&self, text: &str) -> Result<Place, Error> {
        self.read(text)
    }
    fn write_move(&self, _: &Place, chosen: u32) -> String {
        self.0.moves.text(chosen)
    }
    fn write_event(&self, _: &Place, event: u32) -> String {
        self.0.events.text(event)
    }
    fn draw(&self, place: &Place) -> String {
        self.ask(|py| self.drawn(py, place))
    }
}

impl Knowledge for OwnRules {
    type Evaluator = Guess;
    type Policy = Uniform;

    fn evaluators(&self) -> &'static [About] {
        if self.0.range.is_some() { &[PYTHON, ZERO] } else { &[ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Guess, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if *about == ZERO { Guess::Nothing } else { Guess::Own { mirrors: self.0.mirrors } })
    }
    uniform_policy!();
}
