//! `plywood train othello bill`: the weights of Bill's evaluation, from games that are played for it (Monte Carlo Othello
//! thesis, section 2.3.2: its weights are learned).
//!
//! Alpha-beta plays itself from random openings; every position is a sample of what its features come to: the margin at
//! the end. Weights by stage are those of least squares. The file holds the weights and behind them the sums they come
//! from, so that the same command goes on.

use std::path::{Path, PathBuf};
use std::time::Instant;

use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::files::write_whole;
use plywood_core::random::{below, derive, seeded};
use plywood_core::settings::{Takes, whole};
use plywood_core::{About, Budget, Error, Key, Notation, PayoffKind, Player, Stop, Task, Turn};
use plywood_games::othello::bill::{FEATURES, Features, STAGES, Weights, features, stage};
use plywood_games::othello::{Board, Othello};

use super::opponent::EVERY;
use super::{Lesson, Mark, Trained, TrainerEntry};

/// The trainer.
pub(super) const BILL: TrainerEntry = TrainerEntry {
    about: About {
        name: "bill",
        about: "the weights of Bill's evaluation, by least squares from games of alpha-beta against itself",
        keys: &[
            Key::taking("games", "2000", whole(1, 100_000_000), "games to play"),
            Key::new("player", "\"ab(depth=3, eval=iago)\"", "who plays them, against itself"),
            Key::taking("opening", "16", whole(0, 50), "random moves before a game at most"),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of the openings"),
            Key::taking("file", "bill.weights", Takes::File, "the file to write, and to go on from"),
        ],
        source: "Monte Carlo Othello thesis, section 2.3.2",
    },
    games: &["othello"],
    observes: false,
    train,
};

/// Squares and products of features, and their products with margins, summed over the positions of a stage.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sums {
    squares: [[f64; FEATURES]; FEATURES],
    margins: [f64; FEATURES],
}

/// What keeps weights of features that hardly occur small.
const RIDGE: f64 = 10.0;

impl Sums {
    const NONE: Sums = Sums { squares: [[0.0; FEATURES]; FEATURES], margins: [0.0; FEATURES] };

    fn add(&mut self, features: &Features, margin: f64) {
        for (place, feature) in features.iter().enumerate() {
            for (sum, other) in self.squares[place].iter_mut().zip(features) {
                *sum += f64::from(*feature) * f64::from(*other);
            }
            self.margins[place] += f64::from(*feature) * margin;
        }
    }

    /// The weights that predict margins best, in thousandths of a disc.
    fn weights(&self) -> Features {
        let (mut left, mut right) = (self.squares, self.margins);
        left.iter_mut().enumerate().for_each(|(place, row)| row[place] += RIDGE);
        // Elimination; the matrix is positive definite, so no row has to be exchanged.
        for place in 0..FEATURES {
            for below in place + 1..FEATURES {
                let factor = left[below][place] / left[place][place];
                let row = left[place];
                for (value, above) in left[below].iter_mut().zip(row) {
                    *value -= factor * above;
                }
                right[below] -= factor * right[place];
            }
        }
        let mut found = [0.0; FEATURES];
        for place in (0..FEATURES).rev() {
            let known: f64 = (place + 1..FEATURES).map(|other| left[place][other] * found[other]).sum();
            found[place] = (right[place] - known) / left[place][place];
        }
        found.map(|weight| (1000.0 * weight).round().clamp(-100_000.0, 100_000.0) as i32)
    }
}

/// What was learned so far.
struct Learned {
    lesson: String,
    games: u64,
    sums: [Sums; STAGES],
}

impl Learned {
    fn weights(&self) -> Weights {
        Weights(self.sums.each_ref().map(Sums::weights))
    }

    fn text(&self) -> String {
        let mut text = format!("{}lesson: {}\ngames: {}\n", self.weights().text(), self.lesson, self.games);
        for sums in &self.sums {
            let numbers = sums.squares.iter().flatten().chain(&sums.margins);
            text += &format!("sums:{}\n", numbers.map(|number| format!(" {number}")).collect::<String>());
        }
        text
    }

