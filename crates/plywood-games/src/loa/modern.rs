//! A hand-made evaluation of several parts, after what strong programs of the game look at (Winands' MIA and others
//! describe the parts; formulas and weights are ours).
//!
//! - `concentration`: how far stones are from their centre of mass, beyond what that number of stones needs.
//! - `centre`: the points of `centre` a stone.
//! - `mass`: how far the centre of mass is from the middle of the board.
//! - `quads`: squares of two by two with three or four own stones near the centre of mass, which are hard to part.
//! - `mobility`: moves.
//! - `walls`: stones of the other at the border with own stones in their way inwards.
//! - `neighbours`: pairs of own stones that touch, a stone.
//! - `turn`: being on turn.
//!
//! Parts are in hundredths, so that one weight is worth about as much as another; each is the player's less the other's.

use plywood_core::settings::{Takes, whole};
use plywood_core::{Args, Error, Key, Player};

use super::board::Board;
use super::evaluation::centre;

/// How many parts there are.
pub const PARTS: usize = 8;

/// A weight for each part.
pub type Weights = [i32; PARTS];

/// The parts by name, with weights that were tuned by play; see `tuning.toml` beside this file.
pub const KEYS: &[Key] = &[
    Key::taking("concentration", "86", WEIGHT, "weight of the nearness of stones to their centre of mass"),
    Key::taking("centre", "1", WEIGHT, "weight of stones near the centre of the board"),
    Key::taking("mass", "-6", WEIGHT, "weight of a centre of mass near the middle of the board"),
    Key::taking("quads", "1", WEIGHT, "weight of squares of two by two with three or four stones"),
    Key::taking("mobility", "6", WEIGHT, "weight of moves"),
    Key::taking("walls", "7", WEIGHT, "weight of stones in the way of others at the border"),
    Key::taking("neighbours", "9", WEIGHT, "weight of pairs of stones that touch"),
    Key::taking("turn", "3", WEIGHT, "what being on turn is worth"),
];

/// The range of a weight.
const WEIGHT: Takes = whole(-(MOST_WEIGHT as i64), MOST_WEIGHT as u64);
/// The largest weight.
const MOST_WEIGHT: i32 = 1000;
/// No part is larger.
const MOST_PART: i32 = 2000;
/// No evaluation is larger.
pub const MOST: i32 = PARTS as i32 * MOST_WEIGHT * MOST_PART / SCALE;
/// Weights are in this part of a point.
const SCALE: i32 = 16;

/// Reads the weights.
pub fn weights(args: &Args) -> Result<Weights, Error> {
    let mut weights = [0; PARTS];
    for (weight, key) in weights.iter_mut().zip(KEYS) {
        *weight = args.get(key.name)?;
    }
    Ok(weights)
}

