//! Learned evaluations of bao (opponent-model thesis, section 5.5.3): `ga3`, `tdl2b` and `ngnd6a`.
//!
//! The published weights are lost; the shipped ones were trained by the commands in their files. `ga3` has
//! one integer for each of the [`features`] and counts the other player's features against them. `tdl2b` has
//! separate weights for the other player's features, and so has the Gaussian network `ngnd6a`: their values
//! for the two players do not add up to zero.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use plywood_core::{Error, Player};
use plywood_eval::gaussian::Applied;
use plywood_eval::{Gaussian, Learned};

use super::features::{self, CAPTURES, HOLES, OWNED, SCALES, SEEN, TAKES};
use super::{Board, STONES, capturable, stones};

/// Nuclei of the Gaussian network.
pub const NUCLEI: usize = 54;
/// Points of a network's value of one.
const POINTS: f32 = 100_000.0;
/// Points of one unit of a linear model's score.
const UNIT: f64 = 10_000.0;
/// Weights beyond this would leave the range of evaluations.
const MOST: f64 = 1_000_000.0;

/// What a side of the board is worth by whole weights.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Side {
    /// The worth of a stone by hole.
    holes: [i32; 16],
    captures: [i32; 8],
    owned: i32,
    takes: i32,
}

impl Side {
    fn new(weights: &[i32]) -> Side {
        let mut side =
            Side { holes: [weights[0]; 16], captures: [0; 8], owned: weights[OWNED], takes: weights[TAKES] };
        for hole in 0..16 {
            side.holes[hole] += weights[HOLES + hole];
        }
        side.captures.copy_from_slice(&weights[CAPTURES..OWNED]);
        side
    }

    #[inline]
    fn worth(&self, board: &Board, player: Player) -> i32 {
        let (own, other) = board.seen_by(player);
        let holes = own.to_le_bytes();
        let mut worth = 0;
        for (stones, weight) in holes.iter().zip(&self.holes) {
            worth += i32::from(*stones) * weight;
        }
        let captures = capturable(own, other, board.in_namua(player));
        let mut left = captures;
        while left != 0 {
            let hole = left.trailing_zeros() as u8;
            left &= left - 1;
            worth += i32::from(stones(other, hole)) * self.captures[usize::from(hole)];
        }
        if board.houses[player.index()] {
            worth += self.owned;
        }
        if board.houses[player.other().index()] && captures >> super::HOUSE & 1 != 0 {
            worth += self.takes;
        }
        worth
    }

    /// The most that a stone on this side and a stone that it captures are worth, and the flags.
    fn most(&self) -> [i32; 2] {
        let largest = |weights: &[i32]| weights.iter().map(|weight| weight.abs()).max().unwrap_or(0);
        [largest(&self.holes) + largest(&self.captures), self.owned.abs() + self.takes.abs()]
    }
}

/// Whole weights for a player's side and the other's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    sides: [Side; 2],
    mirrors: bool,
    most: i32,
}

impl Weights {
    fn sides(own: &[i32], other: &[i32]) -> Weights {
        let sides = [Side::new(own), Side::new(other)];
        let [one, two] = [sides[0].most(), sides[1].most()];
        let most = STONES as i32 * one[0].max(two[0]) + one[1] + two[1];
        Weights { sides, mirrors: own.iter().zip(other).all(|(own, other)| *own == -other), most }
    }

    /// From a chromosome of [`SEEN`] genes: the player's side less the other's.
    pub fn of_genes(genes: &[i32]) -> Weights {
        let other: Vec<i32> = genes.iter().map(|gene| -gene).collect();
        Weights::sides(genes, &other)
    }

    /// From the parameters of a linear model on [`features::inputs`]; none where they are no such numbers.
    pub fn of_model(parameters: &[f64]) -> Option<Weights> {
        let point = |(place, weight): (usize, &f64)| (weight * SCALES[place % SEEN] * UNIT).round();
        let whole: Vec<f64> = parameters.iter().enumerate().map(point).collect();
        if whole.len() != 2 * SEEN || whole.iter().any(|weight| weight.is_nan() || weight.abs() > MOST) {
            return None;
        }
        let whole: Vec<i32> = whole.into_iter().map(|weight| weight as i32).collect();
        Some(Weights::sides(&whole[..SEEN], &whole[SEEN..]))
    }

    /// The value for a player.
    #[inline]
    pub(super) fn value(&self, board: &Board, player: Player) -> i32 {
        self.sides[0].worth(board, player) + self.sides[1].worth(board, player.other())
    }

