//! A decision node when every switch is off: the children as the game makes them, nothing looked up or kept.
//!
//! The procedure of `node.rs` does the same with every switch off, only slower: it asks at each child which are on.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::{Frame, Node, Searcher};
use crate::observe::{End, Observer};

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a decision node below the root, and how it was found. The node is taken apart: this is the
    /// shortest way through the search, and what fits into registers makes a twentieth of it.
    pub(super) fn bare_decision(
        &mut self,
        position: &G::Position,
        player: Player,
        above: u32,
        depth: u32,
        low: G::Value,
        high: G::Value,
    ) -> (G::Value, End) {
        let (game, evaluator) = (self.game, self.evaluator);
        let (ply, depth) = (above + 1, depth - 1);
        if self.frames.len() <= ply as usize {
            self.frames.push(Frame::new(E::State::default()));
        }
        let (mut alpha, beta) = if self.config.prune { (low, high) } else { self.unpruned() };
        let mut best = G::Value::LOWEST;
        let flow = game.children(position, |chosen, child| {
            if !self.meter.visit() {
                return ControlFlow::Break(End::Stopped);
            }
            if size_of::<E::State>() > 0 {
                let (above, rest) = self.frames.split_at_mut(ply as usize);
                let (before, after) = (&above[ply as usize - 1].state, &mut rest[0].state);
                evaluator.advance(game, before, position, Step::Move(chosen), &child, after);
            }
            let turn = game.turn(&child);
            let same = turn.view() == player;
            let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
            let inner = depth > 0 && turn != Turn::Over;
            if inner {
                self.frames[ply as usize].pv.clear();
            }
            let value = match turn {
                Turn::Over => self.scale.terminal(evaluator.finished(game, &child, turn.view()), ply),
                Turn::Player(next) if inner => self.bare_decision(&child, next, ply, depth, low, high).0,
                Turn::Chance if inner => {
                    let tries = Node::<G>::ALL;
                    self.chance(Node { position: &child, turn, ply, depth, tries, alpha: low, beta: high }).0
                }
                _ => self.evaluate(&child, turn.view(), ply),
            };
            let value = if same { value } else { -value };
            if inner && self.meter.stopped {
                return ControlFlow::Break(End::Stopped);
            }
            if value <= best {
                return ControlFlow::Continue(());
            }
            best = value;
            if value <= alpha {
                return ControlFlow::Continue(());
            }
            if !inner {
                self.frames[ply as usize].pv.clear();
            }
            self.extend_line(above, chosen);
            if self.config.prune {
                alpha = value;
            }
            if value >= beta || self.unbeatable(value, &child) {
                return ControlFlow::Break(End::Cut);
            }
            ControlFlow::Continue(())
        });
        (self.returned(best, (low, high)), flow.break_value().unwrap_or(End::Searched))
    }
}
