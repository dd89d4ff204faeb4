//! What every opponent-model search shares: the path it walks and the probers that follow it.
//!
//! MAX is the player on turn at the root. Every value is told in MAX's view: `v0`, MAX's own, as a float (it
//! may be a mean), those of the models in the game's own values. Prober 0 has MAX's evaluation, the others
//! those of models.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Line, Player, Step, Turn, Value};

use super::known::Known;
use super::modelling::Crew;
use super::utility::Utility;
use crate::alphabeta::{self, AlphaBeta, Child, Equals, Searcher, at_most};
use crate::meter::Meter;
use crate::observe::{Call, End, Observer, Recorder};
use crate::scale::seen_by;

/// An open window for values.
pub(super) fn open<V: Value>() -> (V, V) {
    (V::LOWEST, V::HIGHEST)
}

/// A value that is surely not above a number less some more: where values are floats, sums of them round.
pub(super) fn less<V: Value>(number: f64, by: f64) -> V {
    let value: V = at_most(number - by);
    if V::AVERAGES { value.next_down() } else { value }
}

/// A value that is surely not below a number and some more.
pub(super) fn more<V: Value>(number: f64, by: f64) -> V {
    -less::<V>(-number, by)
}

/// The path of a search under way and the probers that follow it.
pub struct Walk<'a, G: Game, E: Evaluator<G>> {
    pub(super) game: &'a G,
    /// The player on turn at the root.
    pub(super) max: Player,
    pub(super) probers: Vec<Searcher<'a, G, E, ()>>,
    pub(super) meter: Meter<'a, G::Move>,
    keys: Option<Vec<u64>>,
    /// The first player's payoff where history ended the game at the end of the path.
    ended: Option<G::Value>,
    /// Ends by history so far: what rests on one is a guess.
    ended_by_history: u64,
    /// Leaves at the horizon that somebody with an oracle was asked about: exact to that player, and yet no
    /// end of the tree.
    known_leaves: u64,
    pub(super) recorder: Option<Recorder<G>>,
    /// Whose view each recorded node of the path has.
    views: Vec<Player>,
    /// The unit of `v0`.
    pub(super) units: Units,
    /// The values found at nodes of this iteration, where they are kept.
    pub(super) known: Option<&'a mut Known<G::Value>>,
}

/// A node at the end of the path: its position, plies from the root, plies to search.
pub struct Node<'n, G: Game> {
    pub(super) position: &'n G::Position,
    pub(super) ply: u32,
    pub(super) depth: u32,
}

impl<G: Game> Copy for Node<'_, G> {}

impl<G: Game> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'n, G: Game> Node<'n, G> {
    /// A child of this node.
    pub(super) fn below(&self, child: &'n Child<G>) -> Self {
        Node { position: &child.position, ply: self.ply + 1, depth: self.depth - 1 }
    }

    /// The same node, searched to another depth.
    pub(super) fn to(self, depth: u32) -> Self {
        Node { depth, ..self }
    }
}

/// The unit of `v0`.
#[derive(Clone, Copy)]
pub(super) enum Units {
    /// Points of MAX's evaluation.
    Points,
    /// Payoff units seen through a utility function.
    Worth(Utility),
}

/// A probe's answer: the value in MAX's view, and the moves that would be chosen.
pub(super) type Expected<G> = (<G as Game>::Value, Vec<Child<G>>);

/// A meter that limits nothing, for who is counted by another.
pub(super) fn spare<'a, M>() -> Meter<'a, M> {
    Meter::unlimited()
}

impl<'a, G: Game, E: Evaluator<G>> Walk<'a, G, E> {
    /// A walk from the end of a line.
    pub(super) fn new(line: &'a Line<G>, crew: &'a mut Crew<G, E>, meter: Meter<'a, G::Move>) -> Self {
        let game = line.game();
        // Probes are counted by the walk's meter.
        let ready = |prober: &'a mut AlphaBeta<G, E>| prober.searcher(line, spare(), ());
        let probers = crew.probers.iter_mut().map(ready).collect();
        Walk {
            game,
            max: line.turn().view(),
            probers,
            meter,
            keys: game.nature().history.then(|| line.keys().to_vec()),
            ended: None,
            ended_by_history: 0,
            known_leaves: 0,
            recorder: None,
            views: Vec::new(),
            units: Units::Points,
            known: crew.known.as_mut(),
        }
    }

