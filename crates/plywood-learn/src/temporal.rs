//! TD(lambda) by self-play (Dice thesis, section 4.2.3, after TD-Gammon).
//!
//! Both sides choose their moves by a one-ply search with the network itself: a finished game counts as what it pays,
//! so a win is taken when there is one. `P_k` is the network's value, for the first player, of the position after the
//! k-th move, and the payoff at the end. After each move every weight moves by
//! `rate * (P_k - P_{k-1}) * e`, where the trace `e` is the gradient of `P_{k-1}` plus lambda times the old trace.
//!
//! Game number i draws its events from (seed, i) alone and traces start afresh with each game, so a network and the
//! number of games played are all there is to resume from. The trainer knows nothing of a game's features.

use std::ops::ControlFlow;

use plywood_core::random::{derive, seeded};
use plywood_core::{Game, Player, Turn, Value};
use plywood_eval::perceptron::{Active, Activity};
use plywood_eval::{Features, Perceptron};

/// How to train.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// The learning rate.
    pub rate: f32,
    /// How far back a difference reaches: 0 for the last position alone, 1 for all of them.
    pub lambda: f32,
    /// What the events are drawn from.
    pub seed: u64,
}

/// What happened in some games.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// The sum of the first player's payoffs.
    pub payoff: f64,
    /// The sum of the squared temporal differences.
    pub squares: f64,
}

/// A trainer at work.
pub struct Temporal<G: Game, F> {
    game: G,
    features: F,
    /// The network so far.
    pub network: Perceptron,
    schedule: Schedule,
    /// Games played so far.
    pub games: u64,
    /// Traces, of the network's shape; none where lambda is nought.
    trace: Option<Perceptron>,
    activity: Activity,
    /// First-layer sums of the position on turn.
    sums: Vec<f32>,
    active: Vec<Active>,
    /// The inputs of the position after the last move.
    last: Vec<Active>,
}

impl<G: Game, F: Features<G>> Temporal<G, F> {
    /// A trainer that goes on with a network after so many games.
    pub fn new(game: G, features: F, network: Perceptron, schedule: Schedule, games: u64) -> Self {
        assert_eq!(network.sizes()[0], features.inputs(&game), "the network sees the features");
        let trace = (schedule.lambda > 0.0).then(|| Perceptron::zeros(network.sizes()));
        Temporal {
            game,
            features,
            network,
            schedule,
            games,
            trace,
            activity: Activity::default(),
            sums: Vec::new(),
            active: Vec::new(),
            last: Vec::new(),
        }
    }

    /// The network's value of a position for the first player; what a finished game pays.
    fn value(&mut self, position: &G::Position) -> f32 {
        if self.game.turn(position) == Turn::Over {
            return self.game.payoff(position, Player::FIRST).to_f64() as f32;
        }
        self.active.clear();
        self.features.list(&self.game, position, &mut self.active);
        self.network.forward(&self.active, &mut self.activity)
    }

    /// Plays one game and learns from it.
    pub fn play(&mut self, tally: &mut Tally) {
        let mut rng = seeded(derive(self.schedule.seed, self.games));
        let game = self.game.clone();
        let mut position = game.start();
        let mut before: Option<f32> = None;
        if let Some(trace) = &mut self.trace {
            trace.parameters_mut().for_each(|weight| *weight = 0.0);
        }
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => position = game.sample(&position, &mut rng).1,
                Turn::Player(player) => {
                    position = self.choose(&position, player);
                    let value = self.value(&position);
                    tally.moves += 1;
                    if let Some(before) = before {
                        self.learn(value - before);
                        tally.squares += f64::from(value - before).powi(2);
                    }
                    if game.turn(&position) == Turn::Over {
                        continue;
                    }
                    // The weights have moved, so the value to compare the next one with is taken anew.
                    before = Some(self.value(&position));
                    std::mem::swap(&mut self.last, &mut self.active);
                }
            }
        }
        tally.games += 1;
        tally.payoff += game.payoff(&position, Player::FIRST).to_f64();
        self.games += 1;
    }

    /// The child that is best for the player, the first of equals.
    fn choose(&mut self, position: &G::Position, player: Player) -> G::Position {
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let mut best: Option<(f32, G::Position)> = None;
        self.active.clear();
        self.features.list(&self.game, position, &mut self.active);
        self.network.sums(&self.active, &mut self.sums);
        let game = self.game.clone();
        let _ = game.children(position, |chosen, child| {
            let value = if game.turn(&child) == Turn::Over {
                game.payoff(&child, Player::FIRST).to_f64() as f32
            } else {
                self.active.clear();
                self.features.change(&game, position, chosen, &mut self.active);
                self.network.forward_from(&self.sums, &self.active, &mut self.activity)
            };
            if best.as_ref().is_none_or(|(most, _)| sign * value > *most) {
                best = Some((sign * value, child));
            }
            ControlFlow::<()>::Continue(())
        });
        best.expect("a player on turn has a move").1
    }

    /// Moves the weights for a difference to the value of the position in `last`.
    fn learn(&mut self, difference: f32) {
        let step = self.schedule.rate * difference;
        self.network.forward(&self.last, &mut self.activity);
        self.network.backward(&mut self.activity);
        let add = |slots: &mut [f32], errors: &[f32], factor: f32| {
            slots.iter_mut().zip(errors).for_each(|(slot, error)| *slot += error * factor);
        };
        let network = &mut self.network;
        match &mut self.trace {
            None => self.activity.derivatives(&self.last, |layer, place, errors, factor| {
                add(network.at_mut(layer, place), errors, factor * step);
            }),
            Some(trace) => {
                trace.parameters_mut().for_each(|slot| *slot *= self.schedule.lambda);
                self.activity.derivatives(&self.last, |layer, place, errors, factor| {
                    add(trace.at_mut(layer, place), errors, factor);
                });
                network
                    .parameters_mut()
                    .zip(trace.parameters())
                    .for_each(|(weight, slot)| *weight += step * slot);
            }
        }
    }
}
