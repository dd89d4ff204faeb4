//! Adding up games, one group at a time. The games of a group share opening and dice and differ in seats, so
//! groups are independent of each other. The table of a match and the bands of its plot are both made from a
//! [`Tally`].
//!
//! A game's point goes to the player with the highest payoff, in equal parts if several have it. With n
//! players the fair share is 1/n; Elo, normalised Elo and superiority are measures of two players.

use crate::stats::wilson::wilson_of_share;
use crate::stats::{Distribution, EloEstimate, Interval, Pentanomial, Trinomial, Z95};
use crate::store::writer::Stored;

/// Groups of games added up.
#[derive(Clone, Debug)]
pub struct Tally {
    seats: usize,
    /// Games of a group.
    size: usize,
    /// Wins, draws and losses of the first contestant.
    pub total: Trinomial,
    /// Pairs by half-points, where games come in pairs.
    pub pairs: Option<Pentanomial>,
    groups: u64,
    /// Of each contestant: the sum of its shares of the groups, and of their squares.
    sums: Vec<(f64, f64)>,
}

impl Tally {
    /// Nothing added yet; `swapped` says whether every opening is played once from each seat.
    pub fn new(seats: usize, swapped: bool) -> Self {
        Self {
            seats,
            size: if swapped { seats.max(1) } else { 1 },
            total: Trinomial::default(),
            pairs: (swapped && seats == 2).then(Pentanomial::default),
            groups: 0,
            sums: vec![(0.0, 0.0); seats],
        }
    }

    /// The groups of games in order, those first that are whole, and the games of the others.
    pub fn groups<'a>(&self, games: &'a [Stored]) -> (Vec<&'a [Stored]>, u64) {
        let group = |game: &Stored| game.number as usize / self.size;
        let all = || games.chunk_by(|one, other| group(one) == group(other));
        let whole: Vec<&[Stored]> = all().filter(|games| games.len() == self.size).collect();
        let halves: usize = all().map(<[Stored]>::len).filter(|games| *games < self.size).sum();
        (whole, halves as u64)
    }

    /// Adds the games of one group.
    pub fn add(&mut self, games: &[Stored]) {
        games.iter().for_each(|game| self.total.add(game.half_points));
        if let (Some(pairs), [first, second]) = (&mut self.pairs, games) {
            pairs.add(first.half_points, second.half_points);
        }
        self.groups += 1;
        for (contestant, (sum, squares)) in self.sums.iter_mut().enumerate() {
            let shares = games.iter().map(|game| share(game, contestant, self.seats));
            let mean = shares.sum::<f64>() / games.len() as f64;
            *sum += mean;
            *squares += mean * mean;
        }
    }

    /// Score, Elo and the rest of two players; `None` for more, or without games.
    pub fn estimate(&self) -> Option<EloEstimate> {
        if self.seats != 2 {
            return None;
        }
        // Pairs without any spread (all won, all level) have no error of their own; games then give the interval.
        match &self.pairs {
            Some(pairs) if pairs.total() > 0 && pairs.variance() > 0.0 => EloEstimate::new(pairs, Z95),
            _ => EloEstimate::of_games(&self.total, Z95),
        }
    }

    /// A contestant's mean share of the point with its 95 % interval.
    pub fn score(&self, contestant: usize) -> Option<Interval> {
        if let Some(Interval { value, low, high }) = self.estimate().map(|estimate| estimate.score) {
            let of_other = Interval { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low };
            return Some(if contestant == 0 { Interval { value, low, high } } else { of_other });
        }
        if self.groups == 0 {
            return None;
        }
        let n = self.groups as f64;
        let (sum, squares) = self.sums[contestant];
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0);
        if variance < 1e-12 {
            return Some(wilson_of_share(mean, n * self.size as f64, Z95));
        }
        let spread = Interval::around(mean, Z95 * libm::sqrt(variance / n));
        Some(Interval { low: spread.low.max(0.0), high: spread.high.min(1.0), ..spread })
    }
}

/// The seat of a contestant in a game.
pub fn seat_of(game: &Stored, contestant: usize, seats: usize) -> usize {
    (usize::from(game.first_seat) + contestant) % seats
}

/// A contestant's share of a game's point: all of it with the highest payoff alone, a part of it with a shared one.
pub fn share(game: &Stored, contestant: usize, seats: usize) -> f64 {
    let own = game.payoffs.get(seat_of(game, contestant, seats)).copied().unwrap_or(f64::NEG_INFINITY);
    if game.payoffs.iter().any(|payoff| *payoff > own) {
        return 0.0;
    }
    1.0 / game.payoffs.iter().filter(|payoff| **payoff == own).count().max(1) as f64
}
