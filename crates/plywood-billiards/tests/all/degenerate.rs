//! Cases where general position fails: contact from the start, two events at once, touches without approach, equal accelerations.

use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, BallState, Event, EventKind, Motion, Simulator};
use plywood_billiards::table::layout::Layout;
use plywood_billiards::table::{Collision, CushionModel, Pockets, Surface, Table};
use plywood_billiards::vector::{Vec2, Vec3};

const RADIUS: f64 = 0.028575;

fn simple_table() -> Table {
    let mut table = Table::preset("pooltool").unwrap();
    table.pockets = Pockets::None;
    table.collision = Collision::Elastic;
    table.cushion.model = CushionModel::Simple;
    table.cue.end_mass = None;
    table
}

fn play(arena: &Arena, layout: &str, shot: Shot) -> (Vec<Event>, Layout) {
    let mut events = Vec::new();
    let mut simulator = Simulator::new(arena);
    simulator.start(&layout.parse().unwrap(), &shot, &mut events).unwrap();
    simulator.run(&mut events);
    assert!(!simulator.gave_up());
    simulator.layout().check(&arena.table, &arena.outline).unwrap();
    (events, simulator.layout())
}

fn rolling(position: Vec2, velocity: Vec2) -> BallState {
    let spin = Vec3::new(-velocity.y / RADIUS, velocity.x / RADIUS, 0.0);
    BallState { position, velocity, spin, motion: Motion::Rolling }
}

fn run(arena: &Arena, balls: &[BallState]) -> (Vec<Event>, Vec<BallState>) {
    let mut events = Vec::new();
    let mut simulator = Simulator::new(arena);
    simulator.set_up(
        0.0,
        balls.iter().enumerate().map(|(number, state)| (number as u8, *state)),
        &mut events,
    );
    simulator.run(&mut events);
    assert!(!simulator.gave_up());
    (events, simulator.balls().map(|(_, state)| state).collect())
}

fn meetings(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event.kind, EventKind::Balls { .. })).count()
}

#[test]
fn frozen_balls_hit_along_their_line() {
    let arena = Arena::new(simple_table()).unwrap();
    let (events, end) = play(
        &arena,
        &format!("0@0.5:0.5 1@0.5:{} 2@0.5:{}", 0.5 + 2.0 * RADIUS, 0.5 + 4.0 * RADIUS),
        Shot::plain(90.0, 1.0),
    );
    // The impulse runs through the row: the last ball goes, the cue ball stays.
    let first: Vec<EventKind> = events.iter().take(3).map(|event| event.kind).collect();
    assert_eq!(first[1], EventKind::Balls { first: 0, second: 1 });
    assert_eq!(first[2], EventKind::Balls { first: 1, second: 2 });
    assert!(events[1].time == 0.0 && events[2].time == 0.0);
    assert!((end.get(0).unwrap() - Vec2::new(0.5, 0.5)).norm() < 1e-12);
    assert!(end.get(2).unwrap().y > 1.0);
}

#[test]
fn frozen_balls_hit_away_from_each_other() {
    let arena = Arena::new(simple_table()).unwrap();
    let (events, end) =
        play(&arena, &format!("0@0.5:0.5 1@0.5:{}", 0.5 + 2.0 * RADIUS), Shot::plain(-60.0, 0.3));
    assert_eq!(meetings(&events), 0);
    assert_eq!(end.get(1), Some(Vec2::new(0.5, 0.5 + 2.0 * RADIUS)));
}

#[test]
fn frozen_balls_hit_across_part_without_meeting() {
    // Square to the line of centres: no approach, and the path bends away.
    let arena = Arena::new(simple_table()).unwrap();
    let (events, _) =
        play(&arena, &format!("0@0.5:0.5 1@{}:0.5", 0.5 + 2.0 * RADIUS), Shot::plain(90.0, 0.3));
    assert!(meetings(&events) <= 1);
}

#[test]
fn a_ball_frozen_to_the_cushion_rolls_along_it() {
    let arena = Arena::new(simple_table()).unwrap();
    let (events, end) = play(&arena, &format!("0@{RADIUS}:0.3"), Shot::plain(90.0, 1.0));
    let along_left =
        |event: &Event| matches!(event.kind, EventKind::Boundary { surface: Surface::Cushion(0), .. });
    assert!(!events.iter().any(along_left), "{events:?}");
    assert!((end.get(0).unwrap().x - RADIUS).abs() < 1e-9);
}

#[test]
fn a_ball_frozen_to_the_cushion_is_played_into_it() {
    for model in
        [CushionModel::Simple, CushionModel::Han2005, CushionModel::Mathavan2010, CushionModel::Fastfiz]
    {
        let mut table = simple_table();
        table.cushion.model = model;
        let arena = Arena::new(table).unwrap();
        // Top spin presses the ball against the cushion again and again.
        let (events, end) =
            play(&arena, &format!("0@{RADIUS}:0.9"), Shot { b: 15.0, ..Shot::plain(180.0, 2.0) });
        assert_eq!(events[1].time, 0.0);
        assert!(
            end.get(0).unwrap().x >= RADIUS - 1e-9 && events.len() < 1000,
            "{model:?}: {} events",
            events.len()
        );
    }
}

