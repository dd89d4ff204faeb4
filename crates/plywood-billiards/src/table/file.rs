//! Tables as TOML text, and the checks that every table passes before a ball rolls on it.

use super::{Collision, Outline, PRESETS, Pockets, Table};
use crate::vector::Vec2;
use plywood_core::error::one_of;
use plywood_core::files;
use std::path::Path;
use thiserror::Error;

/// Why a table is refused.
#[derive(Debug, Error)]
pub enum TableError {
    /// There is no preset of this name, and it names no file.
    #[error("there is no table {0:?}; known: {known}, or a file such as mine.toml", known = one_of(PRESETS.map(|(name, _)| name)))]
    Unknown(String),
    /// A file that cannot be read or holds no good table.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The fault.
        reason: String,
    },
    /// The text is not a table description.
    #[error("not a table description")]
    Syntax(#[from] toml::de::Error),
    /// A measure is out of its range.
    #[error("{what} is {value}, it has to be {range}")]
    Measure {
        /// Which measure.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The right form.
        range: &'static str,
    },
    /// The boundary has a hole that is not a pocket.
    #[error(
        "the boundary does not close: the end of cushion {cushion} at ({x:.4}, {y:.4}) meets no cushion, jaw or pocket"
    )]
    Open {
        /// The cushion that ends in the open.
        cushion: String,
        /// Where it ends, across.
        x: f64,
        /// Where it ends, along.
        y: f64,
    },
    /// A pocket that no ball falls into.
    #[error(
        "pocket {0} cannot be reached: no ball that is rolled at it falls in; make its mouth wider or its hole nearer"
    )]
    Unreached(String),
    /// A ball that does not stay on the table.
    #[error(
        "a ball that is rolled from ({x:.3}, {y:.3}) leaves the table: cushions have to lie around all of the width and length"
    )]
    Leaves {
        /// Where it lay, across.
        x: f64,
        /// Where it lay, along.
        y: f64,
    },
    /// Names are how pockets are called, and stand in records.
    #[error("{0:?} cannot name a cushion, jaw or pocket: names are letters, digits and _, each of its own")]
    Name(String),
    /// A boundary needs cushions.
    #[error("the boundary has {0} cushions, it needs at least 3")]
    TooFew(usize),
    /// Indices of cushions, jaws and pockets are bytes.
    #[error("the boundary has {0} pieces of one kind, at most 255 are possible")]
    TooMany(usize),
}

/// A cue has to be able to set balls in motion.
const SLOWEST_CUE: f64 = 0.5;
/// No table is narrower for its length.
const LONGEST: f64 = 10.0;

impl Table {
    /// The preset of this name, or the table of a file that is named so.
    pub fn find(name: &str) -> Result<Table, TableError> {
        if let Some(preset) = Table::preset(name) {
            return Ok(preset);
        }
        if !name.ends_with(".toml") {
            return Err(TableError::Unknown(name.to_string()));
        }
        let refused = |reason: String| TableError::File { file: name.to_string(), reason };
        let text = files::read_text(Path::new(name)).map_err(|error| refused(error.to_string()))?;
        Table::from_toml(&text).map_err(|error| match &error {
            TableError::Syntax(syntax) => refused(format!("{error}: {}", syntax.to_string().trim_end())),
            _ => refused(error.to_string()),
        })
    }

    /// Reads a table from TOML and checks it.
    pub fn from_toml(text: &str) -> Result<Table, TableError> {
        let table: Table = toml::from_str(text)?;
        table.check()?;
        Ok(table)
    }

