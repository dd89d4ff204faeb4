//! Othello on 8x8, 6x6 and 4x4 boards (Monte Carlo Othello thesis, chapter 2).
//!
//! Dark (X) begins. A move puts a disc where it outflanks discs of the other in at least one of eight directions, and
//! turns them. Who cannot has to pass, which is a move like any other; the game is over when neither can. The
//! published scores count wins, so the payoff is win, draw or loss; with `payoff=margin` it is the difference of
//! discs, where empty squares go to the winner as in tournaments.
//!
//! Positions are written as in OBF: the squares from a1 to h8 as `X O -`, a space and who is on turn. A transcript
//! from the start, such as `f5d6c3`, is read as a position too. Moves are squares, `f5`, or `pass`.
//!
//! [`kernel`] and `vector.rs` find and turn discs; [`stability`] finds those that are never turned; [`agents`] are the thesis's simple players; [`evaluation`] is what
//! minimax asks; [`notation`] reads and writes games; [`patterns`] is the trained evaluation, [`solver`] plays out endings exactly, and
//! [`engine`] whole games.

pub mod agents;
pub mod bill;
pub mod board;
mod edges;
pub mod engine;
pub mod evaluation;
pub mod kernel;
pub mod notation;
pub mod patterns;
mod picture;
pub mod reversi;
pub mod solver;
pub mod stability;
mod vector;

use std::ops::ControlFlow;

use plywood_core::random::{below, mix};
use plywood_core::settings::words;
use plywood_core::{
    About, Error, Game, Key, LastOf, Line, Nature, Never, Notation, Occasion, PayoffKind, Picture, Played,
    Player, Recorded, Rng, Spec, Turn,
};

pub use agents::Agent;
use board::Held;
pub use board::{Board, PASS};
pub use evaluation::Evaluation;
use kernel::{Kernel, Level, Task};

use crate::symmetry::{inverse, transform_square, transform_squares};

/// How the game is listed.
pub const ABOUT: About = About {
    name: "othello",
    about: "outflank and turn the other's discs, on 8x8, 6x6 or 4x4",
    keys: &[
        Key::taking("size", "8", words(&["8", "6", "4"]), "squares a side: 8, 6 or 4"),
        Key::taking(
            "payoff",
            "outcome",
            words(&["outcome", "margin"]),
            "outcome (win, draw, loss) or margin (discs, empty squares to the winner)",
        ),
        Key::taking(
            "rules",
            "othello",
            words(RULES),
            "othello, or reversi: the first four discs are played, and each player has half of the discs",
        ),
    ],
    source: "Monte Carlo Othello thesis, chapter 2; lecture notes, Static Board Evaluator",
};

const RULES: &[&str] = &["othello", "reversi"];

/// Whether a spec asks for the rules of Reversi.
pub fn is_reversi(spec: &Spec) -> bool {
    spec.get("rules").is_some_and(|rules| rules.name == RULES[1])
}

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello {
    size: u8,
    payoff: PayoffKind,
    level: Level,
    /// The squares of the board, in the middle of the 8x8 one.
    area: u64,
}

/// Plays one move.
struct Play<'a>(&'a Board, u8, u64);

impl Task for Play<'_> {
    type Output = Board;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Board {
        self.0.after(kernel, self.1, self.2)
    }
}

/// Plays every move and shows what comes of it.
struct Children<'a, F>(&'a Board, u64, F);

impl<B, F: FnMut(u8, Board) -> ControlFlow<B>> Task for Children<'_, F> {
    type Output = ControlFlow<B>;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> ControlFlow<B> {
        let Children(board, area, mut visit) = self;
        let (held, next) = (Held::new(kernel, board, area), board.mover.other());
        let mut left = board.moves;
        while left != 0 {
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            visit(square, held.put(square).board(next))?;
        }
        if board.moves == 0 && !board.over {
            visit(PASS, held.passed().board(next))?;
        }
        ControlFlow::Continue(())
    }
}

