//! The edge table of Iago and Bill: the future worth of an edge, looked up by its eight squares and the two
//! squares diagonally inside its corners (Monte Carlo Othello thesis, sections 2.3.1 and 2.3.2; after
//! Rosenbloom 1982).
//!
//! A disc on an edge is worth most if it is stable, something if it cannot be turned at once, and little or
//! less than zero if it can. The worth of an edge with empty squares is that of its expected end: the players
//! put discs in turn, the best square first. A square from which discs of the edge are turned is always
//! available. Another square is available only with some probability, because that depends on the rest of the
//! board. If no square is available, the edge stays as it is. Edges with fewer empty squares are computed
//! first. The documents print no table; the figures are ours.

use std::sync::LazyLock;

/// Squares of an edge.
const LENGTH: usize = 8;
/// Edges with their two inner squares, each empty, own or the other's.
const KINDS: usize = 59_049;

/// The worth of a disc when it is stable, cannot be turned at once, and can: on a corner, beside it, and
/// further in.
const WORTH: [[i32; 3]; 4] = [[700, 700, 700], [1200, 200, -25], [1000, 200, 75], [1000, 200, 50]];
/// The cost of a disc on an inner square while the corner is empty: half, because two edges see it.
const INNER: i32 = 1000;
/// How likely it is that a square can be played that turns no disc of the edge.
const CHANCE: [f64; 4] = [0.1, 0.1, 0.3, 0.4];
/// How much likelier a corner is to be had when the other holds the square beside it, or the one inside it.
const OPENED: [f64; 2] = [0.3, 0.5];

/// No sum over the four edges is larger.
pub(super) const MOST: i32 = 4 * (2 * 700 + 2 * 1200 + 4 * 1000 + 2 * INNER);

/// The number of a square's kind.
fn kind(square: usize) -> usize {
    square.min(LENGTH - 1 - square)
}

/// An edge: what is on its squares and its inner squares; 0 empty, 1 own, 2 the other's.
type Edge = [u8; LENGTH + 2];

fn edge(mut index: usize) -> Edge {
    let mut squares = [0; LENGTH + 2];
    for square in &mut squares {
        *square = (index % 3) as u8;
        index /= 3;
    }
    squares
}

fn index(edge: &Edge) -> usize {
    edge.iter().rev().fold(0, |sum, square| 3 * sum + usize::from(*square))
}

/// The squares that a disc turns along the edge.
fn turned(edge: &Edge, square: usize, player: u8) -> Vec<usize> {
    let other = 3 - player;
    let run = |squares: &mut dyn Iterator<Item = usize>| {
        let mut found = Vec::new();
        for place in squares {
            match edge[place] {
                disc if disc == other => found.push(place),
                disc if disc == player => return found,
                _ => break,
            }
        }
        Vec::new()
    };
    let mut all = run(&mut (square + 1..LENGTH));
    all.extend(run(&mut (0..square).rev()));
    all
}

/// The worth of the discs of an edge as they lie.
fn standing(edge: &Edge) -> i32 {
    let squares = &edge[..LENGTH];
    let full = !squares.contains(&0);
    let mut can_be_turned = [false; LENGTH];
    for square in (0..LENGTH).filter(|square| edge[*square] == 0) {
        for player in [1, 2] {
            turned(edge, square, player).into_iter().for_each(|place| can_be_turned[place] = true);
        }
    }
    let mut sum = 0;
    for (square, disc) in squares.iter().enumerate().filter(|(_, disc)| **disc != 0) {
        let alike = |other: &u8| other == disc;
        let held = full || squares[..=square].iter().all(alike) || squares[square..].iter().all(alike);
        let state = if held { 0 } else { 1 + usize::from(can_be_turned[square]) };
        sum += if *disc == 1 { 1 } else { -1 } * WORTH[kind(square)][state];
    }
    for (inner, corner) in [(LENGTH, 0), (LENGTH + 1, LENGTH - 1)] {
        if edge[corner] == 0 {
            sum += [0, -INNER, INNER][usize::from(edge[inner])];
        }
    }
    sum
}

/// How likely it is that a player can put a disc on an empty square of an edge where it turns none there.
fn chance(edge: &Edge, square: usize, player: u8) -> f64 {
    let [beside, inside] = match square {
        0 => [edge[1], edge[LENGTH]],
        7 => [edge[LENGTH - 2], edge[LENGTH + 1]],
        _ => return CHANCE[kind(square)],
    };
    let opened = |disc: u8, more: f64| if disc == 3 - player { more } else { 0.0 };
    CHANCE[0] + opened(beside, OPENED[0]) + opened(inside, OPENED[1])
}

