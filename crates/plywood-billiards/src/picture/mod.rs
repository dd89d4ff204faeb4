//! Tables, layouts and shots as pictures, the long side of the table from left to right.
//!
//! Paths are exact: every phase of a ball is a parabola. Balls and pockets are cells; a stroke that calls a ball is
//! meant by a click on the ball and one on the pocket, with a third where several such strokes are offered, and every
//! other stroke has a button.

mod map;
pub mod strip;

pub use map::map;

use crate::game::rules::snooker::{COLOURS, value};
use crate::game::rules::{Call, CueBall, Discipline, GameState, Stage, Stroke, targets};
use crate::physics::shot::Shot;
use crate::physics::{Arena, EventKind, Motion, Phase, Trace};
use crate::players::tables::Mouth;
use crate::table::layout::{CUE_BALL, Layout};
use crate::table::{Pockets, StraightCushion, Surface};
use crate::vector::Vec2;
use plywood_core::picture::look::ball_paint;
use plywood_core::picture::plain::add_buttons;
use plywood_core::picture::{Area, Caption, Kind, Leg, Look, Paint, Picture, Point, Shape, Target, What};

/// Pixels a metre.
pub const SCALE: f64 = 400.0;
/// Wood around the cushions, in metres.
const FRAME: f64 = 0.07;
/// Wood around a round pocket at least, in metres.
const LIP: f64 = 0.02;
/// How far cushions reach back where the table does not say.
const CUSHION: f64 = 0.05;
/// The height of a pocket's name.
const SIGN: f64 = 15.0;
/// From the table to the buttons under it.
const BELOW: f64 = 12.0;
/// The height of a button that chooses between strokes, and from one to the next.
const CHOICE: (f64, f64) = (30.0, 34.0);

/// Where the balls lie.
pub fn layout(arena: &Arena, layout: &Layout) -> Picture {
    let mut drawing = Drawing::table(arena);
    drawing.dress(layout);
    layout.iter().for_each(|(ball, at)| drawing.ball(ball, at));
    drawing.picture
}

/// A shot: where the balls were (pale), the ways they took, where the cue ball was when it met the first ball (dashed),
/// and where they came to rest.
pub fn shot(arena: &Arena, before: &Layout, trace: &Trace) -> Picture {
    let mut drawing = Drawing::table(arena);
    drawing.dress(before);
    drawing.shot(before, trace);
    for (ball, _) in trace.balls() {
        if let Some(end) = trace.sample(ball, f64::MAX)
            && end.motion != Motion::Pocketed
        {
            drawing.ball(ball, end.position);
        }
    }
    drawing.picture
}

/// A state of a game with the strokes that are offered, and the shot that led to it where it is known.
pub fn state(
    arena: &Arena,
    state: &GameState,
    strokes: &[Stroke],
    last: Option<(&Layout, &Trace)>,
) -> Picture {
    let mut drawing = Drawing::table(arena);
    drawing.snooker = state.discipline == Discipline::Snooker;
    if let Some((before, trace)) = last {
        drawing.shot(before, trace);
    }
    state.layout.iter().for_each(|(ball, at)| drawing.ball(ball, at));
    if let Some((before, _)) = last {
        for (ball, _) in state.layout.iter().filter(|(ball, at)| before.get(*ball) != Some(*at)) {
            let cell = drawing.balls[usize::from(ball)].expect("the ball was drawn");
            drawing.picture.changed(cell, What::Came);
        }
    }
    drawing.aim(strokes);
    drawing.picture.title = title(state.discipline).to_string();
    drawing.picture.caption = caption(state);
    drawing.picture
}

/// A state in which a stroke was announced: the line the cue ball is struck along.
pub fn struck(arena: &Arena, state: &GameState, shot: &Shot) -> Picture {
    let mut drawing = Drawing::table(arena);
    drawing.snooker = state.discipline == Discipline::Snooker;
    state.layout.iter().for_each(|(ball, at)| drawing.ball(ball, at));
    if let Some(from) = state.layout.get(CUE_BALL) {
        let to = from + Vec2::at_degrees(shot.phi) * (8.0 * arena.table.ball.radius);
        let line = Shape::segment(drawing.at(from), drawing.at(to)).line(Paint::White, 1.6).dashed();
        drawing.picture.lines.push(line);
    }
    drawing.picture.title = title(state.discipline).to_string();
    drawing.picture.caption =
        Caption { text: format!("player {} strikes", state.turn.0 + 1), chips: Vec::new() };
    drawing.picture
}

