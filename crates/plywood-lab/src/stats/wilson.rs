//! Wilson's interval for a share `k / n` without draws: never leaves [0, 1] and works at `k = 0` and `k = n`.
//!
//! `centre = (p + z²/2n) / (1 + z²/n)`, `half = z sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n)`.
//! With draws the score is not binomial; use [`crate::stats::EloEstimate`].

use super::Interval;

/// Interval of `z` standard errors around `wins / games`.
///
/// # Panics
/// When there are no games or more wins than games.
///
/// ```
/// use plywood_lab::stats::{Z95, wilson};
///
/// let share = wilson(8, 10, Z95);
/// assert!(share.low > 0.49 && share.high < 0.95);
/// ```
pub fn wilson(wins: u64, games: u64, z: f64) -> Interval {
    assert!(games > 0 && wins <= games, "{wins} of {games} is not a share");
    wilson_of_share(wins as f64 / games as f64, games as f64, z)
}

/// The same around any share of a number of games; exactly 0 and 1 where the share is, whatever rounding
/// says.
pub fn wilson_of_share(p: f64, n: f64, z: f64) -> Interval {
    let stretch = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / stretch;
    let half = z * libm::sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n)) / stretch;
    let low = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Interval { value: p, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    #[test]
    fn all_and_nothing_are_ends() {
        for games in 1..2000 {
            assert_eq!(wilson(games, games, Z95).high, 1.0, "{games}");
            assert_eq!(wilson(0, games, Z95).low, 0.0, "{games}");
        }
    }
}