/// The expected end of an edge for the first player when this player is on turn, from the ends of fuller
/// edges.
fn prospect(edge: &Edge, player: u8, known: &[[f32; 2]]) -> f64 {
    let mut places: Vec<(f64, f64)> = Vec::new();
    for square in (0..LENGTH).filter(|square| edge[*square] == 0) {
        let flips = turned(edge, square, player);
        let chance = if flips.is_empty() { chance(edge, square, player) } else { 1.0 };
        let mut after = *edge;
        flips.into_iter().chain([square]).for_each(|place| after[place] = player);
        places.push((f64::from(known[index(&after)][usize::from(2 - player)]), chance));
    }
    let better =
        |a: &(f64, f64), b: &(f64, f64)| if player == 1 { b.0.total_cmp(&a.0) } else { a.0.total_cmp(&b.0) };
    places.sort_by(better);
    let stays = f64::from(standing(edge));
    let (mut value, mut left) = (0.0, 1.0);
    for (worth, chance) in places {
        // Nobody has to play to an edge where that is worse than leaving it.
        if if player == 1 { worth <= stays } else { worth >= stays } {
            break;
        }
        value += left * chance * worth;
        left *= 1.0 - chance;
    }
    value + left * stays
}

fn make() -> Vec<i16> {
    let mut order: Vec<(usize, Edge)> = (0..KINDS).map(|index| (index, edge(index))).collect();
    order.sort_by_key(|(_, edge)| edge[..LENGTH].iter().filter(|square| **square == 0).count());
    let mut known = vec![[0_f32; 2]; KINDS];
    for (index, edge) in &order {
        known[*index] = [1, 2].map(|player| prospect(edge, player, &known) as f32);
    }
    known.iter().map(|[own, other]| ((own + other) / 2.0).round() as i16).collect()
}

static TABLE: LazyLock<Vec<i16>> = LazyLock::new(make);

/// Eight bits as digits of three.
static DIGITS: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut square, mut power) = (0, 1);
        while square < 8 {
            if bits >> square & 1 == 1 {
                table[bits] += power;
            }
            power *= 3;
            square += 1;
        }
        bits += 1;
    }
    table
};

/// A file of the board as eight bits, from the first row on.
#[inline(always)]
pub(super) fn file(bits: u64, column: u32) -> usize {
    ((bits >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// A row of the board as eight bits.
#[inline(always)]
pub(super) fn row(bits: u64, row: u32) -> usize {
    (bits >> (8 * row) & 0xFF) as usize
}

/// The worth of the four edges of an 8x8 board to the player with the first discs.
#[inline]
pub(super) fn worth(own: u64, other: u64) -> i32 {
    let table = &*TABLE;
    let inner = |bits: u64, first: u32, second: u32| (bits >> first & 1) + 3 * (bits >> second & 1);
    let at = |own_edge: usize, other_edge: usize, first: u32, second: u32| {
        let digits = usize::from(DIGITS[own_edge]) + 2 * usize::from(DIGITS[other_edge]);
        let insides = inner(own, first, second) + 2 * inner(other, first, second);
        i32::from(table[digits + 6561 * insides as usize])
    };
    at(row(own, 0), row(other, 0), 9, 14)
        + at(row(own, 7), row(other, 7), 49, 54)
        + at(file(own, 0), file(other, 0), 9, 49)
        + at(file(own, 7), file(other, 7), 14, 54)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::transform_squares;
    use plywood_core::random::{seeded, unit};

    fn table_of(text: &str) -> i32 {
        let mut squares = [0; LENGTH + 2];
        for (place, letter) in text.chars().enumerate() {
            squares[place] = match letter {
                'X' => 1,
                'O' => 2,
                _ => 0,
            };
        }
        i32::from(TABLE[index(&squares)])
    }

    #[test]
    fn the_table_is_fair_and_sees_what_edges_are() {
        for place in 0..KINDS {
            let here = edge(place);
            let swapped = here.map(|square| [0, 2, 1][usize::from(square)]);
            assert_eq!(TABLE[place], -TABLE[index(&swapped)], "the other sees the contrary: {here:?}");
            let mut mirrored = here;
            mirrored[..LENGTH].reverse();
            mirrored[LENGTH..].reverse();
            assert_eq!(TABLE[place], TABLE[index(&mirrored)], "{here:?}");
        }
        assert_eq!(table_of("--------"), 0);
        assert_eq!(table_of("XXXXXXXX"), 2 * 700 + 2 * 1200 + 4 * 1000);
        assert!(table_of("X-------") > 700, "a corner is worth more than itself");
        assert!(table_of("XX------") > table_of("--XX----"), "anchored discs are worth more");
        assert!(table_of("-X------") < table_of("--X-----"), "beside an empty corner a disc is in danger");
        assert!(table_of("--------X-") < 0 && table_of("X-------X-") > 0, "inside an empty corner too");
    }

    #[test]
    fn edges_of_a_board_are_found_and_turn_with_it() {
        // One full edge of four, wherever it lies.
        for edge in [0xFF, 0xFF << 56, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080] {
            assert!(worth(edge, 0) >= 7800, "{edge:x}");
        }
        let mut rng = seeded(5);
        for _ in 0..500 {
            let draw =
                |rng: &mut _| (0..64).fold(0_u64, |bits, square| bits | u64::from(unit(rng) < 0.4) << square);
            let own = draw(&mut rng);
            let other = draw(&mut rng) & !own;
            let here = worth(own, other);
            assert!(here.abs() <= MOST && worth(other, own) == -here);
            for symmetry in 0..8 {
                assert_eq!(worth(transform_squares(own, symmetry), transform_squares(other, symmetry)), here);
            }
        }
    }
}
