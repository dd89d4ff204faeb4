//! How often straight-in shots succeed: a table over the four numbers of figure 3.6, filled by simulation
//! (PickPocket thesis, section 3.1.5).
//!
//! For every cell a table state is made, and the shot is tried a number of times under the error model; the
//! byte kept is the share that fell. There are two tables in one, of corner and of side pockets. Two ways to
//! look it up: the nearest cell of equal cells, as published, or between the nodes of a grid that is finer
//! where ways are short. Some shapes fit on no table (a long cut shot along a rail): the states are made on a
//! larger table with the same pockets, and where even that is too small the ways are shortened until it fits.

use super::{Mouth, Shape, speed};
use crate::error_model::ErrorModel;
use crate::game::rack::is_over_cloth;
use crate::physics::shot::Shot;
use crate::physics::{Arena, Event, EventKind, Motion, Observer, Phase, Simulator};
use crate::table::layout::{CUE_BALL, Layout};
use crate::table::{Pockets, Surface};
use crate::vector::Vec2;
use plywood_core::Stop;
use plywood_core::parallel::pieces;
use plywood_core::random::{derive, seeded};

/// The most cells along each of the four axes.
pub const MOST_CELLS: usize = 30;
/// The widest cut that is tabulated, in degrees.
const WIDEST_CUT: f64 = 89.0;
/// The widest angles to the middle of corner and side pockets, in degrees.
const WIDEST: [f64; 2] = [45.0, 75.0];
/// How much larger the table is on which states are made.
const ENLARGED: f64 = 3.0;

/// How a table is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// Between the nodes around.
    Linear,
    /// The nearest cell, as published.
    Nearest,
}

/// How fine a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Cells along each axis.
    pub cells: usize,
    /// Shots tried for a cell.
    pub trials: u32,
    /// How it is looked up.
    pub lookup: Lookup,
}

/// Hears how many of how many pieces are done.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    size: Size,
    /// The longest way, in metres.
    longest: f64,
    bytes: Vec<u8>,
}

impl Size {
    /// Bytes of a table of this size.
    pub const fn bytes(&self) -> usize {
        2 * self.cells.pow(4)
    }

    /// The share of an axis at which a node or the middle of a cell lies.
    fn share(&self, index: usize, is_way: bool) -> f64 {
        match self.lookup {
            Lookup::Nearest => (index as f64 + 0.5) / self.cells as f64,
            Lookup::Linear => {
                let share = index as f64 / (self.cells - 1) as f64;
                if is_way { share * share } else { share }
            }
        }
    }
}

fn longest(arena: &Arena) -> f64 {
    arena.table.width.hypot(arena.table.length)
}

impl Difficulty {
    /// A table of bytes that were kept; none if they are not as many as the size says.
    pub fn from_bytes(arena: &Arena, size: Size, bytes: Vec<u8>) -> Option<Difficulty> {
        (bytes.len() == size.bytes()).then(|| Difficulty { size, longest: longest(arena), bytes })
    }

    /// The table of a player who never errs.
    pub fn certain(arena: &Arena) -> Difficulty {
        let size = Size { cells: 2, trials: 1, lookup: Lookup::Linear };
        Difficulty { size, longest: longest(arena), bytes: vec![u8::MAX; size.bytes()] }
    }

    /// The bytes to keep.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How fine it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Fills a table; nothing if it was stopped. The same on any number of threads.
    pub fn build(
        arena: &Arena,
        errors: &ErrorModel,
        size: Size,
        threads: usize,
        stop: &Stop,
        progress: Progress,
    ) -> Option<Difficulty> {
        let wide = enlarged(arena);
        let cells = size.cells;
        // A piece is all distances of one pair of angles.
        let count = 2 * cells * cells;
        let rows = pieces(threads, count, stop, &|done| progress(done, count), |piece| {
            let mut range = Range::new(&wide, errors);
            let mut row = Vec::with_capacity(cells * cells);
            for distances in 0..cells * cells {
                let index = piece * cells * cells + distances;
                row.push(range.cell(longest(arena), size, index));
            }
            row
        })?;
        Some(Difficulty { size, longest: longest(arena), bytes: rows.concat() })
    }

