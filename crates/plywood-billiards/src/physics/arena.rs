//! A table made ready for simulation: constants multiplied out, the boundary as lines, circles and walls.

use super::evolve::{BallState, Motion, Rates, rolling_spin};
use super::{Event, EventKind, Simulator};
use crate::table::{Outline, Pockets, Surface, Table, TableError, Wall};
use crate::vector::Vec2;

/// Places across and along that balls are rolled from to find out whether they reach a pocket.
const PLACES: i32 = 7;
/// Directions in which they are rolled to find out whether they stay.
const DIRECTIONS: u32 = 12;
/// How fast they roll, in metres a second.
const ROLL: f64 = 3.0;

/// A checked table in the form the simulator runs on.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The description it was made from.
    pub table: Table,
    /// Its boundary.
    pub outline: Outline,
    pub(crate) rates: Rates,
    pub(crate) walls: Vec<Wall>,
    pub(crate) lines: Vec<Line>,
    pub(crate) circles: Vec<Circle>,
}

/// A straight cushion moved inward by one radius: where ball centres touch it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub inward: Vec2,
    pub offset: f64,
    /// Extent along `inward` turned left.
    pub from: f64,
    pub to: f64,
    pub surface: Surface,
}

/// A jaw grown by one radius, or the hole of a pocket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    pub centre: Vec2,
    pub radius: f64,
    pub surface: Surface,
}

impl Arena {
    /// Checks a table and makes it ready.
    pub fn new(table: Table) -> Result<Arena, TableError> {
        table.check()?;
        let outline = Outline::of(&table);
        let radius = table.ball.radius;
        let lines = outline.cushions.iter().enumerate().map(|(index, cushion)| {
            let along = cushion.inward.left();
            let (a, b) = (along.dot(cushion.from), along.dot(cushion.to));
            Line {
                inward: cushion.inward,
                offset: cushion.inward.dot(cushion.from) + radius,
                from: a.min(b),
                to: a.max(b),
                surface: Surface::Cushion(index as u8),
            }
        });
        let jaws = outline.jaws.iter().enumerate().map(|(index, jaw)| Circle {
            centre: jaw.centre,
            radius: jaw.radius + radius,
            surface: Surface::Jaw(index as u8),
        });
        // Plain mouths are walls; their holes have no extent and are only marks on the map.
        let holes = outline.holes.iter().enumerate().filter(|(_, hole)| hole.radius > 0.0);
        let holes = holes.map(|(index, hole)| Circle {
            centre: hole.centre,
            radius: hole.radius,
            surface: Surface::Pocket(index as u8),
        });
        let arena = Arena {
            rates: Rates::of(&table),
            walls: outline.walls(&table),
            lines: lines.collect(),
            circles: jaws.chain(holes).collect(),
            outline,
            table,
        };
        if matches!(arena.table.pockets, Pockets::Outline(_))
            && let Some(Vec2 { x, y }) = arena.leak()
        {
            return Err(TableError::Leaves { x, y });
        }
        match (0..arena.outline.holes.len() as u8).find(|&hole| !arena.is_reached(hole)) {
            Some(hole) => Err(TableError::Unreached(arena.surface_name(Surface::Pocket(hole)).to_string())),
            None => Ok(arena),
        }
    }

    /// Places all over the cloth.
    fn places(&self) -> impl Iterator<Item = Vec2> + use<> {
        let (width, length) = (self.table.width, self.table.length);
        let part = |step: i32| f64::from(step) / f64::from(PLACES + 1);
        (1..=PLACES)
            .flat_map(move |x| (1..=PLACES).map(move |y| Vec2::new(part(x) * width, part(y) * length)))
    }

    /// Rolls a ball in a direction from a place until it rests or falls.
    fn roll(&self, simulator: &mut Simulator, from: Vec2, direction: Vec2, events: &mut Vec<Event>) {
        let velocity = direction.unit() * ROLL;
        let spin = rolling_spin(velocity, 0.0, self.rates.radius);
        let ball = BallState { position: from, velocity, spin, motion: Motion::Rolling };
        events.clear();
        simulator.set_up(0.0, [(0, ball)].into_iter(), events);
        simulator.run(events);
    }

    /// A place from which a ball that rolls in some direction leaves the table.
    fn leak(&self) -> Option<Vec2> {
        let mut simulator = Simulator::new(self);
        let mut events = Vec::new();
        self.places().find(|&from| {
            (0..DIRECTIONS).any(|step| {
                let direction = Vec2::at_degrees(f64::from(step) * 360.0 / f64::from(DIRECTIONS));
                self.roll(&mut simulator, from, direction, &mut events);
                let rests = simulator.layout().get(0);
                rests.is_some_and(|at| !self.table.holds(at, 2.0 * self.table.ball.radius))
            })
        })
    }

    /// Whether a ball falls into a pocket that rolls at it from some place of the cloth.
    fn is_reached(&self, hole: u8) -> bool {
        let goal = self.outline.holes[hole as usize].centre;
        let mut simulator = Simulator::new(self);
        let mut events: Vec<Event> = Vec::new();
        self.places().any(|from| {
            self.roll(&mut simulator, from, goal - from, &mut events);
            events.iter().any(|event| {
                matches!(event.kind, EventKind::Boundary { surface: Surface::Pocket(met), .. } if met == hole)
            })
        })
    }

    /// The preset of this name, made ready.
    ///
    /// # Panics
    /// When there is no such preset.
    pub fn preset(name: &str) -> Arena {
        let table = Table::preset(name).unwrap_or_else(|| panic!("no preset {name}"));
        Arena::new(table).expect("presets pass the checks")
    }

    /// The name of what a ball met.
    pub fn surface_name(&self, surface: Surface) -> &str {
        match surface {
            Surface::Cushion(index) => &self.outline.cushions[index as usize].name,
            Surface::Jaw(index) => &self.outline.jaws[index as usize].name,
            Surface::Pocket(index) => &self.outline.holes[index as usize].name,
        }
    }

    /// The index of the pocket of this name.
    pub fn pocket(&self, name: &str) -> Option<u8> {
        self.outline.holes.iter().position(|hole| hole.name == name).map(|index| index as u8)
    }

    /// The unit normal, into the table, of a cushion or jaw that a ball touches from this position.
    #[inline]
    pub(crate) fn normal(&self, surface: Surface, position: Vec2) -> Vec2 {
        match surface {
            Surface::Cushion(index) => self.outline.cushions[index as usize].inward,
            Surface::Jaw(index) => (position - self.outline.jaws[index as usize].centre).unit(),
            Surface::Pocket(_) => Vec2::ZERO,
        }
    }
}
