//! Networks of lines of action, learned by self-play with TD(lambda) at some search depth (opponent-model thesis, section
//! 5.3.2). The thesis says the depth, 3; rate, lambda, first weights and how games are made different are ours.

use std::path::PathBuf;

use plywood_core::settings::{Takes, number, whole};
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
            Key::taking("games", "20000", whole(1, u64::MAX), "games of self-play"),
            Key::taking("depth", "3", whole(1, 100), "plies that both sides search"),
            Key::taking("rate", "0.005", number(0.0, 1.0), "learning rate of the first game"),
            Key::taking(
                "halving",
                "10000",
                whole(0, u64::MAX),
                "games after which the rate is half of what it was; 0 for never",
            ),
            Key::taking("lambda", "0.8", number(0.0, 1.0), "how far back a difference reaches, from 0 to 1"),
            Key::taking("explore", "0.02", number(0.0, 1.0), "how often a move is drawn at random"),
            Key::taking(
                "opening",
                "10",
                whole(0, 1000),
                "moves drawn at random at the start of a game, at most",
            ),
            Key::taking("longest", "200", whole(1, 1_000_000), "moves after which a game is a draw"),
            Key::taking("symmetric", "on", Takes::Switch, "learn from all eight views of the board"),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of the first weights and of what is drawn"),
            Key::taking("file", "loa.weights", Takes::File, "the weight file, in quotes"),
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
        rate: args.get("rate")?,
        halving: args.get("halving")?,
        lambda: args.get("lambda")?,
        seed: args.get("seed")?,
        explore: args.get("explore")?,
        opening: args.get("opening")?,
        longest: args.get("longest")?,
        symmetric: args.get::<bool>("symmetric")?,
    };
    let (games, depth) = (args.get("games")?, args.get("depth")?);
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
