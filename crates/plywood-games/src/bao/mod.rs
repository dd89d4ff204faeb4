//! Bao of Zanzibar: four rows of eight holes, 64 stones, moves that lift, sow and capture until the hand
//! falls into an empty hole. A player who empties the other's front row, or leaves the other without a move,
//! wins; there is no draw.
//!
//! The rules are those of appendix C of the opponent-model thesis, in its words: *namua* while a player has stones in
//! store, *mtaji* after it; *takasa* is a move without capture, *takasia* the ban it may lay on a hole; *nyumba* is the
//! house. Where the appendix leaves a choice we read it so: a house stops a capturing hand when six or more stones lie
//! in it; `six or more` in 2.4b and `one stone` in 2.4c are counted before the store's stone is added; a front row counts
//! as empty after a whole sowing or a capture, not at lifting; from a lone kichwa sowing towards the back row is forbidden
//! even where it would come round; the first capture in mtaji ends both houses; takasia is automatic and looks at first
//! captures only, and a takasa made in mtaji alone lays it; whether a capture is obligatory, or a front row to be played
//! from, is decided before endless moves are struck out. A move that stops in the house and one that plays it are two.
//!
//! Positions are written as both sides and the player on turn: the front row and the back row from their owner's left,
//! the store, and `h` where the house is owned, `0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0:22h`; a hole under takasia comes last.

mod engine;
mod evaluation;
pub mod features;
mod hand;
pub mod learned;
#[cfg(test)]
mod literal;
mod notation;
mod picture;
pub mod transcript;

use std::ops::ControlFlow;

use plywood_core::random::mix;
use plywood_core::settings::{Takes, whole};
use plywood_core::{About, Error, Game, Key, Nature, Never, Numbered, Player, Spec, Turn};

pub use evaluation::Evaluation;
pub use hand::Act;
use hand::{End, Hand, Options, capturable, filled, front, options, stones, total};

/// The house's place in the front row.
const HOUSE: u8 = 4;
/// Stones of the whole game.
const STONES: u32 = 64;
/// Stones in each store at the start.
const STORE: u8 = 22;
/// No hole is under takasia.
const NOTHING: u8 = 0xFF;

/// The 81 whole start positions of appendix D, one a line, South on turn after ten random moves of each player.
pub const APPENDIX_D: &str = include_str!("positions.txt");

/// How the game is listed.
pub const ABOUT: About = About {
    name: "bao",
    about: "sow and capture on four rows of eight holes until the other's front row is empty",
    keys: &[
        Key::taking(
            "takasia",
            "on",
            Takes::Switch,
            "whether a takasa can forbid the other to empty a hole, on or off",
        ),
        Key::taking(
            "limit",
            "100",
            whole(64, 10_000),
            "a move that sows more stones counts as endless and is illegal, 64 to 10000",
        ),
    ],
    source: "Donkers 2003, appendix C",
};

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bao {
    takasia: bool,
    limit: u16,
}

/// The stones, who owns a house, and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Each player's holes, a byte each: the front row from its owner's left, then the back row from their
    /// right.
    sides: [u128; 2],
    stores: [u8; 2],
    houses: [bool; 2],
    /// The mover's hole that takasia forbids to empty.
    barred: u8,
    mover: Player,
}

/// A move: where the hand begins, which way round it sows, and whether it plays the house when it comes there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Start {
    /// The hole, counted round the mover's side from the mover's left kichwa.
    pub hole: u8,
    /// Clockwise: to the right in the front row. For a capture with a stone of the store, from the left kichwa.
    pub clockwise: bool,
    /// Whether the house is played.
    pub house: bool,
}

impl Numbered for Start {
    fn number(self) -> u32 {
        let Start { hole, clockwise, house } = self;
        u32::from(hole) << 2 | u32::from(clockwise) << 1 | u32::from(house)
    }
    fn from_number(number: u32) -> Start {
        Start { hole: (number >> 2) as u8, clockwise: number & 2 != 0, house: number & 1 != 0 }
    }
}

impl Board {
    /// A player's holes and the other's.
    #[inline]
    fn seen_by(&self, player: Player) -> (u128, u128) {
        (self.sides[player.index()], self.sides[player.other().index()])
    }
    /// Whether the player has stones in store.
    #[inline]
    fn in_namua(&self, player: Player) -> bool {
        self.stores[player.index()] > 0
    }
    /// Whether somebody's front row is empty.
    #[inline]
    fn is_cleared(&self) -> bool {
        front(self.sides[0]) == 0 || front(self.sides[1]) == 0
    }
}

