//! Chess as text: FEN, SAN and the moves of UCI.

use std::ops::ControlFlow;

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, FenParseError, File, Move, Piece, Rank, Square};
use plywood_core::error::one_of;
use plywood_core::{Error, Game, LastOf, Line, Notation, Occasion, Picture, Played, Player, Recorded};

use super::position::Position;
use super::{Chess, epd, pgn, picture};
use crate::notation::{Word, Words, draw_grid};

/// The fields of a FEN, one after the other.
const FIELDS: [&str; 6] = [
    "the board in eight rows with / between",
    "the player on turn, w or b",
    "castling rights such as KQkq, or -",
    "the square behind a pawn's double step, or -",
    "plies since the last capture or pawn move, 0 to 100",
    "the number of the move, from 1",
];

/// The letter of a man: White's in capitals.
pub(super) fn letter(color: Color, piece: Piece) -> char {
    let small = char::from(b"pnbrqk"[piece as usize]);
    if color == Color::White { small.to_ascii_uppercase() } else { small }
}

/// Reads FEN; the two counters at its end may be left out.
pub(super) fn read_fen(text: &str) -> Result<Position, Error> {
    let mut words = Words::of(text);
    let mut found = Vec::new();
    for what in &FIELDS[..4] {
        found.push(words.next(what)?);
    }
    let mut rest = ["0".to_string(), "1".to_string()];
    for (counter, what) in rest.iter_mut().zip(&FIELDS[4..]) {
        let Ok(word) = words.next(what) else { break };
        *counter = word.str().to_string();
        found.push(word);
    }
    words.end()?;
    check_board(&found[0])?;
    let fields: Vec<&str> = found[..4].iter().map(Word::str).chain(rest.iter().map(String::as_str)).collect();
    let refuse = |field: usize| match found.get(field) {
        Some(word) => word.expected(FIELDS[field]),
        None => Error::new(format!("expected {}", FIELDS[field])),
    };
    Board::from_fen(&fields.join(" "), false).map(Position).map_err(|error| match error {
        // What stands on the board was looked at: who may not stand in check does.
        FenParseError::InvalidBoard => {
            found[0].error("this cannot occur: the kings touch, the player not on turn is in check, or there are too many men")
        }
        FenParseError::InvalidSideToMove => refuse(1),
        FenParseError::InvalidCastlingRights => {
            found[2].error(format!("{:?} does not fit: king and rooks stand elsewhere", found[2].str()))
        }
        FenParseError::InvalidEnPassant => {
            found[3].error(format!("{:?} does not fit: no pawn just stepped past it", found[3].str()))
        }
        FenParseError::InvalidHalfMoveClock => refuse(4),
        FenParseError::InvalidFullmoveNumber => refuse(5),
        FenParseError::MissingField | FenParseError::TooManyFields => Error::new("expected the six fields of FEN"),
    })
}

/// Checks rows, letters, kings and pawns, each with its place.
fn check_board(board: &Word) -> Result<(), Error> {
    let rows = board.split_all('/');
    if rows.len() != 8 {
        return Err(board.error(format!("expected 8 rows with / between, found {}", rows.len())));
    }
    let mut kings = [0, 0];
    for (index, row) in rows.iter().enumerate() {
        let mut files = 0;
        for found in row.str().chars() {
            match found {
                '1'..='8' => files += found as usize - '0' as usize,
                _ if !"pnbrqk".contains(found.to_ascii_lowercase()) => {
                    return Err(row.error(format!(
                        "expected men (pnbrqk, PNBRQK) and numbers of empty squares, found {found:?}"
                    )));
                }
                'p' | 'P' if index == 0 || index == 7 => {
                    return Err(row.error("a pawn cannot stand on the first or the last row"));
                }
                _ => files += 1,
            }
            kings[0] += usize::from(found == 'K');
            kings[1] += usize::from(found == 'k');
        }
        if files != 8 {
            return Err(row.error(format!("expected 8 squares in a row, found {files}")));
        }
    }
    match kings {
        [1, 1] => Ok(()),
        [white, black] => {
            Err(board.error(format!("expected one king a side, found {white} white and {black} black")))
        }
    }
}

/// A move as UCI has it: castling is the king's two steps.
pub fn write_uci(position: &Position, chosen: Move) -> String {
    Move { to: position.lands_on(chosen), ..chosen }.to_string()
}

/// Reads a move as UCI has it.
pub fn read_uci(position: &Position, text: &str) -> Option<Move> {
    let wanted = text.trim().to_ascii_lowercase();
    let found = position.moves(|chosen| {
        // The king taking the rook is how castling is written where rooks start elsewhere.
        if write_uci(position, chosen) == wanted || chosen.to_string() == wanted {
            return ControlFlow::Break(chosen);
        }
        ControlFlow::Continue(())
    });
    found.break_value()
}

