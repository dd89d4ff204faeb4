//! The results of a pairing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::sequential::Sequence;
use super::tally::{Tally, seat_of, share};
use crate::stats::{Decision, Distribution, EloEstimate, Interval, Pentanomial, Sprt, Trinomial};
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
    /// Its decision.
    pub decision: Decision,
}

/// Who meets in a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    /// The players' specs; the first is the one whose score is told.
    pub contestants: Vec<String>,
    /// Their places in the experiment's list of players: the same player may be in it twice.
    pub entries: Vec<usize>,
    /// Their names: the specs, numbered where several players have the same.
    pub names: Vec<String>,
}

/// The points of a contestant from one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatScore {
    /// Games from it.
    pub games: u64,
    /// Points: the sum of its shares.
    pub points: f64,
}

/// One contestant of a pairing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Games won alone.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub shared: u64,
    /// Points: one a game, shared where the first place is.
    pub points: f64,
    /// Mean share of the point with its 95 % interval; the fair share is one over the number of players.
    pub score: Option<Interval>,
    /// The same by seat.
    pub by_seat: Vec<SeatScore>,
}

/// The results of one pairing. Everything is about the same games: those whose group is whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairingResult {
    /// Who met.
    #[serde(flatten)]
    pub meeting: Meeting,
    /// Games counted.
    pub games: u64,
    /// Games that are stored but not counted, because the others of their group are still to be played.
    pub unpaired: u64,
    /// Games that are stored but not counted, because they come after the end of the test or after those asked for.
    pub beyond: u64,
    /// Wins, draws and losses of the first contestant.
    pub total: Trinomial,
    /// The same by its seat.
    pub by_seat: Vec<Trinomial>,
    /// Pairs by half-points, where games come in pairs.
    pub pairs: Option<Pentanomial>,
    /// Every contestant.
    pub standings: Vec<Standing>,
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// Mean number of steps.
    pub plies: f64,
    /// How many are really different.
    pub copies: Copies,
    /// Score, Elo and the rest of two players, from pairs where there are any.
    pub estimate: Option<EloEstimate>,
    /// The sequential test, if there is one.
    pub sprt: Option<TestResult>,
}

impl PairingResult {
    /// Adds up the games of a pairing below a number; `swapped` says whether every opening is played from each seat.
    pub fn new(meeting: Meeting, swapped: bool, sprt: Option<Sprt>, limit: u32, games: &[Stored]) -> Self {
        let seats = meeting.contestants.len();
        let below = |end: u32| games.partition_point(|game| game.number < end);
        let tested = sprt.map(|test| judge(test, swapped, &games[..below(limit)]));
        let end = tested.and_then(|(_, stop)| stop).unwrap_or(u32::MAX).min(limit);
        let (games, beyond) = games.split_at(below(end));
        let mut tally = Tally::new(seats, swapped);
        let (mut groups, mut unpaired) = tally.groups(games);
        if groups.is_empty() {
            // Half a group says nothing about groups; until one is whole, games must do.
            (tally, unpaired) = (Tally::new(seats, false), 0);
            groups = tally.groups(games).0;
        }
        groups.iter().for_each(|group| tally.add(group));
        let counted = || groups.iter().copied().flatten();
        let mut by_seat = vec![Trinomial::default(); seats];
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        for game in counted() {
            by_seat[usize::from(game.first_seat)].add(game.half_points);
            *endings.entry(game.reason.clone()).or_default() += 1;
        }
        let number = tally.total.total();
        Self {
            games: number,
            unpaired,
            beyond: beyond.len() as u64,
            total: tally.total,
            by_seat,
            pairs: tally.pairs,
            standings: (0..seats).map(|contestant| standing(&tally, contestant, seats, &groups)).collect(),
            endings,
            plies: counted().map(|game| f64::from(game.plies)).sum::<f64>() / number.max(1) as f64,
            copies: Copies::count(counted()),
            estimate: tally.estimate(),
            sprt: tested.map(|(result, _)| result),
            meeting,
        }
    }

    /// Mean score of the first contestant with its 95 % interval.
    pub fn score(&self) -> Option<Interval> {
        self.standings.first().and_then(|standing| standing.score)
    }

    /// The share of the point that every contestant gets where all are equal.
    pub fn fair_share(&self) -> f64 {
        1.0 / self.standings.len().max(1) as f64
    }
}

fn standing(tally: &Tally, contestant: usize, seats: usize, groups: &[&[Stored]]) -> Standing {
    let (mut wins, mut shared, mut by_seat) = (0, 0, vec![SeatScore::default(); seats]);
    for game in groups.iter().copied().flatten() {
        let share = share(game, contestant, seats);
        wins += u64::from(share == 1.0);
        shared += u64::from(share > 0.0 && share < 1.0);
        let seat = &mut by_seat[seat_of(game, contestant, seats)];
        seat.games += 1;
        seat.points += share;
    }
    let points = by_seat.iter().map(|seat| seat.points).sum();
    Standing { wins, shared, points, score: tally.score(contestant), by_seat }
}

/// Where a test stands, and the number of the first game past its end, if it has ended.
fn judge(test: Sprt, paired: bool, games: &[Stored]) -> (TestResult, Option<u32>) {
    let mut sequence = Sequence::new(test, paired);
    games.iter().for_each(|game| sequence.add(game));
    let (ratio, bounds, decision) = (sequence.ratio(), test.bounds(), sequence.decision());
    (TestResult { test, ratio, bounds, decision }, sequence.stop())
}
