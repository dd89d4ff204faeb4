//! Values of nodes that may be met again (opponent-model thesis, sections 3.4.2 and 6.4.3).
//!
//! The tables inside probes hold minimax values. These hold what the model search itself found: `v0` where it probes, and
//! every model's value beside it where it finds all in one pass, each as a lower and an upper bound. They serve real
//! transpositions and searches with another window only: an entry is of one ply, one depth and one iteration, because
//! what MAX speculates on depends on all three. Values that rest on history are not kept.

use plywood_core::random::mix;
use plywood_core::spec::Size;
use plywood_core::{Evaluator, Game, Value};

use super::walk::{Node, Walk};
use crate::table::{Finding, Matching, Replacement, TranspositionTable};

/// A lower and an upper bound.
pub(super) type Bounds<V> = (V, V);

/// The values found at nodes of the iteration under way.
pub struct Known<V> {
    own: TranspositionTable<f64>,
    models: Vec<TranspositionTable<V>>,
}

impl<V: Value> Known<V> {
    /// Room for `v0` and the values of `models` models, of a size together; none where it is switched off.
    pub(super) fn new(size: Size, models: usize) -> Option<Known<V>> {
        let each = match size {
            Size::Bytes(bytes) => Size::Bytes(bytes / (models + 1)),
            other => other,
        };
        let models =
            (0..models).map(|_| TranspositionTable::new(each, Replacement::Deep)).collect::<Option<_>>()?;
        Some(Known { own: TranspositionTable::new(each, Replacement::Deep)?, models })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.own.clear();
        self.models.iter_mut().for_each(TranspositionTable::clear);
    }
}

fn bounds<T: Value>(table: &TranspositionTable<T>, key: u64, depth: u32) -> Bounds<T> {
    let entry = table.probe(key).map(|entry| entry.bounds(depth, Matching::Exact));
    entry.map_or((T::LOWEST, T::HIGHEST), |(lower, upper)| (lower.0, upper.0))
}

fn keep<T: Value>(table: &TranspositionTable<T>, key: u64, depth: u32, (lower, upper): Bounds<T>) {
    if lower > T::LOWEST || upper < T::HIGHEST {
        table.store(
            key,
            Finding { depth, lower: (lower, false), upper: (upper, false), best: None, effort: 0 },
        );
    }
}

/// Where a node's values are kept, and what tells whether they may be.
#[derive(Clone, Copy)]
pub(super) struct Place {
    key: u64,
    depth: u32,
    ends: u64,
}

impl<G: Game, E: Evaluator<G>> Walk<'_, G, E> {
    /// Where the values of a node are kept; none where nothing is, nor in a drawing.
    pub(super) fn place(&self, node: Node<'_, G>) -> Option<Place> {
        self.known.as_ref().filter(|_| self.recorder.is_none())?;
        let key = mix(self.game.key(node.position) ^ mix(u64::from(node.ply) << 32 | u64::from(node.depth)));
        Some(Place { key, depth: node.depth, ends: self.ends_by_history() })
    }

    /// Bounds on `v0` of a node.
    pub(super) fn known_own(&self, place: Option<Place>) -> Bounds<f64> {
        let known = place.zip(self.known.as_ref());
        known.map_or((f64::NEG_INFINITY, f64::INFINITY), |(place, known)| {
            bounds(&known.own, place.key, place.depth)
        })
    }

    /// `v0` of a node where it is known well enough for a window.
    pub(super) fn known_within(&self, place: Option<Place>, (alpha, beta): (f64, f64)) -> Option<f64> {
        match self.known_own(place) {
            (lower, upper) if lower == upper || lower >= beta => Some(lower),
            (_, upper) if upper <= alpha => Some(upper),
            _ => None,
        }
    }

    /// Bounds on a model's value of a node, the model by its place among those that are kept.
    pub(super) fn known_model(&self, place: Option<Place>, model: usize) -> Bounds<G::Value> {
        let known = place.zip(self.known.as_ref());
        known.map_or((G::Value::LOWEST, G::Value::HIGHEST), |(place, known)| {
            bounds(&known.models[model], place.key, place.depth)
        })
    }

    /// Keeps `v0` as it was found in a window.
    pub(super) fn keep_within(&mut self, place: Option<Place>, (alpha, beta): (f64, f64), v0: f64) {
        let lower = if v0 > alpha { v0 } else { f64::NEG_INFINITY };
        let upper = if v0 < beta { v0 } else { f64::INFINITY };
        self.keep(place, (lower, upper), &[]);
    }

    /// Keeps bounds on `v0` and on the models' values.
    pub(super) fn keep(&mut self, place: Option<Place>, own: Bounds<f64>, models: &[Bounds<G::Value>]) {
        let clean = !self.meter.stopped && place.is_some_and(|place| place.ends == self.ends_by_history());
        let Some((place, known)) = place.zip(self.known.as_mut()).filter(|_| clean) else { return };
        keep(&known.own, place.key, place.depth, own);
        for (table, bounds) in known.models.iter().zip(models) {
            keep(table, place.key, place.depth, *bounds);
        }
    }
}
