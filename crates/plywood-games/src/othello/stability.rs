//! Discs that can never be turned, as far as a simple definition finds them, and what follows for the end of the game.
//!
//! A disc is stable when each of the four lines through it is full, ends beside it, or continues in a stable disc of its
//! colour. All discs are looked at together: empty squares spread along the lines tell which are full, and the stable
//! discs grow from the rim until nothing changes. What is stable stays so, so the final margin lies between twice the
//! stable discs of each and the whole board.

use super::Othello;
use super::board::{Board, NOT_A, NOT_H};
use plywood_core::{PayoffKind, Player};

/// Some squares moved along a line, both ways.
#[inline(always)]
fn sideways(bits: u64) -> u64 {
    ((bits << 1) & NOT_A) | ((bits >> 1) & NOT_H)
}
#[inline(always)]
fn upright(bits: u64) -> u64 {
    (bits << 8) | (bits >> 8)
}
#[inline(always)]
fn falling(bits: u64) -> u64 {
    ((bits << 9) & NOT_A) | ((bits >> 9) & NOT_H)
}
#[inline(always)]
fn rising(bits: u64) -> u64 {
    ((bits << 7) & NOT_H) | ((bits >> 7) & NOT_A)
}

/// The squares whose line through some squares is met: those squares moved as far as the line goes.
#[inline(always)]
fn along(bits: u64, step: impl Fn(u64) -> u64) -> u64 {
    (0..7).fold(bits, |met, _| met | step(met))
}

/// The squares that are safe along each of the four lines: it is full, or it ends beside them.
#[inline]
fn safe(game: &Othello, occupied: u64) -> [u64; 4] {
    let area = game.area();
    let empty = area & !occupied;
    let sides = area & !((area << 1) & NOT_A & (area >> 1) & NOT_H);
    let ends = area & !((area << 8) & (area >> 8));
    [
        sides | !along(empty, sideways),
        ends | !along(empty, upright),
        sides | ends | !along(empty, falling),
        sides | ends | !along(empty, rising),
    ]
}