    /// Whose turn it is at the end of the path, history counted.
    pub(super) fn turn(&self, position: &G::Position) -> Turn {
        if self.ended.is_some() { Turn::Over } else { self.game.turn(position) }
    }

    /// `v0` in payoff units.
    pub(super) fn payoff(&self, v0: f64) -> f64 {
        let scale = self.probers[0].rules.scale();
        match self.units {
            Units::Points => scale.payoff(G::Value::from_f64(v0)),
            Units::Worth(utility) => utility.payoff(v0),
        }
    }

    /// Plies to the end of the game by `v0`, where it is a win or a loss that knows them.
    pub(super) fn plies(&self, v0: f64) -> Option<u32> {
        match self.units {
            Units::Points => self.probers[0].rules.scale().distance(G::Value::from_f64(v0)),
            Units::Worth(_) => None,
        }
    }

    /// The least `v0` above another one: null windows end there. A float's neighbour would drown in a bounded sum.
    pub(super) fn next_up(&self, v0: f64) -> f64 {
        match self.units {
            Units::Points => at_most::<G::Value>(v0).next_up().to_f64(),
            Units::Worth(_) => v0.next_up(),
        }
    }

    /// The greatest `v0` below another one: a window that holds equal values begins there.
    pub(super) fn next_down(&self, v0: f64) -> f64 {
        -self.next_up(-v0)
    }

    /// Guesses so far, of whichever kind. What an oracle says at the horizon counts: a ply deeper there is more to speculate
    /// on.
    pub(super) fn guesses(&self) -> u64 {
        self.ended_by_history
            + self.known_leaves
            + self.probers.iter().map(|prober| prober.ledger.guesses()).sum::<u64>()
    }

    /// Ends by history so far, on the path and in probes.
    pub(super) fn ends_by_history(&self) -> u64 {
        self.ended_by_history + self.probers.iter().map(|prober| prober.ledger.history_ends()).sum::<u64>()
    }

