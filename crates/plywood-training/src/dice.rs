//! Networks of Dice, learned by self-play with TD(lambda) (Dice thesis, section 4.2.3).

use std::path::PathBuf;

use plywood_core::settings::{Takes, number, whole};
use plywood_core::{About, Error, Key, Stop};
use plywood_games::dice::grid::Grid;
use plywood_games::dice::streaks::Streaks;
use plywood_games::dice::{self, AnyDice, Dice, network};
use plywood_learn::Course;
use plywood_learn::temporal::{Greedy, Schedule};

use super::{Lesson, Mark, Trained, TrainerEntry, told};

/// `network`.
pub(super) const NETWORK: TrainerEntry = TrainerEntry {
    about: About {
        name: "network",
        about: "an evaluation by self-play with TD(lambda)",
        keys: &[
            Key::taking("games", "300000", whole(1, u64::MAX), "games of self-play"),
            Key::taking(
                "rate",
                "default",
                number(0.0, 1.0),
                "learning rate; by default 0.01 up to 5x5 and 0.003 beyond",
            ),
            Key::taking("lambda", "0", number(0.0, 1.0), "how far back a difference reaches, from 0 to 1"),
            Key::taking(
                "spread",
                "default",
                number(0.0, 1.0),
                "inputs first weigh at most this; by default 0.1 up to 13x13 and 0.003 beyond",
            ),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of the first weights and of the dice"),
            Key::taking(
                "file",
                "default",
                Takes::File,
                "the weight file, in quotes; by default named after the board",
            ),
        ],
        source: "Dice thesis, section 4.2.3",
    },
    games: &["dice"],
    observes: false,
    train,
};

/// The learning rate for a board: swept on 5x5 (0.003 to 0.3) and 9x9 (0.001 to 0.01).
fn rate(board: u32) -> f32 {
    if board <= 5 { 0.01 } else { 0.003 }
}

/// How much inputs weigh at first: swept on 17x17 (0.001 to 0.1), where 0.003 learns in 8,000 games what 0.1 does in 300,000.
fn spread(board: u32) -> f32 {
    if board <= 13 { network::UNTRAINED_SPREAD } else { 0.003 }
}

/// Trains a network, from its checkpoint on where there is one.
fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let (game, args) = (dice::from_spec(lesson.game)?, lesson.args);
    let (board, win) = match &game {
        AnyDice::Five(game) => (game.grid.size(), game.grid.win()),
        AnyDice::Small(game) => (game.grid.size(), game.grid.win()),
        AnyDice::Large(game) => (game.grid.size(), game.grid.win()),
    };
    let default = |key: &str| args.word(key).map(|word| word == "default");
    let schedule = Schedule::plain(
        if default("rate")? { rate(board) } else { args.get("rate")? },
        args.get("lambda")?,
        args.get("seed")?,
    );
    let spread = if default("spread")? { spread(board) } else { args.get("spread")? };
    let file = if default("file")? { format!("{board}x{board}-{win}.weights") } else { args.word("file")? };
    let games = args.get("games")?;
    let course = Course {
        // As the shipped networks have it: the same command makes the same file, byte for byte, and goes on from it.
        command: format!(
            "plywood train dice --board {board} --win {win} --games {games} --rate {} --lambda {} --seed {}{}",
            schedule.rate,
            schedule.lambda,
            schedule.seed,
            if spread == network::UNTRAINED_SPREAD { String::new() } else { format!(" --spread {spread}") }
        ),
        games,
        schedule,
        file: PathBuf::from(&file),
        slice: 250,
        every: 10_000,
    };
    match game {
        AnyDice::Five(game) => run(game, spread, &course, stop, tell)?,
        AnyDice::Small(game) => run(game, spread, &course, stop, tell)?,
        AnyDice::Large(game) => run(game, spread, &course, stop, tell)?,
    }
    let (game, eval) = (lesson.game, format!("network(file=\"{file}\")"));
    let uses = vec![
        format!("plywood search '{game}' --with 'star_proof(eval={eval})'"),
        format!("plywood match '{game}' 'star_proof(depth=3, eval={eval})' 'star_proof(depth=3)'"),
    ];
    Ok(Trained { file: course.file, what: "the network", uses })
}

fn run<S: Grid>(
    game: Dice<S>,
    spread: f32,
    course: &Course,
    stop: &Stop,
    tell: &mut dyn FnMut(&Mark),
) -> Result<(), Error> {
    let fresh = network::untrained_within(&game, spread, course.schedule.seed);
    course.run(game, (Streaks, Greedy::new(Streaks)), fresh, stop, told(course, tell)).map(drop)
}
