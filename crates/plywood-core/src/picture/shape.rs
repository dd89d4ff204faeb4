//! The means of drawing: rectangles, circles, polygons, paths and text.
//!
//! Lengths are pixels of a picture at its natural size; `x` runs to the right and `y` down.

use serde::{Deserialize, Serialize};

use super::Paint;

/// A place in a picture.
pub type Point = (f64, f64);

/// A shape and how it is painted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Its outline.
    pub form: Form,
    /// Its filling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Paint>,
    /// The line around it, or along it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Pen>,
    /// One is solid, zero cannot be seen.
    pub opacity: f64,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pen {
    /// Its colour.
    pub paint: Paint,
    /// Its width.
    pub width: f64,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// An outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A rectangle whose corners may be round.
    Rectangle {
        /// The left edge.
        x: f64,
        /// The upper edge.
        y: f64,
        /// To the right edge.
        width: f64,
        /// To the lower edge.
        height: f64,
        /// The radius of its corners.
        radius: f64,
    },
    /// A circle.
    Circle {
        /// The centre.
        x: f64,
        /// The centre.
        y: f64,
        /// The radius.
        radius: f64,
    },
    /// A closed line through points.
    Polygon(Vec<Point>),
    /// An open or closed line of straight and curved pieces.
    Path(Vec<Leg>),
    /// A line of text.
    Text(Text),
}

/// A leg of a path, from where the one before it ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// Lifts the pen and puts it down there.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A parabola: the point that pulls it, and its end.
    Curve(Point, Point),
    /// A piece of a circle of this radius, less than half of it, clockwise.
    Arc(f64, Point),
    /// Straight back to where the pen was put down.
    Close,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// Where it is anchored.
    pub x: f64,
    /// The middle of its height.
    pub y: f64,
    /// Its text.
    pub text: String,
    /// The height of its letters.
    pub size: f64,
    /// Which part of it is at `x`.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether all letters are equally wide.
    pub mono: bool,
}

