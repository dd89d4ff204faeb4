//! The places of the patterns: eleven kinds, each at all its places on the board.
//!
//! A kind is written down once and seen through the eight symmetries of the board; places with the same
//! squares are one place. A kind that is its own mirror image shares weights between a configuration and its
//! image. Every place is a lane of a vector of 16-bit numbers, and every square has the numbers that a disc
//! on it adds to each lane.

use std::sync::LazyLock;

use plywood_eval::Packing;
use plywood_eval::patterns::configurations;

use crate::symmetry::transform_square;

/// Places of patterns on the board.
pub const PLACES: usize = 46;
/// Lanes of a vector that has a number for every place.
pub const LANES: usize = 48;
/// Empty squares that share a stage.
pub const STAGE: u32 = 4;
/// Stages of a game: from 60 empty squares down to one.
pub const STAGES: usize = 15;

/// The kinds, by their squares: the corner, the edge with the squares next to its corners, lines and diagonals.
const KINDS: [&str; 11] = [
    "a1b1c1a2b2c2a3b3c3",
    "a1b1c1d1e1a2b2c2d2e2",
    "b2a1b1c1d1e1f1g1h1g2",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a1b2c3d4e5f6g7h8",
    "a2b3c4d5e6f7g8",
    "a3b4c5d6e7f8",
    "a4b5c6d7e8",
    "a5b6c7d8",
];

/// A number for each place.
pub type Lanes = [u16; LANES];

/// Squares of each kind, and its places.
const SHAPES: [(u32, usize); KINDS.len()] =
    [(9, 4), (10, 8), (10, 4), (8, 4), (8, 4), (8, 4), (8, 2), (7, 4), (6, 4), (5, 4), (4, 4)];

/// Where a kind lies.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// Its first place, and the one after its last.
    pub(super) places: (usize, usize),
    /// The first of its configurations among those of all kinds, and the one after its last.
    pub(super) configurations: (usize, usize),
}

/// Where each kind lies: known when the program is compiled, so that no look at a table of [`SIZE`] need be checked.
pub(super) const EXTENTS: [Extent; KINDS.len()] = extents();

const fn extents() -> [Extent; KINDS.len()] {
    let (mut place, mut start) = (0, 0);
    let mut extents = [Extent { places: (0, 0), configurations: (0, 0) }; KINDS.len()];
    let mut kind = 0;
    while kind < KINDS.len() {
        let (squares, places) = SHAPES[kind];
        let (next, end) = (place + places, start + 3_usize.pow(squares));
        extents[kind] = Extent { places: (place, next), configurations: (start, end) };
        (place, start) = (next, end);
        kind += 1;
    }
    assert!(place == PLACES);
    extents
}

/// Configurations of all kinds, and room for whatever number a lane can hold.
pub(super) const SIZE: usize = EXTENTS[KINDS.len() - 1].configurations.1 + u16::MAX as usize + 1;

/// The places, and how configurations are numbered.
#[derive(Debug)]
pub struct Layout {
    /// The addition of a disc with the digit one on a square to each place's number.
    pub powers: [Lanes; 64],
    /// Where the configurations of each place's kind begin among those of all kinds.
    pub starts: [u32; PLACES],
    /// The weight of every configuration of every kind.
    pub weights: Vec<u32>,
    /// Every configuration with the two players exchanged.
    pub exchanged: Vec<u32>,
    /// Weights of a stage: one a configuration that is not another's image, then one for each number of empty squares
    /// in the stage.
    pub count: usize,
}

/// The one layout.
pub static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

fn squares(text: &str) -> Vec<u8> {
    let square = |name: &[u8]| (name[1] - b'1') * 8 + name[0] - b'a';
    text.as_bytes().chunks(2).map(square).collect()
}

fn set(squares: &[u8]) -> u64 {
    squares.iter().fold(0, |all, square| all | 1 << square)
}

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            powers: [[0; LANES]; 64],
            starts: [0; PLACES],
            weights: Vec::new(),
            exchanged: Vec::new(),
            count: 0,
        };
        let mut lane = 0;
        for (kind, extent) in KINDS.into_iter().zip(EXTENTS) {
            let first = squares(kind);
            let seen = |symmetry: usize| -> Vec<u8> {
                first.iter().map(|square| transform_square(*square, symmetry)).collect()
            };
            let mut mirror = None;
            let mut met: Vec<u64> = Vec::new();
            let (start, before) = (layout.weights.len(), lane);
            for view in (0..8).map(seen) {
                if set(&view) == set(&first) && view != first {
                    let place = |square: &u8| first.iter().position(|other| other == square);
                    mirror = Some(view.iter().filter_map(place).collect::<Vec<usize>>());
                }
                if met.contains(&set(&view)) {
                    continue;
                }
                met.push(set(&view));
                layout.starts[lane] = start as u32;
                for (cell, square) in view.iter().enumerate() {
                    layout.powers[usize::from(*square)][lane] = configurations(cell) as u16;
                }
                lane += 1;
            }
            let packing = Packing::new(first.len(), mirror.as_deref());
            layout.weights.extend(packing.places.iter().map(|place| layout.count as u32 + place));
            layout.exchanged.extend((0..packing.places.len()).map(|number| (start + other(number)) as u32));
            layout.count += packing.weights;
            assert_eq!(extent.places, (before, lane), "a kind's places");
            assert_eq!(extent.configurations, (start, layout.weights.len()), "a kind's configurations");
        }
        assert_eq!(lane, PLACES, "every place has its lane");
        layout.count += STAGE as usize;
        layout
    }
}

/// A configuration with the digits one and two exchanged.
fn other(mut number: usize) -> usize {
    let (mut result, mut power) = (0, 1);
    while number > 0 {
        result += [0, 2, 1][number % 3] * power;
        (number, power) = (number / 3, power * 3);
    }
    result
}
