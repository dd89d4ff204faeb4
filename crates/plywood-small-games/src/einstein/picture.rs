//! Numbered stones, the corners they head for, and the die.

use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Caption, Look, Paint, Picture, What};
use plywood_core::{Game, LastOf, Player, Step, Turn};

use super::{Board, Einstein, GONE, NOT_THROWN};

const PAINTS: [Paint; 2] = [Paint::Blue, Paint::Red];

pub(super) fn picture(game: &Einstein, board: &Board, last: Option<LastOf<Einstein>>) -> Picture {
    let size = usize::from(game.size);
    let grid = Grid::new(size, size, Surface::Squares);
    let mut picture = grid.picture("EinStein würfelt nicht");
    for (corner, paint) in [size - 1, 0].into_iter().zip(PAINTS) {
        picture.ground.push(grid.area(corner, corner).shape().fill(paint).opacity(0.25));
    }
    let names = ["blue", "red"];
    for ((pieces, paint), name) in board.pieces.iter().zip(PAINTS).zip(names) {
        for (piece, cell) in (1..).zip(pieces).filter(|(_, cell)| **cell != GONE) {
            let look = Look::Tile(paint, piece.to_string());
            picture.put(usize::from(*cell), look, format!("{name} {piece}"));
        }
    }
    if let Some((before, Step::Move(advance))) = last {
        let from = before.pieces[before.mover.index()][usize::from(advance.piece)];
        let to = board.pieces[before.mover.index()][usize::from(advance.piece)];
        picture.changed(usize::from(from), What::Left);
        picture.changed(usize::from(to), What::Came);
        if before.pieces.as_flattened().contains(&to) {
            picture.changed(usize::from(to), What::Taken);
        }
    }
    picture.aim(game, board, |advance| {
        let from = board.pieces[board.mover.index()][usize::from(advance.piece)];
        let to = game.target(board.mover, from, advance.direction).expect("a legal step stays on the board");
        vec![usize::from(from), usize::from(to)]
    });
    let chip = |player: Player| Look::Tile(PAINTS[player.index()], String::new());
    let players = [("blue", chip(Player::FIRST)), ("red", chip(Player::SECOND))];
    picture.caption = Caption::of(game, board, &players);
    let shows = (board.die != NOT_THROWN).then_some(u32::from(board.die));
    let die = Look::Die { shows, faces: u32::from(game.faces()) };
    if game.turn(board) == Turn::Chance {
        let text = format!("{} throws the die", players[board.mover.index()].0);
        picture.caption = Caption { text, chips: vec![chip(board.mover)] };
    }
    if game.turn(board) != Turn::Over {
        picture.caption.chips.push(die);
    }
    picture
}
