//! The board of lines of action as bitboards: where stones can go, what is connected, and the key.
//!
//! Squares count row by row from the top left. A stone moves along a line by exactly as many squares as there are
//! stones on it, so generating moves is counting lines: all 46 are counted at once, four bits each, by adding one
//! constant a stone. A move is then legal if it stays on the board and its path holds no stone of the other but on
//! the target, and none of its own there. Groups are found by spreading a bit to its neighbours within the stones.

use std::ops::ControlFlow;

use plywood_core::random::{below, mix};
use plywood_core::{Numbered, Player, Rng};

use crate::bits::{places as squares, select};

/// How often [`Board::random_jump`] draws.
const PATIENCE: usize = 100;

/// The stones, whose turn it is, and what follows from both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) stones: [u64; 2],
    pub(super) key: u64,
    pub(super) mover: Player,
    /// Who has won, by connection or because the mover cannot move.
    pub(super) winner: Option<Player>,
}

/// A stone moves from a square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The square it leaves, row by row from the top left.
    pub from: u8,
    /// The square it lands on.
    pub to: u8,
}

impl Numbered for Jump {
    fn number(self) -> u32 {
        let Jump { from, to } = self;
        u32::from(from) << 8 | u32::from(to)
    }
    fn from_number(number: u32) -> Jump {
        Jump { from: (number >> 8) as u8, to: number as u8 }
    }
}

/// The lowest bits of a key count the stones: a capture cannot be undone, so boards before one are not compared with
/// boards after it.
pub(super) const COUNT_BITS: u64 = 127;
/// The key of the second player's turn.
pub(super) const TURN_KEY: u64 = mix(128) & !COUNT_BITS;
static STONE_KEYS: [[u64; 64]; 2] = {
    let mut keys = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        keys[index / 64][index % 64] = mix(index as u64) & !COUNT_BITS;
        index += 1;
    }
    keys
};

/// Row and column steps of the four lines through a square, each toward higher squares.
const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
/// The same as steps in square numbers.
const STRIDES: [u8; 4] = [1, 8, 9, 7];

/// The squares seen from each square, by line and then toward higher or lower squares.
static RAYS: [[[u64; 64]; 2]; 4] = {
    let mut rays = [[[0; 64]; 2]; 4];
    let mut index = 0;
    while index < 4 * 2 * 64 {
        let (line, sense, square) = (index / 128, index / 64 % 2, index % 64);
        let sign = if sense == 0 { 1 } else { -1 };
        let (rows, columns) = (sign * LINES[line].0, sign * LINES[line].1);
        let (mut row, mut column) = ((square / 8) as i8 + rows, (square % 8) as i8 + columns);
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            rays[line][sense][square] |= 1 << (row * 8 + column);
            (row, column) = (row + rows, column + columns);
        }
        index += 1;
    }
    rays
};
/// The squares of each line through each square, without that square.
static THROUGH: [[u64; 64]; 4] = {
    let mut through = [[0; 64]; 4];
    let mut index = 0;
    while index < 4 * 64 {
        let (line, square) = (index / 64, index % 64);
        through[line][square] = RAYS[line][0][square] | RAYS[line][1][square];
        index += 1;
    }
    through
};
/// How many squares each ray has.
static REACH: [[[u8; 64]; 2]; 4] = {
    let mut reach = [[[0; 64]; 2]; 4];
    let mut index = 0;
    while index < 4 * 2 * 64 {
        let (line, sense, square) = (index / 128, index / 64 % 2, index % 64);
        reach[line][sense][square] = RAYS[line][sense][square].count_ones() as u8;
        index += 1;
    }
    reach
};

/// The stones on every line, four bits each: rows and columns in one word, each kind of diagonal in one.
struct LineCounts([u64; 3]);

/// The numbers that a stone on a square adds.
static ADDENDS: [[u64; 3]; 64] = {
    let mut addends = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        addends[square] = [
            1 << (4 * row) | 1 << (32 + 4 * column),
            1 << (4 * (7 + row - column)),
            1 << (4 * (row + column)),
        ];
        square += 1;
    }
    addends
};

impl LineCounts {
    fn of(occupied: u64) -> LineCounts {
        let mut counts = [0; 3];
        for square in squares(occupied) {
            let addend = &ADDENDS[usize::from(square)];
            counts[0] += addend[0];
            counts[1] += addend[1];
            counts[2] += addend[2];
        }
        LineCounts(counts)
    }
    /// The stones on the four lines through a square.
    fn through(&self, square: u8) -> [u8; 4] {
        let (row, column) = (square / 8, square % 8);
        let count = |word: usize, line: u8| (self.0[word] >> (4 * line) & 15) as u8;
        [count(0, row), count(0, 8 + column), count(1, 7 + row - column), count(2, row + column)]
    }
}

/// The first and the last column.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// The set and all neighbours of its squares.
fn spread(set: u64) -> u64 {
    let wide = set | (set & !RIGHT) << 1 | (set & !LEFT) >> 1;
    wide | wide << 8 | wide >> 8
}

