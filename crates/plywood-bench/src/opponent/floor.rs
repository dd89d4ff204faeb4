//! The least that PrOM search by probes evaluates on a random tree: every probe searches the children in perfect
//! order, MAX's best moves come first, no leaf is evaluated twice by the same function, and above leaves no type is
//! asked that cannot matter.
//!
//! Nobody knows these orders without having searched, so this is a floor for algorithm 6.5 of the opponent-model thesis
//! with whatever table and ordering, not a search.

use std::collections::HashSet;
use std::ops::ControlFlow;

use plywood_core::Game;
use plywood_games::randomtree::{Node, RandomTree};

/// A tree that is known through and through, and what was asked of its leaves. Nodes are numbered by ply, children of
/// `i` from `i * width`.
struct Known {
    width: usize,
    depth: usize,
    /// Minimax values by ply, node and type; those of the leaves are the evaluations.
    values: Vec<Vec<Vec<f64>>>,
    /// MAX's values by ply and node.
    v0: Vec<Vec<f64>>,
    /// Leaves that were evaluated, by type.
    asked: HashSet<(usize, usize)>,
}

/// Evaluations of a search with a number of equally likely types, the first with MAX's evaluation.
pub(super) fn evaluations(tree: &RandomTree, types: usize, width: usize, depth: usize) -> usize {
    let mut known = Known::new(tree, types, width, depth);
    let value = known.best_of_max(0, 0, &vec![f64::INFINITY; types], f64::NEG_INFINITY);
    debug_assert!((value - known.v0[0][0]).abs() < 1e-6, "{value} for {}", known.v0[0][0]);
    known.asked.len()
}

impl Known {
    fn new(tree: &RandomTree, types: usize, width: usize, depth: usize) -> Known {
        let mut nodes: Vec<Node> = vec![tree.start()];
        for _ in 0..depth {
            let mut below = Vec::with_capacity(nodes.len() * width);
            for node in &nodes {
                let _ = tree.children(node, |_, child| {
                    below.push(child);
                    ControlFlow::<()>::Continue(())
                });
            }
            nodes = below;
        }
        let leaf = |node: &Node| (0..types).map(|function| tree.value(node, function)).collect::<Vec<f64>>();
        let mut values = vec![nodes.iter().map(leaf).collect::<Vec<_>>()];
        let mut v0 = vec![values[0].iter().map(|leaf| leaf[0]).collect::<Vec<f64>>()];
        for ply in (0..depth).rev() {
            let (below, v0_below) = (&values[0], &v0[0]);
            let mut row = Vec::new();
            let mut v0_row = Vec::new();
            for first in (0..below.len()).step_by(width) {
                let children = first..first + width;
                let best = |one: usize| ranked(ply, children.clone(), |child| below[child][one])[0];
                let chosen: Vec<usize> = (0..types).map(best).collect();
                row.push(chosen.iter().enumerate().map(|(one, child)| below[*child][one]).collect());
                v0_row.push(if ply.is_multiple_of(2) {
                    children.map(|child| v0_below[child]).fold(f64::NEG_INFINITY, f64::max)
                } else {
                    chosen.iter().map(|child| v0_below[*child]).sum::<f64>() / types as f64
                });
            }
            values.insert(0, row);
            v0.insert(0, v0_row);
        }
        Known { width, depth, values, v0, asked: HashSet::new() }
    }

    fn types(&self) -> usize {
        self.values[0][0].len()
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        node * self.width..(node + 1) * self.width
    }

    fn evaluate(&mut self, leaf: usize, one: usize) -> f64 {
        self.asked.insert((leaf, one));
        self.values[self.depth][leaf][one]
    }

    /// A type's probe.
    fn probe(&mut self, ply: usize, node: usize, one: usize, mut alpha: f64, mut beta: f64) -> f64 {
        if ply == self.depth {
            return self.evaluate(node, one);
        }
        let mut best = None;
        for child in ranked(ply, self.children(node), |child| self.values[ply + 1][child][one]) {
            let value = self.probe(ply + 1, child, one, alpha, beta);
            if ply.is_multiple_of(2) {
                alpha = alpha.max(value);
                best = Some(best.map_or(value, |best: f64| best.max(value)));
            } else {
                beta = beta.min(value);
                best = Some(best.map_or(value, |best: f64| best.min(value)));
            }
            if alpha >= beta {
                break;
            }
        }
        best.expect("there is a child")
    }

    fn best_of_max(&mut self, ply: usize, node: usize, bounds: &[f64], alpha: f64) -> f64 {
        if ply == self.depth {
            return self.evaluate(node, 0);
        }
        let mut best = f64::NEG_INFINITY;
        for child in ranked(ply, self.children(node), |child| self.v0[ply + 1][child]) {
            best = best.max(self.mean_of_min(ply + 1, child, bounds, alpha.max(best)));
        }
        best
    }

    fn mean_of_min(&mut self, ply: usize, node: usize, bounds: &[f64], alpha: f64) -> f64 {
        let (types, share) = (self.types(), 1.0 / self.types() as f64);
        if ply == self.depth {
            return self.evaluate(node, 0);
        }
        let children = self.children(node);
        let greatest =
            children.clone().map(|child| self.v0[ply + 1][child]).fold(f64::NEG_INFINITY, f64::max);
        let mut chosen = Vec::new();
        let mut reached = 0.0;
        for (one, bound) in bounds.iter().enumerate() {
            let left = (types - one) as f64 * share;
            // The first type has told MAX's values of the leaves.
            if ply + 1 == self.depth && one > 0 && reached + left * greatest <= alpha {
                return reached + left * greatest;
            }
            self.probe(ply, node, one, f64::NEG_INFINITY, *bound);
            let first = ranked(ply, children.clone(), |child| self.values[ply + 1][child][one])[0];
            reached += share * self.v0[ply + 1][first];
            chosen.push(first);
        }
        let mut moves = chosen.clone();
        moves.sort_unstable();
        moves.dedup();
        let mut mean = 0.0;
        for (place, child) in moves.iter().enumerate() {
            let played = |one: usize| chosen[one] == *child;
            let probability = (0..types).filter(|one| played(*one)).count() as f64 * share;
            let below: Vec<f64> = (0..types)
                .map(|one| if played(one) { self.values[ply][node][one].next_up() } else { f64::INFINITY })
                .collect();
            let last = place + 1 == moves.len();
            let alpha = if last { (alpha - mean) / probability } else { f64::NEG_INFINITY };
            mean += probability * self.best_of_max(ply + 1, *child, &below, alpha);
        }
        mean
    }
}

/// Children in the order of whoever chooses at a ply: MAX at even ones.
fn ranked(ply: usize, children: std::ops::Range<usize>, value: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut ranked: Vec<usize> = children.collect();
    ranked.sort_by(|one, other| {
        let order = value(*one).total_cmp(&value(*other));
        if ply.is_multiple_of(2) { order.reverse() } else { order }
    });
    ranked
}
