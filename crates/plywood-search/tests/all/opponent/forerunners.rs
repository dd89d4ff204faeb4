//! The forerunners of OM search, by hand, at their limits, and beside their formulas written out.

use plywood_core::{Budget, Game, Knowledge, Line, Notation, Search, Spec, Task, Turn};
use plywood_games::randomtree::Node;
use plywood_games::tree::parse;
use plywood_search::alphabeta::Config;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::forerunners::{Fallibility, Forerunner, rank_probabilities};
use plywood_search::plain::oracle;
use plywood_small_games::tictactoe::TicTacToe;

use super::support::{Case, cases, tic_tac_toe};

fn on_tree(text: &str, rule: Forerunner) -> (f64, String) {
    let tree = parse(text).unwrap();
    let [own, model] = ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).unwrap());
    let line = Line::new(tree.clone());
    let mut search = Fallibility::new(own, model, Config::PLAIN, rule, true);
    let report = search.think(&line, Task::new(Budget::depth(9)));
    (report.value, tree.write_move(&tree.start(), report.best.unwrap()))
}

const NO_BONUS: Forerunner = Forerunner::MAndN { max_moves: 1, min_moves: 1, bonus: 1.0, reach: 4.0 };

#[test]
fn by_hand() {
    // Two moves of 4 are worth 4 and a bonus of 1; 4 and 2 are worth 4 and half of it.
    let bonus = Forerunner::MAndN { max_moves: 2, min_moves: 1, bonus: 1.0, reach: 4.0 };
    assert_eq!(on_tree("(4/0 2/0)", bonus), (4.0, "1".to_string()));
    assert_eq!(on_tree("([(4/0 2/0)] [(4/0 4/0)])", bonus), (5.0, "2".to_string()));
    // MIN's second move makes a node worse for MAX.
    let malus = Forerunner::MAndN { max_moves: 1, min_moves: 2, bonus: 1.0, reach: 4.0 };
    assert_eq!(on_tree("([3/0 3/0] [3/0 9/0])", malus), (3.0, "2".to_string()));

    assert_eq!(rank_probabilities(0.5, 2), [2.0 / 3.0, 1.0 / 3.0]);
    let fallible = Forerunner::Fallible { skill: 0.5 };
    assert_eq!(on_tree("([6/0 6/0] [5/0 11/0])", fallible), (7.0, "2".to_string()));

    // The model likes what is bad for MIN; MAX may give up one point for that, not two.
    let program = |delta| Forerunner::HeuristicProgram { skill: 1.0, delta };
    assert_eq!(on_tree("([6/0 6/0] [5/9 11/1])", program(1.0)), (11.0, "2".to_string()));
    assert_eq!(on_tree("([6/0 6/0] [4/9 11/1])", program(1.0)), (6.0, "1".to_string()));

    // Both moves keep the value 3, but the second leaves one good reply of three.
    assert_eq!(on_tree("([3/0 3/0 9/0] [3/0 9/0 9/0])", Forerunner::BestOptimal), (3.0, "2".to_string()));
}

/// Without a bonus, without fallibility and without speculation they are minimax.
#[test]
fn limits_are_minimax() {
    for case in cases(400) {
        let functions = case.functions();
        let expected = oracle(&case.tree, &functions[0], &case.tree.start(), case.depth);
        let rules = [
            NO_BONUS,
            Forerunner::Fallible { skill: 1.0 },
            Forerunner::BestOptimal,
            Forerunner::SpeculativePlay { weight: 1.0, limit: 0.0 },
        ];
        for rule in rules {
            let report = case.run(Fallibility::new(functions[0], functions[1], Config::PLAIN, rule, true));
            assert_eq!(report.value, expected, "{rule:?} on tree {}", case.seed);
        }
    }
}

/// In a drawn position speculative play sets the trap: a corner, after which most replies lose.
#[test]
fn speculative_play_sets_traps() {
    let game = TicTacToe;
    let zero = game.evaluator(&Spec::word("zero")).unwrap();
    let line = Line::new(game);
    let choose = |rule| {
        let mut search = Fallibility::new(zero, zero, Config::PLAIN, rule, false);
        let report = search.think(&line, Task::new(Budget::depth(9)));
        (report.best.unwrap(), report.value)
    };
    let (corner, _) = choose(Forerunner::BestOptimal);
    let (trap, value) = choose(Forerunner::SpeculativePlay { weight: 0.01, limit: 0.5 });
    let corners = ["a1", "a3", "c1", "c3"];
    let name = |chosen| game.write_move(&game.start(), chosen);
    assert!(corners.contains(&name(corner).as_str()), "one reply of eight is optimal: {}", name(corner));
    assert!(corners.contains(&name(trap).as_str()) && value > 0.0, "{} {value}", name(trap));
}

