//! Chance nodes (Dice thesis, section 2.4).
//!
//! A chance node's value is the mean of its children's, weighted by probability and summed in the game's own order.
//! The decision nodes above and below are those of [`crate::alphabeta`].

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Player, Step, Value};

use crate::alphabeta::Searcher;
use crate::observe::{End, Observer};

/// How a chance node uses its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceRule {
    /// Not at all: every child is searched with an open window (section 2.4.1).
    Expectimax,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a chance node, from the first player's view.
    pub(crate) fn chance(
        &mut self,
        position: &G::Position,
        ply: u32,
        depth: u32,
        _alpha: G::Value,
        _beta: G::Value,
    ) -> (G::Value, End) {
        match self.config.chance {
            ChanceRule::Expectimax => self.expectimax(position, ply, depth),
        }
    }

    fn expectimax(&mut self, position: &G::Position, ply: u32, depth: u32) -> (G::Value, End) {
        let (low, high) = self.unpruned();
        let mut mean = 0.0;
        let game = self.game;
        let _ = game.events(position, |event, probability, child| {
            let step = (Step::Event(event), Some(probability));
            let value = self.below(position, Player::FIRST, step, &child, ply, depth - 1, low, high);
            mean += probability * value.to_f64();
            if self.meter.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (G::Value::from_f64(mean), End::Searched)
    }
}
