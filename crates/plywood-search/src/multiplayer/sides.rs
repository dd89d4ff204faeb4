//! The root player against all others: paranoid and best reply, searched with alpha-beta.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::{Rule, Searcher};
use crate::observe::{Call, End, Observer};

/// Who is for and who against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    /// The player at the root, whose value everything is.
    pub root: Player,
    /// Whether one of the others may still choose before the root player is on turn again (best reply).
    pub free: bool,
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, '_, G, E> {
    /// The root player's value of a position; the line that leads to it is left in `pv`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn sides(
        &mut self,
        position: &G::Position,
        state: &E::State,
        side: Side,
        ply: u32,
        depth: u32,
        (alpha, beta): (G::Value, G::Value),
        pv: &mut Vec<G::Move>,
    ) -> Option<G::Value> {
        pv.clear();
        match self.game.turn(position) {
            Turn::Over => Some(self.finished(position, ply)[side.root.index()]),
            _ if depth == 0 => Some(self.evaluate(position, state)[side.root.index()]),
            Turn::Player(player) => {
                self.choose_side(position, state, side, player, ply, depth, (alpha, beta), pv)
            }
            Turn::Chance => {
                let game = self.game;
                let open = (G::Value::LOWEST, G::Value::HIGHEST);
                let mut mean = 0.0;
                let flow = game.events(position, |event, probability, child| {
                    let step = (Step::Event(event), Some(probability));
                    match self.sides_below(
                        position,
                        state,
                        side,
                        step,
                        &child,
                        ply,
                        depth,
                        open,
                        &mut Vec::new(),
                    ) {
                        None => return ControlFlow::Break(()),
                        Some(value) => mean += probability * value.to_f64(),
                    }
                    ControlFlow::Continue(())
                });
                flow.is_continue().then(|| G::Value::from_f64(mean))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn choose_side(
        &mut self,
        position: &G::Position,
        state: &E::State,
        side: Side,
        player: Player,
        ply: u32,
        depth: u32,
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
        let _ = game.children(position, |chosen, child| {
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
            let found =
                self.sides_below(position, state, side, step, &child, ply, depth, (alpha, beta), &mut below);
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

    #[allow(clippy::too_many_arguments)]
    fn sides_below(
        &mut self,
        position: &G::Position,
        state: &E::State,
        side: Side,
        step: (StepOf<G>, Option<f64>),
        child: &G::Position,
        ply: u32,
        depth: u32,
        window: (G::Value, G::Value),
        pv: &mut Vec<G::Move>,
    ) -> Option<G::Value> {
        if !self.meter.visit() {
            return None;
        }
        let mut carried = E::State::default();
        self.evaluator.advance(self.game, state, position, step.0, child, &mut carried);
        let turn = self.game.turn(child);
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(Call {
                step: Some(step),
                position: child,
                turn,
                ply: ply + 1,
                depth: depth - 1,
                window,
            });
        }
        let value = self.sides(child, &carried, side, ply + 1, depth - 1, window, pv)?;
        if let Some(recorder) = &mut self.recorder {
            let end = match turn {
                Turn::Over => End::Over,
                _ if depth == 1 => End::Leaf,
                _ => End::Cut,
            };
            recorder.leave(value, end);
        }
        Some(value)
    }
}