    /// Writes the table as TOML; [`Table::from_toml`] gives it back unchanged.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a table is plain data")
    }

    /// Checks every measure and that the boundary closes.
    pub fn check(&self) -> Result<(), TableError> {
        let positive = [
            ("width", self.width),
            ("length", self.length),
            ("ball.mass", self.ball.mass),
            ("ball.radius", self.ball.radius),
            ("cloth.sliding", self.cloth.sliding),
            ("cloth.rolling", self.cloth.rolling),
            ("cloth.spinning", self.cloth.spinning),
            ("cloth.spinning_while_sliding", self.cloth.spinning_while_sliding),
            ("cloth.gravity", self.cloth.gravity),
            ("cue.mass", self.cue.mass),
            ("cue.length", self.cue.length),
            ("cue.fastest", self.cue.fastest),
            ("cue.end_mass", self.cue.end_mass.unwrap_or(1.0)),
        ];
        for (what, value) in positive {
            within(what, value, value > 0.0 && value < 1e3, "a positive number below 1000")?;
        }
        within(
            "cue.steepest",
            self.cue.steepest,
            (0.0..90.0).contains(&self.cue.steepest),
            "from 0 to below 90 degrees",
        )?;
        within(
            "cue.rail_height",
            self.cue.rail_height,
            (0.0..1.0).contains(&self.cue.rail_height),
            "from 0 to 1",
        )?;
        let restitution = self.cushion.restitution;
        within("cushion.restitution", restitution, (0.0..=1.0).contains(&restitution), "from 0 to 1")?;
        within(
            "cushion.friction",
            self.cushion.friction,
            (0.0..=1.0).contains(&self.cushion.friction),
            "from 0 to 1",
        )?;
        let height = self.cushion.height / self.ball.radius;
        within(
            "cushion.height",
            self.cushion.height,
            (1.0..2.0).contains(&height),
            "from one radius to below two",
        )?;
        within(
            "rack.gap",
            self.rack.gap,
            (0.0..self.ball.radius).contains(&self.rack.gap),
            "from 0 to below one radius",
        )?;
        within("cue.fastest", self.cue.fastest, self.cue.fastest >= SLOWEST_CUE, "at least 0.5 m/s")?;
        let (width, length) = (self.width, self.length);
        let ball = 2.0 * self.ball.radius;
        within("width", width, width > 6.0 * ball, "more than six balls, for a rack")?;
        within("length", length, length > 20.0 * ball, "more than twenty balls, for a rack at the foot")?;
        let ratio = (width / length).max(length / width);
        within("the longer side by the shorter", ratio, ratio <= LONGEST, "at most 10")?;
        self.check_collision()?;
        self.check_pockets()?;
        Outline::of(self).check(self.ball.radius)
    }

    fn check_collision(&self) -> Result<(), TableError> {
        let (restitution, friction) = match self.collision {
            Collision::Elastic => (1.0, 0.0),
            Collision::ConstantFriction { restitution, friction } => (restitution, friction),
            Collision::AlciatoreFriction { restitution, base, extra, decay } => {
                within("collision.decay", decay, decay >= 0.0, "not negative")?;
                within("collision.extra", extra, (0.0..=1.0).contains(&extra), "from 0 to 1")?;
                (restitution, base)
            }
            Collision::Fastfiz { friction } => (1.0, friction),
        };
        within("collision.restitution", restitution, (0.0..=1.0).contains(&restitution), "from 0 to 1")?;
        within("collision friction", friction, (0.0..=1.0).contains(&friction), "from 0 to 1")
    }

    fn check_pockets(&self) -> Result<(), TableError> {
        let (corner, side, widths) = match &self.pockets {
            Pockets::None | Pockets::Outline(_) => return Ok(()),
            Pockets::Mouths { corner, side } => (*corner, *side, *corner / std::f64::consts::SQRT_2),
            Pockets::Jaws(jaws) => {
                let measures = [
                    ("pockets.cushion_width", jaws.cushion_width),
                    ("pockets.corner_radius", jaws.corner_radius),
                    ("pockets.side_radius", jaws.side_radius),
                    ("pockets.corner_jaw_radius", jaws.corner_jaw_radius),
                    ("pockets.side_jaw_radius", jaws.side_jaw_radius),
                    ("pockets.corner_depth", jaws.corner_depth),
                    ("pockets.side_depth", jaws.side_depth),
                ];
                for (what, value) in measures {
                    within(
                        what,
                        value,
                        value > 0.0 && value < 0.5 * self.width,
                        "positive and below half the width",
                    )?;
                }
                for (what, angle) in
                    [("pockets.corner_angle", jaws.corner_angle), ("pockets.side_angle", jaws.side_angle)]
                {
                    within(what, angle, (0.0..40.0).contains(&angle), "from 0 to below 40 degrees")?;
                }
                let cut = jaws.corner_width + jaws.corner_jaw_radius;
                (jaws.corner_width, jaws.side_width, cut)
            }
        };
        let ball = 2.0 * self.ball.radius;
        within(
            "pockets corner width",
            corner,
            corner > ball && 2.0 * widths < self.width,
            "wider than a ball and leave some rail",
        )?;
        let rail = 0.5 * self.length - widths - 0.5 * side;
        within("pockets side width", side, side > ball && rail > 0.0, "wider than a ball and leave some rail")
    }
}

