//! The parts of the positional evaluation, each a pair: what it is worth in the middle game and in the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::{Weights, queen_against_rook};

/// Worth in the middle game and in the endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Worth(i32, i32);

impl Add for Worth {
    type Output = Worth;
    fn add(self, other: Worth) -> Worth {
        Worth(self.0 + other.0, self.1 + other.1)
    }
}
impl AddAssign for Worth {
    fn add_assign(&mut self, other: Worth) {
        *self = *self + other;
    }
}
impl Neg for Worth {
    type Output = Worth;
    fn neg(self) -> Worth {
        Worth(-self.0, -self.1)
    }
}
impl Sub for Worth {
    type Output = Worth;
    fn sub(self, other: Worth) -> Worth {
        self + -other
    }
}
impl Mul<i32> for Worth {
    type Output = Worth;
    fn mul(self, times: i32) -> Worth {
        Worth(self.0 * times, self.1 * times)
    }
}

/// Men, the pawn first.
const MEN: [Worth; Piece::NUM] =
    [Worth(90, 115), Worth(320, 300), Worth(335, 320), Worth(480, 530), Worth(970, 970), Worth(0, 0)];
/// The share of a man in the phase of the game, the pawn first; 24 in all at the start.
const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const WHOLE: i32 = 24;
/// Both bishops.
const PAIR: Worth = Worth(25, 45);
/// A square more that a piece can go to.
const MOBILE: [Worth; Piece::NUM] =
    [Worth(0, 0), Worth(4, 4), Worth(4, 5), Worth(2, 4), Worth(1, 3), Worth(0, 0)];
/// Squares that a piece can usually go to.
const USUAL: [i32; Piece::NUM] = [0, 4, 6, 6, 12, 0];
/// A piece that attacks squares round the king.
const ATTACKER: [i32; Piece::NUM] = [0, 12, 12, 18, 30, 0];
const DOUBLED: Worth = Worth(-10, -18);
const ISOLATED: Worth = Worth(-12, -14);
/// Passed pawns by the rank they reached.
const PASSED: [Worth; 8] = [
    Worth(0, 0),
    Worth(4, 10),
    Worth(8, 18),
    Worth(16, 36),
    Worth(32, 66),
    Worth(60, 110),
    Worth(100, 170),
    Worth(0, 0),
];
const OPEN_FILE: Worth = Worth(20, 10);
const HALF_OPEN_FILE: Worth = Worth(10, 6);
/// A pawn in front of the king, near and one step away; an open file beside it.
const SHIELD: [i32; 2] = [12, 6];
const BREACH: i32 = -14;

/// Twice the distance of a square's file and rank from the middle of the board, less the least there is: 0 to 6 each.
pub(super) const fn off_centre(square: usize) -> (i32, i32) {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    ((2 * file - 7).abs() - 1, (2 * rank - 7).abs() - 1)
}

/// The worth of a white man on a square beyond its own worth.
const fn on_square(piece: Piece, square: usize) -> Worth {
    let (file, rank) = (square % 8, (square / 8) as i32);
    let (files, ranks) = off_centre(square);
    let away = (files + ranks) / 2;
    match piece {
        Piece::Pawn => {
            let middle = match (file, rank) {
                (3 | 4, 1) => -14,
                (3 | 4, 3) => 20,
                (2 | 5, 3) => 8,
                (3 | 4, 2 | 4) => 10,
                _ => 0,
            };
            Worth(middle + 3 * (rank - 1), 8 * (rank - 1))
        }
        Piece::Knight => Worth(18 - 9 * away, 12 - 8 * away),
        Piece::Bishop => Worth(12 - 4 * away, 8 - 3 * away),
        Piece::Rook => Worth(if rank == 6 { 18 } else { 6 - files }, if rank == 6 { 14 } else { 0 }),
        Piece::Queen => Worth(4 - away, 14 - 5 * away),
        Piece::King => {
            Worth(5 * files - 24 * rank - if file == 3 || file == 4 { 6 } else { 0 }, 26 - 11 * away)
        }
    }
}

const SQUARES: [[Worth; 64]; Piece::NUM] = {
    const PIECES: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let mut all = [[Worth(0, 0); 64]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < 64 {
            all[piece][square] = on_square(PIECES[piece], square);
            square += 1;
        }
        piece += 1;
    }
    all
};

/// The squares that a man attacks.
fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// The squares that the men of a side attack.
pub(super) struct Attacks {
    /// Every square that is attacked.
    pub(super) all: BitBoard,
    /// How often each is.
    pub(super) counts: [u8; 64],
}

