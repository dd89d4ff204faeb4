//! Elo, normalised Elo and likelihood of superiority of a match, from single games or from pairs.
//!
//! `Elo(s) = -400 log10(1/s - 1)`; the interval is Elo at `s ± z se`, hence asymmetric: both ends are kept.
//! `nElo = C (s - 1/2) / sigma_game`; its error `z C / sqrt(games)` does not depend on the results.
//! `LOS = Phi((s - 1/2) / se)`.
//! An end of the score interval that leaves (0, 1) becomes an infinite Elo, which is what the data say.

use super::normal::cdf;
use super::wilson::wilson_of_share;
use super::{Distribution, Interval, NORMALISED_SCALE, Trinomial};

/// Rating difference at which the expected score is `score`; infinite at and beyond 0 and 1.
///
/// ```
/// use plywood_lab::stats::{elo_of_score, score_of_elo};
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((score_of_elo(elo_of_score(0.76)) - 0.76).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Zero is added because the result would be -0 where the score is one half.
        -400.0 * libm::log10(1.0 / score - 1.0) + 0.0
    }
}

/// Expected score at a rating difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The difference of two players as a match measures it.
///
/// ```
/// use plywood_lab::stats::{EloEstimate, Trinomial, Z95};
///
/// let estimate = EloEstimate::of_games(&Trinomial::new(71, 10, 19), Z95).unwrap();
/// assert_eq!(estimate.score.value, 0.76);
/// assert!(estimate.elo.low > 0.0 && estimate.superiority > 0.99);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct EloEstimate {
    /// Mean score with the ends of its interval, kept within [0, 1].
    pub score: Interval,
    /// Logistic Elo.
    pub elo: Interval,
    /// Normalised Elo.
    pub normalised: Interval,
    /// Probability that the first player is the better one.
    pub superiority: f64,
}

impl EloEstimate {
    /// The estimate with an interval of `z` standard errors; `None` without any result.
    pub fn new(distribution: &impl Distribution, z: f64) -> Option<Self> {
        if distribution.total() == 0 {
            return None;
        }
        let mean = distribution.mean();
        let error = distribution.standard_error();
        let (low, high) = (mean - z * error, mean + z * error);
        let deviation = distribution.game_deviation();
        // Results without any spread: the sign is all that is known.
        let ratio = |x: f64, spread: f64| if x == 0.0 { 0.0 } else { x / spread };
        let normalised = NORMALISED_SCALE * ratio(mean - 0.5, deviation);
        let margin = z * NORMALISED_SCALE / libm::sqrt(distribution.games() as f64);
        Some(Self {
            score: Interval { value: mean, low: low.max(0.0), high: high.min(1.0) },
            elo: Interval { value: elo_of_score(mean), low: elo_of_score(low), high: elo_of_score(high) },
            normalised: Interval { value: normalised, low: normalised - margin, high: normalised + margin },
            superiority: cdf(ratio(mean - 0.5, error)),
        })
    }

    /// The estimate of single games; without draws the score gets Wilson's interval, which holds at 0 and 100 % too. So
    /// does a match of nothing but draws: that it has no spread yet does not say that it never will.
    pub fn of_games(games: &Trinomial, z: f64) -> Option<Self> {
        let mut estimate = Self::new(games, z)?;
        if games.draws() == 0 || games.draws() == games.total() {
            estimate.score = wilson_of_share(games.mean(), games.total() as f64, z);
            estimate.elo.low = elo_of_score(estimate.score.low);
            estimate.elo.high = elo_of_score(estimate.score.high);
        }
        if estimate.normalised.value.is_infinite() {
            // All won or all lost: what is known is the near end, by the deviation that games would have there.
            let near = |score: f64| NORMALISED_SCALE * (score - 0.5) / libm::sqrt(score * (1.0 - score));
            estimate.normalised.low = near(estimate.score.low).max(f64::NEG_INFINITY);
            estimate.normalised.high = near(estimate.score.high).min(f64::INFINITY);
        }
        Some(estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Z95};

    #[test]
    fn a_whitewash_has_an_infinite_elo_but_a_finite_lower_end() {
        let estimate = EloEstimate::of_games(&Trinomial::new(20, 0, 0), Z95).unwrap();
        assert_eq!(estimate.elo.value, f64::INFINITY);
        assert!((estimate.score.low - (1.0 - 0.16112516)).abs() < 1e-8);
        assert!(estimate.elo.low > 200.0 && estimate.elo.low < 400.0);
        // The ends are on either side of the value, for any number of games.
        for games in 1..500 {
            let won = EloEstimate::of_games(&Trinomial::new(games, 0, 0), Z95).unwrap();
            let lost = EloEstimate::of_games(&Trinomial::new(0, 0, games), Z95).unwrap();
            for interval in [won.elo, won.normalised] {
                assert_eq!((interval.value, interval.high), (f64::INFINITY, f64::INFINITY), "{games}");
                assert!(interval.low.is_finite(), "{games}: {interval:?}");
            }
            for interval in [lost.elo, lost.normalised] {
                assert_eq!((interval.value, interval.low), (f64::NEG_INFINITY, f64::NEG_INFINITY), "{games}");
                assert!(interval.high.is_finite(), "{games}: {interval:?}");
            }
        }
        assert!(EloEstimate::new(&Pentanomial::default(), Z95).is_none());
    }

    #[test]
    fn a_level_match_without_spread_is_level() {
        let estimate = EloEstimate::new(&Pentanomial([0, 0, 10, 0, 0]), Z95).unwrap();
        assert_eq!((estimate.elo.value, estimate.normalised.value, estimate.superiority), (0.0, 0.0, 0.5));
        assert!(estimate.elo.value.is_sign_positive(), "zero is told as 0, not as -0");
    }

    #[test]
    fn nothing_but_draws_leave_room_for_a_difference() {
        let mut widest = f64::INFINITY;
        for games in [1, 10, 100, 1000] {
            let level = EloEstimate::of_games(&Trinomial::new(0, games, 0), Z95).unwrap();
            assert_eq!((level.score.value, level.elo.value, level.superiority), (0.5, 0.0, 0.5));
            assert!(level.score.low < 0.5 && level.score.high > 0.5 && level.elo.low < 0.0, "{level:?}");
            assert!(
                (elo_of_score(level.score.high) - level.elo.high).abs() < 1e-9,
                "both intervals say the same"
            );
            assert!(level.elo.high < widest, "more games say more");
            widest = level.elo.high;
        }
    }
}
