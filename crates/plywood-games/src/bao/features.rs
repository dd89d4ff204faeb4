//! What learned evaluations see of bao (opponent-model thesis, section 5.5.3): 27 numbers a player.
//!
//! The stones of a side; those of each of its holes; the stones that the player could capture first from each
//! hole of the other's front row (as its owner counts them) if that player were on turn; whether the player
//! owns their house; whether they could capture the other's.

use plywood_core::Player;

use super::{Board, HOUSE, capturable, stones, total};

/// Numbers a player.
pub const SEEN: usize = 27;
/// Where the holes begin.
pub(super) const HOLES: usize = 1;
/// Where the captures begin.
pub(super) const CAPTURES: usize = 17;
/// The house.
pub(super) const OWNED: usize = 25;
/// The capture of the other's house.
pub(super) const TAKES: usize = 26;

/// The trainers' factor of each number, so that all are of a similar size.
pub const SCALES: [f64; SEEN] = scales();

const fn scales() -> [f64; SEEN] {
    let mut scales = [0.25; SEEN];
    scales[0] = 1.0 / 16.0;
    scales[OWNED] = 1.0;
    scales[TAKES] = 1.0;
    scales
}

/// The numbers of a player.
#[inline]
pub fn seen(board: &Board, player: Player) -> [i32; SEEN] {
    let (own, other) = board.seen_by(player);
    let mut numbers = [0; SEEN];
    numbers[0] = total(own) as i32;
    let holes = own.to_le_bytes();
    for hole in 0..16 {
        numbers[HOLES + hole] = i32::from(holes[hole]);
    }
    let captures = capturable(own, other, board.in_namua(player));
    let mut left = captures;
    while left != 0 {
        let hole = left.trailing_zeros() as u8;
        left &= left - 1;
        numbers[CAPTURES + usize::from(hole)] = i32::from(stones(other, hole));
    }
    numbers[OWNED] = i32::from(board.houses[player.index()]);
    numbers[TAKES] = i32::from(board.houses[player.other().index()] && captures >> HOUSE & 1 != 0);
    numbers
}

/// The numbers of a player and then of the other.
#[inline]
pub fn both(board: &Board, player: Player) -> [i32; 2 * SEEN] {
    let (own, other) = (seen(board, player), seen(board, player.other()));
    let mut numbers = [0; 2 * SEEN];
    numbers[..SEEN].copy_from_slice(&own);
    numbers[SEEN..].copy_from_slice(&other);
    numbers
}

/// The same as trainers want them.
pub fn inputs(board: &Board, player: Player) -> Vec<f64> {
    let numbers = both(board, player);
    numbers.iter().enumerate().map(|(place, number)| f64::from(*number) * SCALES[place % SEEN]).collect()
}