#[test]
fn two_cushions_at_once() {
    let arena = Arena::new(simple_table()).unwrap();
    let (events, end) = play(&arena, "0@0.3:0.3", Shot::plain(225.0, 1.0));
    let rebounds: Vec<&Event> =
        events.iter().filter(|event| matches!(event.kind, EventKind::Boundary { .. })).collect();
    assert!(rebounds.len() >= 2 && (rebounds[0].time - rebounds[1].time).abs() < 1e-12, "{rebounds:?}");
    let end = end.get(0).unwrap();
    assert!((end.x - end.y).abs() < 1e-9, "comes back along the diagonal, to {end:?}");
}

#[test]
fn grazing_contact() {
    let arena = Arena::new(simple_table()).unwrap();
    for (offset, meets) in [(2.0 * RADIUS - 1e-10, true), (2.0 * RADIUS + 1e-10, false)] {
        let (events, end) =
            play(&arena, &format!("0@0.5:0.3 1@{}:0.8", 0.5 + offset), Shot::plain(90.0, 0.8));
        assert_eq!(meetings(&events) > 0, meets, "offset {offset}");
        let moved = (end.get(1).unwrap() - Vec2::new(0.5 + offset, 0.8)).norm();
        assert!(moved < 1e-3, "a grazed ball hardly moves: {moved}");
    }
}

#[test]
fn equal_accelerations_fall_to_a_lower_degree() {
    let arena = Arena::new(simple_table()).unwrap();
    // Side by side at the same velocity: never meet. One behind the other, faster: meet while both roll.
    let up = |x: f64, y: f64, speed: f64| rolling(Vec2::new(x, y), Vec2::new(0.0, speed));
    let (events, _) = run(&arena, &[up(0.3, 0.3, 0.3), up(0.3 + 2.0 * RADIUS, 0.3, 0.3)]);
    assert_eq!(meetings(&events), 0);
    let (events, _) = run(&arena, &[up(0.3, 0.3, 0.4), up(0.3, 0.5, 0.3)]);
    let gap = 0.2 - 2.0 * RADIUS;
    let first = events.iter().find(|event| matches!(event.kind, EventKind::Balls { .. })).unwrap();
    assert!((first.time - gap / 0.1).abs() < 1e-12, "a uniform approach of 0.1 m/s: {}", first.time);
}

#[test]
fn pressing_contact_ends() {
    for collision in [
        Collision::Elastic,
        Collision::ConstantFriction { restitution: 0.95, friction: 0.05 },
        Collision::Fastfiz { friction: 0.01 },
    ] {
        let mut table = simple_table();
        table.collision = collision;
        let arena = Arena::new(table).unwrap();
        // A ball at rest but with strong top spin, in contact with one that is frozen to the cushion.
        let against = BallState::resting(Vec2::new(0.5, 1.9812 - RADIUS));
        let spin = Vec3::new(-100.0, 0.0, 0.0);
        let pressing = BallState {
            position: Vec2::new(0.5, 1.9812 - 3.0 * RADIUS),
            velocity: Vec2::ZERO,
            spin,
            motion: Motion::Sliding,
        };
        let (events, balls) = run(&arena, &[pressing, against]);
        assert!(
            balls.iter().all(|ball| ball.motion == Motion::Stationary),
            "{collision:?}: {} events",
            events.len()
        );
        assert!((balls[0].position - balls[1].position).norm() > 2.0 * RADIUS - 1e-9);
    }
}

#[test]
fn a_ball_at_rest_in_the_jaws_is_knocked_in() {
    let arena = Arena::preset("pooltool");
    let (events, end) = play(&arena, "0@0.4:0.4 1@0.0275:0.0275", Shot::plain(225.0, 1.5));
    let taken = EventKind::Boundary { ball: 1, surface: Surface::Pocket(arena.pocket("lb").unwrap()) };
    assert!(events.iter().any(|event| event.kind == taken), "{events:?}");
    assert!(!end.has(1));
}

#[test]
fn a_strike_without_speed_moves_nothing() {
    for name in ["poolfiz", "pooltool"] {
        let arena = Arena::preset(name);
        let (_, end) = play(&arena, "0@0.4:0.4 1@0.6:0.6", Shot::plain(225.0, 0.0));
        assert_eq!(end, "0@0.4:0.4 1@0.6:0.6".parse().unwrap());
    }
}

#[test]
fn impossible_shots_are_refused() {
    let arena = Arena::preset("poolfiz");
    let good = Shot::plain(0.0, 1.0);
    let mut simulator = Simulator::new(&arena);
    let mut refuse = |layout: &str, shot: Shot, reason: &str| {
        let error = simulator.start(&layout.parse().unwrap(), &shot, &mut ()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refuse("0@0.5:0.5", Shot { speed: -1.0, ..good }, "v is -1");
    refuse("0@0.5:0.5", Shot { speed: 4.6, ..good }, "from 0 to 4.5 m/s");
    refuse("0@0.5:0.5", Shot { speed: f64::NAN, ..good }, "v is NaN");
    refuse("0@0.5:0.5", Shot { phi: f64::INFINITY, ..good }, "phi is inf");
    refuse("0@0.5:0.5", Shot { theta: 71.0, ..good }, "theta is 71");
    refuse("0@0.5:0.5", Shot { a: 30.0, ..good }, "within the ball");
    refuse("0@0.5:0.5", Shot { a: 21.0, b: 21.0, ..good }, "within the ball");
    refuse("1@0.5:0.5", good, "cue ball");
    refuse("0@0.5:0.5 1@0.5:0.55", good, "overlap");
    refuse("0@5:0.5", good, "off the table");
}
