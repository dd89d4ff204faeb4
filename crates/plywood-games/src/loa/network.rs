//! The network evaluations V_NNa and V_NNb of the opponent-model thesis, section 5.3.2.
//!
//! 64 inputs for the squares (1 for a stone of the first player, -1 for one of the second) and one for the player on turn
//! (1 or -1), 40 hidden units, one output, and shortcuts from the inputs to the output; no biases, for there are 2,705
//! weights. The sigmoid is tanh, which without biases makes the network odd: colours changed, the value turns its sign.
//! Sums are carried along: a move changes two or three squares and the turn.
//!
//! The thesis's weights were never printed. Those that ship were trained here, by the commands in their notes.

use std::path::Path;
use std::sync::Arc;

use plywood_core::random::seeded;
use plywood_core::{Error, Player};
use plywood_eval::perceptron::Active;
use plywood_eval::{Features, Form, Incremental, Perceptron, Weights};

use super::board::{Board, Jump};
use super::{Evaluation, LinesOfAction};
use crate::bits::places;

/// Inputs, hidden units, output.
pub const SHAPE: [usize; 3] = [65, 40, 1];
/// Five groups of hidden units and one for the shortcuts.
const GROUPS: usize = 6;
/// The input that says who is on turn.
const TURN: usize = 64;
/// Weights before training are uniform in plus or minus this: those of hidden units so large that units answer 25 inputs
/// beyond where they are straight (smaller ones stay asleep: what is learned then is a sum over squares), and those of the
/// output a third of it.
pub const UNTRAINED_SPREAD: f32 = 0.3;
/// Points of a network's output of one.
pub const POINTS: f32 = 10_000.0;

/// First-layer sums.
pub type Sums = plywood_eval::Sums<GROUPS>;

/// The networks that ship.
pub const SHIPPED: [(&str, &[u8]); 2] =
    [("a", include_bytes!("weights/a.weights")), ("b", include_bytes!("weights/b.weights"))];

/// A network before training.
pub fn untrained(seed: u64) -> Perceptron {
    let mut network = Perceptron::random(&SHAPE, Form::SHORT, UNTRAINED_SPREAD, &mut seeded(seed));
    let output = network.layers[1].weights.iter_mut().chain(&mut network.shortcuts);
    output.for_each(|weight| *weight /= 3.0);
    network
}

/// The value of an input of the board for a stone of a player.
fn sign(player: Player) -> i32 {
    if player == Player::FIRST { 1 } else { -1 }
}

/// The inputs of the networks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Squares;

impl Features<LinesOfAction> for Squares {
    fn inputs(&self, _: &LinesOfAction) -> usize {
        SHAPE[0]
    }
    fn list(&self, _: &LinesOfAction, board: &Board, out: &mut Vec<Active>) {
        for player in [Player::FIRST, Player::SECOND] {
            out.extend(places(board.own(player)).map(|square| (u32::from(square), sign(player) as f32)));
        }
        out.push((TURN as u32, sign(board.mover) as f32));
    }
    fn change(&self, _: &LinesOfAction, board: &Board, jump: Jump, out: &mut Vec<Active>) {
        changes(board, jump, |input, times| out.push((input as u32, times as f32)));
    }
}

/// By how much inputs change when a jump is made.
#[inline]
fn changes(before: &Board, jump: Jump, mut visit: impl FnMut(usize, i32)) {
    let own = sign(before.mover);
    visit(usize::from(jump.from), -own);
    // A stone of the other that stood there counted the other way.
    visit(usize::from(jump.to), if before.captures(jump) { 2 * own } else { own });
    visit(TURN, -2 * own);
}

/// A network ready to evaluate, in the first player's view.
#[derive(Debug, Clone)]
pub struct Network(Arc<Incremental<GROUPS>>);

impl Network {
    /// Prepares a network of [`SHAPE`].
    pub fn new(network: &Perceptron) -> Network {
        Network(Arc::new(Incremental::new(network, |_| 1.0).expect("40 units and shortcuts fit")))
    }

    /// One that ships, by its name, or else the one in a weight file.
    pub fn find(name: &str) -> Result<Network, Error> {
        let weights = match SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            Some((_, bytes)) => Weights::from_bytes(bytes, Some(&SHAPE)),
            None => Weights::load(Path::new(name), Some(&SHAPE)),
        };
        let network = weights.map_err(|error| Error::new(error.to_string()))?.network;
        if network.form() != Form::SHORT {
            return Err(Error::new("networks of lines of action have shortcuts and no biases"));
        }
        Ok(Network::new(&network))
    }

    /// The sums of a position.
    pub(super) fn root(&self, board: &Board) -> Sums {
        let mut sums = self.0.empty();
        for player in [Player::FIRST, Player::SECOND] {
            for square in places(board.own(player)) {
                self.0.count(&mut sums, usize::from(square), sign(player));
            }
        }
        self.0.count(&mut sums, TURN, sign(board.mover));
        sums
    }

    /// The sums after a jump.
    #[inline]
    pub(super) fn advance(&self, parent: &Sums, before: &Board, jump: Jump, child: &mut Sums) {
        *child = *parent;
        changes(before, jump, |input, times| self.0.count(child, input, times));
    }

    /// The value for the first player, in points.
    #[inline]
    pub(super) fn value(&self, sums: &Sums) -> i32 {
        (POINTS * self.0.value(sums)) as i32
    }
}

impl From<Network> for Evaluation {
    fn from(network: Network) -> Evaluation {
        Evaluation::Network(network)
    }
}