/// What a formula makes of the values of a node's children: a node of MAX or not, the node, a child's value by the rule
/// and by minimax, in the game's order.
type Rule<'a> = &'a dyn Fn(bool, &Node, &[(f64, f64)]) -> f64;

/// The value of a node by a rule, and by minimax, both for MAX.
fn backed(case: &Case, rule: Rule, node: &Node, depth: u32) -> (f64, f64) {
    if depth == 0 {
        let value = case.tree.value(node, 0);
        return (value, value);
    }
    let children = case.definition().children(node);
    let below: Vec<_> = children.iter().map(|(_, child)| backed(case, rule, child, depth - 1)).collect();
    let max = (case.depth - depth).is_multiple_of(2);
    let minimax = below.iter().map(|(_, minimax)| *minimax);
    let minimax = if max { minimax.fold(f64::MIN, f64::max) } else { minimax.fold(f64::MAX, f64::min) };
    (rule(max, node, &below), minimax)
}

/// The same on thousands of trees: the root's value is the greatest of its children's that may be chosen.
fn agrees(forerunner: Forerunner, rule: Rule, allowed: impl Fn(f64, f64) -> bool) {
    for case in cases(1200) {
        let functions = case.functions();
        let children = case.definition().children(&case.tree.start());
        let values: Vec<_> =
            children.iter().map(|(_, child)| backed(&case, rule, child, case.depth - 1)).collect();
        let minimax = values.iter().fold(f64::MIN, |most, (_, minimax)| most.max(*minimax));
        let open = values.iter().filter(|(_, true_value)| allowed(*true_value, minimax));
        let expected = open.fold(f64::MIN, |most, (value, _)| most.max(*value));
        for deepening in [false, true] {
            let search = Fallibility::new(functions[0], functions[1], Config::PLAIN, forerunner, deepening);
            let report = case.run(search);
            let told = format!("{forerunner:?} on tree {} to depth {}", case.seed, case.depth);
            assert!((report.value - expected).abs() < 1e-9, "{} for {expected}: {told}", report.value);
            let place = children.iter().position(|(chosen, _)| Some(*chosen) == report.best).unwrap();
            assert!((values[place].0 - expected).abs() < 1e-9 && allowed(values[place].1, minimax), "{told}");
        }
    }
}

/// In the view of whoever chooses, best first.
fn sorted(max: bool, values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.map(|value| if max { value } else { -value }).collect();
    values.sort_by(|one, other| other.total_cmp(one));
    values
}

#[test]
fn m_and_n_search_is_its_formula() {
    let forerunner = Forerunner::MAndN { max_moves: 2, min_moves: 3, bonus: 3.0, reach: 2.5 };
    let rule = |max: bool, _: &Node, below: &[(f64, f64)]| {
        let values = sorted(max, below.iter().map(|(value, _)| *value));
        let mut value = values[0];
        // A second move as good as the best adds 3, a third half of that; one 2.5 behind adds nothing.
        for (place, share) in [(1, 3.0), (2, 1.5)] {
            if place < if max { 2 } else { 3 } && place < values.len() {
                value += share * (1.0 - (values[0] - values[place]) / 2.5).max(0.0);
            }
        }
        if max { value } else { -value }
    };
    agrees(forerunner, &rule, |_, _| true);
}

#[test]
fn a_fallible_opponent_is_formulas_2_1_to_2_3() {
    let rule = |max: bool, _: &Node, below: &[(f64, f64)]| {
        let values = sorted(max, below.iter().map(|(value, _)| *value));
        if max {
            return values[0];
        }
        let weight = |rank: usize| 0.4_f64.powi(rank as i32) * 0.6;
        let total: f64 = (0..values.len()).map(weight).sum();
        -values.iter().enumerate().map(|(rank, value)| weight(rank) / total * value).sum::<f64>()
    };
    agrees(Forerunner::Fallible { skill: 0.6 }, &rule, |_, _| true);
}

#[test]
fn the_heuristic_program_is_formulas_2_4_and_2_5() {
    let delta = 1.0;
    for case in cases(800) {
        let rule = |max: bool, node: &Node, below: &[(f64, f64)]| {
            let best = below.iter().fold(f64::MIN, |most, (_, minimax)| most.max(*minimax));
            if max {
                let safe = below.iter().filter(|(_, minimax)| *minimax >= best - delta);
                return safe.fold(f64::MIN, |most, (value, _)| most.max(*value));
            }
            // MIN likes what the model thinks little of, and the earlier of equals.
            let children = case.definition().children(node);
            let mut ranked: Vec<usize> = (0..children.len()).collect();
            let liking = |place: &usize| case.tree.value(&children[*place].1, 1);
            ranked.sort_by(|one, other| liking(one).total_cmp(&liking(other)));
            let weights: Vec<f64> = (0..ranked.len()).map(|rank| 0.25_f64.powi(rank as i32)).collect();
            let total: f64 = weights.iter().sum();
            ranked.iter().zip(weights).map(|(place, weight)| weight / total * below[*place].0).sum()
        };
        let root = case.tree.start();
        let (expected, _) = backed(&case, &rule, &root, case.depth);
        let functions = case.functions();
        let forerunner = Forerunner::HeuristicProgram { skill: 0.75, delta };
        let report = case.run(Fallibility::new(functions[0], functions[1], Config::PLAIN, forerunner, false));
        assert!((report.value - expected).abs() < 1e-9, "{} for {expected} on {}", report.value, case.seed);
    }
}

