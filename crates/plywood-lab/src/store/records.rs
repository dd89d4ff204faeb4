//! What is kept of a finished game.

use std::collections::BTreeMap;

use plywood_core::Report;

/// Who made a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// Who made it.
    pub seat: Seat,
    /// The move or event in the game's notation.
    pub text: String,
    /// The player's value of the position, from its own view.
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
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Which pairing of the experiment it belongs to.
    pub pairing: u32,
    /// Its number within the pairing.
    pub number: u32,
    /// Its opening's number.
    pub opening: u32,
    /// The seat of the pairing's first contestant.
    pub first_seat: u8,
    /// What every seat got.
    pub payoffs: Vec<f64>,
    /// How it ended: `over`, or what a player did wrong.
    pub reason: String,
    /// Hash of start and steps: equal for copies of the same game.
    pub hash: u64,
    /// Time from start to end.
    pub micros: u64,
    /// Moves and chance events after the opening.
    pub steps: Vec<StepRecord>,
}

impl GameRecord {
    /// What the first contestant made of it, in half-points: 2 with the highest payoff alone, 1 with a shared one.
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
