//! A user's story: watch an opponent, learn who he is and how deep he looks, and beat him by it.

use plywood_core::random::{below, seeded};
use plywood_core::{Budget, Game, Knowledge, Line, Spec, Stop, Turn};
use plywood_games::randomtree::RandomTree;
use plywood_learn::opponent::observe::TypeOfPlayer;
use plywood_learn::opponent::{mixture, observe, unambiguous};
use plywood_search::alphabeta::{AlphaBeta, Config};

fn tree(seed: u64) -> RandomTree {
    let spec = format!("randomtree(width=4, depth=24, seed={seed}, functions=3)");
    RandomTree::from_spec(&spec.parse::<Spec>().unwrap()).unwrap()
}

fn player(game: &RandomTree, evaluation: &str, depth: u32) -> TypeOfPlayer<RandomTree> {
    let evaluator = game.evaluator(&Spec::word(evaluation)).unwrap();
    TypeOfPlayer { search: Box::new(AlphaBeta::new(evaluator, Config::BARE)), budget: Budget::depth(depth) }
}

/// Positions of MIN from random play, and what an opponent plays there.
fn record(
    game: &RandomTree,
    opponent: &mut TypeOfPlayer<RandomTree>,
    count: u64,
) -> Vec<(Line<RandomTree>, u32)> {
    let mut rng = seeded(7);
    let mut watch = |_| {
        let mut line = Line::new(*game);
        for _ in 0..1 + 2 * below(&mut rng, 4) {
            line.play(game.random_move(line.position(), &mut rng));
        }
        assert!(matches!(line.turn(), Turn::Player(_)));
        let report = opponent.search.think(&line, &opponent.budget, 0, &Stop::new(), &mut ());
        (line, report.best.unwrap())
    };
    (0..count).map(&mut watch).collect()
}

#[test]
fn the_opponents_evaluation_and_depth_are_found() {
    let game = tree(11);
    let record = record(&game, &mut player(&game, "v1", 3), 120);
    let mut types: Vec<_> = ["v0", "v1", "v2"].iter().map(|name| player(&game, name, 3)).collect();
    let observations = observe(&mut types, &record, &Stop::new());
    let learned = mixture(&observations, 3);
    assert!(learned.probabilities[1] > 0.99, "{learned:?}");
    assert!(unambiguous(&observations, 3).probabilities[1] > 0.99);
    // The same evaluation at several depths is a model of depth.
    let mut depths: Vec<_> = (1..=4).map(|depth| player(&game, "v1", depth)).collect();
    let learned = mixture(&observe(&mut depths, &record, &Stop::new()), 4);
    assert!(learned.probabilities[2] > 0.99, "{learned:?}");
}
