//! Searches for more than two players against definitions, on written trees and three-player nim.

use std::ops::ControlFlow;

use plywood_core::random::{Rng, below, seeded};
use plywood_core::{Budget, Game, Knowledge, Line, Player, Report, Search, Spec, Task, Turn};
use plywood_games::tree::{Tree, parse};
use plywood_search::multiplayer::{Multiplayer, Rule};
use plywood_search::plain::oracle;
use plywood_small_games::nim3::Nim3;

fn think<G: Knowledge>(game: &G, rule: Rule, depth: u32) -> Report<G::Move> {
    let evaluator = game.evaluator(&Spec::word(game.evaluators()[0].name)).unwrap();
    let line = Line::new(game.clone());
    Multiplayer { evaluator, rule }.think(&line, Task::new(Budget::depth(depth)))
}

const PRUNED: Rule = Rule::MaxN { shallow_pruning: true };
const UNPRUNED: Rule = Rule::MaxN { shallow_pruning: false };

/// A random tree for three players with small payoffs, so that ties are common.
fn random_tree(rng: &mut Rng, depth: usize, chance: bool) -> String {
    if depth == 0 || below(rng, 8) == 0 {
        let payoffs: Vec<String> = (0..3).map(|_| below(rng, 6).to_string()).collect();
        return payoffs.join("/");
    }
    let children: Vec<String> = (0..1 + below(rng, 3)).map(|_| random_tree(rng, depth - 1, chance)).collect();
    if chance && below(rng, 4) == 0 {
        return format!("{{{}}}", children.join(" "));
    }
    format!("{}({})", 1 + below(rng, 3), children.join(" "))
}

/// max^n by its definition: the first child that is best for the player on turn.
fn max_n(tree: &Tree, node: u32) -> Vec<f64> {
    match tree.turn(&node) {
        Turn::Over => (0..3).map(|player| tree.payoff(&node, Player(player))).collect(),
        Turn::Player(player) => {
            let mut best: Option<Vec<f64>> = None;
            let _ = tree.children(&node, |_, child| {
                let values = max_n(tree, child);
                if best.as_ref().is_none_or(|best| values[player.index()] > best[player.index()]) {
                    best = Some(values);
                }
                ControlFlow::<()>::Continue(())
            });
            best.unwrap()
        }
        Turn::Chance => {
            let mut means = vec![0.0; 3];
            let _ = tree.events(&node, |_, probability, child| {
                means
                    .iter_mut()
                    .zip(max_n(tree, child))
                    .for_each(|(mean, value)| *mean += probability * value);
                ControlFlow::<()>::Continue(())
            });
            means
        }
    }
}

/// Paranoid by its definition.
fn paranoid(tree: &Tree, node: u32, root: Player) -> f64 {
    let mut values = Vec::new();
    match tree.turn(&node) {
        Turn::Over => tree.payoff(&node, root),
        Turn::Player(player) => {
            let _ = tree.children(&node, |_, child| {
                values.push(paranoid(tree, child, root));
                ControlFlow::<()>::Continue(())
            });
            let pick: fn(f64, f64) -> f64 = if player == root { f64::max } else { f64::min };
            values.into_iter().reduce(pick).unwrap()
        }
        Turn::Chance => {
            let _ = tree.events(&node, |_, probability, child| {
                values.push(probability * paranoid(tree, child, root));
                ControlFlow::<()>::Continue(())
            });
            values.iter().sum()
        }
    }
}

/// Best reply by its definition: one of the others chooses, the rest play their first move.
fn best_reply(tree: &Tree, node: u32, root: Player, free: bool) -> f64 {
    let mut values = Vec::new();
    match tree.turn(&node) {
        Turn::Over => tree.payoff(&node, root),
        Turn::Player(player) => {
            let _ = tree.children(&node, |_, child| {
                if player == root {
                    values.push(best_reply(tree, child, root, true));
                } else if values.is_empty() {
                    values.push(best_reply(tree, child, root, free));
                } else if free {
                    values.push(best_reply(tree, child, root, false));
                }
                ControlFlow::<()>::Continue(())
            });
            let pick: fn(f64, f64) -> f64 = if player == root { f64::max } else { f64::min };
            values.into_iter().reduce(pick).unwrap()
        }
        Turn::Chance => {
            let _ = tree.events(&node, |_, probability, child| {
                values.push(probability * best_reply(tree, child, root, free));
                ControlFlow::<()>::Continue(())
            });
            values.iter().sum()
        }
    }
}

