//! What a pairing's games add up to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::sequential::Sequence;
use crate::stats::{Decision, Distribution, EloEstimate, Interval, Pentanomial, Sprt, Trinomial, Z95};
use crate::store::Copies;
use crate::store::writer::Stored;

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// The test; its model is part of the result.
    pub test: Sprt,
    /// Log-likelihood ratio.
    #[serde(with = "plywood_core::number")]
    pub ratio: f64,
    /// The bounds.
    #[serde(with = "plywood_core::number")]
    pub bounds: (f64, f64),
    /// What it decides.
    pub decision: Decision,
}

/// The results of one pairing, from the view of its first contestant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairingResult {
    /// The players' specs.
    pub contestants: Vec<String>,
    /// Games counted.
    pub games: u64,
    /// Wins, draws and losses of all games.
    pub total: Trinomial,
    /// The same by the seat of the first contestant.
    pub by_seat: Vec<Trinomial>,
    /// Pairs by half-points, where games come in pairs.
    pub pairs: Option<Pentanomial>,
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// Mean number of steps.
    pub plies: f64,
    /// How many are really different.
    pub copies: Copies,
    /// Score, Elo and the rest, from pairs where there are any.
    pub estimate: Option<EloEstimate>,
    /// The sequential test, if there is one.
    pub sprt: Option<TestResult>,
}

impl PairingResult {
    /// Adds up the games of a pairing; `paired` says whether games 2k and 2k + 1 swap seats.
    pub fn new(contestants: &[String], paired: bool, sprt: Option<Sprt>, games: &[Stored]) -> Self {
        let seats = contestants.len();
        let (mut total, mut by_seat) = (Trinomial::default(), vec![Trinomial::default(); seats]);
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        let mut halves: BTreeMap<u32, u8> = BTreeMap::new();
        let mut pairs = Pentanomial::default();
        for game in games {
            total.add(game.half_points);
            by_seat[usize::from(game.first_seat)].add(game.half_points);
            *endings.entry(game.reason.clone()).or_default() += 1;
            match halves.remove(&(game.number / 2)) {
                Some(other) => pairs.add(other, game.half_points),
                None => drop(halves.insert(game.number / 2, game.half_points)),
            }
        }
        let pairs = (paired && seats == 2).then_some(pairs);
        // Half a pair says nothing about pairs; until one is whole, games must do.
        let by_pairs =
            pairs.filter(|pairs| pairs.total() > 0).and_then(|pairs| estimate_of_pairs(&pairs, &total));
        Self {
            contestants: contestants.to_vec(),
            games: total.total(),
            total,
            by_seat,
            pairs,
            endings,
            plies: games.iter().map(|game| f64::from(game.plies)).sum::<f64>() / games.len().max(1) as f64,
            copies: Copies::count(games),
            estimate: by_pairs.or_else(|| EloEstimate::of_games(&total, Z95)),
            sprt: sprt.map(|test| judge(test, paired, games)),
        }
    }

    /// Mean score of the first contestant with its 95 % interval.
    pub fn score(&self) -> Option<Interval> {
        self.estimate.map(|estimate| estimate.score)
    }
}

/// Pairs without any spread (all won, all level) have no error of their own; games then give the interval.
fn estimate_of_pairs(pairs: &Pentanomial, games: &Trinomial) -> Option<EloEstimate> {
    if pairs.variance() > 0.0 { EloEstimate::new(pairs, Z95) } else { EloEstimate::of_games(games, Z95) }
}

fn judge(test: Sprt, paired: bool, games: &[Stored]) -> TestResult {
    let mut sequence = Sequence::new(test, paired);
    games.iter().for_each(|game| sequence.add(game));
    TestResult { test, ratio: sequence.ratio(), bounds: test.bounds(), decision: sequence.decision() }
}