/// Where a place of the table is in its pictures; a metre is [`SCALE`] there.
pub fn point(arena: &Arena, place: Vec2) -> Point {
    Drawing::table(arena).at(place)
}

/// The colour of each ball of a layout.
pub fn paints(arena: &Arena, layout: &Layout) -> Vec<(u8, Paint)> {
    let mut drawing = Drawing::table(arena);
    drawing.dress(layout);
    layout.iter().map(|(ball, _)| (ball, drawing.paint(ball))).collect()
}

fn title(discipline: Discipline) -> &'static str {
    match discipline {
        Discipline::EightBall => "8-ball",
        Discipline::EightAndAHalfBall => "8.5-ball",
        Discipline::NineBall => "9-ball",
        Discipline::OnePocket => "One-pocket",
        Discipline::Snooker => "Snooker",
        Discipline::Cutthroat | Discipline::CutthroatOfFive => "Cutthroat",
    }
}

/// Who shoots at what, and what the score is.
fn caption(state: &GameState) -> Caption {
    let player = |player: plywood_core::Player| format!("player {}", player.0 + 1);
    let mut text = match state.stage {
        Stage::Over { winner } => format!("{} wins", player(winner)),
        Stage::Break => format!("{} breaks", player(state.turn)),
        Stage::Play => format!("{} shoots", player(state.turn)),
    };
    if let (Stage::Play, Some(group)) = (state.stage, state.group_of(state.turn)) {
        text += &format!(" at the {}", group.name());
    }
    match (state.stage, state.cue_ball) {
        (Stage::Over { .. }, _) | (_, CueBall::Table) => {}
        (_, CueBall::Hand) => text += ", ball in hand",
        (_, CueBall::Head) if state.discipline == Discipline::Snooker => text += ", ball in hand in the D",
        (_, CueBall::Head) => text += ", ball in hand behind the head string",
    }
    if state.discipline == Discipline::Snooker && state.stage == Stage::Play {
        let named = |ball| ["yellow", "green", "brown", "blue", "pink", "black"].get(usize::from(ball) - 16);
        let at = match targets(state).lowest().iter().next() {
            _ if state.free_colour => "a colour",
            Some(ball) if ball >= 16 => named(ball).copied().unwrap_or_default(),
            _ => "a red",
        };
        text += &format!(" at {at}");
    }
    if state.discipline.is_cutthroat() {
        let left = |player| state.layout.balls().and(state.set_of(player)).len().to_string();
        text += &format!(", balls left {}", state.players().map(left).collect::<Vec<_>>().join(", "));
    }
    if matches!(state.discipline, Discipline::OnePocket | Discipline::Snooker) {
        text += &format!(", {} to {}", state.score[0], state.score[1]);
    }
    Caption { text, chips: Vec::new() }
}

struct Drawing<'a> {
    arena: &'a Arena,
    picture: Picture,
    margin: f64,
    /// The cells of pockets and of balls by number.
    pockets: Vec<usize>,
    balls: [Option<usize>; crate::table::layout::MAX_BALLS],
    /// Whether balls are painted as snooker's.
    snooker: bool,
}

