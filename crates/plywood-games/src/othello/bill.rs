//! The evaluation of Bill (Monte Carlo Othello thesis, section 2.3.2; Lee and Mahajan 1990).
//!
//! It has Iago's edge table, mobility in which moves count by their squares, Iago's potential mobility, and
//! sequences of discs of one colour, which are good or bad by their places. All of these are table lookups or
//! bit counts. The weights are learned: weights by stage of the game that predict the final margin best, from
//! games played for this purpose (`plywood train othello bill`). A value is in thousandths of a disc.

use plywood_core::Error;

use super::board::spread;
use super::edges::{self, file, row};
use super::kernel::{Kernel, Task};
use super::stability::stable;
use super::{Board, Othello};
use plywood_core::Player;

/// Numbers that are looked at.
pub const FEATURES: usize = 10;
/// Stages of the game, by discs on the board.
pub const STAGES: usize = 6;

/// The features, in their order.
pub const NAMES: [&str; FEATURES] = [
    "edges",
    "corner moves",
    "moves beside corners",
    "moves inside corners",
    "edge moves",
    "other moves",
    "potential mobility",
    "sequences on edges",
    "sequences beside edges",
    "sequences inside",
];

/// The features of a position for who has the first discs, each the contrary for the other.
pub type Features = [i32; FEATURES];

/// The weight of a unit of each feature in each stage, in thousandths of a disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights(pub [Features; STAGES]);

/// No value is larger: what is more is cut.
pub const MOST: i32 = 64_000;

/// The weights that are shipped: `plywood train othello "bill(games=6000)"`.
pub static LEARNED: Weights = Weights(include!("bill_weights.in"));

/// The stage of a number of discs.
pub fn stage(discs: u32) -> usize {
    ((discs.saturating_sub(4) / 10) as usize).min(STAGES - 1)
}

/// Discs of a run beyond the second count, in all runs of a line.
static RUNS: [u8; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut square, mut length) = (0, 0);
        while square < 8 {
            length = if bits >> square & 1 == 1 { length + 1 } else { 0 };
            if length > 2 {
                table[bits] += 1;
            }
            square += 1;
        }
        bits += 1;
    }
    table
};

struct Look<'a>(&'a Othello, u64, u64);

impl Task for Look<'_> {
    type Output = Features;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Features {
        let Look(game, own, other) = self;
        let (area, corners, edge) = (game.area(), game.corners(), game.edges());
        let count = |bits: u64| bits.count_ones() as i32;
        let moves = [kernel.moves(own, other) & area, kernel.moves(other, own) & area];
        let ahead = |squares: u64| count(moves[0] & squares) - count(moves[1] & squares);
        let near = spread(corners) & !corners & area;
        let frontier = game.frontier(own | other);
        let (theirs, ours) = (count(frontier & other), count(frontier & own));
        let edges = if game.size() == 8 {
            edges::worth(own, other) / 100
        } else {
            let [ours, theirs] = stable(game, [own, other]);
            10 * (count(ours & edge) - count(theirs & edge))
        };
        let mut runs = [0; 3];
        let (first, last) = (u32::from(game.rim()), 7 - u32::from(game.rim()));
        for line in first..=last {
            let place = (line - first).min(last - line).min(2) as usize;
            let run = |bits: usize| i32::from(RUNS[bits]);
            runs[place] += run(row(own, line)) - run(row(other, line));
            runs[place] += run(file(own, line)) - run(file(other, line));
        }
        [
            edges,
            ahead(corners),
            ahead(near & edge),
            ahead(near & !edge),
            ahead(edge & !near & !corners),
            ahead(area & !edge & !near),
            100 * (theirs - ours) / (theirs + ours + 2),
            runs[0],
            runs[1],
            runs[2],
        ]
    }
}

/// The features of a position for a player.
pub fn features(game: &Othello, board: &Board, player: Player) -> Features {
    game.level.run(Look(game, board.discs(player), board.discs(player.other())))
}

impl Weights {
    /// The value of a position for a player, in thousandths of a disc.
    pub fn value(&self, game: &Othello, board: &Board, player: Player) -> i32 {
        let weights = &self.0[stage(board.occupied().count_ones())];
        let features = features(game, board, player);
        let mut sum = 0;
        for place in 0..FEATURES {
            sum += weights[place] * features[place];
        }
        sum.clamp(-MOST, MOST)
    }

