//! `plywood train bao tdl2b` and `ngnd6a`: TD-leaf against a fixed opponent (opponent-model thesis, section 5.5.3).
//!
//! Published: `tdl2b` in batches of 25 games at depth 10, lambda and annealing 0.99; `ngnd6a` after every game at depth 6,
//! lambda 0.8, annealing 0.993; the signal of both is the share of 25 games that were won (`signal=share`). That share is the same for a won
//! game and a lost one next to it, so it says little of positions: `signal=result` gives every game its own. The thesis
//! tells neither where weights begin nor how nuclei lie. Ours begin with what is met (`begin`), scaled so that its score fits the results of
//! quick games best; nuclei lie at random positions, and a precision is one over 54 times an input's variance there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_core::parallel::pieces;
use plywood_core::random::derive;
use plywood_core::settings::{Takes, number, whole, words};
use plywood_core::{About, Args, Error, Game, Key, Player, Spec, Stop, Turn};
use plywood_eval::{Gaussian, Learned, Linear, Model};
use plywood_games::bao::features::{SCALES, SEEN, inputs};
use plywood_games::bao::learned::{self, NUCLEI, Network, PARAMETERS, Weights};
use plywood_games::bao::{Bao, Evaluation};
use plywood_learn::leaf::{Episode, Leaf, Learner, Schedule, Signal};
use plywood_learn::logistic;

use super::{THREADS, Thinker, evaluation, play, start, threads};
use crate::{Lesson, Mark, Train, Trained, TrainerEntry};

const LAST: usize = 25;

/// The keys, with defaults for what differs.
macro_rules! keys {
    ($met:literal, $batches:literal, $batch:literal, $depth:literal, $lambda:literal, $annealing:literal, $rate:literal, $file:literal) => {
        &[
            Key::taking("against", $met, Takes::Evaluation, "the evaluation that it meets"),
            Key::taking(
                "begin",
                $met,
                Takes::Evaluation,
                "the evaluation whose weights it begins with, or nought",
            ),
            Key::taking(
                "batches",
                $batches,
                whole(1, u64::MAX),
                "batches in all; more of them go on from fewer",
            ),
            Key::taking("batch", $batch, whole(1, 1_000_000), "games a batch"),
            Key::taking("depth", $depth, whole(1, 100), "plies that both look ahead"),
            Key::taking("lambda", $lambda, number(0.0, 1.0), "how far ahead a difference reaches, 0 to 1"),
            Key::taking("rate", $rate, number(0.0, 1e6), "the learning rate of the first batch"),
            Key::taking(
                "annealing",
                $annealing,
                number(0.0, 1.0),
                "what the rate is multiplied with after each batch",
            ),
            Key::taking(
                "signal",
                "share",
                words(&["share", "result"]),
                "what a game comes to: the share of the last 25 that were won, or its result",
            ),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of starts and nuclei"),
            THREADS,
            Key::taking("file", $file, Takes::File, "the file to write, and to go on from"),
        ]
    };
}

const fn entry(name: &'static str, about: &'static str, keys: &'static [Key], train: Train) -> TrainerEntry {
    TrainerEntry {
        about: About { name, about, keys, source: "opponent-model thesis, section 5.5.3" },
        games: &["bao"],
        observes: false,
        train,
    }
}

/// The linear one.
pub(crate) const TDL2B: TrainerEntry = entry(
    "tdl2b",
    "linear weights, learned by TD-leaf",
    keys!("ga3", "200", "25", "10", "0.99", "0.99", "0.1", "tdl2b.txt"),
    linear,
);

/// The network.
pub(crate) const NGND6A: TrainerEntry = entry(
    "ngnd6a",
    "a normalised Gaussian network, learned by TD-leaf",
    keys!("tdl2b", "1000", "1", "6", "0.8", "0.993", "0.1", "ngnd6a.txt"),
    gaussian,
);

/// The file that a spec of an evaluation names, or what ships.
fn file_of(spec: &Spec) -> Result<Learned, Error> {
    match spec.get("file") {
        Some(path) => Learned::load(Path::new(&path.name)),
        None => Learned::read(learned::shipped(&spec.name)),
    }
}

