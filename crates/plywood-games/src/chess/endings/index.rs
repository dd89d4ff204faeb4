//! Numbers for the positions of an ending without pawns.
//!
//! The eight symmetries of the board bring the white king into the triangle a1, d1, d4, and where it stands on the diagonal
//! the black king not above it: 462 pairs of kings are left. With both kings on the diagonal the board can still be
//! reflected: the smaller number counts. Two equal men are numbered by the lower square first. So a number stands for all
//! positions that look the same through a symmetry: eight of them, or four where a reflection changes nothing.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use crate::symmetry::transform_square;

/// Pairs of kings.
pub(super) const PAIRS: usize = 462;
/// No pair: the kings touch.
const NO_PAIR: u16 = u16::MAX;
/// The symmetry that swaps rows and columns.
const REFLECTED: usize = 4;

/// Squares through each symmetry.
const SEEN: [[u8; 64]; 8] = {
    let mut seen = [[0; 64]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut square = 0;
        while square < 64 {
            seen[symmetry][square] = transform_square(square as u8, symmetry);
            square += 1;
        }
        symmetry += 1;
    }
    seen
};

/// Whether a square lies on the diagonal, below it (less) or above (greater).
const fn side_of_diagonal(square: u8) -> i8 {
    (square / 8) as i8 - (square % 8) as i8
}

/// Pairs by two squares, and squares by pair.
type KingPairs = ([(u16, u8); 64 * 64], [(u8, u8); PAIRS]);

/// The pair of every two squares, with the symmetry that leads there; and the squares of each pair.
const KINGS: KingPairs = {
    let (mut pairs, mut squares) = ([(NO_PAIR, 0); 64 * 64], [(0, 0); PAIRS]);
    let mut count = 0;
    let mut white = 0_u8;
    // Pairs first, then what leads to them.
    while white < 64 {
        let mut black = 0_u8;
        while black < 64 {
            if canonical(white, black) && !touch(white, black) {
                squares[count] = (white, black);
                pairs[white as usize * 64 + black as usize] = (count as u16, 0);
                count += 1;
            }
            black += 1;
        }
        white += 1;
    }
    let mut both = 0;
    while both < 64 * 64 {
        let (white, black) = (both / 64, both % 64);
        let mut symmetry = 0;
        while symmetry < 8 && !touch(white as u8, black as u8) {
            let (seen_white, seen_black) = (SEEN[symmetry][white], SEEN[symmetry][black]);
            if canonical(seen_white, seen_black) {
                let (pair, _) = pairs[seen_white as usize * 64 + seen_black as usize];
                pairs[both] = (pair, symmetry as u8);
                break;
            }
            symmetry += 1;
        }
        both += 1;
    }
    assert!(count == PAIRS);
    (pairs, squares)
};

const fn canonical(white: u8, black: u8) -> bool {
    let below = side_of_diagonal(white);
    white % 8 <= 3 && below <= 0 && (below < 0 || side_of_diagonal(black) <= 0)
}

const fn touch(one: u8, other: u8) -> bool {
    let (rows, columns) = (one as i8 / 8 - other as i8 / 8, one as i8 % 8 - other as i8 % 8);
    rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1
}

/// A man other than the kings.
pub(super) type Man = (Color, Piece);

/// Kings and at most two other men, of one list of men.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// White's before Black's, the strongest first.
    pub(super) men: Vec<Man>,
    /// The men as a number.
    pub(super) material: u32,
    /// The first number.
    pub(super) offset: usize,
}

/// Where the men of a part stand, and who is on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) mover: Color,
    /// White's king, Black's, and the other men.
    pub(super) kings: [u8; 2],
    pub(super) men: [u8; 2],
}

/// The squares that a man attacks.
pub(super) fn attacks(piece: Piece, from: u8, occupied: BitBoard) -> BitBoard {
    let from = Square::index(usize::from(from));
    match piece {
        Piece::King => get_king_moves(from),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::Pawn => unreachable!("endings are without pawns"),
    }
}

impl Part {
    /// How many numbers there are.
    pub(super) fn size(&self) -> usize {
        2 * PAIRS * 64_usize.pow(self.men.len() as u32)
    }

    fn twins(&self) -> bool {
        matches!(self.men[..], [one, other] if one == other)
    }

    /// The men's squares that are used; two equal men in order.
    fn sorted(&self, mut men: [u8; 2]) -> [u8; 2] {
        if self.twins() && men[0] > men[1] {
            men.swap(0, 1);
        }
        men
    }

    fn join(&self, mover: Color, pair: u16, men: [u8; 2]) -> usize {
        let mut number = mover as usize * PAIRS + usize::from(pair);
        for square in &men[..self.men.len()] {
            number = number * 64 + usize::from(*square);
        }
        self.offset + number
    }

    /// The number, and whether a reflection changes nothing; the kings do not touch.
    pub(super) fn encode(&self, placed: &Placed) -> (usize, bool) {
        let [white, black] = placed.kings;
        let (pair, symmetry) = KINGS.0[usize::from(white) * 64 + usize::from(black)];
        debug_assert!(pair != NO_PAIR, "the kings do not touch");
        let seen = |men: [u8; 2], symmetry: usize| {
            let seen = &SEEN[symmetry];
            self.sorted([seen[usize::from(men[0])], seen[usize::from(men[1])]])
        };
        let men = seen(placed.men, usize::from(symmetry));
        let number = self.join(placed.mover, pair, men);
        let (white, black) = KINGS.1[usize::from(pair)];
        if side_of_diagonal(white) != 0 || side_of_diagonal(black) != 0 {
            return (number, false);
        }
        let reflected = self.join(placed.mover, pair, seen(men, REFLECTED));
        (number.min(reflected), number == reflected)
    }

