//! A player is watched and learned from its games: through the facade, as the command line does it.

use plywood_core::{Budget, Played, Spec, Stop, Task, Turn};
use plywood_players::learned::OpponentModel;
use plywood_registry::game;
use plywood_training::Mark;

use crate::train;
use plywood_search::alphabeta::selective::{Counted, Fitted};

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
            let report = players[seat.index()].think(&*line, Task::new(Budget::UNSET).seed(seed)).unwrap();
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
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("opponent.model");
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
        let report = player.think(&*game.start(), Task::new(Budget::UNSET).seed(1)).unwrap();
        assert!(report.best.is_some() && report.depth > 1, "{text}");
    }
}

/// A sitting that was broken off leaves a model that can be used; the same command goes on, and comes to the same file as
/// one that was not.
#[test]
fn a_lesson_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let games = played(3);
    let learn = |file: &str, keys: &str, stop: &Stop, tell: &mut dyn FnMut(u64)| {
        let path = folder.path().join(file);
        let spec = format!("opponent(player=\"{OPPONENT}\", depth=1, {keys}, file=\"{}\")", path.display());
        train("othello", &spec.parse().unwrap(), &games, stop, &mut |mark| tell(mark.done)).unwrap();
        std::fs::read_to_string(path).unwrap()
    };
    let stop = Stop::new();
    let part = learn("part", "moves=50", &stop, &mut |done| {
        if done == 20 {
            stop.raise();
        }
    });
    assert_eq!(OpponentModel::read(&part).unwrap().agrees.len(), 20);
    let mut heard = Vec::new();
    let resumed = learn("part", "moves=50", &Stop::new(), &mut |done| heard.push(done));
    let whole = learn("whole", "moves=50", &Stop::new(), &mut |_| {});
    assert_eq!((resumed == whole, heard[0]), (true, 21), "{resumed}\n{whole}");
    // All is done: nothing is told, and nothing changes.
    assert_eq!(learn("part", "moves=50", &Stop::new(), &mut |_| panic!("nothing is left")), whole);
    // Another seed draws other moves: another lesson, which starts anew.
    let mut first = None;
    let other = learn("part", "moves=50, seed=2", &Stop::new(), &mut |done| {
        first.get_or_insert(done);
    });
    assert_eq!((other == whole, first), (false, Some(0)));
    let path = folder.path().join("poem");
    std::fs::write(&path, "no model").unwrap();
    let spec = format!("opponent(player=\"{OPPONENT}\", file=\"{}\")", path.display());
    let told = train("othello", &spec.parse().unwrap(), &games, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(told.to_string().contains("name another file"), "{told}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "no model");
}

/// Probabilities follow results: interrupted and resumed they come to the same, and the file plays.
#[test]
fn probabilities_are_tuned_by_results() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |file: &str, stopped_after: u64| {
        let path = folder.path().join(file);
        let spec = format!(
            "results(against=random, types=either(type(eval=open_lines), type(eval=zero)), depth=2, opening=2, \
             games=20, file=\"{}\")",
            path.display()
        );
        let stop = Stop::new();
        let tell = &mut |mark: &Mark| {
            if mark.done == stopped_after {
                stop.raise();
            }
        };
        train("tictactoe", &spec.parse().unwrap(), &[], &stop, tell).unwrap();
        OpponentModel::load(&path).unwrap()
    };
    let part = learn("part", 7);
    assert!(part.note.starts_with("7 games"), "{}", part.note);
    let whole = learn("whole", 0);
    assert!(whole.note.starts_with("20 games"), "{}", whole.note);
    assert_eq!(learn("part", 0), whole);
    assert_eq!(whole.types.args.len(), 2, "{}", whole.types);
    let refused = |spec: &str| {
        train("tictactoe", &spec.parse().unwrap(), &[], &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused("results").contains("name the player"));
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
                player.think(&*line, Task::new(Budget::UNSET).seed(1)).unwrap().best
            };
            let alone = answer(eval);
            assert_eq!(answer(&format!("weighted({eval}=0.37)")), alone, "{name} at ply {ply}");
            let moves = line.moves();
            line.step(&moves[ply % moves.len()]).unwrap();
        }
    }
}