/// SAN taken apart.
struct San {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

fn piece(letter: char) -> Option<Piece> {
    let known = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    known.into_iter().find(|piece| self::letter(Color::White, *piece) == letter)
}

impl San {
    /// Takes a move apart, whatever more or less than needed it says of where the man comes from.
    fn read(text: &str) -> Option<San> {
        let mut letters: Vec<char> =
            text.chars().filter(|found| !matches!(found, 'x' | ':' | '=' | '-')).collect();
        let promotion = letters.last().and_then(|last| piece(*last));
        letters.truncate(letters.len() - usize::from(promotion.is_some()));
        let first = letters.first().and_then(|first| piece(*first));
        let mut rest = &letters[usize::from(first.is_some())..];
        let [before @ .., file, rank] = rest else { return None };
        let to = format!("{file}{rank}").parse().ok()?;
        rest = before;
        let named = |letter: &char| (letter.to_string().parse().ok(), letter.to_string().parse().ok());
        let (file, rank) = match rest {
            [] => (None, None),
            [one] => named(one),
            [file, rank] => (Some(named(file).0?), Some(named(rank).1?)),
            _ => return None,
        };
        if rest.len() == 1 && file.is_none() && rank.is_none() {
            return None;
        }
        Some(San { piece: first.unwrap_or(Piece::Pawn), file, rank, to, promotion })
    }

    fn fits(&self, position: &Position, chosen: Move) -> bool {
        position.board().piece_on(chosen.from) == Some(self.piece)
            && !position.castles(chosen)
            && chosen.to == self.to
            && chosen.promotion == self.promotion
            && self.file.is_none_or(|file| file == chosen.from.file())
            && self.rank.is_none_or(|rank| rank == chosen.from.rank())
    }
}

impl Chess {
    /// Plays the moves of a text from a position: SAN or UCI, with or without numbers, comments and results.
    pub fn read_moves(&self, start: &Position, text: &str) -> Result<Line<Chess>, Error> {
        pgn::moves(self, start, text)
    }
}

impl Notation for Chess {
    fn write_position(&self, position: &Position) -> String {
        position.board().to_string()
    }
    /// FEN without its two counters, and with a pawn's double step only where a pawn can take it (FIDE, article 9.2).
    fn write_essence(&self, position: &Position) -> String {
        let text = self.write_position(position);
        let fields: Vec<&str> = text.split(' ').collect();
        let taken = if position.takes_en_passant() { fields[3] } else { "-" };
        format!("{} {} {} {taken}", fields[0], fields[1], fields[2])
    }
    fn read_position(&self, text: &str) -> Result<Position, Error> {
        // A board has rows; anything else is taken for moves from the start.
        if text.split_whitespace().next().is_none_or(|first| first.contains('/')) {
            return read_fen(text);
        }
        let line = self.read_moves(&self.start(), text)?;
        if line.steps().is_empty() {
            return Err(Error::new(format!("expected FEN, or moves from the start, found {text:?}")));
        }
        Ok(line.position().clone())
    }
    fn write_move(&self, position: &Position, chosen: Move) -> String {
        display_san_move(position.board(), chosen).to_string()
    }
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Error> {
        let clean = text.trim().trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
        if let Some(chosen) = read_uci(position, text) {
            return Ok(chosen);
        }
        let mut legal = Vec::new();
        let _ = position.moves(|chosen| {
            legal.push(chosen);
            ControlFlow::<()>::Continue(())
        });
        let name = |chosen: &Move| self.write_move(position, *chosen);
        let castles = ["O-O", "O-O-O"].contains(&clean.as_str());
        let san = San::read(&clean);
        let fits = |chosen: &Move| match &san {
            _ if castles => name(chosen).trim_end_matches(['+', '#']) == clean,
            Some(san) => san.fits(position, *chosen),
            None => false,
        };
        let found: Vec<&Move> = legal.iter().filter(|chosen| fits(chosen)).collect();
        match found[..] {
            [chosen] => Ok(*chosen),
            [] => {
                let legal = one_of(legal.iter().map(name));
                Err(Error::new(format!("{:?} is not a legal move here; legal: {legal}", text.trim())))
            }
            _ => {
                let meant = one_of(found.into_iter().map(name));
                Err(Error::new(format!("{:?} is ambiguous; write {meant}", text.trim())))
            }
        }
    }
    fn read_problem(&self, text: &str) -> Result<(Position, Option<f64>), Error> {
        epd::read_problem(self, text)
    }
    fn read_best(&self, _: &Position, text: &str) -> Result<Vec<Move>, Error> {
        if epd::has_operations(text) { Ok(epd::read(self, text)?.best) } else { Ok(Vec::new()) }
    }
    fn read_games(&self, file: &[u8]) -> Option<Result<Vec<Recorded<Line<Chess>>>, Error>> {
        let text = std::str::from_utf8(file).ok().filter(|text| text.trim_start().starts_with('['))?;
        let games = |records: Vec<pgn::Record>| {
            records.into_iter().map(|record| Recorded { line: record.line, score: None }).collect()
        };
        Some(pgn::read(self, text).map(games))
    }
    fn write_record(&self, played: &Played, occasion: &Occasion) -> Option<String> {
        pgn::write(self, played, occasion)
    }
    fn draw(&self, position: &Position) -> String {
        let board = position.board();
        let cell = |rank: usize, file: usize| {
            let square = Square::new(File::index(file), Rank::index(rank));
            let man = board.color_on(square).zip(board.piece_on(square));
            man.map_or('.', |(color, piece)| letter(color, piece))
        };
        let rows: Vec<String> =
            (0..8).rev().map(|rank| (0..8).map(|file| cell(rank, file)).collect()).collect();
        draw_grid(&rows)
    }
    fn picture(&self, position: &Position, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, position, last)
    }
}

/// The name of a player's side.
pub(super) fn side(player: Player) -> &'static str {
    if player == Player::FIRST { "White" } else { "Black" }
}