/// Makes a position from discs.
struct Settle(u64, u64, Player, u64);

impl Task for Settle {
    type Output = Board;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Board {
        Board::new(kernel, self.0, self.1, self.2, self.3)
    }
}

/// Picks the set bit with a number.
struct Select(u64, usize);

impl Task for Select {
    type Output = u8;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u8 {
        kernel.select(self.0, self.1)
    }
}

/// Plays random moves to the end, in one piece of code for the kernel.
struct RandomEnd<'a>(Board, u64, u32, &'a mut Rng);

impl Task for RandomEnd<'_> {
    type Output = Option<Board>;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<Board> {
        let RandomEnd(board, area, steps, rng) = self;
        let (mut held, mut moves, mut mover) = (Held::new(kernel, &board, area), board.moves, board.mover);
        for _ in 0..steps {
            if moves == 0 {
                held = held.passed();
                moves = held.moves();
                if moves == 0 {
                    return Some(held.passed().board(mover));
                }
            } else {
                held = held.put(kernel.select(moves, below(rng, moves.count_ones() as usize)));
                moves = held.moves();
            }
            mover = mover.other();
        }
        None
    }
}

impl Default for Othello {
    fn default() -> Self {
        Othello::new(8, PayoffKind::Outcome)
    }
}

impl Othello {
    /// The game on a board of 8, 6 or 4 squares a side, with an outcome or a margin for its payoff.
    pub fn new(size: u8, payoff: PayoffKind) -> Othello {
        assert!(matches!(size, 4 | 6 | 8), "boards have 4, 6 or 8 squares a side");
        let rim = (8 - size) / 2;
        let row = (0xFF >> (8 - size)) << rim;
        let area = (rim..rim + size).map(|line| row << (8 * line)).sum();
        Othello { size, payoff, level: Level::best(), area }
    }

    /// The same game with another kernel than the fastest.
    pub fn with_kernel(self, level: Level) -> Othello {
        Othello { level, ..self }
    }

    /// The same game with the kernel for every machine.
    #[cfg(test)]
    pub fn portable(self) -> Othello {
        self.with_kernel(Level::Portable)
    }

    /// Makes the game from its spec; whether by its own rules is for [`is_reversi`] to say.
    pub fn from_spec(spec: &Spec) -> Result<Othello, Error> {
        let list = [ABOUT];
        let (_, args) = About::find(&list, spec, "game")?;
        args.chosen("rules")?;
        let size = [8, 6, 4][args.chosen("size")?];
        let payoff = [PayoffKind::Outcome, PayoffKind::Margin][args.chosen("payoff")?];
        Ok(Othello::new(size, payoff))
    }

    /// Squares a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whether it is the usual game on the usual board, which trained evaluations and the solver know.
    pub fn is_usual(&self) -> bool {
        self.size == 8
    }

    /// The squares of the board.
    pub fn area(&self) -> u64 {
        self.area
    }

    /// Empty squares around a smaller board.
    fn rim(&self) -> u8 {
        (8 - self.size) / 2
    }

    /// A position from the discs of both players, dark first; where it could not arise in a game, why.
    pub fn board(&self, discs: [u64; 2], mover: Player) -> Result<Board, Error> {
        let occupied = discs[0] | discs[1];
        let centre = 0x0000_0018_1800_0000;
        if occupied & centre != centre {
            return Err(Error::new("the four squares in the middle never become empty"));
        }
        // Every disc was put next to another one.
        let mut reached = centre;
        while reached != board::spread(reached) & occupied {
            reached = board::spread(reached) & occupied;
        }
        if reached != occupied {
            let lost = board::squares(occupied & !reached).next().expect("a disc was not reached");
            return Err(Error::new(format!("the disc on {} touches no other", self.square_name(lost))));
        }
        let [own, opponent] = [discs[mover.index()], discs[mover.other().index()]];
        Ok(self.settled(own, opponent, mover))
    }

