//! Evaluations of Dice.
//!
//! - `network`: the trained network ([`super::network`]).
//! - `untrained`: the same before training, to measure what training gives.
//! - `streaks`: counts streaks by hand and squashes the difference.
//! - `pairs`: an earlier study's evaluation (Dice thesis, section 4.2.2, after Hauk): pairs of own stones next to each
//!   other, or with one empty cell between them, in rows, columns and diagonals, minus the other's. Raw, it is not
//!   linear in the chance of winning; a won game counts one more than there can be pairs.
//! - `squashed`: the same through the logistic curve that fits outcomes best ([`fitted_slope`]).

use plywood_core::game::StepOf;
use plywood_core::knowledge::ZERO;
use plywood_core::settings::{Takes, number, whole};
use plywood_core::{About, Error, Evaluator, Game, Key, Knowledge, Player, Spec, Uniform, uniform_policy};
use plywood_eval::{Sums, activation};

use super::grid::Grid;
use super::network::{self, Network};
use super::streaks::{LENGTHS, count};
use super::{Board, Dice};
use crate::bits::Bits;

/// The evaluations by name.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// A network.
    Network(Network),
    /// Streaks, squashed.
    Streaks,
    /// Pairs, as they are.
    Pairs,
    /// Pairs through a logistic curve of this slope.
    Squashed(f64),
}

/// The factor of the difference of weighted streaks before it is squashed.
const STREAK_SLOPE: f32 = 0.05;

/// The slope of the logistic curve through pair counts that fits the outcomes of 20,000 games of one-ply players best;
/// boards without a fit of their own have that of 7x7 with four in a row, the board of the earlier study.
pub const fn fitted_slope(size: u32, win: u32) -> f64 {
    match (size, win) {
        (5, 4) => 0.1528,
        _ => 0.1304,
    }
}

/// Streaks by the square of their length.
fn streaks<S: Grid>(grid: &S, stones: S::Bits) -> u32 {
    LENGTHS.zip(count(grid, stones)).map(|(length, number)| length * length * number).sum()
}

/// Pairs of stones next to each other or with one empty cell between them.
pub fn pairs<S: Grid>(grid: &S, own: S::Bits, other: S::Bits) -> u32 {
    let empty = grid.board() & !(own | other);
    grid.directions()
        .into_iter()
        .map(|step| (own & (own >> step)).count() + (own & (empty >> step) & (own >> (2 * step))).count())
        .sum()
}

/// More pairs than a board can have: each cell begins two in each direction at most.
fn most_pairs<S: Grid>(grid: &S) -> f64 {
    f64::from(8 * grid.size() * grid.size())
}

impl Evaluation {
    /// The value for blue.
    fn blue<S: Grid>(&self, game: &Dice<S>, board: &Board<S::Bits>, sums: &Sums) -> f64 {
        let [blue, red] = board.stones;
        let grid = &game.grid;
        let pairs = || f64::from(pairs(grid, blue, red)) - f64::from(pairs(grid, red, blue));
        match self {
            Evaluation::Zero => 0.0,
            Evaluation::Network(network) => network.value(sums),
            Evaluation::Streaks => {
                let difference = streaks(grid, blue) as f32 - streaks(grid, red) as f32;
                f64::from(activation::tanh(STREAK_SLOPE * difference))
            }
            Evaluation::Pairs => pairs(),
            // A logistic curve from -1 to 1 is a tanh of half the argument.
            Evaluation::Squashed(slope) => f64::from(activation::tanh((0.5 * slope * pairs()) as f32)),
        }
    }
}

impl<S: Grid> Evaluator<Dice<S>> for Evaluation {
    type State = Sums;

