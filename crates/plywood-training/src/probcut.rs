//! `plywood train GAME probcut`: how well shallow searches predict deep ones, for `probcut=` of alpha-beta
//! (Buro 1995, 1997).
//!
//! Positions come from games in which some moves are random and the others those of a short search, so that
//! they are neither senseless nor all alike. Each is searched ply by ply without selective switches, and the
//! values of each depth are fitted to those of lower depths. The file keeps the values as they are found. The
//! same command continues from there; another command starts again.

use std::path::PathBuf;
use std::time::Instant;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::random::{below, derive, seeded, unit};
use plywood_core::settings::{Takes, number, whole};
use plywood_core::{About, Budget, Error, Key, PayoffKind, Spec, Stop, Task, Turn};
use plywood_search::alphabeta::selective::{Fitted, fit};

use super::opponent::{EVERY, game_of, taught};
use super::{Lesson, Mark, Trained, TrainerEntry};

/// The trainer.
pub(super) const PROBCUT: TrainerEntry = TrainerEntry {
    about: About {
        name: "probcut",
        about: "how well shallow searches predict deep ones, for probcut=multi(file=FILE)",
        keys: &[
            Key::taking("depth", "6", whole(3, 64), "plies of the deepest search, 3 to 64"),
            Key::taking("positions", "500", whole(20, 10_000_000), "positions to search"),
            Key::new("eval", "default", "the evaluation, as the search will have it"),
            Key::taking(
                "random",
                "0.3",
                number(0.0, 1.0),
                "how many of the moves that lead to a position are random, 0 to 1",
            ),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of the positions"),
            Key::taking("file", "probcut", Takes::File, "the file to write, and to go on from"),
        ],
        source: "lecture notes, Newer Searches",
    },
    games: &[],
    observes: false,
    train,
};

/// Plies of the search that plays the games.
const SHORT: u32 = 2;
/// Games without a bound on their length are followed this far.
const LONGEST: u32 = 100;

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let (game, args) = (game_of(lesson)?, lesson.args);
    let depth: u32 = args.get("depth")?;
    let positions: usize = args.get("positions")?;
    let (random, seed): (f64, u64) = (args.get("random")?, args.get("seed")?);
    let eval = args.spec("eval")?;
    let player = |depth: u32| -> Result<Box<dyn AnyPlayer>, Error> {
        let spec: Spec = format!("pvs(depth={depth}, deepening=through)").parse()?;
        let spec = if eval.name == "default" { spec } else { spec.with("eval", &eval.to_string())? };
        game.player(&spec)
    };
    let (mut short, mut deep) = (player(SHORT)?, player(depth)?);
    let file = PathBuf::from(args.word("file")?);
    let lesson =
        taught(&[&game.spec(), &eval.to_string(), &random.to_string()], [depth.into(), 0, seed], &[]);
    let mut values = begun(&file, &lesson)?;
    let already = values.len();
    let save = |values: &[Vec<f64>]| {
        let note = format!("{} positions to {depth} plies by {eval}", values.len());
        let (game, lesson) = (game.spec(), lesson.clone());
        Fitted { game, note, lesson, values: values.to_vec(), pairs: fit(values) }.save(&file)
    };
    let mut written = Instant::now();
    while values.len() < positions && !stop.raised() {
        let found = position(&*game, &mut *short, random, derive(seed, values.len() as u64), stop)?;
        deep.new_game();
        let report = deep.think(&*found, Task::new(Budget::UNSET).stop(stop))?;
        if stop.raised() {
            break;
        }
        let outcome = game.nature().payoff == PayoffKind::Outcome;
        let row = (1..=depth).map(|depth| {
            let row = report.rows.iter().find(|row| row.depth == depth);
            // What is decided says nothing of guesses.
            row.map_or(f64::NAN, |row| if outcome && row.value.abs() >= 1.0 { f64::NAN } else { row.value })
        });
        values.push(row.collect());
        tell(&Mark {
            done: values.len() as u64,
            of: positions as u64,
            unit: "positions",
            news: news(&values),
        });
        if written.elapsed() > EVERY {
            save(&values)?;
            written = Instant::now();
        }
    }
    if values.len() > already {
        save(&values)?;
    } else if already == 0 {
        return Err(Error::new("interrupted before a position was searched"));
    }
    let (game, path) = (game.spec(), Spec::word(&file.display().to_string()));
    Ok(Trained {
        what: "a fit of deep by shallow values",
        uses: vec![format!("plywood search \"{game}\" --with \"pvs(probcut=multi(file={path}), time=2s)\"")],
        file,
    })
}

/// The values of an earlier sitting of the same lesson; a file that is something else is not touched.
fn begun(file: &std::path::Path, lesson: &str) -> Result<Vec<Vec<f64>>, Error> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let fitted =
        Fitted::load(file).map_err(|error| Error::new(format!("{error}; name another file with file=")))?;
    Ok(if fitted.lesson == lesson { fitted.values } else { Vec::new() })
}

/// The best check of the deepest search so far.
fn news(values: &[Vec<f64>]) -> String {
    match fit(values).iter().max_by_key(|pair| (pair.deep, pair.shallow)) {
        Some(pair) => {
            format!("{} plies by {}: give or take {:.4}", pair.deep, pair.shallow, pair.deviation)
        }
        None => "too few to fit".to_string(),
    }
}

/// A position of a game that was played by chance and by a short search.
fn position(
    game: &dyn AnyGame,
    short: &mut dyn AnyPlayer,
    random: f64,
    seed: u64,
    stop: &Stop,
) -> Result<Box<dyn AnyLine>, Error> {
    let mut rng = seeded(seed);
    short.new_game();
    loop {
        let mut line = game.start();
        let plies = below(&mut rng, game.nature().longest.unwrap_or(LONGEST).min(LONGEST) as usize);
        for _ in 0..plies {
            let moves = line.moves();
            if moves.is_empty() || stop.raised() {
                break;
            }
            let chosen = if unit(&mut rng) < random {
                moves[below(&mut rng, moves.len())].clone()
            } else {
                let report = short.think(&*line, Task::new(Budget::UNSET).seed(seed).stop(stop))?;
                report.best.ok_or_else(|| Error::new("the search has no move"))?
            };
            line.step(&chosen)?;
        }
        if matches!(line.turn(), Turn::Player(_)) {
            return Ok(line);
        }
    }
}
