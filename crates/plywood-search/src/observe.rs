//! Watching single nodes of a search.
//!
//! A search is generic over its observer and asks [`Observer::ON`] before it tells anything, so that nobody listening
//! costs nothing. [`Recorder`] writes a [`plywood_core::Trace`] for drawing.

use plywood_core::game::StepOf;
use plywood_core::{Game, Step, TraceNode, TraceOf, Turn, Value};

use crate::scale::Scale;

/// How a call of the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All that had to be searched was.
    Searched,
    /// A value at or above beta made the rest irrelevant.
    Cut,
    /// The horizon: the evaluator was asked.
    Leaf,
    /// The game is over.
    Over,
    /// History ended the game.
    History,
    /// The table knew enough.
    Table,
    /// The table knew enough of a child.
    TableOfChild,
    /// What is still possible was enough to know.
    Bounds,
    /// The oracle knew the value.
    Oracle,
    /// Only some moves were tried: a lower bound.
    Probed,
    /// A shallower search made an unsound cut.
    Forward,
    /// The budget ran out.
    Stopped,
}

/// A call of the search.
pub struct Call<'a, G: Game> {
    /// What led here, and its probability where it is an event; none at the root.
    pub step: Option<(StepOf<G>, Option<f64>)>,
    /// The position.
    pub position: &'a G::Position,
    /// Whose turn it is.
    pub turn: Turn,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to search.
    pub depth: u32,
    /// The window in the node's own view.
    pub window: (G::Value, G::Value),
}

/// Hears of every call.
pub trait Observer<G: Game> {
    /// Whether anybody listens.
    const ON: bool;
    /// A call begins.
    fn enter(&mut self, call: Call<'_, G>);
    /// Moves of the call under way that will not be searched.
    fn prune(&mut self, moves: &mut dyn Iterator<Item = G::Move>);
    /// The call under way ends with a value in its own view.
    fn leave(&mut self, value: G::Value, end: End);
}

/// Nobody listens.
impl<G: Game> Observer<G> for () {
    const ON: bool = false;
    fn enter(&mut self, _: Call<'_, G>) {}
    fn prune(&mut self, _: &mut dyn Iterator<Item = G::Move>) {}
    fn leave(&mut self, _: G::Value, _: End) {}
}

/// Writes down every call, up to a limit.
pub struct Recorder<G: Game> {
    scale: Scale<G::Value>,
    limit: usize,
    /// The calls under way as places in the trace; none beyond the limit.
    path: Vec<Option<usize>>,
    /// What was written so far.
    pub trace: TraceOf<G>,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps so many calls.
    pub fn new(scale: Scale<G::Value>, limit: usize) -> Self {
        Recorder { scale, limit, path: Vec::new(), trace: TraceOf::<G>::default() }
    }

    /// Names a further value of the call under way.
    pub fn tell(&mut self, name: &str, value: f64) {
        if let Some(Some(place)) = self.path.last() {
            self.trace.nodes[*place].values.push((name.to_string(), value));
        }
    }

    /// A bound as a payoff; infinite where the window is open.
    fn bound(&self, value: G::Value) -> f64 {
        if value == G::Value::LOWEST || value <= self.scale.bounds.0 {
            f64::NEG_INFINITY
        } else if value == G::Value::HIGHEST || value >= self.scale.bounds.1 {
            f64::INFINITY
        } else {
            self.scale.payoff(value)
        }
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    const ON: bool = true;

    fn enter(&mut self, call: Call<'_, G>) {
        let place = self.trace.nodes.len();
        if place >= self.limit {
            self.trace.truncated = true;
            self.path.push(None);
            return;
        }
        self.trace.nodes.push(TraceNode {
            parent: self.path.last().copied().flatten(),
            step: call.step.map(|step| step.0),
            probability: call.step.and_then(|step| step.1),
            turn: call.turn,
            ply: call.ply,
            depth: call.depth,
            window: Some((self.bound(call.window.0), self.bound(call.window.1))),
            value: None,
            note: String::new(),
            values: Vec::new(),
            pruned: Vec::new(),
        });
        self.path.push(Some(place));
    }

    fn prune(&mut self, moves: &mut dyn Iterator<Item = G::Move>) {
        if let Some(Some(place)) = self.path.last() {
            self.trace.nodes[*place].pruned.extend(moves.map(Step::Move));
        }
    }

    fn leave(&mut self, value: G::Value, end: End) {
        let payoff = (end != End::Stopped).then(|| self.scale.payoff(value));
        self.leave_at(payoff, end);
    }
}

impl<G: Game> Recorder<G> {
    /// The call under way ends with a payoff in its own view, or without one.
    pub fn leave_at(&mut self, payoff: Option<f64>, end: End) {
        let Some(Some(place)) = self.path.pop() else { return };
        let node = &mut self.trace.nodes[place];
        node.value = payoff;
        node.note = match end {
            End::Searched => "",
            End::Cut if node.pruned.is_empty() => "",
            End::Cut => "cut",
            End::Leaf => "leaf",
            End::Over => "over",
            End::History => "history",
            End::Table => "table",
            End::TableOfChild => "table of a child",
            End::Bounds => "bounds",
            End::Oracle => "oracle",
            End::Probed => "probe",
            End::Forward => "forward cut",
            End::Stopped => "stopped",
        }
        .to_string();
    }
}