#[test]
fn shallow_values_are_fitted_to_deep_ones_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("othello.probcut");
    let learn = |positions: u64| {
        let spec = format!("probcut(depth=4, positions={positions}, file=\"{}\")", file.display());
        let mut told = Vec::new();
        train("othello", &spec.parse().unwrap(), &[], &Stop::new(), &mut |mark| told.push(mark.done))
            .unwrap();
        told
    };
    assert_eq!(learn(30), (1..=30).collect::<Vec<_>>());
    // It goes on, and what was there stays.
    let first = Fitted::load(&file).unwrap();
    assert_eq!(learn(40), (31..=40).collect::<Vec<_>>());
    let fitted = Fitted::load(&file).unwrap();
    let bits = |rows: &[Vec<f64>]| rows.iter().flatten().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&fitted.values[..30]), bits(&first.values));
    assert_eq!(learn(40), [0; 0]);
    let depths: Vec<(u32, u32)> = fitted.pairs.iter().map(|pair| (pair.deep, pair.shallow)).collect();
    assert_eq!(depths, [(3, 1), (4, 2)]);
    assert!(fitted.pairs.iter().all(|pair| pair.slope > 0.3 && pair.deviation > 0.0), "{:?}", fitted.pairs);

    let game = game("othello").unwrap();
    let nodes = |more: &str| {
        let spec: Spec = format!("pvs(depth=6{more})").parse().unwrap();
        let mut player = game.player(&spec).unwrap();
        player.think(&*game.start(), Task::new(Budget::UNSET).seed(1)).unwrap().nodes
    };
    let cut = nodes(&format!(", probcut=multi(file=\"{}\", t=0.5)", file.display()));
    assert!(cut < nodes(""), "{cut} nodes");
    let refused = |text: &str| game.player(&text.parse().unwrap()).err().expect("refused").to_string();
    assert!(refused("pvs(probcut=multi)").contains("name the file"));
    assert!(refused("pvs(probcut=many)").contains("multi"));
    assert!(refused("pvs(probcut=multi(file=nowhere))").contains("plywood train GAME probcut"));
}

#[test]
fn kinds_of_moves_are_counted_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("othello.counts");
    let games = played(6);
    let spec = format!("realization(skip=2, file=\"{}\")", file.display());
    train("othello", &spec.parse().unwrap(), &games, &Stop::new(), &mut |_: &Mark| {}).unwrap();
    let counted = Counted::load(&file).unwrap();
    // As many are chosen as positions had a choice; counted here by another way.
    let game = game("othello").unwrap();
    let mut choices = 0;
    for played in &games {
        let mut line = game.start();
        for (ply, step) in played.steps.iter().enumerate() {
            choices += u64::from(ply >= 2 && line.moves().len() > 1);
            line.step(step).unwrap();
        }
    }
    assert_eq!(counted.kinds.iter().map(|kind| kind.2).sum::<u64>(), choices);
    assert!(counted.kinds.iter().all(|(_, seen, chosen)| chosen <= seen && *seen <= choices));
    for kind in ["plain", "enhanced"] {
        let spec = format!("ab(realization={kind}(file=\"{}\"), depth=4)", file.display());
        let mut player = game.player(&spec.parse().unwrap()).unwrap();
        let report = player.think(&*game.start(), Task::new(Budget::UNSET).seed(1)).unwrap();
        assert!(report.best.is_some() && report.nodes > 10, "{kind}");
    }
    let none = train("loa", &"realization".parse().unwrap(), &games, &Stop::new(), &mut |_: &Mark| {});
    assert!(none.unwrap_err().to_string().contains("no moves of loa"));
}

#[test]
fn selective_switches_go_into_probes_each_holder_for_itself() {
    let game = game("loa").unwrap();
    let mut line = game.start();
    for place in 0..6 {
        let moves = line.moves();
        line.step(&moves[5 * place % moves.len()]).unwrap();
    }
    let nodes = |text: &str| {
        let mut player = game.player(&text.parse().unwrap()).unwrap();
        player.think(&*line, Task::new(Budget::UNSET).seed(1)).unwrap().nodes
    };
    let full = nodes("om(opponent=mobility, depth=5, speculate=1, pvs=on)");
    let ours = nodes(
        "om(opponent=mobility, depth=5, speculate=1, pvs=on, null=on, opponent_selective=with(null=off))",
    );
    let theirs =
        nodes("om(opponent=mobility, depth=5, speculate=1, pvs=on, opponent_selective=with(null=on))");
    let both = nodes("om(opponent=mobility, depth=5, speculate=1, pvs=on, null=on)");
    let mut different = vec![full, ours, theirs, both];
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 4, "{full} {ours} {theirs} {both}");
    let of_type = |more: &str| {
        let types = format!("either(type(p=0.5), type(eval=mobility, p=0.5{more}))");
        nodes(&format!("prom(types={types}, depth=5, speculate=1, pvs=on)"))
    };
    assert_ne!(of_type(", selective=with(null=on)"), of_type(""));
    let refused = |text: &str| game.player(&text.parse().unwrap()).err().expect("refused").to_string();
    assert!(refused("om(version=one_pass, null=on)").contains("probes only"));
    assert!(refused("om(opponent_selective=some)").contains("with"));
}