impl<'a> Drawing<'a> {
    /// The empty table.
    fn table(arena: &'a Arena) -> Self {
        let table = &arena.table;
        let cushion = if let Pockets::Jaws(jaws) = &table.pockets { jaws.cushion_width } else { CUSHION };
        // Round pockets reach into the wood, and some tables have them far out.
        let out = |hole: &Vec2, radius: f64| {
            let (x, y) = (hole.x.min(table.width - hole.x), hole.y.min(table.length - hole.y));
            radius - x.min(y)
        };
        let slots = matches!(table.pockets, Pockets::Mouths { .. });
        let holes =
            arena.outline.holes.iter().filter(|_| !slots).map(|hole| out(&hole.centre, hole.radius) + LIP);
        let jaws = arena.outline.jaws.iter().map(|jaw| out(&jaw.centre, jaw.radius) + 0.1 * LIP);
        let margin = holes.chain(jaws).fold(cushion + FRAME, f64::max);
        let (width, height) = (SCALE * (table.length + 2.0 * margin), SCALE * (table.width + 2.0 * margin));
        let picture = Picture::new("Billiard table", width, height);
        let mut drawing = Drawing {
            arena,
            picture,
            margin,
            pockets: Vec::new(),
            balls: Default::default(),
            snooker: false,
        };
        drawing.rectangle(cushion, Paint::Rail);
        drawing.rectangle(0.0, Paint::Cloth);
        match table.pockets {
            Pockets::Mouths { corner, side } => {
                drawing.frame(cushion);
                drawing.mouths(corner, side, cushion);
            }
            _ => {
                drawing.jaws();
                drawing.frame(cushion);
                drawing.holes();
            }
        }
        drawing.marks();
        for pocket in arena.pockets() {
            let short = arena.surface_name(Surface::Pocket(pocket));
            let name = format!("pocket {short}");
            let hole = &arena.outline.holes[usize::from(pocket)];
            // Calls and rulings name pockets as they lie when the table stands upright. Balls fall where plain mouths begin.
            let behind = if slots { -0.5 * cushion } else { 0.0 };
            let sign = hole.centre + Mouth::of(arena, pocket).axis * behind;
            drawing.draw(Shape::text(drawing.at(sign), SIGN, short).fill(Paint::White).opacity(0.7));
            let radius = hole.radius.max(1.6 * table.ball.radius);
            let area = Area::circle(drawing.at(hole.centre), SCALE * radius);
            drawing.pockets.push(drawing.picture.cell(name, area, Kind::Zone));
        }
        drawing
    }

    /// From metres on the table to pixels: a quarter turn, so that the length runs to the right.
    fn at(&self, place: Vec2) -> Point {
        (SCALE * (place.y + self.margin), SCALE * (place.x + self.margin))
    }

    fn draw(&mut self, shape: Shape) {
        self.picture.ground.push(shape);
    }

    /// The playing surface, grown by `grown` on each side.
    fn rectangle(&mut self, grown: f64, paint: Paint) {
        let (x, y) = self.at(Vec2::new(-grown, -grown));
        let table = &self.arena.table;
        let (width, height) = (SCALE * (table.length + 2.0 * grown), SCALE * (table.width + 2.0 * grown));
        self.draw(Shape::rectangle(x, y, width, height).fill(paint));
    }

    /// The wood around the cushions, over whatever reaches out of them.
    fn frame(&mut self, cushion: f64) {
        let (left, top) = self.at(Vec2::new(-cushion, -cushion));
        let (width, height) = (self.picture.width, self.picture.height);
        let (right, bottom) = (width - left, height - top);
        let corner = 0.6 * SCALE * self.margin;
        let outer = [
            Leg::Move((corner, 0.0)),
            Leg::Line((width - corner, 0.0)),
            Leg::Arc(corner, (width, corner)),
            Leg::Line((width, height - corner)),
            Leg::Arc(corner, (width - corner, height)),
            Leg::Line((corner, height)),
            Leg::Arc(corner, (0.0, height - corner)),
            Leg::Line((0.0, corner)),
            Leg::Arc(corner, (corner, 0.0)),
            Leg::Close,
        ];
        // The other way round, so that the inside stays open.
        let inner = [
            Leg::Move((left, top)),
            Leg::Line((left, bottom)),
            Leg::Line((right, bottom)),
            Leg::Line((right, top)),
            Leg::Close,
        ];
        self.draw(Shape::path([&outer[..], &inner[..]].concat()).fill(Paint::Wood));
    }

    fn polygon(&mut self, corners: &[Vec2], paint: Paint) {
        let points: Vec<Point> = corners.iter().map(|&corner| self.at(corner)).collect();
        self.draw(Shape::polygon(points).fill(paint));
    }

    /// Plain mouths: triangles in the corners, slots at the sides.
    fn mouths(&mut self, corner: f64, side: f64, depth: f64) {
        let (width, length) = (self.arena.table.width, self.arena.table.length);
        let horn = corner / std::f64::consts::SQRT_2;
        for (x, inward) in [(0.0, 1.0), (width, -1.0)] {
            for (y, along) in [(0.0, 1.0), (length, -1.0)] {
                let apex = Vec2::new(x, y);
                let back = -0.7 * depth;
                let corners =
                    [(horn, 0.0), (0.0, horn), (back, horn + back), (back, back), (horn + back, back)];
                self.polygon(&corners.map(|(dx, dy)| apex + Vec2::new(dx * inward, dy * along)), Paint::Hole);
            }
            let middle = Vec2::new(x, 0.5 * length);
            let corners = [(0.0, -0.5), (0.0, 0.5), (-0.8 * depth, 0.45), (-0.8 * depth, -0.45)];
            self.polygon(
                &corners.map(|(dx, share)| middle + Vec2::new(dx * inward, share * side)),
                Paint::Hole,
            );
        }
    }

