//! Training by name: which games have features to learn from.

use std::path::PathBuf;

use plywood_core::{Error, Spec, Stop};
use plywood_games::dice::grid::Grid;
use plywood_games::dice::streaks::Streaks;
use plywood_games::dice::{self, AnyDice, Dice, network};
use plywood_learn::Course;
use plywood_learn::course::Mark;
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