/// The discs that hold on all four lines, by themselves or by each other.
#[inline]
fn grow(own: u64, safe: &[u64; 4]) -> u64 {
    let mut stable = 0;
    loop {
        let grown = own
            & (safe[0] | sideways(stable))
            & (safe[1] | upright(stable))
            & (safe[2] | falling(stable))
            & (safe[3] | rising(stable));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The stable discs of each player, dark first.
pub fn stable(game: &Othello, discs: [u64; 2]) -> [u64; 2] {
    let safe = safe(game, discs[0] | discs[1]);
    discs.map(|own| grow(own, &safe))
}

/// Squares of the 8x8 board from which a number of steps leads off it.
const fn beyond(down: i32, right: i32, steps: i32) -> u64 {
    let (mut squares, mut square) = (0, 0);
    while square < 64 {
        let (row, column) = (square / 8 + down * steps, square % 8 + right * steps);
        if row < 0 || row > 7 || column < 0 || column > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The squares of the 8x8 board whose line in a direction is full on both sides, by doubling what is looked at.
macro_rules! full {
    ($occupied:expr, $step:literal, $down:literal, $right:literal) => {{
        let mut up = $occupied;
        up &= const { beyond($down, $right, 1) } | up >> $step;
        up &= const { beyond($down, $right, 2) } | up >> (2 * $step);
        up &= const { beyond($down, $right, 4) } | up >> (4 * $step);
        let mut down = $occupied;
        down &= const { beyond(-$down, -$right, 1) } | down << $step;
        down &= const { beyond(-$down, -$right, 2) } | down << (2 * $step);
        down &= const { beyond(-$down, -$right, 4) } | down << (4 * $step);
        up & down
    }};
}

/// How many stable discs a player has on the 8x8 board: those of [`stable`], found faster.
#[inline]
pub(super) fn count_stable(own: u64, occupied: u64) -> u32 {
    const SIDES: u64 = 0x8181_8181_8181_8181;
    const ENDS: u64 = 0xFF00_0000_0000_00FF;
    let safe = [
        SIDES | full!(occupied, 1, 0, 1),
        ENDS | full!(occupied, 8, 1, 0),
        SIDES | ENDS | full!(occupied, 9, 1, 1),
        SIDES | ENDS | full!(occupied, 7, 1, -1),
    ];
    grow(own, &safe).count_ones()
}

/// The bounds of the first player's payoff. There are none before a corner is taken, where there is little to
/// say.
pub(super) fn bounds(game: &Othello, board: &Board) -> Option<(i32, i32)> {
    let (occupied, whole) = (board.occupied(), game.area().count_ones() as i32);
    let players = [Player::FIRST, Player::SECOND];
    let decided = |player: &Player| 2 * board.discs(*player).count_ones() as i32 >= whole;
    let outcome = game.payoff == PayoffKind::Outcome;
    if occupied & game.corners() == 0 || outcome && !players.iter().any(decided) {
        return None;
    }
    let held = stable(game, players.map(|player| board.discs(player))).map(|discs| discs.count_ones() as i32);
    let (low, high) = (2 * held[0] - whole, whole - 2 * held[1]);
    Some(if outcome { (low.signum(), high.signum()) } else { (low, high) })
}

#[cfg(test)]
mod tests {
    use super::super::board::squares;
    use super::super::kernel::RAYS;
    use super::*;
    use plywood_core::{Game, Turn, conformance, random};

    /// The definition, square by square.
    fn slowly(game: &Othello, own: u64, occupied: u64) -> u64 {
        let empty = game.area() & !occupied;
        let mut stable = 0;
        loop {
            let more = squares(own & !stable).filter(|square| {
                let rays = &RAYS[usize::from(*square)];
                (0..4).all(|line| {
                    let [up, down] = [rays[line] & game.area(), rays[line + 4] & game.area()];
                    let next = |ray: u64, highest: bool| match (ray, highest) {
                        (0, _) => 0,
                        (_, true) => 1_u64 << (63 - ray.leading_zeros()),
                        (_, false) => ray & ray.wrapping_neg(),
                    };
                    (up | down) & empty == 0
                        || up == 0
                        || down == 0
                        || next(up, false) & stable != 0
                        || next(down, true) & stable != 0
                })
            });
            let grown = more.fold(stable, |all, square| all | 1 << square);
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    #[test]
    fn equals_the_definition_and_is_never_turned() {
        let mut rng = random::seeded(3);
        for size in [4, 6, 8] {
            let game = Othello::new(size, PayoffKind::Outcome);
            let mut found = 0;
            for _ in 0..200 {
                let mut board = game.start();
                let mut held = [0_u64; 2];
                while game.turn(&board) != Turn::Over {
                    let discs = [Player::FIRST, Player::SECOND].map(|player| board.discs(player));
                    let stable = stable(&game, discs);
                    for player in 0..2 {
                        assert_eq!(held[player] & !discs[player], 0, "a stable disc was turned");
                        assert_eq!(stable[player], slowly(&game, discs[player], board.occupied()));
                        if size == 8 {
                            let fast = count_stable(discs[player], board.occupied());
                            assert_eq!(fast, stable[player].count_ones());
                        }
                        held[player] |= stable[player];
                    }
                    board = game.play(&board, game.random_move(&board, &mut rng));
                }
                found += (held[0] | held[1]).count_ones();
            }
            assert!(found > 200 * u32::from(size), "there are stable discs to be found: {found}");
        }
    }

    #[test]
    fn bounds_hold_for_margins_and_outcomes() {
        for size in [4, 6, 8] {
            for payoff in [PayoffKind::Outcome, PayoffKind::Margin] {
                conformance::rules(&Othello::new(size, payoff), 60);
            }
        }
    }
}
