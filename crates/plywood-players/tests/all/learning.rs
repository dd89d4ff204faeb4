//! A player is watched and learned from its games: through the facade, as the command line does it.

use plywood_core::{Budget, Played, Spec, Stop, Turn};
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
