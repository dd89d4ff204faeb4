//! The boundary of a table as straight cushions, round jaws and pockets, and the walls that let the simulator skip most of them.
//!
//! Pocket names: `l` or `r` for the left or right side, `b`, `c` or `t` for bottom (head), centre or top (foot).

use super::{Pockets, Table};
use crate::vector::Vec2;
use serde::{Deserialize, Serialize};

/// A straight piece of cushion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StraightCushion {
    /// Name of the piece.
    pub name: String,
    /// One end of the nose.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
    /// The unit normal that points into the table.
    pub inward: Vec2,
}

/// A round tip of a cushion beside a pocket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jaw {
    /// Name of the piece.
    pub name: String,
    /// Centre of the circle.
    pub centre: Vec2,
    /// Its radius.
    pub radius: f64,
}

/// A hole: a ball whose centre enters it is pocketed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PocketCircle {
    /// Name of the pocket.
    pub name: String,
    /// Centre of the hole.
    pub centre: Vec2,
    /// Its radius.
    pub radius: f64,
}

/// A boundary spelled out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    /// Straight cushions.
    pub cushions: Vec<StraightCushion>,
    /// Round jaws.
    pub jaws: Vec<Jaw>,
    /// Holes.
    pub holes: Vec<PocketCircle>,
}

/// Measures of pockets with jaws, the same for all corners and for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JawPockets {
    /// How far the cushions reach back from their noses.
    pub cushion_width: f64,
    /// Width of a corner mouth.
    pub corner_width: f64,
    /// How much wider than 45 degrees the corner jaws open.
    pub corner_angle: f64,
    /// Distance of the centre of a corner hole from the corner.
    pub corner_depth: f64,
    /// Radius of a corner hole.
    pub corner_radius: f64,
    /// Radius of the tips of the corner jaws.
    pub corner_jaw_radius: f64,
    /// Width of a side mouth.
    pub side_width: f64,
    /// Angle of the side jaws.
    pub side_angle: f64,
    /// Distance of the centre of a side hole from the line of the rail.
    pub side_depth: f64,
    /// Radius of a side hole.
    pub side_radius: f64,
    /// Radius of the tips of the side jaws.
    pub side_jaw_radius: f64,
}

/// A part of the boundary that a ball meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Surface {
    /// A straight cushion, by its index.
    Cushion(u8),
    /// A round jaw, by its index.
    Jaw(u8),
    /// A pocket, by its index.
    Pocket(u8),
}

/// A straight line that no ball centre passes without meeting something: a side of the region where balls touch nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Wall {
    /// The unit normal into the table.
    pub inward: Vec2,
    /// The centre of a ball is inside while `inward . centre >= offset`.
    pub offset: f64,
    /// What is met where; in the gaps between parts the whole outline has to be searched.
    pub parts: Vec<WallPart>,
}

/// A stretch of a wall, measured along `inward` turned left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallPart {
    /// Where the stretch begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The part that a ball meets there.
    pub surface: Surface,
}

/// The six pockets in the order of their names.
const POCKET_NAMES: [&str; 6] = ["lb", "lc", "lt", "rb", "rc", "rt"];

impl Outline {
    /// The outline of a table, its pockets with plain mouths left out (they are walls, not holes).
    pub fn of(table: &Table) -> Outline {
        match &table.pockets {
            Pockets::None => plain(table),
            Pockets::Mouths { .. } => {
                let mut outline = plain(table);
                outline.holes = mouth_centres(table)
                    .map(|(name, centre)| PocketCircle { name: name.to_string(), centre, radius: 0.0 })
                    .to_vec();
                outline
            }
            Pockets::Jaws(jaws) => jawed(table, jaws),
            Pockets::Outline(outline) => outline.clone(),
        }
    }

    /// The walls of a table: for plain mouths the rails and the corner mouths, otherwise the rails where cushions lie on them.
    pub fn walls(&self, table: &Table) -> Vec<Wall> {
        let mut walls = self.rails(table);
        match table.pockets {
            Pockets::Mouths { corner, side } => add_mouths(&mut walls, table, corner, side),
            Pockets::None => {}
            // An outline that juts out over the rectangle has no walls to rely on.
            Pockets::Jaws(_) | Pockets::Outline(_) if self.juts_out(table) => walls.clear(),
            Pockets::Jaws(_) | Pockets::Outline(_) => {}
        }
        walls
    }

    /// The four sides of the rectangle of ball centres, with the cushions that lie on them.
    fn rails(&self, table: &Table) -> Vec<Wall> {
        let side = |inward: Vec2, line: f64| {
            let along = inward.left();
            let parts = self.cushions.iter().enumerate().filter(|(_, cushion)| {
                (cushion.inward - inward).norm() < 1e-12 && (inward.dot(cushion.from) - line).abs() < 1e-12
            });
            let parts = parts.map(|(index, cushion)| {
                let ends = [along.dot(cushion.from), along.dot(cushion.to)];
                WallPart {
                    from: ends[0].min(ends[1]),
                    to: ends[0].max(ends[1]),
                    surface: Surface::Cushion(index as u8),
                }
            });
            Wall { inward, offset: line + table.ball.radius, parts: parts.collect() }
        };
        vec![
            side(Vec2::new(1.0, 0.0), 0.0),
            side(Vec2::new(-1.0, 0.0), -table.width),
            side(Vec2::new(0.0, 1.0), 0.0),
            side(Vec2::new(0.0, -1.0), -table.length),
        ]
    }

