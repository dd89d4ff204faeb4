//! Chess by the rules of FIDE, over the boards of cozy-chess.
//!
//! What cozy-chess leaves open is settled here: a game is drawn by stalemate, by fifty moves of both sides without a capture
//! or pawn move, when a position comes for the third time, and when no moves whatever can lead to mate. Fifty moves and
//! repetition are history: they end a line of moves, and perft, which has no line, does not see them.
//!
//! Positions are written as FEN (the two counters may be left out), or as the moves from the start: `1. e4 e5 2. Nf3`. Moves
//! are written in SAN and read in SAN or as UCI has them. [`pgn`] reads and writes games, [`epd`] reads suites with best
//! moves. [`endings`] are the databases of up to four men.

pub mod endings;
pub mod epd;
mod evaluation;
mod exchange;
mod notation;
pub mod pgn;
mod picture;
mod position;

use std::ops::ControlFlow;
use std::sync::Arc;

use cozy_chess::{Board, Move, Piece};
use plywood_core::random::below;
use plywood_core::settings::whole;
use plywood_core::{
    About, Error, Game, Key, Knowledge, Nature, Never, Oracle, Player, Rng, Spec, Turn, Uniform,
    uniform_policy,
};

pub use evaluation::Evaluation;
pub use notation::{read_uci, write_uci};
pub use position::Position;

/// Plies of both sides without a capture or pawn move that end the game.
const FIFTY_MOVES: u8 = 100;

/// Slots of moves from a square to a square; promotions to less than a queen come after them.
const PLAIN_SLOTS: usize = 64 * 64;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "chess",
    about: "mate the other's king",
    keys: &[Key::taking(
        "repetitions",
        "3",
        whole(2, 3),
        "a position that comes so often ends the game in a draw, 2 or 3; 2 shortens searches",
    )],
    source: "FIDE laws of chess",
};

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chess {
    repetitions: u8,
}

impl Default for Chess {
    fn default() -> Chess {
        Chess { repetitions: 3 }
    }
}

impl Chess {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Chess, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Chess { repetitions: args.get("repetitions")? })
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;

    fn nature(&self) -> Nature {
        Nature { history: true, ..Nature::outcome() }
    }
    fn start(&self) -> Position {
        Position(Board::startpos())
    }
    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.can_move() && !position.is_dead() { Turn::Player(position.mover()) } else { Turn::Over }
    }
    #[inline]
    fn children<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.moves(|chosen| visit(chosen, position.after(chosen)))
    }
    #[inline]
    fn moves<B>(&self, position: &Position, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        position.moves(visit)
    }
    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        position.count_moves()
    }
    fn play(&self, position: &Position, chosen: Move) -> Position {
        debug_assert!(position.board().is_legal(chosen), "{chosen} is legal");
        position.after(chosen)
    }
    /// Mate is lost by the one on turn; every other end is a draw.
    fn payoff(&self, position: &Position, player: Player) -> i32 {
        if !position.in_check() || position.is_dead() || position.can_move() {
            0
        } else if player == position.mover() {
            -1
        } else {
            1
        }
    }
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
    fn move_slots(&self) -> usize {
        PLAIN_SLOTS + 3 * 2 * 64
    }
    #[inline]
    fn move_slot(&self, chosen: Move) -> usize {
        let (from, to) = (chosen.from as usize, chosen.to as usize);
        match chosen.promotion {
            None | Some(Piece::Queen) => from * 64 + to,
            // By the piece, the side and the two files.
            Some(piece) => {
                let side = usize::from(to >= 32);
                PLAIN_SLOTS + (piece as usize - 1) * 128 + side * 64 + from % 8 * 8 + to % 8
            }
        }
    }
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Move {
        let mut left = below(rng, position.count_moves());
        let found = position.moves(|chosen| {
            if left == 0 {
                return ControlFlow::Break(chosen);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.break_value().expect("a player on turn has a move")
    }

    /// Fifty moves without progress, or a position once too often; mate comes before both.
    fn ended_by_history(&self, position: &Position, keys: &[u64]) -> Option<i32> {
        let clock = usize::from(position.board().halfmove_clock());
        let drawn = clock >= usize::from(FIFTY_MOVES) || {
            // Only positions since the last capture or pawn move, with the same player on turn, can be the same.
            let since = &keys[keys.len().saturating_sub(clock)..];
            let (key, mut seen) = (position.key(), 1);
            for before in since.rchunks_exact(2) {
                seen += u8::from(before[0] == key);
            }
            seen >= self.repetitions
        };
        (drawn && self.turn(position) != Turn::Over).then_some(0)
    }

    /// Captures that lose nothing by the victim and then by who takes, queens that are made, then moves that take
    /// nothing, captures that lose, and other promotions.
    #[inline]
    fn promise(&self, before: &Position, chosen: Move, _: &Position) -> u8 {
        const QUIET: u8 = 2;
        match (before.victim(chosen), chosen.promotion) {
            (None, None) => QUIET,
            (_, Some(Piece::Knight | Piece::Bishop | Piece::Rook)) => 0,
            (victim, Some(_)) => 40 + victim.map_or(0, |piece| piece as u8),
            (Some(victim), None) => {
                let taker = before.board().piece_on(chosen.from).map_or(0, |piece| piece as u8);
                if taker > victim as u8 && exchange::gain(before, chosen) < 0 {
                    1
                } else {
                    QUIET + 6 + 6 * victim as u8 - taker
                }
            }
        }
    }
    /// A capture that loses nothing, or a new queen.
    fn is_loud(&self, position: &Position, chosen: Move) -> bool {
        if chosen.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return false;
        }
        let loud = chosen.promotion.is_some() || position.victim(chosen).is_some();
        loud && exchange::gain(position, chosen) >= 0
    }
    /// None in check, where a pawn can be taken en passant, and with kings and pawns alone or one piece less than a queen
    /// beside them, where having to move often hurts.
    fn null_move(&self, position: &Position) -> Option<Position> {
        let board = position.board();
        let own = board.colors(board.side_to_move());
        let pieces = own & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        let few = pieces.len() < 2 && (own & board.pieces(Piece::Queen)).is_empty();
        if few || position.takes_en_passant() {
            return None;
        }
        let passed = Position(board.null_move()?);
        (self.turn(&passed) != Turn::Over).then_some(passed)
    }
    /// A check.
    #[inline]
    fn is_forcing(&self, _: &Position, _: Move, after: &Position) -> bool {
        after.in_check()
    }
}

impl Knowledge for Chess {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        evaluation::LISTED
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        Evaluation::from_spec(spec)
    }
    fn oracles(&self) -> &'static [About] {
        const { &[endings::ABOUT] }
    }
    fn oracle(&self, spec: &Spec) -> Result<Arc<dyn Oracle<Chess>>, Error> {
        Ok(Arc::new(endings::Endings::from_spec(self, spec)?))
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests;
