//! Billiards as a game: what is listed, what is read, and that frames of old still replay.

use crate::game;
use plywood_billiards::game::rack::scatter;
use plywood_billiards::game::rules::{Call, CueBall, Discipline, GameState, Group, Reason, Stage, Stroke};
use plywood_billiards::game::{Billiards, Executor, Position};
use plywood_billiards::players::shots::ShotGenerator;
use plywood_billiards::table::layout::Layout;
use plywood_core::random::{Rng, below, seeded};
use plywood_core::{Chance, Game, Knowledge, Line, Notation, Player, Spec, Sum, Turn};
use std::ops::ControlFlow;

/// A state of a game anywhere in its course, balls anywhere.
fn anywhere(game: &Billiards, random: &mut Rng) -> GameState {
    let discipline = game.discipline;
    let objects = 1 + below(random, discipline.highest() as usize) as u8;
    let mut layout = scatter(&game.arena.table, objects + 1, random);
    let cue_ball = [CueBall::Table, CueBall::Table, CueBall::Hand, CueBall::Head][below(random, 4)];
    if cue_ball != CueBall::Table {
        layout.remove(0);
    }
    let groups = [None, Some(Group::Solids), Some(Group::Stripes)];
    let group = if discipline == Discipline::EightBall { groups[below(random, 3)] } else { None };
    let turn = Player(below(random, discipline.players()) as u8);
    let free_colour = discipline == Discipline::Snooker && objects > 15 && below(random, 2) == 0;
    let state = GameState {
        stage: Stage::Play,
        cue_ball,
        group,
        turn,
        free_colour,
        ..GameState::before_break(discipline, layout)
    };
    // Nobody who is out is on turn.
    GameState { turn: if state.is_in(turn) { turn } else { state.after(turn) }, ..state }
}

fn strokes(game: &Billiards, state: &GameState) -> Vec<Stroke> {
    ShotGenerator::with(|generator| generator.candidates(&game.arena, state).to_vec())
}

#[test]
fn candidates_can_be_played_and_differ_and_depend_on_the_state_alone() {
    let mut random = seeded(1);
    for spec in [
        "8ball",
        "8.5ball(table=9ft)",
        "9ball(table=pooltool)",
        "one_pocket",
        "snooker",
        "snooker(table=poolfiz)",
        "cutthroat",
        "cutthroat(players=5, table=9ft)",
    ] {
        let game = game(spec);
        for _ in 0..500 {
            let state = anywhere(&game, &mut random);
            let listed = strokes(&game, &state);
            assert!(!listed.is_empty(), "{state} has no stroke");
            for (place, stroke) in listed.iter().enumerate() {
                stroke.check(&game.arena, &state).unwrap_or_else(|error| panic!("{state}: {error}"));
                assert!(!listed[..place].contains(stroke), "{state}: {stroke:?} is listed twice");
            }
            assert_eq!(strokes(&game, &state.to_string().parse().unwrap()), listed, "{state}");
        }
    }
}

/// Balls frozen to the cue ball, to rails and in corners: there is always a stroke, and it is found.
#[test]
fn there_is_a_stroke_however_the_balls_lie() {
    let game = game("8ball");
    let radius = game.arena.table.ball.radius;
    let (width, length) = (game.arena.table.width, game.arena.table.length);
    for (x, y) in [(0.5, 1.0), (radius, 1.0), (0.1, radius), (width - radius, 0.2), (0.2, length - radius)] {
        for touching in 1..=6_u8 {
            let mut layout = Layout::EMPTY;
            let cue_ball = plywood_billiards::vector::Vec2::new(x, y);
            layout.place(0, cue_ball);
            for ball in 1..=touching {
                let way = plywood_billiards::vector::Vec2::at_degrees(60.0 * f64::from(ball));
                let at = cue_ball + way * (2.0 * radius + 1e-9);
                if game.arena.table.holds(at, 0.0) {
                    layout.place(ball, at);
                }
            }
            let state = GameState {
                stage: Stage::Play,
                cue_ball: CueBall::Table,
                ..GameState::before_break(Discipline::EightBall, layout)
            };
            assert!(!strokes(&game, &state).is_empty(), "{state}");
        }
    }
}