    /// Goes on from a file of the same lesson.
    fn read(path: &Path, lesson: &str) -> Result<Option<Learned>, Error> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::new(format!("cannot read {}: {error}", path.display()))),
        };
        let damaged = || {
            Error::new(format!(
                "{} is damaged, or no file of this trainer; file= names another",
                path.display()
            ))
        };
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let found = field("lesson: ").ok_or_else(damaged)?;
        if found != lesson {
            return Err(Error::new(format!(
                "{} was trained by {found}, not by {lesson}; file= names another",
                path.display()
            )));
        }
        let games = field("games: ").and_then(|games| games.parse().ok()).ok_or_else(damaged)?;
        let mut sums = [Sums::NONE; STAGES];
        let mut lines = text.lines().filter_map(|line| line.strip_prefix("sums:"));
        for one in &mut sums {
            let numbers: Vec<f64> = lines
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect();
            if numbers.len() != FEATURES * (FEATURES + 1) || numbers.iter().any(|number| !number.is_finite())
            {
                return Err(damaged());
            }
            for (place, number) in numbers.into_iter().enumerate() {
                match place / FEATURES {
                    FEATURES => one.margins[place % FEATURES] = number,
                    row => one.squares[row][place % FEATURES] = number,
                }
            }
        }
        Ok(Some(Learned { lesson: lesson.to_string(), games, sums }))
    }
}

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let args = lesson.args;
    if !lesson.game.args.is_empty() {
        return Err(lesson.game.error("bill is trained for othello as it is, without keys"));
    }
    let (games, opening): (u64, usize) = (args.get("games")?, args.get("opening")?);
    let seed: u64 = args.get("seed")?;
    // The default is a spec in quotes.
    let player = args.spec("player")?;
    let player = if player.args.is_empty() { player.name.parse()? } else { player };
    let file = PathBuf::from(args.word("file")?);
    let game = plywood_players::game("othello(payoff=margin)")?;
    let mut player = game.player(&player)?;
    let taught = format!("bill(player={}, opening={opening}, seed={seed})", player.normal());
    let fresh = || Learned { lesson: taught.clone(), games: 0, sums: [Sums::NONE; STAGES] };
    let mut learned = Learned::read(&file, &taught)?.unwrap_or_else(fresh);
    let save = |learned: &Learned| {
        write_whole(&file, learned.text().as_bytes())
            .map_err(|error| Error::new(format!("cannot write {}: {error}", file.display())))
    };
    let rules = Othello::new(8, PayoffKind::Margin);
    let (mut written, mut missed) = (Instant::now(), None::<f64>);
    while learned.games < games && !stop.raised() {
        let number = derive(seed, learned.games);
        let Some((boards, margin)) = play(&*game, &rules, &mut *player, opening, number, stop)? else {
            break;
        };
        if learned.games.is_multiple_of(50) && learned.games > 0 {
            // How far the weights so far are off for a game that they have not seen.
            let weights = learned.weights();
            let off = |board: &Board| {
                (f64::from(weights.value(&rules, board, Player::FIRST)) / 1000.0 - margin).abs()
            };
            let mean = boards.iter().map(off).sum::<f64>() / boards.len().max(1) as f64;
            missed = Some(missed.map_or(mean, |before| 0.9 * before + 0.1 * mean));
        }
        for board in &boards {
            let place = stage(board.occupied().count_ones());
            learned.sums[place].add(&features(&rules, board, Player::FIRST), margin);
        }
        learned.games += 1;
        let news =
            missed.map_or(String::new(), |missed| format!("a new game is missed by {missed:.1} discs"));
        tell(&Mark { done: learned.games, of: games, unit: "games", news });
        if written.elapsed() > EVERY {
            save(&learned)?;
            written = Instant::now();
        }
    }
    if learned.games == 0 {
        return Err(Error::new("interrupted before a game was over"));
    }
    save(&learned)?;
    let path = plywood_core::Spec::word(&file.display().to_string());
    Ok(Trained {
        what: "weights of Bill's evaluation",
        uses: vec![format!(
            "plywood match othello \"ab(depth=4, eval=bill(file={path}))\" \"ab(depth=4, eval=iago)\""
        )],
        file,
    })
}

/// The positions of a game behind its opening, and the margin at its end for the first player.
type Sample = (Vec<Board>, f64);

/// A game of a player against itself; nothing if it was interrupted.
fn play(
    game: &dyn AnyGame,
    rules: &Othello,
    player: &mut dyn AnyPlayer,
    opening: usize,
    seed: u64,
    stop: &Stop,
) -> Result<Option<Sample>, Error> {
    let mut rng = seeded(seed);
    let mut line = game.start();
    for _ in 0..below(&mut rng, opening + 1) {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        line.step(&moves[below(&mut rng, moves.len())])?;
    }
    player.new_game();
    let mut boards = Vec::new();
    while line.turn() != Turn::Over {
        boards.push(rules.read_position(&line.position())?);
        let report = player
            .think(&*line, Task::new(Budget::UNSET).seed(derive(seed, boards.len() as u64)).stop(stop))?;
        if stop.raised() {
            return Ok(None);
        }
        line.step(&report.best.ok_or_else(|| Error::new("the player has no move"))?)?;
    }
    let margin = line.payoffs()[0];
    Ok(Some((boards, margin)))
}
