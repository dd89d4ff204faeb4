//! The root player against all others: paranoid and best reply, searched with alpha-beta.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::{Node, Rule, Searcher};
use crate::observe::Observer;

/// Who is for and who against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    /// The player at the root, whose value everything is.
    pub root: Player,
    /// Whether one of the others may still choose before the root player is on turn again (best reply).
    pub free: bool,
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The root player's value of a position; the line that leads to it is left in `pv`.
    pub(super) fn sides(
        &mut self,
        node: Node<'_, G, E>,
        side: Side,
        window: (G::Value, G::Value),
        pv: &mut Vec<G::Move>,
    ) -> Option<G::Value> {
        pv.clear();
        match self.game.turn(node.position) {
            Turn::Over => Some(self.finished(node.position, node.ply)[side.root.index()]),
            _ if node.depth == 0 => Some(self.evaluate(node.position, node.state)[side.root.index()]),
            Turn::Player(player) => self.choose_side(node, side, player, window, pv),
            Turn::Chance => {
                let game = self.game;
                let open = (G::Value::LOWEST, G::Value::HIGHEST);
                let mut mean = 0.0;
                let flow = game.events(node.position, |event, probability, child| {
                    let step = (Step::Event(event), Some(probability));
                    match self.sides_below(node, side, step, &child, open, &mut Vec::new()) {
                        None => return ControlFlow::Break(()),
                        Some(value) => mean += probability * value.to_f64(),
                    }
                    ControlFlow::Continue(())
                });
                flow.is_continue().then(|| G::Value::from_f64(mean))
            }
        }
    }

    fn choose_side(
        &mut self,
        node: Node<'_, G, E>,
        side: Side,
        player: Player,
        (mut alpha, mut beta): (G::Value, G::Value),
        pv: &mut Vec<G::Move>,
    ) -> Option<G::Value> {
        let game = self.game;
        let own = player == side.root;
        let best_reply = self.rule == Rule::BestReply;
        let mut best = if own { G::Value::LOWEST } else { G::Value::HIGHEST };
        let mut below = Vec::new();
        let mut cut = false;
        let mut first = true;
        let _ = game.children(node.position, |chosen, child| {
            // Under best reply the first move is what a player who does not choose plays; the others are a choice.
            let passive = std::mem::take(&mut first);
            let free = match (best_reply, own, side.free) {
                (false, ..) | (true, true, _) => true,
                (true, false, false) if !passive => return ControlFlow::Continue(()),
                (true, false, free) => free && passive,
            };
            if cut {
                if let Some(recorder) = &mut self.recorder {
                    recorder.prune(&mut std::iter::once(chosen));
                }
                return ControlFlow::Continue(());
            }
            let step = (Step::Move(chosen), None);
            let side = Side { free, ..side };
            let found = self.sides_below(node, side, step, &child, (alpha, beta), &mut below);
            let Some(value) = found else { return ControlFlow::Break(()) };
            if pv.is_empty() || (if own { value > best } else { value < best }) {
                best = value;
                pv.clear();
                pv.push(chosen);
                pv.append(&mut below);
                if own {
                    alpha = alpha.larger(value);
                } else {
                    beta = beta.smaller(value);
                }
                cut = alpha >= beta;
            }
            if cut && self.recorder.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (!self.meter.stopped).then_some(best)
    }

    fn sides_below(
        &mut self,
        node: Node<'_, G, E>,
        side: Side,
        step: (StepOf<G>, Option<f64>),
        child: &G::Position,
        window: (G::Value, G::Value),
        pv: &mut Vec<G::Move>,
    ) -> Option<G::Value> {
        let carried = self.descend(node, step, child, window)?;
        let value = self.sides(node.below(child, &carried), side, window, pv)?;
        self.ascend(node, child, value);
        Some(value)
    }
}