    /// Whether anything can be touched by a ball whose centre is inside the rectangle.
    fn juts_out(&self, table: &Table) -> bool {
        let radius = table.ball.radius;
        let off = |point: Vec2| {
            let nearest = Vec2::new(
                point.x.clamp(radius, table.width - radius),
                point.y.clamp(radius, table.length - radius),
            );
            (point - nearest).norm()
        };
        // The distance from a rectangle falls and then rises along a line: thirds of it close in on the least.
        let nearest = |cushion: &StraightCushion| {
            let (mut from, mut to) = (cushion.from, cushion.to);
            for _ in 0..100 {
                let third = (to - from) * (1.0 / 3.0);
                if off(from + third) < off(to - third) { to -= third } else { from += third }
            }
            off(from).min(off(cushion.from)).min(off(cushion.to))
        };
        let inside = |distance: f64, margin: f64| distance < margin - 1e-9;
        self.jaws.iter().any(|jaw| inside(off(jaw.centre), jaw.radius + radius))
            || self.holes.iter().any(|hole| inside(off(hole.centre), hole.radius))
            || self.cushions.iter().any(|cushion| inside(nearest(cushion), radius))
    }
}

/// Four cushions around a rectangle.
fn plain(table: &Table) -> Outline {
    let (width, length) = (table.width, table.length);
    let corner = [Vec2::ZERO, Vec2::new(0.0, length), Vec2::new(width, length), Vec2::new(width, 0.0)];
    let cushion = |name: &str, from: Vec2, to: Vec2, inward: Vec2| StraightCushion {
        name: name.to_string(),
        from,
        to,
        inward,
    };
    Outline {
        cushions: vec![
            cushion("left", corner[0], corner[1], Vec2::new(1.0, 0.0)),
            cushion("right", corner[3], corner[2], Vec2::new(-1.0, 0.0)),
            cushion("bottom", corner[0], corner[3], Vec2::new(0.0, 1.0)),
            cushion("top", corner[1], corner[2], Vec2::new(0.0, -1.0)),
        ],
        ..Outline::default()
    }
}

