//! Evaluations by weighted components, which opponent types share (opponent-model thesis, section 6.4.1).
//!
//! Types often differ in weights alone. [`Weighted`] is an evaluation `sum of weight * component` whose costly
//! components are kept by position ([`crate::cache`]) and shared by every weighting. [`Blend`] makes one of a game's own
//! evaluations, which is how an evaluation that was learned from an opponent's moves plays.

use std::sync::Arc;

use plywood_core::random::mix;
use plywood_core::{Evaluator, Game, Player, StaticEvaluator, Value};

use crate::cache::Cache;

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
    cache: Arc<Cache<Vec<f64>>>,
    weights: Vec<f64>,
}

impl<C> Clone for Weighted<C> {
    fn clone(&self) -> Self {
        let (components, cache) = (self.components.clone(), self.cache.clone());
        Weighted { components, cache, weights: self.weights.clone() }
    }
}

impl<C> Weighted<C> {
    /// One evaluation for each list of weights; they share components and what is remembered of them.
    pub fn family(components: C, cache: Arc<Cache<Vec<f64>>>, weightings: &[Vec<f64>]) -> Vec<Self> {
        let components = Arc::new(components);
        let member = |weights: &Vec<f64>| Weighted {
            components: components.clone(),
            cache: cache.clone(),
            weights: weights.clone(),
        };
        weightings.iter().map(member).collect()
    }
}

impl<G: Game, C: Components<G>> StaticEvaluator<G> for Weighted<C> {
    fn look(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        let key = mix(game.key(position) ^ u64::from(player.0));
        let parts = self.cache.recall(key, || self.components.components(game, position, player));
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

/// A game's own evaluations as components.
#[derive(Clone)]
pub struct Parts<E>(Vec<E>);

impl<G: Game, E: Evaluator<G>> Components<G> for Parts<E> {
    fn components(&self, game: &G, position: &G::Position, player: Player) -> Vec<f64> {
        let look = |one: &E| one.evaluate(game, position, &one.root(game, position), player).to_f64();
        self.0.iter().map(look).collect()
    }
    fn largest(&self, game: &G) -> f64 {
        let most = |one: &E| {
            let (low, high) = one.range(game);
            low.to_f64().abs().max(high.to_f64().abs())
        };
        self.0.iter().map(most).fold(0.0, f64::max)
    }
}

/// Positions whose components are kept.
const KEPT: usize = 1 << 12;
/// The size to which the largest sum of weighted components is scaled, so that rounding to points loses
/// nothing that counts.
const FINE: f64 = 1e6;

/// An evaluation of a game, or a weighted sum of several.
#[derive(Clone)]
pub enum Blend<E> {
    /// One by itself.
    One(E),
    /// Several.
    Sum {
        /// The sum.
        sum: Weighted<Parts<E>>,
        /// The worth of one unit of a margin in its points.
        unit: i32,
    },
}

impl<E> Blend<E> {
    /// A weighted sum. Weights count relative to each other: in an outcome game a win is beyond every sum, and in a game
    /// for a margin the sum measures it as its parts do, by their weights above zero.
    pub fn sum<G: Game>(game: &G, parts: Vec<(E, f64)>) -> Blend<E>
    where
        E: Evaluator<G>,
    {
        let (evaluations, weights): (Vec<E>, Vec<f64>) = parts.into_iter().unzip();
        let parts = Parts(evaluations);
        let most = weights.iter().map(|weight| weight.abs()).sum::<f64>() * parts.largest(game);
        let scale = if most > 0.0 { FINE / most } else { 1.0 };
        let weights: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        let units = parts.0.iter().zip(&weights).map(|(one, weight)| weight.max(0.0) * f64::from(one.unit()));
        let unit = units.sum::<f64>().round().max(1.0) as i32;
        let mut family = Weighted::family(parts, Cache::new(KEPT), &[weights]);
        Blend::Sum { sum: family.remove(0), unit }
    }
}

// What an evaluation would carry down the tree is made afresh: those of games without chance carry nothing.
impl<G: Game, E: Evaluator<G>> StaticEvaluator<G> for Blend<E> {
    #[inline]
    fn look(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        match self {
            Blend::One(one) => one.evaluate(game, position, &one.root(game, position), player),
            Blend::Sum { sum, .. } => sum.look(game, position, player),
        }
    }
    fn end(&self, game: &G, position: &G::Position, player: Player) -> G::Value {
        match self {
            Blend::One(one) => one.finished(game, position, player),
            Blend::Sum { sum, .. } => {
                // Parts that see ends in their own way have their share of the end.
                let ends = sum.components.0.iter().map(|one| one.finished(game, position, player).to_f64());
                let total: f64 = sum.weights.iter().map(|weight| weight.abs()).sum();
                let mean =
                    ends.zip(&sum.weights).map(|(end, weight)| end * weight.abs()).sum::<f64>() / total;
                if total > 0.0 { G::Value::from_f64(mean) } else { game.payoff(position, player) }
            }
        }
    }
    fn bounds(&self, game: &G) -> (G::Value, G::Value) {
        match self {
            Blend::One(one) => one.range(game),
            Blend::Sum { sum, .. } => sum.bounds(game),
        }
    }
    fn mirrors(&self) -> bool {
        false
    }
    fn points(&self) -> i32 {
        match self {
            Blend::One(one) => one.unit(),
            Blend::Sum { unit, .. } => *unit,
        }
    }
}
