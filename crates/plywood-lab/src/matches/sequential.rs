//! A sequential test over games that finish in any order.
//!
//! The test reads pairs in index order, whatever the order in which they finish, so it stops at the same pair
//! for any number of threads. Games played beyond that pair are kept but do not count.

use crate::stats::{Decision, Pentanomial, Sprt, Trinomial};
use crate::store::writer::Stored;

/// The test's state.
#[derive(Clone, Debug)]
pub struct Sequence {
    test: Sprt,
    paired: bool,
    /// Half-points by game number, as far as known.
    results: Vec<Option<u8>>,
    /// Games read so far.
    read: usize,
    pairs: Pentanomial,
    games: Trinomial,
    ratio: f64,
    decision: Decision,
}

impl Sequence {
    /// A test that has read nothing; `paired` says whether games 2k and 2k + 1 belong together.
    pub fn new(test: Sprt, paired: bool) -> Self {
        Self {
            test,
            paired,
            results: Vec::new(),
            read: 0,
            pairs: Pentanomial::default(),
            games: Trinomial::default(),
            ratio: 0.0,
            decision: Decision::Continue,
        }
    }

    /// Takes a finished game and reads on as far as possible.
    pub fn add(&mut self, game: &Stored) {
        let number = game.number as usize;
        if self.results.len() <= number {
            self.results.resize(number + 1, None);
        }
        self.results[number] = Some(game.half_points);
        while self.decision == Decision::Continue && self.read_one() {
            self.decision = self.test.decide(self.ratio);
        }
    }

    fn read_one(&mut self) -> bool {
        let known = |number: usize| self.results.get(number).copied().flatten();
        if self.paired {
            let (Some(first), Some(second)) = (known(self.read), known(self.read + 1)) else { return false };
            self.pairs.add(first, second);
            self.read += 2;
            self.ratio = self.test.ratio(&self.pairs);
        } else {
            let Some(result) = known(self.read) else { return false };
            self.games.add(result);
            self.read += 1;
            self.ratio = self.test.ratio(&self.games);
        }
        true
    }

    /// The first game number past the stop, once the test is decided.
    pub fn stop(&self) -> Option<u32> {
        (self.decision != Decision::Continue).then_some(self.read as u32)
    }

    /// Games read so far, in their order.
    pub fn games_read(&self) -> u32 {
        self.read as u32
    }

    /// Log-likelihood ratio of the games read.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Its decision.
    pub fn decision(&self) -> Decision {
        self.decision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    fn game(number: u32, half_points: u8) -> Stored {
        let reason = String::new();
        Stored {
            pairing: 0,
            number,
            first_seat: 0,
            half_points,
            reason,
            hash: 0,
            plies: 0,
            payoffs: Vec::new(),
        }
    }

    #[test]
    fn the_stop_does_not_depend_on_the_order_of_finishing() {
        let test = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        // Mostly won, with some losses and draws in between.
        let results: Vec<Stored> = (0..400).map(|n| game(n, [2, 2, 1, 2, 0, 2, 2][n as usize % 7])).collect();
        let mut straight = Sequence::new(test, true);
        results.iter().for_each(|game| straight.add(game));
        let stop = straight.stop().expect("such a score decides");
        assert!(stop > 20 && stop < 400 && stop.is_multiple_of(2), "{stop}");
        for step in [3, 7, 111] {
            let mut shuffled = Sequence::new(test, true);
            // 400 and the step have no common factor, so every game comes once.
            (0..400).for_each(|n| shuffled.add(&results[n * step % 400]));
            assert_eq!((shuffled.stop(), shuffled.ratio()), (Some(stop), straight.ratio()));
        }
    }
}
