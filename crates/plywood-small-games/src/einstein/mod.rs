//! EinStein würfelt nicht: a die picks the piece.
//!
//! The first player starts in the top left corner and heads for the bottom right one, the second the other way.
//! Before each move a die is thrown. The piece with its number moves one step along the row, along the column or
//! diagonally, always toward the far corner; where that piece is gone, the next lower or the next higher one left
//! moves instead. Whatever stands on the target is captured, own pieces too. Who reaches the far corner or captures
//! the last piece of the other wins. Payoffs are probabilities, 2p - 1.
//!
//! The pieces fill a triangle in the corner, of side 3 on the 5x5 board (six pieces, the real game) and of side 2 on
//! 4x4 and 3x3 (three pieces); the die has as many faces. They start in numerical order, row by row from the corner.
//!
//! Positions are written as rows from the top, `123../45.../6...f/...ed/..cba 1 ?`: digits are the first player's
//! pieces, letters the second's (`a` is its 1); then the player on turn and the die, `?` before it is thrown. Any
//! arrangement can be read. A move is a piece and its target, `3-d4`.

mod evaluation;
mod picture;

use std::ops::ControlFlow;

use plywood_core::knowledge::ZERO;
use plywood_core::random::mix;
use plywood_core::settings::whole;
use plywood_core::{
    About, Chance, Error, Game, Key, Knowledge, LastOf, Nature, Notation, Numbered, PayoffKind, Picture,
    Player, Spec, Turn, Uniform, uniform_policy,
};

pub use evaluation::Evaluation;

use plywood_games::notation::{Words, draw_grid, player_number, read_player};

const MOST_PIECES: usize = 6;
/// The place of a captured piece; it fits five bits, as every cell does.
const GONE: u8 = 31;
/// The die before it is thrown.
const NOT_THROWN: u8 = 0;

/// How the game is listed.
pub const ABOUT: About = About {
    name: "einstein",
    about: "EinStein wuerfelt nicht: a die picks the piece that races for the corner",
    keys: &[Key::taking("board", "5", whole(3, 5), "the side of the board, 3 to 5")],
    source: "",
};

/// The rules on a board of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Einstein {
    size: u8,
}

/// Where the pieces stand, whose turn it is and what the die shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Each player's pieces by number, as cells row by row from the top left.
    pieces: [[u8; MOST_PIECES]; 2],
    mover: Player,
    die: u8,
}

/// Which way a piece moves, seen from its own corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along the row.
    Sideways,
    /// Along the column.
    Forward,
    /// Both at once.
    Diagonal,
}

const DIRECTIONS: [Direction; 3] = [Direction::Sideways, Direction::Forward, Direction::Diagonal];

/// A step of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Advance {
    /// The piece, counted from zero.
    piece: u8,
    direction: Direction,
}

impl Numbered for Advance {
    fn number(self) -> u32 {
        u32::from(self.piece) * DIRECTIONS.len() as u32 + self.direction as u32
    }
    fn from_number(number: u32) -> Advance {
        let count = DIRECTIONS.len() as u32;
        Advance { piece: (number / count) as u8, direction: DIRECTIONS[(number % count) as usize] }
    }
}

impl Einstein {
    /// The rules on a board of this size.
    ///
    /// # Panics
    /// Where the size is not 3 to 5.
    pub fn new(size: u8) -> Einstein {
        assert!((3..=5).contains(&size), "the board has 3 to 5 rows");
        Einstein { size }
    }

