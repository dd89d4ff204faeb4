//! Simulating strokes allocates nothing, nor does ruling on them; what a search allocates does not grow with its samples.

use allocation_counter::measure;
use plywood_billiards::game::rack::scatter;
use plywood_billiards::game::rules::{Call, CueBall, Discipline, Facts, GameState, Group, Stage, Stroke};
use plywood_billiards::game::{Billiards, Executor};
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Arena, Simulator};
use plywood_billiards::players::pickpocket::{Breadth, Features, PickPocket, Prune, Settings};
use plywood_billiards::table::PRESETS;
use plywood_billiards::table::layout::Layout;
use plywood_billiards::vector::Vec2;
use plywood_core::random::{Rng, below, seeded};
use plywood_core::{Budget, Player, Stop};
use rand::RngExt;

/// How many allocations some work makes.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

/// The cue ball, three rows of touching balls around it, and one at a rail.
fn frozen(arena: &Arena) -> Layout {
    let table = &arena.table;
    let (middle, diameter) = (Vec2::new(0.5 * table.width, 0.4 * table.length), 2.0 * table.ball.radius);
    let mut layout = Layout::EMPTY;
    layout.place(0, middle);
    for ball in 1..=9 {
        let (row, place) = ((ball - 1) % 3, (ball - 1) / 3 + 1);
        let way = Vec2::at_degrees(120.0 * f64::from(row)) * (diameter * f64::from(place));
        layout.place(ball, middle + way);
    }
    layout.place(10, Vec2::new(table.ball.radius, 0.3 * table.length));
    layout
}

/// Racks, frozen balls and balls anywhere.
fn layouts(arena: &Arena, random: &mut Rng) -> Vec<Layout> {
    let racks = Discipline::all().map(|discipline| discipline.rack(&arena.table, random));
    let mut layouts: Vec<Layout> = racks.collect();
    for layout in &mut layouts {
        layout.place(0, Vec2::new(0.5 * arena.table.width, 0.2 * arena.table.length));
    }
    layouts.push(frozen(arena));
    layouts.extend((0..100).map(|number| scatter(&arena.table, 2 + number % 15, random)));
    layouts
}

fn any_shot(arena: &Arena, random: &mut Rng) -> Shot {
    let reach = 0.6e3 * arena.table.ball.radius;
    Shot {
        phi: random.random_range(0.0..360.0),
        theta: random.random_range(0.0..50.0),
        speed: random.random_range(0.1..10.0),
        a: random.random_range(-reach..reach),
        b: random.random_range(-reach..reach),
    }
}

/// On every table: breaks straight at the rack and strokes anywhere, watched and not.
#[test]
fn a_stroke_allocates_nothing() {
    for (name, _) in PRESETS {
        let arena = Arena::preset(name);
        let mut random = seeded(1);
        let layouts = layouts(&arena, &mut random);
        let mut simulator = Simulator::new(&arena);
        let mut events = 0;
        let count = allocations(|| {
            for layout in &layouts {
                for shot in
                    [Shot::plain(90.0, 8.0), any_shot(&arena, &mut random), any_shot(&arena, &mut random)]
                {
                    simulator.start_unchecked(layout, &shot, &mut ());
                    simulator.run(&mut ());
                    events += simulator.events();
                    let mut facts = Facts::default();
                    simulator.start_unchecked(layout, &shot, &mut facts);
                    simulator.run_until(0.5, &mut facts);
                    simulator.run(&mut facts);
                }
            }
        });
        assert!(events > 5_000, "{name}: {events}");
        assert_eq!(count, 0, "{name}");
    }
}

fn games() -> Vec<Billiards> {
    Discipline::all()
        .map(|discipline| {
            let spec = match discipline {
                Discipline::CutthroatOfFive => "cutthroat(players=5)",
                other => other.name(),
            };
            Billiards::from_spec(&spec.parse().unwrap()).unwrap()
        })
        .collect()
}

/// States of a game in which the cue ball lies: the break, frozen balls, and any.
fn states(game: &Billiards, random: &mut Rng) -> Vec<GameState> {
    let table = &game.arena.table;
    let start = GameState::before_break(game.discipline, game.discipline.rack(table, random));
    let mut lying = start;
    lying.layout.place(0, Vec2::new(0.5 * table.width, 0.2 * table.length));
    lying.cue_ball = CueBall::Table;
    let mut states = vec![lying];
    for number in 0..60 {
        let layout = if number == 0 {
            frozen(&game.arena)
        } else {
            scatter(table, 2 + below(random, game.discipline.highest().min(15) as usize) as u8, random)
        };
        let group = [None, Some(Group::Solids), Some(Group::Stripes)][below(random, 3)];
        let group = group.filter(|_| game.discipline == Discipline::EightBall);
        let turn = Player(below(random, game.discipline.players()) as u8);
        let start = GameState::before_break(game.discipline, layout);
        states.push(GameState { stage: Stage::Play, cue_ball: CueBall::Table, group, turn, ..start });
    }
    states
}

/// In every game, to the end or until a foul is known.
#[test]
fn ruling_on_a_stroke_allocates_nothing() {
    for game in games() {
        let arena = &*game.arena;
        let mut random = seeded(2);
        let states = states(&game, &mut random);
        let mut executor = Executor::new(arena);
        let mut ruled = 0;
        let count = allocations(|| {
            for state in &states {
                for _ in 0..20 {
                    let shot = any_shot(arena, &mut random);
                    let stroke = Stroke { place: None, shot, call: Call::Safety };
                    let made = game.errors.perturb(&shot, &arena.table, &mut random);
                    let whole = executor.play(state, &stroke, &made);
                    let short = executor.play_unless_foul(state, &stroke, &made);
                    ruled += u32::from(whole.is_ok()) + u32::from(short.is_ok());
                }
            }
        });
        assert_eq!(count, 0, "{}", game.discipline.name());
        assert!(ruled > 1000, "{}: {ruled}", game.discipline.name());
    }
}

/// Lists that may still double when a longer one is met: of openings, their chances, and the shots of a ply.
const LISTS: u64 = 3;

/// Lists are made once a decision and used again in every node: four times the samples need no further ones.
#[test]
fn samples_of_a_search_allocate_nothing() {
    let below = Breadth { samples: 3, pairs: 2, variants: 2 };
    // Other stages have lists of their own, so a low score may not lead to safeties.
    let small = Settings { prune: Prune::Off, t0: f64::NEG_INFINITY, below, ..Settings::default() };
    let features = Features { open: 0.5, ..Features::default() };
    let ways = [
        Settings { depth: 1, ..small.clone() },
        Settings { depth: 1, features, root: Some(10), ..small.clone() },
        small,
    ];
    for game in games() {
        // Not the break, which is no search.
        for (number, state) in states(&game, &mut seeded(3)).iter().skip(1).take(24).enumerate() {
            let way = &ways[number % ways.len()];
            let decide = |samples: u32| {
                let player = PickPocket::new(&game, Settings { samples, ..way.clone() }).unwrap();
                let mut strokes = 0;
                let count = allocations(|| {
                    strokes = player.decide(&game, state, &Budget::UNSET, 1, &Stop::new()).1.nodes;
                });
                (count, strokes)
            };
            let ((few, less), (many, more)) = (decide(2), decide(8));
            let told = format!("{state}: {few} for {less} strokes, {many} for {more}");
            assert!(more >= less + 10 && many <= few + LISTS, "{told}, by {way:?}");
        }
    }
}
