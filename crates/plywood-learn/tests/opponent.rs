//! A user's story: watch an opponent, learn its type and how deep it looks, and beat it with that knowledge.

use plywood_core::random::{below, seeded};
use plywood_core::{Budget, Game, Knowledge, Line, Player, Search, Spec, Stop, Task, Turn};
use plywood_games::randomtree::RandomTree;
use plywood_learn::opponent::learner::{Learner, Rule};
use plywood_learn::opponent::observe::TypeOfPlayer;
use plywood_learn::opponent::{mixture, observe, unambiguous};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::meter::Meter;
use plywood_search::opponent::om::{Om, OmConfig};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig};

fn tree(seed: u64, depth: u32) -> RandomTree {
    let spec = format!("randomtree(width=4, depth={depth}, seed={seed}, functions=3)");
    RandomTree::from_spec(&spec.parse::<Spec>().unwrap()).unwrap()
}

fn player(game: &RandomTree, evaluation: &str, depth: u32) -> TypeOfPlayer<RandomTree> {
    let evaluator = game.evaluator(&Spec::word(evaluation)).unwrap();
    TypeOfPlayer { search: Box::new(AlphaBeta::new(evaluator, Config::PLAIN)), budget: Budget::depth(depth) }
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
        let report = opponent.search.think(&line, Task::new(opponent.budget));
        (line, report.best.unwrap())
    };
    (0..count).map(&mut watch).collect()
}

/// The probabilities of types, and the evaluation and the depth of the likeliest.
fn learned() -> (Vec<f64>, &'static str, u32) {
    let game = tree(11, 24);
    let record = record(&game, &mut player(&game, "v1", 3), 120);
    let names = ["v0", "v1", "v2"];
    let mut types: Vec<_> = names.iter().map(|name| player(&game, name, 3)).collect();
    let observations = observe(&mut types, &record, &Stop::new());
    let learned = mixture(&observations, 3);
    assert!(unambiguous(&observations, 3).probabilities[1] > 0.99);
    let likeliest = |numbers: &[f64]| (0..numbers.len()).max_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let name = names[likeliest(&learned.probabilities).unwrap()];
    // The same evaluation at several depths is a model of depth.
    let mut depths: Vec<_> = (1..=4).map(|depth| player(&game, name, depth)).collect();
    let by_depth = mixture(&observe(&mut depths, &record, &Stop::new()), 4);
    assert!(by_depth.probabilities[2] > 0.99, "{by_depth:?}");
    (learned.probabilities, name, 1 + likeliest(&by_depth.probabilities).unwrap() as u32)
}

/// The results of a player that moves first and sees to the end, against an opponent with v1 that looks
/// `plies` plies ahead, over some trees.
fn results(plies: u32, make: impl Fn(&RandomTree) -> Box<dyn Search<RandomTree>>) -> Vec<f64> {
    let one = |seed: u64| {
        let game = tree(1000 + seed, 8);
        let mut own = make(&game);
        let mut opponent = player(&game, "v1", plies);
        let mut line = Line::new(game);
        while let Turn::Player(on_turn) = line.turn() {
            let report = if on_turn == Player::FIRST {
                own.think(&line, Task::new(Budget::depth(8)))
            } else {
                opponent.search.think(&line, Task::new(opponent.budget))
            };
            line.play(report.best.unwrap());
        }
        line.payoff(Player::FIRST)
    };
    (0..40).map(one).collect()
}

#[test]
fn the_opponent_is_found_and_beaten() {
    let (probabilities, name, depth) = learned();
    assert!(probabilities[1] > 0.99 && name == "v1" && depth == 3, "{probabilities:?} {name} {depth}");
    let function = |game: &RandomTree, name: &str| game.evaluator(&Spec::word(name)).unwrap();
    let minimax =
        |plies| results(plies, |game| Box::new(AlphaBeta::new(function(game, "v0"), Config::PLAIN)));
    let om = |model: &'static str, plies, probe| {
        results(plies, move |game| {
            let settings = OmConfig { probe, ..OmConfig::PLAIN };
            Box::new(Om::new(function(game, "v0"), function(game, model), Config::PLAIN, settings))
        })
    };
    let total = |payoffs: &[f64]| payoffs.iter().sum::<f64>();
    // Against an opponent that also sees to the end the model is exact: no other play gets more, on any tree.
    let (known, plain) = (om(name, 8, None), minimax(8));
    assert!(known.iter().zip(&plain).all(|(one, other)| one >= other));
    assert!(known.iter().zip(&plain).filter(|(one, other)| one > other).count() > 10);
    // Against an opponent that sees three plies the model is exact for the next move alone, and still worth
    // more than minimax on the whole; a model of somebody else is worth less.
    let (known, plain) = (om(name, depth, Some(depth)), minimax(depth));
    let mistaken = om("v2", depth, Some(depth));
    assert!(total(&known) > total(&plain) && total(&known) > total(&mistaken));
}

