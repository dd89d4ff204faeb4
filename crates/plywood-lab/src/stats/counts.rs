//! Results as counts: three cells for single games, five for pairs of games with sides swapped.
//!
//! Per-game scores are 0, 1/2, 1; a pair's score is the mean of its two games: 0, 1/4, 1/2, 3/4, 1.
//! The pair is the unit that is independent of the others, because both games share opening and dice.

/// Counts over an equally spaced support of scores in [0, 1].
pub trait Distribution {
    /// Scores that can occur, ascending.
    fn support(&self) -> &'static [f64];
    /// How often each score occurred, in the order of the support.
    fn counts(&self) -> &[u64];
    /// Games behind one observation: 1 for single games, 2 for pairs.
    fn games_per_observation(&self) -> u64;

    /// Number of observations.
    fn total(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Number of games.
    fn games(&self) -> u64 {
        self.total() * self.games_per_observation()
    }

    /// Mean score.
    fn mean(&self) -> f64 {
        weighted(self, |score| score)
    }

    /// Variance of one observation, divided by N as engine testers do.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        weighted(self, |score| (score - mean) * (score - mean))
    }

    /// Standard deviation of one game; for pairs `sqrt(2 v)`, as if the two games of a pair were independent.
    fn game_deviation(&self) -> f64 {
        libm::sqrt(self.variance() * self.games_per_observation() as f64)
    }

    /// Standard error of the mean score.
    fn standard_error(&self) -> f64 {
        libm::sqrt(self.variance() / self.total() as f64)
    }
}

fn weighted<D: Distribution + ?Sized>(distribution: &D, value: impl Fn(f64) -> f64) -> f64 {
    let total = distribution.total() as f64;
    let cells = distribution.support().iter().zip(distribution.counts());
    cells.map(|(&score, &count)| count as f64 / total * value(score)).sum()
}

/// Losses, draws and wins of single games.
///
/// ```
/// use plywood_lab::stats::{Distribution, Trinomial};
///
/// let games = Trinomial::new(3, 1, 0); // wins, draws, losses
/// assert_eq!((games.total(), games.mean()), (4, 0.875));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Trinomial(pub [u64; 3]);

impl Trinomial {
    /// From wins, draws and losses.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self([losses, draws, wins])
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.0[0]
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.0[1]
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        self.0[2]
    }

    /// Counts one game of `half_points` (0, 1 or 2).
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(2))] += 1;
    }
}

impl Distribution for Trinomial {
    fn support(&self) -> &'static [f64] {
        &[0.0, 0.5, 1.0]
    }
    fn counts(&self) -> &[u64] {
        &self.0
    }
    fn games_per_observation(&self) -> u64 {
        1
    }
}

/// Pairs by half-points won in both games together: LL, LD, WL or DD, WD, WW.
///
/// ```
/// use plywood_lab::stats::{Distribution, Pentanomial};
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(2, 1); // a win and a draw, in half-points
/// assert_eq!((pairs.total(), pairs.games(), pairs.mean()), (1, 2, 0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one pair with these half-points (0 to 2 each).
    pub fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from((first + second).min(4))] += 1;
    }
}

impl Distribution for Pentanomial {
    fn support(&self) -> &'static [f64] {
        &[0.0, 0.25, 0.5, 0.75, 1.0]
    }
    fn counts(&self) -> &[u64] {
        &self.0
    }
    fn games_per_observation(&self) -> u64 {
        2
    }
}
