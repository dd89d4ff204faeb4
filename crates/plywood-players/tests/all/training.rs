//! Trainers by name.

use plywood_core::{Spec, Stop};
use plywood_games::dice::evaluation::fitted_slope;
use plywood_players::training::{pair_slope, train};

#[test]
fn the_shipped_slopes_are_the_fitted_ones() {
    for (board, win) in [(5, 4), (7, 4)] {
        let (fresh, shipped) = (pair_slope(board, win, 20_000, 1), fitted_slope(board, win));
        assert!((fresh - shipped).abs() < 1e-3, "{board}x{board}: {fresh} against {shipped}");
    }
}

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
    let game = plywood_players::game("othello").unwrap();
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
