//! The events of a chance node with the known bounds of each, and the sums of these bounds.

use std::ops::ControlFlow;

use plywood_core::game::StepOf;
use plywood_core::random::{derive, seeded, unit};
use plywood_core::{Chance, Evaluator, Game, Player, Step, Turn, Value};

use crate::alphabeta::{Node, Searcher};
use crate::observe::Observer;
use crate::ordering::Ranked;
use crate::scale::seen_by;

/// An event, where it leads, and bounds on its value for the first player.
pub(crate) struct Outcome<G: Game> {
    pub(super) event: G::Event,
    pub(super) probability: f64,
    pub(super) position: G::Position,
    pub(super) turn: Turn,
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// The expected value.
    pub(super) guess: f64,
}

impl<G: Game> Outcome<G> {
    /// Whether the value is known.
    #[inline]
    pub(super) fn exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// The step that leads to it, and its probability.
    #[inline]
    pub(super) fn via(&self) -> (StepOf<G>, Option<f64>) {
        (Step::Event(self.event), Some(self.probability))
    }
}

/// The lists of a chance node, which a ply keeps for its next one.
pub(crate) struct Events<G: Game> {
    list: Vec<Outcome<G>>,
    order: Vec<Ranked>,
}

impl<G: Game> Default for Events<G> {
    fn default() -> Self {
        Events { list: Vec::new(), order: Vec::new() }
    }
}

/// The events of one node, and the bounds on their mean.
pub(super) struct Outcomes<G: Game> {
    pub(super) list: Vec<Outcome<G>>,
    /// In which order they are searched.
    pub(super) order: Vec<Ranked>,
    incremental: bool,
    /// Whether the game said what is possible after any of them.
    pub(super) told: bool,
    lower: f64,
    upper: f64,
}

impl<G: Game> Outcomes<G> {
    /// The mean is at least this.
    #[inline]
    pub(super) fn lower(&self) -> f64 {
        if self.incremental { self.lower } else { self.mean(|outcome| outcome.lower) }
    }

    /// The mean is at most this.
    #[inline]
    pub(super) fn upper(&self) -> f64 {
        if self.incremental { self.upper } else { self.mean(|outcome| outcome.upper) }
    }

    /// A mean over the events in the game's order.
    #[inline]
    pub(super) fn mean(&self, value: impl Fn(&Outcome<G>) -> f64) -> f64 {
        let mut mean = 0.0;
        for outcome in &self.list {
            mean += outcome.probability * value(outcome);
        }
        mean
    }

    /// Raises an event's lower bound (equation 2.4).
    #[inline]
    pub(super) fn raise(&mut self, index: usize, bound: f64) {
        let outcome = &mut self.list[index];
        let bound = bound.min(outcome.upper);
        if bound > outcome.lower {
            self.lower += outcome.probability * (bound - outcome.lower);
            outcome.lower = bound;
        }
    }

    /// Sinks an event's upper bound (equation 2.5).
    #[inline]
    pub(super) fn sink(&mut self, index: usize, bound: f64) {
        let outcome = &mut self.list[index];
        let bound = bound.max(outcome.lower);
        if bound < outcome.upper {
            self.upper += outcome.probability * (bound - outcome.upper);
            outcome.upper = bound;
        }
    }

    /// At or below this an event's value makes the mean fail low, whatever the others are (equation 2.11).
    #[inline]
    pub(super) fn alpha(&self, index: usize, alpha: f64) -> f64 {
        let outcome = &self.list[index];
        (alpha - self.upper()) / outcome.probability + outcome.upper
    }

    /// At or above this an event's value makes the mean fail high, whatever the others are (equation 2.12).
    #[inline]
    pub(super) fn beta(&self, index: usize, beta: f64) -> f64 {
        let outcome = &self.list[index];
        (beta - self.lower()) / outcome.probability + outcome.lower
    }