/// Among the moves of the greatest minimax value, the first after which the smallest share of replies keeps it.
#[test]
fn best_optimal_is_formulas_2_6_and_2_7() {
    for case in cases(1200).filter(|case| case.depth > 1) {
        let functions = case.functions();
        let definition = case.definition();
        let minimax =
            |node: &Node, ply: u32| definition.minimax(&functions[0], (node, ply, case.depth - ply));
        let root = case.tree.start();
        let share = |child: &Node| {
            let replies = definition.children(child);
            let optimal = replies.iter().filter(|(_, reply)| minimax(reply, 2) == minimax(child, 1));
            optimal.count() as f64 / replies.len() as f64
        };
        let children = definition.children(&root);
        let optimal = children.iter().filter(|(_, child)| minimax(child, 1) == minimax(&root, 0));
        let fewest = optimal.fold(None, |best: Option<(f64, u32)>, (chosen, child)| match best {
            Some((least, _)) if share(child) >= least => best,
            _ => Some((share(child), *chosen)),
        });
        let report = case.run(Fallibility::new(
            functions[0],
            functions[1],
            Config::PLAIN,
            Forerunner::BestOptimal,
            false,
        ));
        assert_eq!(report.best, fewest.map(|(_, chosen)| chosen), "tree {}", case.seed);
    }
}

/// Formulas 2.8 and 2.9 in tic-tac-toe, where wins have distances: the value for MAX of a node, its minimax value, and the
/// bonus for whoever leads there.
fn speculated(
    game: &TicTacToe,
    definition: &Definition<TicTacToe>,
    (board, ply, depth): (&<TicTacToe as Game>::Position, u32, u32),
    max: plywood_core::Player,
) -> (f64, f64, f64) {
    const WIN: i32 = plywood_search::scale::WIN;
    let open_lines = game.evaluator(&Spec::word("open_lines")).unwrap();
    let minimax = definition.minimax(&open_lines, (board, ply, depth));
    let decided = |value: i32| (value.abs() > WIN - 100).then(|| WIN - value.abs());
    let worth = |value: i32| match decided(value) {
        Some(distance) => f64::from(value.signum()) * (1.001 - 1e-9 * f64::from(distance)),
        None => f64::from(value) / 9.0,
    };
    if depth == 0 || game.turn(board) == Turn::Over {
        return (worth(minimax), worth(minimax), 0.0);
    }
    let own = game.turn(board) == Turn::Player(max);
    let sign = if own { 1.0 } else { -1.0 };
    let (mut best, mut known, mut unknown) = (f64::MIN, 0.0, 0.0);
    for (_, child) in definition.children(board) {
        let below = (&child, ply + 1, depth - 1);
        let (value, _, bonus) = speculated(game, definition, below, max);
        best = best.max(sign * value + bonus);
        let true_value = definition.minimax(&open_lines, below);
        match decided(true_value) {
            Some(distance) if sign * f64::from(true_value) < 0.0 => {
                known += f64::from(distance - ply as i32 - 1)
            }
            _ => unknown += 1.0,
        }
    }
    let bonus = if unknown > 0.0 { f64::min(0.05 * known / unknown, 0.2) } else { 0.0 };
    (sign * best, worth(minimax), bonus)
}

#[test]
fn speculative_play_is_formulas_2_8_and_2_9() {
    let game = TicTacToe;
    let open_lines = game.evaluator(&Spec::word("open_lines")).unwrap();
    let mut speculative = 0;
    for seed in 0..300 {
        let Some(line) = tic_tac_toe(seed, 2 + seed % 5) else { continue };
        let depth = 2 + (seed % 3) as u32;
        let definition = Definition::new(&game, line.position());
        let node = (line.position(), 0, depth);
        let (expected, minimax, _) = speculated(&game, &definition, node, line.turn().view());
        let rule = Forerunner::SpeculativePlay { weight: 0.05, limit: 0.2 };
        let mut search = Fallibility::new(open_lines, open_lines, Config::PLAIN, rule, false);
        let report = search.think(&line, Task::new(Budget::depth(depth)));
        assert!((report.value - expected).abs() < 1e-9, "{} for {expected}, seed {seed}", report.value);
        speculative += u32::from((expected - minimax).abs() > 1e-9);
    }
    assert!(speculative > 20, "{speculative} positions leave room to speculate");
}
