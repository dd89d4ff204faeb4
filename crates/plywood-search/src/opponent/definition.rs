//! The opponent-model searches as their formulas have them: no pruning, no probes, no tables.
//!
//! Slow and obviously right; the property tests hold every faster version against these. All values are in
//! the view of MAX, the player on turn at the root. Leaves are finished games and positions at the horizon;
//! an evaluation is asked from the view of the player on turn, as the searches of this crate do. A player
//! with an oracle beside the evaluation ([`Definition::asking`]) knows leaves by it, and nodes of the
//! player's own minimax; it ends no speculative node.
//!
//! Limits: evaluators start afresh at every leaf, and ends by history are not seen.

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::{Evaluator, Game, Oracle, Player, Turn, Value};

use super::om::Ties;
use super::prom::{EqualMoves, OpponentType};
use super::risk::{Attitude, Prospect};
use super::utility::Utility;
use crate::scale::{Scale, seen_by};

/// A game tree seen by MAX.
pub struct Definition<'a, G: Game> {
    game: &'a G,
    max: Player,
    oracles: Vec<Option<Arc<dyn Oracle<G>>>>,
}

/// A judge of positions: by an evaluation, and by an oracle if there is one.
struct Judge<'e, G, E> {
    evaluator: &'e E,
    oracle: Option<&'e dyn Oracle<G>>,
}

impl<G, E> Copy for Judge<'_, G, E> {}

impl<G, E> Clone for Judge<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A node: its position, plies from the root, plies to search.
type Node<'n, G> = (&'n <G as Game>::Position, u32, u32);

impl<'a, G: Game> Definition<'a, G> {
    /// The tree below a root where MAX is on turn.
    pub fn new(game: &'a G, root: &G::Position) -> Self {
        Definition { game, max: game.turn(root).view(), oracles: Vec::new() }
    }

    /// The same with what each evaluation's holder knows exactly, in the order of the evaluations: MAX's first.
    pub fn asking(self, oracles: &[Option<Arc<dyn Oracle<G>>>]) -> Self {
        Definition { oracles: oracles.to_vec(), ..self }
    }

    /// The holder of an evaluation, by its place.
    fn judge<'e, E>(&'e self, place: usize, evaluator: &'e E) -> Judge<'e, G, E> {
        Judge { evaluator, oracle: self.oracles.get(place).and_then(Option::as_deref) }
    }