    /// Makes the game from its spec.
    pub fn from_spec(spec: &Spec) -> Result<Einstein, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "game")?;
        Ok(Einstein { size: args.get("board")? })
    }

    /// The side of the triangle that the pieces fill at the start.
    fn triangle(&self) -> u8 {
        if self.size == 5 { 3 } else { 2 }
    }
    /// How many pieces a player starts with, and faces the die has.
    fn faces(&self) -> u8 {
        self.triangle() * (self.triangle() + 1) / 2
    }
    fn last_cell(&self) -> u8 {
        self.size * self.size - 1
    }
    /// A cell as the player sees it that starts in the top left corner; undoes itself.
    fn seen_by(&self, player: Player, cell: u8) -> u8 {
        if player == Player::FIRST { cell } else { self.last_cell() - cell }
    }
    /// Rows and columns still to go to the player's far corner.
    fn way_left(&self, player: Player, cell: u8) -> (u8, u8) {
        let seen = self.seen_by(player, cell);
        (self.size - 1 - seen / self.size, self.size - 1 - seen % self.size)
    }

    /// The target of a step, where it stays on the board.
    fn target(&self, player: Player, cell: u8, direction: Direction) -> Option<u8> {
        let (rows, columns) = match direction {
            Direction::Sideways => (0, 1),
            Direction::Forward => (1, 0),
            Direction::Diagonal => (1, 1),
        };
        let (rows_left, columns_left) = self.way_left(player, cell);
        let seen = self.seen_by(player, cell) + rows * self.size + columns;
        (rows <= rows_left && columns <= columns_left).then(|| self.seen_by(player, seen))
    }

    fn has_won(&self, board: &Board, player: Player) -> bool {
        let corner = self.seen_by(player, self.last_cell());
        board.pieces[player.index()].contains(&corner)
            || board.pieces[player.other().index()] == [GONE; MOST_PIECES]
    }

    fn cell_name(&self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % self.size), self.size - cell / self.size)
    }

    /// The board as rows of letters from the top.
    fn rows(&self, board: &Board) -> Vec<String> {
        let letter = |cell: u8| {
            let piece_of = |player: usize| board.pieces[player].iter().position(|at| *at == cell);
            match (piece_of(0), piece_of(1)) {
                (Some(piece), _) => char::from(b'1' + piece as u8),
                (_, Some(piece)) => char::from(b'a' + piece as u8),
                _ => '.',
            }
        };
        (0..self.size)
            .map(|row| (0..self.size).map(|column| letter(row * self.size + column)).collect())
            .collect()
    }
}

impl Board {
    /// The pieces that a face of the die lets a player move: the one with its number, or the nearest left below and
    /// above it.
    fn movable(&self, player: Player, face: u8) -> impl Iterator<Item = u8> {
        let pieces = self.pieces[player.index()];
        let present = move |piece: &u8| pieces[usize::from(*piece)] != GONE;
        let wanted = face - 1;
        let (below, above) = if present(&wanted) {
            (None, Some(wanted))
        } else {
            ((0..wanted).rev().find(present), (wanted + 1..MOST_PIECES as u8).find(present))
        };
        below.into_iter().chain(above)
    }
}

impl Game for Einstein {
    type Position = Board;
    type Move = Advance;
    /// A face of the die.
    type Event = u8;
    type Value = f64;

    const CHANCE: Option<Chance> = Some(Chance::Enumerable);

