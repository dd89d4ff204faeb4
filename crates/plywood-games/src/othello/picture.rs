//! Discs on felt; what a move turned is marked.

use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::plain::add_buttons;
use plywood_core::picture::{Caption, Look, Paint, Shape, What};
use plywood_core::{Game, LastOf, Picture, Player, Step, Turn};

use super::{Board, Othello, PASS, board};

pub(super) fn picture(game: &Othello, here: &Board, last: Option<LastOf<Othello>>) -> Picture {
    let size = usize::from(game.size);
    let grid = Grid::new(size, size, Surface::Felt).downward();
    let mut picture = grid.picture("Othello");
    let cell =
        |square: u8| grid.cell(usize::from(square / 8 - game.rim()), usize::from(square % 8 - game.rim()));
    if size == 8 {
        for (row, column) in [(2, 2), (2, 6), (6, 2), (6, 6)] {
            let corner = grid.area(row, column);
            picture.ground.push(Shape::circle((corner.x, corner.y), 4.0).fill(Paint::FeltLine));
        }
    }
    let players = [("dark", Look::Disc(Paint::Black)), ("light", Look::Disc(Paint::White))];
    for (player, (name, look)) in (0..).map(Player).zip(&players) {
        board::squares(here.discs(player)).for_each(|square| picture.put(cell(square), look.clone(), *name));
    }
    if let Some((before, Step::Move(chosen))) = last
        && chosen != PASS
    {
        picture.changed(cell(chosen), What::Came);
        let turned = before.discs(before.mover.other()) & here.discs(before.mover);
        board::squares(turned).for_each(|square| picture.changed(cell(square), What::Taken));
    }
    let pass = match game.turn(here) {
        Turn::Player(_) if here.moves == 0 => add_buttons(&mut picture, &["pass".to_string()]),
        _ => Vec::new(),
    };
    picture.aim(game, here, |chosen| if chosen == PASS { pass.clone() } else { vec![cell(chosen)] });
    picture.caption = Caption::of(game, here, &players);
    let [dark, light] = [Player::FIRST, Player::SECOND].map(|player| here.discs(player).count_ones());
    picture.caption.text += &format!(", {dark} dark and {light} light discs");
    picture
}