#[test]
fn any_stroke_that_can_be_executed_is_legal() {
    let game = game("8ball");
    let state = "8ball turn=2 stage=play cue=table groups=solids score=0:0 0@0.5:0.6 8@0.3:1.2 9@0.7:1.5";
    let mut line = Line::from(game.clone(), game.read_position(state).unwrap());
    let own = "phi=12.5/theta=10/v=1.25/a=3/b=-2/call=9:lt";
    let mut listed = false;
    let _ = game.moves(line.position(), |stroke| {
        listed |= game.write_move(line.position(), stroke) == own;
        ControlFlow::<()>::Continue(())
    });
    assert!(!listed);
    line.try_step(own).unwrap();
    assert_eq!(line.turn(), Turn::Chance);
    assert!(line.try_step("phi=12.4/theta=10/v=1.3/a=3/b=-2").is_ok());
    assert_eq!(line.steps().len(), 2);
    let here = game.read_position(state).unwrap();
    for (text, reason) in [
        ("phi=12/v=99", "v is 99"),
        ("phi=12/theta=10/v=1/call=3:rt", "ball 3 cannot be called"),
        ("place=0.5:0.5/phi=12/theta=10/v=1", "not in hand"),
        ("phi=12/theta=0/v=1", "the cue would touch the rail"),
        ("phi=12/theta=10/v=1/hope", "'hope' is not part of a stroke"),
    ] {
        let error = game.read_move(&here, text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    for (text, reason) in [
        ("9ball turn=1 0@0.5:0.6", "the game is 8ball"),
        ("8ball turn=1 8@0.5:0.6", "the cue ball is missing"),
        ("8ball turn=1 stage=break cue=table 8@0.5:0.6", "the cue ball is missing"),
        ("8ball turn=1 0@0.5:0.6 17@0.5:1", "balls 1 to 15, not 17"),
        ("8ball stage=won:1 0@0.5:0.6 stroke=phi=1/theta=9/v=1", "the game is over"),
    ] {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let cutthroat = self::game("cutthroat");
    for out in ["cutthroat turn=2 0@0.5:0.6 1@0.3:1.2 11@0.4:1", "cutthroat turn=1 0@0.5:0.6 1@0.3:1.2"] {
        let error = cutthroat.read_position(out).unwrap_err().to_string();
        assert!(error.contains("need a ball each"), "{out}: {error}");
    }
}

#[test]
fn frames_of_old_replay() {
    let stored = include_str!("../data/stored_frames.txt");
    let mut frames = 0;
    for frame in stored.split("\n\n").skip(1) {
        let mut lines = frame.trim().lines();
        let mut line = Line::new(game(lines.next().unwrap()));
        for text in lines {
            match text.split_at(2) {
                ("> ", step) => {
                    line.try_step(step).unwrap_or_else(|error| panic!("{step}: {error}"));
                    assert_eq!(
                        line.write_step(line.steps().len() - 1),
                        step,
                        "steps are written as they were"
                    );
                }
                ("= ", position) => {
                    assert_eq!(line.game().write_position(line.position()), position);
                    frames += 1;
                }
                _ => panic!("{text:?} is no part of a frame"),
            }
        }
    }
    assert_eq!(frames, 6);
}

/// The key is of the numbers, not of the text, and tells apart what differs in one of them.
#[test]
fn keys_tell_positions_apart() {
    let game = game("one_pocket");
    let text = "one_pocket turn=1 stage=play cue=table groups=open score=1:2 0@0.5:0.6 3@0.3:1.2";
    let key = |text: &str| game.key(&game.read_position(text).unwrap());
    let stroke = format!("{text} stroke=phi=30/theta=10/v=2");
    let mut keys = vec![key(text), key(&stroke), key("one_pocket stage=rack")];
    for (old, new) in [
        ("turn=1", "turn=2"),
        ("stage=play", "stage=won:2"),
        ("cue=table", "cue=hand"),
        ("score=1:2", "score=2:1"),
        ("0.6 3", "0.6000000000000001 3"),
        ("3@", "4@"),
    ] {
        keys.push(key(&text.replace(old, new)));
    }
    for more in ["/safety", "/call=3:rt", "/call=3:lt", "/b=0.1"] {
        keys.push(key(&format!("{stroke}{more}")));
    }
    assert_eq!(key(text), keys[0]);
    for (place, key) in keys.iter().enumerate() {
        assert!(!keys[..place].contains(key), "{place}");
    }
}

#[test]
fn the_nature_and_the_names() {
    let game = game("8ball(errors=low, table=9ft)");
    let nature = game.nature();
    assert_eq!((nature.players, nature.chance, nature.sum), (2, Chance::Sampled, Sum::Zero));
    let five = self::game("cutthroat(players=5)").nature();
    assert_eq!((five.players, five.sum), (5, Sum::Constant(-3.0)));
    for bad in [
        "8ball(table=square)",
        "8ball(errors=huge)",
        "8ball(cloth=red)",
        "8ball(players=3)",
        "cutthroat(players=4)",
        "cutthroat5",
    ] {
        assert!(Billiards::from_spec(&bad.parse().unwrap()).is_err(), "{bad}");
    }
    let unknown = game.evaluator(&Spec::word("luck")).unwrap_err().to_string();
    assert!(unknown.contains("shots, balls or zero"), "{unknown}");
}

/// What geometry says of a shot is not far from what comes of it, in classes of guesses.
#[test]
fn guesses_of_success_are_near_what_comes_of_it() {
    for spec in ["8ball", "8ball(errors=italy)", "8ball(errors=high)", "8ball(table=9ft)"] {
        let game = game(spec);
        let arena = &game.arena;
        let mut random = seeded(4);
        let mut executor = Executor::new(arena);
        let mut classes = [(0.0, 0.0, 0.0); 10];
        for _ in 0..1500 {
            let layout = scatter(&arena.table, 8, &mut random);
            let state = GameState {
                stage: Stage::Play,
                cue_ball: CueBall::Table,
                ..GameState::before_break(Discipline::EightBall, layout)
            };
            let openings = ShotGenerator::with(|generator| generator.openings(arena, &state).to_vec());
            for opening in openings {
                let Some(stroke) = opening.stroke(arena, &state) else { continue };
                let guess = opening.aim.success(arena, &game.errors);
                let made = game.errors.perturb(&stroke.shot, &arena.table, &mut random);
                let ruling = executor.play(&state, &stroke, &made).unwrap();
                let success = matches!(ruling.reason, Reason::AsCalled { .. } | Reason::Claims { .. });
                let class = &mut classes[(guess * 9.999) as usize];
                (class.0, class.1, class.2) = (class.0 + 1.0, class.1 + guess, class.2 + f64::from(success));
            }
        }
        let means: Vec<(f64, f64)> = classes
            .into_iter()
            .filter(|(shots, ..)| *shots > 300.0)
            .map(|(shots, guess, made)| (guess / shots, made / shots))
            .collect();
        // Within a fifth, and what is thought easier is.
        assert!(
            means.len() >= 5 && means.iter().all(|(guess, made)| (guess - made).abs() < 0.2),
            "{spec}: {means:?}"
        );
        assert!(means.windows(2).all(|pair| pair[1].1 > pair[0].1), "{spec}: {means:?}");
    }
}

#[test]
fn evaluations_know_who_is_ahead() {
    let game = game("8ball");
    let value = |name: &str, text: &str| {
        let position = game.read_position(text).unwrap();
        let evaluator = game.evaluator(&Spec::word(name)).unwrap();
        plywood_core::StaticEvaluator::look(&evaluator, &game, &position, Player::FIRST)
    };
    let ahead = "8ball turn=1 groups=solids 0@0.5:0.6 1@0.3:1.2 8@0.9:2 9@0.2:0.4 10@0.2:0.6 11@0.2:0.8";
    assert!(value("balls", ahead) > 0.2 && value("balls", ahead) < 0.5);
    assert_eq!(value("balls", &ahead.replace("solids", "stripes")), -value("balls", ahead));
    // A ball in the mouth of a pocket, or hidden behind another.
    let easy = "8ball turn=1 groups=solids 0@0.6:0.6 1@0.06:0.1 9@0.9:2 8@1:1";
    let blocked = "8ball turn=1 groups=solids 0@0.6:0.6 1@0.06:0.1 9@0.14:0.18 8@1:1";
    assert!(value("shots", easy) > value("shots", blocked) + 0.1);
    assert!(value("shots", easy) > value("shots", &easy.replace("turn=1", "turn=2")));
    assert_eq!(value("zero", easy), 0.0);
    assert_eq!(value("shots", "8ball stage=rack"), 0.0);
}

/// A finished frame ends in a position without moves; its payoffs are the winner's and the others'.
#[test]
fn payoffs_are_the_winners() {
    let game = game("9ball");
    let over = game.read_position("9ball turn=2 stage=won:2 0@0.5:0.6").unwrap();
    assert_eq!(game.turn(&over), Turn::Over);
    assert_eq!((game.payoff(&over, Player(0)), game.payoff(&over, Player(1))), (-1.0, 1.0));
    let Position::Ready(state) = over else { panic!("a state") };
    assert!(strokes(&game, &state).is_empty());
    assert_eq!(game.move_slot(Stroke { call: Call::Safety, ..any() }), game.move_slots() - 1);
}

fn any() -> Stroke {
    Stroke { place: None, shot: plywood_billiards::physics::shot::Shot::plain(0.0, 1.0), call: Call::None }
}
