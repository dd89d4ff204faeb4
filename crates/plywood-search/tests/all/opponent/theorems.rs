//! Bounds and theorems of the opponent-model thesis, on the definitions.

use plywood_core::Game;
use plywood_games::randomtree::Node;
use plywood_search::opponent::om::Ties;
use plywood_search::opponent::prom::{EqualMoves, OpponentType};
use plywood_search::opponent::utility::Utility;

use super::support::{Case, cases};

fn prom(case: &Case, types: &[OpponentType], ties: EqualMoves) -> f64 {
    let depths: Vec<_> = types.iter().map(|one| (one.clone(), case.depth)).collect();
    let root = case.tree.start();
    let node = (&root, 0, case.depth);
    case.definition().prom(&case.functions(), &depths, node, None, ties, Utility::NEUTRAL)
}

/// Section 2.3.3, theorem 3, lemmas 1 and 2.
#[test]
fn prom_om_and_minimax_values_relate() {
    let mut above_every_om_value = 0;
    for case in cases(4000) {
        let functions = case.functions();
        let (definition, root) = (case.definition(), case.tree.start());
        let node = (&root, 0, case.depth);
        let minimax = definition.minimax(&functions[0], node);
        let om = |model: usize| {
            definition.om(&functions[0], &functions[model], node, case.depth, None, Ties::First)
        };
        let oms = [om(1), om(2)];
        assert!(oms.iter().all(|om| *om >= minimax), "OM search is never below minimax");
        assert_eq!(prom(&case, &[OpponentType::plain(0, 1.0)], EqualMoves::First), minimax, "lemma 1");
        assert_eq!(prom(&case, &[OpponentType::plain(1, 1.0)], EqualMoves::First), oms[0], "lemma 2");
        for ties in [EqualMoves::First, EqualMoves::Random] {
            let types =
                [(0, 0.25), (1, 0.5), (2, 0.25)].map(|(model, share)| OpponentType::plain(model, share));
            let value = prom(&case, &types, ties);
            assert!(value >= minimax - 1e-9, "theorem 3 on tree {}", case.seed);
            let types = [(0, 0.5), (1, 0.5)].map(|(model, share)| OpponentType::plain(model, share));
            above_every_om_value += u32::from(prom(&case, &types, ties) > oms[0] + 1e-9);
        }
    }
    assert!(above_every_om_value > 0, "the value is not convex in the probabilities");
}

/// Section 3.2.4: the bounded-sum property at every node, and the gain of at most 2B.
#[test]
fn bounded_sums_bound_every_node() {
    fn walk(case: &Case, node: (&Node, u32, u32), bound: f64) {
        let functions = case.functions();
        let definition = case.definition();
        let (position, ply, depth) = node;
        let v0 = definition.om(&functions[0], &functions[1], node, depth, None, Ties::First);
        let v_op = definition.minimax(&functions[1], node);
        let minimax = definition.minimax(&functions[0], node);
        assert!((v0 - v_op).abs() <= bound && (minimax - v_op).abs() <= bound, "tree {}", case.seed);
        assert!((0.0..=2.0 * bound).contains(&(v0 - minimax)), "tree {}", case.seed);
        if depth > 0 {
            definition
                .children(position)
                .iter()
                .for_each(|(_, child)| walk(case, (child, ply + 1, depth - 1), bound));
        }
    }
    for case in cases(3000).filter(|case| case.depth <= 4) {
        walk(&case, (&case.tree.start(), 0, case.depth), case.spread(0, 1));
    }
}
