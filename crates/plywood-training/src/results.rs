//! `plywood train GAME results against=PLAYER`: the probabilities of types that play best, not those that
//! predict best (opponent-model thesis, sections 7.5 and 8.4: the two differ, and reinforcement is one way to
//! the former).
//!
//! Before every game of `prom` against the player the probabilities are changed at random, and they follow
//! the result of the game ([`Tuning`]). The file keeps the state, so that the same command continues.

use std::path::PathBuf;
use std::time::Instant;

use plywood_core::facade::AnyGame;
use plywood_core::random::{below, derive, seeded};
use plywood_core::settings::{Takes, number, whole};
use plywood_core::{About, Budget, Error, Key, Spec, Stop, Task, Turn};
use plywood_learn::opponent::reinforcement::Tuning;

use super::opponent::{EVERY, begun, game_of, taught, types, with_probabilities};
use super::{Lesson, Mark, Trained, TrainerEntry};
use plywood_players::learned::OpponentModel;

/// The trainer.
pub(super) const RESULTS: TrainerEntry = TrainerEntry {
    about: About {
        name: "results",
        about: "probabilities of types with which prom plays best against a player, from its results alone",
        keys: &[
            Key::new("against", "none", "the player it meets, as its spec"),
            Key::new("types", "default", "the types, as prom takes them; default is one for each evaluation"),
            Key::taking("depth", "3", whole(2, 1000), "plies that prom looks ahead; its types look one less"),
            Key::taking("games", "1000", whole(1, u64::MAX), "games to play"),
            Key::taking("opening", "4", whole(0, 1000), "random moves before each game"),
            Key::taking(
                "noise",
                "0.3",
                number(0.0, 10.0),
                "how far the logarithms of probabilities are nudged before a game",
            ),
            Key::taking("rate", "0.3", number(0.0, 10.0), "how far a result moves them"),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of openings and nudges"),
            Key::taking("file", "opponent.model", Takes::File, "the file to write, and to go on from"),
        ],
        source: "opponent-model thesis, section 8.4",
    },
    games: &[],
    observes: false,
    train,
};

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let (game, args) = (game_of(lesson)?, lesson.args);
    if !args.given("against") {
        return Err(
            args.error("against", "name the player that prom is to meet, as in against=\"ab(depth=2)\"")
        );
    }
    let against = args.spec("against")?;
    let (depth, games): (u32, u64) = (args.get("depth")?, args.get("games")?);
    let (opening, seed): (u64, u64) = (args.get("opening")?, args.get("seed")?);
    let (noise, rate): (f64, f64) = (args.get("noise")?, args.get("rate")?);
    let types = types(&*game, args, None)?;
    let file = PathBuf::from(args.word("file")?);
    let words =
        [game.spec(), against.to_string(), args.spec("types")?.to_string(), format!("{noise} {rate}")];
    let taught = taught(&words.each_ref().map(String::as_str), [depth.into(), opening, seed], &[]);
    let mut tuning = match begun(&file, &taught)? {
        Some(model) => Tuning::resume(&model.lesson[taught.len()..], noise, rate)
            .filter(|tuning| tuning.probabilities().len() == types.len())
            .ok_or_else(|| {
                Error::new(format!("{} is damaged: its lesson does not end with numbers", file.display()))
            })?,
        None => Tuning::new(&vec![1.0 / types.len() as f64; types.len()], noise, rate),
    };
    let begun = tuning.games();
    let save = |tuning: &Tuning| -> Result<(), Error> {
        let model = OpponentModel {
            game: game.spec(),
            note: format!("{} games of prom(depth={depth}) against {against}", tuning.games()),
            weights: Spec::word(game.evaluators()[0].name),
            types: with_probabilities(&types, &tuning.probabilities(), depth - 1)?,
            lesson: format!("{taught} {}", tuning.state()),
            agrees: Vec::new(),
        };
        model.save(&file)
    };
    let mut written = Instant::now();
    while tuning.games() < games && !stop.raised() {
        let mut rng = seeded(derive(seed, tuning.games()));
        let proposed = with_probabilities(&types, &tuning.propose(&mut rng), depth - 1)?;
        let own = format!("prom(types={proposed}, depth={depth})").parse()?;
        let seat = (tuning.games() % 2) as usize;
        let moves = (0..opening).map(|_| below(&mut rng, 1 << 30)).collect::<Vec<usize>>();
        let Some(result) = play(&*game, [&own, &against], seat, &moves, stop)? else { break };
        tuning.learn(result);
        let news = format!("a usual result is {:.3}", tuning.usual());
        tell(&Mark { done: tuning.games(), of: games, unit: "games", news });
        if written.elapsed() > EVERY {
            save(&tuning)?;
            written = Instant::now();
        }
    }
    if tuning.games() > begun {
        save(&tuning)?;
    } else if begun < games {
        return Err(Error::new("interrupted before a game was over"));
    }
    let (game, path) = (game.spec(), Spec::word(&file.display().to_string()));
    Ok(Trained {
        what: "an opponent model",
        uses: vec![format!(
            "plywood match \"{game}\" \"prom(types=learned(file={path}), depth={depth})\" \"{against}\""
        )],
        file,
    })
}

/// What the first player gets from this seat after an opening of drawn moves; nothing if it was interrupted.
fn play(
    game: &dyn AnyGame,
    specs: [&Spec; 2],
    seat: usize,
    opening: &[usize],
    stop: &Stop,
) -> Result<Option<f64>, Error> {
    let mut players = [game.player(specs[0])?, game.player(specs[1])?];
    let mut line = game.start();
    for drawn in opening {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        line.step(&moves[drawn % moves.len()])?;
    }
    while let Turn::Player(player) = line.turn() {
        let thinker = &mut players[player.index() ^ seat];
        let report =
            thinker.think(&*line, Task::new(Budget::UNSET).seed(line.steps().len() as u64).stop(stop))?;
        if stop.raised() {
            return Ok(None);
        }
        line.step(&report.best.ok_or_else(|| Error::new("a player has no move"))?)?;
    }
    Ok(Some(line.payoffs()[seat]))
}
