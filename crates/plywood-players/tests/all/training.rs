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
