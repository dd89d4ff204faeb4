//! The player that learns the errors of the frame as it goes.

use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::players::pickpocket::{PICKPOCKET, PickPocket};
use plywood_core::random::seeded;
use plywood_core::{About, Budget, Game, Line, Search, Task, Turn};

/// Who learns plans with what the frame has shown, and plays the same frame by the same seed.
#[test]
fn errors_are_learned_during_a_frame() {
    let game = crate::game("8ball(errors=high)");
    let spec = "pickpocket(depth=1, samples=3, variants=2, errors=learned)".parse().unwrap();
    let (_, args) = About::find(&[PICKPOCKET.about], &spec, "player").unwrap();
    let frame = || {
        let mut player = PickPocket::from_args(&game, &args).unwrap();
        let before = player.errors(&game);
        let mut line = Line::new(game.clone());
        let mut dice = seeded(3);
        for _ in 0..60 {
            match line.turn() {
                Turn::Chance => drop(line.sample(&mut dice)),
                Turn::Player(_) => {
                    let report = player.think(&line, Task::new(Budget::UNSET).seed(1));
                    line.play(report.best.unwrap());
                }
                Turn::Over => break,
            }
        }
        (before, player.errors(&game), game.key(line.position()))
    };
    let (before, after, key) = frame();
    assert_eq!(before, ErrorModel::named("taiwan").unwrap(), "the prior");
    assert!(after.phi > 2.0 * before.phi && after.phi < 1.2 * game.errors.phi, "{after}");
    assert_eq!(frame().2, key);
}
