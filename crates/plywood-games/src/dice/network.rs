//! The network evaluation (Dice thesis, section 4.2.3): one hidden layer, first-layer sums carried along.
//!
//! Placing a stone adds its own row, and for each direction takes away the streaks on both sides of it and adds the
//! one it makes; a roll changes nothing. Shipped networks were trained by the command in their note, see
//! [`shipped`].

use std::path::Path;
use std::sync::Arc;

use plywood_core::random::seeded;
use plywood_core::{Error, Step};
use plywood_eval::perceptron::Place;
use plywood_eval::{Features, Form, Incremental, Perceptron, Sums, Weights};

use super::grid::Grid;
use super::streaks::{KINDS, Streaks, changes, count, stone_input, streak_scale};
use super::{Board, Dice};
use crate::bits::Bits;

/// Weights before training are uniform in plus or minus this.
pub const UNTRAINED_SPREAD: f32 = 0.1;

/// Hidden units for a board size: those of the thesis (figure 4.4) and between them in proportion.
pub const fn hidden_units(size: u32) -> usize {
    match size {
        ..=5 => 10,
        6..=9 => 15,
        10..=13 => 20,
        _ => 30,
    }
}

/// The sizes of the network for a board.
pub fn shape<S: Grid>(game: &Dice<S>) -> [usize; 3] {
    [Streaks.inputs(game), hidden_units(game.grid.size()), 1]
}

/// A network before training.
pub fn untrained<S: Grid>(game: &Dice<S>, seed: u64) -> Perceptron {
    Perceptron::random(&shape(game), Form::PLAIN, UNTRAINED_SPREAD, &mut seeded(seed))
}

/// A network before training whose inputs weigh at most `spread`. On a large board some hundred stones, each with a random
/// weight, drown the few streaks that tell who is ahead, and a network that begins so learns slowly.
pub fn untrained_within<S: Grid>(game: &Dice<S>, spread: f32, seed: u64) -> Perceptron {
    let mut network = untrained(game, seed);
    for input in 0..Streaks.inputs(game) {
        let row = network.at_mut(0, Place::Row(input));
        row.iter_mut().for_each(|weight| *weight *= spread / UNTRAINED_SPREAD);
    }
    network
}

/// The weight file that ships for a board size and win length, where there is one.
pub fn shipped(size: u32, win: u32) -> Option<&'static [u8]> {
    match (size, win) {
        (5, 4) => Some(include_bytes!("weights/5x5-4.weights")),
        (9, 6) => Some(include_bytes!("weights/9x9-6.weights")),
        (13, 6) => Some(include_bytes!("weights/13x13-6.weights")),
        (17, 8) => Some(include_bytes!("weights/17x17-8.weights")),
        _ => None,
    }
}

/// A network ready to evaluate. Blue's view; the value of a position does not depend on the roll.
#[derive(Debug, Clone)]
pub struct Network(Arc<Incremental>);

impl Network {
    /// Prepares a network of the game's shape.
    pub fn new<S: Grid>(game: &Dice<S>, network: &Perceptron) -> Network {
        let size = game.grid.size();
        let scale = |input: usize| if input < 2 * KINDS { streak_scale(size, input) } else { 1.0 };
        Network(Arc::new(
            Incremental::new(network, scale).expect("Dice networks have one small hidden layer"),
        ))
    }

    /// Reads a weight file's bytes.
    pub fn from_bytes<S: Grid>(game: &Dice<S>, bytes: &[u8]) -> Result<Network, Error> {
        let weights =
            Weights::from_bytes(bytes, Some(&shape(game))).map_err(|e| Error::new(e.to_string()))?;
        Ok(Network::new(game, &weights.network))
    }

    /// Reads a weight file.
    pub fn load<S: Grid>(game: &Dice<S>, path: &str) -> Result<Network, Error> {
        let weights = Weights::load(Path::new(path), Some(&shape(game)));
        Ok(Network::new(game, &weights.map_err(|error| Error::new(error.to_string()))?.network))
    }

    /// The sums of a position.
    pub(super) fn root<S: Grid>(&self, game: &Dice<S>, board: &Board<S::Bits>) -> Sums {
        let mut sums = self.0.empty();
        for (side, stones) in board.stones.iter().enumerate() {
            for (kind, number) in count(&game.grid, *stones).into_iter().enumerate() {
                self.0.count(&mut sums, side * KINDS + kind, number as i32);
            }
            for place in stones.places() {
                self.0.count(&mut sums, stone_input(&game.grid, place, side), 1);
            }
        }
        sums
    }

    /// The sums after a step.
    #[inline]
    pub(super) fn advance<S: Grid>(
        &self,
        game: &Dice<S>,
        parent: &Sums,
        before: &Board<S::Bits>,
        step: Step<u16, u8>,
        child: &mut Sums,
    ) {
        let Step::Move(place) = step else {
            *child = *parent;
            return;
        };
        let (place, side) = (u32::from(place), before.mover.index());
        let net = &*self.0;
        net.add(parent, net.row(stone_input(&game.grid, place, side)), child);
        changes(&game.grid, before, place, |input, times| net.count(child, input, times));
    }

    /// The value for blue.
    #[inline]
    pub(super) fn value(&self, sums: &Sums) -> f64 {
        f64::from(self.0.value(sums))
    }
}