    /// Pockets with jaws: cloth between the jaws, rounded tips over the cushions.
    fn jaws(&mut self) {
        let arena = self.arena;
        let (width, length) = (arena.table.width, arena.table.length);
        let nose = |point: Vec2| Vec2::new(point.x.clamp(0.0, width), point.y.clamp(0.0, length));
        for hole in &arena.outline.holes {
            let mut tips: Vec<Vec2> = arena.outline.jaws.iter().map(|jaw| jaw.centre).collect();
            tips.sort_by(|a, b| {
                (*a - hole.centre).norm_squared().total_cmp(&(*b - hole.centre).norm_squared())
            });
            if let [one, other, ..] = tips[..] {
                self.polygon(&[nose(one), hole.centre, nose(other)], Paint::Cloth);
            }
            let beside = |cushion: &&StraightCushion| {
                [cushion.from, cushion.to]
                    .iter()
                    .any(|end| (*end - hole.centre).norm() < hole.radius + arena.table.ball.radius)
            };
            let jaws: Vec<&StraightCushion> = arena.outline.cushions.iter().filter(beside).collect();
            if let [one, other] = jaws[..] {
                let corners = [nose(one.to), one.to, one.from, other.from, other.to, nose(other.to)];
                self.polygon(&corners, Paint::Cloth);
            }
        }
        for jaw in &arena.outline.jaws {
            let tip = Shape::circle(self.at(jaw.centre), SCALE * jaw.radius);
            self.draw(tip.fill(Paint::Rail));
        }
        for cushion in &arena.outline.cushions {
            let nose = Shape::segment(self.at(cushion.from), self.at(cushion.to));
            self.draw(nose.line(Paint::RailEdge, 1.5));
        }
    }

    fn holes(&mut self) {
        for hole in &self.arena.outline.holes {
            let round = Shape::circle(self.at(hole.centre), SCALE * hole.radius);
            self.draw(round.fill(Paint::Hole));
        }
    }

    /// Head string and spots.
    fn marks(&mut self) {
        let table = &self.arena.table;
        let (head, foot) = (table.head_spot(), table.foot_spot());
        let string = Shape::segment(self.at(Vec2::new(0.0, head.y)), self.at(Vec2::new(table.width, head.y)));
        self.draw(string.line(Paint::White, 1.0).opacity(0.3));
        for spot in [head, foot] {
            let dot = Shape::circle(self.at(spot), 0.004 * SCALE);
            self.draw(dot.fill(Paint::White).opacity(0.5));
        }
    }

    /// Balls that only snooker has say that it is snooker.
    fn dress(&mut self, layout: &Layout) {
        self.snooker = !layout.balls().and(COLOURS).is_empty();
    }

    fn paint(&self, ball: u8) -> Paint {
        use Paint::{Black, Blue, Green, Maroon, Orange, Red, White, Yellow};
        if !self.snooker {
            return ball_paint(ball);
        }
        match ball {
            CUE_BALL => White,
            1..=15 => Red,
            _ => [Yellow, Green, Maroon, Blue, Orange, Black][usize::from(ball - 16).min(5)],
        }
    }

    fn look(&self, ball: u8) -> Look {
        match ball {
            CUE_BALL => Look::Ball(ball),
            1..=15 if self.snooker => Look::Disc(self.paint(ball)),
            // A colour with what it is worth: brown and pink are not among the paints.
            _ if self.snooker => Look::Stone(self.paint(ball), value(ball).to_string()),
            _ => Look::Ball(ball),
        }
    }

    /// A ball with its number.
    fn ball(&mut self, ball: u8, at: Vec2) {
        let name = if ball == CUE_BALL { "cue ball".to_string() } else { format!("ball {ball}") };
        let (at, radius) = (self.at(at), SCALE * self.arena.table.ball.radius);
        let cell = self.picture.cell(name, Area::circle(at, radius + 2.0), Kind::Zone);
        self.balls[usize::from(ball)] = Some(cell);
        self.picture.put(cell, self.look(ball), "");
        self.picture.pieces.last_mut().expect("it was put there").size = 2.0 * radius;
    }

