//! The tray with its tiles: a click on a tile beside the blank slides it.

use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Caption, Look, Paint, What};
use plywood_core::{Game, LastOf, Picture, Turn};

use super::{Sliding, Tiles};

/// Cells row by row from the top.
pub(super) fn picture(game: &Sliding, tiles: &Tiles, last: Option<LastOf<Sliding>>) -> Picture {
    let side = game.side();
    let mut picture = Grid::new(side, side, Surface::Squares).downward().picture("Sliding tiles");
    for cell in (0..game.cells()).filter(|cell| tiles.tile(*cell) != 0) {
        let tile = tiles.tile(cell);
        let paint = if tile == cell { Paint::Blue } else { Paint::Board };
        picture.put(cell, Look::Tile(paint, tile.to_string()), format!("tile {tile}"));
    }
    if let Some((before, _)) = last {
        picture.changed(before.blank(), What::Came);
        picture.changed(tiles.blank(), What::Left);
    }
    picture.aim(game, tiles, |slide| vec![game.beside(tiles.blank(), slide)]);
    let text = if game.turn(tiles) == Turn::Over { "in order" } else { "slide a tile" };
    picture.caption = Caption { text: text.to_string(), chips: Vec::new() };
    picture
}
