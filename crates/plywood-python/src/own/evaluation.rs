//! The evaluation of a game that is written in Python, asked for a brood at a time.

use plywood::{Player, StaticEvaluator};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{OwnRules, Place};
use crate::trouble::error;

/// The source of evaluations.
#[derive(Clone, Copy)]
pub enum Guess {
    /// The game's own method; of two players whose payoffs sum to zero it is asked for the first.
    Own { mirrors: bool },
    /// Zero everywhere.
    Nothing,
}

impl StaticEvaluator<OwnRules> for Guess {
    fn look(&self, game: &OwnRules, place: &Place, player: Player) -> f64 {
        let (asked, sign) = match self {
            Guess::Nothing => return 0.0,
            Guess::Own { mirrors: true } => (0, if player == Player::FIRST { 1.0 } else { -1.0 }),
            Guess::Own { mirrors: false } => (player.index(), 1.0),
        };
        sign * place.value(asked).unwrap_or_else(|| game.ask(|py| game.evaluated(py, place, asked)))
    }
    fn bounds(&self, game: &OwnRules) -> (f64, f64) {
        match (self, game.0.range) {
            (Guess::Own { .. }, Some(range)) => range,
            _ => (0.0, 0.0),
        }
    }
    fn mirrors(&self) -> bool {
        !matches!(self, Guess::Own { mirrors: false })
    }
}

impl OwnRules {
    /// Evaluates a position with all those that were made with it, and gives its value.
    fn evaluated(&self, py: Python<'_>, place: &Place, player: usize) -> PyResult<f64> {
        let places = place.companions(player);
        let objects = PyList::new(py, places.iter().map(|place| place.object()))?;
        let told = self.call(py, "evaluate", (objects, player))?;
        let values: Vec<f64> =
            told.try_iter()?.map(|value| value?.extract()).collect::<PyResult<_>>().map_err(|raised| {
                let wrong = error(format!("evaluate must return a number for each position, found {told}"));
                wrong.set_cause(py, Some(raised));
                wrong
            })?;
        if values.len() != places.len() {
            let (found, asked) = (values.len(), places.len());
            return Err(error(format!("evaluate returned {found} values for {asked} positions")));
        }
        let (low, high) = self.0.range.unwrap_or_default();
        for (place, value) in places.iter().zip(&values) {
            if !(*value >= low && *value <= high) {
                return Err(error(format!(
                    "evaluate returned {value} for {}, outside its bounds {low} to {high}",
                    place.text()
                )));
            }
            place.remember_value(player, *value);
        }
        self.unchanged(py, "evaluate", place)?;
        Ok(values[0])
    }
}
