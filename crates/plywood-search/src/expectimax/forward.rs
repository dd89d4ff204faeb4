//! Unsound pruning at chance nodes, off unless asked for: values may differ from the full search.
//!
//! - Lucky or unlucky rolls (Dice thesis, section 6.1): where a search reduced by some plies says that even the
//!   luckiest event does not reach alpha, or the unluckiest still reaches beta, that is the node's value.
//! - ChanceProbCut (Schadd, Winands and Uiterwijk 2009): a shallower value far enough outside the window is taken for
//!   the deep one. [`super::calibrate`] measures how far is far enough.

use plywood_core::{Evaluator, Game, Value};

use super::ChanceRule;
use crate::alphabeta::{Node, Searcher};
use crate::observe::Observer;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// A value outside the window that an unsound rule gives the node, where one does.
    pub(super) fn forward(&mut self, node: &Node<'_, G>) -> Option<G::Value> {
        let rule = &self.rules.config().chance;
        let cut = rule.cut.and_then(|threshold| self.shallow_cut(node, threshold));
        let found = match (cut, rule.lucky) {
            (Some(value), _) => Some(value),
            (None, Some(reduction)) if !self.meter.stopped => self.lucky(node, reduction),
            _ => None,
        };
        // What rests on a guess is not proven.
        self.ledger.guess_if(found.is_some());
        found
    }

    fn shallow_cut(&mut self, node: &Node<'_, G>, threshold: f64) -> Option<G::Value> {
        let ChanceRule { reduction, slope, deviation, .. } = self.rules.config().chance;
        if node.depth <= reduction + 1 {
            return None;
        }
        let margin = threshold * deviation;
        let shallow = |bound: f64| bound / slope;
        let low =
            G::Value::from_f64(shallow(node.alpha.to_f64() - margin)).larger(self.rules.scale().bounds.0);
        let high =
            G::Value::from_f64(shallow(node.beta.to_f64() + margin)).smaller(self.rules.scale().bounds.1);
        if low >= high {
            return None;
        }
        let (value, _) = self.star(&Node { depth: node.depth - reduction, ..node.within((low, high)) });
        if self.meter.stopped {
            return None;
        }
        if value >= high && high < self.rules.scale().bounds.1 {
            Some(node.beta)
        } else if value <= low && low > self.rules.scale().bounds.0 {
            Some(node.alpha)
        } else {
            None
        }
    }

    fn lucky(&mut self, node: &Node<'_, G>, reduction: u32) -> Option<G::Value> {
        if node.depth <= reduction + 1 {
            return None;
        }
        let outcomes = self.outcomes(node);
        let (mut least, mut most) = (G::Value::HIGHEST, G::Value::LOWEST);
        for outcome in &outcomes.list {
            let depth = node.depth - 1 - reduction;
            let below = node.child(self.game, &outcome.position, depth, (node.alpha, node.beta));
            let value = self.below(node, outcome.via(), below);
            (least, most) = (least.smaller(value), most.larger(value));
            if self.meter.stopped || most > node.alpha && least < node.beta {
                break;
            }
        }
        self.put_back(outcomes, node.ply);
        if self.meter.stopped {
            None
        } else if most <= node.alpha {
            Some(most)
        } else if least >= node.beta {
            Some(least)
        } else {
            None
        }
    }
}
