//! A position of chess: the board of cozy-chess, and what the rules ask of it.
//!
//! Two positions are the same when the same moves lead on from them (FIDE, article 9.2): neither the moves since the last
//! capture or pawn move nor the number of the move tells them apart, nor a pawn's double step that no pawn can take en
//! passant. So the key finds repetitions, and transpositions whatever moves lie between.

use std::ops::ControlFlow;

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_king_moves, get_pawn_attacks,
};
use plywood_core::Player;

/// Lists of moves of a position at most: one a piece, and two for pawns that take en passant.
const MOST_LISTS: usize = 18;

/// A position.
#[derive(Debug, Clone)]
pub struct Position(pub(super) Board);

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // The board's own comparison takes any man beside the pawn for one that could take it en passant.
        let (one, two) = (&self.0, &other.0);
        one.hash_without_ep() == two.hash_without_ep()
            && one.side_to_move() == two.side_to_move()
            && Piece::ALL.into_iter().all(|piece| one.pieces(piece) == two.pieces(piece))
            && Color::ALL.into_iter().all(|color| {
                one.colors(color) == two.colors(color) && one.castle_rights(color) == two.castle_rights(color)
            })
            && self.en_passant() == other.en_passant()
    }
}

/// The player of a colour: White begins.
pub(super) fn player(color: Color) -> Player {
    Player(color as u8)
}

/// The colour of a player.
pub(super) fn color(player: Player) -> Color {
    if player == Player::FIRST { Color::White } else { Color::Black }
}

impl Position {
    /// The board of cozy-chess.
    pub fn board(&self) -> &Board {
        &self.0
    }

    /// Who is on turn, or would be if the game were not over.
    pub fn mover(&self) -> Player {
        player(self.0.side_to_move())
    }

    /// Whether the king of the player on turn is attacked.
    pub fn in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    /// Whether there is a legal move. Most often a pawn can step, or the king out of check, which is seen sooner than moves
    /// are listed.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let board = &self.0;
        let mover = board.side_to_move();
        let at_once = if board.checkers().is_empty() {
            let pawns = (board.colored_pieces(mover, Piece::Pawn) & !board.pinned()).0;
            let ahead = if mover == Color::White { pawns << 8 } else { pawns >> 8 };
            ahead & !board.occupied().0 != 0
        } else {
            let from = board.king(mover);
            let legal = |to: Square| board.is_legal(Move { from, to, promotion: None });
            (get_king_moves(from) & !board.colors(mover)).iter().any(legal)
        };
        at_once || board.generate_moves(|_| true)
    }

    /// Whether no moves whatever can lead to mate: bare kings, one bishop or knight, or bishops on squares of one colour.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        let board = &self.0;
        let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !strong.is_empty() {
            return false;
        }
        let (bishops, knights) = (board.pieces(Piece::Bishop), board.pieces(Piece::Knight));
        if (bishops | knights).len() <= 1 {
            return true;
        }
        let one_colour =
            (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
        knights.is_empty() && one_colour
    }

    /// A pawn's double step that can be answered en passant.
    fn en_passant(&self) -> Option<File> {
        let board = &self.0;
        let file = board.en_passant()?;
        let color = board.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
        let takes = |from: Square| board.is_legal(Move { from, to, promotion: None });
        pawns.iter().any(takes).then_some(file)
    }

    /// The key: the same for the same position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        if self.0.en_passant().is_none() || self.en_passant().is_some() {
            self.0.hash()
        } else {
            self.0.hash_without_ep()
        }
    }

    /// Whether a pawn can take en passant.
    pub(super) fn takes_en_passant(&self) -> bool {
        self.en_passant().is_some()
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, chosen: Move) -> Position {
        let mut board = self.0.clone();
        board.play_unchecked(chosen);
        Position(board)
    }

    /// Visits the legal moves: captures first, of the most valuable man by the least.
    #[inline]
    pub(super) fn moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        const VICTIMS: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
        const NONE: PieceMoves = PieceMoves { piece: Piece::King, from: Square::A1, to: BitBoard::EMPTY };
        let board = &self.0;
        let (mut lists, mut count, mut all) = ([NONE; MOST_LISTS], 0, BitBoard::EMPTY);
        board.generate_moves(|list| {
            lists[count] = list;
            count += 1;
            all |= list.to;
            false
        });
        let theirs = board.colors(!board.side_to_move());
        let first = if (all & theirs).is_empty() { VICTIMS.len() } else { 0 };
        // One place from which moves are visited: the visitor is compiled into it, and children are made where they stay.
        for pass in first..=VICTIMS.len() {
            let squares = VICTIMS.get(pass).map_or(!theirs, |victim| theirs & board.pieces(*victim));
            if (all & squares).is_empty() {
                continue;
            }
            for list in &lists[..count] {
                for chosen in (PieceMoves { to: list.to & squares, ..*list }) {
                    visit(chosen)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count_moves(&self) -> usize {
        let mut count = 0;
        self.0.generate_moves(|list| {
            count += list.len();
            false
        });
        count
    }

    /// The man that a move takes; a pawn en passant too.
    #[inline]
    pub(super) fn victim(&self, chosen: Move) -> Option<Piece> {
        let board = &self.0;
        if board.colors(!board.side_to_move()).has(chosen.to) {
            return board.piece_on(chosen.to);
        }
        let pawn = board.pieces(Piece::Pawn).has(chosen.from);
        (pawn && chosen.from.file() != chosen.to.file()).then_some(Piece::Pawn)
    }

    /// Whether a move castles: it is held as the king taking the own rook.
    pub(super) fn castles(&self, chosen: Move) -> bool {
        self.0.colors(self.0.side_to_move()).has(chosen.to)
    }

    /// Where the moved man ends up: beside the rook where it castles.
    pub(super) fn lands_on(&self, chosen: Move) -> Square {
        if !self.castles(chosen) {
            return chosen.to;
        }
        let file = if chosen.from.file() < chosen.to.file() { File::G } else { File::C };
        Square::new(file, chosen.from.rank())
    }
}
