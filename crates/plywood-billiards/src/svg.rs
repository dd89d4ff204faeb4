//! Tables and shots as SVG text, the long side of the table from left to right.
//!
//! Paths are exact: every phase of a ball is a parabola, which is a quadratic Bezier curve.

use crate::layout::{CUE_BALL, Layout};
use crate::physics::{Arena, EventKind, Motion, Phase, Trace};
use crate::table::{Pockets, StraightCushion};
use crate::vector::Vec2;
use std::fmt::Write;

/// Pixels a metre.
const SCALE: f64 = 400.0;
/// Wood around the cushions, in metres.
const FRAME: f64 = 0.07;
/// How far cushions reach back where the table does not say.
const CUSHION: f64 = 0.05;

const WOOD: &str = "#5b3a21";
const RAIL: &str = "#0e5a3c";
const CLOTH: &str = "#1b8a5a";

/// Colours of the balls 0 to 8; 9 to 15 repeat 1 to 7 as stripes, snooker's others are red.
const COLOURS: [&str; 9] =
    ["#fdfdf5", "#f2c21a", "#1f4fb4", "#d3302a", "#6a2c91", "#e8731e", "#157a3d", "#7c1c26", "#161616"];

/// A drawing of where the balls lie.
pub fn layout(arena: &Arena, layout: &Layout) -> String {
    let mut drawing = Drawing::table(arena);
    layout.iter().for_each(|(ball, at)| drawing.ball(ball, at, 1.0));
    drawing.finish()
}

/// A drawing of a shot: where the balls were (pale), the ways they took, where the cue ball was when it met the first ball
/// (dashed), and where they came to rest.
pub fn shot(arena: &Arena, before: &Layout, trace: &Trace) -> String {
    let mut drawing = Drawing::table(arena);
    for (ball, phases) in trace.balls() {
        drawing.path(ball, phases);
    }
    for (ball, at) in before.iter() {
        let moved = trace
            .sample(ball, f64::MAX)
            .is_none_or(|end| end.position != at || end.motion == Motion::Pocketed);
        if moved {
            drawing.ball(ball, at, 0.35);
        }
    }
    let met = trace.events.iter().find(|event| {
        matches!(event.kind, EventKind::Balls { first, second } if first == CUE_BALL || second == CUE_BALL)
    });
    if let Some(ghost) = met.and_then(|event| trace.sample(CUE_BALL, event.time)) {
        drawing.circle(
            ghost.position,
            arena.table.ball.radius,
            "fill=\"none\" stroke=\"#fff\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"",
        );
    }
    for (ball, _) in trace.balls() {
        if let Some(end) = trace.sample(ball, f64::MAX)
            && end.motion != Motion::Pocketed
        {
            drawing.ball(ball, end.position, 1.0);
        }
    }
    drawing.finish()
}

struct Drawing<'a> {
    arena: &'a Arena,
    text: String,
    margin: f64,
}

