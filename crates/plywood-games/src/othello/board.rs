//! A position: the discs of both players, the legal squares of the player on turn, and whether the game is
//! over.
//!
//! The legal squares are found when the position is made. Whether a player has to pass, whether the game is
//! over, and the number of moves can then be read off, and counting the last ply of a perft costs nothing
//! more.

use plywood_core::Player;

use super::kernel::Kernel;
pub use crate::bits::places as squares;

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The discs of the player on turn.
    pub own: u64,
    /// The discs of the other.
    pub opponent: u64,
    /// The squares where the player on turn may put a disc.
    pub moves: u64,
    /// Who is on turn.
    pub mover: Player,
    /// How many legal moves there are, a pass included.
    pub count: u8,
    /// Whether neither player can put a disc.
    pub over: bool,
}

/// The move that puts no disc.
pub const PASS: u8 = 64;

impl Board {
    /// A position with the legal squares of the given area.
    #[inline(always)]
    pub fn new<K: Kernel>(kernel: K, own: u64, opponent: u64, mover: Player, area: u64) -> Board {
        let free = area & !(own | opponent);
        Held { kernel, own: kernel.hold(own), opponent: kernel.hold(opponent), free }.board(mover)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after<K: Kernel>(&self, kernel: K, chosen: u8, area: u64) -> Board {
        let held = Held::new(kernel, self, area);
        let after = if chosen == PASS { held.passed() } else { held.put(chosen) };
        after.board(self.mover.other())
    }

    /// The discs of a player.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.mover { self.own } else { self.opponent }
    }

    /// The squares with a disc.
    pub fn occupied(&self) -> u64 {
        self.own | self.opponent
    }
}

/// A position in the hands of a kernel, which goes from move to move without becoming words in between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held<K: Kernel> {
    kernel: K,
    own: K::Squares,
    opponent: K::Squares,
    /// The empty squares of the board.
    free: u64,
}

impl<K: Kernel> Held<K> {
    /// Takes a position.
    #[inline(always)]
    pub(super) fn new(kernel: K, board: &Board, area: u64) -> Held<K> {
        let free = area & !board.occupied();
        Held { kernel, own: kernel.hold(board.own), opponent: kernel.hold(board.opponent), free }
    }

    /// The squares where the player on turn may put a disc.
    #[inline(always)]
    pub(super) fn moves(&self) -> u64 {
        self.kernel.ends(self.own, self.opponent) & self.free
    }

    /// The other on turn, nothing put.
    #[inline(always)]
    pub(super) fn passed(self) -> Held<K> {
        Held { own: self.opponent, opponent: self.own, ..self }
    }

    /// After a disc on a legal square.
    #[inline(always)]
    pub(super) fn put(&self, square: u8) -> Held<K> {
        let Held { kernel, own, opponent, free } = *self;
        let disc = 1 << square;
        let turned = kernel.turned(own, opponent, square);
        Held {
            kernel,
            own: kernel.differing(opponent, turned),
            opponent: kernel.differing(kernel.differing(own, turned), kernel.hold(disc)),
            free: free & !disc,
        }
    }

    /// The position, with this player on turn.
    #[inline(always)]
    pub(super) fn board(self, mover: Player) -> Board {
        let moves = self.moves();
        let over = moves == 0 && self.passed().moves() == 0;
        let count = if moves == 0 { u8::from(!over) } else { moves.count_ones() as u8 };
        let (own, opponent) = (self.kernel.word(self.own), self.kernel.word(self.opponent));
        Board { own, opponent, moves, mover, count, over }
    }
}

/// Every square but those of the first file: where a step to higher bits may land.
pub(super) const NOT_A: u64 = !0x0101_0101_0101_0101;
/// Every square but those of the last file.
pub(super) const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The squares that touch some squares, in all eight directions, and those squares themselves.
#[inline(always)]
pub const fn spread(bits: u64) -> u64 {
    let sideways = bits | ((bits << 1) & NOT_A) | ((bits >> 1) & NOT_H);
    sideways | (sideways << 8) | (sideways >> 8)
}

/// Some squares moved by one in each of the eight directions.
#[inline(always)]
pub fn around(bits: u64) -> [u64; 8] {
    let (right, left) = ((bits << 1) & NOT_A, (bits >> 1) & NOT_H);
    [right, left, bits << 8, bits >> 8, right << 8, right >> 8, left << 8, left >> 8]
}