/// Whether some stone touches no other, which settles most boards.
#[inline]
fn has_loner(stones: u64) -> bool {
    let sideways = (stones & !RIGHT) << 1 | (stones & !LEFT) >> 1;
    let wide = stones | sideways;
    stones & !(sideways | wide << 8 | wide >> 8) != 0
}

/// Whether the stones, of which there are some, are one group.
pub(super) fn is_connected(stones: u64) -> bool {
    if has_loner(stones) {
        return stones.is_power_of_two();
    }
    let mut group = stones & stones.wrapping_neg();
    loop {
        let grown = spread(group) & stones;
        if grown == group {
            return group == stones;
        }
        group = grown;
    }
}

/// The squares that have one of the four lines through them to themselves. A stone there can go to the next square of that
/// line, which settles nearly always that a player can move, and without a branch that nobody can foresee.
#[inline]
fn alone(occupied: u64) -> u64 {
    // By lines as in `STRIDES`: where a step toward higher squares may land, and one toward lower squares.
    const UP: [u64; 4] = [!LEFT, !0, !LEFT, !RIGHT];
    const DOWN: [u64; 4] = [!RIGHT, !0, !RIGHT, !LEFT];
    // On a diagonal of one square there is nowhere to go.
    const LONG: [u64; 4] = [!0, !0, !(1 << 7 | 1 << 56), !(1 | 1 << 63)];
    let mut alone = 0;
    for line in 0..4 {
        let step = STRIDES[line];
        // The squares beyond a stone, one step away, then two, four and eight.
        let (mut above, mut below) = (occupied << step & UP[line], occupied >> step & DOWN[line]);
        let (mut up, mut down) = (UP[line], DOWN[line]);
        for step in [step, 2 * step, 4 * step] {
            above |= above << step & up;
            below |= below >> step & down;
            (up, down) = (up & up << step, down & down >> step);
        }
        alone |= LONG[line] & !(above | below);
    }
    alone
}

impl Board {
    /// A board from its stones.
    pub(super) fn new(stones: [u64; 2], mover: Player) -> Board {
        let keys = (0..2).flat_map(|player| {
            squares(stones[player]).map(move |square| STONE_KEYS[player][usize::from(square)])
        });
        let turn = if mover == Player::FIRST { 0 } else { TURN_KEY };
        let count = u64::from((stones[0] | stones[1]).count_ones());
        Board::finished(stones, keys.fold(turn, |key, stone| key ^ stone) | count, mover)
    }

    /// The board with the other on turn; none where that player could not move.
    pub(super) fn passed(&self) -> Option<Board> {
        let passed = Board { key: self.key ^ TURN_KEY, mover: self.mover.other(), ..*self };
        passed.can_move(passed.mover).then_some(passed)
    }

    /// Looks whether the game is over.
    fn finished(stones: [u64; 2], key: u64, mover: Player) -> Board {
        let last = mover.other();
        let mut board = Board { stones, key, mover, winner: None };
        board.winner = if is_connected(stones[last.index()]) {
            Some(last)
        } else if is_connected(stones[mover.index()]) {
            Some(mover)
        } else if stones[mover.index()] & alone(stones[0] | stones[1]) == 0 && !board.can_move(mover) {
            Some(last)
        } else {
            None
        };
        board
    }

    pub(super) fn own(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }
    pub(super) fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The target of a jump along a line with `count` stones on it, where that is legal.
    #[inline]
    fn target(&self, player: Player, from: u8, line: usize, sense: usize, count: u8) -> Option<u8> {
        if count > REACH[line][sense][usize::from(from)] {
            return None;
        }
        let to = if sense == 0 { from + count * STRIDES[line] } else { from - count * STRIDES[line] };
        let path = RAYS[line][sense][usize::from(from)] ^ RAYS[line][sense][usize::from(to)];
        // On the target the other's stone is no obstacle, and an own one is.
        let obstacles = self.own(player.other()) ^ (self.occupied() & 1 << to);
        (path & obstacles == 0).then_some(to)
    }

