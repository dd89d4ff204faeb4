//! Lines of action: move along a line as far as there are stones on it, and bring all your stones together.
//!
//! The rules are those of the opponent-model thesis, section 5.3.1: jumps over own stones only, landing on a stone
//! of the other captures it, who has all stones connected (orthogonally or diagonally) wins, and a repeated board
//! ends the game in a draw, whoever is on turn. What the thesis leaves open is settled as OpenSpiel does: if a move
//! connects both sides the mover wins, and a player without a legal move loses.
//!
//! Positions are written as eight rows from the top with `/` between and the player on turn,
//! `.XXXXXX./O......O/.../.XXXXXX. X`: X (black) begins, O is white. A move is `b8-b6`, a capture `b8xb6`.

mod board;
mod evaluation;
pub mod modern;
pub mod network;

use std::ops::ControlFlow;

use plywood_core::knowledge::ZERO;
use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Caption, Look, Paint, What};
use plywood_core::random::below;
use plywood_core::{
    About, Error, Game, Key, Knowledge, LastOf, Nature, Never, Notation, Picture, Player, Rng, Spec, Step,
    Turn, Uniform, uniform_policy,
};

pub use board::{Board, Jump};
pub use evaluation::Evaluation;
pub use network::{Network, Squares};

use crate::bits::places;
use crate::notation::{Words, draw_grid};
use crate::symmetry::{inverse, transform_square, transform_squares};
use board::{COUNT_BITS, TURN_KEY};

/// Thirty positions to start games from: ours, made by the command in their first line. Those of the opponent-model thesis
/// (appendix A) were diagrams, and are lost.
pub const POSITIONS: &str = include_str!("positions.txt");

/// How many stones each player starts with.
const MOST_STONES: u32 = 12;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "loa",
    about: "lines of action: bring all your stones together",
    keys: &[],
    source: "opponent-model thesis, section 5.3",
};

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinesOfAction;

impl LinesOfAction {
    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<LinesOfAction, Error> {
        About::find(&[ABOUT], spec, "game").map(|_| LinesOfAction)
    }
}

fn letter(player: Player) -> char {
    if player == Player::FIRST { 'X' } else { 'O' }
}

/// The player of a letter, in either case.
fn player_of(found: char) -> Option<Player> {
    [Player::FIRST, Player::SECOND].into_iter().find(|player| letter(*player) == found.to_ascii_uppercase())
}

/// The board as eight rows of letters from the top.
fn rows(board: &Board) -> Vec<String> {
    let cell = |square: u8| {
        let holds = |player: &Player| board.own(*player) >> square & 1 == 1;
        [Player::FIRST, Player::SECOND].into_iter().find(holds).map_or('.', letter)
    };
    (0..8).map(|row| (0..8).map(|column| cell(row * 8 + column)).collect()).collect()
}

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), 8 - square / 8)
}

impl Game for LinesOfAction {
    type Position = Board;
    type Move = Jump;
    type Event = Never;
    type Value = i32;

    const RANKS: bool = true;

