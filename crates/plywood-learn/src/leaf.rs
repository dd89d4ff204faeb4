//! TD-leaf: temporal differences between the leaves that searches foresee (Baxter, Tridgell and Weaver 1998;
//! opponent-model thesis, section 5.5.3).
//!
//! `P_t` is the model's value of the last position of the principal variation at the learner's t-th move, `P_n` what the game came
//! to. With `d_t = P_{t+1} - P_t` the parameters move by `rate * sum_t grad P_t * sum_{j >= t} lambda^(j-t) d_j`. A leaf
//! that is a finished game has a value but no gradient. Games come in batches; the rate falls after each.
//!
//! What the game came to is either its own result, or, as the thesis has it, the share of the last games that were won. Who
//! plays the games is the caller's business: a game is known by its number, so the model, the number of batches and the
//! last results are all there is to resume from.

use plywood_eval::Model;

/// What a game is taken to come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// What it came to.
    Result,
    /// The average result of this number of last games, those of its batch included.
    Share(usize),
}

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// The learning rate of the first batch.
    pub rate: f64,
    /// What it is multiplied with after each batch.
    pub annealing: f64,
    /// How far ahead a difference reaches.
    pub lambda: f64,
    /// Games a batch.
    pub batch: usize,
    /// What a game is taken to come to.
    pub signal: Signal,
}

/// The end of a search's principal variation.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// A position, by its inputs.
    Guess(Vec<f64>),
    /// A finished game, by its result.
    Known(f64),
}

/// A game as the learner saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct Episode {
    /// The leaf at each of its moves.
    pub leaves: Vec<Leaf>,
    /// Its payoff in the end, -1 to 1.
    pub result: f64,
}

/// A model that learns.
#[derive(Debug, Clone, PartialEq)]
pub struct Learner<M> {
    /// The model so far.
    pub model: M,
    /// Batches learned from.
    pub batches: u64,
    /// The results of the last games, as many as the signal wants.
    pub recent: Vec<f64>,
}

impl<M: Model> Learner<M> {
    /// A learner that has seen nothing.
    pub fn new(model: M) -> Self {
        Learner { model, batches: 0, recent: Vec::new() }
    }

    /// Learns from a batch.
    pub fn learn(&mut self, schedule: &Schedule, games: &[Episode]) {
        self.recent.extend(games.iter().map(|game| game.result));
        if let Signal::Share(last) = schedule.signal {
            self.recent.drain(..self.recent.len().saturating_sub(last));
        } else {
            self.recent.clear();
        }
        let share = self.recent.iter().sum::<f64>() / self.recent.len().max(1) as f64;
        let mut gradient = vec![0.0; self.model.parameters().len()];
        for game in games {
            let end = if schedule.signal == Signal::Result { game.result } else { share };
            let value = |leaf: &Leaf| match leaf {
                Leaf::Guess(inputs) => self.model.value(inputs),
                Leaf::Known(value) => *value,
            };
            let mut values: Vec<f64> = game.leaves.iter().map(value).collect();
            values.push(end);
            let mut ahead = 0.0;
            for (place, leaf) in game.leaves.iter().enumerate().rev() {
                ahead = values[place + 1] - values[place] + schedule.lambda * ahead;
                if let Leaf::Guess(inputs) = leaf {
                    self.model.add_gradient(inputs, ahead, &mut gradient);
                }
            }
        }
        let rate = schedule.rate * libm::pow(schedule.annealing, self.batches as f64);
        let step = rate / games.len().max(1) as f64;
        self.model.parameters_mut().iter_mut().zip(&gradient).for_each(|(one, slope)| *one += step * slope);
        self.batches += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::random::{derive, seeded, unit};
    use plywood_eval::Linear;

    const SCHEDULE: Schedule =
        Schedule { rate: 0.5, annealing: 0.999, lambda: 0.7, batch: 10, signal: Signal::Result };

    /// A walk of two inputs; the first one decides who wins, the second one means nothing.
    fn walk(number: u64) -> Episode {
        let mut rng = seeded(derive(7, number));
        let (mut place, mut leaves) = (0.0, Vec::new());
        for _ in 0..8 {
            place += 2.0 * unit(&mut rng) - 1.0;
            leaves.push(Leaf::Guess(vec![place, 2.0 * unit(&mut rng) - 1.0]));
        }
        Episode { leaves, result: if place > 0.0 { 1.0 } else { -1.0 } }
    }

    fn taught(mut learner: Learner<Linear>, schedule: &Schedule, batches: u64) -> Learner<Linear> {
        while learner.batches < batches {
            let first = learner.batches * schedule.batch as u64;
            let games: Vec<Episode> = (first..first + schedule.batch as u64).map(walk).collect();
            learner.learn(schedule, &games);
        }
        learner
    }

    #[test]
    fn learns_what_decides_and_what_does_not() {
        let learner = taught(Learner::new(Linear(vec![0.0, 0.5])), &SCHEDULE, 400);
        let weights = &learner.model.0;
        assert!(weights[0] > 0.3 && weights[1].abs() < 0.15, "{weights:?}");
    }

    #[test]
    fn what_is_resumed_comes_to_the_same() {
        for signal in [Signal::Result, Signal::Share(25)] {
            let schedule = Schedule { signal, ..SCHEDULE };
            let fresh = || Learner::new(Linear(vec![0.1, 0.0]));
            let half = taught(fresh(), &schedule, 7);
            assert_eq!(taught(half, &schedule, 15), taught(fresh(), &schedule, 15));
        }
    }

    #[test]
    fn a_known_end_has_a_value_but_no_gradient() {
        let mut learner = Learner::new(Linear(vec![0.2]));
        let known = Episode { leaves: vec![Leaf::Known(1.0)], result: -1.0 };
        learner.learn(&SCHEDULE, std::slice::from_ref(&known));
        assert_eq!(learner.model.0, [0.2]);
        // One that was foreseen draws the guess before it towards it.
        let foreseen = Episode { leaves: vec![Leaf::Guess(vec![1.0]), Leaf::Known(1.0)], result: 1.0 };
        learner.learn(&SCHEDULE, &[foreseen]);
        assert!(learner.model.0[0] > 0.2);
    }
}
