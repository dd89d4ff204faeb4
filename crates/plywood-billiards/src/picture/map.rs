//! A map of the best places for the cue ball: the chance of the best shot over the table, lighter where it is
//! better, with the tops of its hills in order (PickPocket thesis, section 3.4.2).

use super::Drawing;
use crate::physics::Arena;
use crate::players::pickpocket::Map;
use crate::table::layout::{CUE_BALL, Layout};
use plywood_core::picture::{Paint, Picture, Shape};

/// How light a sure shot is drawn.
const LIGHTEST: f64 = 0.8;

/// Draws a map under the balls, without the cue ball, and the tops given by cell.
pub fn map(arena: &Arena, layout: &Layout, map: &Map, tops: &[usize]) -> Picture {
    let mut drawing = Drawing::table(arena);
    drawing.dress(layout);
    for (cell, chance) in map.cells.iter().enumerate() {
        let Some(chance) = chance.filter(|chance| *chance > 0.0) else { continue };
        let half = map.edge * 0.5;
        let (x, y) = drawing.at(map.middle(cell) - half);
        let (right, bottom) = drawing.at(map.middle(cell) + half);
        let square = Shape::rectangle(x, y, right - x, bottom - y).fill(Paint::White);
        drawing.draw(square.opacity(LIGHTEST * chance.min(1.0)));
    }
    layout.iter().filter(|(ball, _)| *ball != CUE_BALL).for_each(|(ball, at)| drawing.ball(ball, at));
    for (place, &cell) in tops.iter().enumerate() {
        let at = drawing.at(map.middle(cell));
        let radius = 400.0 * arena.table.ball.radius;
        drawing.picture.lines.push(Shape::circle(at, radius).line(Paint::Rim, 2.0).dashed());
        drawing.picture.labels.push(Shape::text(at, radius, (place + 1).to_string()).fill(Paint::Rim).bold());
    }
    drawing.picture.title = "Where the cue ball is best put".to_string();
    drawing.picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Billiards;
    use crate::game::rules::GameState;
    use crate::players::pickpocket::{PickPocket, Settings};
    use plywood_core::picture::Theme;

    #[test]
    fn a_map_shows_its_cells_and_hills() {
        let game = Billiards::from_spec(&"8ball".parse().unwrap()).unwrap();
        let player = PickPocket::new(&game, Settings::default()).unwrap();
        let state: GameState =
            "8ball turn=1 cue=hand groups=solids 3@0.3:1.8 8@0.8:0.5 9@0.5:1.4".parse().unwrap();
        let chances = player.map(&game, &state);
        let tops = chances.hills(3, 1);
        assert!(!tops.is_empty());
        let best = chances.cells.iter().flatten().fold(0.0_f64, |best, chance| best.max(*chance));
        assert_eq!(chances.cells[tops[0]], Some(best), "the highest hill is the best place");
        let drawn = map(&game.arena, &state.layout, &chances, &tops).svg(Theme::Light);
        let seen = chances.cells.iter().flatten().filter(|chance| **chance > 0.0).count();
        let plain = super::super::layout(&game.arena, &state.layout).svg(Theme::Light);
        assert_eq!(drawn.matches("<rect").count(), plain.matches("<rect").count() + seen);
        // Behind the head string there are fewer places.
        let head = GameState { cue_ball: crate::game::rules::CueBall::Head, ..state };
        let behind = player.map(&game, &head);
        assert!(behind.cells.iter().flatten().count() < chances.cells.iter().flatten().count());
    }
}
