//! Null-window proofs at chance nodes (Dice thesis, section 6.1, "alpha-beta window adjustments").
//!
//! Star1 asks each child for an exact value unless one child alone decides. Where the node is expected to be outside
//! the window, bounds will do: if every child is at most its threshold, and the thresholds' mean is alpha, the node
//! fails low, and each child's part of the proof is a null-window search. Thresholds are the guesses (the table's, whatever
//! its depth, or the evaluation's), all shifted by the same slack. A child that is better than asked for leaves more slack to the others; one that refuses gets its
//! new bound as guess, and the proof goes on as long as the guesses still promise the same side. What was learned
//! stays as bounds for Star1, so the proof is sound whatever the guesses were.

use plywood_core::{Evaluator, Game, Value};

use super::outcome::Outcomes;
use crate::alphabeta::Searcher;
use crate::observe::Observer;

/// Rounds over the children at most: later ones give refusals another chance.
const ROUNDS: usize = 4;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The node's value, where null windows prove it outside the window.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn prove(
        &mut self,
        position: &G::Position,
        outcomes: &mut Outcomes<G>,
        order: &[usize],
        ply: u32,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Option<f64> {
        for outcome in &mut outcomes.list {
            outcome.guess = outcome.guess.clamp(outcome.lower, outcome.upper);
        }
        for _ in 0..ROUNDS {
            let mut asked = false;
            for index in order.iter().copied() {
                let expected = outcomes.mean(|outcome| outcome.guess);
                let low_side = if expected <= alpha {
                    true
                } else if expected >= beta {
                    false
                } else {
                    return None;
                };
                let outcome = &outcomes.list[index];
                // Slack that others left over, spread over the children not yet proven.
                let (proven, bound) = if low_side {
                    (outcome.upper <= outcome.guess, alpha)
                } else {
                    (outcome.lower >= outcome.guess, beta)
                };
                if proven || outcome.exact() {
                    continue;
                }
                let open: f64 = outcomes
                    .list
                    .iter()
                    .filter(|o| if low_side { o.upper > o.guess } else { o.lower < o.guess })
                    .map(|o| o.probability)
                    .sum();
                let threshold =
                    (outcome.guess + (bound - expected) / open).clamp(outcome.lower, outcome.upper);
                let threshold = G::Value::from_f64(threshold);
                let window = if low_side {
                    (threshold, threshold.next_up())
                } else {
                    (threshold.next_down(), threshold)
                };
                asked = true;
                let window = (window.0.to_f64(), window.1.to_f64());
                self.test(position, outcomes, index, ply, depth, window);
                if self.meter.stopped {
                    return Some(0.0);
                }
                if let Some(value) = outcomes.outside(alpha, beta) {
                    return Some(value);
                }
                // What is proven is the new guess: the bound itself on the side asked for, or beyond it where refused.
                let outcome = &mut outcomes.list[index];
                outcome.guess = if low_side {
                    if outcome.upper <= threshold.to_f64() { outcome.upper } else { outcome.lower }
                } else if outcome.lower >= threshold.to_f64() {
                    outcome.lower
                } else {
                    outcome.upper
                };
            }
            if !asked {
                return None;
            }
        }
        None
    }
}