impl Bao {
    /// The rules as published: takasia, and 100 stones make a move endless.
    pub fn new() -> Bao {
        Bao { takasia: true, limit: 100 }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Bao, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Bao { takasia: args.get::<bool>("takasia")?, limit: args.get("limit")? })
    }

    /// The position after a move whose hand has stopped.
    #[inline]
    fn after(&self, board: &Board, hand: &Hand, capturing: bool) -> Board {
        let mut after = *board;
        let (mover, other) = (board.mover.index(), board.mover.other().index());
        after.sides[mover] = hand.own;
        after.sides[other] = hand.other;
        after.houses[mover] = hand.own_house;
        after.houses[other] = hand.other_house;
        after.stores[mover] -= u8::from(board.in_namua(board.mover));
        after.mover = board.mover.other();
        after.barred = NOTHING;
        if self.takasia && !capturing && board.stores == [0; 2] {
            after.barred = takasia(&after);
        }
        after
    }

    /// Visits the moves with the hand as each leaves it, until the visitor breaks.
    #[inline]
    fn hands<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Start, &Hand, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if board.is_cleared() {
            return ControlFlow::Continue(());
        }
        let Options { capturing, holes } = options(board);
        let mut left = u32::from(holes[0]) | u32::from(holes[1]) << 16;
        while left != 0 {
            let bit = left.trailing_zeros() as u8;
            left &= left - 1;
            let mut start = Start { hole: bit & 15, clockwise: bit < 16, house: false };
            let mut hand = Hand::of(self, board, capturing);
            let mut end = hand.begin(start.hole, start.clockwise, &mut |_| {});
            if end == End::AtHouse {
                visit(start, &hand, capturing)?;
                start.house = true;
                end = hand.play_house(&mut |_| {});
            }
            if end == End::Stopped {
                visit(start, &hand, capturing)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn has_move(&self, board: &Board) -> bool {
        self.hands(board, |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// The events of a legal move, in order: to be shown one after the other.
    pub fn acts(&self, board: &Board, start: Start) -> Vec<Act> {
        let mut acts = Vec::new();
        self.played(board, start, &mut |act| acts.push(act));
        acts
    }

    #[inline]
    fn played(&self, board: &Board, start: Start, tell: &mut impl FnMut(Act)) -> Board {
        let capturing = options(board).capturing;
        let mut hand = Hand::of(self, board, capturing);
        let mut end = hand.begin(start.hole, start.clockwise, tell);
        if end == End::AtHouse && start.house {
            end = hand.play_house(tell);
        }
        debug_assert!(end != End::Endless, "the move is legal");
        self.after(board, &hand, capturing)
    }
}

impl Default for Bao {
    fn default() -> Bao {
        Bao::new()
    }
}

/// The hole of the player on turn that the takasa before it forbids to empty (rule 4.1).
fn takasia(board: &Board) -> u8 {
    if board.is_cleared() || options(board).capturing {
        return NOTHING;
    }
    let (own, other) = board.seen_by(board.mover);
    let threatened = capturable(other, own, false);
    let hole = threatened.trailing_zeros() as u8;
    let is_house = hole == HOUSE && board.houses[board.mover.index()];
    let stands_alone = [0, 1].map(|more_than| filled(front(own), more_than)).contains(&threatened);
    if threatened.count_ones() != 1 || is_house || stands_alone { NOTHING } else { hole }
}

impl Game for Bao {
    type Position = Board;
    type Move = Start;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;

    fn nature(&self) -> Nature {
        Nature::outcome()
    }
    fn start(&self) -> Board {
        let side = 6 << (8 * HOUSE) | 2 << (8 * (HOUSE + 1)) | 2 << (8 * (HOUSE + 2));
        Board {
            sides: [side; 2],
            stores: [STORE; 2],
            houses: [true; 2],
            barred: NOTHING,
            mover: Player::FIRST,
        }
    }
    fn turn(&self, board: &Board) -> Turn {
        if self.has_move(board) { Turn::Player(board.mover) } else { Turn::Over }
    }
    #[inline]
    fn children<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Start, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.hands(board, |start, hand, capturing| visit(start, self.after(board, hand, capturing)))
    }
    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(Start) -> ControlFlow<B>) -> ControlFlow<B> {
        self.hands(board, |start, _, _| visit(start))
    }
    #[inline]
    fn play(&self, board: &Board, start: Start) -> Board {
        self.played(board, start, &mut |_| {})
    }
    /// Who has no front row has lost, else who cannot move.
    fn payoff(&self, board: &Board, player: Player) -> i32 {
        let cleared = [Player::FIRST, Player::SECOND]
            .into_iter()
            .find(|player| front(board.sides[player.index()]) == 0);
        if player == cleared.unwrap_or(board.mover) { -1 } else { 1 }
    }
    fn key(&self, board: &Board) -> u64 {
        let [south, north] = board.sides.map(|side| mix(mix(side as u64) ^ (side >> 64) as u64));
        let [stores, houses] = [board.stores, board.houses.map(u8::from)];
        let rest = [stores[0], stores[1], houses[0], houses[1], board.barred, board.mover.0, 0, 0];
        mix(mix(south ^ u64::from_le_bytes(rest)) ^ north)
    }
    fn move_slots(&self) -> usize {
        64
    }
    fn move_slot(&self, start: Start) -> usize {
        usize::from(start.hole) << 2 | usize::from(start.clockwise) << 1 | usize::from(start.house)
    }
    /// By the stones it brings over.
    #[inline]
    fn promise(&self, before: &Board, _: Start, after: &Board) -> u8 {
        let other = before.mover.other().index();
        (total(before.sides[other]) - total(after.sides[other])) as u8
    }
}

#[cfg(test)]
mod tests;
