//! The pattern evaluation of Othello, from nothing.
//!
//! A round plays games against itself: random moves at first, then the move that looks best to the weights of the round
//! before, and now and then a random one. Every stage gets positions of all games, the last stages with exact values
//! from the solver. Then stage by stage upwards a search of a few plies, whose leaves lie in stages that are learned
//! already, says what positions are worth, and least squares find the weights. A twentieth of the positions is not learned from: the
//! error on them is told.
//!
//! Everything is drawn from the seed and independent of the number of threads. After each stage the weights are
//! written, and the same command goes on from there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use plywood_core::random::{Rng, below, derive, seeded, unit};
use plywood_core::settings::{Takes, number, whole};
use plywood_core::spec::Size;
use plywood_core::{About, Error, Game, Key, PayoffKind, Policy, Search, Spec, Stop, Turn};
use plywood_eval::PatternWeights;
use plywood_games::othello::patterns::layout::{PLACES, STAGE, STAGES};
use plywood_games::othello::patterns::{self, COMMAND, DISC, Patterns};
use plywood_games::othello::solver::{Solver, certainty::CERTAIN};
use plywood_games::othello::{Agent, Othello};
use plywood_learn::patterns::{Examples, fit};

use super::{Lesson, Mark, Trained, TrainerEntry};

/// `patterns`.
pub(super) const PATTERNS: TrainerEntry = TrainerEntry {
    about: About {
        name: "patterns",
        about: "the pattern evaluation, by self-play, exact endings and search",
        keys: &[
            Key::taking("positions", "200000", whole(100, 100_000_000), "positions of each stage and round"),
            Key::taking(
                "rounds",
                "2",
                whole(1, 100),
                "rounds, each with games by the weights of the one before",
            ),
            Key::taking(
                "depth",
                "6",
                whole(STAGE as i64, 12),
                "plies of the search that values positions before the ending, 4 to 12",
            ),
            Key::taking(
                "exact",
                "12",
                whole(STAGE as i64, 20),
                "empty squares up to which values are exact, 4 to 20",
            ),
            Key::taking(
                "ridge",
                "2",
                number(0.0, 1e6),
                "how firmly weights of rare configurations stay where they were",
            ),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of the games"),
            Key::taking("threads", "2", whole(1, 64), "threads, 1 to 64; they change nothing but the time"),
            Key::taking("file", "othello.weights", Takes::File, "the file to write, and to go on from"),
        ],
        source: "Monte Carlo Othello thesis, last page; Buro 1997",
    },
    games: &["othello"],
    observes: false,
    train,
};

/// One in this number of games is only looked at.
const FRESH: u64 = 20;
/// Steps of the regression.
const STEPS: u32 = 60;
/// How many moves of a game are random after its opening.
const RANDOM: f64 = 0.05;
/// Positions that a thread takes at a time.
const SHARE: usize = 64;

/// What is to be done.
struct Course {
    positions: usize,
    rounds: usize,
    depth: u32,
    exact: u32,
    ridge: f32,
    seed: u64,
    threads: usize,
    file: PathBuf,
}

impl Course {
    fn command(&self) -> String {
        let Course { positions, rounds, depth, exact, ridge, seed, .. } = self;
        format!(
            "{COMMAND} positions={positions} rounds={rounds} depth={depth} exact={exact} ridge={ridge} seed={seed}"
        )
    }
}

/// How far a course is, as it stands in the note of its file: the command, rounds done, stages done of the next, and the
/// error of each stage.
struct Progress {
    rounds: usize,
    stages: usize,
    errors: Vec<String>,
}

fn note(course: &Course, progress: &Progress) -> String {
    let Progress { rounds, stages, errors } = progress;
    let done = if *rounds == course.rounds {
        "done".to_string()
    } else {
        format!("{rounds} rounds and {stages} stages done")
    };
    format!("{}\n{done}\nmean error in discs by stage: {}", course.command(), errors.join(" "))
}

