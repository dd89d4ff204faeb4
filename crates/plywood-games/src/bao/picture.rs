//! The four rows as the players see them, North above; the house is square, and the way of the last move is marked.

use plywood_core::picture::{Area, Caption, Kind, Look, Paint, Picture, Shape, What};
use plywood_core::{LastOf, Player, Step};

use super::notation::{hole_name, number};
use super::{Act, Bao, Board, HOUSE, NOTHING, options, stones};

const PIT: f64 = 32.0;
const STEP: f64 = 80.0;
const LEFT: f64 = 40.0;
/// The heights of the rows b, a, A and B, and of the numbers above and below the board.
const ROWS: [f64; 4] = [76.0, 164.0, 262.0, 350.0];
const NUMBERS: [f64; 2] = [14.0, 412.0];
const TOP: f64 = 28.0;
const BOTTOM: f64 = 398.0;
const BUTTONS: f64 = 432.0;
/// From a hole's middle to the number of its stones: in the front row clear of the house, at the back within the frame.
const COUNT: [f64; 2] = [43.0, 38.0];

/// Where a hole lies; North's rows are seen from the other side.
fn middle(player: Player, hole: u8) -> (f64, f64) {
    let south = player == Player::FIRST;
    let place = f64::from(if south { number(hole) } else { 9 - number(hole) });
    let row = match (south, hole < 8) {
        (false, false) => 0,
        (false, true) => 1,
        (true, true) => 2,
        (true, false) => 3,
    };
    (LEFT + STEP * (place - 0.5), ROWS[row])
}

/// The cells are South's holes round that side, then North's likewise, and then the buttons of ways and
/// house.
pub(super) fn picture(game: &Bao, board: &Board, last: Option<LastOf<Bao>>) -> Picture {
    let mut picture = Picture::new("Bao", 2.0 * LEFT + 8.0 * STEP + 110.0, BUTTONS + 34.0);
    let frame = Shape::rectangle(LEFT - 12.0, TOP, 8.0 * STEP + 24.0, BOTTOM - TOP).round(28.0);
    picture.ground.push(frame.fill(Paint::Wood).line(Paint::Pit, 2.0));
    let half = (ROWS[1] + ROWS[2]) / 2.0;
    let between = Shape::segment((LEFT - 12.0, half), (LEFT + 8.0 * STEP + 12.0, half));
    picture.ground.push(between.line(Paint::BoardLine, 2.0));
    for player in [Player::FIRST, Player::SECOND] {
        side(&mut picture, board, player);
    }
    if let Some((before, Step::Move(start))) = last {
        mark(&mut picture, before, &game.acts(before, start));
    }
    let mut button = |name: &str, index: u32| {
        let area =
            Area { x: LEFT + 150.0 * f64::from(index), y: BUTTONS, width: 138.0, height: 30.0, round: false };
        picture.cell(name, area, Kind::Choice)
    };
    let ways = [button("to the left", 0), button("to the right", 1)];
    let kichwas = [button("from the left", 0), button("from the right", 1)];
    let houses = [button("stop in the house", 2), button("play the house", 3)];
    aim(game, &mut picture, board, [ways, kichwas, houses]);
    let players = [("South", Look::Disc(Paint::Blue)), ("North", Look::Disc(Paint::Red))];
    picture.caption = Caption::of(game, board, &players);
    if board.barred != NOTHING {
        picture.caption.text += &format!(", takasia on {}", hole_name(board.mover, board.barred));
    }
    picture
}

/// The clicks of each move: its hole, its way where there are two, the house where it is reached.
fn aim(game: &Bao, picture: &mut Picture, board: &Board, [ways, kichwas, houses]: [[usize; 2]; 3]) {
    use std::ops::ControlFlow;

    use plywood_core::Game;
    let mut starts = Vec::new();
    let _ = game.moves(board, |start| {
        starts.push(start);
        ControlFlow::<()>::Continue(())
    });
    let from_kichwa = board.in_namua(board.mover) && options(board).capturing;
    picture.aim(game, board, |start| {
        let mut clicks = vec![board.mover.index() * 16 + usize::from(start.hole)];
        let same_hole = || starts.iter().filter(|other| other.hole == start.hole);
        if same_hole().any(|other| other.clockwise != start.clockwise) {
            clicks.push(if from_kichwa {
                kichwas[usize::from(!start.clockwise)]
            } else {
                ways[usize::from(start.clockwise == (start.hole < 8))]
            });
        }
        if same_hole().filter(|other| other.clockwise == start.clockwise).count() == 2 {
            clicks.push(houses[usize::from(start.house)]);
        }
        clicks
    });
}

