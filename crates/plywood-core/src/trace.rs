//! The trace of a search: every call with its window, its value and how it ended.

use serde::{Deserialize, Serialize};

use crate::game::{Player, Step, StepOf, Turn};
use crate::line::Line;
use crate::notation::Notation;

/// The trace that a search of a game writes.
pub type TraceOf<G> = Trace<StepOf<G>>;

/// The relation of a value to the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// It is this.
    #[default]
    Exact,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

impl Bound {
    /// The relation in the view of the other of two opposed players.
    pub const fn turned(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
        }
    }
}

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
    /// The player whose window and value are told.
    pub view: Player,
    /// The window in payoff units, infinite where it is open; none where the search has none.
    #[serde(with = "crate::number")]
    pub window: Option<(f64, f64)>,
    /// Whether the window has no width: it only asks whether the value lies above it.
    pub null_window: bool,
    /// The value backed up, in payoff units; none where the search never finished it.
    #[serde(with = "crate::number")]
    pub value: Option<f64>,
    /// The relation of the value to the true value.
    pub bound: Bound,
    /// A value for each player, where the search keeps them all.
    #[serde(with = "crate::number", default, skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<f64>,
    /// How the call ended or what else is to be said, such as `leaf`, `over`, `cut`, `table`.
    pub note: String,
    /// Further values by name, such as an opponent's, for the player on turn at the root.
    #[serde(with = "crate::number", default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, f64)>,
    /// Children that were never searched because of a cut.
    pub pruned: Vec<S>,
}

/// A search laid open, its calls in the order they were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace<S = String> {
    /// How many players the game has.
    pub players: usize,
    /// The calls.
    pub nodes: Vec<TraceNode<S>>,
    /// Whether there were more calls than the limit allowed to keep.
    pub truncated: bool,
}

impl<S> Default for Trace<S> {
    fn default() -> Self {
        Trace { players: 2, nodes: Vec::new(), truncated: false }
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
                view: node.view,
                window: node.window,
                null_window: node.null_window,
                value: node.value,
                bound: node.bound,
                each: node.each,
                note: node.note,
                values: node.values,
                pruned: node.pruned.into_iter().map(|step| game.write_step(&here, step)).collect(),
            });
            positions.push(here);
        }
        Trace { players: game.nature().players, nodes, truncated: self.truncated }
    }
}