#[test]
fn definitions_on_random_trees() {
    let mut rng = seeded(1);
    let mut saved = 0;
    for round in 0..3000 {
        let text =
            format!("1({} {})", random_tree(&mut rng, 4, round % 2 == 1), random_tree(&mut rng, 4, false));
        let Ok(tree) = parse(&text) else { panic!("{text}") };
        let depth = 20;
        let wanted = max_n(&tree, 0);
        let unpruned = think(&tree, UNPRUNED, depth);
        let pruned = think(&tree, PRUNED, depth);
        for report in [&unpruned, &pruned] {
            let near = report.values.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(near, "{:?} instead of {wanted:?} on {text}", report.values);
            assert!(report.proven);
        }
        assert_eq!(unpruned.best, pruned.best, "{text}");
        assert!(pruned.nodes <= unpruned.nodes);
        saved += unpruned.nodes - pruned.nodes;
        let found = think(&tree, Rule::Paranoid, depth).value;
        assert!((found - paranoid(&tree, 0, Player::FIRST)).abs() < 1e-9, "{text}");
        let found = think(&tree, Rule::BestReply, depth).value;
        assert!((found - best_reply(&tree, 0, Player::FIRST, true)).abs() < 1e-9, "{text}");
    }
    assert!(saved > 10_000, "pruning saves nodes: {saved}");
}

#[test]
fn with_two_players_all_are_minimax() {
    for text in ["([3 12 8] [2 4 6] [14 5 2])", "([(1 2) (3 4)] [(0 9) (5 5)])"] {
        let tree = parse(text).unwrap();
        let evaluator = tree.evaluator(&Spec::word("v0")).unwrap();
        let value = oracle(&tree, &evaluator, &0, 9);
        for rule in [PRUNED, UNPRUNED, Rule::Paranoid, Rule::BestReply] {
            assert_eq!(think(&tree, rule, 9).value, value, "{rule:?} on {text}");
        }
    }
}

#[test]
fn a_textbook_example_of_max_n() {
    // Each player takes the vector that is best for that player, and the whole vector is backed up.
    let tree = parse("1(2(3(1/2/6 4/3/3) 3(6/1/2 7/4/1)) 2(3(5/1/1 1/5/2) 3(7/7/1 5/4/5)))").unwrap();
    let report = think(&tree, PRUNED, 9);
    // Both sides leave player 1 with 1: the tie goes to the first move.
    assert_eq!(report.values, [1.0, 2.0, 6.0]);
}

#[test]
fn three_player_nim() {
    // With up to three matches to take, the heap itself can be taken at once.
    for matches in 1..=3 {
        let game = Nim3::from_spec(&format!("nim3(matches={matches})").parse().unwrap()).unwrap();
        let report = think(&game, PRUNED, 20);
        assert_eq!(report.values, [1.0, 0.0, 0.0]);
    }
    // With four, whatever the first takes the second takes the rest.
    let game = Nim3::from_spec(&"nim3(matches=4)".parse().unwrap()).unwrap();
    assert_eq!(think(&game, PRUNED, 20).values, [0.0, 1.0, 0.0]);
    // Ties go to the lowest move, pruned or not.
    for matches in 5..=12 {
        let game = Nim3::from_spec(&format!("nim3(matches={matches})").parse().unwrap()).unwrap();
        let (pruned, unpruned) = (think(&game, PRUNED, 20), think(&game, UNPRUNED, 20));
        assert_eq!((pruned.values, pruned.best), (unpruned.values, unpruned.best), "{matches} matches");
    }
}

/// The rules that model the others prove nothing, but a search that guessed nothing has nothing to find deeper.
#[test]
fn deepening_ends_with_the_game() {
    let nim = Nim3::from_spec(&"nim3(matches=5)".parse().unwrap()).unwrap();
    let longest = nim.nature().longest.unwrap();
    for rule in [PRUNED, UNPRUNED, Rule::Paranoid, Rule::BestReply] {
        let evaluator = nim.evaluator(&Spec::word(nim.evaluators()[0].name)).unwrap();
        let report = Multiplayer { evaluator, rule }.think(&Line::new(nim), Task::new(Budget::ENDLESS));
        assert!((2..=longest).contains(&report.depth), "{rule:?} searches {} plies", report.depth);
        assert_eq!(report.rows.len(), report.depth as usize, "{rule:?}");
        let deepest = think(&nim, rule, longest);
        assert_eq!((report.value, report.best), (deepest.value, deepest.best), "{rule:?}");
    }
}