fn progress_of(course: &Course, note: &str) -> Option<Progress> {
    let mut lines = note.lines();
    (lines.next()? == course.command()).then_some(())?;
    let done = lines.next()?;
    let errors = lines.next()?.rsplit_once(": ")?.1.split_whitespace().map(str::to_string).collect();
    if done == "done" {
        return Some(Progress { rounds: course.rounds, stages: 0, errors });
    }
    let mut numbers = done.split_whitespace().filter_map(|word| word.parse().ok());
    Some(Progress { rounds: numbers.next()?, stages: numbers.next()?, errors })
}

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let args = lesson.args;
    if !Othello::from_spec(lesson.game)?.is_usual() {
        return Err(Error::new("patterns are those of the usual board: plywood train othello patterns"));
    }
    let course = Course {
        positions: args.get("positions")?,
        rounds: args.get("rounds")?,
        depth: args.get("depth")?,
        exact: args.get("exact")?,
        ridge: args.get("ridge")?,
        seed: args.get("seed")?,
        threads: args.get("threads")?,
        file: PathBuf::from(args.word("file")?),
    };
    run(&course, stop, tell)?;
    let eval = format!("patterns(file={})", Spec::word(&course.file.display().to_string()));
    let uses = vec![
        format!("plywood search othello --with 'pvs(eval={eval}, time=1s)'"),
        format!("plywood match othello 'pvs(depth=3, eval={eval})' 'pvs(depth=3)'"),
    ];
    Ok(Trained { file: course.file, what: "weights of patterns", uses })
}

/// Where the weights of the round before are kept while the next one is under way.
fn before(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".before");
    PathBuf::from(name)
}

