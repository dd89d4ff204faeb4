//! Very many shots, to check that none hangs and that no ball ends inside another or off the table.

use crate::game::rack::{scatter, triangle};
use crate::physics::shot::Shot;
use crate::physics::{Arena, Simulator};
use crate::table::layout::Layout;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// The outcome of the shots.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stress {
    /// Shots and breaks simulated.
    pub shots: u64,
    /// Their events.
    pub events: u64,
    /// Events of the longest.
    pub most_events: u32,
    /// The longest time until all balls rested, in seconds.
    pub longest: f64,
    /// Shots stopped because they had too many events.
    pub gave_up: u64,
    /// Shots after which a ball was off the table or in another, with what was wrong with the first few.
    pub bad_ends: u64,
    /// Layout, shot and complaint of the first few bad ends.
    pub examples: Vec<String>,
}

impl Stress {
    /// Whether every shot ended as it should.
    pub fn passed(&self) -> bool {
        self.gave_up == 0 && self.bad_ends == 0
    }

    /// Adds what another run found.
    pub fn add(&mut self, other: &Stress) {
        self.shots += other.shots;
        self.events += other.events;
        self.most_events = self.most_events.max(other.most_events);
        self.longest = self.longest.max(other.longest);
        self.gave_up += other.gave_up;
        self.bad_ends += other.bad_ends;
        self.examples
            .extend(other.examples.iter().take(10usize.saturating_sub(self.examples.len())).cloned());
    }

    fn run(&mut self, arena: &Arena, simulator: &mut Simulator, layout: &Layout, shot: &Shot) {
        simulator.start_unchecked(layout, shot, &mut ());
        simulator.run(&mut ());
        self.shots += 1;
        self.events += u64::from(simulator.events());
        self.most_events = self.most_events.max(simulator.events());
        self.longest = self.longest.max(simulator.time());
        self.gave_up += u64::from(simulator.gave_up());
        let complaint =
            simulator.layout().check(&arena.table, &arena.outline).err().map(|error| error.to_string());
        self.bad_ends += u64::from(complaint.is_some());
        let complaint = complaint.or_else(|| simulator.gave_up().then(|| "too many events".to_string()));
        if let Some(complaint) = complaint
            && self.examples.len() < 10
        {
            self.examples.push(format!("{}: {layout} / {shot}: {complaint}", arena.table.name));
        }
    }
}

/// Random shots with 2 to 16 balls, up to 10 m/s, with spin and elevation; the cue is not asked for clearance.
pub fn random_shots(arena: &Arena, count: u64, seed: u64) -> Stress {
    let mut stress = Stress::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut simulator = Simulator::new(arena);
    let reach = 0.7e3 * arena.table.ball.radius;
    for _ in 0..count {
        let balls = random.random_range(2..=16);
        let layout = scatter(&arena.table, balls, &mut random);
        let shot = Shot {
            phi: random.random_range(0.0..360.0),
            theta: random.random_range(0.0..70.0),
            speed: random.random_range(0.0..10.0),
            a: random.random_range(-reach..reach),
            b: random.random_range(-reach..reach),
        };
        stress.run(arena, &mut simulator, &layout, &shot);
    }
    stress
}

/// Breaks of a triangle at 1 to 12 m/s, at and around the 1.
pub fn breaks(arena: &Arena, count: u64, seed: u64) -> Stress {
    let mut stress = Stress::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut simulator = Simulator::new(arena);
    for _ in 0..count {
        let layout = triangle(&arena.table, &mut random);
        let shot = Shot::plain(random.random_range(87.0..93.0), random.random_range(1.0..12.0));
        stress.run(arena, &mut simulator, &layout, &shot);
    }
    stress
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Collision, CushionModel, PRESETS, Table};

    #[test]
    fn every_preset_stands_many_shots() {
        for (name, _) in PRESETS {
            let arena = Arena::preset(name);
            let mut stress = random_shots(&arena, 4000, 7);
            stress.add(&breaks(&arena, 150, 8));
            assert!(stress.passed(), "{name}: {stress:#?}");
        }
    }

    #[test]
    fn every_model_stands_many_shots() {
        let collisions = [
            Collision::Elastic,
            Collision::ConstantFriction { restitution: 0.95, friction: 0.05 },
            Collision::ConstantFriction { restitution: 0.3, friction: 0.5 },
            Collision::Fastfiz { friction: 0.01 },
        ];
        let cushions =
            [CushionModel::Simple, CushionModel::Han2005, CushionModel::Mathavan2010, CushionModel::Fastfiz];
        for collision in collisions {
            for model in cushions {
                let mut table = Table::preset("pooltool").unwrap();
                table.collision = collision;
                table.cushion.model = model;
                table.rack.gap = 0.0;
                let arena = Arena::new(table).unwrap();
                let shots = if model == CushionModel::Mathavan2010 { 100 } else { 1000 };
                let mut stress = random_shots(&arena, shots, 9);
                stress.add(&breaks(&arena, 10, 10));
                assert!(stress.passed(), "{collision:?} with {model:?}: {stress:#?}");
            }
        }
    }
}
