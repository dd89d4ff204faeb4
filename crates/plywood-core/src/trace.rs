//! A search laid open: every call with its window, its value and how it ended.

use serde::{Deserialize, Serialize};

use crate::game::{Step, StepOf, Turn};
use crate::line::Line;
use crate::notation::Notation;

/// The trace that a search of a game writes.
pub type TraceOf<G> = Trace<StepOf<G>>;

/// One call of the search on one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceNode<S = String> {
    /// The call that made this one; none for the root.
    pub parent: Option<usize>,
    /// The move or event that led here; none for the root.
    pub step: Option<S>,
    /// The probability of the event that led here, below a chance node.
    pub probability: Option<f64>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to search.
    pub depth: u32,
    /// The window, in payoff units of the node's own view; infinite where it is open.
    #[serde(with = "crate::number")]
    pub window: Option<(f64, f64)>,
    /// The value backed up, in payoff units of the node's own view; none where the search never finished it.
    #[serde(with = "crate::number")]
    pub value: Option<f64>,
    /// How the call ended or what else is to be said, such as `leaf`, `over`, `cut`, `table`.
    pub note: String,
    /// Further values by name, such as an opponent's.
    #[serde(with = "crate::number", default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, f64)>,
    /// Children that were never searched because of a cut.
    pub pruned: Vec<S>,
}

/// A search laid open, its calls in the order they were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace<S = String> {
    /// The calls.
    pub nodes: Vec<TraceNode<S>>,
    /// Whether there were more calls than the limit allowed to keep.
    pub truncated: bool,
}

impl<S> Default for Trace<S> {
    fn default() -> Self {
        Trace { nodes: Vec::new(), truncated: false }
    }
}

impl<M: Copy, E: Copy> Trace<Step<M, E>> {
    /// The trace of a search of the line's end, its steps as text.
    pub fn written<G: Notation<Move = M, Event = E>>(self, line: &Line<G>) -> Trace {
        let game = line.game();
        let mut positions: Vec<G::Position> = Vec::with_capacity(self.nodes.len());
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let before = node.parent.map_or(line.position(), |parent| &positions[parent]);
            let step = node.step.map(|step| game.write_step(before, step));
            let here = node.step.map_or_else(|| before.clone(), |step| game.step(before, step));
            nodes.push(TraceNode {
                parent: node.parent,
                step,
                probability: node.probability,
                turn: node.turn,
                ply: node.ply,
                depth: node.depth,
                window: node.window,
                value: node.value,
                note: node.note,
                values: node.values,
                pruned: node.pruned.into_iter().map(|step| game.write_step(&here, step)).collect(),
            });
            positions.push(here);
        }
        Trace { nodes, truncated: self.truncated }
    }
}
