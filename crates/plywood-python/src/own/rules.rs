//! Asking the object, and checking what it says.

use std::panic::resume_unwind;
use std::sync::Arc;

use plywood::players::adapter::erase_boxed;
use plywood::search::multiplayer::MOST_PLAYERS;
use plywood::{AnyGame, Chance, Error, Nature, PayoffKind, Player, Sum, Turn};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use super::Place;
use super::names::Names;
use super::place::Brood;
use crate::trouble::{Trouble, error};

/// Events of one game at most: nothing is indexed by them.
const MOST_EVENTS: usize = 1 << 20;

/// A game that is written in Python.
#[derive(Clone)]
pub struct OwnRules(pub(super) Arc<Rules>);

/// Only copies of one are equal.
impl PartialEq for OwnRules {
    fn eq(&self, other: &OwnRules) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

pub(super) struct Rules {
    object: Py<PyAny>,
    name: String,
    pub nature: Nature,
    /// Whether the second of two players gets the opposite of the first.
    pub mirrors: bool,
    /// The bounds of the evaluation, where there is one.
    pub range: Option<(f64, f64)>,
    pub moves: Names,
    pub events: Names,
    trouble: Trouble,
}

impl OwnRules {
    /// The game of an object that has the methods of `plywood.OwnGame`.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<OwnRules> {
        let base = object.py().import("plywood.own")?.getattr("OwnGame")?;
        if !object.is_instance(&base)? {
            return Err(error(format!(
                "expected a game's spec, such as \"othello\", or an object of a class made from plywood.OwnGame, found {}",
                object.repr()?
            )));
        }
        let nature = nature(object)?;
        let name: String = object.getattr("name")?.extract()?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(error(format!("name = {name:?}: expected letters, digits and _")));
        }
        let distinct: usize = object.getattr("distinct_moves")?.extract()?;
        if !(1..=1 << 20).contains(&distinct) {
            return Err(error(format!("distinct_moves = {distinct}: expected 1 to {}", 1 << 20)));
        }
        let evaluates = !object.getattr("evaluate")?.is_none();
        let range: (f64, f64) = object.getattr("evaluation_bounds")?.extract()?;
        if evaluates && !(range.0 < range.1 && range.0.is_finite() && range.1.is_finite()) {
            return Err(error(format!(
                "evaluation_bounds = {range:?}: expected two numbers, the smaller first"
            )));
        }
        let mirrors = nature.players == 2 && nature.sum == Sum::Zero;
        Ok(OwnRules(Arc::new(Rules {
            object: object.clone().unbind(),
            name,
            nature,
            mirrors,
            range: evaluates.then_some(range),
            moves: Names::new(distinct),
            events: Names::new(MOST_EVENTS),
            trouble: Trouble::default(),
        })))
    }

    /// The game behind the facade.
    pub fn erased(&self) -> Box<dyn AnyGame> {
        erase_boxed(self.clone(), &self.0.name)
    }

    /// The object.
    pub fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.object.clone_ref(py)
    }

    /// The exception that it raised.
    pub fn trouble(&self) -> &Trouble {
        &self.0.trouble
    }

    /// Asks with the interpreter's lock; what is raised ends the search.
    pub(super) fn ask<T>(&self, work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        self.0.trouble.check();
        match Python::try_attach(work) {
            Some(Ok(answer)) => answer,
            Some(Err(raised)) => self.0.trouble.raise(raised),
            // The interpreter is gone: nobody waits for an answer.
            None => resume_unwind(Box::new("the interpreter has ended")),
        }
    }

    pub(super) fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.object.bind(py).call_method1(method, arguments)
    }

    /// A position from its object.
    pub(super) fn made(
        &self,
        py: Python<'_>,
        object: Bound<'_, PyAny>,
        brood: Option<&Brood>,
    ) -> PyResult<Place> {
        let text = self.text(py, &object)?;
        let told = self.call(py, "turn", (&object,))?;
        let turn = self.turn_of(&told, &text)?;
        Ok(Place::new(object.unbind(), text, turn, self.0.nature.players, brood))
    }

    fn text(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<String> {
        let told = self.call(py, "text", (object,))?;
        told.extract().map_err(|_| error(format!("text must return a string, found {told}")))
    }

    fn turn_of(&self, told: &Bound<'_, PyAny>, text: &str) -> PyResult<Turn> {
        let players = self.0.nature.players;
        let chance = self.0.nature.chance != Chance::None;
        if told.is_none() {
            return Ok(Turn::Over);
        }
        match (told.extract::<usize>(), told.extract::<String>().as_deref()) {
            (Ok(player), _) if player < players => Ok(Turn::Player(Player(player as u8))),
            (_, Ok("chance")) if chance => Ok(Turn::Chance),
            (_, Ok("chance")) => {
                Err(error(format!("turn says \"chance\" of {text}, but the game says chance = False")))
            }
            _ => Err(error(format!(
                "turn must return a player from 0 to {}, \"chance\", or None where the game is over; found {told} for {text}",
                players - 1
            ))),
        }
    }

    /// The legal moves of a position on a player's turn.
    pub(super) fn listed(&self, place: &Place) -> Arc<[u32]> {
        place.moves().unwrap_or_else(|| {
            let moves: Arc<[u32]> = self.ask(|py| self.list(py, place)).into();
            place.remember_moves(moves.clone());
            moves
        })
    }

    fn list(&self, py: Python<'_>, place: &Place) -> PyResult<Vec<u32>> {
        let mut numbers = Vec::new();
        for chosen in self.call(py, "moves", (place.object(),))?.try_iter()? {
            let chosen = chosen?;
            let text = chosen.str()?.to_string();
            if text.trim().is_empty() {
                return Err(error(format!("moves lists a move without a text in {}", place.text())));
            }
            let number = self.0.moves.number(&text, &chosen).ok_or_else(|| {
                let most = self.0.moves.most();
                error(format!(
                    "there are more than {most} different moves; set distinct_moves of the class higher"
                ))
            })?;
            if numbers.contains(&number) {
                return Err(error(format!("moves lists {text} twice in {}", place.text())));
            }
            numbers.push(number);
        }
        self.unchanged(py, "moves", place)?;
        match numbers.is_empty() {
            true => Err(error(format!(
                "moves lists none in {}, and turn says that a player is on turn; a game that is over has turn None",
                place.text()
            ))),
            false => Ok(numbers),
        }
    }

    /// The positions after some moves.
    pub(super) fn brood(&self, py: Python<'_>, place: &Place, moves: &[u32]) -> PyResult<Vec<Place>> {
        let brood = self.0.range.is_some().then(Brood::default);
        let child =
            |chosen: &u32| self.after(py, "play", place, &self.0.moves.object(*chosen), brood.as_ref());
        let children = moves.iter().map(child).collect::<PyResult<_>>()?;
        self.unchanged(py, "play", place)?;
        Ok(children)
    }

    /// The position after a step by one of the methods.
    pub(super) fn after(
        &self,
        py: Python<'_>,
        method: &str,
        place: &Place,
        step: &Py<PyAny>,
        brood: Option<&Brood>,
    ) -> PyResult<Place> {
        let after = self.call(py, method, (place.object(), step))?;
        if after.is_none() {
            return Err(error(format!("{method} returned None for {} in {}", step.bind(py), place.text())));
        }
        self.made(py, after, brood)
    }

    /// Refuses a position that a method has changed.
    pub(super) fn unchanged(&self, py: Python<'_>, method: &str, place: &Place) -> PyResult<()> {
        let now = self.text(py, place.object().bind(py))?;
        match now == place.text() {
            true => Ok(()),
            false => Err(error(format!(
                "{method} changed the position it was given, from {} to {now}; it must return a new one and leave that alone",
                place.text()
            ))),
        }
    }

    /// The payoffs of all players.
    pub(super) fn payoffs(&self, py: Python<'_>, place: &Place) -> PyResult<Vec<f64>> {
        let told = self.call(py, "payoffs", (place.object(),))?;
        let players = self.0.nature.players;
        let payoffs: Vec<f64> = told.extract().map_err(|_| {
            error(format!(
                "payoffs must return a list of {players} numbers, found {told} for {}",
                place.text()
            ))
        })?;
        let (low, high) = self.0.nature.bounds;
        let sum: f64 = payoffs.iter().sum();
        let wrong = match self.0.nature.sum {
            _ if payoffs.len() != players => format!("expected one for each of {players} players"),
            _ if !payoffs.iter().all(|payoff| (low..=high).contains(payoff)) => {
                format!("the bounds of the game are {low} and {high}")
            }
            Sum::Zero if sum.abs() > 1e-9 => "they must sum to zero; else set sum of the class".to_string(),
            Sum::Constant(all) if (sum - all).abs() > 1e-9 => format!("they must sum to {all}"),
            _ => return Ok(payoffs),
        };
        Err(error(format!("payoffs says {told} of {}: {wrong}", place.text())))
    }

    /// The events with their probabilities.
    pub(super) fn chances(&self, py: Python<'_>, place: &Place) -> PyResult<Vec<(u32, f64)>> {
        let told = self.call(py, "events", (place.object(),))?;
        let wrong = |why: &str| error(format!("events of {}: {why}, found {told}", place.text()));
        let mut events = Vec::new();
        for one in told.try_iter()? {
            let pair: PyResult<(Bound<'_, PyAny>, f64)> = one?.extract();
            let (event, probability) =
                pair.map_err(|_| wrong("expected pairs of an event and its probability"))?;
            if !(probability > 0.0 && probability <= 1.0) {
                return Err(wrong("a probability lies above 0 and not above 1"));
            }
            let text = event.str()?.to_string();
            let number = self.0.events.number(&text, &event).ok_or_else(|| wrong("there are too many"))?;
            if events.iter().any(|(known, _)| *known == number) {
                return Err(wrong("an event is listed twice"));
            }
            events.push((number, probability));
        }
        let sum: f64 = events.iter().map(|(_, probability)| probability).sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(wrong("probabilities must sum to one"));
        }
        self.unchanged(py, "events", place)?;
        Ok(events)
    }

    /// Reads a position; what the method raises is an error like that of any wrong text.
    pub(super) fn read(&self, text: &str) -> Result<Place, Error> {
        Python::attach(|py| self.made(py, self.call(py, "read", (text,))?, None))
            .map_err(|raised| Error::new(format!("{} cannot read {text:?}: {raised}", self.0.name)))
    }

    /// The position as a drawing in characters.
    pub(super) fn drawn(&self, py: Python<'_>, place: &Place) -> PyResult<String> {
        Ok(self.call(py, "draw", (place.object(),))?.str()?.to_string())
    }
}