    /// How often a shot of this shape succeeds, from 0 to 1.
    pub fn success(&self, shape: &Shape) -> f64 {
        let cells = self.size.cells;
        let base = if shape.side { cells.pow(4) } else { 0 };
        let way = |length: f64| {
            let share = length / self.longest;
            if self.size.lookup == Lookup::Linear { share.max(0.0).sqrt() } else { share }
        };
        let shares = [
            shape.alpha / WIDEST_CUT,
            shape.beta / WIDEST[usize::from(shape.side)],
            way(shape.d1),
            way(shape.d2),
        ];
        if self.size.lookup == Lookup::Nearest {
            let mut index = 0;
            for share in shares {
                index = index * cells + ((share * cells as f64) as usize).min(cells - 1);
            }
            return f64::from(self.bytes[base + index]) / 255.0;
        }
        let mut low = [0; 4];
        let mut part = [0.0; 4];
        for axis in 0..4 {
            let at = (shares[axis] * (cells - 1) as f64).clamp(0.0, (cells - 1) as f64);
            low[axis] = (at as usize).min(cells - 2);
            part[axis] = at - low[axis] as f64;
        }
        let strides = [cells * cells * cells, cells * cells, cells, 1];
        let mut corners = [0.0; 16];
        for (corner, value) in corners.iter_mut().enumerate() {
            let mut index = base;
            for axis in 0..4 {
                index += (low[axis] + (corner >> axis & 1)) * strides[axis];
            }
            *value = f64::from(self.bytes[index]);
        }
        // Axis by axis, so that equal corners give that very number.
        let mut count = 16;
        for share in part {
            count /= 2;
            for pair in 0..count {
                let (from, to) = (corners[2 * pair], corners[2 * pair + 1]);
                corners[pair] = from + (to - from) * share;
            }
        }
        corners[0] / 255.0
    }
}

/// The same pockets on a larger table, where the description allows it.
fn enlarged(arena: &Arena) -> Arena {
    let mut table = arena.table.clone();
    if !matches!(table.pockets, Pockets::Outline(_)) {
        table.width *= ENLARGED;
        table.length *= ENLARGED;
    }
    Arena::new(table).unwrap_or_else(|_| arena.clone())
}

/// A table on which shots are tried.
struct Range<'a> {
    arena: &'a Arena,
    simulator: Simulator<'a>,
    errors: &'a ErrorModel,
}

impl<'a> Range<'a> {
    fn new(arena: &'a Arena, errors: &'a ErrorModel) -> Range<'a> {
        Range { arena, simulator: Simulator::new(arena), errors }
    }

    /// What a cell of the table comes to.
    fn cell(&mut self, longest: f64, size: Size, index: usize) -> u8 {
        let cells = size.cells;
        let digit = |place: u32| index / cells.pow(place) % cells;
        let side = index >= cells.pow(4);
        let shape = Shape {
            alpha: WIDEST_CUT * size.share(digit(3), false),
            beta: WIDEST[usize::from(side)] * size.share(digit(2), false),
            d1: longest * size.share(digit(1), true),
            d2: longest * size.share(digit(0), true),
            side,
        };
        let Some((layout, phi, pocket, shape)) = self.set_up(shape) else { return 0 };
        let shot = Shot { theta: 5.0, ..Shot::plain(phi, 0.0) };
        let shot = Shot { speed: speed::usual(&self.arena.table, &shape, &shot), ..shot };
        let mut random = seeded(derive(1, index as u64));
        let mut made = 0;
        for _ in 0..size.trials {
            let executed = self.errors.perturb(&shot, &self.arena.table, &mut random);
            let mut watch = Watch { pocket, fell: false, over: false, rails: 0 };
            self.simulator.start_unchecked(&layout, &executed, &mut watch);
            self.simulator.run_while(&mut watch, |watch| !watch.over);
            made += u32::from(watch.fell);
        }
        (255.0 * f64::from(made) / f64::from(size.trials)).round() as u8
    }

    /// A state of this shape, or of the nearest that fits: the layout, the aim, the pocket and its true shape.
    fn set_up(&self, shape: Shape) -> Option<(Layout, f64, u8, Shape)> {
        let arena = self.arena;
        let radius = arena.table.ball.radius;
        let pocket = arena.pockets().find(|&pocket| Mouth::of(arena, pocket).side == shape.side)?;
        let mouth = Mouth::of(arena, pocket);
        let turned = |direction: Vec2, angle: f64| Vec2::at_degrees(direction.degrees() + angle);
        let fits = |at: Vec2| is_over_cloth(&arena.table, at);
        // The object ball: less to the side, then nearer, until it fits.
        let mut found = None;
        'ball: for d1 in steps(shape.d1.max(0.5 * radius)) {
            for beta in (0..=20).map(|step| shape.beta * (1.0 - 0.05 * f64::from(step))) {
                for sign in [1.0, -1.0] {
                    let outward = turned(mouth.axis, sign * beta);
                    if fits(mouth.at + outward * d1) {
                        found = Some((mouth.at + outward * d1, outward, d1, beta));
                        break 'ball;
                    }
                }
            }
        }
        let (ball, outward, d1, beta) = found.or_else(|| {
            // So near that it would be in the pocket: as near as it can be.
            let d1 = (1..60)
                .map(|step| 0.1 * radius * f64::from(step))
                .find(|d1| fits(mouth.at + mouth.axis * *d1))?;
            Some((mouth.at + mouth.axis * d1, mouth.axis, d1, 0.0))
        })?;
        let ghost = ball + outward * (2.0 * radius);
        for d2 in steps(shape.d2.max(1e-3)) {
            for sign in [1.0, -1.0] {
                let backward = turned(outward, sign * shape.alpha);
                let cue_ball = ghost + backward * d2;
                if fits(cue_ball) && (cue_ball - ball).norm() >= 2.0 * radius {
                    let mut layout = Layout::EMPTY;
                    layout.place(CUE_BALL, cue_ball);
                    layout.place(1, ball);
                    return Some((layout, (-backward).degrees(), pocket, Shape { d1, d2, beta, ..shape }));
                }
            }
        }
        None
    }
}

