//! What the errors of evaluations do on a tree (opponent-model thesis, chapter 4).
//!
//! [`Leaves`] lays a tree open: what MAX, the model of MIN and the truth make of every leaf, and which leaves their play can
//! reach. Counting the four types of errors and comparing evaluations on samples are statistics, and live with those.

use plywood_core::{Evaluator, Game, Turn, Value};

use super::definition::Definition;
use super::om::Ties;

/// The leaves of a tree with their values: MAX's, the model's, the true ones; and what play comes to (section 4.2.1).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Leaves {
    /// MAX's evaluation of each leaf.
    pub own: Vec<f64>,
    /// The model's evaluation of each leaf.
    pub model: Vec<f64>,
    /// The true value of each leaf.
    pub truth: Vec<f64>,
    /// Whether it can be reached while MIN plays by the model.
    pub reached: Vec<bool>,
    /// Whether it can be reached while MIN plays truly.
    pub truly_reached: Vec<bool>,
    /// The value that MAX expects of OM search.
    pub expected: f64,
    /// The true value of the leaf that is reached when both play as modelled.
    pub obtained: f64,
    /// The true value of the root.
    pub true_value: f64,
}

impl Leaves {
    /// The leaves of the tree below a root, searched to a depth; the true values are an evaluation, too.
    pub fn of_tree<G: Game, E: Evaluator<G>>(
        game: &G,
        root: &G::Position,
        depth: u32,
        own: &E,
        model: &E,
        truth: &E,
    ) -> Leaves {
        let definition = Definition::new(game, root);
        let mut listed = Vec::new();
        list_leaves(&definition, game, (root, 0, depth), [own, model, truth], &mut Vec::new(), &mut listed);
        let reached = reachable(&definition, game, (root, 0, depth), model);
        let truly_reached = reachable(&definition, game, (root, 0, depth), truth);
        let mut leaves = Leaves {
            expected: definition.om(own, model, (root, 0, depth), depth, None, Ties::First),
            true_value: definition.minimax(truth, (root, 0, depth)).to_f64(),
            ..Leaves::default()
        };
        let mut best = f64::NEG_INFINITY;
        for (path, [own, model, truth]) in listed {
            let here = reached.contains(&path);
            if here && own > best {
                (best, leaves.obtained) = (own, truth);
            }
            leaves.own.push(own);
            leaves.model.push(model);
            leaves.truth.push(truth);
            leaves.reached.push(here);
            leaves.truly_reached.push(truly_reached.contains(&path));
        }
        leaves
    }
}

/// A leaf by the moves that lead to it, and its three values.
type Leaf = (Vec<usize>, [f64; 3]);

fn list_leaves<G: Game, E: Evaluator<G>>(
    definition: &Definition<'_, G>,
    game: &G,
    (position, ply, depth): (&G::Position, u32, u32),
    evaluations: [&E; 3],
    path: &mut Vec<usize>,
    leaves: &mut Vec<Leaf>,
) {
    if depth == 0 || game.turn(position) == Turn::Over {
        let values = evaluations.map(|one| definition.minimax(one, (position, ply, depth)).to_f64());
        leaves.push((path.clone(), values));
        return;
    }
    for (place, (_, child)) in definition.children(position).iter().enumerate() {
        path.push(place);
        list_leaves(definition, game, (child, ply + 1, depth - 1), evaluations, path, leaves);
        path.pop();
    }
}

/// The leaves that can be reached while MIN plays by an evaluation: the leaves of MIN's solution tree.
fn reachable<G: Game, E: Evaluator<G>>(
    definition: &Definition<'_, G>,
    game: &G,
    (position, ply, depth): (&G::Position, u32, u32),
    model: &E,
) -> Vec<Vec<usize>> {
    if depth == 0 || game.turn(position) == Turn::Over {
        return vec![Vec::new()];
    }
    let children = definition.children(position);
    let mut places: Vec<usize> = (0..children.len()).collect();
    if !definition.is_max(position) {
        let value = |place: &usize| definition.minimax(model, (&children[*place].1, ply + 1, depth - 1));
        let least = places.iter().map(value).fold(G::Value::HIGHEST, Value::smaller);
        places = places.into_iter().filter(|place| value(place) == least).take(1).collect();
    }
    let below = |place: usize| {
        let node = (&children[place].1, ply + 1, depth - 1);
        let mut paths = reachable(definition, game, node, model);
        paths.iter_mut().for_each(|path| path.insert(0, place));
        paths
    };
    places.into_iter().flat_map(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Knowledge, Spec};
    use plywood_games::tree::parse;

    /// Figure 4.1: MAX overestimates a leaf that MIN can choose.
    #[test]
    fn leaves_know_who_can_reach_them() {
        let tree = parse("([6/6/6 7/7/7] [8/8/8 9/2/2])").unwrap();
        let [own, model, truth] = ["v0", "v1", "v2"].map(|name| tree.evaluator(&Spec::word(name)).unwrap());
        let leaves = Leaves::of_tree(&tree, &tree.start(), 9, &own, &model, &truth);
        assert_eq!(leaves.own, [6.0, 7.0, 8.0, 9.0]);
        assert_eq!((&leaves.model, &leaves.truth), (&vec![6.0, 7.0, 8.0, 2.0], &leaves.model));
        assert_eq!(leaves.reached, [true, false, false, true]);
        assert_eq!(leaves.reached, leaves.truly_reached);
        assert_eq!((leaves.expected, leaves.obtained, leaves.true_value), (9.0, 2.0, 6.0));
    }
}
