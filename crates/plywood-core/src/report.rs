//! The answer of a search, and its messages on the way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::game::Game;
use crate::line::Line;
use crate::number::Numbers;
use crate::task::Task;
use crate::trace::TraceOf;

/// The result of one iteration of a search (figure 4.5 of the Dice thesis).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row<M = String> {
    /// Plies searched, or playouts in units of the search's own choice.
    pub depth: u32,
    /// The value for the player on turn at the root, in payoff units.
    #[serde(with = "crate::number")]
    pub value: f64,
    /// The best move.
    #[serde(rename = "move")]
    pub best: Option<M>,
    /// Nodes so far, earlier iterations included.
    pub nodes: u64,
    /// Calls of the evaluation so far.
    pub evaluations: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// The principal variation.
    pub pv: Vec<M>,
}

/// The result of a search by playouts for one move of its root.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried<M = String> {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: M,
    /// Playouts through it.
    pub visits: u64,
    /// Their mean for the player on turn, in payoff units.
    #[serde(with = "crate::number")]
    pub value: f64,
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report<M = String> {
    /// The best move; none where the game is over or chance is on turn.
    #[serde(rename = "move")]
    pub best: Option<M>,
    /// The value for the player on turn (the first player at chance and finished positions), in payoff units.
    /// A guess in an outcome game is scaled by the evaluator's range, so it lies strictly between -1 and 1.
    #[serde(with = "crate::number")]
    pub value: f64,
    /// The value for each player, where there are more than two.
    #[serde(with = "crate::number", default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<f64>,
    /// Whether the value is exact: it rests on finished games alone.
    pub proven: bool,
    /// Plies to the end of the game, where a win or a loss is proven in an outcome game.
    pub distance: Option<u32>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Nodes; the root is not counted.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Playouts, for searches that play out.
    pub simulations: u64,
    /// Seconds.
    pub seconds: f64,
    /// The principal variation.
    pub pv: Vec<M>,
    /// A row for each iteration.
    pub rows: Vec<Row<M>>,
    /// The moves of the root, where it plays out.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried<M>>,
    /// Further numbers by name.
    #[serde(with = "crate::number", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, f64>,
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Report {
            best: None,
            value: 0.0,
            values: Vec::new(),
            proven: false,
            distance: None,
            depth: 0,
            nodes: 0,
            evaluations: 0,
            simulations: 0,
            seconds: 0.0,
            pv: Vec::new(),
            rows: Vec::new(),
            tried: Vec::new(),
            counters: BTreeMap::new(),
        }
    }
}

impl<M: Clone + PartialEq> Report<M> {
    /// The result after the last finished iteration, as a row beyond that depth; none where the answer is
    /// that iteration's, or where there was none.
    pub fn unfinished(&self) -> Option<Row<M>> {
        let last = self.rows.last()?;
        let same = last.value == self.value && last.best == self.best;
        (!same).then(|| Row {
            depth: last.depth,
            value: self.value,
            best: self.best.clone(),
            nodes: self.nodes,
            evaluations: self.evaluations,
            seconds: self.seconds,
            pv: self.pv.clone(),
        })
    }
}

/// The state of a running search, each time it reads the clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "M: Serialize + Numbers", deserialize = "M: Deserialize<'de> + Numbers"))]
pub struct Tick<M = String> {
    /// Plies of the iteration under way.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Playouts so far.
    pub simulations: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// The best line so far.
    pub pv: Vec<M>,
    /// The root moves whose value is known so far in this iteration, in payoff units of the player on turn.
    #[serde(with = "crate::number")]
    pub values: Vec<(M, f64)>,
}

/// A node of a search's tree: how it is reached from the root, and what was found there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Branch<M = String> {
    /// The moves that lead there.
    pub line: Vec<M>,
    /// Playouts through it.
    pub visits: u64,
    /// Their mean for the player who made the last of the moves, in payoff units.
    #[serde(with = "crate::number")]
    pub value: f64,
}

/// How far a proof is: the leaves that are wanted at least.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "M: Serialize + Numbers", deserialize = "M: Deserialize<'de> + Numbers"))]
pub struct Proving<M = String> {
    /// The question: does the player on turn get at least this payoff?
    #[serde(with = "crate::number")]
    pub at_least: f64,
    /// Leaves to prove it, infinite where it cannot be.
    #[serde(with = "crate::number")]
    pub proof: f64,
    /// Leaves to disprove it.
    #[serde(with = "crate::number")]
    pub disproof: f64,
    /// The same for each move of the root.
    #[serde(with = "crate::number")]
    pub moves: Vec<(M, (f64, f64))>,
}

/// Hears of a search while it runs, from whichever thread runs it.
pub trait Progress<M = String>: Send {
    /// An iteration is finished.
    fn row(&mut self, row: &Row<M>);
    /// The clock was read.
    fn tick(&mut self, tick: &Tick<M>);
    /// The value of the player on turn is proven to lie between these, in payoff units. Searches that close in on a
    /// value from both sides tell it; by default nobody listens.
    fn bounds(&mut self, _low: f64, _high: f64) {}
    /// How often each move of the root was tried so far. Searches that share their playouts among moves tell it where
    /// the clock was read and in the end; by default nobody listens.
    fn visits(&mut self, _visits: &[(M, u64)]) {}
    /// How many nodes of a growing tree are wanted; none unless somebody looks at it.
    fn wanted(&self) -> usize {
        0
    }
    /// The most visited nodes of the tree, each after the one it hangs from, the root left out. Told with the visits,
    /// where some are wanted.
    fn tree(&mut self, _branches: &[Branch<M>]) {}
    /// How far a proof is. Proof searches tell it where the clock was read and when a question is answered; by default
    /// nobody listens.
    fn proving(&mut self, _proving: &Proving<M>) {}
}

/// Nobody listens.
impl<M> Progress<M> for () {
    fn row(&mut self, _: &Row<M>) {}
    fn tick(&mut self, _: &Tick<M>) {}
}

/// A search over one game. Anytime: whatever the budget, it has a legal answer when there is one.
pub trait Search<G: Game>: Send {
    /// Forgets everything about earlier games; by default there is nothing to forget.
    fn new_game(&mut self) {}
    /// Thinks about the end of the line.
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move>;
    /// Searches to the depth of a budget, which has one, and returns every call, up to a limit; none for a search that
    /// cannot be drawn, as by default. A search that counts simulations keeps that limit too.
    fn trace(&mut self, _line: &Line<G>, _budget: &Budget, _limit: usize) -> Option<TraceOf<G>> {
        None
    }
}
