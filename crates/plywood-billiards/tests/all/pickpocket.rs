//! The player that searches: pruning changes nothing, methods agree where they must, and it has a stroke for every state.

use crate::game;
use plywood_billiards::game::rack::scatter;
use plywood_billiards::game::rules::{Call, CueBall, Discipline, GameState, Group, Stage, Stroke};
use plywood_billiards::game::{Billiards, Executor};
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::physics::{Event, EventKind, Simulator};
use plywood_billiards::players::aim::first_met;
use plywood_billiards::players::pickpocket::{
    Breadth, Decision, DecisionKind, Method, PickPocket, Prune, Refine, Settings,
};
use plywood_billiards::table::layout::{CUE_BALL, Layout};
use plywood_billiards::vector::Vec2;
use plywood_core::random::{Rng, below, derive, seeded};
use plywood_core::{Budget, Game, Line, Notation, Player, Search, Stop, Task, Turn};
use rand::RngExt;

const GAMES: [&str; 7] =
    ["8ball", "8.5ball", "9ball", "one_pocket", "snooker", "cutthroat(players=3)", "cutthroat(players=5)"];

const BELOW: Breadth = Breadth { samples: 4, pairs: 3, variants: 2 };

const REFINE: Refine = Refine { shots: 2, steps: 4, samples: 5 };

