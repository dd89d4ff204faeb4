//! Kalah positions with few seeds left in the pits, numbered for retrograde analysis.
//!
//! The future gain from the seeds in the pits depends neither on the stores nor on which of the players is on
//! turn. A number therefore stands for the pits in the view of the mover, and the seeds in the stores are
//! settled. Pits with at most n seeds in all are numbered without gaps: with a_i the seeds in the first i
//! pits, the number is the sum of the binomials (a_i + i - 1 over i), and positions with fewer seeds come
//! first.
//!
//! Six pits a side: 8 seeds are 126 thousand entries, 12 are 2.7 million, 16 are 30 million.

use std::sync::Arc;

use plywood_core::settings::whole;
use plywood_core::{About, Error, Key, Player, Spec};
use plywood_search::retrograde::{Database, Indexed};

use super::{Board, Kalah, byte, ones};

/// How the oracle is listed.
pub(super) const ABOUT: About = About {
    name: "endings",
    about: "every position with few seeds left in the pits, worked out when it is made; many are kept in the data folder",
    keys: &[Key::taking(
        "seeds",
        "8",
        whole(0, MOST_SEEDS as u64),
        "seeds left at most; a byte for each position",
    )],
    source: "",
};

/// More entries than this a database may not have.
const MOST_ENTRIES: u64 = 1 << 26;
/// With more seeds than this no board but the smallest fits.
const MOST_SEEDS: u32 = 100;

/// All positions with at most a number of seeds in the pits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    holes: u8,
    seeds: u32,
    /// `ways[i][n]`: n + i over i + 1, the numbers that positions are counted by, a list for each pit of both sides.
    ways: Arc<[Vec<u32>]>,
}

/// Seeds in the pits of a side.
fn seeds_in(pits: u64) -> u32 {
    (pits.wrapping_mul(ones(8)) >> 56) as u32
}

impl Endings {
    /// The positions with at most `seeds` seeds in the pits; refused where there are too many.
    pub fn new(game: &Kalah, seeds: u32) -> Result<Endings, Error> {
        let largest = largest(game);
        if seeds > largest {
            return Err(Error::new(format!(
                "{} positions are too many; with {} pits a side at most {largest} seeds",
                entries(game, seeds),
                game.holes
            )));
        }
        let list = |pit: u64| (0..=u64::from(seeds)).map(|sum| over(sum + pit, pit + 1) as u32).collect();
        let ways = (0..2 * u64::from(game.holes)).map(list).collect();
        Ok(Endings { holes: game.holes, seeds, ways })
    }

    /// The database that the oracle's spec names.
    pub(super) fn from_spec(game: &Kalah, spec: &Spec) -> Result<Database<Kalah>, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "oracle")?;
        let seeds = args.get("seeds")?;
        let class = Endings::new(game, seeds).map_err(|error| args.error("seeds", error.to_string()))?;
        Database::at_hand(game, class)
    }
}

impl Indexed for Kalah {
    type Class = Endings;

    fn read_class(&self, text: &str) -> Result<Endings, Error> {
        let seeds = text.trim().parse().ok().filter(|seeds| *seeds <= MOST_SEEDS);
        let wanted =
            || Error::new(format!("expected how many seeds are left at most, such as 12, found {text:?}"));
        Endings::new(self, seeds.ok_or_else(wanted)?)
    }
    fn write_class(&self, class: &Endings) -> String {
        class.seeds.to_string()
    }
    fn classes(&self, board: &Board) -> Vec<Endings> {
        let seeds: u32 = board.sides.iter().map(|side| seeds_in(self.pits(*side))).sum();
        (seeds..=largest(self)).filter_map(|seeds| Endings::new(self, seeds).ok()).collect()
    }
    fn class_file(&self, class: &Endings) -> String {
        format!("kalah-{}-pits-{}-seeds", class.holes, class.seeds)
    }

    fn size(&self, class: &Endings) -> usize {
        entries(self, class.seeds) as usize
    }
    fn number(&self, class: &Endings, board: &Board) -> Option<usize> {
        let mover = board.mover.index();
        let [own, other] = [mover, 1 - mover].map(|side| self.pits(board.sides[side]));
        if seeds_in(own) + seeds_in(other) > class.seeds || self.holes != class.holes {
            return None;
        }
        let holes = self.holes();
        let (mut sum, mut number) = (0, 0);
        for (pit, ways) in (0..).zip(&*class.ways) {
            sum += if pit < holes { byte(own, pit) } else { byte(other, pit - holes) };
            number += ways[sum as usize] as usize;
        }
        Some(number)
    }
    fn position(&self, class: &Endings, number: usize) -> Option<Board> {
        let holes = self.holes();
        let (mut left, mut sides, mut above) = (number as u32, [0, 0], None);
        for (pit, ways) in class.ways.iter().enumerate().rev() {
            // The most seeds in the pits up to this one that the number has room for.
            let sum = ways.partition_point(|ways| *ways <= left) - 1;
            left -= ways[sum];
            if let Some(above) = above.replace(sum) {
                put(&mut sides, holes, pit as u32 + 1, above - sum);
            }
        }
        put(&mut sides, holes, 0, above?);
        Some(Board { sides, mover: Player::FIRST })
    }
    fn settled(&self, board: &Board) -> i32 {
        let [first, second] = board.sides.map(|side| self.store(side) as i32);
        first - second
    }
}

