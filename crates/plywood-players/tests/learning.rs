//! A player is watched, learned from its games, and compared: through the facade, as the command line does it.

use plywood_core::{Budget, Played, Spec, Stop, Turn};
use plywood_players::compare::{Better, Plan, compare};
use plywood_players::game;
use plywood_players::learned::OpponentModel;
use plywood_players::training::train;

const OPPONENT: &str = "mstar(levels=levels(squares), depth=1)";

/// Games of the opponent against a player of random moves.
fn played(count: u64) -> Vec<Played> {
    let game = game("othello").unwrap();
    let specs = [OPPONENT.to_string(), "random".to_string()];
    let mut players = specs.clone().map(|spec| game.player(&spec.parse::<Spec>().unwrap()).unwrap());
    let mut one = |number: u64| {
        let mut line = game.start();
        while let Turn::Player(seat) = line.turn() {
            let seed = 100 * number + line.steps().len() as u64;
            let report =
                players[seat.index()].think(&*line, &Budget::UNLIMITED, seed, &Stop::new(), &mut ()).unwrap();
            line.step(&report.best.unwrap()).unwrap();
        }
        Played {
            game: game.spec(),
            start: String::new(),
            steps: line.steps(),
            players: specs.to_vec(),
            payoffs: line.payoffs(),
            ending: line.ending(),
        }
    };
    (0..count).map(&mut one).collect()
}

#[test]
fn an_opponent_is_learned_from_games() {
    let folder = std::env::temp_dir().join(format!("plywood-learning-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("opponent.model");
    let spec = format!("opponent(player=\"{OPPONENT}\", depth=1, moves=150, file=\"{}\")", file.display());
    let mut told = 0;
    let trained =
        train("othello", &spec.parse().unwrap(), &played(6), &Stop::new(), &mut |mark| told = mark.done)
            .unwrap();
    assert_eq!((trained.file.clone(), told), (file.clone(), 150));
    let model = OpponentModel::load(&file).unwrap();
    // The weights explain the moves best where the opponent's own evaluation has nearly all the weight.
    let types: Vec<(String, f64)> = model
        .types
        .args
        .iter()
        .map(|(_, one)| (one.get("eval").unwrap().to_string(), one.get("p").unwrap().name.parse().unwrap()))
        .collect();
    let share: f64 = types
        .iter()
        .filter(|(eval, _)| eval == "squares" || eval.starts_with("weighted"))
        .map(|(_, p)| p)
        .sum();
    assert!(share > 0.95 && (types.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 0.01, "{types:?}");
    assert!(model.weights.get("squares").unwrap().name.parse::<f64>().unwrap() > 0.0, "{}", model.weights);
    // What was learned plays, as a model and by itself.
    let game = game("othello").unwrap();
    let path = file.display();
    for text in [
        format!("om(opponent=learned(file=\"{path}\"), depth=3)"),
        format!("prom(types=learned(file=\"{path}\"), depth=3, learn=fast)"),
        format!("mstar(levels=levels(learned(file=\"{path}\")), depth=2)"),
    ] {
        let mut player = game.player(&text.parse().unwrap()).unwrap();
        let report = player.think(&*game.start(), &Budget::UNLIMITED, 1, &Stop::new(), &mut ()).unwrap();
        assert!(report.best.is_some() && report.depth > 1, "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn refusals_say_what_there_is() {
    let refused = |name: &str, spec: &str, games: &[Played]| {
        train(name, &spec.parse().unwrap(), games, &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused("othello", "opponent", &[]).contains("from=RUN"));
    let games = played(1);
    assert!(refused("othello", "opponent", &games).contains("name one"));
    assert!(refused("kalah", "opponent(player=random)", &games).contains("no moves of random"));
    assert!(refused("pig", "opponent(player=random)", &games).contains("no chance"));
}

/// A weighted sum of one evaluation chooses as that evaluation does, and one of two is in between.
#[test]
fn weights_count_relative_to_each_other() {
    for name in ["othello", "loa", "kalah(holes=4, seeds=3)"] {
        let game = game(name).unwrap();
        let eval = game.evaluators()[0].name;
        let mut line = game.start();
        for ply in 0..20 {
            let Turn::Player(_) = line.turn() else { break };
            let answer = |levels: &str| {
                let spec = format!("mstar(levels=levels({levels}), depth=2)");
                let mut player = game.player(&spec.parse().unwrap()).unwrap();
                player.think(&*line, &Budget::UNLIMITED, 1, &Stop::new(), &mut ()).unwrap().best
            };
            let alone = answer(eval);
            assert_eq!(answer(&format!("weighted({eval}=0.37)")), alone, "{name} at ply {ply}");
            let moves = line.moves();
            line.step(&moves[ply % moves.len()]).unwrap();
        }
    }
}

fn plan(own: &str, other: &str, truth: &str, positions: usize) -> Plan {
    let [own, other, truth] = [own, other, truth].map(|text| text.parse().unwrap());
    Plan { own, other, truth, positions, depth: 2, seed: 1 }
}

#[test]
fn evaluations_are_compared_on_a_solved_game() {
    let game = game("tictactoe").unwrap();
    let compared =
        compare(&*game, &plan("open_lines", "zero", "ab", 120), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((compared.positions, compared.proven), (120, 120), "alpha-beta sees to the end");
    let numbers: Vec<u32> = compared.orderings.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    // Who counts open lines knows more than who says nothing, by every ordering that has numbers.
    for one in compared.orderings.iter().filter(|one| one.values.is_some()) {
        assert_eq!(one.better, Better::First, "{one:?}");
    }
    assert!(compared.bound > 0.0 && compared.errors.trees == 20, "{compared:?}");
    // An evaluation beside itself: nothing is better, nothing apart, and OM search is minimax.
    let same = compare(&*game, &plan("zero", "zero", "ab", 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(same.orderings.iter().all(|one| one.better == Better::Neither), "{same:?}");
    assert!(same.bound == 0.0 && same.violations == 0 && !same.admissible, "equal is not better");
}

/// An evaluation that is the truth is admissible beside one that is not, and gains by the other's errors.
#[test]
fn the_truth_is_admissible() {
    let game = game("randomtree(width=3, depth=6, seed=4, functions=2)").unwrap();
    let truth = "mstar(levels=levels(v0), depth=0)";
    let compared = compare(&*game, &plan("v0", "v1", truth, 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(compared.admissible && compared.violations == 0, "{compared:?}");
    assert!(compared.errors.type_1 == 0 && compared.errors.type_2 == 0, "{:?}", compared.errors);
    assert!(compared.errors.gain > 0.0, "{:?}", compared.errors);
    let turned = compare(&*game, &plan("v1", "v0", truth, 60), &Stop::new(), &mut |_| {}).unwrap();
    assert!(!turned.admissible && turned.errors.type_1 > 0 && turned.errors.gain < 0.0, "{turned:?}");
    assert_eq!(turned.bound, compared.bound);
}
