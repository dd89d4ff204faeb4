//! The record of a finished game.

use std::collections::BTreeMap;

use plywood_core::{Report, number};
use serde::{Deserialize, Serialize};

/// Who made a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player of this seat, counted from 0.
    Player(u8),
    /// The referee's dice.
    Chance,
}

impl Seat {
    /// The column's value: none for chance.
    pub fn column(self) -> Option<u8> {
        match self {
            Self::Player(seat) => Some(seat),
            Self::Chance => None,
        }
    }
}

/// A move or a chance event, with what its player reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Who made it.
    pub seat: Seat,
    /// The move or event in the game's notation.
    pub text: String,
    /// The player's value of the position, from its own view.
    #[serde(with = "number")]
    pub value: Option<f64>,
    /// Whether the value was proven.
    pub proven: bool,
    /// Depth reached.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Evaluations made.
    pub evaluations: u64,
    /// Playouts made.
    pub simulations: u64,
    /// Time taken.
    pub micros: u64,
    /// Named counters of player and game.
    #[serde(with = "number", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, f64>,
}

impl StepRecord {
    /// A player's move with what it reported.
    pub fn of_report(seat: Seat, text: String, report: Report, micros: u64) -> Self {
        Self {
            seat,
            text,
            value: report.value.is_finite().then_some(report.value),
            proven: report.proven,
            depth: report.depth,
            nodes: report.nodes,
            evaluations: report.evaluations,
            simulations: report.simulations,
            micros,
            counters: report.counters,
        }
    }

    /// A chance event.
    pub fn chance(text: String) -> Self {
        Self {
            seat: Seat::Chance,
            text,
            value: None,
            proven: false,
            depth: 0,
            nodes: 0,
            evaluations: 0,
            simulations: 0,
            micros: 0,
            counters: BTreeMap::new(),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which pairing of the experiment it belongs to.
    pub pairing: u32,
    /// Its number within the pairing.
    pub number: u32,
    /// Its opening's number.
    pub opening: u32,
    /// The seat of the pairing's first contestant.
    pub first_seat: u8,
    /// The payoff of every seat.
    #[serde(with = "number")]
    pub payoffs: Vec<f64>,
    /// How it ended: `over`, or what a player did wrong.
    pub reason: String,
    /// Hash of start and steps: equal for copies of the same game.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
    /// Time from start to end.
    pub micros: u64,
    /// Moves and chance events after the opening.
    pub steps: Vec<StepRecord>,
}

impl GameRecord {
    /// The first contestant's result, in half-points: 2 with the highest payoff alone, 1 with a shared one.
    /// A position of a suite has no payoffs and gives none.
    pub fn half_points(&self) -> u8 {
        let Some(&own) = self.payoffs.get(usize::from(self.first_seat)) else { return 0 };
        let others =
            || self.payoffs.iter().enumerate().filter(|&(seat, _)| seat != usize::from(self.first_seat));
        if others().all(|(_, &payoff)| payoff < own) {
            2
        } else if others().all(|(_, &payoff)| payoff <= own) {
            1
        } else {
            0
        }
    }
}

/// Whole numbers of 64 bits as text: many readers of JSON keep only 53.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&format_args!("{number:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
        let text = String::deserialize(input)?;
        u64::from_str_radix(&text, 16)
            .map_err(|_| serde::de::Error::custom(format!("expected 16 hexadecimal digits, found {text:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_and_read_back() {
        let report = Report { value: -0.1, nodes: u64::MAX, depth: 3, ..Report::default() };
        let mut moved = StepRecord::of_report(Seat::Player(1), "b2".to_string(), report, 17);
        moved.value = Some(f64::INFINITY);
        moved.counters.insert("cuts".to_string(), f64::NEG_INFINITY);
        let game = GameRecord {
            pairing: 1,
            number: 2,
            opening: 3,
            first_seat: 1,
            payoffs: vec![f64::INFINITY, 1.0 / 3.0],
            reason: "rules".to_string(),
            hash: u64::MAX - 1,
            micros: 99,
            steps: vec![moved, StepRecord::chance("6".to_string())],
        };
        let text = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), game, "{text}");
        assert!(text.contains("\"hash\":\"fffffffffffffffe\"") && text.contains("\"chance\""), "{text}");
        let wrong = text.replace("fffffffffffffffe", "much");
        let error = serde_json::from_str::<GameRecord>(&wrong).unwrap_err().to_string();
        assert!(error.contains("16 hexadecimal digits, found \"much\""), "{error}");
    }
}