fn within(what: &'static str, value: f64, good: bool, range: &'static str) -> Result<(), TableError> {
    if good { Ok(()) } else { Err(TableError::Measure { what, value, range }) }
}

impl Outline {
    /// Every end of a cushion has to meet another end, the circle of a jaw, or a pocket too near for a ball to slip by.
    pub fn check(&self, radius: f64) -> Result<(), TableError> {
        if self.cushions.len() < 3 {
            return Err(TableError::TooFew(self.cushions.len()));
        }
        let most = self.cushions.len().max(self.jaws.len()).max(self.holes.len());
        if most > 255 {
            return Err(TableError::TooMany(most));
        }
        let kinds: [Vec<&str>; 3] = [
            self.cushions.iter().map(|cushion| cushion.name.as_str()).collect(),
            self.jaws.iter().map(|jaw| jaw.name.as_str()).collect(),
            self.holes.iter().map(|hole| hole.name.as_str()).collect(),
        ];
        for names in &kinds {
            for (place, name) in names.iter().enumerate() {
                let plain = |letter: char| letter.is_alphanumeric() || letter == '_';
                if name.is_empty() || !name.chars().all(plain) || names[..place].contains(name) {
                    return Err(TableError::Name(name.to_string()));
                }
            }
        }
        for (what, centre, size) in self.circles() {
            within(what, size, (0.0..10.0).contains(&size), "from 0 to below 10")?;
            let far = centre.x.abs().max(centre.y.abs());
            within("the centre of a jaw or pocket", far, far < 1e3, "a number below 1000")?;
        }
        const NEAR: f64 = 1e-6;
        for (index, cushion) in self.cushions.iter().enumerate() {
            let length = (cushion.to - cushion.from).norm();
            within("length of a cushion", length, length > NEAR, "more than nothing")?;
            let normal = cushion.inward;
            let upright =
                (normal.norm() - 1.0).abs().max(normal.dot((cushion.to - cushion.from).unit()).abs());
            within(
                "inward normal of a cushion",
                upright,
                upright < 1e-9,
                "a unit vector at a right angle to it (error 0)",
            )?;
            for end in [cushion.from, cushion.to] {
                if !self.meets(index, end, NEAR, radius) {
                    return Err(TableError::Open { cushion: cushion.name.clone(), x: end.x, y: end.y });
                }
            }
        }
        Ok(())
    }

    /// Jaws and holes.
    fn circles(&self) -> impl Iterator<Item = (&'static str, Vec2, f64)> {
        let jaws = self.jaws.iter().map(|jaw| ("the radius of a jaw", jaw.centre, jaw.radius));
        jaws.chain(self.holes.iter().map(|hole| ("the radius of a pocket", hole.centre, hole.radius)))
    }

