//! Unsound pruning at chance nodes, off unless asked for: values may differ from the full search.
//!
//! - Lucky or unlucky rolls (Dice thesis, section 6.1): where a search reduced by some plies says that even the
//!   luckiest event does not reach alpha, or the unluckiest still reaches beta, that is the node's value.
//! - ChanceProbCut (Schadd, Winands and Uiterwijk 2009): a shallower value far enough outside the window is taken for
//!   the deep one. [`super::calibrate`] measures how far is far enough.

use plywood_core::{Evaluator, Game, Player, Step, Value};

use super::ChanceCut;
use crate::alphabeta::Searcher;
use crate::observe::Observer;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// A value outside the window that an unsound rule gives the node, where one does.
    pub(super) fn forward(
        &mut self,
        position: &G::Position,
        ply: u32,
        depth: u32,
        alpha: G::Value,
        beta: G::Value,
    ) -> Option<G::Value> {
        let rule = self.config.chance;
        let cut = rule.cut.and_then(|cut| self.shallow_cut(position, ply, depth, (alpha, beta), cut));
        let found = match (cut, rule.lucky) {
            (Some(value), _) => Some(value),
            (None, Some(reduction)) if !self.meter.stopped => {
                self.lucky(position, ply, depth, (alpha, beta), reduction)
            }
            _ => None,
        };
        // What rests on a guess is not proven.
        self.guesses += u64::from(found.is_some());
        found
    }

    fn shallow_cut(
        &mut self,
        position: &G::Position,
        ply: u32,
        depth: u32,
        (alpha, beta): (G::Value, G::Value),
        cut: ChanceCut,
    ) -> Option<G::Value> {
        if depth <= cut.reduction + 1 {
            return None;
        }
        let margin = cut.threshold * cut.deviation;
        let shallow = |bound: f64| bound / cut.slope;
        let low = G::Value::from_f64(shallow(alpha.to_f64() - margin)).larger(self.scale.bounds.0);
        let high = G::Value::from_f64(shallow(beta.to_f64() + margin)).smaller(self.scale.bounds.1);
        if low >= high {
            return None;
        }
        let (value, _) = self.star(position, ply, depth - cut.reduction, low, high);
        if self.meter.stopped {
            return None;
        }
        if value >= high && high < self.scale.bounds.1 {
            Some(beta)
        } else if value <= low && low > self.scale.bounds.0 {
            Some(alpha)
        } else {
            None
        }
    }

    fn lucky(
        &mut self,
        position: &G::Position,
        ply: u32,
        depth: u32,
        (alpha, beta): (G::Value, G::Value),
        reduction: u32,
    ) -> Option<G::Value> {
        if depth <= reduction + 1 {
            return None;
        }
        let outcomes = self.outcomes(position, ply);
        let (mut least, mut most) = (G::Value::HIGHEST, G::Value::LOWEST);
        for outcome in &outcomes.list {
            let step = (Step::Event(outcome.event), Some(outcome.probability));
            let depth = depth - 1 - reduction;
            let value = self.below(position, Player::FIRST, step, &outcome.position, ply, depth, alpha, beta);
            (least, most) = (least.smaller(value), most.larger(value));
            if self.meter.stopped || most > alpha && least < beta {
                break;
            }
        }
        self.put_back(outcomes, ply);
        if self.meter.stopped {
            None
        } else if most <= alpha {
            Some(most)
        } else if least >= beta {
            Some(least)
        } else {
            None
        }
    }
}