    /// The ways of the balls, where those that moved came from, and where the cue ball met the first.
    fn shot(&mut self, before: &Layout, trace: &Trace) {
        let radius = SCALE * self.arena.table.ball.radius;
        for (ball, phases) in trace.balls() {
            self.way(ball, phases);
        }
        for (ball, at) in before.iter() {
            let end = trace.sample(ball, f64::MAX);
            let moved = end.is_none_or(|end| end.position != at || end.motion == Motion::Pocketed);
            if moved {
                for shape in self.look(ball).shapes(self.at(at), 2.0 * radius) {
                    let opacity = 0.35 * shape.opacity;
                    self.draw(shape.opacity(opacity));
                }
            }
        }
        let met = trace.events.iter().find(|event| {
            matches!(event.kind, EventKind::Balls { first, second } if first == CUE_BALL || second == CUE_BALL)
        });
        if let Some(ghost) = met.and_then(|event| trace.sample(CUE_BALL, event.time)) {
            let ghost = Shape::circle(self.at(ghost.position), radius);
            self.draw(ghost.line(Paint::White, 1.2).dashed());
        }
    }

    /// The way of a ball, phase by phase.
    fn way(&mut self, ball: u8, phases: &[Phase]) {
        let mut legs = Vec::new();
        for (phase, next) in phases.iter().zip(phases.iter().skip(1)) {
            if !phase.state.motion.travels() {
                continue;
            }
            let time = next.start - phase.start;
            if legs.is_empty() {
                legs.push(Leg::Move(self.at(phase.state.position)));
            }
            let pull = phase.state.position + phase.state.velocity * (0.5 * time);
            legs.push(Leg::Curve(self.at(pull), self.at(next.state.position)));
        }
        if !legs.is_empty() {
            self.draw(Shape::path(legs).line(self.paint(ball), 1.8).opacity(0.85));
        }
    }

    /// The meaning of clicks: ball and pocket, and a choice where several strokes call the same; buttons for
    /// the others.
    fn aim(&mut self, strokes: &[Stroke]) {
        let named = |stroke: &Stroke| match stroke.call {
            Call::Safety => "safety",
            _ => "shot",
        };
        let mut others = Vec::new();
        for (place, stroke) in strokes.iter().enumerate() {
            let Call::Ball { ball, pocket } = stroke.call else {
                let same = strokes[..place].iter().filter(|other| {
                    !matches!(other.call, Call::Ball { .. }) && named(other) == named(stroke)
                });
                let number = same.count() + 1;
                others.push((place, format!("{} {number}: {}", named(stroke), in_words(stroke))));
                continue;
            };
            let Some(ball_cell) = self.balls[usize::from(ball)] else { continue };
            let mut clicks = vec![ball_cell, self.pockets[usize::from(pocket)]];
            let alike: Vec<usize> =
                (0..strokes.len()).filter(|other| strokes[*other].call == stroke.call).collect();
            if alike.len() > 1 {
                let row = alike.iter().position(|other| *other == place).unwrap_or(0);
                clicks.push(self.choice(ball, pocket, row, stroke));
            }
            self.picture.targets.push(Target { clicks, play: stroke.text(self.arena) });
        }
        let names: Vec<String> = others.iter().map(|(_, name)| name.clone()).collect();
        if !names.is_empty() {
            self.picture.height += BELOW;
        }
        for (cell, (place, _)) in add_buttons(&mut self.picture, &names).into_iter().zip(others) {
            let play = strokes[place].text(self.arena);
            self.picture.targets.push(Target { clicks: vec![cell], play });
        }
    }

    /// A button that chooses among strokes that call the same ball and pocket.
    fn choice(&mut self, ball: u8, pocket: u8, row: usize, stroke: &Stroke) -> usize {
        let height = self.picture.height - 2.0 * SCALE * self.margin;
        let rows = ((height / CHOICE.1) as usize).max(1);
        let wide = 250.0;
        let (x, y) = self.at(Vec2::new(0.0, 0.0));
        let area = Area::rectangle(
            x + 10.0 + (wide + 8.0) * (row / rows) as f64,
            y + CHOICE.1 * (row % rows) as f64,
            wide,
            CHOICE.0,
        );
        let name = self.arena.surface_name(Surface::Pocket(pocket));
        self.picture.cell(format!("{ball} to {name} {}: {}", row + 1, in_words(stroke)), area, Kind::Choice)
    }
}