    /// Visits every move that a player would have on turn.
    #[inline]
    pub(super) fn jumps<B>(
        &self,
        player: Player,
        mut visit: impl FnMut(Jump) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let counts = LineCounts::of(self.occupied());
        for from in squares(self.own(player)) {
            for (line, count) in counts.through(from).into_iter().enumerate() {
                for sense in 0..2 {
                    if let Some(to) = self.target(player, from, line, sense, count) {
                        visit(Jump { from, to })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A move of the mover, every one equally likely. A stone and a direction are drawn until they make a legal
    /// move, which about four in ten do; a board where hardly any does is left to the caller.
    #[inline]
    pub(super) fn random_jump(&self, rng: &mut Rng) -> Option<Jump> {
        let own = self.own(self.mover);
        let choices = 8 * own.count_ones() as usize;
        for _ in 0..PATIENCE {
            let choice = below(rng, choices);
            let (line, sense) = (choice / 2 % 4, choice % 2);
            let from = select(own, choice / 8);
            if let Some(to) = self.target(self.mover, from, line, sense, self.count_on(from, line)) {
                return Some(Jump { from, to });
            }
        }
        None
    }

    /// The stones on a line through a stone.
    #[inline]
    fn count_on(&self, square: u8, line: usize) -> u8 {
        1 + (THROUGH[line][usize::from(square)] & self.occupied()).count_ones() as u8
    }

    /// How many moves a player would have on turn.
    pub(super) fn count_jumps(&self, player: Player) -> usize {
        let mut count = 0;
        let _ = self.jumps(player, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether a player has a move.
    fn can_move(&self, player: Player) -> bool {
        self.jumps(player, ControlFlow::Break).is_break()
    }

    /// Whether the jump of the mover captures.
    pub(super) fn captures(&self, jump: Jump) -> bool {
        self.own(self.mover.other()) & 1 << jump.to != 0
    }

    /// The board after a legal jump of the mover.
    #[inline]
    pub(super) fn after(&self, jump: Jump) -> Board {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let (from, to) = (usize::from(jump.from), usize::from(jump.to));
        let mut stones = self.stones;
        let mut key = self.key ^ TURN_KEY ^ STONE_KEYS[own][from] ^ STONE_KEYS[own][to];
        stones[own] ^= 1 << from | 1 << to;
        // Without a branch: random moves capture now and then, and nobody can foresee when.
        let taken = stones[other] >> to & 1;
        stones[other] ^= taken << to;
        key = (key ^ (STONE_KEYS[other][to] * taken)) - taken;
        Board::finished(stones, key, self.mover.other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_is_by_all_eight_neighbours_and_never_round_the_edge() {
        let set = |squares: &[u8]| squares.iter().map(|square| 1 << square).sum::<u64>();
        assert!(is_connected(set(&[27])));
        assert!(is_connected(set(&[0, 9, 18, 11, 4])));
        assert!(!is_connected(set(&[7, 8])), "the end of a row and the start of the next");
        assert!(!is_connected(set(&[0, 2])));
        // A ring with a hole is one group, a ring round a stone that touches none is two.
        let ring = 0x0000_7C44_4444_7C00;
        assert!(is_connected(ring));
        assert!(!is_connected(ring | 1 << 28));
    }

    #[test]
    fn connection_equals_a_walk_from_stone_to_stone() {
        use plywood_core::random::{Generator, seeded};
        let mut rng = seeded(4);
        for round in 0..20_000 {
            let mut stones = rng.next_u64() & rng.next_u64();
            if round % 2 == 0 {
                // A clump, which is more often one group.
                stones &= 0x0000_3C3C_3C3C_0000 << (round % 8);
            }
            if stones == 0 {
                continue;
            }
            let mut waiting = vec![stones.trailing_zeros() as u8];
            let mut seen = 1_u64 << waiting[0];
            while let Some(from) = waiting.pop() {
                for to in squares(stones & !seen) {
                    if (from / 8).abs_diff(to / 8) <= 1 && (from % 8).abs_diff(to % 8) <= 1 {
                        seen |= 1 << to;
                        waiting.push(to);
                    }
                }
            }
            assert_eq!(is_connected(stones), seen == stones, "{stones:x}");
        }
    }

    #[test]
    fn a_stone_alone_on_a_line_is_found_and_can_move() {
        use plywood_core::random::{Generator, seeded};
        let mut rng = seeded(6);
        for round in 0..20_000 {
            // From crowded boards to nearly empty ones.
            let mut draw = || (0..1 + round % 4).fold(u64::MAX, |set, _| set & rng.next_u64());
            let (first, second) = (draw(), draw());
            let board =
                Board { stones: [first, second & !first], key: 0, mover: Player::FIRST, winner: None };
            let occupied = board.occupied();
            let by_counting = (0..64).filter(|square| {
                THROUGH.iter().any(|lines| lines[*square] != 0 && lines[*square] & occupied == 0)
            });
            assert_eq!(alone(occupied), by_counting.fold(0, |all, square| all | 1 << square), "{occupied:x}");
            for player in [Player::FIRST, Player::SECOND] {
                let mut movable = 0;
                let _ = board.jumps(player, |jump| {
                    movable |= 1 << jump.from;
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(board.own(player) & alone(occupied) & !movable, 0, "{:x?}", board.stones);
            }
        }
    }

    #[test]
    fn random_jumps_are_legal_and_equally_likely() {
        use plywood_core::random::seeded;
        let board = Board::new([0x7E00_0000_0000_007E, 0x0081_8181_8181_8100], Player::FIRST);
        let mut counts = std::collections::HashMap::new();
        let mut rng = seeded(5);
        for _ in 0..36_000 {
            *counts.entry(board.random_jump(&mut rng).unwrap()).or_insert(0_u32) += 1;
        }
        let mut legal = 0;
        let _ = board.jumps(Player::FIRST, |jump| {
            legal += 1;
            // A thousand each; six standard deviations are about 190.
            assert!(counts[&jump].abs_diff(1000) < 190, "{jump:?}: {}", counts[&jump]);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!((legal, counts.len()), (36, 36));
    }
}
