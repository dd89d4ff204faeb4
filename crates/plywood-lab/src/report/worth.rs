//! Values and results in words: whose they are, and their unit.

use plywood_core::facade::AnyGame;
use plywood_core::{PayoffKind, Player};

/// The words after the number of a game's value: `seeds for player 1`, `for player 2 (68.6 % to win)`. A mean
/// that is as high as it can be is not a win yet: that must be proven.
pub fn meaning(game: &dyn AnyGame, view: Player, value: f64, proven: bool) -> String {
    let player = format!("for player {}", view.0 + 1);
    let (low, high) = game.nature().bounds;
    match game.nature().payoff {
        PayoffKind::Margin => format!("{} {player}", game.unit()),
        PayoffKind::Probability => format!("{player} ({:.1} % to win)", 100.0 * (value - low) / (high - low)),
        // Who plays alone wins nothing from anybody.
        PayoffKind::Outcome if game.nature().players == 1 && value == high && proven => {
            format!("{player} (solved)")
        }
        PayoffKind::Outcome if game.nature().players == 1 => format!("{player} (1 is solved)"),
        PayoffKind::Outcome if value == high && proven => format!("{player} (a win)"),
        PayoffKind::Outcome if value == low && proven => format!("{player} (a loss)"),
        PayoffKind::Outcome => format!("{player} (1 wins, 0 draws, -1 loses)"),
    }
}

/// The words after the number of an exact score. The payoff beside it has the same sign, and another number
/// where people count otherwise: `stones for player 2 (a win)`.
pub fn meaning_of_score(game: &dyn AnyGame, view: Player, score: f64, payoff: f64) -> String {
    let meaning = meaning(game, view, payoff, true);
    if score == payoff { meaning } else { format!("{} {meaning}", game.unit()) }
}

/// The unit of a search's values.
pub fn unit(game: &dyn AnyGame) -> &'static str {
    match game.nature().payoff {
        PayoffKind::Margin => game.unit(),
        PayoffKind::Outcome => "outcome",
        PayoffKind::Probability => "expected outcome",
    }
}

/// Who won a finished game, and by how much.
pub fn result(game: &dyn AnyGame, payoffs: &[f64]) -> String {
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners: Vec<String> = (1..)
        .zip(payoffs)
        .filter(|(_, payoff)| **payoff == best)
        .map(|(player, _)| format!("player {player}"))
        .collect();
    let nature = game.nature();
    let counted = nature.payoff == PayoffKind::Margin && nature.bounds != (0.0, 1.0);
    match &winners[..] {
        [winner] if counted => format!("{winner} wins, with {best} {}", game.unit()),
        [winner] => format!("{winner} wins"),
        all if all.len() == payoffs.len() => "a draw".to_string(),
        some => format!("{} share the win", some.join(" and ")),
    }
}