    /// Whether one player's value is the other's negated.
    pub(super) fn mirrors(&self) -> bool {
        self.mirrors
    }

    /// No value is larger.
    pub(super) fn most(&self) -> i32 {
        self.most
    }
}

/// A Gaussian network ready to evaluate.
#[derive(Debug, Clone)]
pub struct Network(Applied);

impl Network {
    /// The largest value.
    pub(super) const MOST: i32 = POINTS as i32;

    /// From a network on [`features::inputs`].
    pub fn new(network: &Gaussian) -> Option<Network> {
        Applied::new(network, &[SCALES, SCALES].concat()).map(Network)
    }

    #[inline]
    pub(super) fn value(&self, board: &Board, player: Player) -> i32 {
        (POINTS * self.0.value(&features::both(board, player))) as i32
    }
}

/// The row of a run's winner in a file of `ga3`.
pub const GENES: &str = "winner";
/// The row of a model's parameters.
pub const PARAMETERS: &str = "parameters";

/// The chromosome of a file: the last winner.
pub fn read_genes(file: &Learned) -> Result<Vec<i32>, Error> {
    file.last(GENES, SEEN)
}

/// The parameters of a linear model of a file.
pub fn read_linear(file: &Learned) -> Result<Vec<f64>, Error> {
    file.last(PARAMETERS, 2 * SEEN)
}

/// The Gaussian network of a file.
pub fn read_gaussian(file: &Learned) -> Result<Gaussian, Error> {
    let parameters = file.last(PARAMETERS, Gaussian::count(2 * SEEN, NUCLEI))?;
    Gaussian::new(2 * SEEN, NUCLEI, parameters).ok_or_else(|| Error::new("it is damaged"))
}

fn ga3(file: &Learned) -> Result<Arc<Weights>, Error> {
    let genes = read_genes(file)?;
    if genes.iter().any(|gene| f64::from(*gene).abs() > MOST) {
        return Err(Error::new("it is damaged: a gene is too large"));
    }
    Ok(Arc::new(Weights::of_genes(&genes)))
}

fn tdl2b(file: &Learned) -> Result<Arc<Weights>, Error> {
    let weights = Weights::of_model(&read_linear(file)?);
    weights.map(Arc::new).ok_or_else(|| Error::new("it is damaged: a weight is too large"))
}

fn ngnd6a(file: &Learned) -> Result<Arc<Network>, Error> {
    let network = Network::new(&read_gaussian(file)?);
    network.map(Arc::new).ok_or_else(|| Error::new("it is damaged: it has too many nuclei"))
}

/// What ships, by name. What the printed signal, the share of games won, came to does not ship: both evaluations were
/// weaker than what they began with (0.148 and 0.449 of 1,000 games).
pub fn shipped(name: &str) -> &'static str {
    match name {
        "ga3" => include_str!("weights/ga3.txt"),
        "tdl2b" => include_str!("weights/tdl2b.txt"),
        _ => include_str!("weights/ngnd6a.txt"),
    }
}

/// A shipped file, which a test reads.
fn own<T>(name: &str, read: impl Fn(&Learned) -> Result<T, Error>) -> T {
    Learned::read(shipped(name)).and_then(|file| read(&file)).expect("what ships can be read")
}

static GA3: LazyLock<Arc<Weights>> = LazyLock::new(|| own("ga3", ga3));
static TDL2B: LazyLock<Arc<Weights>> = LazyLock::new(|| own("tdl2b", tdl2b));
static NGND6A: LazyLock<Arc<Network>> = LazyLock::new(|| own("ngnd6a", ngnd6a));

/// The weights of a linear evaluation, from a file or as they ship.
pub(super) fn weights(name: &str, file: Option<&str>) -> Result<Arc<Weights>, Error> {
    let read = if name == "ga3" { ga3 } else { tdl2b };
    match file {
        Some(path) => {
            Learned::load(Path::new(path)).and_then(|file| read(&file)).map_err(|error| named(path, &error))
        }
        None => Ok(if name == "ga3" { GA3.clone() } else { TDL2B.clone() }),
    }
}

/// The network, from a file or as it ships.
pub(super) fn network(file: Option<&str>) -> Result<Arc<Network>, Error> {
    match file {
        Some(path) => {
            Learned::load(Path::new(path)).and_then(|file| ngnd6a(&file)).map_err(|error| named(path, &error))
        }
        None => Ok(NGND6A.clone()),
    }
}

fn named(path: &str, error: &Error) -> Error {
    Error::new(format!("{path}: {error}"))
}
