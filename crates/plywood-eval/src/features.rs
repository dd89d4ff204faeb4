//! The inputs of a network for a position. Games implement this; trainers and evaluators use it.

use plywood_core::Game;

use crate::perceptron::Active;

/// The inputs of a network.
pub trait Features<G: Game> {
    /// How many inputs there are.
    fn inputs(&self, game: &G) -> usize;
    /// Appends the inputs that are not zero.
    fn list(&self, game: &G, position: &G::Position, out: &mut Vec<Active>);
    /// Appends by how much inputs change when a move is played that does not end the game.
    fn change(&self, game: &G, position: &G::Position, chosen: G::Move, out: &mut Vec<Active>);
}
