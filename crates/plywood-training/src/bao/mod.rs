//! Evaluations of bao, learned by games against a fixed opponent (opponent-model thesis, section 5.5.3).
//!
//! - `ga3`: whole numbers, bred ([`genetic`]).
//! - `tdl2b` and `ngnd6a`: a linear model and a Gaussian network, by TD-leaf ([`leaf`]).
//!
//! Games start after some random moves of each player, 3 to 15 drawn by seed and number; the start positions that the published tournaments
//! use are not among what is trained on. Fixed depths, nothing but the game's own order of moves.

mod genetic;
mod leaf;

use plywood_core::random::{below, derive, seeded};
use plywood_core::settings::whole;
use plywood_core::{
    Budget, Error, Game, Key, Knowledge, Line, Player, Report, Search, Spec, Stop, Task, Turn,
};
use plywood_games::bao::{Bao, Board, Evaluation, Start};
use plywood_search::alphabeta::{AlphaBeta, Config};

pub(super) use genetic::GA3;
pub(super) use leaf::{NGND6A, TDL2B};

const THREADS: Key = Key::taking(
    "threads",
    "default",
    whole(1, 1024),
    "threads that play; by default all cores. They change no weight",
);

/// Fewest and most random moves of each player before a game.
const OPENING: (usize, usize) = (3, 15);
/// A game that is longer is nobody's.
const LONGEST: usize = 400;

/// The threads that are asked for.
fn threads(args: &plywood_core::Args) -> Result<usize, Error> {
    if args.word("threads")? == "default" {
        return Ok(std::thread::available_parallelism().map_or(1, usize::from));
    }
    args.get("threads")
}

/// A position after some random moves.
fn start(game: &Bao, seed: u64) -> Board {
    let mut rng = seeded(seed);
    loop {
        let plies = 2 * (OPENING.0 + below(&mut rng, OPENING.1 - OPENING.0 + 1));
        let mut board = game.start();
        for _ in 0..plies {
            if game.turn(&board) == Turn::Over {
                break;
            }
            board = game.play(&board, game.random_move(&board, &mut rng));
        }
        if game.turn(&board) != Turn::Over {
            return board;
        }
    }
}

/// A player to a depth.
struct Thinker {
    search: AlphaBeta<Bao, Evaluation>,
    budget: Budget,
}

impl Thinker {
    fn new(evaluation: &Evaluation, depth: u32) -> Thinker {
        let config = Config { promise: true, ..Config::PLAIN };
        let search = AlphaBeta::new(evaluation.clone(), config);
        Thinker { search, budget: Budget::depth(depth) }
    }
}

/// Plays the game of a number and a seed: pairs of games have one start, and the first player sits on either
/// side in turn. `watch` sees the line and the report before each move of the first player. Returns what that
/// player gets, from -1 to 1; nothing if it was stopped.
fn play(
    game: &Bao,
    players: &mut [Thinker; 2],
    (seed, number): (u64, u64),
    stop: &Stop,
    mut watch: impl FnMut(&Line<Bao>, &Report<Start>),
) -> Option<f64> {
    let seat = Player((number % 2) as u8);
    let mut line = Line::from(*game, start(game, derive(seed, number / 2)));
    while let Turn::Player(player) = line.turn() {
        if line.steps().len() > LONGEST {
            return Some(0.0);
        }
        let thinker = &mut players[usize::from(player != seat)];
        let report = thinker.search.think(&line, Task::new(thinker.budget).stop(stop));
        if stop.raised() {
            return None;
        }
        if player == seat {
            watch(&line, &report);
        }
        line.play(report.best?);
    }
    Some(f64::from(line.payoff(seat)))
}

/// The rules and an evaluation by its spec.
fn evaluation(game: &Spec, spec: &Spec) -> Result<(Bao, Evaluation), Error> {
    let game = Bao::from_spec(game)?;
    Ok((game, game.evaluator(spec)?))
}
