//! One-pass PrOM search (opponent-model thesis, algorithms 6.1 and 6.4): MAX's value and every type's at once.
//!
//! - Beta pruning is shallow: a node of MAX is left when no type can still choose it at its parent. Bounds do not
//!   pass through a node of MIN, because types may part there (figure 6.3).
//! - Bounded sum makes them pass with a margin (section 6.3.6). Types are at most `2 B` apart at every node, so a node
//!   of MAX where every type already has `2 B` more than any type needs at a grandparent is left: whoever chooses
//!   it makes the whole branch one that nobody chooses.

use plywood_core::{Evaluator, Game, Turn, Value};

use super::{EqualMoves, PromMethod};
use crate::observe::End;
use crate::opponent::known::Place;
use crate::opponent::om::Pruning;
use crate::opponent::walk::{Node, Walk};

/// Every type's value, and MAX's where it was needed.
type Answer<V> = (Vec<V>, Option<f64>);

/// The knowledge from above a node.
#[derive(Clone)]
struct Window<V> {
    /// A node of MAX where each type has its bound or more is chosen by nobody.
    bounds: Vec<V>,
    /// A node where every type has this much is on a branch that nobody chooses.
    deep: V,
}

impl<V: Value> PromMethod<'_, V> {
    /// `v0` of a child of the root.
    pub(super) fn one_pass_root_child<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        child: Node<'_, G>,
    ) -> f64 {
        // A leaf has every type's value, as everywhere: closed form 6.10 counts them at depth 1 as well.
        if child.depth > 0 && (walk.turn(child.position) == Turn::Over || !self.speculative(child)) {
            return self.own(walk, child, f64::NEG_INFINITY);
        }
        let open = Window { bounds: vec![G::Value::HIGHEST; self.types.len()], deep: G::Value::HIGHEST };
        let (_, v0) = self.vector(walk, child, open);
        v0.unwrap_or(0.0)
    }

    fn vector<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let turn = walk.turn(node.position);
        if turn == Turn::Over || !self.speculative(node) {
            return self.vector_of_leaf(walk, node, turn);
        }
        if !walk.meter.visit() {
            return (vec![G::Value::ZERO; self.types.len()], None);
        }
        // Where a type's oracle knows its value, MAX still speculates on what it does below.
        let asks = self.types.iter().any(|one| walk.asks(one.levels[0]));
        let told: Vec<_> = if asks {
            self.types.iter().map(|one| walk.told(one.levels[0], node)).collect()
        } else {
            Vec::new()
        };
        let own_turn = turn.view() == walk.max;
        if told.iter().any(Option::is_some) {
            let highest = G::Value::HIGHEST;
            let open = Window { bounds: vec![highest; self.types.len()], deep: highest };
            let (mut values, v0) = if own_turn {
                self.vector_of_max(walk, node, open)
            } else {
                self.vector_of_min(walk, node, open)
            };
            let known = values.iter_mut().zip(told);
            known.for_each(|(value, told)| *value = told.unwrap_or(*value));
            self.tell_values(walk, &values);
            return (values, v0);
        }
        let place = walk.place(node);
        if let Some(answer) = self.known(walk, place, own_turn.then_some(&window)) {
            return answer;
        }
        let answer = if own_turn {
            self.vector_of_max(walk, node, window)
        } else {
            self.vector_of_min(walk, node, window)
        };
        if place.is_some() {
            self.keep(walk, place, &answer);
        }
        self.tell_values(walk, &answer.0);
        answer
    }

    /// Every value of a node where enough of them is known; a node of MAX comes with its window.
    fn known<G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        place: Option<Place>,
        window: Option<&Window<G::Value>>,
    ) -> Option<Answer<G::Value>> {
        place?;
        let bounds: Vec<_> = (0..self.types.len()).map(|one| walk.known_model(place, one)).collect();
        let values: Vec<_> = bounds.iter().map(|(lower, _)| *lower).collect();
        let (lower, upper) = walk.known_own(place);
        if lower == upper && bounds.iter().all(|(lower, upper)| lower == upper) {
            return Some((values, Some(lower)));
        }
        window.is_some_and(|window| self.unwanted(&values, window)).then_some((values, None))
    }

    /// Keeps every value of a node: without MAX's the others are lower bounds.
    fn keep<G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        place: Option<Place>,
        (values, v0): &Answer<G::Value>,
    ) {
        let upper = |value: &G::Value| if v0.is_some() { *value } else { G::Value::HIGHEST };
        let models: Vec<_> = values.iter().map(|value| (*value, upper(value))).collect();
        walk.keep(place, v0.map_or((f64::NEG_INFINITY, f64::INFINITY), |v0| (v0, v0)), &models);
    }

    fn vector_of_leaf<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        turn: Turn,
    ) -> Answer<G::Value> {
        let open = (G::Value::LOWEST, G::Value::HIGHEST);
        let mut own = None;
        let mut values = Vec::with_capacity(self.types.len());
        for (place, one) in self.types.iter().enumerate() {
            let type_depth = self.type_depth(place, node.depth);
            let value = walk.value(one.levels[0], node.to(type_depth), open);
            // The type with MAX's evaluation has evaluated this leaf for MAX.
            if one.levels[0] == 0 && (type_depth == node.depth || turn == Turn::Over) {
                own = Some(self.config.utility.worth(walk.probers[0].rules.scale(), value));
            }
            values.push(value);
        }
        let own = own.unwrap_or_else(|| self.own(walk, node, f64::NEG_INFINITY));
        self.tell_values(walk, &values);
        (values, Some(own))
    }

    fn vector_of_max<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let mut values = vec![G::Value::LOWEST; self.types.len()];
        let mut v0 = Some(f64::NEG_INFINITY);
        let children = walk.children(node.position);
        for (place, child) in children.iter().enumerate() {
            walk.descend(node, child);
            let (found, own) = self.vector(walk, node.below(child), window.clone());
            walk.ascend(own, if own.is_some() { End::Searched } else { End::Cut });
            v0 = v0.zip(own).map(|(v0, own)| v0.max(own));
            values.iter_mut().zip(&found).for_each(|(value, found)| *value = value.larger(*found));
            if walk.meter.stopped || self.unwanted(&values, &window) {
                walk.tell_pruned(&children[place + 1..]);
                return (values, None);
            }
        }
        (values, v0)
    }

    /// Whether nobody chooses a node of MAX where the types have these values already.
    fn unwanted(&self, values: &[V], window: &Window<V>) -> bool {
        if self.config.pruning == Pruning::None {
            return false;
        }
        let least = values.iter().fold(V::HIGHEST, |least, value| least.smaller(*value));
        values.iter().zip(&window.bounds).all(|(value, bound)| value >= bound)
            || self.spread().is_some_and(|most| least.to_f64() - 2.0 * most >= window.deep.to_f64())
    }

    fn vector_of_min<G: Game<Value = V>, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        window: Window<G::Value>,
    ) -> Answer<G::Value> {
        let count = self.types.len();
        let most = window.bounds.iter().fold(G::Value::LOWEST, |most, bound| most.larger(*bound));
        let deep = window.deep.smaller(most);
        let mut values = vec![G::Value::HIGHEST; count];
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut owns = Vec::new();
        for (place, child) in walk.children(node.position).iter().enumerate() {
            let bounds = match self.config.ties {
                EqualMoves::First => values.clone(),
                EqualMoves::Random => values.iter().map(|value| value.next_up()).collect(),
            };
            walk.descend(node, child);
            let (found, own) = self.vector(walk, node.below(child), Window { bounds, deep });
            walk.ascend(own, if own.is_some() { End::Searched } else { End::Cut });
            owns.push(own);
            if walk.meter.stopped {
                return (found, None);
            }
            for (one, value) in found.iter().enumerate() {
                if *value < values[one] {
                    values[one] = *value;
                    chosen[one].clear();
                    chosen[one].push(place);
                } else if *value == values[one] && self.config.ties == EqualMoves::Random {
                    chosen[one].push(place);
                }
            }
        }
        // A chosen child without a value lies on a branch that nobody above chooses.
        let mean_of = |places: &Vec<usize>| {
            let sum = places.iter().map(|place| owns[*place]).sum::<Option<f64>>();
            sum.map(|sum| sum / places.len() as f64)
        };
        let parts = self.types.iter().zip(&chosen);
        let v0 = parts.map(|(one, places)| mean_of(places).map(|mean| one.probability * mean));
        (values, v0.sum::<Option<f64>>())
    }

    /// Notes every type's value at the end of the path, for a drawing.
    pub(super) fn tell_values<'v, G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        values: impl IntoIterator<Item = &'v V>,
    ) {
        if walk.recorder.is_none() {
            return;
        }
        for (one, value) in self.types.iter().zip(values) {
            walk.tell(one.levels[0], &format!("v_op{}", one.levels[0]), *value);
        }
    }
}
