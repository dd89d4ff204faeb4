//! max^n, with and without shallow pruning.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Game, PayoffKind, Player, Step, Sum, Turn, Value};

use super::{Node, Rule, Searcher, Values};
use crate::observe::Observer;
use crate::scale::Scale;

/// No values of a node sum to more: payoffs by what the game declares, evaluations by their range.
pub(super) fn largest_sum<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, scale: &Scale<G::Value>) -> f64 {
    let nature = game.nature();
    let players = nature.players as f64;
    let unit = scale.terminal(G::Value::from_f64(1.0), 0).to_f64();
    let payoffs = match (nature.sum, nature.payoff) {
        (Sum::Zero, PayoffKind::Margin | PayoffKind::Probability) => 0.0,
        (Sum::Constant(sum), PayoffKind::Margin | PayoffKind::Probability) => sum * unit,
        _ => players * scale.bounds.1.to_f64(),
    };
    payoffs.max(players * evaluator.range(game).1.to_f64())
}

/// The value that a node's player needs for the player above to lose interest.
type Enough = Option<(Player, f64)>;

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The values of a position for all players; the line that leads to them is left in `pv`. `above` is the player
    /// one ply up, with what the others must leave to interest that player.
    pub(super) fn max_n(
        &mut self,
        node: Node<'_, G, E>,
        above: Enough,
        pv: &mut Vec<G::Move>,
    ) -> Option<Values<G::Value>> {
        pv.clear();
        match self.game.turn(node.position) {
            Turn::Over => Some(self.finished(node.position, node.ply)),
            _ if node.depth == 0 => Some(self.evaluate(node.position, node.state)),
            Turn::Player(player) => self.choose(node, player, above, pv),
            Turn::Chance => {
                let game = self.game;
                let mut means = [0.0; super::MOST_PLAYERS];
                let flow = game.events(node.position, |event, probability, child| {
                    let step = (Step::Event(event), Some(probability));
                    match self.below(node, step, &child, None, &mut Vec::new()) {
                        None => return ControlFlow::Break(()),
                        Some(values) => {
                            means
                                .iter_mut()
                                .zip(values)
                                .for_each(|(mean, value)| *mean += probability * value.to_f64());
                        }
                    }
                    ControlFlow::Continue(())
                });
                flow.is_continue().then(|| means.map(G::Value::from_f64))
            }
        }
    }

    fn choose(
        &mut self,
        node: Node<'_, G, E>,
        player: Player,
        above: Enough,
        pv: &mut Vec<G::Move>,
    ) -> Option<Values<G::Value>> {
        let game = self.game;
        let prunes = self.rule == Rule::MaxN { shallow_pruning: true };
        let (low, high) = (self.scale.bounds.0.to_f64(), self.scale.bounds.1);
        let spare = (self.players as f64 - 2.0) * low;
        let mut best: Option<Values<G::Value>> = None;
        let mut below = Vec::new();
        let mut left = false;
        let _ = game.children(node.position, |chosen, child| {
            if left {
                if let Some(recorder) = &mut self.recorder {
                    recorder.prune(&mut std::iter::once(chosen));
                }
                return ControlFlow::Continue(());
            }
            // What a child's player must reach so that at most the best so far is left for this one.
            let own = best.map(|values| values[player.index()]);
            let enough = own.map(|own| (player, self.most - own.to_f64() - spare));
            let step = (Step::Move(chosen), None);
            let Some(values) = self.below(node, step, &child, enough, &mut below) else {
                return ControlFlow::Break(());
            };
            let value = values[player.index()];
            if own.is_none_or(|own| value > own) {
                best = Some(values);
                pv.clear();
                pv.push(chosen);
                pv.append(&mut below);
                left = prunes
                    && (value >= high
                        || above.is_some_and(|(above, enough)| above != player && value.to_f64() >= enough));
            }
            // Without anybody watching there is nothing to do for the rest.
            if left && self.recorder.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if self.meter.stopped { None } else { best }
    }

    fn below(
        &mut self,
        node: Node<'_, G, E>,
        step: (StepOf<G>, Option<f64>),
        child: &G::Position,
        above: Enough,
        pv: &mut Vec<G::Move>,
    ) -> Option<Values<G::Value>> {
        let carried = self.descend(node, step, child, (G::Value::LOWEST, G::Value::HIGHEST))?;
        let values = self.max_n(node.below(child, &carried), above, pv)?;
        if let Some(recorder) = &mut self.recorder {
            recorder.tell_each(values[..self.players].iter().map(|value| self.scale.payoff(*value)));
        }
        self.ascend(node, child, values[self.game.turn(child).view().index()]);
        Some(values)
    }
}
