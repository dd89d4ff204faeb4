//! How many shots and events a second the simulator does on one core, beside what its peers do.
//!
//! Peers were measured on one core of a quiet Zen 3 machine: FastFiz (C++) and pooltool 0.6 (Python with numba).

use crate::layout::Layout;
use crate::physics::{Arena, Event, Simulator};
use crate::rack::{scatter, triangle};
use crate::shot::Shot;
use crate::table::Pockets;
use crate::vector::Vec2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A kind of shot that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Random shots at 0.5 to 4.5 m/s with nine balls.
    Random9,
    /// The same with sixteen.
    Random16,
    /// A ball potted at 2 m/s with four balls on the table.
    Pot4,
    /// An 8-ball break at 8 m/s.
    Break,
}

/// All kinds, in the order in which they are reported.
pub const ALL_WORK: [Work; 4] = [Work::Random9, Work::Random16, Work::Pot4, Work::Break];

impl Work {
    /// What is measured, in words.
    pub fn name(self) -> &'static str {
        match self {
            Work::Random9 => "random shots, 9 balls",
            Work::Random16 => "random shots, 16 balls",
            Work::Pot4 => "pot shot, 4 balls",
            Work::Break => "8-ball break at 8 m/s",
        }
    }

    /// Shots a second of FastFiz, and of pooltool where it was measured.
    pub fn peers(self) -> (&'static str, &'static str) {
        match self {
            Work::Random9 => ("6,900", "35 to 47"),
            Work::Random16 => ("2,700", "-"),
            Work::Pot4 => ("20,000 to 29,000", "57 to 82"),
            Work::Break => ("360", "-"),
        }
    }

    /// The least that we aim at with the preset `poolfiz`: a unit and a rate a second.
    pub fn aim(self) -> Option<(&'static str, f64)> {
        match self {
            Work::Random9 => Some(("events", 800_000.0)),
            Work::Random16 => None,
            Work::Pot4 => Some(("shots", 100_000.0)),
            Work::Break => Some(("events", 185_000.0)),
        }
    }

    /// Layouts and shots of this kind, fixed by the seed.
    pub fn cases(self, arena: &Arena, count: usize, seed: u64) -> Vec<(Layout, Shot)> {
        let table = &arena.table;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut random_shot = |balls: u8| {
            let layout = scatter(table, balls, &mut random);
            (layout, Shot::plain(random.random_range(0.0..360.0), random.random_range(0.5..4.5)))
        };
        match self {
            Work::Random9 => (0..count).map(|_| random_shot(9)).collect(),
            Work::Random16 => (0..count).map(|_| random_shot(16)).collect(),
            Work::Pot4 => (0..count).map(|index| pot(arena, index)).collect(),
            Work::Break => {
                (0..count).map(|_| (triangle(table, &mut random), Shot::plain(90.0, 8.0))).collect()
            }
        }
    }
}

/// A cut of some 20 degrees into the top right corner, a little different each time, with two balls off the line.
fn pot(arena: &Arena, index: usize) -> (Layout, Shot) {
    let table = &arena.table;
    let scale = table.width;
    let nudge = 1e-5 * index as f64;
    let target = Vec2::new(0.7 * scale + nudge, 1.55 * scale);
    let pocket = arena
        .outline
        .holes
        .iter()
        .find(|hole| hole.name == "rt")
        .map_or(Vec2::new(scale, 2.0 * scale), |hole| hole.centre);
    // Into the mouth rather than at the far side of the hole.
    let mouth =
        if let Pockets::Mouths { .. } = table.pockets { pocket } else { pocket - Vec2::new(0.05, 0.05) };
    let ghost = target - (mouth - target).unit() * (2.0 * table.ball.radius);
    let cue_ball = Vec2::new(0.55 * scale, 0.9 * scale);
    let mut layout = Layout::EMPTY;
    layout.place(0, cue_ball);
    layout.place(1, target);
    layout.place(2, Vec2::new(0.2 * scale, 0.4 * scale));
    layout.place(3, Vec2::new(0.15 * scale, 1.4 * scale));
    (layout, Shot::plain((ghost - cue_ball).degrees(), 2.0))
}

/// One line of the report.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The preset.
    pub table: String,
    /// What was measured.
    pub work: Work,
    /// Shots a second.
    pub shots_per_second: f64,
    /// Events a second, the strike not counted.
    pub events_per_second: f64,
    /// Events a shot.
    pub events_per_shot: f64,
}

/// Measures one kind of work on one table, for about the given time.
pub fn measure(arena: &Arena, work: Work, time: Duration) -> Speed {
    let cases = work.cases(arena, 500, 1);
    let mut simulator = Simulator::new(arena);
    let mut log: Vec<Event> = Vec::new();
    let mut round = || {
        let mut events = 0u64;
        for (layout, shot) in &cases {
            log.clear();
            simulator.start_unchecked(layout, shot, &mut log);
            simulator.run(&mut log);
            events += u64::from(simulator.events());
        }
        events
    };
    round();
    let start = Instant::now();
    let (mut shots, mut events) = (0u64, 0u64);
    while start.elapsed() < time {
        events += round();
        shots += cases.len() as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    Speed {
        table: arena.table.name.clone(),
        work,
        shots_per_second: shots as f64 / seconds,
        events_per_second: events as f64 / seconds,
        events_per_shot: events as f64 / shots as f64,
    }
}