/// The declarations of the object.
fn nature(object: &Bound<'_, PyAny>) -> PyResult<Nature> {
    let players: usize = object.getattr("players")?.extract()?;
    if !(1..=MOST_PLAYERS).contains(&players) {
        return Err(error(format!("players = {players}: expected 1 to {MOST_PLAYERS}")));
    }
    let word: String = object.getattr("payoff")?.extract()?;
    let payoff = match word.as_str() {
        "outcome" => PayoffKind::Outcome,
        "margin" => PayoffKind::Margin,
        "probability" => PayoffKind::Probability,
        _ => {
            return Err(error(format!(
                "payoff = {word:?}: expected \"outcome\", \"margin\" or \"probability\""
            )));
        }
    };
    let told = object.getattr("sum")?;
    let sum = match (told.extract::<f64>(), told.extract::<String>().as_deref()) {
        (Ok(0.0), _) | (_, Ok("zero")) => Sum::Zero,
        (Ok(all), _) if all.is_finite() => Sum::Constant(all),
        (_, Ok("general")) => Sum::General,
        _ => return Err(error(format!("sum = {told}: expected \"zero\", \"general\" or a number"))),
    };
    let bounds: (f64, f64) = object.getattr("bounds")?.extract()?;
    if !(bounds.0 < bounds.1 && bounds.0.is_finite() && bounds.1.is_finite()) {
        return Err(error(format!("bounds = {bounds:?}: expected two payoffs, the smaller first")));
    }
    if payoff == PayoffKind::Outcome && bounds != (-1.0, 1.0) {
        return Err(error(format!(
            "bounds = {bounds:?}: outcomes lie between -1 and 1; a margin has other bounds"
        )));
    }
    let chance = if object.getattr("chance")?.is_truthy()? { Chance::Enumerable } else { Chance::None };
    let longest = object.getattr("longest")?.extract()?;
    Ok(Nature { players, chance, payoff, sum, bounds, longest, history: false })
}
