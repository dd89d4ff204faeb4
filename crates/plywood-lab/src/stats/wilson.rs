//! Wilson's interval for a share `k / n` without draws: never leaves [0, 1] and works at `k = 0` and `k = n`.
//!
//! `centre = (p + z²/2n) / (1 + z²/n)`, `half = z sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n)`.
//! With draws the score is not binomial; use [`crate::stats::EloEstimate`].

use super::Interval;

/// Interval of `z` standard errors around `wins / games`.
///
/// # Panics
/// When there are no games or more wins than games.
pub fn wilson(wins: u64, games: u64, z: f64) -> Interval {
    assert!(games > 0 && wins <= games, "{wins} of {games} is not a share");
    let n = games as f64;
    let p = wins as f64 / n;
    let stretch = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / stretch;
    let half = z * libm::sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n)) / stretch;
    Interval { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}