fn run(course: &Course, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<(), Error> {
    let load = |path: &Path| {
        PatternWeights::load(path, patterns::shape())
            .map_err(|error| Error::new(format!("{error}; name another file with file=")))
    };
    let save = |path: &Path, weights: &PatternWeights| {
        weights.save(path).map_err(|error| Error::new(error.to_string()))
    };
    let mut weights = patterns::untrained();
    let mut progress = Progress { rounds: 0, stages: 0, errors: Vec::new() };
    if course.file.exists() {
        let found = load(&course.file)?;
        if let Some(begun) = progress_of(course, &found.note) {
            (weights, progress) = (found, begun);
        }
    }
    let total = (course.rounds * STAGES) as u64;
    while progress.rounds < course.rounds {
        let played = if progress.stages == 0 { weights.clone() } else { load(&before(&course.file))? };
        save(&before(&course.file), &played)?;
        let player = (progress.rounds > 0).then(|| Patterns::new(&played));
        let positions = games(course, progress.rounds as u64, player.as_ref(), stop);
        while progress.stages < STAGES {
            let stage = STAGES - 1 - progress.stages;
            if stop.raised() {
                return Ok(());
            }
            let current = Arc::new(Patterns::new(&weights));
            let Some(values) = values(course, &positions[stage], &current, stop) else { return Ok(()) };
            let (taught, fresh) = examples(&positions[stage], &values);
            // The neighbouring stage is where one starts, or what the round before has found.
            let former = if progress.rounds > 0 { stage } else { (stage + 1).min(STAGES - 1) };
            let mut found: Vec<f32> =
                weights.stages[former].iter().map(|weight| f32::from(*weight) / DISC as f32).collect();
            fit(&taught, &mut found, course.ridge, STEPS);
            let whole = |weight: &f32| (weight * DISC as f32).round().clamp(-32_000.0, 32_000.0) as i16;
            weights.stages[stage] = found.iter().map(whole).collect();
            let error = fresh.mean_error(&found);
            if progress.stages == 0 {
                progress.errors.clear();
            }
            progress.errors.push(format!("{stage}={error:.2}"));
            progress.stages += 1;
            if progress.stages == STAGES {
                (progress.rounds, progress.stages) = (progress.rounds + 1, 0);
            }
            weights.note = note(course, &progress);
            save(&course.file, &weights)?;
            let done = (progress.rounds * STAGES + progress.stages) as u64;
            let news = format!("stage {stage}: mean error {error:.2} discs on fresh positions");
            tell(&Mark { done, of: total, unit: "stages", news });
            if progress.stages == 0 {
                break;
            }
        }
    }
    let _ = std::fs::remove_file(before(&course.file));
    Ok(())
}

/// A position as the player on turn sees it, and the game it is from.
#[derive(Clone, Copy)]
struct Met {
    own: u64,
    opponent: u64,
    game: u64,
}

/// Positions of every stage from games against itself.
fn games(course: &Course, round: u64, player: Option<&Patterns>, stop: &Stop) -> Vec<Vec<Met>> {
    let seed = derive(course.seed, round);
    let mut stages: Vec<Vec<Met>> = vec![Vec::new(); STAGES];
    let mut number = 0;
    // Some games end early, and their last stages are not met.
    while stages.iter().any(|stage| stage.len() < course.positions) && !stop.raised() {
        let mut rng = seeded(derive(seed, number));
        for (stage, met) in one_game(player, number, &mut rng) {
            if stages[stage].len() < course.positions {
                stages[stage].push(met);
            }
        }
        number += 1;
    }
    stages
}

/// A position of every stage of a game.
fn one_game(player: Option<&Patterns>, number: u64, rng: &mut Rng) -> Vec<(usize, Met)> {
    let game = Othello::new(8, PayoffKind::Margin);
    let beginner = Agent::from_spec(&Spec::word("cpm")).expect("an agent of the thesis");
    let opening = 2 + below(rng, 30) as u32;
    let mut board = game.start();
    let mut met: Vec<(usize, Met)> = Vec::new();
    let mut seen = [0; STAGES];
    while game.turn(&board) != Turn::Over {
        let empty = 64 - board.occupied().count_ones();
        let stage = patterns::stage(empty);
        if board.moves != 0 && empty > 0 {
            // Every position of the stage with the same chance.
            seen[stage] += 1;
            let here = Met { own: board.own, opponent: board.opponent, game: number };
            match met.last_mut() {
                Some(last) if last.0 == stage => {
                    if below(rng, seen[stage]) == 0 {
                        last.1 = here;
                    }
                }
                _ => met.push((stage, here)),
            }
        }
        let chosen = if 60 - empty < opening || unit(rng) < RANDOM {
            game.random_move(&board, rng)
        } else {
            match player {
                Some(patterns) => patterns.best_looking(&game, &board),
                None => beginner.choose(&game, &board, &mut (), rng),
            }
        };
        board = game.play(&board, chosen);
    }
    met
}

/// What positions are worth: exactly near the end, else by search; none if it was stopped.
fn values(course: &Course, positions: &[Met], current: &Arc<Patterns>, stop: &Stop) -> Option<Vec<f32>> {
    let next = AtomicUsize::new(0);
    let lane = || {
        let game = Othello::new(8, PayoffKind::Margin);
        let mut solver = Solver::new(&game, Size::Entries(1 << 12), 1, Arc::clone(current));
        let mut found = Vec::new();
        while let first = next.fetch_add(SHARE, Relaxed)
            && first < positions.len()
            && !stop.raised()
        {
            for (place, met) in positions.iter().enumerate().skip(first).take(SHARE) {
                // What was met before must not matter.
                solver.new_game();
                let empty = 64 - (met.own | met.opponent).count_ones();
                let value = if empty <= course.exact {
                    solver.margin(met.own, met.opponent).0
                } else {
                    solver.value(met.own, met.opponent, course.depth, CERTAIN)
                };
                found.push((place, value as f32));
            }
        }
        found
    };
    let mut found: Vec<(usize, f32)> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..course.threads).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().flat_map(|lane| lane.join().expect("a search does not panic")).collect()
    });
    if stop.raised() {
        return None;
    }
    found.sort_by_key(|(place, _)| *place);
    Some(found.into_iter().map(|(_, value)| value).collect())
}

/// Positions to learn from, and those of other games to look at.
fn examples(positions: &[Met], values: &[f32]) -> (Examples, Examples) {
    let (mut taught, mut fresh) = (Examples::new(PLACES + 1), Examples::new(PLACES + 1));
    for (met, value) in positions.iter().zip(values) {
        let list = if met.game % FRESH == 0 { &mut fresh } else { &mut taught };
        list.push(&patterns::active(met.own, met.opponent), *value);
    }
    (taught, fresh)
}