fn side(picture: &mut Picture, board: &Board, player: Player) {
    let south = player == Player::FIRST;
    let who = if south { "South" } else { "North" };
    let (own, _) = board.seen_by(player);
    let downwards = if south { 1.0 } else { -1.0 };
    for hole in 0..16 {
        let (x, y) = middle(player, hole);
        let area = Area::circle((x, y), PIT);
        let shape = if hole == HOUSE {
            Shape::rectangle(x - PIT, y - PIT, 2.0 * PIT, 2.0 * PIT).round(8.0)
        } else {
            Shape::circle((x, y), PIT)
        };
        let owned = hole == HOUSE && board.houses[player.index()];
        let rim = if owned { Paint::White } else { Paint::BoardLine };
        picture.ground.push(shape.fill(Paint::Pit).line(rim, if owned { 3.0 } else { 1.5 }));
        let cell = picture.cell(format!("{who} {}", hole_name(player, hole)), area, Kind::Spot);
        let count = u32::from(stones(own, hole));
        let what = if count == 1 { "1 stone".to_string() } else { format!("{count} stones") };
        let at = (x + 27.0, y + downwards * COUNT[usize::from(hole >= 8)]);
        let label = Shape::text(at, 14.0, count.to_string()).bold().fill(Paint::White);
        picture.heap(cell, count, what, label);
        if hole < 8 {
            let at = (x, NUMBERS[usize::from(south)]);
            picture.labels.push(Shape::text(at, 13.0, number(hole).to_string()).fill(Paint::Faint));
        }
    }
    let store = board.stores[player.index()];
    let x = LEFT + 8.0 * STEP + 62.0;
    let y = if south { (ROWS[2] + ROWS[3]) / 2.0 } else { (ROWS[0] + ROWS[1]) / 2.0 };
    picture.put_at((x, y), 2.0 * PIT, Look::Seeds(store.into()), format!("{who} has {store} in store"));
    picture.labels.push(Shape::text((x, y - 48.0), 14.0, who).bold().fill(Paint::Ink));
    picture.labels.push(Shape::text((x, y + 48.0), 13.0, format!("store {store}")).fill(Paint::Faint));
}

/// Marks what was lifted, sown and captured, in that order, with the stones that lie there then.
fn mark(picture: &mut Picture, before: &Board, acts: &[Act]) {
    let mover = before.mover;
    let own = |hole: u8| mover.index() * 16 + usize::from(hole);
    let mut counts: Vec<u32> =
        before.sides.iter().flat_map(|side| (0..16).map(|hole| u32::from(stones(*side, hole)))).collect();
    let mut change = |cell: usize, what: What, count: &dyn Fn(u32) -> u32| {
        counts[cell] = count(counts[cell]);
        picture.sown(cell, what, counts[cell]);
    };
    for act in acts {
        match *act {
            Act::Put { hole } => change(own(hole), What::Came, &|count| count + 1),
            Act::Lift { hole, count: lifted } => {
                change(own(hole), What::Left, &|count| count.saturating_sub(u32::from(lifted)));
            }
            Act::Capture { hole, .. } => {
                change(mover.other().index() * 16 + usize::from(7 - hole), What::Taken, &|_| 0);
            }
            Act::Sow { first, count, clockwise } => {
                for stone in 0..count {
                    let hole = if clockwise { first + stone } else { first + 64 - stone } & 15;
                    let what = if stone + 1 == count { What::Came } else { What::Passed };
                    change(own(hole), what, &|count| count + 1);
                }
            }
        }
    }
}