    /// The children of a position in the game's order.
    pub(super) fn children(&self, position: &G::Position) -> Vec<Child<G>> {
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push(Child { chosen, position: child });
            ControlFlow::<()>::Continue(())
        });
        children
    }

    /// Goes to a child of a node.
    pub(super) fn descend(&mut self, node: Node<'_, G>, child: &Child<G>) {
        self.step(node, child);
        if let Some(recorder) = &mut self.recorder {
            let turn = if self.ended.is_some() { Turn::Over } else { self.game.turn(&child.position) };
            let window = open();
            self.views.push(turn.view());
            recorder.enter(Call {
                step: Some((Step::Move(child.chosen), None)),
                position: &child.position,
                turn,
                ply: node.ply + 1,
                depth: 0,
                window,
            });
        }
    }

    /// Goes to a child without a drawing.
    pub(super) fn step(&mut self, node: Node<'_, G>, child: &Child<G>) {
        if let Some(keys) = &mut self.keys {
            self.ended = self.game.ended_by_history(&child.position, keys);
            self.ended_by_history += u64::from(self.ended.is_some());
            keys.push(self.game.key(&child.position));
        }
        let step = Step::Move(child.chosen);
        for prober in self.probers.iter_mut() {
            prober.descend(node.position, step, &child.position, node.ply);
        }
    }

    /// Comes back from a child without a drawing.
    pub(super) fn step_back(&mut self) {
        self.ended = None;
        if let Some(keys) = &mut self.keys {
            keys.pop();
        }
        self.probers.iter_mut().for_each(Searcher::ascend);
    }

    /// Comes back from a child whose `v0` is known; none where it was not needed.
    pub(super) fn ascend(&mut self, v0: Option<f64>, end: End) {
        self.step_back();
        if self.recorder.is_some() {
            self.leave(v0, end);
        }
    }

    /// Draws the end of a node.
    #[cold]
    fn leave(&mut self, v0: Option<f64>, end: End) {
        let payoff = v0.map(|v0| self.payoff(v0));
        let own = self.views.pop() == Some(self.max);
        let Some(recorder) = &mut self.recorder else { return };
        if let Some(payoff) = payoff {
            recorder.tell("v0", payoff);
        }
        recorder.leave_at(payoff.map(|payoff| if own { payoff } else { -payoff }), end);
    }

    /// Notes a value of a model at the end of the path, for a drawing.
    pub(super) fn tell(&mut self, model: usize, name: &str, value: G::Value) {
        if let Some(recorder) = &mut self.recorder {
            recorder.tell(name, self.probers[model].rules.scale().payoff(value));
        }
    }

    /// Notes any other number at the end of the path, for a drawing.
    pub(super) fn tell_number(&mut self, name: &str, number: f64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.tell(name, number);
        }
    }

    /// Notes which children were cut off at the end of the path, for a drawing.
    pub(super) fn tell_pruned(&mut self, children: &[Child<G>]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.prune(&mut children.iter().map(|child| child.chosen));
        }
    }

    /// A model's minimax value of the end of the path, in MAX's view.
    pub(super) fn value(
        &mut self,
        model: usize,
        node: Node<'_, G>,
        window: (G::Value, G::Value),
    ) -> G::Value {
        if let Some(payoff) = self.ended {
            self.meter.visit();
            return seen_by(self.max, self.probers[model].rules.scale().terminal(payoff, node.ply));
        }
        let target = target(self.game, self.max, node, window);
        self.known_leaves += u64::from(node.depth == 0 && target.turn != Turn::Over && self.asks(model));
        let value = self.probers[model].value(&target, &mut self.meter);
        if target.view() == self.max { value } else { -value }
    }

    /// The value of a model's oracle at a node of the path, in MAX's view.
    pub(super) fn told(&mut self, model: usize, node: Node<'_, G>) -> Option<G::Value> {
        if self.ended.is_some() || !self.asks(model) {
            return None;
        }
        let target = target(self.game, self.max, node, open());
        let value = self.probers[model].asked(&target)?;
        Some(if target.view() == self.max { value } else { -value })
    }

    /// Whether a model has an oracle.
    pub(super) fn asks(&self, model: usize) -> bool {
        self.probers[model].rules.oracle().is_some()
    }

    /// Whether a model's oracle ends the node after a move: then its value there says nothing of those below.
    pub(super) fn ends(&self, model: usize, child: &Child<G>) -> bool {
        self.probers[model]
            .rules
            .oracle()
            .is_some_and(|oracle| oracle.probe(self.game, &child.position).is_some())
    }

    /// MAX's own minimax value of the end of the path, within a window.
    pub(super) fn own(&mut self, node: Node<'_, G>, (alpha, beta): (f64, f64)) -> f64 {
        self.value(0, node, (at_most(alpha), -at_most::<G::Value>(-beta))).to_f64()
    }

    /// The choice of a model on turn, within a window in MAX's view; the depth is at least one.
    pub(super) fn predict(
        &mut self,
        model: usize,
        node: Node<'_, G>,
        window: (G::Value, G::Value),
        equals: Equals,
    ) -> Expected<G> {
        let target = target(self.game, self.max, node, window);
        let (value, moves) = self.probers[model].predict(&target, &mut self.meter, equals);
        (if target.view() == self.max { value } else { -value }, moves)
    }
}

/// The question to a prober; the window is in MAX's view.
fn target<'n, G: Game>(
    game: &G,
    max: Player,
    node: Node<'n, G>,
    (low, high): (G::Value, G::Value),
) -> alphabeta::Node<'n, G> {
    let Node { position, ply, depth } = node;
    let turn = game.turn(position);
    let (alpha, beta) = if turn.view() == max { (low, high) } else { (-high, -low) };
    alphabeta::Node { position, turn, ply, depth, tries: alphabeta::Node::<G>::ALL, alpha, beta }
}