/// A player that learns while it plays comes to believe in the right type, and what it believes depends on the line alone.
#[test]
fn beliefs_follow_the_game() {
    let game = tree(5, 24);
    let prom = || {
        let evaluations = ["v0", "v1", "v2"].map(|name| game.evaluator(&Spec::word(name)).unwrap()).to_vec();
        let types = (0..3).map(|place| OpponentType::plain(place, 1.0 / 3.0)).collect();
        Prom::new(evaluations, types, Config::PLAIN, PromConfig::PLAIN)
    };
    let rules = [
        Rule::Fast { rate: 0.3 },
        Rule::Slow { skill: 0.9, gamma: 0.3 },
        Rule::Switch { skill: 0.9, gamma: 0.3, sure: 0.6 },
    ];
    for rule in rules {
        let mut learner = Learner::new(prom(), rule, 3);
        let mut opponent = player(&game, "v2", 3);
        let mut line = Line::new(game);
        let mut halfway = None;
        while let Turn::Player(on_turn) = line.turn() {
            let report = if on_turn == Player::FIRST {
                learner.think(&line, Task::new(Budget::depth(3)))
            } else {
                opponent.search.think(&line, Task::new(opponent.budget))
            };
            if line.steps().len() == 10 {
                halfway = Some((line.clone(), learner.believed().to_vec()));
            }
            line.play(report.best.unwrap());
        }
        assert!(learner.believed()[2] > 0.9, "{rule:?}: {:?}", learner.believed());
        let (line, believed) = halfway.unwrap();
        let free = || Meter::unlimited();
        let mut other = Learner::new(prom(), rule, 3);
        other.watch(&line, &mut free());
        assert_eq!(other.believed(), believed, "who joins later believes the same");
        learner.watch(&line, &mut free());
        assert_eq!(learner.believed(), believed, "as does who takes moves back");
        learner.new_game();
        learner.watch(&Line::new(game), &mut free());
        assert_eq!(learner.believed(), [1.0 / 3.0; 3], "a new game begins afresh");
    }
}

/// A player that switches models follows an opponent that changes its evaluation in the middle of the game.
#[test]
fn switching_follows_an_opponent_who_changes() {
    let game = tree(5, 24);
    let evaluations = ["v0", "v1", "v2"].map(|name| game.evaluator(&Spec::word(name)).unwrap()).to_vec();
    let types = (0..3).map(|place| OpponentType::plain(place, 1.0 / 3.0)).collect();
    let prom = Prom::new(evaluations, types, Config::PLAIN, PromConfig::PLAIN);
    let mut learner = Learner::new(prom, Rule::Switch { skill: 0.9, gamma: 0.6, sure: 0.6 }, 3);
    let mut opponents = [player(&game, "v2", 3), player(&game, "v1", 3)];
    let mut line = Line::new(game);
    let mut before = Vec::new();
    while let Turn::Player(on_turn) = line.turn() {
        let late = usize::from(line.steps().len() >= 10);
        let report = if on_turn == Player::FIRST {
            learner.think(&line, Task::new(Budget::depth(3)))
        } else {
            let opponent = &mut opponents[late];
            opponent.search.think(&line, Task::new(opponent.budget))
        };
        if late == 0 {
            before = learner.playing().to_vec();
        }
        line.play(report.best.unwrap());
    }
    assert_eq!(before, [0.0, 0.0, 1.0], "the first one is met alone");
    assert_eq!(learner.playing(), [0.0, 1.0, 0.0], "then the other");
}
