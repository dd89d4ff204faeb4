//! The forerunners of OM search, by hand and at their limits.

use plywood_core::{Budget, Game, Knowledge, Line, Search, Spec, Stop};
use plywood_games::tictactoe::TicTacToe;
use plywood_games::tree::parse;
use plywood_search::alphabeta::Config;
use plywood_search::opponent::forerunners::{Fallibility, Forerunner, rank_probabilities};
use plywood_search::plain::oracle;

use crate::support::cases;

fn on_tree(text: &str, rule: Forerunner) -> (f64, String) {
    let tree = parse(text).unwrap();
    let [own, model] = ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).unwrap());
    let line = Line::new(tree.clone());
    let mut search = Fallibility::new(own, model, Config::BARE, rule, true);
    let report = search.think(&line, &Budget::depth(9), 0, &Stop::new(), &mut ());
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
            let report = case.run(Fallibility::new(functions[0], functions[1], Config::BARE, rule, true));
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
        let mut search = Fallibility::new(zero, zero, Config::BARE, rule, false);
        let report = search.think(&line, &Budget::depth(9), 0, &Stop::new(), &mut ());
        (report.best.unwrap(), report.value)
    };
    let (corner, _) = choose(Forerunner::BestOptimal);
    let (trap, value) = choose(Forerunner::SpeculativePlay { weight: 0.01, limit: 0.5 });
    let corners = ["a1", "a3", "c1", "c3"];
    let name = |chosen| game.write_move(&game.start(), chosen);
    assert!(corners.contains(&name(corner).as_str()), "one reply of eight is optimal: {}", name(corner));
    assert!(corners.contains(&name(trap).as_str()) && value > 0.0, "{} {value}", name(trap));
}