    /// The mean where the bounds put it outside the window.
    #[inline]
    pub(super) fn outside(&self, alpha: f64, beta: f64) -> Option<f64> {
        let (lower, upper) = (self.lower(), self.upper());
        if lower >= beta {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The events of a position, with what the game says is possible after each. The lists come back with
    /// [`Searcher::put_back`].
    pub(super) fn outcomes(&mut self, node: &Node<'_, G>) -> Outcomes<G> {
        let Events { mut list, order } = self.path.lend_events(node.ply);
        list.clear();
        let (game, samples) = (self.game, self.rules.config().chance.samples);
        let (lower, upper) = (self.rules.scale().bounds.0.to_f64(), self.rules.scale().bounds.1.to_f64());
        if samples.is_some() && game.nature().chance == Chance::Sampled {
            self.sample(&mut list, node);
        } else {
            let _ = game.events(node.position, |event, probability, position| {
                let (turn, guess) = (game.turn(&position), 0.5 * (lower + upper));
                list.push(Outcome { event, probability, position, turn, lower, upper, guess });
                ControlFlow::<()>::Continue(())
            });
            if let Some(samples) = samples.filter(|samples| *samples < list.len()) {
                self.draw(&mut list, samples, node.position);
            }
        }
        let incremental = self.rules.config().chance.incremental;
        let mut outcomes = Outcomes { list, order, incremental, told: false, lower, upper };
        if G::BOUNDED && self.rules.config().bounds {
            self.tell_possible(node, &mut outcomes);
        }
        outcomes
    }

    /// Bounds of the events by what the game says is possible after each.
    #[inline(never)]
    fn tell_possible(&self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>) {
        for outcome in outcomes.list.iter_mut().filter(|outcome| outcome.turn != Turn::Over) {
            let Some((lower, upper)) = self.possible(&outcome.position, Player::FIRST, node.ply + 1) else {
                continue;
            };
            (outcome.lower, outcome.upper) = (lower.to_f64(), upper.to_f64());
            outcome.guess = 0.5 * (outcome.lower + outcome.upper);
            outcomes.told = true;
        }
        if outcomes.told {
            outcomes.lower = outcomes.mean(|event| event.lower);
            outcomes.upper = outcomes.mean(|event| event.upper);
        }
    }

    /// Monte Carlo *-Minimax sampling (Lanctot and others 2013): a number of events drawn with their
    /// probabilities stands for all. What is drawn depends on the seed and the position alone, so every visit
    /// sees the same events.
    fn draw(&mut self, list: &mut Vec<Outcome<G>>, samples: usize, position: &G::Position) {
        // A sample is not the whole: nothing that rests on one is proven.
        self.ledger.guess();
        let mut rng = seeded(derive(self.rules.seed(), self.game.key(position)));
        let mut drawn = vec![0usize; list.len()];
        for _ in 0..samples {
            let mut left = unit(&mut rng);
            let found = list.iter().position(|outcome| {
                left -= outcome.probability;
                left < 0.0
            });
            drawn[found.unwrap_or(list.len() - 1)] += 1;
        }
        let mut counts = drawn.into_iter();
        list.retain_mut(|outcome| {
            let count = counts.next().unwrap_or(0);
            outcome.probability = count as f64 / samples as f64;
            count > 0
        });
    }

    /// The events of a node where they can only be drawn: a number of draws stands for all events, each
    /// counted as often as it came. What is drawn depends on the seed and the position alone, as in
    /// [`Searcher::draw`].
    fn sample(&mut self, list: &mut Vec<Outcome<G>>, node: &Node<'_, G>) {
        self.ledger.guess();
        let samples =
            self.rules.config().chance.samples.expect("events that can only be drawn need `samples`");
        let mut rng = seeded(derive(self.rules.seed(), self.game.key(node.position)));
        let (lower, upper) = (self.rules.scale().bounds.0.to_f64(), self.rules.scale().bounds.1.to_f64());
        for _ in 0..samples {
            let (event, position) = self.game.sample(node.position, &mut rng);
            match list.iter_mut().find(|known| known.event == event) {
                Some(known) => known.probability += 1.0 / samples as f64,
                None => {
                    let (turn, guess) = (self.game.turn(&position), 0.5 * (lower + upper));
                    let probability = 1.0 / samples as f64;
                    list.push(Outcome { event, probability, position, turn, lower, upper, guess });
                }
            }
        }
    }

    /// The event at a place in the order; where other threads are at work, one at which nobody is comes there first.
    #[inline]
    pub(super) fn event_at(&self, node: &Node<'_, G>, outcomes: &mut Outcomes<G>, place: usize) -> usize {
        if place > 0 && self.together(node) {
            let Outcomes { list, order, .. } = outcomes;
            self.free_first(node, order, place, |ranked| &list[ranked.place].position);
        }
        outcomes.order[place].place
    }

    /// Gives the lists back.
    #[inline]
    pub(super) fn put_back(&mut self, outcomes: Outcomes<G>, ply: u32) {
        let Outcomes { list, order, .. } = outcomes;
        self.path.take_back_events(ply, Events { list, order });
    }

    /// Whether bounds of a node's events are taken out of the table.
    #[inline]
    pub(super) fn looks_at_successors(&self, node: &Node<'_, G>) -> bool {
        self.rules.config().chance.successors.is_some_and(|least| node.depth >= least)
    }

    /// Looks every event's position up in the table (StarETC, section 3.2): bounds where the entry is deep enough, a
    /// guess where there is any.
    pub(super) fn look_up(&mut self, outcomes: &mut Outcomes<G>, node: &Node<'_, G>) {
        let rule = &self.rules.config().chance;
        let guessing = rule.order == super::EventOrder::Table || rule.foresight;
        outcomes.list.iter().for_each(|outcome| self.fetch(&outcome.position));
        for index in 0..outcomes.list.len() {
            let (position, turn) = (&outcomes.list[index].position, outcomes.list[index].turn);
            if turn == Turn::Over {
                continue;
            }
            let Some(entry) = self.entry(self.table_key(position).0) else { continue };
            let first = |value: G::Value| seen_by(turn.view(), value).to_f64();
            if self.looks_at_successors(node) {
                let (lower, upper) = self.bounds(&entry, node.ply + 1, node.depth - 1);
                let (low, high) = (lower.0 > G::Value::LOWEST, upper.0 < G::Value::HIGHEST);
                // A bound of the mover's is the opposite bound where the mover is not the first player.
                let (lower, upper) = if turn.view() == Player::FIRST {
                    ((low, lower), (high, upper))
                } else {
                    ((high, upper), (low, lower))
                };
                if lower.0 {
                    self.ledger.guess_if(!lower.1.1);
                    outcomes.raise(index, first(lower.1.0));
                }
                if upper.0 {
                    self.ledger.guess_if(!upper.1.1);
                    outcomes.sink(index, first(upper.1.0));
                }
            }
            if guessing {
                let guess = outcomes.list[index].guess;
                outcomes.list[index].guess = self.informed(guess, &entry, turn, node.ply + 1);
            }
        }
    }
}