    /// Reads a file of `plywood train othello bill`: a line of weights a stage.
    pub fn read(text: &str) -> Result<Weights, Error> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line.trim()) != Some(HEAD) {
            return Err(Error::new(format!(
                "line 1: expected {HEAD:?}: plywood train othello bill makes such a file"
            )));
        }
        let mut weights = [[0; FEATURES]; STAGES];
        for stage in &mut weights {
            let (index, line) =
                lines.next().ok_or_else(|| Error::new(format!("expected {STAGES} lines of weights")))?;
            let rest = line.strip_prefix("stage: ").unwrap_or_default();
            let numbers: Option<Vec<i32>> = rest.split_whitespace().map(|word| word.parse().ok()).collect();
            let small = |number: &i32| number.abs() <= LARGEST;
            *stage = numbers
                .filter(|numbers| numbers.iter().all(small))
                .and_then(|numbers| numbers.try_into().ok())
                .ok_or_else(|| {
                    let wanted = format!("expected \"stage: \" and {FEATURES} whole numbers up to {LARGEST}");
                    Error::at(line, 0, wanted).context(format!("line {}", index + 1))
                })?;
        }
        Ok(Weights(weights))
    }

    /// The text that is read back.
    pub fn text(&self) -> String {
        let line = |stage: &Features| {
            let words: Vec<String> = stage.iter().map(|weight| weight.to_string()).collect();
            format!("stage: {}\n", words.join(" "))
        };
        format!("{HEAD}\n{}", self.0.iter().map(line).collect::<String>())
    }
}

const HEAD: &str = "plywood bill weights 1";
/// A weight is no larger, so that no sum leaves its type.
const LARGEST: i32 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Game, PayoffKind, Turn, random};

    #[test]
    fn features_turn_with_the_player_and_the_board() {
        let mut rng = random::seeded(4);
        for size in [4, 6, 8] {
            let game = Othello::new(size, PayoffKind::Outcome);
            for _ in 0..30 {
                let mut board = game.start();
                while game.turn(&board) != Turn::Over {
                    let here = features(&game, &board, Player::FIRST);
                    assert_eq!(features(&game, &board, Player::SECOND), here.map(|feature| -feature));
                    for symmetry in 1..8 {
                        let seen = game.transform(&board, symmetry);
                        assert_eq!(features(&game, &seen, Player::FIRST), here);
                    }
                    board = game.play(&board, game.random_move(&board, &mut rng));
                }
            }
        }
        assert_eq!((RUNS[0b111], RUNS[0b1111_0111], RUNS[0xFF]), (1, 3, 6));
    }

    #[test]
    fn weights_are_read_back_and_wrong_ones_refused() {
        assert_eq!(Weights::read(&LEARNED.text()), Ok(LEARNED));
        let text = LEARNED.text();
        for wrong in
            ["", "plywood bill weights 2\n", &text[..text.len() / 2], &text.replace("stage: ", "stage: 1 ")]
        {
            assert!(Weights::read(wrong).is_err(), "{wrong:?}");
        }
        let error = Weights::read(&text.replacen("stage", "state", 1)).unwrap_err().to_string();
        assert!(error.starts_with("line 2: expected"), "{error}");
    }

    #[test]
    fn a_corner_is_good_and_mobility_too() {
        let game = Othello::default();
        let own = |text: &str| LEARNED.value(&game, &game.read(text), Player::FIRST);
        let corner = own("X-------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------");
        let inside = own("--------\n-X------\n--------\n---OX---\n---XO---\n--------\n--------\n--------");
        assert!(corner > inside, "{corner} {inside}");
    }

    impl Othello {
        /// A board as it looks, whether it can occur or not.
        fn read(&self, text: &str) -> Board {
            let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            let discs = |wanted: char| {
                (0..64)
                    .filter(|square| letters[*square] == wanted)
                    .fold(0, |bits, square| bits | 1_u64 << square)
            };
            self.level.run(crate::othello::Settle(discs('X'), discs('O'), Player::FIRST, self.area()))
        }
    }
}
