//! Values and results in words: whose they are and what they are counted in.

use plywood_core::facade::AnyGame;
use plywood_core::{PayoffKind, Player};

/// What a value of a game says, after its number: `seeds for player 1`, `for player 2 (68.6 % to win)`.
pub fn meaning(game: &dyn AnyGame, view: Player, value: f64) -> String {
    let player = format!("for player {}", view.0 + 1);
    let (low, high) = game.nature().bounds;
    match game.nature().payoff {
        PayoffKind::Margin => format!("{} {player}", game.unit()),
        PayoffKind::Probability => format!("{player} ({:.1} % to win)", 100.0 * (value - low) / (high - low)),
        PayoffKind::Outcome if value == high => format!("{player} (a win)"),
        PayoffKind::Outcome if value == low => format!("{player} (a loss)"),
        PayoffKind::Outcome => format!("{player} (1 wins, 0 draws, -1 loses)"),
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
