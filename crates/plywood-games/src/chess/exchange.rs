//! Static exchange: the gain of a capture when both sides continue to capture on its square, the least
//! valuable man first, and each may stop at any point.
//!
//! Men that stand behind a capturing man join in; pins and checks are ignored.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::position::Position;

/// The worth of men in an exchange, in hundredths of a pawn.
pub(super) const WORTH: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

/// Everything that attacks a square through the men that are left.
fn attackers(board: &Board, to: Square, left: BitBoard) -> BitBoard {
    let pieces = |piece: Piece| board.pieces(piece);
    let diagonal = pieces(Piece::Bishop) | pieces(Piece::Queen);
    let straight = pieces(Piece::Rook) | pieces(Piece::Queen);
    let pawns = get_pawn_attacks(to, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_pawn_attacks(to, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn);
    left & (pawns
        | get_knight_moves(to) & pieces(Piece::Knight)
        | get_king_moves(to) & pieces(Piece::King)
        | get_bishop_moves(to, left) & diagonal
        | get_rook_moves(to, left) & straight)
}

/// The gain of a move, in hundredths of a pawn.
pub(super) fn gain(position: &Position, chosen: Move) -> i32 {
    let board = position.board();
    if position.castles(chosen) {
        return 0;
    }
    let moved = board.piece_on(chosen.from).expect("a move moves a man");
    let taken = position.victim(chosen);
    let mut left = board.occupied() ^ chosen.from.bitboard();
    if taken == Some(Piece::Pawn) && !board.occupied().has(chosen.to) {
        left ^= Square::new(chosen.to.file(), chosen.from.rank()).bitboard();
    }
    let becomes = chosen.promotion.unwrap_or(moved);
    // `gains[n]`: what the n-th capture brings, if nobody takes after it.
    let mut gains = [0_i32; 33];
    gains[0] =
        taken.map_or(0, |piece| WORTH[piece as usize]) + WORTH[becomes as usize] - WORTH[moved as usize];
    let (mut side, mut standing, mut count) = (!board.side_to_move(), WORTH[becomes as usize], 0);
    loop {
        let all = attackers(board, chosen.to, left);
        let own = all & board.colors(side);
        let least = Piece::ALL.into_iter().find(|piece| !(own & board.pieces(*piece)).is_empty());
        let Some(least) = least else { break };
        // The king may not take what is protected.
        if least == Piece::King && !(all & board.colors(!side)).is_empty() {
            break;
        }
        count += 1;
        gains[count] = standing - gains[count - 1];
        standing = WORTH[least as usize];
        let from = (own & board.pieces(least)).next_square().expect("there is one");
        left ^= from.bitboard();
        side = !side;
    }
    while count > 0 {
        gains[count - 1] = gains[count - 1].min(-gains[count]);
        count -= 1;
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use plywood_core::Notation;

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let game = Chess::default();
        for (fen, chosen, gained) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 320),
            ("4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1", "Rxe5", 320 - 500),
            ("4k3/8/8/4n3/8/8/4R3/4K3 w - - 0 1", "Rxe5+", 320),
            ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", 100),
            ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+", 500 + 850 - 950),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0),
        ] {
            let position = game.read_position(fen).unwrap();
            let chosen = game.read_move(&position, chosen).unwrap();
            assert_eq!(gain(&position, chosen), gained, "{fen}");
        }
    }
}
