//! Evaluations by weighted components, which opponent types share (opponent-model thesis, section 6.4.1).
//!
//! Types often differ in weights alone. [`Weighted`] is an evaluation `sum of weight * component` whose costly
//! components are kept by position ([`crate::memory`]) and shared by every weighting.

use std::sync::Arc;

use plywood_core::random::mix;
use plywood_core::{Game, Player, StaticEvaluator, Value};

use crate::memory::Memory;

/// The costly parts of an evaluation.
pub trait Components<G: Game>: Send + Sync + 'static {
    /// The components from a player's point of view, always the same number of them.
    fn components(&self, game: &G, position: &G::Position, player: Player) -> Vec<f64>;
    /// No component is larger than this in absolute value.
    fn largest(&self, game: &G) -> f64;
}

/// An evaluation by weighted components, which all weightings of the same components share.
pub struct Weighted<C> {
    components: Arc<C>,
    memory: Arc<Memory<Vec<f64>>>,
    weights: Vec<f64>,
}

impl<C> Clone for Weighted<C> {
    fn clone(&self) -> Self {
        let (components, memory) = (self.components.clone(), self.memory.clone());
        Weighted { components, memory, weights: self.weights.clone() }
    }
}

impl<C> Weighted<C> {
    /// One evaluation for each list of weights; they share components and what is remembered of them.
    pub fn family(components: C, memory: Arc<Memory<Vec<f64>>>, weightings: &[Vec<f64>]) -> Vec<Self> {
        let components = Arc::new(components);
        let member = |weights: &Vec<f64>| Weighted {
            components: components.clone(),
            memory: memory.clone(),
            weights: weights.clone(),
        };
        weightings.iter().map(member).collect()
    }
}

impl<G: Game, C: Components<G>> StaticEvaluator<G> for Weighted<C> {
    fn look(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        let key = mix(game.key(position) ^ u64::from(player.0));
        let parts = self.memory.recall(key, || self.components.components(game, position, player));
        let sum: f64 = self.weights.iter().zip(&parts).map(|(weight, part)| weight * part).sum();
        G::Value::from_f64(sum)
    }
    fn bounds(&self, game: &G) -> (G::Value, G::Value) {
        let weight: f64 = self.weights.iter().map(|weight| weight.abs()).sum();
        let most = G::Value::from_f64(weight * self.components.largest(game) + 1.0);
        (-most, most)
    }
    fn mirrors(&self) -> bool {
        false
    }
}