/// The middles of the plain mouths.
fn mouth_centres(table: &Table) -> [(&'static str, Vec2); 6] {
    let Pockets::Mouths { corner, .. } = table.pockets else {
        unreachable!("only for tables with plain mouths")
    };
    let inset = 0.5 * corner / std::f64::consts::SQRT_2;
    let (width, length) = (table.width, table.length);
    [
        ("lb", Vec2::new(inset, inset)),
        ("lc", Vec2::new(0.0, 0.5 * length)),
        ("lt", Vec2::new(inset, length - inset)),
        ("rb", Vec2::new(width - inset, inset)),
        ("rc", Vec2::new(width, 0.5 * length)),
        ("rt", Vec2::new(width - inset, length - inset)),
    ]
}

/// Side mouths interrupt the long rails; corner mouths are walls at 45 degrees, one radius in front of the mouth.
fn add_mouths(walls: &mut Vec<Wall>, table: &Table, corner: f64, side: f64) {
    for (wall, pocket) in walls.iter_mut().zip([1, 4]) {
        let middle = wall.inward.left().y * 0.5 * table.length;
        let whole = wall.parts[0];
        wall.parts = vec![
            WallPart { to: middle - 0.5 * side, ..whole },
            WallPart { from: middle - 0.5 * side, to: middle + 0.5 * side, surface: Surface::Pocket(pocket) },
            WallPart { from: middle + 0.5 * side, ..whole },
        ];
    }
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let reach = corner / std::f64::consts::SQRT_2 + table.ball.radius;
    let corners = [
        (0, Vec2::new(half, half), Vec2::ZERO),
        (2, Vec2::new(half, -half), Vec2::new(0.0, table.length)),
        (3, Vec2::new(-half, half), Vec2::new(table.width, 0.0)),
        (5, Vec2::new(-half, -half), Vec2::new(table.width, table.length)),
    ];
    for (pocket, inward, apex) in corners {
        let everywhere =
            WallPart { from: f64::NEG_INFINITY, to: f64::INFINITY, surface: Surface::Pocket(pocket) };
        walls.push(Wall { inward, offset: inward.dot(apex) + reach * half, parts: vec![everywhere] });
    }
}

/// Pockets with jaws: one quarter of the table is laid out and mirrored into the others.
fn jawed(table: &Table, jaws: &JawPockets) -> Outline {
    let (width, length) = (table.width, table.length);
    let corner_angle = (jaws.corner_angle + 45.0).to_radians();
    let side_angle = jaws.side_angle.to_radians();
    // From the corner of nose and jaw to where the round tip touches each.
    let corner_cut = jaws.corner_jaw_radius / libm::tan((std::f64::consts::FRAC_PI_2 + corner_angle) / 2.0);
    let side_cut = jaws.side_jaw_radius / libm::tan((std::f64::consts::FRAC_PI_2 + side_angle) / 2.0);
    let mouth = jaws.corner_width * std::f64::consts::FRAC_1_SQRT_2;
    let (corner_sine, corner_cosine) = libm::sincos(corner_angle);
    let (side_sine, side_cosine) = libm::sincos(side_angle);
    let side_horn = (length - jaws.side_width) / 2.0;
    let back = jaws.cushion_width;

    let mut outline = Outline::default();
    let noses = [
        (mouth + corner_cut, side_horn - side_cut),
        (length - side_horn + side_cut, length - mouth - corner_cut),
    ];
    let mut cushion = |name: &str, from: Vec2, to: Vec2, inward: Vec2| {
        outline.cushions.push(StraightCushion { name: name.to_string(), from, to, inward: inward.unit() });
    };
    for (x, inward, names) in [(0.0, 1.0, ["3", "6"]), (width, -1.0, ["15", "12"])] {
        for ((from, to), name) in noses.into_iter().zip(names) {
            cushion(name, Vec2::new(x, from), Vec2::new(x, to), Vec2::new(inward, 0.0));
        }
    }
    for (y, inward, name) in [(0.0, 1.0, "18"), (length, -1.0, "9")] {
        let reach = mouth + corner_cut;
        cushion(name, Vec2::new(reach, y), Vec2::new(width - reach, y), Vec2::new(0.0, inward));
    }
    // Mirror images of the bottom left quarter: (mirrored across, mirrored along, names of side, bottom and left jaw).
    let quarters = [
        (false, false, ["4", "1", "2"]),
        (false, true, ["5", "8", "7"]),
        (true, false, ["14", "17", "16"]),
        (true, true, ["13", "10", "11"]),
    ];
    for (across, along, [side, bottom, left]) in quarters {
        let at = |x: f64, y: f64| {
            Vec2::new(if across { width - x } else { x }, if along { length - y } else { y })
        };
        let turn = |x: f64, y: f64| Vec2::new(if across { -x } else { x }, if along { -y } else { y });
        // A wide round tip can reach the back of the cushion: then there is no straight jaw behind it.
        if side_cut * side_cosine < back {
            cushion(
                side,
                at(-back, side_horn + back * side_sine),
                at(-side_cut * side_cosine, side_horn + side_cut * side_sine),
                jaw_normal(turn, -back + side_cut * side_cosine, (back - side_cut) * side_sine, 1.0),
            );
        }
        let outer = mouth - back * corner_sine / corner_cosine;
        let inner = mouth - corner_cut * corner_sine;
        if corner_cut * corner_cosine >= back {
            continue;
        }
        cushion(
            bottom,
            at(outer, -back),
            at(inner, -corner_cut * corner_cosine),
            jaw_normal(turn, outer - inner, -back + corner_cut * corner_cosine, 1.0),
        );
        cushion(
            left,
            at(-back, outer),
            at(-corner_cut * corner_cosine, inner),
            jaw_normal(turn, -back + corner_cut * corner_cosine, outer - inner, -1.0),
        );
    }
    for (across, along, [side, bottom, left]) in quarters {
        let at = |x: f64, y: f64| {
            Vec2::new(if across { width - x } else { x }, if along { length - y } else { y })
        };
        let tips = [
            (bottom, at(mouth + corner_cut, -jaws.corner_jaw_radius), jaws.corner_jaw_radius),
            (left, at(-jaws.corner_jaw_radius, mouth + corner_cut), jaws.corner_jaw_radius),
            (side, at(-jaws.side_jaw_radius, side_horn - side_cut), jaws.side_jaw_radius),
        ];
        outline.jaws.extend(tips.map(|(name, centre, radius)| Jaw {
            name: format!("{name}t"),
            centre,
            radius,
        }));
    }
    let corner = jaws.corner_depth * std::f64::consts::FRAC_1_SQRT_2;
    for (name, index) in POCKET_NAMES.into_iter().zip(0..) {
        let (across, along) = (index / 3 == 1, index % 3);
        let outward = if along == 1 { jaws.side_depth } else { corner };
        let x = if across { width + outward } else { -outward };
        let y = [-corner, 0.5 * length, length + corner][along];
        let radius = if along == 1 { jaws.side_radius } else { jaws.corner_radius };
        outline.holes.push(PocketCircle { name: name.to_string(), centre: Vec2::new(x, y), radius });
    }
    outline
}

/// The normal of a jaw of the bottom left quarter that points away from the rest of the cushion, mirrored with the jaw.
fn jaw_normal(turn: impl Fn(f64, f64) -> Vec2, x: f64, y: f64, toward: f64) -> Vec2 {
    turn(-y * toward, x * toward) * -1.0
}
