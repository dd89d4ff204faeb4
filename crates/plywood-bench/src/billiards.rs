//! Shots and events a second of the simulator on one core, beside its peers; then its player.
//!
//! Peers were measured on one core of a quiet Zen 3 machine: FastFiz (C++) and pooltool 0.6 (Python with
//! numba).

use std::time::{Duration, Instant};

use plywood_billiards::game::rack::{scatter, triangle};
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, Event, Simulator};
use plywood_billiards::table::Pockets;
use plywood_billiards::table::layout::Layout;
use plywood_billiards::vector::Vec2;
use plywood_core::random::seeded;
use rand::RngExt;

use super::Row;

/// The tables that are measured; the aims are for the first, which FastFiz plays on.
const TABLES: [&str; 2] = ["poolfiz", "pooltool"];
/// How long each kind of shot is measured on each table.
const TIME: Duration = Duration::from_millis(700);

/// A kind of shot that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Work::Random9 => "random9",
            Work::Random16 => "random16",
            Work::Pot4 => "pot4",
            Work::Break => "break",
        }
    }

    /// What is measured, the peers' shots a second, and what is aimed at.
    fn beside(self) -> &'static str {
        match self {
            Work::Random9 => "9 balls; FastFiz 6,900, pooltool 35 to 47; aim 800,000 events/s on poolfiz",
            Work::Random16 => "16 balls; FastFiz 2,700",
            Work::Pot4 => {
                "a pot with 4 balls; FastFiz 20,000 to 29,000, pooltool 57 to 82; aim 100,000 on poolfiz"
            }
            Work::Break => "an 8-ball break at 8 m/s; FastFiz 360; aim 185,000 events/s on poolfiz",
        }
    }

    /// Layouts and shots of this kind, fixed by the seed.
    pub fn cases(self, arena: &Arena, count: usize, seed: u64) -> Vec<(Layout, Shot)> {
        let table = &arena.table;
        let mut random = seeded(seed);
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

/// Shots and events a second of one kind of work on one table; the strike is no event.
fn measure(arena: &Arena, work: Work) -> [f64; 2] {
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
    while start.elapsed() < TIME {
        events += round();
        shots += cases.len() as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    [shots, events].map(|count| count as f64 / seconds)
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for table in TABLES {
        let arena = Arena::preset(table);
        for work in ALL_WORK {
            let [shots, events] = measure(&arena, work);
            let name = |unit: &str| format!("{table}_{}_{unit}", work.name());
            rows.push(Row::new(name("shots"), shots, "shots/s", work.beside()));
            rows.push(Row::new(name("events"), events, "events/s", format!("{:.1} a shot", events / shots)));
        }
    }
    rows.extend(super::pickpocket::run());
    rows
}