impl<'a> Drawing<'a> {
    /// The empty table.
    fn table(arena: &'a Arena) -> Self {
        let table = &arena.table;
        let cushion = if let Pockets::Jaws(jaws) = &table.pockets { jaws.cushion_width } else { CUSHION };
        let margin = cushion + FRAME;
        let (width, height) = (SCALE * (table.length + 2.0 * margin), SCALE * (table.width + 2.0 * margin));
        let mut drawing = Drawing { arena, text: String::new(), margin };
        writeln!(
            drawing.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.1} {height:.1}\">\n\
             <rect width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{:.1}\" fill=\"{WOOD}\"/>",
            SCALE * margin * 0.6
        )
        .expect("writing to a string cannot fail");
        // Wide tips would reach out over the wood.
        drawing.push(format_args!("<clipPath id=\"cushions\">"));
        drawing.rectangle(cushion, RAIL);
        drawing.push(format_args!("</clipPath>"));
        drawing.rectangle(cushion, RAIL);
        drawing.rectangle(0.0, CLOTH);
        match table.pockets {
            Pockets::Mouths { corner, side } => drawing.mouths(corner, side, cushion),
            _ => drawing.jaws(),
        }
        drawing.marks();
        drawing
    }

    fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// From metres on the table to pixels: a quarter turn, so that the length runs to the right.
    fn at(&self, place: Vec2) -> (f64, f64) {
        (SCALE * (place.y + self.margin), SCALE * (place.x + self.margin))
    }

    fn push(&mut self, line: std::fmt::Arguments) {
        self.text.write_fmt(line).expect("writing to a string cannot fail");
        self.text.push('\n');
    }

    /// The playing surface grown by so much.
    fn rectangle(&mut self, grown: f64, colour: &str) {
        let (x, y) = self.at(Vec2::new(-grown, -grown));
        let (width, height) =
            (SCALE * (self.arena.table.length + 2.0 * grown), SCALE * (self.arena.table.width + 2.0 * grown));
        self.push(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{colour}\"/>"
        ));
    }

    fn circle(&mut self, centre: Vec2, radius: f64, style: &str) {
        let (x, y) = self.at(centre);
        self.push(format_args!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{:.2}\" {style}/>", SCALE * radius));
    }

    fn polygon(&mut self, corners: &[Vec2], colour: &str) {
        let points: Vec<String> =
            corners.iter().map(|&corner| self.at(corner)).map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        self.push(format_args!("<polygon points=\"{}\" fill=\"{colour}\"/>", points.join(" ")));
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
                self.polygon(&corners.map(|(dx, dy)| apex + Vec2::new(dx * inward, dy * along)), "#000");
            }
            let middle = Vec2::new(x, 0.5 * length);
            let corners = [(0.0, -0.5), (0.0, 0.5), (-0.8 * depth, 0.45), (-0.8 * depth, -0.45)];
            self.polygon(&corners.map(|(dx, share)| middle + Vec2::new(dx * inward, share * side)), "#000");
        }
    }

    /// Pockets with jaws: cloth between the jaws, then the hole; rounded tips over the cushions.
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
                self.polygon(&[nose(one), hole.centre, nose(other)], CLOTH);
            }
            let beside = |cushion: &&StraightCushion| {
                [cushion.from, cushion.to]
                    .iter()
                    .any(|end| (*end - hole.centre).norm() < hole.radius + arena.table.ball.radius)
            };
            let jaws: Vec<&StraightCushion> = arena.outline.cushions.iter().filter(beside).collect();
            if let [one, other] = jaws[..] {
                self.polygon(&[nose(one.to), one.to, one.from, other.from, other.to, nose(other.to)], CLOTH);
            }
            self.circle(hole.centre, hole.radius, "fill=\"#000\"");
        }
        for jaw in &arena.outline.jaws {
            self.circle(jaw.centre, jaw.radius, &format!("fill=\"{RAIL}\" clip-path=\"url(#cushions)\""));
        }
        for cushion in &arena.outline.cushions {
            let ((x1, y1), (x2, y2)) = (self.at(cushion.from), self.at(cushion.to));
            self.push(format_args!(
                "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"#0a3f2b\" stroke-width=\"1.5\"/>"
            ));
        }
    }

    /// Head string and spots.
    fn marks(&mut self) {
        let table = &self.arena.table;
        let (head, foot) = (table.head_spot(), table.foot_spot());
        let ((x, y1), (_, y2)) = (self.at(Vec2::new(0.0, head.y)), self.at(Vec2::new(table.width, head.y)));
        self.push(format_args!(
            "<line x1=\"{x:.2}\" y1=\"{y1:.2}\" x2=\"{x:.2}\" y2=\"{y2:.2}\" stroke=\"#ffffff\" stroke-opacity=\"0.3\"/>"
        ));
        for spot in [head, foot] {
            self.circle(spot, 0.004, "fill=\"#ffffff\" fill-opacity=\"0.5\"");
        }
    }

    /// A ball with its number, at an opacity.
    fn ball(&mut self, ball: u8, at: Vec2, opacity: f64) {
        let radius = self.arena.table.ball.radius;
        let (x, y) = self.at(at);
        let pixels = SCALE * radius;
        self.push(format_args!("<g opacity=\"{opacity}\">"));
        let colour = colour(ball);
        if (9..=15).contains(&ball) {
            self.circle(at, radius, "fill=\"#fdfdf5\"");
            let (half, rise) = (0.8 * pixels, 0.6 * pixels);
            self.push(format_args!(
                "<path d=\"M{:.2},{:.2} A{pixels:.2},{pixels:.2} 0 0 1 {:.2},{:.2} L{:.2},{:.2} A{pixels:.2},{pixels:.2} 0 0 1 {:.2},{:.2} Z\" fill=\"{colour}\"/>",
                x + half, y - rise, x + half, y + rise, x - half, y + rise, x - half, y - rise
            ));
        } else {
            self.circle(at, radius, &format!("fill=\"{colour}\""));
        }
        self.circle(at, radius, "fill=\"none\" stroke=\"#00000066\" stroke-width=\"0.8\"");
        if ball != CUE_BALL {
            self.circle(at, 0.5 * radius, "fill=\"#fdfdf5\"");
            self.push(format_args!(
                "<text x=\"{x:.2}\" y=\"{:.2}\" font-family=\"sans-serif\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"#111\">{ball}</text>",
                y + 0.27 * pixels,
                0.75 * pixels
            ));
        }
        self.push(format_args!("</g>"));
    }

    /// The way of a ball, phase by phase.
    fn path(&mut self, ball: u8, phases: &[Phase]) {
        let mut path = String::new();
        for (phase, next) in phases.iter().zip(phases.iter().skip(1)) {
            if !phase.state.motion.travels() {
                continue;
            }
            let time = next.start - phase.start;
            let (from, control, to) = (
                self.at(phase.state.position),
                self.at(phase.state.position + phase.state.velocity * (0.5 * time)),
                self.at(next.state.position),
            );
            let start =
                if path.is_empty() { format!("M{:.2},{:.2} ", from.0, from.1) } else { String::new() };
            write!(path, "{start}Q{:.2},{:.2} {:.2},{:.2} ", control.0, control.1, to.0, to.1)
                .expect("writing to a string cannot fail");
        }
        if !path.is_empty() {
            self.push(format_args!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-opacity=\"0.85\" stroke-linejoin=\"round\"/>",
                path.trim_end(),
                colour(ball)
            ));
        }
    }
}

fn colour(ball: u8) -> &'static str {
    match ball {
        0..=8 => COLOURS[ball as usize],
        9..=15 => COLOURS[ball as usize - 8],
        _ => COLOURS[3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Simulator;
    use crate::shot::Shot;

    #[test]
    fn a_shot_shows_its_ways_and_its_ghost_ball() {
        let arena = Arena::preset("pooltool");
        let before: Layout = "0@0.5:0.5 1@0.5:1 9@0.2:1.5".parse().unwrap();
        let mut trace = Trace::default();
        let mut simulator = Simulator::new(&arena);
        simulator.start(&before, &Shot::plain(90.0, 1.0), &mut trace).unwrap();
        simulator.run(&mut trace);
        let drawing = shot(&arena, &before, &trace);
        assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"));
        assert_eq!(drawing.matches("stroke-linejoin").count(), 2, "two balls moved");
        assert_eq!(drawing.matches("stroke-dasharray").count(), 1);
        assert_eq!(drawing.matches(">9</text>").count(), 1, "a ball that stays is drawn once");
        assert_eq!(layout(&arena, &before).matches("<g ").count(), 3);
    }
}
