//! Networks of lines of action, learned by self-play with TD(lambda) at some search depth (opponent-model thesis, section
//! 5.3.2). The thesis says the depth, 3; rate, lambda, first weights and how games are made different are ours.

use std::path::PathBuf;

use plywood_core::{About, Error, Key, Stop};
use plywood_games::loa::{Evaluation, LinesOfAction, Network, Squares, network};
use plywood_learn::Course;
use plywood_learn::temporal::{Deep, Schedule};

use super::{Lesson, Mark, Trained, TrainerEntry, told};

/// `network`.
pub(super) const NETWORK: TrainerEntry = TrainerEntry {
    about: About {
        name: "network",
        about: "an evaluation by self-play with TD(lambda) at a search depth",
        keys: &[
            Key::new("games", "20000", "games of self-play"),
            Key::new("depth", "3", "plies that both sides search"),
            Key::new("rate", "0.005", "learning rate of the first game"),
            Key::new("halving", "10000", "games after which the rate is half of what it was; 0 for never"),
            Key::new("lambda", "0.8", "how far back a difference reaches, from 0 to 1"),
            Key::new("explore", "0.02", "how often a move is drawn at random"),
            Key::new("opening", "10", "games begin with up to so many moves drawn at random"),
            Key::new("longest", "200", "moves after which a game is a draw"),
            Key::new("symmetric", "on", "learn from all eight views of the board"),
            Key::new("seed", "1", "seed of the first weights and of what is drawn"),
            Key::new("file", "loa.weights", "the weight file, in quotes"),
        ],
        source: "opponent-model thesis, section 5.3.2",
    },
    games: &["loa"],
    observes: false,
    train,
};

/// Trains a network, from its checkpoint on where there is one.
fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let args = lesson.args;
    let schedule = Schedule {
        rate: args.number("rate", 0.0, 1.0)?,
        halving: args.number("halving", 0, u64::MAX)?,
        lambda: args.number("lambda", 0.0, 1.0)?,
        seed: args.number("seed", 0, u64::MAX)?,
        explore: args.number("explore", 0.0, 1.0)?,
        opening: args.number("opening", 0, 1000)?,
        longest: args.number("longest", 1, 1_000_000)?,
        symmetric: args.switch("symmetric")?,
    };
    let (games, depth) = (args.number("games", 1, u64::MAX)?, args.number("depth", 1, 100)?);
    let Schedule { rate, halving, lambda, seed, explore, opening, longest, symmetric } = schedule;
    let symmetric = if symmetric { "on" } else { "off" };
    let course = Course {
        command: format!(
            "plywood train loa network games={games} depth={depth} rate={rate} halving={halving} lambda={lambda} explore={explore} \
             opening={opening} longest={longest} symmetric={symmetric} seed={seed}"
        ),
        games,
        schedule,
        file: PathBuf::from(args.word("file")?),
        slice: 5,
        every: 200,
    };
    let evaluation = |weights: &_| Evaluation::from(Network::new(weights));
    let players = (Squares, Deep { evaluation, depth });
    course.run(LinesOfAction, players, network::untrained(seed), stop, told(&course, tell))?;
    let eval = format!("network(weights=\"{}\")", course.file.display());
    let uses = vec![
        format!("plywood search loa --with 'ab(depth=4, eval={eval})'"),
        format!("plywood match loa 'ab(depth=3, eval={eval})' 'ab(depth=3, eval=centre)'"),
    ];
    Ok(Trained { file: course.file, what: "the network", uses })
}