    fn nature(&self) -> Nature {
        // Every move shortens the way of a piece, and no pieces have longer ways than those in the corner triangle.
        let ways = |cell: &u8| {
            let (rows, columns) = self.way_left(Player::FIRST, *cell);
            u32::from(rows + columns)
        };
        let way: u32 = self.start().pieces[0].iter().filter(|cell| **cell != GONE).map(ways).sum();
        Nature {
            chance: Chance::Enumerable,
            payoff: PayoffKind::Probability,
            longest: Some(2 * 2 * way),
            ..Nature::outcome()
        }
    }
    fn start(&self) -> Board {
        let mut pieces = [[GONE; MOST_PIECES]; 2];
        let triangle = (0..self.triangle())
            .flat_map(|row| (0..self.triangle() - row).map(move |column| row * self.size + column));
        for (piece, cell) in triangle.enumerate() {
            pieces[0][piece] = cell;
            pieces[1][piece] = self.seen_by(Player::SECOND, cell);
        }
        Board { pieces, mover: Player::FIRST, die: NOT_THROWN }
    }
    fn turn(&self, board: &Board) -> Turn {
        if self.has_won(board, board.mover.other()) {
            Turn::Over
        } else if board.die == NOT_THROWN {
            Turn::Chance
        } else {
            Turn::Player(board.mover)
        }
    }
    fn children<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Advance, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !matches!(self.turn(board), Turn::Player(_)) {
            return ControlFlow::Continue(());
        }
        for piece in board.movable(board.mover, board.die) {
            for direction in DIRECTIONS {
                let cell = board.pieces[board.mover.index()][usize::from(piece)];
                if self.target(board.mover, cell, direction).is_some() {
                    let advance = Advance { piece, direction };
                    visit(advance, self.play(board, advance))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&self, board: &Board, advance: Advance) -> Board {
        debug_assert!(board.movable(board.mover, board.die).any(|piece| piece == advance.piece));
        let (own, piece) = (board.mover.index(), usize::from(advance.piece));
        let target = self
            .target(board.mover, board.pieces[own][piece], advance.direction)
            .expect("a legal step stays on the board");
        let mut after = Board { mover: board.mover.other(), die: NOT_THROWN, ..*board };
        for cell in after.pieces.as_flattened_mut() {
            if *cell == target {
                *cell = GONE;
            }
        }
        after.pieces[own][piece] = target;
        after
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if self.has_won(board, player) { 1.0 } else { -1.0 }
    }
    fn key(&self, board: &Board) -> u64 {
        let cells = board.pieces.as_flattened().iter().fold(0, |packed, cell| packed << 5 | u64::from(*cell));
        mix(cells << 4 | u64::from(board.die << 1 | board.mover.0))
    }
    fn move_slots(&self) -> usize {
        usize::from(self.faces()) * DIRECTIONS.len()
    }
    fn move_slot(&self, advance: Advance) -> usize {
        advance.number() as usize
    }
    fn events<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(u8, f64, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(board) == Turn::Chance {
            for face in 1..=self.faces() {
                visit(face, 1.0 / f64::from(self.faces()), Board { die: face, ..*board })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The mirror in the diagonal between the corners.
    fn symmetries(&self) -> usize {
        2
    }
    fn transform(&self, board: &Board, symmetry: usize) -> Board {
        let mirrored = |cell: u8| match cell {
            GONE => GONE,
            _ => cell % self.size * self.size + cell / self.size,
        };
        match symmetry {
            0 => *board,
            _ => Board { pieces: board.pieces.map(|side| side.map(mirrored)), ..*board },
        }
    }
    fn transform_move(&self, advance: Advance, symmetry: usize) -> Advance {
        let direction = match (symmetry, advance.direction) {
            (1, Direction::Sideways) => Direction::Forward,
            (1, Direction::Forward) => Direction::Sideways,
            (_, same) => same,
        };
        Advance { direction, ..advance }
    }
}

impl Notation for Einstein {
    fn write_position(&self, board: &Board) -> String {
        let die = if board.die == NOT_THROWN { "?".to_string() } else { board.die.to_string() };
        format!("{} {} {die}", self.rows(board).join("/"), player_number(board.mover))
    }
    fn read_position(&self, text: &str) -> Result<Board, Error> {
        let mut words = Words::of(text);
        let size = usize::from(self.size);
        let mut pieces = [[GONE; MOST_PIECES]; 2];
        for (cell, (letter, place)) in (0..).zip(words.next("the board")?.grid(size, size)?) {
            let (player, piece) = match letter {
                '.' => continue,
                '1'..='9' => (0, letter as u8 - b'1'),
                'a'..='z' => (1, letter as u8 - b'a'),
                _ => return Err(place.expected("a piece or '.'")),
            };
            if piece >= self.faces() {
                return Err(place.error(format!("{letter:?}: there are {} pieces a side", self.faces())));
            }
            let at = &mut pieces[player][usize::from(piece)];
            if *at != GONE {
                return Err(place.error(format!("{letter:?} stands on the board twice")));
            }
            *at = cell;
        }
        let mover = read_player(&mut words, 2)?;
        let word = words.next("what the die shows, or '?'")?;
        let die = if word.str() == "?" { NOT_THROWN } else { word.number(1, self.faces())? };
        words.end()?;
        let board = Board { pieces, mover, die };
        if self.has_won(&board, mover) {
            return Err(Error::new(format!("player {} has won and is not on turn", player_number(mover))));
        }
        if self.turn(&board) == Turn::Over && die != NOT_THROWN {
            return Err(word.error("the game is over: the die is not thrown any more"));
        }
        Ok(board)
    }
    fn write_move(&self, board: &Board, advance: Advance) -> String {
        let from = board.pieces[board.mover.index()][usize::from(advance.piece)];
        let target = self.target(board.mover, from, advance.direction).expect("a legal step");
        format!("{}-{}", advance.piece + 1, self.cell_name(target))
    }
    fn draw(&self, board: &Board) -> String {
        let mut picture = draw_grid(&self.rows(board));
        if board.die != NOT_THROWN {
            picture += &format!("the die shows {}\n", board.die);
        }
        picture
    }
    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

impl Knowledge for Einstein {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("distance", "moves to the corner, the other's minus the player's"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(if about.name == "zero" { Evaluation::Zero } else { Evaluation::Distance })
    }
    uniform_policy!();
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use plywood_core::conformance;
    use plywood_games::testing::{refused, solve};

    #[test]
    fn conforms() {
        for size in 3..=5 {
            conformance::rules(&Einstein::new(size), 60);
            conformance::evaluators(&Einstein::new(size), 30);
        }
    }

    fn moves(text: &str) -> Vec<String> {
        let game = Einstein::new(5);
        let board = game.read_position(text).unwrap();
        let mut names = Vec::new();
        let _ = game.children(&board, |advance, _| {
            names.push(game.write_move(&board, advance));
            ControlFlow::<()>::Continue(())
        });
        names
    }

    fn after(game: &Einstein, text: &str, step: &str) -> String {
        let board = game.read_position(text).unwrap();
        game.write_position(&game.play(&board, game.read_move(&board, step).unwrap()))
    }

    #[test]
    fn starts_in_the_triangles() {
        let start = |size| Einstein::new(size).write_position(&Einstein::new(size).start());
        assert_eq!(start(5), "123../45.../6...f/...ed/..cba 1 ?");
        assert_eq!(start(4), "12../3.../...c/..ba 1 ?");
        assert_eq!(start(3), "12./3.c/.ba 1 ?");
    }

    #[test]
    fn the_die_picks_the_piece_or_its_nearest_neighbours() {
        assert_eq!(moves("123../45.../6...f/...ed/..cba 1 3"), ["3-d5", "3-c4", "3-d4"]);
        assert_eq!(
            moves("..3../...../6...f/...ed/..cba 1 4"),
            ["3-d5", "3-c4", "3-d4", "6-b3", "6-a2", "6-b2"]
        );
        assert_eq!(moves("..3../...../....f/...ed/..cba 1 6"), ["3-d5", "3-c4", "3-d4"]);
        // The second player heads the other way, and an edge leaves one direction.
        assert_eq!(moves(".b3../...../....f/...../...6. 2 1"), ["2-a5"]);
    }

    #[test]
    fn captures_whatever_stands_there_and_wins_by_the_last_piece_or_the_corner() {
        let game = Einstein::new(5);
        assert_eq!(
            after(&game, "123../45.../6...f/...ed/..cba 1 1", "1-b4"),
            ".23../41.../6...f/...ed/..cba 2 ?"
        );
        let last = after(&game, "1..../.a.../...../...../..... 1 5", "1-b4");
        let board = game.read_position(&last).unwrap();
        assert_eq!((game.turn(&board), game.payoff(&board, Player::FIRST)), (Turn::Over, 1.0));
        let corner = after(&game, "2..../.a.../...../...../..... 2 1", "1-a5");
        assert_eq!(game.payoff(&game.read_position(&corner).unwrap(), Player::SECOND), 1.0);
    }

    #[test]
    fn a_race_by_hand() {
        let game = Einstein::new(3);
        let value = |text: &str| solve(&game, &game.read_position(text).unwrap(), &mut HashMap::new());
        // Each piece needs two moves and neither can be caught: who is on turn wins.
        assert_eq!(value("..a/1../... 1 ?"), 1.0);
        assert_eq!(value("..a/1../... 2 ?"), -1.0);
        // On faces 1 and 2 the first player wins at once with its 2. On 3 it must move its 3, onto its own 2, and the second
        // player is at its corner first.
        let expected = 2.0 / 3.0 - 1.0 / 3.0;
        assert!((value("..3/a.2/... 1 ?") - expected).abs() < 1e-12, "{}", value("..3/a.2/... 1 ?"));
    }

    #[test]
    fn to_begin_is_an_advantage() {
        let game = Einstein::new(3);
        let value = solve(&game, &game.start(), &mut HashMap::new());
        assert!(value > 0.0 && value < 1.0, "{value}");
    }

    #[test]
    fn wrong_positions_are_refused_with_the_place() {
        let game = Einstein::new(3);
        refused(&game, "12./3.c/.ba 1", Some(14), "the die");
        refused(&game, "12./3.c/.ba 1 4", Some(15), "from 1 to 3");
        refused(&game, "12./3.c/.b 1 ?", Some(9), "3 cells");
        refused(&game, "12./3.c 1 ?", Some(1), "3 rows");
        refused(&game, "12./3.d/.ba 1 ?", Some(7), "3 pieces");
        refused(&game, "12./3.c/1ba 1 ?", Some(9), "twice");
        refused(&game, "12./3#c/.ba 1 ?", Some(6), "a piece");
        refused(&game, ".2./3.c/.b1 1 ?", None, "has won");
        refused(&game, ".../..c/.ba 2 ?", None, "has won");
        refused(&game, ".../..c/.ba 1 1", Some(15), "over");
        refused(&game, ".../.../... 1 ?", None, "has won");
    }
}