    fn nature(&self) -> Nature {
        Nature { history: true, ..Nature::outcome() }
    }
    fn start(&self) -> Board {
        Board::new([0x7E00_0000_0000_007E, 0x0081_8181_8181_8100], Player::FIRST)
    }
    fn turn(&self, board: &Board) -> Turn {
        if board.winner.is_some() { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn children<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Jump, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.moves(board, |jump| visit(jump, board.after(jump)))
    }
    fn moves<B>(&self, board: &Board, visit: impl FnMut(Jump) -> ControlFlow<B>) -> ControlFlow<B> {
        if board.winner.is_some() { ControlFlow::Continue(()) } else { board.jumps(board.mover, visit) }
    }
    fn play(&self, board: &Board, jump: Jump) -> Board {
        debug_assert!(
            self.moves(board, |legal| if legal == jump {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }) == ControlFlow::Break(())
        );
        board.after(jump)
    }
    fn payoff(&self, board: &Board, player: Player) -> i32 {
        match board.winner {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }
    fn key(&self, board: &Board) -> u64 {
        board.key
    }
    fn move_slots(&self) -> usize {
        64 * 64
    }
    fn move_slot(&self, jump: Jump) -> usize {
        usize::from(jump.from) * 64 + usize::from(jump.to)
    }

    /// A draw at the first repeated board, for either player on turn.
    fn ended_by_history(&self, board: &Board, keys: &[u64]) -> Option<i32> {
        let (same, turned) = (board.key, board.key ^ TURN_KEY);
        // Without a branch for each key, several are compared at once.
        let seen = |keys: &[u64]| {
            keys.iter().fold(0, |hits, key| hits | u64::from(*key == same) | u64::from(*key == turned)) != 0
        };
        for recent in keys.rchunks(16) {
            if seen(recent) {
                return Some(0);
            }
            if (recent[0] ^ same) & COUNT_BITS != 0 {
                return None;
            }
        }
        None
    }

    fn symmetries(&self) -> usize {
        8
    }
    fn transform(&self, board: &Board, symmetry: usize) -> Board {
        Board::new(board.stones.map(|stones| transform_squares(stones, symmetry)), board.mover)
    }
    fn transform_move(&self, jump: Jump, symmetry: usize) -> Jump {
        Jump { from: transform_square(jump.from, symmetry), to: transform_square(jump.to, symmetry) }
    }
    fn inverse(&self, symmetry: usize) -> usize {
        inverse(symmetry)
    }

    /// Captures, then moves towards the centre of the board, those first that come farthest.
    #[inline]
    fn promise(&self, before: &Board, jump: Jump, _: &Board) -> u8 {
        let inwards = evaluation::ring(jump.to).saturating_sub(evaluation::ring(jump.from));
        4 * u8::from(before.captures(jump)) + inwards
    }
    /// A capture.
    fn is_loud(&self, board: &Board, jump: Jump) -> bool {
        board.captures(jump)
    }
    fn null_move(&self, board: &Board) -> Option<Board> {
        board.passed()
    }
    fn random_move(&self, board: &Board, rng: &mut Rng) -> Jump {
        board.random_jump(rng).unwrap_or_else(|| {
            let mut all = Vec::new();
            let _ = self.moves(board, |jump| {
                all.push(jump);
                ControlFlow::<()>::Continue(())
            });
            all[below(rng, all.len())]
        })
    }
    fn count_moves(&self, board: &Board) -> usize {
        if board.winner.is_some() { 0 } else { board.count_jumps(board.mover) }
    }
}

impl Notation for LinesOfAction {
    fn write_position(&self, board: &Board) -> String {
        format!("{} {}", rows(board).join("/"), letter(board.mover))
    }
    fn read_position(&self, text: &str) -> Result<Board, Error> {
        let mut words = Words::of(text);
        let mut stones = [0_u64; 2];
        for (square, (found, place)) in words.next("the board")?.grid(8, 8)?.into_iter().enumerate() {
            match player_of(found) {
                Some(player) => stones[player.index()] |= 1 << square,
                None if found == '.' => {}
                None => return Err(place.expected("X, O or '.'")),
            }
        }
        let what = "the player on turn, X or O";
        let word = words.next(what)?;
        let mut letters = word.str().chars();
        let mover = letters.next().and_then(player_of).filter(|_| letters.next().is_none());
        let mover = mover.ok_or_else(|| word.expected(what))?;
        words.end()?;
        for player in [Player::FIRST, Player::SECOND] {
            let count = stones[player.index()].count_ones();
            if !(1..=MOST_STONES).contains(&count) {
                return Err(Error::new(format!(
                    "{} has {count} stones; a player has 1 to {MOST_STONES}",
                    letter(player)
                )));
            }
        }
        Ok(Board::new(stones, mover))
    }
    fn write_move(&self, board: &Board, jump: Jump) -> String {
        let how = if board.captures(jump) { 'x' } else { '-' };
        format!("{}{how}{}", square_name(jump.from), square_name(jump.to))
    }
    fn draw(&self, board: &Board) -> String {
        draw_grid(&rows(board))
    }
    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        let players = [("black", Look::Disc(Paint::Black)), ("white", Look::Disc(Paint::White))];
        let mut picture = Grid::new(8, 8, Surface::Chequered).picture("Lines of action");
        for (player, (name, look)) in (0..).map(Player).zip(&players) {
            places(board.own(player))
                .for_each(|square| picture.put(usize::from(square), look.clone(), *name));
        }
        if let Some((before, Step::Move(jump))) = last {
            picture.changed(usize::from(jump.from), What::Left);
            picture.changed(usize::from(jump.to), What::Came);
            if before.captures(jump) {
                picture.changed(usize::from(jump.to), What::Taken);
            }
        }
        picture.aim(self, board, |jump| vec![usize::from(jump.from), usize::from(jump.to)]);
        picture.caption = Caption::of(self, board, &players);
        picture
    }
}

impl Knowledge for LinesOfAction {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const {
            &[
                About {
                    source: "opponent-model thesis, section 5.3.2 (V_c)",
                    ..About::plain("centre", "points for stones near the centre of the board")
                },
                About::plain("mobility", "legal moves of the player minus those of the other"),
                About::plain("concentration", "nearness of the stones to their centre of mass"),
                About {
                    keys: modern::KEYS,
                    ..About::plain("modern", "a sum of parts, as strong programs have them, tuned by play")
                },
                About {
                    name: "network",
                    about: "a network trained by TD(lambda), squares and the turn as inputs",
                    keys: &[Key::new("weights", "a", "a or b, which ship, or a weight file, in quotes")],
                    source: "opponent-model thesis, section 5.3.2 (V_NNa, V_NNb); the weights are ours",
                },
                ZERO,
            ]
        }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, args) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "centre" => Evaluation::Centre,
            "mobility" => Evaluation::Mobility,
            "concentration" => Evaluation::Concentration,
            "modern" => Evaluation::Modern(modern::weights(&args)?),
            "network" => Evaluation::Network(
                Network::find(&args.word("weights")?).map_err(|error| args.error("weights", error))?,
            ),
            _ => Evaluation::Zero,
        })
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests;
