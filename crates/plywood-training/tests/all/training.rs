//! Trainers by name.

use crate::train;
use plywood_core::{Notation, Spec, Stop, Task};
use plywood_eval::PatternWeights;
use plywood_games::othello::Othello;
use plywood_games::othello::patterns::{DISC, Patterns, shape};

#[test]
fn refusals_say_what_there_is() {
    let refused = |game: &str, spec: &str| {
        let spec: Spec = spec.parse().unwrap();
        train(game, &spec, &[], &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused("nim", "network").contains("unknown trainer \"network\" of nim; known: opponent"));
    assert!(refused("dice", "nothing").contains("known: network"));
    assert!(refused("dice(board=99)", "network").contains("from 3 to 17"));
    assert!(refused("dice", "network(gamse=3)").contains("its keys are games, rate"));
    assert!(refused("dice", "network(lambda=2)").contains("from 0 to 1"));
}

/// Bill's weights are the same whether learned in one sitting or in two, and what they say of games is worth something.
#[test]
fn weights_of_bill_are_learned_and_used() {
    use plywood_games::othello::bill::Weights;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let learn = |name: &str, games: u32| {
        let spec =
            format!("bill(games={games}, player=\"ab(depth=1, eval=squares)\", file=\"{}\")", path(name));
        let mut marks = Vec::new();
        train("othello", &spec.parse().unwrap(), &[], &Stop::new(), &mut |mark| marks.push(mark.done))
            .unwrap();
        (std::fs::read_to_string(path(name)).unwrap(), marks)
    };
    let (whole, _) = learn("whole", 150);
    learn("halves", 60);
    let (halves, marks) = learn("halves", 150);
    assert_eq!((halves.as_str(), marks[0]), (whole.as_str(), 61));
    let weights = Weights::read(&whole).unwrap();
    assert!(weights.0[4][1] > 0, "a move to a corner is good late in the game: {weights:?}");
    let game = plywood_registry::game("othello").unwrap();
    let player = format!("ab(depth=1, eval=bill(file=\"{}\"))", path("whole"));
    assert!(game.player(&player.parse().unwrap()).is_ok());
    let refused = |spec: &str| {
        let wrong = format!("bill({spec}, file=\"{}\")", path("whole")).parse().unwrap();
        train("othello", &wrong, &[], &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused("seed=2").contains("was trained by"), "another lesson");
    std::fs::write(path("whole"), "no weights").unwrap();
    assert!(refused("seed=1").contains("is damaged"));
    assert!(
        game.player(&player.parse().unwrap()).err().unwrap().to_string().contains("plywood bill weights 1")
    );
}

/// At a small scale: weights learned from nothing know more than nothing, are the same whatever the threads, and a second
/// sitting has nothing left to do.
#[test]
fn othello_patterns_are_learned_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |name: &str, threads: u32| {
        let file = folder.path().join(name);
        let spec = format!(
            "patterns(positions=150, rounds=1, depth=4, exact=8, threads={threads}, file=\"{}\")",
            file.display()
        );
        let mut marks = 0;
        train("othello", &spec.parse().unwrap(), &[], &Stop::new(), &mut |_| marks += 1).unwrap();
        (std::fs::read(&file).unwrap(), marks)
    };
    let (one, marks) = learn("one", 1);
    assert_eq!(marks, 15, "a mark for every stage");
    let (two, _) = learn("two", 2);
    assert!(one == two, "threads change nothing");
    assert_eq!(learn("one", 1), (one.clone(), 0));
    let weights = PatternWeights::from_bytes(&one, shape()).unwrap();
    // Whoever has nearly all discs will win by much, and the other sees it so.
    let (learned, game) = (Patterns::new(&weights), Othello::default());
    let board = "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX-";
    let value = |mover: &str| learned.look(&game.read_position(&format!("{board} {mover}")).unwrap());
    assert!(value("X") > 20 * DISC && value("O") < -20 * DISC, "{} {}", value("X"), value("O"));
    assert!(weights.note.contains("mean error in discs by stage: 14="), "{}", weights.note);
}

#[test]
fn a_network_of_lines_of_action_is_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |file: &str, interrupted: bool| {
        let path = folder.path().join(file);
        let spec = format!("network(games=12, depth=2, longest=40, file=\"{}\")", path.display());
        let (stop, mut done) = (Stop::new(), 0);
        train("loa", &spec.parse().unwrap(), &[], &stop, &mut |mark| {
            done = mark.done;
            if interrupted {
                stop.raise();
            }
        })
        .unwrap();
        (done, std::fs::read(path).unwrap())
    };
    let (whole, part) = (learn("whole", false), learn("part", true));
    assert_eq!((whole.0, part.0), (12, 5));
    assert_ne!(whole.1, part.1);
    assert_eq!(learn("part", false), whole);
    // What was learned is a network of lines of action, and plays.
    let eval = format!("network(weights=\"{}\")", folder.path().join("whole").display());
    let game = plywood_registry::game("loa").unwrap();
    let mut player = game.player(&format!("ab(depth=2, eval={eval})").parse().unwrap()).unwrap();
    let report = player.think(&*game.start(), Task::new(plywood_core::Budget::UNSET).seed(1)).unwrap();
    assert!(report.best.is_some());
}
