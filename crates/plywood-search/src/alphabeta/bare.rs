//! A decision node with every switch off: the children in the game's order, without looking anything up or
//! keeping anything.
//!
//! The procedure of `node.rs` does the same with every switch off, only slower, because it asks at each child
//! which switches are on. Here everything that is known at the start of the search is a constant, and the
//! last ply, where most nodes are, has a loop of its own.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Step, Turn, Value};

use super::{Node, Searcher};
use crate::observe::{End, Observer};

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a decision node below the root, and how it was found.
    pub(super) fn bare(&mut self, node: &Node<'_, G>) -> (G::Value, End) {
        let Node { position, ply, depth, alpha, beta, .. } = *node;
        if G::BOUNDED && self.rules.config().bounds {
            self.bare_decision::<true>(position, node.view(), ply, depth, alpha, beta)
        } else {
            self.bare_decision::<false>(position, node.view(), ply, depth, alpha, beta)
        }
    }

    /// The same with the node taken apart: this is the shortest way through the search, and what fits into registers
    /// makes a twentieth of it.
    fn bare_decision<const BOUNDED: bool>(
        &mut self,
        position: &G::Position,
        player: Player,
        above: u32,
        depth: u32,
        low: G::Value,
        high: G::Value,
    ) -> (G::Value, End) {
        let game = self.game;
        let window = if BOUNDED {
            match self.confine(position, player, above, (low, high), self.rules.config().prune) {
                ControlFlow::Break(value) => return (value, End::Bounds),
                ControlFlow::Continue(window) => window,
            }
        } else {
            (low, high)
        };
        let (mut alpha, beta) = if self.rules.config().prune { window } else { self.unpruned() };
        self.path.reach(above + 1);
        if depth == 1 {
            let (best, end) = self.bare_leaves::<BOUNDED>(position, player, above, alpha, beta);
            return (self.returned(best, (low, high)), end);
        }
        let (ply, depth) = (above + 1, depth - 1);
        let mut best = G::Value::LOWEST;
        let flow = game.children(position, |chosen, child| {
            if !self.meter.visit() {
                return ControlFlow::Break(End::Stopped);
            }
            self.bare_step(position, chosen, &child, ply);
            let turn = game.turn(&child);
            let same = turn.view() == player;
            let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
            self.path.line_mut(ply).clear();
            let value = match turn {
                Turn::Over => {
                    self.rules.scale().terminal(self.evaluator.finished(game, &child, turn.view()), ply)
                }
                Turn::Player(next) => self.bare_decision::<BOUNDED>(&child, next, ply, depth, low, high).0,
                Turn::Chance => {
                    let tries = Node::<G>::ALL;
                    self.chance(Node { position: &child, turn, ply, depth, tries, alpha: low, beta: high }).0
                }
            };
            if self.meter.stopped {
                return ControlFlow::Break(End::Stopped);
            }
            let value = if same { value } else { -value };
            if value <= best {
                return ControlFlow::Continue(());
            }
            best = value;
            if value <= alpha {
                return ControlFlow::Continue(());
            }
            self.path.extend_line(above, chosen);
            if self.rules.config().prune {
                alpha = value;
            }
            if value >= beta || self.unbeatable(value, &child) {
                return ControlFlow::Break(End::Cut);
            }
            ControlFlow::Continue(())
        });
        (self.returned(best, (low, high)), flow.break_value().unwrap_or(End::Searched))
    }

    /// The best value of children that are not searched any further.
    fn bare_leaves<const BOUNDED: bool>(
        &mut self,
        position: &G::Position,
        player: Player,
        above: u32,
        mut alpha: G::Value,
        beta: G::Value,
    ) -> (G::Value, End) {
        let (game, ply) = (self.game, above + 1);
        let mut best = G::Value::LOWEST;
        let mut line = None;
        let flow = game.children(position, |chosen, child| {
            if !self.meter.visit() {
                return ControlFlow::Break(End::Stopped);
            }
            self.bare_step(position, chosen, &child, ply);
            let turn = game.turn(&child);
            let value = match turn {
                Turn::Over => {
                    self.rules.scale().terminal(self.evaluator.finished(game, &child, turn.view()), ply)
                }
                _ if BOUNDED => self.evaluate(&child, turn.view(), ply),
                _ => self.guess(&child, turn.view(), ply),
            };
            let value = if turn.view() == player { value } else { -value };
            if value <= best {
                return ControlFlow::Continue(());
            }
            best = value;
            if value <= alpha {
                return ControlFlow::Continue(());
            }
            line = Some(chosen);
            if self.rules.config().prune {
                alpha = value;
            }
            if value >= beta || self.unbeatable(value, &child) {
                return ControlFlow::Break(End::Cut);
            }
            ControlFlow::Continue(())
        });
        if let Some(chosen) = line {
            self.path.line_mut(above).set(chosen);
        }
        (best, flow.break_value().unwrap_or(End::Searched))
    }

    /// Carries the evaluator's state to a child at a ply, where it has any.
    #[inline(always)]
    fn bare_step(&mut self, position: &G::Position, chosen: G::Move, child: &G::Position, ply: u32) {
        if size_of::<E::State>() > 0 {
            self.path.advance((self.game, self.evaluator), position, Step::Move(chosen), child, ply - 1);
        }
    }
}
