//! King and queen against king and rook: what brings the queen's side nearer to winning the rook.
//!
//! The plan of every textbook: the king to the edge and away from the middle, the own king and the queen
//! towards it, the rook away from the middle and from its king, where checks win it. General values of
//! squares and mobility say nearly the opposite, so they do not count here. The weights were chosen by what
//! positions of this ending are worth by its database, and then rounded; the database itself is not asked.

use cozy_chess::{Board, Color, Piece, Square, get_bishop_moves, get_rook_moves};

use super::terms::{between, off_centre};

/// Each step of the weak king, of the rook and of the strong king from the middle.
const KING_DRIVEN: i32 = 18;
const ROOK_DRIVEN: i32 = 13;
const KING_LOST: i32 = 4;
/// The weak king is not at the edge.
const LOOSE: i32 = 16;
/// The rook is farther from her king than this.
const TOGETHER: i32 = 3;
const APART: i32 = 26;
/// Each step of the queen (as a king walks) and of the strong king (as a rook walks) from the weak king.
const QUEEN_AWAY: i32 = 8;
const KING_AWAY: i32 = 8;
/// Each square that the queen can go to.
const QUEEN_FREE: i32 = 3;

/// The side with the queen where the men are these and nothing else.
pub(super) fn strong_side(board: &Board) -> Option<Color> {
    let one = |color: Color, piece: Piece| board.colored_pieces(color, piece).len() == 1;
    let four = board.occupied().len() == 4;
    [Color::White, Color::Black]
        .into_iter()
        .find(|strong| four && one(*strong, Piece::Queen) && one(!*strong, Piece::Rook))
}

/// Steps of a square from the middle of the board, by files and by ranks.
fn steps(square: Square) -> (i32, i32) {
    let (files, ranks) = off_centre(square as usize);
    (files / 2, ranks / 2)
}

/// The advantage of the strong side beyond the difference of queen and rook.
pub(super) fn progress(board: &Board, strong: Color) -> i32 {
    let (king, weak) = (board.king(strong), board.king(!strong));
    let at = |color: Color, piece: Piece| board.colored_pieces(color, piece).next_square();
    let (Some(queen), Some(rook)) = (at(strong, Piece::Queen), at(!strong, Piece::Rook)) else { return 0 };
    let away = |square: Square| steps(square).0 + steps(square).1;
    let apart = |one: i32, other: i32| (one - other).abs();
    let walk = apart(king.file() as i32, weak.file() as i32) + apart(king.rank() as i32, weak.rank() as i32);
    let free = get_rook_moves(queen, board.occupied()) | get_bishop_moves(queen, board.occupied());
    let loose = steps(weak).0.max(steps(weak).1) < 3;
    KING_DRIVEN * away(weak) + ROOK_DRIVEN * away(rook) - KING_LOST * away(king) - LOOSE * i32::from(loose)
        + APART * i32::from(between(rook, weak) > TOGETHER)
        - QUEEN_AWAY * between(queen, weak)
        - KING_AWAY * walk
        + QUEEN_FREE * free.len() as i32
}