/// How a stroke is played, in a few words.
fn in_words(stroke: &Stroke) -> String {
    let shot = &stroke.shot;
    let mut text = format!("{:.1} m/s", shot.speed);
    if shot.a != 0.0 || shot.b != 0.0 {
        text += &format!(", spin {:.0}:{:.0}", shot.a, shot.b);
    }
    if let Some(place) = stroke.place {
        text += &format!(", from {:.2}:{:.2}", place.x, place.y);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Simulator;
    use crate::players::shots::ShotGenerator;
    use plywood_core::picture::{Theme, check::well_formed};

    fn struck(before: &Layout, arena: &Arena) -> Trace {
        let mut trace = Trace::default();
        let mut simulator = Simulator::new(arena);
        simulator.start(before, &Shot::plain(90.0, 1.0), &mut trace).unwrap();
        simulator.run(&mut trace);
        trace
    }

    #[test]
    fn a_shot_shows_its_ways_and_its_ghost_ball() {
        let arena = Arena::preset("pooltool");
        let before: Layout = "0@0.5:0.5 1@0.5:1 9@0.2:1.5".parse().unwrap();
        let picture = shot(&arena, &before, &struck(&before, &arena));
        let ways = picture.ground.iter().filter(|shape| shape.fill.is_none() && shape.opacity == 0.85);
        assert_eq!(ways.count(), 2, "two balls moved");
        let dashed = picture.ground.iter().filter(|shape| shape.line.is_some_and(|pen| pen.dashed));
        assert_eq!(dashed.count(), 1);
        let text = picture.svg(Theme::Light);
        assert_eq!(text.matches(">9</text>").count(), 1, "a ball that stays is drawn once");
        assert_eq!(layout(&arena, &before).pieces.len(), 3);
        well_formed(&picture);
    }

    #[test]
    fn strokes_are_clicks_on_a_ball_and_a_pocket() {
        for preset in ["poolfiz", "pooltool"] {
            let arena = Arena::preset(preset);
            let here: GameState = "8ball turn=1 0@0.5:0.6 3@0.3:1.2 8@0.8:1.7 12@0.9:0.4".parse().unwrap();
            let mut strokes = ShotGenerator::with(|generator| generator.candidates(&arena, &here).to_vec());
            let called = strokes.iter().find(|stroke| matches!(stroke.call, Call::Ball { .. }));
            let mut harder = *called.expect("a ball can be pocketed");
            harder.shot.speed *= 1.25;
            strokes.push(harder);
            let picture = state(&arena, &here, &strokes, None);
            let plays: Vec<&str> = picture.targets.iter().map(|target| target.play.as_str()).collect();
            for stroke in &strokes {
                let text = stroke.text(&arena);
                assert_eq!(plays.iter().filter(|play| **play == text).count(), 1, "{text} has its clicks");
            }
            let clicks: Vec<&[usize]> = picture.targets.iter().map(|target| &target.clicks[..]).collect();
            for one in clicks.iter().filter(|clicks| clicks.len() > 1) {
                let alike = clicks.iter().filter(|other| other.starts_with(&one[..2])).count();
                assert_eq!(one.len() == 3, alike > 1, "several strokes at one pocket are a choice");
            }
            assert!(clicks.iter().any(|clicks| clicks.len() == 3), "two speeds are");
            well_formed(&picture);
        }
    }

    #[test]
    fn round_pockets_stay_on_the_picture() {
        for (name, _) in crate::table::PRESETS {
            let arena = Arena::preset(name);
            if matches!(arena.table.pockets, Pockets::Mouths { .. }) {
                continue;
            }
            let drawing = Drawing::table(&arena);
            let holes = arena.outline.holes.iter().map(|hole| (hole.centre, hole.radius));
            let jaws = arena.outline.jaws.iter().map(|jaw| (jaw.centre, jaw.radius));
            for (centre, radius) in holes.chain(jaws) {
                let ((x, y), radius) = (drawing.at(centre), SCALE * radius);
                let inside = [
                    x - radius,
                    y - radius,
                    drawing.picture.width - x - radius,
                    drawing.picture.height - y - radius,
                ];
                assert!(inside.iter().all(|room| *room >= 0.0), "{name}: {inside:?}");
            }
        }
    }
}
