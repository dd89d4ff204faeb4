//! What must hold for every shot, on every table, with every model.

use plywood_billiards::game::rack::scatter;
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, Event, EventKind, Motion, Simulator, Trace};
use plywood_billiards::table::layout::{CUE_BALL, Layout};
use plywood_billiards::table::{Collision, CushionModel, Pockets, Surface, Table};
use plywood_billiards::vector::Vec2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Tables that between them have every shape and every model.
fn arenas() -> Vec<Arena> {
    let mut tables = ["poolfiz", "pooltool", "snooker"].map(|name| Table::preset(name).unwrap()).to_vec();
    let mut plain = Table::preset("pooltool").unwrap();
    plain.name = "no pockets, simple".to_string();
    plain.pockets = Pockets::None;
    plain.collision = Collision::Elastic;
    plain.cushion.model = CushionModel::Simple;
    let mut mathavan = Table::preset("pooltool").unwrap();
    mathavan.name = "jaws, constant friction, Mathavan".to_string();
    mathavan.collision = Collision::ConstantFriction { restitution: 0.9, friction: 0.06 };
    mathavan.cushion.model = CushionModel::Mathavan2010;
    let mut mixed = Table::preset("poolfiz").unwrap();
    mixed.name = "mouths, Alciatore, FastFiz cushions".to_string();
    mixed.collision = Table::preset("pooltool").unwrap().collision;
    tables.extend([plain, mathavan, mixed]);
    tables.into_iter().map(|table| Arena::new(table).unwrap()).collect()
}

fn random_shot(arena: &Arena, balls: u8, random: &mut Xoshiro256PlusPlus) -> (Layout, Shot) {
    let layout = scatter(&arena.table, balls, random);
    let shot = Shot {
        phi: random.random_range(0.0..360.0),
        theta: random.random_range(0.0..30.0),
        speed: random.random_range(0.2..5.0),
        a: random.random_range(-15.0..15.0),
        b: random.random_range(-15.0..15.0),
    };
    (layout, shot)
}

fn play(arena: &Arena, layout: &Layout, shot: &Shot) -> (Trace, Layout) {
    let mut trace = Trace::default();
    let mut simulator = Simulator::new(arena);
    simulator.start_unchecked(layout, shot, &mut trace);
    simulator.run(&mut trace);
    (trace, simulator.layout())
}

/// The farthest that a ball on the table in both lies apart; infinite when different balls are left.
fn distance(a: &Layout, b: &Layout) -> f64 {
    if a.iter().map(|(ball, _)| ball).ne(b.iter().map(|(ball, _)| ball)) {
        return f64::INFINITY;
    }
    a.iter().zip(b.iter()).map(|((_, here), (_, there))| (here - there).norm()).fold(0.0, f64::max)
}

/// How far the end of a shot moves when the aim turns by a billionth of a degree: far more than round-off may do.
fn sensitivity(arena: &Arena, layout: &Layout, shot: &Shot) -> f64 {
    let (_, end) = play(arena, layout, shot);
    let (_, turned) = play(arena, layout, &Shot { phi: shot.phi + 1e-9, ..*shot });
    distance(&end, &turned)
}

