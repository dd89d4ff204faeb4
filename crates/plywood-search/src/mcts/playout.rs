//! Playing a game to its end by policies, and what the end is worth.
//!
//! MC(h) has one policy for all moves; MC(h1, h2) has h1 for the moves of the others and h2 for those of the player
//! who searches (section 4.4.1). With probability epsilon a random move takes the place of h1's (section 4.4.2).

use std::ops::ControlFlow;

use plywood_core::random::unit;
use plywood_core::{Game, Nature, Player, Policy, Rng, Turn, Value};

use super::tree::ONE;

/// More players than this no game has.
pub const MOST_PLAYERS: usize = 8;

/// Plies after which a playout of a game that does not end counts as halfway between the payoffs.
const LONGEST: u32 = 5000;

/// The worth of a finished simulation to each player, in parts of `ONE`.
pub type Rewards = [u64; MOST_PLAYERS];

/// The worth of some simulations to each player.
#[derive(Debug, Clone, Copy, Default)]
pub struct Earned {
    /// How many there were.
    pub count: u64,
    /// Their sums.
    pub rewards: Rewards,
}

impl Earned {
    /// Adds those of others.
    pub fn add(&mut self, more: &Earned) {
        self.count += more.count;
        for (sum, more) in self.rewards.iter_mut().zip(more.rewards) {
            *sum += more;
        }
    }
}

/// Who chooses in playouts.
#[derive(Debug, Clone)]
pub struct Policies<P> {
    /// For the player who searches.
    pub own: P,
    /// For everyone else.
    pub others: P,
    /// The chance of a random move in place of the others' policy.
    pub noise: f64,
    /// Whether a move that wins at once is always played.
    pub decisive: bool,
}

impl<P> Policies<P> {
    /// Whether every move is a random one.
    pub fn are_uniform<G: Game>(&self) -> bool
    where
        P: Policy<G>,
    {
        self.own.is_uniform() && self.others.is_uniform() && self.noise == 0.0 && !self.decisive
    }
}

/// How payoffs become rewards and back.
#[derive(Debug, Clone, Copy)]
pub struct Purse {
    /// How many players there are.
    pub players: usize,
    /// The lowest and the highest payoff.
    pub bounds: (f64, f64),
    two_zero_sum: bool,
}

impl Purse {
    /// The purse of a game.
    pub fn new(nature: &Nature) -> Purse {
        let two_zero_sum = nature.players == 2 && nature.sum == plywood_core::Sum::Zero;
        Purse { players: nature.players, bounds: nature.bounds, two_zero_sum }
    }

    /// A payoff as a number from 0 to 1.
    pub fn share(&self, payoff: f64) -> f64 {
        let (low, high) = self.bounds;
        if high > low { (payoff - low) / (high - low) } else { 0.5 }
    }

    /// A number from 0 to 1 as a payoff.
    pub fn payoff(&self, share: f64) -> f64 {
        self.bounds.0 + share * (self.bounds.1 - self.bounds.0)
    }

    fn reward(&self, payoff: f64) -> u64 {
        (self.share(payoff) * ONE as f64).round() as u64
    }

    /// The rewards of a finished game.
    pub fn finished<G: Game>(&self, game: &G, position: &G::Position) -> Rewards {
        let mut rewards = [0; MOST_PLAYERS];
        rewards[0] = self.reward(game.payoff(position, Player::FIRST).to_f64());
        if self.two_zero_sum {
            rewards[1] = ONE - rewards[0];
            return rewards;
        }
        for (player, reward) in (0..).zip(&mut rewards[..self.players]).skip(1) {
            *reward = self.reward(game.payoff(position, Player(player)).to_f64());
        }
        rewards
    }

    /// The rewards where history has ended the game of two, or nobody wins a game without end.
    pub fn split(&self, first: f64) -> Rewards {
        let mut rewards = [ONE / 2; MOST_PLAYERS];
        rewards[0] = self.reward(first);
        if self.players == 2 {
            rewards[1] = ONE - rewards[0];
        }
        rewards
    }

    /// Halfway.
    fn undecided(&self) -> Rewards {
        [ONE / 2; MOST_PLAYERS]
    }
}

/// The move that ends the game with the highest payoff for the player, if there is one.
pub fn decisive_move<G: Game>(
    game: &G,
    position: &G::Position,
    player: Player,
    highest: f64,
) -> Option<G::Move> {
    let found = game.children(position, |chosen, after| {
        if game.turn(&after) == Turn::Over && game.payoff(&after, player).to_f64() >= highest {
            ControlFlow::Break(chosen)
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}

/// Plays random moves to the end of a game that cannot end by history.
pub fn play_out_at_random<G: Game>(game: &G, position: G::Position, purse: &Purse, rng: &mut Rng) -> Rewards {
    let end = game.random_end(position, LONGEST, rng);
    end.map_or_else(|| purse.undecided(), |end| purse.finished(game, &end))
}

/// Plays a game to its end. `keys` are those of the game so far, in games that can end by history; `played` hears of
/// every move.
#[allow(clippy::too_many_arguments)]
pub fn play_out<G: Game, P: Policy<G>>(
    game: &G,
    mut position: G::Position,
    root_player: Player,
    policies: &Policies<P>,
    purse: &Purse,
    mut keys: Option<&mut Vec<u64>>,
    rng: &mut Rng,
    mut played: impl FnMut(Player, G::Move),
) -> Rewards {
    let (mut own, mut others) = (P::State::default(), P::State::default());
    for _ in 0..LONGEST {
        position = match game.turn(&position) {
            Turn::Over => return purse.finished(game, &position),
            Turn::Chance => game.sample(&position, rng).1,
            Turn::Player(player) => {
                let winning = if policies.decisive {
                    decisive_move(game, &position, player, purse.bounds.1)
                } else {
                    None
                };
                let chosen = match winning {
                    Some(winning) => winning,
                    None if player == root_player => policies.own.choose(game, &position, &mut own, rng),
                    None if policies.noise > 0.0 && unit(rng) < policies.noise => {
                        game.random_move(&position, rng)
                    }
                    None => policies.others.choose(game, &position, &mut others, rng),
                };
                played(player, chosen);
                game.play(&position, chosen)
            }
        };
        if let Some(keys) = &mut keys {
            if let Some(first) = game.ended_by_history(&position, keys) {
                return purse.split(first.to_f64());
            }
            keys.push(game.key(&position));
        }
    }
    purse.undecided()
}
