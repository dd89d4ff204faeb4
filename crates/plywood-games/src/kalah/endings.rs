//! Exact values of kalah positions with few seeds left in the pits, made in memory at once.
//!
//! What the seeds in the pits will bring does not depend on the stores, nor on which of the players is on turn: an entry
//! is one byte for the pits in the view of the mover, what they gain him over the other. Pits with at most n seeds in
//! all are numbered without gaps: with a_i the seeds in the first i pits, the number is the sum of the binomials
//! (a_i + i - 1 over i), and those with fewer seeds come first. There is no way round from a position back to itself,
//! so each entry follows from those its moves lead to.
//!
//! Six pits a side: 8 seeds are 126 thousand entries, 12 are 2.7 million, 16 are 30 million and take ten seconds.

use std::ops::ControlFlow;

use plywood_core::{About, Error, Exact, Game, Key, Oracle, Player, Spec, Turn};

use super::{Board, Kalah, MOST_HOLES, byte};

/// How it is listed.
pub(super) const ABOUT: About = About {
    name: "endings",
    about: "every position with few seeds left in the pits, worked out when it is made",
    keys: &[Key::new("seeds", "8", "seeds left at most; a byte for each position")],
    source: "",
};

/// More bytes than this a table may not take.
const MOST_ENTRIES: u64 = 1 << 26;
/// With more seeds than this no board but the smallest fits, and values would outgrow a byte.
const MOST_SEEDS: u32 = 100;
/// An entry that is not known yet: no value is as large.
const UNKNOWN: i8 = i8::MAX;
const PITS: usize = 2 * MOST_HOLES as usize;

/// The values of one board shape.
pub struct Endings {
    game: Kalah,
    seeds: u32,
    values: Vec<i8>,
    /// `ways[i][n]`: n + i over i + 1, the numbers that entries are counted by.
    ways: [Vec<u32>; PITS],
}

/// Seeds in the pits of a side.
fn seeds_in(pits: u64) -> u32 {
    (pits.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Endings {
    /// Makes the oracle from its spec.
    pub(super) fn from_spec(game: &Kalah, spec: &Spec) -> Result<Endings, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "oracle")?;
        let seeds = args.number("seeds", 0, MOST_SEEDS)?;
        let largest = (0..=MOST_SEEDS).rev().find(|seeds| entries(game, *seeds) <= MOST_ENTRIES);
        match largest {
            Some(largest) if seeds > largest => Err(args.error(
                "seeds",
                format!(
                    "{} positions are too many; with {} pits a side at most {largest} seeds",
                    entries(game, seeds),
                    game.holes
                ),
            )),
            _ => Ok(Endings::new(game, seeds)),
        }
    }

    /// The values of all positions with at most so many seeds in the pits.
    pub fn new(game: &Kalah, seeds: u32) -> Endings {
        let ways = std::array::from_fn(|pit| {
            (0..=u64::from(seeds)).map(|sum| over(sum + pit as u64, pit as u64 + 1) as u32).collect()
        });
        let values = vec![UNKNOWN; entries(game, seeds) as usize];
        let mut endings = Endings { game: *game, seeds, values, ways };
        let pits = 2 * game.holes() as usize;
        endings.fill(&mut [0; PITS], pits, seeds);
        endings
    }

    /// Works out every position whose last pits are given, with at most so many seeds in the first ones.
    fn fill(&mut self, counts: &mut [u8; PITS], pits: usize, left: u32) {
        if pits == 0 {
            let holes = usize::from(self.game.holes);
            let (own, other) = counts.split_at(holes);
            let side = |cells: &[u8]| {
                cells[..holes].iter().rev().fold(0, |side, count| side << 8 | u64::from(*count))
            };
            self.value(&Board { sides: [side(own), side(other)], mover: Player::FIRST });
            return;
        }
        for count in 0..=left {
            counts[pits - 1] = count as u8;
            self.fill(counts, pits - 1, left - count);
        }
        counts[pits - 1] = 0;
    }

    /// What the first player, who is on turn, gains over the other from pits on a board with empty stores.
    fn value(&mut self, board: &Board) -> i8 {
        let place = self.place(board.sides[0], board.sides[1]);
        if self.values[place] != UNKNOWN {
            return self.values[place];
        }
        let game = self.game;
        let best = match game.turn(board) {
            Turn::Player(_) => {
                let mut best = i8::MIN;
                let _ = game.children(board, |_, after| {
                    best = best.max(self.after(&after));
                    ControlFlow::<()>::Continue(())
                });
                best
            }
            _ => game.payoff(board, Player::FIRST) as i8,
        };
        self.values[place] = best;
        best
    }

    /// The same where the first player has just moved.
    fn after(&mut self, board: &Board) -> i8 {
        let [own, other] = board.sides.map(|side| self.game.pits(side));
        let home = self.game.store(board.sides[0]) as i8;
        if board.mover == Player::FIRST {
            home + self.value(&Board { sides: [own, other], mover: Player::FIRST })
        } else {
            home - self.value(&Board { sides: [other, own], mover: Player::FIRST })
        }
    }

    /// The number of the pits, the mover's first.
    fn place(&self, own: u64, other: u64) -> usize {
        let holes = self.game.holes();
        let (mut sum, mut place) = (0, 0);
        for (pit, ways) in self.ways.iter().enumerate().take(2 * holes as usize) {
            let pit = pit as u32;
            sum += if pit < holes { byte(own, pit) } else { byte(other, pit - holes) };
            place += ways[sum as usize] as usize;
        }
        place
    }
}