    fn root(&self, game: &Dice<S>, board: &Board<S::Bits>) -> Sums {
        if let Evaluation::Network(network) = self { network.root(game, board) } else { Sums::default() }
    }
    #[inline]
    fn advance(
        &self,
        game: &Dice<S>,
        parent: &Sums,
        before: &Board<S::Bits>,
        step: StepOf<Dice<S>>,
        _: &Board<S::Bits>,
        child: &mut Sums,
    ) {
        if let Evaluation::Network(network) = self {
            network.advance(game, parent, before, step, child);
        }
    }
    #[inline]
    fn evaluate(&self, game: &Dice<S>, board: &Board<S::Bits>, sums: &Sums, player: Player) -> f64 {
        let value = self.blue(game, board, sums);
        if player == Player::FIRST { value } else { -value }
    }
    fn finished(&self, game: &Dice<S>, board: &Board<S::Bits>, player: Player) -> f64 {
        let payoff = game.payoff(board, player);
        if let Evaluation::Pairs = self { payoff * most_pairs(&game.grid) } else { payoff }
    }
    #[inline]
    fn possible(&self, game: &Dice<S>, board: &Board<S::Bits>) -> Option<(f64, f64)> {
        let most = if let Evaluation::Pairs = self { most_pairs(&game.grid) } else { 1.0 };
        game.bounds(board).map(|(low, high)| (low * most, high * most))
    }
    fn range(&self, game: &Dice<S>) -> (f64, f64) {
        let most = if let Evaluation::Pairs = self { most_pairs(&game.grid) } else { 1.0 };
        (-most, most)
    }
    fn antisymmetric(&self) -> bool {
        true
    }
    fn unit(&self) -> i32 {
        1
    }
}

const NETWORK: About = About {
    name: "network",
    about: "a network trained by TD(0), streak counts and stones as inputs",
    keys: &[Key::taking(
        "file",
        "shipped",
        Takes::File,
        "a weight file of this board's shape, in quotes; shipped is ours",
    )],
    source: "Dice thesis, section 4.2.3",
};
const OTHERS: [About; 5] = [
    About::plain("streaks", "streaks by the square of their length, squashed"),
    About {
        name: "untrained",
        about: "a network before training",
        keys: &[Key::taking("seed", "1", whole(0, u64::MAX), "what the weights are drawn from")],
        source: "Dice thesis, section 4.2.3",
    },
    About {
        name: "pairs",
        about: "pairs of stones minus the other's, raw",
        keys: &[],
        source: "Dice thesis, section 4.2.2, after Hauk",
    },
    About {
        name: "squashed",
        about: "pairs through a fitted logistic curve, nearer to linear in the chance of winning",
        keys: &[Key::taking(
            "slope",
            "fitted",
            number(0.0, 100.0),
            "the slope of the curve; fitted is the one found for the board",
        )],
        source: "Dice thesis, section 4.2.2",
    },
    ZERO,
];

const EVERY: [About; 6] = [NETWORK, OTHERS[0], OTHERS[1], OTHERS[2], OTHERS[3], OTHERS[4]];

impl<S: Grid> Knowledge for Dice<S> {
    type Evaluator = Evaluation;
    type Policy = Uniform;

    fn evaluators(&self) -> &'static [About] {
        // Where no network ships, one needs a file and is not listed.
        let ships = network::shipped(self.grid.size(), self.grid.win()).is_some();
        if ships { &EVERY } else { &EVERY[1..] }
    }

    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(&EVERY, spec, "evaluation")?;
        let (size, win) = (self.grid.size(), self.grid.win());
        Ok(match about.name {
            "network" => Evaluation::Network(match args.word("file")?.as_str() {
                "shipped" => {
                    let bytes = network::shipped(size, win).ok_or_else(|| {
                        args.error("file", format!("no network ships for {size}x{size} with {win} in a row"))
                    })?;
                    Network::from_bytes(self, bytes)?
                }
                path => Network::load(self, path).map_err(|error| args.error("file", error))?,
            }),
            "untrained" => {
                let seed = args.get("seed")?;
                Evaluation::Network(Network::new(self, &network::untrained(self, seed)))
            }
            "streaks" => Evaluation::Streaks,
            "pairs" => Evaluation::Pairs,
            "squashed" => Evaluation::Squashed(match args.word("slope")?.as_str() {
                "fitted" => fitted_slope(size, win),
                _ => args.get("slope")?,
            }),
            _ => Evaluation::Zero,
        })
    }
    uniform_policy!();
}