impl Attacks {
    pub(super) fn of(board: &Board, color: Color) -> Attacks {
        let mut found = Attacks { all: BitBoard::EMPTY, counts: [0; 64] };
        for piece in Piece::ALL {
            for from in board.colored_pieces(color, piece) {
                let to = attacks(piece, color, from, board.occupied());
                found.all |= to;
                for square in to {
                    found.counts[square as usize] += 1;
                }
            }
        }
        found
    }
}

/// All squares that pawns attack.
fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let (not_a, not_h) = (!File::A.bitboard().0, !File::H.bitboard().0);
    BitBoard(match color {
        Color::White => (pawns.0 & not_a) << 7 | (pawns.0 & not_h) << 9,
        Color::Black => (pawns.0 & not_a) >> 9 | (pawns.0 & not_h) >> 7,
    })
}

/// Squares ahead of a rank, as a side goes.
fn ahead(color: Color, rank: Rank) -> BitBoard {
    let shift = 8 * (rank as u32);
    BitBoard(match color {
        Color::White => (!0_u64).checked_shl(shift + 8).unwrap_or(0),
        Color::Black => (1_u64 << shift) - 1,
    })
}

/// The parts of one side.
#[derive(Default)]
struct Side {
    men: Worth,
    squares: Worth,
    mobility: Worth,
    safety: Worth,
    pawns: Worth,
    phase: i32,
}

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let mut side = Side::default();
        let occupied = board.occupied();
        let (own_pawns, their_pawns) =
            (board.colored_pieces(color, Piece::Pawn), board.colored_pieces(!color, Piece::Pawn));
        let free = !board.colors(color) & !pawn_attacks(their_pawns, !color);
        let their_king = board.king(!color);
        let zone = get_king_moves(their_king) | their_king.bitboard();
        let (mut attackers, mut pressure) = (0, 0);
        for piece in Piece::ALL {
            let men = board.colored_pieces(color, piece);
            let index = piece as usize;
            side.men += MEN[index] * men.len() as i32;
            side.phase += PHASE[index] * men.len() as i32;
            for from in men {
                side.squares += SQUARES[index][from.relative_to(color) as usize];
                if matches!(piece, Piece::Pawn | Piece::King) {
                    continue;
                }
                let to = attacks(piece, color, from, occupied);
                side.mobility += MOBILE[index] * ((to & free).len() as i32 - USUAL[index]);
                if !(to & zone).is_empty() {
                    attackers += 1;
                    pressure += ATTACKER[index];
                }
                if piece == Piece::Rook {
                    let file = from.file().bitboard();
                    if (file & own_pawns).is_empty() {
                        let open = (file & their_pawns).is_empty();
                        side.mobility += if open { OPEN_FILE } else { HALF_OPEN_FILE };
                    }
                }
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
            side.men += PAIR;
        }
        // One attacker alone does little.
        side.safety.0 += if attackers > 1 { pressure * attackers / 2 } else { 0 };
        side.add_shield(board, color, own_pawns);
        side.add_pawns(color, own_pawns, their_pawns);
        side
    }

    /// Pawns before the king while it stands on its first two ranks.
    fn add_shield(&mut self, board: &Board, color: Color, pawns: BitBoard) {
        let king = board.king(color);
        if king.relative_to(color).rank() > Rank::Second {
            return;
        }
        let files = king.file().bitboard() | king.file().adjacent();
        for (step, worth) in SHIELD.into_iter().enumerate() {
            let rank = Rank::index(king.relative_to(color).rank() as usize + 1 + step);
            let row = rank.relative_to(color).bitboard();
            self.safety.0 += worth * (pawns & files & row).len() as i32;
        }
        for file in File::ALL {
            let beside = (file as i32 - king.file() as i32).abs() <= 1;
            if beside && (pawns & file.bitboard()).is_empty() {
                self.safety.0 += BREACH;
            }
        }
    }

    fn add_pawns(&mut self, color: Color, own: BitBoard, theirs: BitBoard) {
        for pawn in own {
            let (file, ahead) = (pawn.file(), ahead(color, pawn.rank()));
            if !(own & file.bitboard() & ahead).is_empty() {
                self.pawns += DOUBLED;
            }
            if (own & file.adjacent()).is_empty() {
                self.pawns += ISOLATED;
            }
            if (theirs & ahead & (file.bitboard() | file.adjacent())).is_empty() {
                self.pawns += PASSED[pawn.relative_to(color).rank() as usize];
            }
        }
    }

    fn total(&self, weights: &Weights) -> Worth {
        let part = |worth: Worth, weight: i32| Worth(worth.0 * weight / 100, worth.1 * weight / 100);
        self.men
            + part(self.squares, weights.squares)
            + part(self.mobility, weights.mobility)
            + part(self.safety, weights.safety)
            + part(self.pawns, weights.pawns)
    }
}

/// How far two men stand from each other, in king's moves.
pub(super) fn between(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    files.max((one.rank() as i32 - other.rank() as i32).abs())
}