impl Oracle<Kalah> for Endings {
    fn probe(&self, game: &Kalah, board: &Board) -> Option<Exact<i32>> {
        let pits = board.sides.map(|side| game.pits(side));
        if seeds_in(pits[0]) + seeds_in(pits[1]) > self.seeds || game.holes != self.game.holes {
            return None;
        }
        let mover = board.mover.index();
        let gain = i32::from(self.values[self.place(pits[mover], pits[1 - mover])]);
        let [first, second] = board.sides.map(|side| game.store(side) as i32);
        Some(Exact { payoff: first - second + if mover == 0 { gain } else { -gain }, distance: None })
    }
}

/// How many positions of the pits have at most so many seeds.
fn entries(game: &Kalah, seeds: u32) -> u64 {
    over(u64::from(seeds) + 2 * u64::from(game.holes), 2 * u64::from(game.holes))
}

/// A binomial coefficient; the largest number where it is larger still.
fn over(n: u64, k: u64) -> u64 {
    let exact = (0..u128::from(k)).try_fold(1_u128, |product, step| {
        product.checked_mul(u128::from(n) - step).map(|product| product / (step + 1))
    });
    exact.and_then(|exact| u64::try_from(exact).ok()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::solve;
    use plywood_core::random::seeded;

    #[test]
    fn every_position_has_its_own_place() {
        let game = Kalah::new(2, 3);
        let endings = Endings::new(&game, 6);
        let mut seen = vec![false; endings.values.len()];
        for cells in 0..7_u32.pow(4) {
            let counts: Vec<u64> = (0..4).map(|pit| u64::from(cells / 7_u32.pow(pit) % 7)).collect();
            if counts.iter().sum::<u64>() <= 6 {
                let place = endings.place(counts[0] | counts[1] << 8, counts[2] | counts[3] << 8);
                assert!(!std::mem::replace(&mut seen[place], true), "{counts:?}");
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }

    #[test]
    fn endings_equal_the_definition() {
        for (holes, seeds, few) in [(1, 4, 8), (2, 3, 12), (3, 3, 9), (4, 3, 8), (6, 2, 6)] {
            let game = Kalah::new(holes, seeds);
            let endings = Endings::new(&game, few);
            let (mut rng, mut known, mut hits) = (seeded(1), HashMap::new(), 0);
            for _ in 0..300 {
                let mut board = game.start();
                while game.turn(&board) != Turn::Over {
                    board = game.play(&board, game.random_move(&board, &mut rng));
                    if let Some(exact) = endings.probe(&game, &board) {
                        hits += 1;
                        assert_eq!(f64::from(exact.payoff), solve(&game, &board, &mut known));
                    }
                }
            }
            assert!(hits > 300, "every game ends in one: {hits}");
        }
    }

    #[test]
    fn too_many_seeds_are_refused_with_what_fits() {
        let made = |spec: &str| Endings::from_spec(&Kalah::new(6, 4), &spec.parse().unwrap());
        assert!(made("endings(seeds=3)").is_ok());
        let refused = made("endings(seeds=19)").err().expect("too many").to_string();
        assert!(refused.contains("at most 17 seeds"), "{refused}");
    }
}
