//! One ply ahead: the move whose position looks best. History is not looked at.

use std::ops::ControlFlow;

use plywood_core::{Evaluator, Game, Line, Report, Search, Step, Task, Turn};

use crate::deepening::{Deepening, Found, Schedule, deepen};
use crate::meter::Meter;
use crate::scale::Scale;

/// The `greedy` player.
pub struct Greedy<E> {
    /// What it asks about the positions after its moves.
    pub evaluator: E,
}

impl<G: Game, E: Evaluator<G>> Search<G> for Greedy<E> {
    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        let mut look = Look { line, evaluator: &self.evaluator, meter: Meter::new(task), best: None };
        deepen(line, Schedule::Steps, &mut look)
    }
}

/// A look at the moves under way.
struct Look<'a, G: Game, E> {
    line: &'a Line<G>,
    evaluator: &'a E,
    /// Counts what is spent, and says when the budget is.
    meter: Meter<'a, G::Move>,
    best: Option<(G::Value, G::Move)>,
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G> for Look<'a, G, E> {
    fn iterate(&mut self, depth: u32) -> Option<Found<G::Move>> {
        let (game, here) = (self.line.game(), self.line.position());
        let scale = Scale::new(game, self.evaluator);
        let root = self.evaluator.root(game, here);
        let player = match self.line.turn() {
            Turn::Player(player) if depth > 0 => player,
            turn => {
                let guess =
                    self.meter.glimpse().then(|| self.evaluator.evaluate(game, here, &root, turn.view()));
                return guess
                    .map(|value| Found { complete: true, ..Found::guess(scale.payoff(value), Vec::new()) });
            }
        };
        let before = self.meter.evaluations;
        let flow = game.children(here, |chosen, child| {
            if !self.meter.visit() {
                return ControlFlow::Break(());
            }
            let value = if game.turn(&child) == Turn::Over {
                scale.terminal(self.evaluator.finished(game, &child, player), 1)
            } else {
                self.meter.evaluations += 1;
                let mut state = E::State::default();
                self.evaluator.advance(game, &root, here, Step::Move(chosen), &child, &mut state);
                self.evaluator.evaluate(game, &child, &state, player)
            };
            if self.best.is_none_or(|(best, _)| value > best) {
                self.best = Some((value, chosen));
            }
            ControlFlow::Continue(())
        });
        let (value, chosen) = self.best.filter(|_| flow.is_continue())?;
        let found = Found::new(&scale, value, vec![chosen], self.meter.evaluations == before);
        // It never looks deeper.
        Some(Found { complete: true, ..found })
    }

    fn partial(&mut self) -> Option<Found<G::Move>> {
        let (value, chosen) = self.best?;
        let scale = Scale::new(self.line.game(), self.evaluator);
        Some(Found::guess(scale.payoff(value), vec![chosen]))
    }

    fn meter(&mut self) -> &mut Meter<'a, G::Move> {
        &mut self.meter
    }
}