/// The parameters of a linear model that a spec names: `ga3`, `tdl2b` or `nought`.
fn begin(args: &Args, game: &Bao, met: &Evaluation, seed: u64, stop: &Stop) -> Result<Vec<f64>, Error> {
    let spec = args.spec("begin")?;
    match spec.name.as_str() {
        "nought" => Ok(vec![0.0; 2 * SEEN]),
        "tdl2b" => learned::read_linear(&file_of(&spec)?),
        "ga3" => {
            let genes = learned::read_genes(&file_of(&spec)?)?;
            let both = genes.iter().copied().chain(genes.iter().map(|gene| -gene));
            let raw = Linear(
                both.enumerate().map(|(place, gene)| f64::from(gene) / SCALES[place % SEEN]).collect(),
            );
            let own = Evaluation::Linear(Arc::new(Weights::of_genes(&genes)));
            let slope =
                slope(game, &raw, [&own, met], seed, stop).ok_or_else(|| Error::new("interrupted"))?;
            Ok(raw.0.iter().map(|weight| 0.5 * slope * weight).collect())
        }
        other => Err(args.error("begin", format!("begin with ga3, tdl2b or nought, not {other}"))),
    }
}

/// Quick games that tell how steep a score is.
const QUICK: (u64, u32) = (400, 2);

/// The slope of the logistic curve from a score to results.
fn slope(game: &Bao, model: &Linear, sides: [&Evaluation; 2], seed: u64, stop: &Stop) -> Option<f64> {
    let mut samples = Vec::new();
    let mut players = sides.map(|side| Thinker::new(side, QUICK.1));
    for number in 0..QUICK.0 {
        let first = samples.len();
        let result = play(game, &mut players, (derive(seed, 3), number), stop, |line, _| {
            let player = line.turn().view();
            samples.push((model.score(&inputs(line.position(), player)), 0.0));
        })?;
        samples[first..].iter_mut().for_each(|sample| sample.1 = result);
    }
    // Newton's method wants scores of the size of one.
    let size = samples.iter().map(|sample| sample.0.abs()).sum::<f64>() / samples.len().max(1) as f64;
    let size = if size > 0.0 { size } else { 1.0 };
    samples.iter_mut().for_each(|sample| sample.0 /= size);
    Some(logistic::slope(&samples).max(0.01) / size)
}

fn linear(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let fresh = |parameters: Vec<f64>, _: &Bao, _: u64| Linear(parameters);
    let read = |found: &Learned| Ok(Linear(learned::read_linear(found)?));
    let evaluation =
        |model: &Linear| Weights::of_model(&model.0).map(|one| Evaluation::Linear(Arc::new(one)));
    teach(lesson, "tdl2b", fresh, read, evaluation, stop, tell)
}

fn gaussian(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let evaluation = |model: &Gaussian| Network::new(model).map(|one| Evaluation::Gaussian(Arc::new(one)));
    teach(lesson, "ngnd6a", nuclei, learned::read_gaussian, evaluation, stop, tell)
}

/// Nuclei at random positions, all with one linear guess.
fn nuclei(slopes: Vec<f64>, game: &Bao, seed: u64) -> Gaussian {
    let position = |number: usize| {
        let board = start(game, derive(derive(seed, 4), number as u64));
        inputs(&board, game.turn(&board).view())
    };
    // More positions than nuclei say how far inputs spread.
    let positions: Vec<Vec<f64>> = (0..20 * NUCLEI).map(position).collect();
    let count = positions.len() as f64;
    let precision = |input: usize| {
        let mean = positions.iter().map(|one| one[input]).sum::<f64>() / count;
        let variance =
            positions.iter().map(|one| (one[input] - mean) * (one[input] - mean)).sum::<f64>() / count;
        1.0 / (slopes.len() as f64 * variance.max(0.01))
    };
    let precisions: Vec<f64> = (0..slopes.len()).map(precision).collect();
    Gaussian::spread(&positions[..NUCLEI], &precisions, &slopes)
}

/// The file's row of mean results, batch by batch.
const RESULTS: &str = "results";
/// The results that the next signal takes into account.
const RECENT: &str = "recent";

