//! Men on a chequered board; a promotion is chosen by a third click.

use cozy_chess::{Color, Piece, Square};
use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Area, Caption, Kind, Look, Paint, What};
use plywood_core::{LastOf, Picture, Player, Step};

use super::Chess;
use super::notation::side;
use super::position::{Position, color};

/// Names and figures of men, the pawn first.
const MEN: [(&str, &str); 6] =
    [("pawn", "♟"), ("knight", "♞"), ("bishop", "♝"), ("rook", "♜"), ("queen", "♛"), ("king", "♚")];
/// The promotions of a pawn, as buttons in a row.
const BECOMES: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
/// The height of those buttons, and the room round them.
const BUTTON: f64 = 30.0;
const GAP: f64 = 8.0;

/// The cell of a square: row by row from the top.
fn cell(square: Square) -> usize {
    (7 - square.rank() as usize) * 8 + square.file() as usize
}

fn look(color: Color, piece: Piece) -> Look {
    let paint = if color == Color::White { Paint::White } else { Paint::Black };
    Look::Figure(paint, MEN[piece as usize].1.to_string())
}

pub(super) fn picture(game: &Chess, here: &Position, last: Option<LastOf<Chess>>) -> Picture {
    let board = here.board();
    let mut picture = Grid::new(8, 8, Surface::Chequered).picture("Chess");
    for square in board.occupied() {
        if let Some((color, piece)) = board.color_on(square).zip(board.piece_on(square)) {
            let name = format!(
                "{} {}",
                if color == Color::White { "white" } else { "black" },
                MEN[piece as usize].0
            );
            picture.put(cell(square), look(color, piece), name);
        }
    }
    if let Some((before, Step::Move(chosen))) = last {
        picture.changed(cell(chosen.from), What::Left);
        if before.victim(chosen).is_some() {
            picture.changed(cell(chosen.to), What::Taken);
        }
        picture.changed(cell(before.lands_on(chosen)), What::Came);
    }
    let (top, wide) = (picture.height, (picture.width - 5.0 * GAP) / 4.0);
    picture.height += BUTTON + GAP;
    let mut choices = [0; 4];
    for (index, piece) in BECOMES.into_iter().enumerate() {
        let left = GAP + (wide + GAP) * index as f64;
        let area = Area::rectangle(left, top, wide, BUTTON);
        choices[index] = picture.cell(MEN[piece as usize].0, area, Kind::Choice);
    }
    picture.aim(game, here, |chosen| {
        let mut clicks = vec![cell(chosen.from), cell(here.lands_on(chosen))];
        let becomes = BECOMES.into_iter().zip(choices).find(|(piece, _)| Some(*piece) == chosen.promotion);
        clicks.extend(becomes.map(|(_, choice)| choice));
        clicks
    });
    let players =
        [Player::FIRST, Player::SECOND].map(|player| (side(player), look(color(player), Piece::King)));
    picture.caption = Caption::of(game, here, &players);
    if here.in_check() && !picture.targets.is_empty() {
        picture.caption.text += ", in check";
    }
    picture
}