/// Without pawns the stronger side drives the weaker king to the edge and comes near with its own.
fn driven(board: &Board, white_ahead: i32) -> i32 {
    if !board.pieces(Piece::Pawn).is_empty() || white_ahead.abs() < MEN[Piece::Knight as usize].1 / 2 {
        return 0;
    }
    let (strong, sign) = if white_ahead > 0 { (Color::White, 1) } else { (Color::Black, -1) };
    let weak = board.king(!strong);
    let (files, ranks) = off_centre(weak as usize);
    sign * (8 * (files + ranks) + 12 * (7 - between(weak, board.king(strong))))
}

/// White's worth minus Black's, between middle game and endgame by what pieces are left.
pub(super) fn positional(board: &Board, weights: &Weights) -> i32 {
    if let Some(strong) = queen_against_rook::strong_side(board) {
        let ahead = MEN[Piece::Queen as usize].1 - MEN[Piece::Rook as usize].1;
        let value = ahead + queen_against_rook::progress(board, strong);
        return if strong == Color::White { value } else { -value };
    }
    let [white, black] = [Color::White, Color::Black].map(|color| Side::of(board, color));
    let Worth(middle, end) = white.total(weights) - black.total(weights);
    let end = end + driven(board, white.men.1 - black.men.1);
    // Without pawns it is an endgame, whatever pieces are left.
    let pawns = !board.pieces(Piece::Pawn).is_empty();
    let phase = if pawns { (white.phase + black.phase).min(WHOLE) } else { 0 };
    (middle * phase + end * (WHOLE - phase)) / WHOLE
}

#[cfg(test)]
mod tests {
    use crate::chess::{Chess, Position};
    use plywood_core::{Game, Knowledge, Notation, Player, StaticEvaluator};

    fn look(spec: &str, fen: &str) -> i32 {
        let game = Chess::default();
        let evaluation = game.evaluator(&spec.parse().unwrap()).unwrap();
        evaluation.look(&game, &game.read_position(fen).unwrap(), Player::FIRST)
    }

    /// The position seen from the other side: colours and ranks swapped.
    fn turned(position: &Position) -> Position {
        let mut builder = cozy_chess::BoardBuilder::empty();
        for square in position.board().occupied() {
            let color = position.board().color_on(square).unwrap();
            builder.board[square.flip_rank() as usize] =
                Some((position.board().piece_on(square).unwrap(), !color));
        }
        builder.side_to_move = !position.board().side_to_move();
        Position(builder.build().unwrap())
    }

    #[test]
    fn both_sides_are_seen_alike() {
        let game = Chess::default();
        let mut rng = plywood_core::random::seeded(3);
        for spec in ["positional", "material", "squares", "pieces"] {
            let evaluation = game.evaluator(&spec.parse().unwrap()).unwrap();
            let mut position = game.start();
            assert_eq!(evaluation.look(&game, &position, Player::FIRST), 0, "{spec}");
            while game.turn(&position) != plywood_core::Turn::Over && position.board().fullmove_number() < 60
            {
                let other = turned(&position);
                let [own, same] = [(&position, Player::FIRST), (&other, Player::SECOND)]
                    .map(|(seen, player)| evaluation.look(&game, seen, player));
                assert_eq!(own, same, "{spec}");
                position = game.play(&position, game.random_move(&position, &mut rng));
            }
        }
    }

    #[test]
    fn what_is_good_is_worth_more() {
        let lone = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(look("material", lone), 5);
        assert!(look("positional", lone) > 400);
        let edge = look("positional", "7k/8/8/8/8/8/8/R3K3 w - - 0 1");
        assert!(edge > look("positional", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"), "a king at the edge is worse");
        let [near, far] = ["6k1/8/5K2/8/8/8/8/2Q4r w - - 0 1", "8/8/8/3kr3/8/8/8/QK6 w - - 0 1"];
        assert!(
            look("positional", near) > look("positional", far) + 100,
            "a queen drives king and rook apart"
        );
        assert!(look("positional", "6k1/8/5K2/8/8/8/8/2Q5 w - - 0 1") > look("positional", near) + 200);
        let sheltered = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
        let open = "6k1/5ppp/8/8/8/8/PPP5/3Q2K1 w - - 0 1";
        assert!(look("positional(safety=300)", sheltered) > look("positional(safety=300)", open));
        let passed = look("positional", "4k3/8/P7/8/8/8/5p2/4K3 w - - 0 1");
        assert_ne!(passed, look("positional(pawns=0)", "4k3/8/P7/8/8/8/5p2/4K3 w - - 0 1"));
        assert_eq!(look("pieces", "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1"), 5 - 5);
        assert!(look("squares", lone) > 0);
    }
}