    fn meets(&self, index: usize, end: Vec2, near: f64, radius: f64) -> bool {
        let others = self.cushions.iter().enumerate().filter(|&(other, _)| other != index);
        others.flat_map(|(_, cushion)| [cushion.from, cushion.to]).any(|point| (point - end).norm() < near)
            || self.jaws.iter().any(|jaw| ((jaw.centre - end).norm() - jaw.radius).abs() < near)
            || self.holes.iter().any(|hole| (hole.centre - end).norm() < hole.radius + radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Arena;
    use crate::table::StraightCushion;

    #[test]
    fn presets_pass_the_checks_and_come_back_from_text() {
        for (name, _) in PRESETS {
            let table = Table::preset(name).unwrap();
            table.check().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Table::from_toml(&table.to_toml()).unwrap(), table);
        }
    }

    #[test]
    fn spelled_out_tables_come_back_from_text() {
        let mut table = Table::preset("pooltool").unwrap();
        table.pockets = Pockets::Outline(Outline::of(&table));
        assert_eq!(Table::from_toml(&table.to_toml()).unwrap(), table);
    }

    #[test]
    fn bad_tables_are_refused_with_the_reason() {
        let good = Table::preset("pooltool").unwrap();
        let mut open = good.clone();
        let mut outline = Outline::of(&good);
        outline.jaws.remove(0);
        open.pockets = Pockets::Outline(outline);
        assert!(open.check().unwrap_err().to_string().contains("does not close"));

        let mut crooked = good.clone();
        crooked.pockets = Pockets::Outline(Outline {
            cushions: vec![StraightCushion {
                name: "only".into(),
                from: Vec2::ZERO,
                to: Vec2::ZERO,
                inward: Vec2::ZERO,
            }],
            ..Outline::default()
        });
        assert!(crooked.check().unwrap_err().to_string().contains("at least 3"));

        let mut negative = good.clone();
        negative.cloth.sliding = -0.2;
        assert!(negative.check().unwrap_err().to_string().contains("cloth.sliding"));
        let refused = |change: &dyn Fn(&mut Table), reason: &str| {
            let mut table = good.clone();
            change(&mut table);
            let error = table.check().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(&|table| table.width = f64::NAN, "width");
        refused(&|table| table.width = 0.3, "more than six balls");
        refused(&|table| table.length = 1.1, "more than twenty balls");
        refused(&|table| table.length = 20.0, "at most 10");
        refused(&|table| table.cue.fastest = 0.25, "at least 0.5 m/s");
        let outline = |change: &dyn Fn(&mut Outline)| {
            let mut outline = Outline::of(&good);
            change(&mut outline);
            Pockets::Outline(outline)
        };
        for name in ["", "a b", "left/top", "lt"] {
            // The fourth is that of another pocket.
            let named = outline(&|outline| {
                outline.holes[0].name = if outline.holes[0].name == name { "rt" } else { name }.into()
            });
            refused(&|table| table.pockets = named.clone(), "cannot name");
        }
        let wide = outline(&|outline| outline.jaws[0].radius = f64::INFINITY);
        refused(&|table| table.pockets = wide.clone(), "the radius of a jaw");
        // Three cushions with much of the table outside.
        let mut three = good.clone();
        let corners = [(0.0, 0.0), (0.99, 0.0), (0.0, 1.98)].map(|(x, y)| Vec2::new(x, y));
        let cushions = (0..3).map(|side| {
            let (from, to) = (corners[side], corners[(side + 1) % 3]);
            StraightCushion { name: format!("side{side}"), from, to, inward: (to - from).unit().left() }
        });
        three.pockets = Pockets::Outline(Outline { cushions: cushions.collect(), ..Outline::default() });
        let error = Arena::new(three).unwrap_err().to_string();
        assert!(error.contains("leaves the table"), "{error}");
        let mut gaping = Table::preset("poolfiz").unwrap();
        gaping.pockets = Pockets::Mouths { corner: 0.9, side: 0.12 };
        assert!(gaping.check().unwrap_err().to_string().contains("corner width"));
        // A cushion from jaw to jaw shuts the first pocket.
        let mut shut = good.clone();
        let mut outline = Outline::of(&good);
        let hole = outline.holes[0].centre;
        outline.jaws.sort_by(|a, b| (a.centre - hole).norm().total_cmp(&(b.centre - hole).norm()));
        let way = (outline.jaws[1].centre - outline.jaws[0].centre).unit();
        let [from, to] = [(0, 1.0), (1, -1.0)].map(|(jaw, sign): (usize, f64)| {
            outline.jaws[jaw].centre + way * (sign * outline.jaws[jaw].radius)
        });
        let middle = Vec2::new(0.5 * good.width, 0.5 * good.length) - from;
        let inward = if way.left().dot(middle) > 0.0 { way.left() } else { way.left() * -1.0 };
        let name = outline.holes[0].name.clone();
        outline.cushions.push(StraightCushion { name: "shutter".into(), from, to, inward });
        shut.pockets = Pockets::Outline(outline);
        let error = Arena::new(shut).unwrap_err().to_string();
        assert!(error.contains(&format!("pocket {name} cannot be reached")), "{error}");
        assert!(Table::from_toml("width = 3").unwrap_err().to_string().contains("not a table description"));
    }
    #[test]
    fn tables_are_found_by_name_or_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let mut mine = Table::preset("9ft").unwrap();
        mine.rack.gap = 0.001;
        std::fs::write(path("mine.toml"), mine.to_toml()).unwrap();
        std::fs::write(path("bad.toml"), "width = 3").unwrap();
        assert_eq!(Table::find("9ft").unwrap(), Table::preset("9ft").unwrap());
        assert_eq!(Table::find(&path("mine.toml")).unwrap(), mine);
        for (name, reason) in [
            ("square", "9ft or snooker, or a file"),
            (&path("no.toml"), "no.toml: "),
            (&path("bad.toml"), "bad.toml: "),
        ] {
            let error = Table::find(name).unwrap_err().to_string();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }
}