#[test]
fn balls_never_overlap_nor_leave_the_table() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for arena in arenas() {
        let diameter = 2.0 * arena.table.ball.radius;
        for _ in 0..300 {
            let count = random.random_range(2..=16);
            let (layout, shot) = random_shot(&arena, count, &mut random);
            let (trace, _) = play(&arena, &layout, &shot);
            let times: Vec<f64> = trace.events.iter().map(|event| event.time).collect();
            let between = times.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
            for time in times.iter().copied().chain(between) {
                let mut now = Layout::EMPTY;
                for (ball, _) in trace.balls() {
                    let state = trace.sample(ball, time).unwrap();
                    if state.motion != Motion::Pocketed {
                        now.place(ball, state.position);
                    }
                }
                for (ball, here) in now.iter() {
                    let outside = here.x < -0.1
                        || here.y < -0.1
                        || here.x > arena.table.width + 0.1
                        || here.y > arena.table.length + 0.1;
                    assert!(!outside, "{}: ball {ball} at {here:?}", arena.table.name);
                    for (other, there) in now.iter().take_while(|&(other, _)| other < ball) {
                        let gap = (here - there).norm() - diameter;
                        assert!(
                            gap > -1e-9,
                            "{}: {other} and {ball} overlap by {} at {time}",
                            arena.table.name,
                            -gap
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn energy_never_rises() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for arena in arenas() {
        if matches!(arena.table.collision, Collision::Fastfiz { .. }) {
            continue; // sets balls rolling, as poolfiz does, which can add energy
        }
        for _ in 0..300 {
            let count = random.random_range(2..=16);
            let (layout, shot) = random_shot(&arena, count, &mut random);
            let (trace, _) = play(&arena, &layout, &shot);
            let mut simulator = Simulator::new(&arena);
            simulator.start_unchecked(&layout, &shot, &mut ());
            let mut energy = simulator.energy();
            for event in &trace.events {
                simulator.run_until(event.time, &mut ());
                let now = simulator.energy();
                assert!(
                    now <= energy * (1.0 + 1e-12),
                    "{}: {:?} raised energy from {energy} to {now}",
                    arena.table.name,
                    event
                );
                energy = now;
            }
            assert_eq!(energy, 0.0);
        }
    }
}

#[test]
fn a_mirrored_shot_ends_mirrored() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for arena in arenas() {
        let mut compared = 0;
        for _ in 0..300 {
            let count = random.random_range(2..=6);
            let (layout, shot) = random_shot(&arena, count, &mut random);
            let mirror = |place: Vec2| Vec2::new(arena.table.width - place.x, place.y);
            let mut mirrored = Layout::EMPTY;
            layout.iter().for_each(|(ball, place)| mirrored.place(ball, mirror(place)));
            let (_, end) = play(&arena, &layout, &shot);
            let (_, mirrored_end) =
                play(&arena, &mirrored, &Shot { phi: 180.0 - shot.phi, a: -shot.a, ..shot });
            let mut expected = Layout::EMPTY;
            end.iter().for_each(|(ball, place)| expected.place(ball, mirror(place)));
            let allowed = sensitivity(&arena, &layout, &shot);
            if allowed < 1e-3 {
                compared += 1;
                let apart = distance(&expected, &mirrored_end);
                assert!(apart <= 1e-9 + allowed, "{}: {apart} apart, {layout} / {shot}", arena.table.name);
            }
        }
        assert!(compared > 150, "{}: only {compared} were steady enough", arena.table.name);
    }
}

#[test]
fn a_shot_can_be_paused_and_taken_up_again() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for arena in arenas() {
        let mut compared = 0;
        for _ in 0..300 {
            let count = random.random_range(2..=6);
            let (layout, shot) = random_shot(&arena, count, &mut random);
            let (trace, end) = play(&arena, &layout, &shot);
            let time = random.random_range(0.0..1.0) * trace.duration();
            // The same simulator, paused: the same to the last bit.
            let mut paused = Simulator::new(&arena);
            paused.start_unchecked(&layout, &shot, &mut ());
            paused.run_until(time, &mut ());
            let sample: Vec<_> = paused.balls().collect();
            for (ball, state) in &sample {
                let traced = trace.sample(*ball, time).unwrap();
                assert!((traced.position - state.position).norm() < 1e-12 && traced.motion == state.motion);
            }
            paused.run(&mut ());
            assert_eq!(paused.layout(), end);
            // Another simulator, set up from the sample: the same up to what round-off may grow to.
            let allowed = sensitivity(&arena, &layout, &shot);
            if allowed < 1e-3 {
                compared += 1;
                let mut fresh = Simulator::new(&arena);
                fresh.set_up(time, sample.into_iter(), &mut ());
                fresh.run(&mut ());
                let apart = distance(&end, &fresh.layout());
                assert!(
                    apart <= 1e-9 + allowed,
                    "{}: {apart} apart, {layout} / {shot} at {time}",
                    arena.table.name
                );
            }
        }
        assert!(compared > 150, "{}: only {compared} were steady enough", arena.table.name);
    }
}

/// The oracle of the event loop: at every event, predict everything anew from the balls as they are.
#[test]
fn predicting_only_what_changed_is_enough() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for arena in arenas() {
        for _ in 0..60 {
            let (layout, shot) = random_shot(&arena, 12, &mut random);
            let (trace, _) = play(&arena, &layout, &shot);
            let mut simulator = Simulator::new(&arena);
            simulator.start_unchecked(&layout, &shot, &mut ());
            for pair in trace.events.windows(2) {
                let (now, next) = (pair[0].time, pair[1]);
                simulator.run_until(now, &mut ());
                if next.time - now < 1e-9 {
                    continue; // ties: both happen at once
                }
                let mut anew = Simulator::new(&arena);
                let mut events: Vec<Event> = Vec::new();
                anew.set_up(now, simulator.balls(), &mut events);
                anew.run_until(next.time + 1e-9, &mut events);
                let same = events
                    .iter()
                    .any(|event| event.kind == next.kind && (event.time - next.time).abs() < 1e-9);
                let earliest = events.iter().all(|event| event.time > next.time - 1e-9);
                assert!(same && earliest, "{}: {next:?} is not in {events:?}", arena.table.name);
            }
        }
    }
}

#[test]
fn the_same_shot_gives_the_same_bits() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for arena in arenas() {
        let (layout, shot) = random_shot(&arena, 16, &mut random);
        let (first, end) = play(&arena, &layout, &shot);
        let (second, again) = play(&arena, &layout, &shot);
        assert_eq!((first.events, end), (second.events, again));
    }
}

#[test]
fn every_kind_of_event_was_met() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let arena = Arena::preset("pooltool");
    let mut seen = [0u32; 8];
    for _ in 0..200 {
        let (layout, shot) = random_shot(&arena, 8, &mut random);
        for event in play(&arena, &layout, &shot).0.events {
            seen[match event.kind {
                EventKind::Strike { ball } => {
                    assert_eq!(ball, CUE_BALL);
                    0
                }
                EventKind::Change { to: Motion::Rolling, .. } => 1,
                EventKind::Change { to: Motion::Spinning, .. } => 2,
                EventKind::Change { .. } => 3,
                EventKind::Balls { .. } => 4,
                EventKind::Boundary { surface: Surface::Cushion(_), .. } => 5,
                EventKind::Boundary { surface: Surface::Jaw(_), .. } => 6,
                EventKind::Boundary { surface: Surface::Pocket(_), .. } => 7,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}
