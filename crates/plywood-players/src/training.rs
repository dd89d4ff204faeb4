//! Training by name: which games have features to learn from.

use std::ops::ControlFlow;
use std::path::PathBuf;

use plywood_core::random::{Rng, below, derive, seeded};
use plywood_core::{Error, Game, Player, Spec, Stop, Turn};
use plywood_games::dice::evaluation::pairs;
use plywood_games::dice::grid::Grid;
use plywood_games::dice::streaks::Streaks;
use plywood_games::dice::{self, AnyDice, Board, Dice, network};
use plywood_learn::Course;
use plywood_learn::course::Mark;
use plywood_learn::logistic::{self, Sample};
use plywood_learn::temporal::Schedule;

/// What to train and how; what is not said has the game's own default.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Rows and columns.
    pub board: u32,
    /// How many in a row win.
    pub win: u32,
    /// Games of self-play.
    pub games: u64,
    /// The learning rate.
    pub rate: Option<f32>,
    /// How far back a difference reaches.
    pub lambda: f32,
    /// What weights and events are drawn from.
    pub seed: u64,
    /// The weight file; by default named after the board.
    pub file: Option<PathBuf>,
}

/// The learning rate for a board: swept on 5x5 (0.003 to 0.3) and 9x9 (0.001 to 0.01).
fn rate(board: u32) -> f32 {
    if board <= 5 { 0.01 } else { 0.003 }
}

/// Trains a Dice network, from its checkpoint on where there is one, and says where it is.
pub fn dice(plan: &Plan, stop: &Stop, tell: impl FnMut(&Mark)) -> Result<PathBuf, Error> {
    let (board, win) = (plan.board, plan.win);
    // The border's checks: the spec names what is out of range.
    let game = dice::from_spec(&format!("dice(board={board}, win={win})").parse::<Spec>()?)?;
    let schedule = Schedule { rate: plan.rate.unwrap_or(rate(board)), lambda: plan.lambda, seed: plan.seed };
    let file = plan.file.clone().unwrap_or_else(|| format!("{board}x{board}-{win}.weights").into());
    let course = Course {
        command: format!(
            "plywood train dice --board {board} --win {win} --games {} --rate {} --lambda {} --seed {}",
            plan.games, schedule.rate, schedule.lambda, schedule.seed
        ),
        games: plan.games,
        schedule,
        file: file.clone(),
        every: 10_000,
    };
    match game {
        AnyDice::Five(game) => run(game, &course, stop, tell)?,
        AnyDice::Small(game) => run(game, &course, stop, tell)?,
        AnyDice::Large(game) => run(game, &course, stop, tell)?,
    }
    Ok(file)
}

fn run<S: Grid>(game: Dice<S>, course: &Course, stop: &Stop, tell: impl FnMut(&Mark)) -> Result<(), Error> {
    let fresh = network::untrained(&game, course.schedule.seed);
    course.run(game, Streaks, fresh, stop, tell).map(drop)
}

/// The slope of the logistic curve that fits pair counting on a board best (Dice thesis, section 4.2.2): over so many
/// games of players who take a win when there is one and else the move with the best count, drawing among equal ones.
pub fn pair_slope(board: u32, win: u32, games: u64, seed: u64) -> f64 {
    match AnyDice::new(board, win) {
        AnyDice::Five(game) => fit(&game, games, seed),
        AnyDice::Small(game) => fit(&game, games, seed),
        AnyDice::Large(game) => fit(&game, games, seed),
    }
}

fn fit<S: Grid>(game: &Dice<S>, games: u64, seed: u64) -> f64 {
    let mut samples: Vec<Sample> = Vec::new();
    for number in 0..games {
        let mut rng = seeded(derive(seed, number));
        let (mut position, first) = (game.start(), samples.len());
        let payoff = loop {
            match game.turn(&position) {
                Turn::Over => break game.payoff(&position, Player::FIRST),
                Turn::Chance => position = game.sample(&position, &mut rng).1,
                Turn::Player(player) => {
                    position = by_pairs(game, &position, player, &mut rng);
                    samples.push((lead(game, &position), 0.0));
                }
            }
        };
        samples[first..].iter_mut().for_each(|sample| sample.1 = payoff);
    }
    logistic::slope(&samples)
}

/// Blue's pairs less red's.
fn lead<S: Grid>(game: &Dice<S>, board: &Board<S::Bits>) -> f64 {
    let [blue, red] = board.stones;
    f64::from(pairs(&game.grid, blue, red)) - f64::from(pairs(&game.grid, red, blue))
}

fn by_pairs<S: Grid>(
    game: &Dice<S>,
    position: &Board<S::Bits>,
    player: Player,
    rng: &mut Rng,
) -> Board<S::Bits> {
    let mut best: Vec<Board<S::Bits>> = Vec::new();
    let mut most = f64::NEG_INFINITY;
    let _ = game.children(position, |_, child| {
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let won = game.turn(&child) == Turn::Over && game.payoff(&child, player) > 0.0;
        let value = if won { f64::INFINITY } else { sign * lead(game, &child) };
        if value > most {
            (most, best) = (value, Vec::new());
        }
        if value == most {
            best.push(child);
        }
        ControlFlow::<()>::Continue(())
    });
    best.swap_remove(below(rng, best.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::dice::evaluation::fitted_slope;

    #[test]
    fn the_shipped_slopes_are_the_fitted_ones() {
        for (board, win) in [(5, 4), (7, 4)] {
            let (fresh, shipped) = (pair_slope(board, win, 20_000, 1), fitted_slope(board, win));
            assert!((fresh - shipped).abs() < 1e-3, "{board}x{board}: {fresh} against {shipped}");
        }
    }
}