    /// A position from discs of the player on turn and the other, whatever they are.
    fn settled(&self, own: u64, other: u64, mover: Player) -> Board {
        self.level.run(Settle(own, other, mover, self.area))
    }

    /// The difference of discs for a player, empty squares to the winner.
    pub fn margin(&self, board: &Board, player: Player) -> i32 {
        let count = |who| board.discs(who).count_ones() as i32;
        let (own, other) = (count(player), count(player.other()));
        let empty = (self.area & !board.occupied()).count_ones() as i32;
        own - other + (own - other).signum() * empty
    }

    /// The name of a square.
    pub fn square_name(&self, square: u8) -> String {
        let (row, column) = (square / 8 - self.rim(), square % 8 - self.rim());
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// The square of a name, in either case; none where it is not one of the board.
    pub fn square(&self, name: &str) -> Option<u8> {
        let [column, row] = name.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < self.size)?;
        let row = row.checked_sub(b'1').filter(|row| *row < self.size)?;
        Some((row + self.rim()) * 8 + column + self.rim())
    }

    /// The squares of the board in reading order.
    fn cells(&self) -> impl Iterator<Item = u8> {
        board::squares(self.area)
    }
}

impl Game for Othello {
    type Position = Board;
    type Move = u8;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;
    const BOUNDED: bool = true;

    fn nature(&self) -> Nature {
        let squares = f64::from(self.size) * f64::from(self.size);
        let bounds = if self.payoff == PayoffKind::Margin { (-squares, squares) } else { (-1.0, 1.0) };
        // A disc a move, and never two passes together.
        let longest = 2 * (self.area.count_ones() - 4);
        Nature { payoff: self.payoff, bounds, longest: Some(longest), ..Nature::outcome() }
    }
    fn start(&self) -> Board {
        let dark = 1 << 28 | 1 << 35;
        let light = 1 << 27 | 1 << 36;
        self.level.run(Settle(dark, light, Player::FIRST, self.area))
    }
    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.over { Turn::Over } else { Turn::Player(board.mover) }
    }
    #[inline]
    fn children<B>(&self, board: &Board, visit: impl FnMut(u8, Board) -> ControlFlow<B>) -> ControlFlow<B> {
        self.level.run(Children(board, self.area, visit))
    }
    #[inline]
    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        board::squares(board.moves).try_for_each(&mut visit)?;
        if board.moves == 0 && !board.over { visit(PASS) } else { ControlFlow::Continue(()) }
    }
    #[inline]
    fn play(&self, board: &Board, chosen: u8) -> Board {
        debug_assert!(if chosen == PASS { board.moves == 0 } else { board.moves >> chosen & 1 == 1 });
        self.level.run(Play(board, chosen, self.area))
    }
    #[inline]
    fn count_moves(&self, board: &Board) -> usize {
        usize::from(board.count)
    }
    #[inline]
    fn random_move(&self, board: &Board, rng: &mut Rng) -> u8 {
        if board.moves == 0 {
            return PASS;
        }
        self.level.run(Select(board.moves, below(rng, usize::from(board.count))))
    }
    fn random_end(&self, board: Board, steps: u32, rng: &mut Rng) -> Option<Board> {
        self.level.run(RandomEnd(board, self.area, steps, rng))
    }
    fn payoff(&self, board: &Board, player: Player) -> i32 {
        let margin = self.margin(board, player);
        if self.payoff == PayoffKind::Margin { margin } else { margin.signum() }
    }
    fn key(&self, board: &Board) -> u64 {
        mix(board.own ^ mix(board.opponent ^ u64::from(board.mover.0)))
    }
    fn move_slots(&self) -> usize {
        kernel::SQUARES + 1
    }
    fn move_slot(&self, chosen: u8) -> usize {
        usize::from(chosen)
    }

    fn symmetries(&self) -> usize {
        8
    }
    fn transform(&self, board: &Board, symmetry: usize) -> Board {
        let seen = |bits| transform_squares(bits, symmetry);
        Board { own: seen(board.own), opponent: seen(board.opponent), moves: seen(board.moves), ..*board }
    }
    fn transform_move(&self, chosen: u8, symmetry: usize) -> u8 {
        if chosen == PASS { PASS } else { transform_square(chosen, symmetry) }
    }
    fn inverse(&self, symmetry: usize) -> usize {
        inverse(symmetry)
    }

    #[inline]
    fn bounds(&self, board: &Board) -> Option<(i32, i32)> {
        stability::bounds(self, board)
    }
    /// Corners first; last the squares beside a corner that is still to be had, those on the diagonal behind the others.
    /// Squares of one kind by how few replies the other has, which the position knows already.
    #[inline]
    fn promise(&self, before: &Board, chosen: u8, after: &Board) -> u8 {
        const MOST_REPLIES: u32 = 31;
        let free = self.corners() & !before.occupied();
        let bit = if chosen == PASS { 0 } else { 1_u64 << chosen };
        let kind = if bit & free != 0 {
            3
        } else if bit & board::spread(free) == 0 {
            2
        } else {
            u32::from(bit & self.edges() != 0)
        };
        let replies = after.moves.count_ones().min(MOST_REPLIES);
        (kind * (MOST_REPLIES + 1) + MOST_REPLIES - replies) as u8
    }
    /// Where there is a move: else the rules pass.
    fn null_move(&self, board: &Board) -> Option<Board> {
        let passed = || self.level.run(Settle(board.opponent, board.own, board.mover.other(), self.area));
        (board.moves != 0).then(passed)
    }
    /// One that leaves the other a single move, or none.
    #[inline]
    fn is_forcing(&self, _: &Board, _: u8, after: &Board) -> bool {
        after.moves.count_ones() <= 1
    }
}