/// The squares within a number of king's moves of each square.
static BALLS: [[u64; 64]; 7] = {
    let mut balls = [[0; 64]; 7];
    let mut index: usize = 0;
    while index < 7 * 64 * 64 {
        let (reach, square, other) = (index / 4096, index / 64 % 64, index % 64);
        let rows = (square / 8).abs_diff(other / 8);
        let columns = (square % 8).abs_diff(other % 8);
        if rows <= reach && columns <= reach {
            balls[reach][square] |= 1 << other;
        }
        index += 1;
    }
    balls
};
/// The least sum of king's moves from a number of stones to the one in their middle.
const LEAST: [i32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
/// Columns without the last, rows without the last: the upper left squares of quads.
const CORNERS: u64 = 0x007F_7F7F_7F7F_7F7F;

/// All but the last column, and all but the first.
const INNER: u64 = !0x8080_8080_8080_8080;
const OUTER: u64 = !0x0101_0101_0101_0101;

/// The square nearest to the centre of mass, and how far that is from the middle of the board, in hundredths.
#[inline]
fn mass(stones: u64) -> (usize, i32) {
    // Columns and rows add up bit by bit of their numbers.
    let count = |mask: u64| (stones & mask).count_ones() as i32;
    let columns =
        count(0xAAAA_AAAA_AAAA_AAAA) + 2 * count(0xCCCC_CCCC_CCCC_CCCC) + 4 * count(0xF0F0_F0F0_F0F0_F0F0);
    let rows =
        count(0xFF00_FF00_FF00_FF00) + 2 * count(0xFFFF_0000_FFFF_0000) + 4 * count(0xFFFF_FFFF_0000_0000);
    let stones = stones.count_ones() as i32;
    let (row, column) = ((2 * rows + stones) / (2 * stones), (2 * columns + stones) / (2 * stones));
    let off = |sum: i32| (100 * (2 * sum - 7 * stones)).abs() / (2 * stones);
    ((8 * row + column) as usize, off(rows).max(off(columns)))
}

/// Stones of the other at the border, by how many of the three squares inwards are held: two count one, three count two.
#[inline]
fn walls(own: u64, other: u64) -> i32 {
    const LEFT: u64 = !OUTER;
    const TOP: u64 = 0xFF;
    // Without the corners, whose ways inwards are different.
    const SIDES: u64 = 0x7E81_8181_8181_817E;
    let border = other & SIDES;
    let held = |ahead: u64, step: u32, edge: u64| {
        // The squares inwards of an edge, brought onto it.
        let (one, two, three) = (ahead, ahead << step, ahead >> step);
        let all = one & two & three & border & edge;
        let most = (one & two | one & three | two & three) & border & edge;
        (all.count_ones() + most.count_ones()) as i32
    };
    held(own >> 8, 1, TOP)
        + held(own << 8, 1, TOP << 56)
        + held(own >> 1, 8, LEFT)
        + held(own << 1, 8, LEFT << 7)
}

/// Pairs of stones that touch.
#[inline]
fn touching(stones: u64) -> i32 {
    let beside = stones & (stones & INNER) << 1;
    let below = stones & stones << 8;
    let slanting = stones & (stones & INNER) << 9;
    let other = stones & (stones & OUTER) << 7;
    (beside.count_ones() + below.count_ones() + slanting.count_ones() + other.count_ones()) as i32
}

/// The parts of a player, but the turn.
#[inline]
fn parts(board: &Board, player: Player) -> Weights {
    let (own, other) = (board.own(player), board.own(player.other()));
    let count = own.count_ones() as i32;
    let (middle, off) = mass(own);
    let mut distance = 0;
    for ball in &BALLS {
        distance += (own & !ball[middle]).count_ones() as i32;
    }
    let (right, below, slanting) = (own >> 1, own >> 8, own >> 9);
    let quads = (own & right & (below | slanting)) | (below & slanting & (own | right));
    // Upper left squares of quads that have a square near the centre of mass.
    let near = BALLS[2][middle];
    let near = near | (near & OUTER) >> 1;
    let near = near | near >> 8;
    [
        -100 * (distance - LEAST[count as usize]) / count,
        100 * centre(own) / (10 * count),
        -off,
        50 * (quads & CORNERS & near).count_ones() as i32,
        10 * board.count_jumps(player) as i32,
        25 * walls(own, other),
        100 * touching(own) / count,
        0,
    ]
}

/// The value for a player.
#[inline]
pub fn value(weights: &Weights, board: &Board, player: Player) -> i32 {
    let (own, other) = (parts(board, player), parts(board, player.other()));
    let turn = if board.mover == player { 100 } else { -100 };
    let mut sum = weights[PARTS - 1] * turn / 2;
    for part in 0..PARTS - 1 {
        sum += weights[part] * (own[part] - other[part]);
    }
    sum / SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::places;
    use plywood_core::random::seeded;
    use plywood_core::{Game, Line, Turn};

    /// Boards of random games.
    fn boards() -> Vec<Board> {
        let mut boards = Vec::new();
        for seed in 0..40 {
            let (mut rng, mut line) = (seeded(seed), Line::new(super::super::LinesOfAction));
            while line.turn() != Turn::Over && line.steps().len() < 150 {
                boards.push(*line.position());
                let chosen = line.game().random_move(line.position(), &mut rng);
                line.play(chosen);
            }
        }
        boards
    }

    fn near(one: u8, other: u8) -> i32 {
        i32::from((one / 8).abs_diff(other / 8).max((one % 8).abs_diff(other % 8)))
    }

    /// Each part by walking over the stones.
    fn slowly(board: &Board, player: Player) -> [i32; 6] {
        let own: Vec<u8> = places(board.own(player)).collect();
        let theirs: Vec<u8> = places(board.own(player.other())).collect();
        let count = own.len() as i32;
        let sum = |of: fn(u8) -> u8| own.iter().map(|square| i32::from(of(*square))).sum::<i32>();
        let (rows, columns) = (sum(|square| square / 8), sum(|square| square % 8));
        let rounded = |sum: i32| (f64::from(sum) / f64::from(count) + 0.5).floor() as u8;
        let middle = 8 * rounded(rows) + rounded(columns);
        let distance: i32 = own.iter().map(|square| near(*square, middle)).sum();
        let off = |sum: i32| (100.0 * (f64::from(sum) / f64::from(count) - 3.5).abs() + 1e-9) as i32;
        let holds = |row: i32, column: i32| {
            (0..8).contains(&row) && (0..8).contains(&column) && own.contains(&((8 * row + column) as u8))
        };
        let mut quads = 0;
        for (row, column) in (0..7).flat_map(|row| (0..7).map(move |column| (row, column))) {
            let cells = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
            let close = cells.iter().any(|(row, column)| near((8 * row + column) as u8, middle) <= 2);
            let full = cells.iter().filter(|(row, column)| holds(*row, *column)).count() >= 3;
            quads += i32::from(close && full);
        }
        let mut walls = 0;
        for square in theirs {
            let (row, column) = (i32::from(square / 8), i32::from(square % 8));
            let inwards = match (row, column) {
                (0 | 7, 0 | 7) => continue,
                (0, _) => (1, 0),
                (7, _) => (-1, 0),
                (_, 0) => (0, 1),
                (_, 7) => (0, -1),
                _ => continue,
            };
            let held = (-1..=1)
                .filter(|side| {
                    holds(row + inwards.0 + side * inwards.1, column + inwards.1 + side * inwards.0)
                })
                .count();
            walls += (held as i32 - 1).max(0);
        }
        let pairs = own.iter().flat_map(|one| own.iter().map(move |other| (*one, *other)));
        let touching = pairs.filter(|(one, other)| one < other && near(*one, *other) == 1).count() as i32;
        [
            -100 * (distance - LEAST[own.len()]) / count,
            -off(rows).max(off(columns)),
            50 * quads,
            25 * walls,
            100 * touching / count,
            count,
        ]
    }

    #[test]
    fn parts_are_what_a_walk_over_the_stones_finds() {
        let (mut walled, mut quads) = (0, 0);
        for board in boards() {
            for player in [Player::FIRST, Player::SECOND] {
                let (fast, slow) = (parts(&board, player), slowly(&board, player));
                let chosen = [fast[0], fast[2], fast[3], fast[5], fast[6]];
                assert_eq!(chosen, slow[..5], "{:x?} {player:?}", board.stones);
                assert!(fast.iter().all(|part| part.abs() <= MOST_PART), "{fast:?}");
                walled += fast[5];
                quads += fast[3];
            }
            let own = [1, 2, 3, 4, 5, 6, 7, 8];
            let value = value(&own, &board, Player::FIRST);
            assert_eq!(value, -super::value(&own, &board, Player::SECOND));
        }
        assert!(walled > 0 && quads > 0, "{walled} {quads}");
    }

    #[test]
    fn no_stones_stand_closer_than_the_least() {
        for count in 2..=12 {
            let ring = |square: &u8| near(*square, 27);
            let mut squares: Vec<u8> = (0..64).collect();
            squares.sort_by_key(ring);
            assert_eq!(squares[..count].iter().map(ring).sum::<i32>(), LEAST[count], "{count} stones");
        }
    }
}