/// How many states are looked at; the tests say how many are all.
fn states(usual: usize) -> usize {
    std::env::var("PLYWOOD_STATES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A state anywhere in the course of a game, with at most `most` object balls.
fn anywhere(game: &Billiards, most: u8, random: &mut Rng) -> GameState {
    let discipline = game.discipline;
    let objects = 1 + below(random, discipline.highest().min(most) as usize) as u8;
    let mut layout = scatter(&game.arena.table, objects + 1, random);
    let cue_ball =
        [CueBall::Table, CueBall::Table, CueBall::Table, CueBall::Hand, CueBall::Head][below(random, 5)];
    if cue_ball != CueBall::Table {
        layout.remove(0);
    }
    let groups = [None, Some(Group::Solids), Some(Group::Stripes)];
    let group = if discipline == Discipline::EightBall { groups[below(random, 3)] } else { None };
    let turn = Player(below(random, discipline.players()) as u8);
    GameState { stage: Stage::Play, cue_ball, group, turn, ..GameState::before_break(discipline, layout) }
}

fn decide(game: &Billiards, settings: &Settings, state: &GameState, seed: u64) -> (Decision, u64) {
    let player = PickPocket::new(game, settings.clone()).unwrap();
    let (decision, cost) = player.decide(game, state, &Budget::UNSET, seed, &Stop::new());
    decision.stroke.check(&game.arena, state).unwrap_or_else(|error| panic!("{state}: {error}"));
    (decision, cost.nodes)
}

/// A plain stroke anywhere, from where the cue ball lies.
fn any_stroke(random: &mut Rng) -> Stroke {
    let shot = Shot::plain(random.random_range(0.0..360.0), random.random_range(0.3..4.0));
    Stroke { place: None, shot, call: Call::Safety }
}

/// A foul that is known while balls still roll gives the opponent the cue ball in hand or the frame; where none is known, the
/// ruling is that of the whole shot.
#[test]
fn fouls_that_are_known_early_are_fouls() {
    for spec in GAMES {
        let game = game(spec);
        let (arena, mut executor) = (&*game.arena, Executor::new(&game.arena));
        let (mut random, mut early) = (seeded(11), 0);
        for _ in 0..500 {
            let state = anywhere(&game, 15, &mut random);
            let stroke = any_stroke(&mut random);
            if state.cue_ball != CueBall::Table {
                continue;
            }
            let whole = executor.play(&state, &stroke, &stroke.shot).unwrap();
            match executor.play_unless_foul(&state, &stroke, &stroke.shot).unwrap() {
                Some(ruling) => assert_eq!(ruling, whole),
                None => {
                    early += 1;
                    let lost = matches!(whole.next.stage, Stage::Over { winner } if winner != state.turn);
                    let hand = whole.next.turn != state.turn && whole.next.cue_ball == CueBall::Hand;
                    assert!(lost || hand, "{spec} {state}: {}", whole.sentence(arena));
                }
            }
        }
        let counted = ["one_pocket", "snooker"].contains(&spec) || game.discipline.is_cutthroat();
        assert!(if counted { early == 0 } else { early > 50 }, "{spec}: {early}");
    }
}

/// The ball that geometry says is met first is the one that the simulator finds.
#[test]
fn the_first_ball_met_is_the_simulators() {
    let game = game("8ball");
    let (arena, mut simulator) = (&*game.arena, Simulator::new(&game.arena));
    let (mut random, mut seen) = (seeded(12), [0; 2]);
    for _ in 0..2000 {
        let layout = scatter(&arena.table, 12, &mut random);
        let shot = Shot { speed: 3.0, ..any_stroke(&mut random).shot };
        let met = first_met(arena, &layout, layout.get(CUE_BALL).unwrap(), shot.phi);
        let mut log: Vec<Event> = Vec::new();
        simulator.start_unchecked(&layout, &shot, &mut log);
        simulator.run(&mut log);
        let first = log.iter().find_map(|event| match event.kind {
            EventKind::Balls { first, second } => Some(Some(first.max(second))),
            EventKind::Boundary { .. } => Some(None),
            _ => None,
        });
        assert_eq!(Some(met), first, "{layout} {shot}");
        seen[usize::from(met.is_some())] += 1;
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

/// Pruned and unpruned, on one thread and on two: the same stroke and the same score. 500 states are all.
#[test]
fn pruning_and_threads_change_nothing() {
    let game = game("8ball");
    let mc = Settings { samples: 5, variants: 3, below: BELOW, ..Settings::default() };
    let ways = [
        Settings { depth: 1, ..mc.clone() },
        mc.clone(),
        Settings { common: true, depth: 1, ..mc.clone() },
        Settings { method: Method::Probabilistic, depth: 1, ..mc.clone() },
        Settings { method: Method::Probabilistic, depth: 3, ..mc.clone() },
        Settings {
            root: Some(12),
            refine: Some(REFINE),
            banks: Some(0.8),
            depth: 1,
            t0: 0.5,
            t1: 0.18,
            ..mc
        },
    ];
    let (mut random, mut saved) = (seeded(1), 0);
    for number in 0..states(18) {
        let state = anywhere(&game, 9, &mut random);
        let way = &ways[number % ways.len()];
        let (whole, full) =
            decide(&game, &Settings { prune: Prune::Off, ..way.clone() }, &state, number as u64);
        let (pruned, less) = decide(&game, way, &state, number as u64);
        let (shared, _) = decide(&game, &Settings { threads: 2, ..way.clone() }, &state, number as u64);
        assert_eq!(whole, pruned, "{state}: {way:?}");
        assert_eq!(whole, shared, "{state}: {way:?}");
        assert!(less <= full, "{state}: {less} of {full}");
        saved += full - less;
    }
    assert!(saved > 0, "something is pruned");
}

/// Without error every sample is the stroke that was meant, and every estimate is one.
#[test]
fn both_searches_agree_without_error() {
    let game = game("8ball(errors=none)");
    let mut random = seeded(2);
    for _ in 0..states(20) {
        let state = anywhere(&game, 7, &mut random);
        for depth in 1..=2 {
            let mc = Settings { depth, samples: 2, variants: 2, below: BELOW, ..Settings::default() };
            let prob = Settings { method: Method::Probabilistic, ..mc.clone() };
            assert_eq!(
                decide(&game, &mc, &state, 1).0,
                decide(&game, &prob, &state, 1).0,
                "{state} {depth} plies"
            );
        }
    }
}

/// Every kind of player on every kind of state of every game. 10,000 states are all.
#[test]
fn there_is_a_stroke_for_every_state() {
    let small = Settings { depth: 1, samples: 2, variants: 2, places: 2, ..Settings::default() };
    let ways = [
        Settings::greedy(),
        Settings { banks: Some(2.0), t0: 2.0, t1: 2.0, ..small.clone() },
        Settings { prune: Prune::Progressive, root: Some(5), ..small.clone() },
        Settings { method: Method::Probabilistic, depth: 2, banks: Some(0.8), ..small },
    ];
    let games = GAMES.map(game);
    let mut random = seeded(3);
    for number in 0..states(84) {
        let game = &games[number % games.len()];
        let state = anywhere(game, u8::MAX, &mut random);
        decide(game, &ways[number / games.len() % ways.len()], &state, number as u64);
    }
}

/// Every ball frozen, the cue ball in a jaw, all ways blocked.
#[test]
fn there_is_a_stroke_however_the_balls_lie() {
    let settings =
        Settings { depth: 1, samples: 2, variants: 2, banks: Some(2.0), t0: 2.0, ..Settings::default() };
    for game in GAMES.map(game) {
        let discipline = game.discipline;
        let table = &game.arena.table;
        let (radius, width, length) = (table.ball.radius, table.width, table.length);
        let jaw = radius + 0.09;
        let places = [
            (0.5, 1.0),
            (radius, 1.0),
            (jaw, radius),
            (width - radius, length - jaw),
            (0.2, length - radius),
        ];
        for (x, y) in places {
            for cue_ball in [CueBall::Table, CueBall::Hand, CueBall::Head] {
                let mut layout = Layout::EMPTY;
                let middle = Vec2::new(x, y);
                layout.place(0, middle);
                // Two rings around the cue ball, each ball touching.
                for ball in 1..=discipline.highest().min(15) {
                    let (ring, step) = if ball <= 6 { (1.0, 60.0) } else { (2.0, 40.0) };
                    let at =
                        middle + Vec2::at_degrees(step * f64::from(ball)) * (ring * (2.0 * radius + 1e-7));
                    if table.holds(at, 0.0) && layout.is_free(at, radius, ball) {
                        layout.place(ball, at);
                    }
                }
                if cue_ball != CueBall::Table {
                    layout.remove(0);
                }
                for group in [Some(Group::Solids), None] {
                    let start = GameState::before_break(discipline, layout);
                    let state = GameState { stage: Stage::Play, cue_ball, group, ..start };
                    decide(&game, &settings, &state, 1);
                }
            }
        }
        // Nothing but the cue ball, and nothing but one ball.
        for text in ["0@0.5:0.6", "0@0.5:0.6 1@0.9:0.9"] {
            let start = GameState::before_break(discipline, text.parse().unwrap());
            decide(&game, &settings, &GameState { stage: Stage::Play, cue_ball: CueBall::Table, ..start }, 1);
        }
    }
}

/// Nothing is played but safeties.
fn careful_settings(samples: u32) -> Settings {
    Settings { samples, t0: 5.0, t1: 5.0, ..Settings::default() }
}

#[test]
fn budgets_are_kept() {
    let game = game("8ball");
    let player =
        PickPocket::new(&game, Settings { root: Some(50), threads: 2, ..Settings::default() }).unwrap();
    let mut random = seeded(4);
    let state = loop {
        let state = anywhere(&game, 9, &mut random);
        if state.cue_ball == CueBall::Table && decide(&game, &Settings::default(), &state, 1).1 > 2000 {
            break state;
        }
    };
    for most in [0, 1, 50, 1000] {
        let once = || player.decide(&game, &state, &Budget::nodes(most), 1, &Stop::new());
        let (decision, cost) = once();
        assert!(cost.nodes <= most, "{} of {most}", cost.nodes);
        assert_eq!(once(), (decision, cost), "the same under any load");
        decision.stroke.check(&game.arena, &state).unwrap();
    }
    let careful = Settings { method: Method::Greedy, ..careful_settings(200) };
    let careful = PickPocket::new(&game, careful).unwrap();
    for most in [100, 400, 700] {
        let (decision, cost) = careful.decide(&game, &state, &Budget::nodes(most), 1, &Stop::new());
        assert!(
            decision.kind == DecisionKind::Safety && cost.nodes <= most,
            "{decision:?}: {} of {most}",
            cost.nodes
        );
    }
    let everything = Settings {
        specify: Some(2),
        refine: Some(Refine { shots: 2, steps: 4, samples: 4 }),
        ..careful_settings(4)
    };
    let everything = PickPocket::new(&game, everything).unwrap();
    for most in [10, 100, 1000] {
        let (_, cost) = everything.decide(&game, &state, &Budget::nodes(most), 1, &Stop::new());
        assert!(cost.nodes <= most, "{} of {most}", cost.nodes);
    }
    // More time than a clock can tell is no limit.
    let for_ever = Budget { seconds: Some(f64::MAX), ..Budget::UNSET };
    let decided = |budget| player.decide(&game, &state, budget, 1, &Stop::new()).0;
    assert_eq!(decided(&for_ever), decided(&Budget::UNSET));
    let stop = Stop::new();
    stop.raise();
    let (decision, cost) = player.decide(&game, &state, &Budget::UNSET, 1, &stop);
    assert!(decision.stroke.check(&game.arena, &state).is_ok() && cost.nodes <= 200);
}

/// A frame of a player against itself, which comes to an end.
fn frame(game: &Billiards, settings: &Settings, seed: u64) -> Line<Billiards> {
    let mut player = PickPocket::new(game, settings.clone()).unwrap();
    let (mut line, mut dice) = (Line::new(game.clone()), seeded(seed));
    while line.turn() != Turn::Over {
        assert!(line.steps().len() < 400, "seed {seed} goes on for ever: {:?}", line.position());
        match line.turn() {
            Turn::Player(_) => {
                let report = player.think(&line, Task::new(Budget::UNSET).seed(seed));
                line.play(report.best.unwrap());
            }
            _ => drop(line.sample(&mut dice)),
        }
    }
    line
}

/// From behind the head string safeties are played at balls beyond it, too.
#[test]
fn safeties_from_behind_the_head_string_go_forward() {
    let game = game("8ball");
    let layout: Layout = "1@0.7:0.45 2@0.5:1.7 3@0.56:1.7 9@0.44:1.7 8@0.5:1.76".parse().unwrap();
    let start = GameState::before_break(Discipline::EightBall, layout);
    let state = GameState { stage: Stage::Play, cue_ball: CueBall::Head, ..start };
    let line = state.nearest_target(&game.arena.table).unwrap();
    for seed in 0..5 {
        let (Decision { stroke, kind, .. }, _) = decide(&game, &careful_settings(4), &state, seed);
        let from = stroke.place.unwrap();
        let met = first_met(&game.arena, &layout, from, stroke.shot.phi).and_then(|ball| layout.get(ball));
        assert!(kind == DecisionKind::Safety && met.is_some_and(|at| at.y > line), "{stroke:?}");
    }
}

/// A break was not searched, and says so.
#[test]
fn reports_say_what_was_looked_at() {
    let game = game("8ball");
    let mut line = Line::new(game.clone());
    line.sample(&mut seeded(1));
    let settings = Settings { samples: 4, variants: 2, ..Settings::default() };
    let mut player = PickPocket::new(&game, settings).unwrap();
    let mut think = |line: &Line<Billiards>, budget| player.think(line, Task::new(budget).seed(1));
    let report = think(&line, Budget::UNSET);
    assert_eq!((report.value, report.depth), (0.0, 0));
    let state =
        "8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.3:0.3 1@0.15:0.15 2@0.7:1 8@0.1:1.5";
    let line = Line::from(game.clone(), game.read_position(state).unwrap());
    assert_eq!(think(&line, Budget::depth(1)).depth, 1);
    // Nothing was finished: the likeliest shot, and how likely it is.
    let hurried = think(&line, Budget::nodes(1));
    assert!(hurried.value > -0.5 && hurried.best.is_some(), "{}", hurried.value);
}

/// A frame is the same by the same seed.
#[test]
fn frames_depend_on_the_seed_alone() {
    let game = game("8ball");
    let settings = Settings { depth: 1, samples: 4, variants: 2, ..Settings::default() };
    let end = |seed: u64| game.key(frame(&game, &settings, seed).position());
    assert_eq!((end(1), end(2)), (end(1), end(2)));
    assert_ne!(end(1), end(2));
}

/// In no game do two players push the balls to and fro for ever, or foul in turn.
#[test]
fn frames_of_every_game_end() {
    for spec in GAMES {
        for seed in 0..2 {
            frame(&game(spec), &Settings::greedy(), seed);
        }
    }
}

/// Shots that were bettered keep the turn more often than those of the grid, under errors that neither was chosen by.
#[test]
fn refined_shots_succeed_more_often() {
    let game = game("8ball(errors=italy)");
    let plain = Settings { depth: 1, samples: 8, pairs: 2, variants: 4, ..Settings::default() };
    let refined = Settings { refine: Some(Refine { shots: 4, steps: 16, samples: 20 }), ..plain.clone() };
    let mut random = seeded(11);
    // Of a hundred shots from a state, how many more keep the turn.
    let mut gains: Vec<f64> = Vec::new();
    for number in 0..states(400) as u64 {
        let state = GameState { cue_ball: CueBall::Table, ..anywhere(&game, 7, &mut random) };
        if state.layout.get(0).is_none() {
            continue;
        }
        let kept = [&plain, &refined].map(|settings| {
            let (decision, _) = decide(&game, settings, &state, number);
            let Decision { stroke, kind: DecisionKind::Attempt(_), .. } = decision else { return 0 };
            let mut executor = Executor::new(&game.arena);
            let keeps = |sample: &u64| {
                let made = game.errors.perturb(
                    &stroke.shot,
                    &game.arena.table,
                    &mut seeded(derive(number, *sample)),
                );
                let next = executor.play(&state, &stroke, &made).unwrap().next;
                let over = matches!(next.stage, Stage::Over { winner } if winner != state.turn);
                next.turn == state.turn && !over
            };
            (0..100).filter(keeps).count()
        });
        gains.push(kept[1] as f64 - kept[0] as f64);
    }
    let count = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    assert!(mean > 2.0 * error, "{mean} more of a hundred, standard error {error}");
}