impl Notation for Othello {
    fn write_position(&self, board: &Board) -> String {
        notation::obf::write_board(self, board)
    }
    fn read_position(&self, text: &str) -> Result<Board, Error> {
        notation::read_position(self, text)
    }
    fn read_problem(&self, text: &str) -> Result<(Board, Option<f64>), Error> {
        notation::read_problem(self, text)
    }
    fn read_best(&self, _: &Board, text: &str) -> Result<Vec<u8>, Error> {
        notation::read_best(self, text)
    }
    fn read_games(&self, file: &[u8]) -> Option<Result<Vec<Recorded<Line<Othello>>>, Error>> {
        notation::read_games(self, file)
    }
    fn scored_by(&self) -> Option<(&'static str, &'static str)> {
        (self.payoff != PayoffKind::Margin).then_some(("payoff", "margin"))
    }
    fn write_record(&self, played: &Played, occasion: &Occasion) -> Option<String> {
        notation::ggf::write(self, played, occasion)
    }
    fn unit(&self) -> &'static str {
        "discs"
    }
    fn write_move(&self, _: &Board, chosen: u8) -> String {
        if chosen == PASS { "pass".to_string() } else { self.square_name(chosen) }
    }
    fn draw(&self, board: &Board) -> String {
        let letter = |square: u8| match board.moves >> square & 1 {
            1 => '.',
            _ => notation::obf::letter(board, square),
        };
        let cells: Vec<String> = self.cells().map(|square| format!(" {}", letter(square))).collect();
        let rows = cells.chunks(usize::from(self.size)).enumerate();
        let picture: String = rows.map(|(row, cells)| format!("{}{}\n", row + 1, cells.concat())).collect();
        let files: String = ('a'..).take(usize::from(self.size)).map(|file| format!(" {file}")).collect();
        format!(" {files}\n{picture}")
    }
    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

#[cfg(test)]
mod tests;