/// Puts seeds into a pit, counted on from the first side to the second.
fn put(sides: &mut [u64; 2], holes: u32, pit: u32, seeds: usize) {
    sides[(pit / holes) as usize] |= (seeds as u64) << (8 * (pit % holes));
}

/// How many positions of the pits have at most `seeds` seeds.
fn entries(game: &Kalah, seeds: u32) -> u64 {
    over(u64::from(seeds) + 2 * u64::from(game.holes), 2 * u64::from(game.holes))
}

/// The most seeds whose positions fit.
fn largest(game: &Kalah) -> u32 {
    (0..=MOST_SEEDS).rev().find(|seeds| entries(game, *seeds) <= MOST_ENTRIES).unwrap_or(0)
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
    use plywood_core::{Game, Oracle, Stop, Turn};

    #[test]
    fn numbers_have_no_gaps_and_stores_are_settled() {
        for (holes, seeds) in [(1, 9), (2, 6), (3, 5), (6, 4)] {
            let game = Kalah::new(holes, 3);
            let class = Endings::new(&game, seeds).unwrap();
            for number in 0..game.size(&class) {
                let board = game.position(&class, number).unwrap();
                assert_eq!(game.number(&class, &board), Some(number));
                assert_eq!(game.settled(&board), 0);
                let [own, other] = board.sides;
                let store = 5 << (8 * game.holes());
                let turned = Board { sides: [other | store, own], mover: Player::SECOND };
                assert_eq!((game.number(&class, &turned), game.settled(&turned)), (Some(number), 5));
            }
            assert!(game.position(&class, game.size(&class) - 1).is_some());
        }
        let game = Kalah::new(2, 3);
        let few = Endings::new(&game, 6).unwrap();
        assert_eq!(game.number(&few, &game.start()), None, "twelve seeds are more than six");
    }

    /// Every position of small spaces has the value of a forward search.
    #[test]
    fn every_position_has_the_value_of_forward_search() {
        for (holes, few) in [(1, 12), (2, 9), (3, 7), (4, 6), (6, 4)] {
            let game = Kalah::new(holes, 3);
            let class = Endings::new(&game, few).unwrap();
            let database = Database::build(&game, class.clone(), &Stop::new()).unwrap();
            let mut known = HashMap::new();
            for number in 0..game.size(&class) {
                let board = game.position(&class, number).unwrap();
                let exact = database.probe(&game, &board).expect("it is of the class");
                assert_eq!(f64::from(exact.payoff), solve(&game, &board, &mut known), "{board:?}");
            }
        }
    }

    #[test]
    fn games_end_in_what_is_known() {
        for (holes, seeds, few) in [(1, 4, 8), (2, 3, 12), (3, 3, 9), (4, 3, 8), (6, 2, 6)] {
            let game = Kalah::new(holes, seeds);
            let endings =
                Endings::from_spec(&game, &format!("endings(seeds={few})").parse().unwrap()).unwrap();
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
    fn a_damaged_file_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let game = Kalah::new(3, 3);
        let class = Endings::new(&game, 6).unwrap();
        let kept = || Database::kept(&game, class.clone(), folder.path(), &Stop::new()).unwrap();
        let (path, _) = Database::file(&game, &class, folder.path());
        assert!(kept().1 && !kept().1, "made once, then kept");
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        // Of another class, with a checksum that is right.
        let other = Endings::new(&game, 5).unwrap();
        Database::kept(&game, other.clone(), folder.path(), &Stop::new()).unwrap();
        let strange = std::fs::read(Database::file(&game, &other, folder.path()).0).unwrap();
        for damaged in [flipped, whole[..whole.len() - 3].to_vec(), Vec::new(), strange] {
            std::fs::write(&path, damaged).unwrap();
            assert!(Database::load(&game, class.clone(), folder.path()).is_err());
            assert!(kept().1, "made anew");
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn too_many_seeds_are_refused_with_what_fits() {
        let game = Kalah::new(6, 4);
        let made = |spec: &str| Endings::from_spec(&game, &spec.parse().unwrap());
        assert!(made("endings(seeds=3)").is_ok());
        let refused = made("endings(seeds=19)").expect_err("too many").to_string();
        assert!(refused.contains("at most 17 seeds"), "{refused}");
        assert!(game.read_class("19").is_err() && game.read_class("few").is_err());
        let stopped = Stop::new();
        stopped.raise();
        assert!(Database::build(&game, game.read_class("3").unwrap(), &stopped).is_err());
    }
}
