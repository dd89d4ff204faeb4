//! The look of pieces: from a name to shapes.

use serde::{Deserialize, Serialize};

use super::shape::{Leg, Point, Shape, width_of};
use super::{Area, Paint};

/// The look of a piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// A flat round piece.
    Disc(Paint),
    /// A round piece with a text on it.
    Stone(Paint, String),
    /// A square piece with a text on it.
    Tile(Paint, String),
    /// A figure by its letter, such as a chess man of Unicode.
    Figure(Paint, String),
    /// A cross of two strokes.
    Cross(Paint),
    /// A ring of one stroke.
    Ring(Paint),
    /// The number of seeds in a pit.
    Seeds(u32),
    /// A match, standing; burnt where it was taken.
    Match {
        /// Whether it was taken.
        burnt: bool,
    },
    /// A die with a number of faces; none shows before it is thrown.
    Die {
        /// The face that it shows.
        shows: Option<u32>,
        /// The number of its faces.
        faces: u32,
    },
    /// A billiard ball by its number; 0 is the cue ball, 9 to 15 are striped, 16 and more are snooker's reds.
    Ball(u8),
}

/// Seeds drawn at most: more look like a heap anyway, and their number stands beside the pit.
const MOST_SEEDS: u32 = 60;

/// Cosine and sine of the golden angle.
const GOLDEN: (f64, f64) = (-0.737_368_878_078_319_7, 0.675_490_294_261_523_8);