    /// Where the men of a number stand; none where squares coincide or the number is not the position's own.
    pub(super) fn decode(&self, number: usize) -> Option<(Placed, bool)> {
        let mut left = number - self.offset;
        let mut men = [0; 2];
        for square in men[..self.men.len()].iter_mut().rev() {
            (*square, left) = ((left % 64) as u8, left / 64);
        }
        let mover = if left < PAIRS { Color::White } else { Color::Black };
        let (white, black) = KINGS.1[left % PAIRS];
        let placed = Placed { mover, kings: [white, black], men };
        let (own, symmetric) = self.encode(&placed);
        (own == number && self.occupied(&placed).len() as usize == 2 + self.men.len())
            .then_some((placed, symmetric))
    }

    pub(super) fn occupied(&self, placed: &Placed) -> BitBoard {
        let men = &placed.men[..self.men.len()];
        BitBoard(placed.kings.iter().chain(men).fold(0, |all, square| all | 1 << square))
    }

    /// Whether the king of the side that is not on turn is attacked, which no position allows.
    pub(super) fn illegal(&self, placed: &Placed) -> bool {
        let king = Square::index(usize::from(placed.kings[!placed.mover as usize]));
        let occupied = self.occupied(placed);
        let attacked = |((color, piece), from): (&Man, &u8)| {
            *color == placed.mover && attacks(*piece, *from, occupied).has(king)
        };
        self.men.iter().zip(&placed.men).any(attacked)
    }

    /// Whether no moves lead to mate.
    pub(super) fn dead(&self, placed: &Placed) -> bool {
        match self.men[..] {
            [] | [(_, Piece::Bishop | Piece::Knight)] => true,
            [(_, Piece::Bishop), (_, Piece::Bishop)] => {
                let dark = |square: u8| (square / 8 + square % 8).is_multiple_of(2);
                dark(placed.men[0]) == dark(placed.men[1])
            }
            _ => false,
        }
    }

    /// The position of a number.
    pub(super) fn board(&self, number: usize) -> Option<Board> {
        let (placed, _) = self.decode(number)?;
        if self.illegal(&placed) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = placed.mover;
        let kings = [(Color::White, Piece::King), (Color::Black, Piece::King)];
        let men = kings.iter().zip(&placed.kings).chain(self.men.iter().zip(&placed.men));
        for ((color, piece), square) in men {
            builder.board[usize::from(*square)] = Some((*piece, *color));
        }
        builder.build().ok()
    }

    /// Where the men of a board stand, the colours swapped where that is asked for. The board has the men of the part.
    pub(super) fn placed(&self, board: &Board, swapped: bool) -> Placed {
        let turn = |square: Square| square as u8 ^ if swapped { 56 } else { 0 };
        let own = |color: Color| if swapped { !color } else { color };
        let mut men = [0; 2];
        let mut index = 0;
        while index < self.men.len() {
            let (color, piece) = self.men[index];
            for square in board.colored_pieces(own(color), piece) {
                men[index] = turn(square);
                index += 1;
            }
        }
        let kings = [Color::White, Color::Black].map(|color| turn(board.king(own(color))));
        Placed { mover: own(board.side_to_move()), kings, men: self.sorted(men) }
    }

    /// Whether a reflection of a placement comes before it: of two that mirror each other only one does.
    pub(super) fn after_reflection(&self, placed: &Placed) -> bool {
        let seen = |square: u8| SEEN[REFLECTED][usize::from(square)];
        let men = self.sorted(placed.men);
        (placed.kings.map(seen), self.sorted(men.map(seen))) < (placed.kings, men)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every placement has one number, its symmetries the same, and numbers stand for all placements.
    #[test]
    fn numbers_stand_for_all_placements() {
        for men in [
            vec![(Color::White, Piece::Queen)],
            vec![(Color::White, Piece::Queen), (Color::Black, Piece::Rook)],
            vec![(Color::White, Piece::Rook), (Color::White, Piece::Rook)],
        ] {
            let part = Part { men, material: 0, offset: 7 };
            let mut stood_for = 0_u64;
            for number in 7..7 + part.size() {
                let Some((placed, symmetric)) = part.decode(number) else { continue };
                stood_for += if symmetric { 4 } else { 8 };
                if number % 97 == 0 {
                    for seen in &SEEN {
                        let through = |square: u8| seen[usize::from(square)];
                        let turned = Placed {
                            kings: placed.kings.map(through),
                            men: placed.men.map(through),
                            ..placed
                        };
                        assert_eq!(part.encode(&turned), (number, symmetric));
                    }
                }
            }
            // 3,612 placements of two kings apart, and the other men on what is left.
            let others = match part.men.len() {
                1 => 62,
                _ if part.twins() => 62 * 61 / 2,
                _ => 62 * 61,
            };
            assert_eq!(stood_for, 2 * 3612 * others);
        }
    }
}