/// A length and shorter ones.
fn steps(length: f64) -> impl Iterator<Item = f64> {
    (0..40).map(move |step| length * (1.0 - 0.025 * f64::from(step)))
}

/// Sees whether the object ball falls, and when nothing more can come of it.
struct Watch {
    pocket: u8,
    fell: bool,
    over: bool,
    rails: u32,
}

impl Observer for Watch {
    fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::Boundary { ball: 1, surface: Surface::Pocket(pocket) } => {
                self.fell = pocket == self.pocket;
                self.over = true;
            }
            EventKind::Boundary { ball: 1, .. } => {
                self.rails += 1;
                self.over |= self.rails > 3;
            }
            EventKind::Change { ball: 1, to: Motion::Stationary, .. } => self.over = true,
            _ => {}
        }
    }
    fn phase(&mut self, _: u8, _: &Phase) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coarse(lookup: Lookup, threads: usize) -> Difficulty {
        let arena = Arena::preset("poolfiz");
        let errors = ErrorModel::named("taiwan").unwrap();
        let size = Size { cells: 4, trials: 40, lookup };
        Difficulty::build(&arena, &errors, size, threads, &Stop::new(), &|_, _| {}).unwrap()
    }

    #[test]
    fn longer_ways_and_thinner_cuts_are_harder() {
        for lookup in [Lookup::Linear, Lookup::Nearest] {
            let table = coarse(lookup, 2);
            assert_eq!(table, coarse(lookup, 1), "threads change nothing");
            for side in [false, true] {
                let shape = |alpha, d1, d2| Shape { alpha, d1, d2, beta: 10.0, side };
                let easy = table.success(&shape(5.0, 0.2, 0.2));
                let cut = table.success(&shape(75.0, 0.2, 0.2));
                let far = table.success(&shape(5.0, 1.3, 1.3));
                assert!(easy > 0.8 && cut < easy && far < easy, "{lookup:?} {side}: {easy} {cut} {far}");
            }
        }
    }

    #[test]
    fn nodes_give_back_what_they_hold() {
        let table = coarse(Lookup::Linear, 2);
        let node = Shape { alpha: WIDEST_CUT, d1: table.longest / 9.0, d2: 0.0, beta: 0.0, side: true };
        let index = 256 + 3 * 64 + 4;
        assert!((table.success(&node) - f64::from(table.bytes[index]) / 255.0).abs() < 1e-9);
    }
}