/// Places of pips on a die, by its face.
const PIPS: [&[(f64, f64)]; 6] = [
    &[(0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
];

impl Paint {
    /// The colour of text on this one.
    pub fn text_on(self) -> Paint {
        use Paint::{Black, Blue, Green, Ink, Maroon, Purple, Rack, Red, Rim};
        match self {
            Black | Blue | Green | Maroon | Purple | Rack | Red | Rim | Ink => Paint::White,
            _ => Paint::Rim,
        }
    }
}

impl Look {
    /// The shapes of a piece of this height around a point.
    pub fn shapes(&self, at: Point, size: f64) -> Vec<Shape> {
        let (x, y) = at;
        let radius = size / 2.0;
        match self {
            Look::Disc(paint) => disc(at, radius, *paint).into(),
            Look::Stone(paint, text) => {
                let mut shapes = Vec::from(disc(at, radius, *paint));
                shapes.push(written(at, size, 0.62, text, paint.text_on()));
                shapes
            }
            Look::Tile(paint, text) => vec![
                square(at, size).round(0.16 * size).fill(*paint).line(Paint::Rim, 0.02 * size),
                written(at, size, 0.76, text, paint.text_on()),
            ],
            Look::Figure(paint, text) => {
                let edge = if *paint == Paint::White { Paint::Rim } else { *paint };
                vec![Shape::text(at, size, text.clone()).fill(*paint).line(edge, 0.02 * size)]
            }
            Look::Cross(paint) => {
                let arm = 0.8 * radius;
                [-arm, arm]
                    .map(|rise| {
                        Shape::segment((x - arm, y - rise), (x + arm, y + rise)).line(*paint, 0.3 * radius)
                    })
                    .into()
            }
            Look::Ring(paint) => vec![Shape::circle(at, 0.8 * radius).line(*paint, 0.3 * radius)],
            Look::Seeds(count) => seeds(at, radius, *count),
            Look::Match { burnt } => burning(at, size, *burnt),
            Look::Die { shows, faces } => die(at, size, *shows, *faces),
            Look::Ball(number) => ball(at, radius, *number),
        }
    }
}

fn square((x, y): Point, size: f64) -> Shape {
    Shape::rectangle(x - size / 2.0, y - size / 2.0, size, size)
}

/// A text that fits into this part of a piece's width.
fn written(at: Point, size: f64, share: f64, text: &str, paint: Paint) -> Shape {
    let fits = share * size / width_of(text, 1.0).max(0.1);
    Shape::text(at, fits.min(0.56 * size), text).fill(paint).bold()
}

fn disc(at: Point, radius: f64, paint: Paint) -> [Shape; 2] {
    let edge = (0.05 * radius).max(0.6);
    [
        Shape::circle(at, radius).fill(paint).line(Paint::Rim, edge),
        Shape::circle(at, 0.72 * radius).line(paint.text_on(), edge).opacity(0.22),
    ]
}

/// Seeds as in a sunflower: each a golden angle further, so that any number of them fills the pit evenly.
fn seeds((x, y): Point, radius: f64, count: u32) -> Vec<Shape> {
    let shown = count.min(MOST_SEEDS);
    let grain = 0.2 * radius * (9.0 / f64::from(shown.max(9))).sqrt();
    let reach = if shown > 1 { 0.78 * radius } else { 0.0 };
    // Few seeds lie together in the middle.
    let spread = reach.min(1.25 * grain * f64::from(shown).sqrt());
    let mut way = (1.0, 0.0);
    (0..shown)
        .map(|seed| {
            let out = spread * ((f64::from(seed) + 0.5) / f64::from(shown)).sqrt();
            let (cos, sin) = way;
            way = (cos * GOLDEN.0 - sin * GOLDEN.1, sin * GOLDEN.0 + cos * GOLDEN.1);
            Shape::circle((x + out * cos, y + out * sin), grain)
                .fill(Paint::Seed)
                .line(Paint::BoardLine, 0.12 * grain)
        })
        .collect()
}

fn burning((x, y): Point, size: f64, burnt: bool) -> Vec<Shape> {
    let (wide, head) = (0.1 * size, 0.11 * size);
    let stick = Shape::rectangle(x - wide / 2.0, y - size / 2.0 + head, wide, size - head).round(0.3 * wide);
    if burnt {
        return vec![stick.line(Paint::Hair, 1.0).dashed()];
    }
    vec![
        stick.fill(Paint::Board).line(Paint::BoardLine, 0.8),
        Shape::rectangle(x - head / 1.6, y - size / 2.0, head * 1.25, 1.7 * head)
            .round(0.6 * head)
            .fill(Paint::Red)
            .line(Paint::Maroon, 0.8),
    ]
}

fn die(at: Point, size: f64, shows: Option<u32>, faces: u32) -> Vec<Shape> {
    let (x, y) = at;
    let body = square(at, size).round(0.18 * size).fill(Paint::White).line(Paint::Rim, 0.035 * size);
    let mut shapes = vec![body];
    match shows {
        Some(face @ 1..=6) if faces <= 6 => {
            let step = 0.26 * size;
            shapes.extend(PIPS[face as usize - 1].iter().map(|(right, down)| {
                Shape::circle((x + right * step, y + down * step), 0.09 * size).fill(Paint::Rim)
            }));
        }
        Some(face) => shapes.push(written(at, size, 0.76, &face.to_string(), Paint::Rim)),
        None => shapes.push(written(at, size, 0.76, "?", Paint::Rim).opacity(0.55)),
    }
    shapes
}

/// The colour of a billiard ball.
pub fn ball_paint(number: u8) -> Paint {
    use Paint::{Black, Blue, Green, Maroon, Orange, Purple, Red, White, Yellow};
    const PAINTS: [Paint; 9] = [White, Yellow, Blue, Red, Purple, Orange, Green, Maroon, Black];
    match number {
        0..=8 => PAINTS[usize::from(number)],
        9..=15 => PAINTS[usize::from(number) - 8],
        _ => Red,
    }
}

fn ball(at: Point, radius: f64, number: u8) -> Vec<Shape> {
    let (x, y) = at;
    let paint = ball_paint(number);
    let edge = (0.06 * radius).max(0.4);
    let mut shapes = Vec::new();
    if (9..=15).contains(&number) {
        shapes.push(Shape::circle(at, radius).fill(Paint::White).line(Paint::Rim, edge));
        let (half, rise) = (0.8 * radius, 0.6 * radius);
        shapes.push(
            Shape::path([
                Leg::Move((x + half, y - rise)),
                Leg::Arc(radius, (x + half, y + rise)),
                Leg::Line((x - half, y + rise)),
                Leg::Arc(radius, (x - half, y - rise)),
                Leg::Close,
            ])
            .fill(paint),
        );
    } else {
        shapes.push(Shape::circle(at, radius).fill(paint).line(Paint::Rim, edge));
    }
    if (1..=15).contains(&number) {
        shapes.push(Shape::circle(at, 0.52 * radius).fill(Paint::White));
        shapes.push(written(at, radius, 0.86, &number.to_string(), Paint::Rim));
    }
    let shine = (x - 0.42 * radius, y - 0.42 * radius);
    shapes.push(Shape::circle(shine, 0.12 * radius).fill(Paint::White).opacity(0.55));
    shapes
}

impl Area {
    /// The area as a shape.
    pub fn shape(&self) -> Shape {
        match self.round && (self.width - self.height).abs() < 1e-9 {
            true => Shape::circle(self.centre(), self.width / 2.0),
            false => {
                let corner = if self.round { self.size() / 2.0 } else { 0.0 };
                Shape::rectangle(self.x, self.y, self.width, self.height).round(corner)
            }
        }
    }
}