    /// The children of a position with their moves, in the game's order.
    pub fn children(&self, position: &G::Position) -> Vec<(G::Move, G::Position)> {
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push((chosen, child));
            ControlFlow::<()>::Continue(())
        });
        children
    }

    fn is_leaf(&self, (position, _, depth): Node<'_, G>) -> bool {
        depth == 0 || self.game.turn(position) == Turn::Over
    }

    pub(super) fn is_max(&self, position: &G::Position) -> bool {
        self.game.turn(position).view() == self.max
    }

    /// The oracle's value of a position that is not over, in MAX's view.
    fn told<E: Evaluator<G>>(
        &self,
        judge: Judge<'_, G, E>,
        (position, ply, _): Node<'_, G>,
    ) -> Option<G::Value> {
        let oracle = judge.oracle.filter(|_| self.game.turn(position) != Turn::Over)?;
        let known = oracle.probe(self.game, position)?;
        Some(seen_by(self.max, Scale::new(self.game, judge.evaluator).exact(known, ply)))
    }

    /// The value of a leaf.
    fn leaf<E: Evaluator<G>>(&self, judge: Judge<'_, G, E>, node: Node<'_, G>) -> G::Value {
        if let Some(known) = self.told(judge, node) {
            return known;
        }
        let ((position, ply, _), evaluator) = (node, judge.evaluator);
        let turn = self.game.turn(position);
        let value = if turn == Turn::Over {
            let payoff = evaluator.finished(self.game, position, turn.view());
            Scale::new(self.game, evaluator).terminal(payoff, ply)
        } else {
            let state = evaluator.root(self.game, position);
            evaluator.evaluate(self.game, position, &state, turn.view())
        };
        if turn.view() == self.max { value } else { -value }
    }

    /// Minimax (formula 2.11), without an oracle.
    pub fn minimax<E: Evaluator<G>>(&self, evaluator: &E, node: Node<'_, G>) -> G::Value {
        self.minimax_by(Judge { evaluator, oracle: None }, node)
    }

    /// Minimax of the holder of an evaluation, by its place: the holder's oracle ends nodes.
    pub fn minimax_of<E: Evaluator<G>>(&self, place: usize, evaluator: &E, node: Node<'_, G>) -> G::Value {
        self.minimax_by(self.judge(place, evaluator), node)
    }

    fn minimax_by<E: Evaluator<G>>(&self, judge: Judge<'_, G, E>, node: Node<'_, G>) -> G::Value {
        if self.is_leaf(node) {
            return self.leaf(judge, node);
        }
        if let Some(known) = self.told(judge, node) {
            return known;
        }
        let (position, ply, depth) = node;
        let children = self.children(position);
        let values = children.iter().map(|(_, child)| self.minimax_by(judge, (child, ply + 1, depth - 1)));
        if self.is_max(position) {
            values.fold(G::Value::LOWEST, Value::larger)
        } else {
            values.fold(G::Value::HIGHEST, Value::smaller)
        }
    }

    /// The values of the children, MIN's first, then whatever `v0` is.
    fn pairs<E: Evaluator<G>, T>(
        &self,
        model: &E,
        (position, ply, _): Node<'_, G>,
        model_depth: u32,
        v0: impl Fn(&G::Position) -> T,
    ) -> Vec<(G::Value, T)> {
        let pair = |(_, child): &(G::Move, G::Position)| {
            (self.minimax_of(1, model, (child, ply + 1, model_depth - 1)), v0(child))
        };
        self.children(position).iter().map(pair).collect()
    }

    /// OM search (formulas 2.10 to 2.13): MAX's value where MIN looks `model_depth` plies ahead from here. Nodes more
    /// than `speculate` plies below the root are minimax nodes, as are those beyond MIN's horizon.
    pub fn om<E: Evaluator<G>>(
        &self,
        own: &E,
        model: &E,
        node: Node<'_, G>,
        model_depth: u32,
        speculate: Option<u32>,
        ties: Ties,
    ) -> f64 {
        let (position, ply, depth) = node;
        if self.is_leaf(node) || model_depth == 0 || speculate.is_some_and(|last| ply > last) {
            return self.minimax_of(0, own, node).to_f64();
        }
        let below = |child: &G::Position| {
            self.om(own, model, (child, ply + 1, depth - 1), model_depth - 1, speculate, ties)
        };
        if self.is_max(position) {
            return self.children(position).iter().map(|(_, child)| below(child)).fold(f64::MIN, f64::max);
        }
        let pairs = self.pairs(model, node, model_depth, below);
        let least = pairs.iter().fold(G::Value::HIGHEST, |least, (value, _)| least.smaller(*value));
        match ties {
            Ties::First => pairs.iter().find(|(value, _)| *value == least).expect("there is a move").1,
            Ties::Worst { epsilon } => pairs
                .iter()
                .filter(|(value, _)| value.to_f64() <= least.to_f64() + 2.0 * epsilon)
                .map(|(_, v0)| *v0)
                .fold(f64::MAX, f64::min),
        }
    }

    /// M* search (formulas 2.17 and 2.18): the value of the first of some nested levels, which `holder` holds. With
    /// an `epsilon` every move within twice that of the next level's best may be played, and the worst counts.
    pub fn nested<E: Evaluator<G>>(
        &self,
        levels: &[E],
        holder: Player,
        node: Node<'_, G>,
        epsilon: Option<f64>,
    ) -> G::Value {
        let judges: Vec<_> = (0..).zip(levels).map(|(place, level)| self.judge(place, level)).collect();
        self.nested_by(&judges, holder, node, epsilon)
    }

    fn nested_by<E: Evaluator<G>>(
        &self,
        levels: &[Judge<'_, G, E>],
        holder: Player,
        node: Node<'_, G>,
        epsilon: Option<f64>,
    ) -> G::Value {
        let (position, ply, depth) = node;
        if self.is_leaf(node) || levels.len() == 1 {
            return self.minimax_by(levels[0], node);
        }
        // In the view of the holder.
        let sign = |value: G::Value| if holder == self.max { value } else { -value };
        let children = self.children(position);
        let value = |levels: &[Judge<'_, G, E>], holder: Player, child: &G::Position| {
            sign(self.nested_by(levels, holder, (child, ply + 1, depth - 1), epsilon))
        };
        let here = children.iter().map(|(_, child)| value(levels, holder, child));
        if self.game.turn(position) == Turn::Player(holder) {
            return sign(here.fold(G::Value::LOWEST, Value::larger));
        }
        // The next level chooses: what is least in the holder's view.
        let theirs: Vec<_> =
            children.iter().map(|(_, child)| value(&levels[1..], holder.other(), child)).collect();
        let least = theirs.iter().fold(G::Value::HIGHEST, |least, value| least.smaller(*value));
        let mut pairs = theirs.iter().zip(here);
        sign(match epsilon {
            None => pairs.find(|(value, _)| **value == least).expect("there is a move").1,
            Some(epsilon) => pairs
                .filter(|(value, _)| value.to_f64() <= least.to_f64() + 2.0 * epsilon)
                .map(|(_, own)| own)
                .fold(G::Value::HIGHEST, Value::smaller),
        })
    }

    /// PrOM search (formulas 6.2 to 6.5), in payoff units. Types with levels choose by M* search; where equal moves are
    /// equally likely, their models' equal moves count at their worst.
    pub fn prom<E: Evaluator<G>>(
        &self,
        evaluations: &[E],
        types: &[(OpponentType, u32)],
        node: Node<'_, G>,
        speculate: Option<u32>,
        ties: EqualMoves,
        utility: Utility,
    ) -> f64 {
        let (position, ply, depth) = node;
        let blind = types.iter().any(|(_, depth)| *depth == 0);
        if self.is_leaf(node) || blind || speculate.is_some_and(|last| ply > last) {
            let scale = Scale::new(self.game, &evaluations[0]);
            return utility.worth(&scale, self.minimax_of(0, &evaluations[0], node));
        }
        let shallower: Vec<_> = types.iter().map(|(one, depth)| (one.clone(), depth - 1)).collect();
        let children = self.children(position);
        let owns: Vec<f64> = children
            .iter()
            .map(|(_, child)| {
                self.prom(evaluations, &shallower, (child, ply + 1, depth - 1), speculate, ties, utility)
            })
            .collect();
        if self.is_max(position) {
            return owns.into_iter().fold(f64::MIN, f64::max);
        }
        let epsilon = (ties == EqualMoves::Random).then_some(0.0);
        let mut mean = 0.0;
        for (one, type_depth) in types {
            let levels: Vec<_> =
                one.levels.iter().map(|level| self.judge(*level, &evaluations[*level])).collect();
            let values: Vec<_> = children
                .iter()
                .map(|(_, child)| {
                    self.nested_by(&levels, self.max.other(), (child, ply + 1, type_depth - 1), epsilon)
                })
                .collect();
            let least = values.iter().fold(G::Value::HIGHEST, |least, value| least.smaller(*value));
            let mut equal =
                values.iter().zip(&owns).filter(|(value, _)| **value == least).map(|(_, own)| own);
            mean += one.probability
                * match ties {
                    EqualMoves::First => *equal.next().expect("there is a move"),
                    EqualMoves::Random => {
                        let equal: Vec<f64> = equal.copied().collect();
                        equal.iter().sum::<f64>() / equal.len() as f64
                    }
                };
        }
        mean
    }

    /// Two players who know each other's evaluation (formulas 2.19 and 2.20): MAX's value and MIN's, both in MAX's view.
    pub fn mutual<E: Evaluator<G>>(&self, own: &E, other: &E, node: Node<'_, G>) -> (G::Value, G::Value) {
        if self.is_leaf(node) {
            return (self.leaf(self.judge(0, own), node), self.leaf(self.judge(1, other), node));
        }
        let (position, ply, depth) = node;
        let pairs: Vec<_> = self
            .children(position)
            .iter()
            .map(|(_, child)| self.mutual(own, other, (child, ply + 1, depth - 1)))
            .collect();
        let mut best = pairs[0];
        for pair in &pairs[1..] {
            let better = if self.is_max(position) { pair.0 > best.0 } else { pair.1 < best.1 };
            if better {
                best = *pair;
            }
        }
        best
    }

    /// The values of MAX's strategy of an attitude against the model and against minimax (formulas 2.14 to
    /// 2.16).
    pub fn prospect<E: Evaluator<G>>(
        &self,
        own: &E,
        model: &E,
        node: Node<'_, G>,
        attitude: Attitude,
    ) -> Prospect {
        let (position, ply, depth) = node;
        if self.is_leaf(node) {
            let value = self.leaf(self.judge(0, own), node).to_f64();
            return Prospect { against_model: value, against_minimax: value };
        }
        let children = self.children(position);
        let below: Vec<_> = children.iter().map(|(_, child)| (child, ply + 1, depth - 1)).collect();
        let prospects: Vec<_> = below.iter().map(|node| self.prospect(own, model, *node, attitude)).collect();
        if self.is_max(position) {
            let minimax = self.minimax_of(0, own, node).to_f64();
            let better = |best: Prospect, new: &Prospect| {
                if attitude.prefers(*new, best, minimax) { *new } else { best }
            };
            return prospects[1..].iter().fold(prospects[0], better);
        }
        let choice = |place: usize, evaluator: &E| {
            let values: Vec<_> = below.iter().map(|node| self.minimax_of(place, evaluator, *node)).collect();
            let least = values.iter().fold(G::Value::HIGHEST, |least, value| least.smaller(*value));
            values.iter().position(|value| *value == least).expect("there is a move")
        };
        Prospect {
            against_model: prospects[choice(1, model)].against_model,
            against_minimax: prospects[choice(0, own)].against_minimax,
        }
    }
}