fn teach<M: Model>(
    lesson: &Lesson,
    name: &'static str,
    fresh: impl Fn(Vec<f64>, &Bao, u64) -> M,
    read: impl Fn(&Learned) -> Result<M, Error>,
    own: impl Fn(&M) -> Option<Evaluation> + Sync,
    stop: &Stop,
    tell: &mut dyn FnMut(&Mark),
) -> Result<Trained, Error> {
    let args = lesson.args;
    let (against, seed) = (args.spec("against")?, args.get::<u64>("seed")?);
    let (game, met) = evaluation(lesson.game, &against)?;
    let (batches, depth): (u64, u32) = (args.get("batches")?, args.get("depth")?);
    let signal = [Signal::Share(LAST), Signal::Result][args.chosen("signal")?];
    let schedule = Schedule {
        rate: args.get("rate")?,
        annealing: args.get("annealing")?,
        lambda: args.get("lambda")?,
        batch: args.get("batch")?,
        signal,
    };
    let threads = threads(args)?;
    let file = PathBuf::from(args.word("file")?);
    let Schedule { rate, annealing, lambda, batch, .. } = schedule;
    let command = format!(
        "plywood train \"{}\" {name} against={against} begin={} batch={batch} depth={depth} lambda={lambda} rate={rate} \
         annealing={annealing} signal={} seed={seed}",
        lesson.game,
        args.spec("begin")?,
        args.word("signal")?
    );
    let (mut learner, mut results) = match Learned::begun(&file, &command)? {
        Some(found) => {
            let results: Vec<f64> = found.last(RESULTS, found.done as usize)?;
            // As many as the signal looks back at, or all there were.
            let games = (found.done as usize).saturating_mul(batch);
            let width = if let Signal::Share(last) = signal { last.min(games) } else { 0 };
            let recent = if width > 0 { found.last(RECENT, width)? } else { Vec::new() };
            (Learner { model: read(&found)?, batches: found.done, recent }, results)
        }
        None => (Learner::new(fresh(begin(args, &game, &met, seed, stop)?, &game, seed)), Vec::new()),
    };
    let mut saved = (learner.batches, std::time::Instant::now());
    let save = |learner: &Learner<M>, results: &[f64]| {
        let learned = Learned::new(&command, learner.batches).row(PARAMETERS, learner.model.parameters());
        learned.row(RESULTS, results).row(RECENT, &learner.recent).save(&file)
    };
    while learner.batches < batches && !stop.raised() {
        let evaluation = own(&learner.model)
            .ok_or_else(|| Error::new("the weights grew beyond all bounds; take a smaller rate"))?;
        let first = learner.batches * batch as u64;
        let games = pieces(threads, batch, stop, &|_| {}, |place| {
            episode(&game, [&evaluation, &met], depth, (derive(seed, 5), first + place as u64), stop)
        });
        let Some(games) = games.and_then(|games| games.into_iter().collect::<Option<Vec<_>>>()) else {
            break;
        };
        learner.learn(&schedule, &games);
        results.push(games.iter().map(|game| game.result).sum::<f64>() / batch as f64);
        if saved.1.elapsed() > crate::opponent::EVERY {
            save(&learner, &results)?;
            saved = (learner.batches, std::time::Instant::now());
        }
        let shown = &results[results.len().saturating_sub(LAST)..];
        let won = 0.5 + 0.5 * shown.iter().sum::<f64>() / shown.len() as f64;
        let news = format!("{won:.3} won of the last batches");
        tell(&Mark { done: learner.batches, of: batches, unit: "batches", news });
    }
    if learner.batches == 0 {
        return Err(Error::new("interrupted before the first batch was over"));
    }
    if learner.batches != saved.0 {
        save(&learner, &results)?;
    }
    let path = Spec::word(&file.display().to_string());
    Ok(Trained {
        what: "a model",
        uses: vec![format!(
            "plywood match bao \"ab(depth=6, eval={name}(file={path}))\" \"ab(depth=6, eval={against})\" --openings \
             \"random(plies=20)\""
        )],
        file,
    })
}

/// A game as the learner sees it; nothing if it was stopped.
fn episode(
    game: &Bao,
    sides: [&Evaluation; 2],
    depth: u32,
    (seed, number): (u64, u64),
    stop: &Stop,
) -> Option<Episode> {
    let seat = Player((number % 2) as u8);
    let mut players =
        [sides[0].clone().of(seat), sides[1].clone().of(seat.other())].map(|side| Thinker::new(&side, depth));
    let mut leaves = Vec::new();
    let result = play(game, &mut players, (seed, number), stop, |line, report| {
        let player = line.turn().view();
        let board = report.pv.iter().fold(*line.position(), |board, step| game.play(&board, *step));
        leaves.push(match game.turn(&board) {
            Turn::Over => Leaf::Known(f64::from(game.payoff(&board, player))),
            _ => Leaf::Guess(inputs(&board, player)),
        });
    })?;
    Some(Episode { leaves, result })
}