/// Which part of a text is where it is anchored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Shape {
    /// A shape that is not painted yet.
    pub fn new(form: Form) -> Shape {
        Shape { form, fill: None, line: None, opacity: 1.0 }
    }
    /// A rectangle.
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Shape {
        Shape::new(Form::Rectangle { x, y, width, height, radius: 0.0 })
    }
    /// A circle.
    pub fn circle((x, y): Point, radius: f64) -> Shape {
        Shape::new(Form::Circle { x, y, radius })
    }
    /// A polygon.
    pub fn polygon(points: impl Into<Vec<Point>>) -> Shape {
        Shape::new(Form::Polygon(points.into()))
    }
    /// A path.
    pub fn path(legs: impl Into<Vec<Leg>>) -> Shape {
        Shape::new(Form::Path(legs.into()))
    }
    /// A straight line.
    pub fn segment(from: Point, to: Point) -> Shape {
        Shape::path([Leg::Move(from), Leg::Line(to)])
    }
    /// A line of text around a point.
    pub fn text((x, y): Point, size: f64, text: impl Into<String>) -> Shape {
        let anchor = Anchor::Middle;
        let text = Text { x, y, text: text.into(), size, anchor, bold: false, mono: false };
        Shape::new(Form::Text(text)).fill(Paint::Ink)
    }

    /// Filled.
    pub fn fill(self, paint: Paint) -> Shape {
        Shape { fill: Some(paint), ..self }
    }
    /// With a line around it.
    pub fn line(self, paint: Paint, width: f64) -> Shape {
        Shape { line: Some(Pen { paint, width, dashed: false }), ..self }
    }
    /// Its line dashed.
    pub fn dashed(mut self) -> Shape {
        self.line.iter_mut().for_each(|pen| pen.dashed = true);
        self
    }
    /// Shining through.
    pub fn opacity(self, opacity: f64) -> Shape {
        Shape { opacity, ..self }
    }
    /// With round corners.
    pub fn round(mut self, corner: f64) -> Shape {
        if let Form::Rectangle { radius, .. } = &mut self.form {
            *radius = corner;
        }
        self
    }
    /// Text in bold.
    pub fn bold(self) -> Shape {
        self.with_text(|text| text.bold = true)
    }
    /// Text in letters of one width.
    pub fn mono(self) -> Shape {
        self.with_text(|text| text.mono = true)
    }
    /// Text that begins where it is anchored.
    pub fn start(self) -> Shape {
        self.with_text(|text| text.anchor = Anchor::Start)
    }
    /// Text that ends where it is anchored.
    pub fn end(self) -> Shape {
        self.with_text(|text| text.anchor = Anchor::End)
    }

    fn with_text(mut self, change: impl Fn(&mut Text)) -> Shape {
        if let Form::Text(text) = &mut self.form {
            change(text);
        }
        self
    }

    /// Turned by half in a picture of a size, text staying upright.
    pub(super) fn turn(&mut self, turn: &impl Fn(&mut Point), (width, height): Point) {
        match &mut self.form {
            Form::Rectangle { x, y, width: wide, height: high, .. } => {
                (*x, *y) = (width - *x - *wide, height - *y - *high);
            }
            Form::Circle { x, y, .. } => (*x, *y) = (width - *x, height - *y),
            Form::Polygon(points) => points.iter_mut().for_each(turn),
            Form::Path(legs) => legs.iter_mut().for_each(|leg| match leg {
                Leg::Move(to) | Leg::Line(to) | Leg::Arc(_, to) => turn(to),
                Leg::Curve(by, to) => [by, to].into_iter().for_each(turn),
                Leg::Close => {}
            }),
            Form::Text(text) => {
                (text.x, text.y) = (width - text.x, height - text.y);
                text.anchor = match text.anchor {
                    Anchor::Start => Anchor::End,
                    Anchor::Middle => Anchor::Middle,
                    Anchor::End => Anchor::Start,
                };
            }
        }
    }

    /// The corners of a box around the shape: left, top, right, bottom.
    pub fn extent(&self) -> [f64; 4] {
        let around = |points: &mut dyn Iterator<Item = Point>| {
            let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
            points.fold(none, |[left, top, right, bottom], (x, y)| {
                [left.min(x), top.min(y), right.max(x), bottom.max(y)]
            })
        };
        match &self.form {
            Form::Rectangle { x, y, width, height, .. } => [*x, *y, x + width, y + height],
            Form::Circle { x, y, radius } => [x - radius, y - radius, x + radius, y + radius],
            Form::Polygon(points) => around(&mut points.iter().copied()),
            Form::Path(legs) => around(&mut legs.iter().flat_map(|leg| match leg {
                Leg::Move(to) | Leg::Line(to) | Leg::Arc(_, to) => vec![*to],
                Leg::Curve(by, to) => vec![*by, *to],
                Leg::Close => Vec::new(),
            })),
            Form::Text(text) => {
                let width = text.width();
                let left = text.x
                    - match text.anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => width / 2.0,
                        Anchor::End => width,
                    };
                [left, text.y - text.size / 2.0, left + width, text.y + text.size / 2.0]
            }
        }
    }
}

impl Text {
    /// About how wide it is; fonts differ.
    pub fn width(&self) -> f64 {
        if self.mono {
            return 0.61 * self.size * self.text.chars().count() as f64;
        }
        width_of(&self.text, self.size) * if self.bold { 1.07 } else { 1.0 }
    }
}

/// About how wide a text is in a proportional font; fonts differ.
pub fn width_of(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.31,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '∞' | '…' => 0.95,
        'A'..='Z' | '≤' | '≥' | '+' | '=' | '<' | '>' | '−' => 0.74,
        '\u{1100}'.. => 1.05,
        _ => 0.6,
    };
    size * text.chars().map(letter).sum::<f64>()
}

/// A text in lines that are about so wide.
pub fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if line.is_empty() || width_of(&longer, size) <= width {
            *line = longer;
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
