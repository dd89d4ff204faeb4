//! A search laid open: every call with its window, its value and how it ended.

use serde::Serialize;

use crate::game::Turn;

/// One call of the search on one position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraceNode {
    /// The call that made this one; none for the root.
    pub parent: Option<usize>,
    /// The move or event that led here; empty for the root.
    pub step: String,
    /// The probability of the event that led here, below a chance node.
    pub probability: Option<f64>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to search.
    pub depth: u32,
    /// The window, in payoff units of the node's own view; infinite where it is open.
    pub window: Option<(f64, f64)>,
    /// The value backed up, in payoff units of the node's own view; none where the search never finished it.
    pub value: Option<f64>,
    /// How the call ended or what else is to be said, such as `leaf`, `over`, `cut`, `table`.
    pub note: String,
    /// Further values by name, such as an opponent's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, f64)>,
    /// Children that were never searched because of a cut.
    pub pruned: Vec<String>,
}

/// A search laid open, its calls in the order they were made.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Trace {
    /// The calls.
    pub nodes: Vec<TraceNode>,
    /// Whether there were more calls than the limit allowed to keep.
    pub truncated: bool,
}
