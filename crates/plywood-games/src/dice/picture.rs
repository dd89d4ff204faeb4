//! The board with the line that the die picked, and the die.

use plywood_core::picture::grid::{Grid, Surface};
use plywood_core::picture::{Area, Caption, Look, Paint, What};
use plywood_core::{LastOf, Picture, Player, Step};

use super::grid::Grid as Geometry;
use super::{Board, Dice, Phase, notation};
use crate::bits::Bits;
use crate::row;

pub(super) fn picture<S: Geometry>(
    game: &Dice<S>,
    board: &Board<S::Bits>,
    last: Option<LastOf<Dice<S>>>,
) -> Picture {
    let (size, stride) = (game.grid.size() as usize, game.grid.stride() as usize);
    let grid = Grid::new(size, size, Surface::Squares).downward();
    let mut picture = grid.picture("Dice");
    let cell = |place: usize| grid.cell(place / stride, place % stride);
    let players = [("blue", Look::Disc(Paint::Blue)), ("red", Look::Disc(Paint::Red))];
    if let Phase::Play(line) = board.phase {
        let (line, whole) = (usize::from(line), grid.board());
        let band = if board.mover == Player::FIRST {
            Area { width: whole.width, ..grid.area(line, 0) }
        } else {
            Area { height: whole.height, ..grid.area(0, line) }
        };
        let paint = [Paint::Blue, Paint::Red][board.mover.index()];
        picture.ground.push(band.shape().fill(paint).opacity(0.22));
    }
    for (stones, (name, look)) in board.stones.iter().zip(&players) {
        for place in stones.places() {
            picture.put(cell(place as usize), look.clone(), *name);
        }
        row::draw(&mut picture, (size, size), game.grid.win() as usize, |row, column| {
            stones.has((row * stride + column) as u32)
        });
    }
    if let Some((_, Step::Move(place))) = last {
        picture.changed(cell(usize::from(place)), What::Came);
    }
    picture.aim(game, board, |place| vec![cell(usize::from(place))]);
    picture.caption = Caption::of(game, board, &players);
    let die = |shows| Look::Die { shows, faces: size as u32 };
    let on_turn = players[board.mover.index()].1.clone();
    match board.phase {
        Phase::Roll => picture.caption.chips = vec![on_turn, die(None)],
        Phase::Play(line) => picture.caption.chips.push(die(Some(u32::from(line) + 1))),
        Phase::Won | Phase::Drawn => return picture,
    }
    picture.caption.text = notation::state(board);
    picture
}
