//! The board with its pits and stores, seeds to see and numbers to read; the seeds just sown are marked in
//! their order.

use plywood_core::picture::{Area, Caption, Heap, Kind, Look, Paint, Picture, Shape, What};
use plywood_core::{LastOf, Player, Step};

use super::{Board, Kalah, byte};

const PIT: f64 = 34.0;
const STEP: f64 = 78.0;
const STORE: f64 = 66.0;
const MARGIN: f64 = 14.0;
/// Heights: the frame, the numbers of the upper row, its pits, the lower pits and their numbers.
const TOP: f64 = 30.0;
const BOTTOM: f64 = 266.0;
const NUMBERS: [f64; 2] = [248.0, 48.0];
const PITS: [f64; 2] = [198.0, 98.0];
const LETTERS: [f64; 2] = [282.0, 14.0];
/// About how many seeds of a store lie in a pile.
const PILE: u32 = 20;

/// Cells are the first player's pits and store, then the second's: the ring in which seeds are sown.
pub(super) fn picture(game: &Kalah, board: &Board, last: Option<LastOf<Kalah>>) -> Picture {
    let holes = game.holes();
    let wide = STEP * f64::from(holes);
    let mut picture = Picture::new("Kalah", wide + 2.0 * (MARGIN + STORE + 22.0), 296.0);
    let frame = Shape::rectangle(MARGIN, TOP, picture.width - 2.0 * MARGIN, BOTTOM - TOP).round(34.0);
    picture.ground.push(frame.fill(Paint::Wood).line(Paint::Pit, 2.0));
    for player in [Player::FIRST, Player::SECOND] {
        side(game, &mut picture, board, player);
    }
    if let Some((before, Step::Move(pit))) = last {
        sown(game, &mut picture, before, pit);
    }
    let base = board.mover.index() * (holes as usize + 1);
    picture.aim(game, board, |pit| vec![base + usize::from(pit)]);
    let players = [("player 1", Look::Disc(Paint::Blue)), ("player 2", Look::Disc(Paint::Red))];
    picture.caption = Caption::of(game, board, &players);
    let [first, second] = [0, 1].map(|player| game.on_side(board.sides[player]));
    if game.is_over(board) {
        picture.caption.text += &format!(", {} to {}", first.max(second), first.min(second));
    }
    picture
}

/// A player's pits and store: the first player's below, from left to right, the second's above, from right to left.
fn side(game: &Kalah, picture: &mut Picture, board: &Board, player: Player) {
    let (holes, row) = (game.holes(), player.index());
    let left = MARGIN + STORE + 22.0;
    let who = format!("player {}", row + 1);
    let on_wood = |at, size, text: String| Shape::text(at, size, text).bold().fill(Paint::White);
    for pit in 0..holes {
        let along = f64::from(if row == 0 { pit } else { holes - 1 - pit }) + 0.5;
        let (x, y) = (left + STEP * along, PITS[row]);
        let letter = char::from(b'a' + pit as u8);
        let cell = picture.cell(format!("{who} pit {letter}"), Area::circle((x, y), PIT), Kind::Spot);
        picture.ground.push(Shape::circle((x, y), PIT).fill(Paint::Pit).line(Paint::BoardLine, 1.5));
        let count = byte(board.sides[row], pit);
        picture.heap(cell, count, seeds(count), on_wood((x, NUMBERS[row]), 16.0, count.to_string()));
        let letter = Shape::text((x, LETTERS[row]), 14.0, letter.to_string()).fill(Paint::Faint);
        picture.labels.push(letter);
    }
    let x = if row == 0 { picture.width - MARGIN - STORE - 10.0 } else { MARGIN + 10.0 };
    let area = Area { x, y: 66.0, width: STORE, height: 164.0, round: true };
    picture.ground.push(area.shape().fill(Paint::Pit).line(Paint::BoardLine, 1.5));
    let cell = picture.cell(format!("{who} store"), area, Kind::Spot);
    let count = game.store(board.sides[row]);
    let piles = count.div_ceil(PILE).clamp(1, 3);
    for pile in 0..piles {
        let (x, y) = area.centre();
        let y = y + 46.0 * (f64::from(pile) - f64::from(piles - 1) / 2.0);
        picture.put(cell, Look::Seeds(count / piles + u32::from(pile < count % piles)), seeds(count));
        picture.pieces.last_mut().expect("it was put there").at = (x, y);
    }
    let (x, _) = area.centre();
    picture.heaps.push(Heap { cell, piece: None, label: picture.labels.len() });
    picture.labels.push(on_wood((x, NUMBERS[row]), 18.0, count.to_string()));
    picture.labels.push(Shape::text((x, LETTERS[row]), 13.0, who).fill(Paint::Faint));
}

fn seeds(count: u32) -> String {
    if count == 1 { "1 seed".to_string() } else { format!("{count} seeds") }
}

/// Marks the way of the seeds of a pit and what the last one captured.
fn sown(game: &Kalah, picture: &mut Picture, before: &Board, pit: u8) {
    let holes = game.holes() as usize;
    let ring = 2 * (holes + 1);
    let base = before.mover.index() * (holes + 1);
    let (own_store, other_store) = (base + holes, (base + 2 * holes + 1) % ring);
    let mut counts = counts(game, before);
    let mut at = base + usize::from(pit);
    let count = std::mem::take(&mut counts[at]);
    picture.sown(at, What::Left, 0);
    for left in (0..count).rev() {
        at = (at + 1) % ring;
        if at == other_store {
            at = (at + 1) % ring;
        }
        counts[at] += 1;
        picture.sown(at, if left == 0 { What::Came } else { What::Passed }, counts[at]);
    }
    let (own, _, last) = game.sow(before, pit);
    if game.captures(own, last) {
        for pit in [at, 2 * holes - at] {
            counts[own_store] += std::mem::take(&mut counts[pit]);
            picture.sown(pit, What::Taken, 0);
        }
        picture.sown(own_store, What::Came, counts[own_store]);
    }
}

/// The seeds of each cell.
fn counts(game: &Kalah, board: &Board) -> Vec<u32> {
    let side = |side: u64| (0..game.holes()).map(move |pit| byte(side, pit)).chain([game.store(side)]);
    board.sides.iter().flat_map(|own| side(*own)).collect()
}
