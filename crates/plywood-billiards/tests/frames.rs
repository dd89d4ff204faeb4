//! Whole frames: they end, their records replay, and nothing is lost on the way.

use plywood_billiards::frame::{FrameRecord, play};
use plywood_billiards::game::{Billiards, Position};
use plywood_billiards::physics::Arena;
use plywood_billiards::players::{Nearest, RandomPlayer, Shooter};
use plywood_billiards::rules::snooker::{COLOURS, REDS};
use plywood_billiards::rules::{CueBall, Discipline, GameState, Stage};
use plywood_core::{Game, Notation, Spec};
use std::sync::Arc;

fn pool(table: &str, discipline: Discipline) -> Billiards {
    let arena = Arc::new(Arena::preset(table));
    Billiards { discipline, ..Billiards { arena, ..Billiards::from_spec(&Spec::word("8ball")).unwrap() } }
}

/// The first and the second take seats in turn.
fn frame(game: &Billiards, players: [&mut dyn Shooter; 2], seed: u64) -> FrameRecord {
    let [first, second] = players;
    let mut seats: Vec<(&str, &mut dyn Shooter)> = vec![("first", first), ("second", second)];
    let mut more: Vec<Nearest> = vec![Nearest; game.discipline.players() - 2];
    seats.extend(more.iter_mut().map(|player| ("more", player as &mut dyn Shooter)));
    play(game, &mut seats, seed, 4000)
}

#[test]
fn records_replay_exactly_through_json() {
    for name in ["poolfiz", "pooltool"] {
        for discipline in Discipline::all() {
            let game = pool(name, discipline);
            for seed in 0..4 {
                let record = frame(&game, [&mut Nearest, &mut RandomPlayer], seed);
                let text = serde_json::to_string(&record).unwrap();
                let read: FrameRecord = serde_json::from_str(&text).unwrap();
                assert_eq!(read, record);
                let (end, shots) = read.replay(usize::MAX).unwrap();
                assert_eq!(Some(end.to_string()), record.end);
                assert_eq!(2 * shots.len() + 1, record.played.steps.len());
                let winner = if let Stage::Over { winner } = end.stage { Some(winner.0 + 1) } else { None };
                assert_eq!(winner, record.winner());
            }
        }
    }
}

/// A frame is a game as every store has it: the typed game plays it step by step to the same end.
#[test]
fn a_record_is_a_game_like_any_other() {
    let game = pool("9ft", Discipline::NineBall);
    let record = frame(&game, [&mut Nearest, &mut Nearest], 5);
    let again = Billiards::from_spec(&record.played.game.parse().unwrap()).unwrap();
    assert!(again == game && record.table.is_none());
    let mut line = plywood_core::Line::new(again);
    record.played.steps.iter().for_each(|step| line.try_step(step).unwrap());
    assert_eq!(record.end, Some(game.write_position(line.position())));
    assert_eq!(line.turn(), plywood_core::Turn::Over);
    assert_eq!(line.payoff(plywood_core::Player::FIRST), record.played.payoffs[0]);
}

/// A table without a name stands in the record.
#[test]
fn a_table_of_ones_own_is_kept() {
    let mut table = plywood_billiards::table::Table::preset("poolfiz").unwrap();
    table.name = "of my own".to_string();
    let game =
        Billiards { arena: Arc::new(Arena::new(table).unwrap()), ..pool("poolfiz", Discipline::EightBall) };
    let record = frame(&game, [&mut Nearest, &mut RandomPlayer], 2);
    let read: FrameRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
    assert!(read.game().unwrap() == game);
    assert!(read.replay(usize::MAX).is_ok());
}

/// The record of a frame as the first version wrote it: five shots of 9-ball.
#[test]
fn an_old_record_still_replays() {
    let record: FrameRecord = serde_json::from_str(include_str!("data/frame-1.json")).unwrap();
    let (end, shots) = record.replay(usize::MAX).unwrap();
    assert_eq!((Some(end.to_string()), shots.len()), (record.end.clone(), 5));
    assert_eq!(shots[0].player, 1);
    let (early, few) = record.replay(2).unwrap();
    assert_eq!((early, few.len()), (shots[1].after, 2));
}

/// A match that goes on for too long ends anywhere.
#[test]
fn a_record_may_end_before_a_stroke_is_executed() {
    let mut record = frame(&pool("poolfiz", Discipline::EightBall), [&mut Nearest, &mut Nearest], 1);
    let (_, shots) = record.replay(usize::MAX).unwrap();
    record.played.steps.pop();
    record.end = None;
    let (end, fewer) = record.replay(usize::MAX).unwrap();
    assert_eq!((end, fewer.len()), (shots.last().unwrap().before, shots.len() - 1));
    record.played.steps.clear();
    assert!(record.replay(usize::MAX).unwrap_err().to_string().contains("rack"));
}

/// Parts of a frame are replayed, and all of it without what its errors were drawn from.
#[test]
fn replays_stop_where_they_are_asked_to() {
    let mut record = frame(&pool("poolfiz", Discipline::EightBall), [&mut Nearest, &mut Nearest], 1);
    let all = record.replay(usize::MAX).unwrap().1.len();
    let (racked, none) = record.replay(0).unwrap();
    assert_eq!((racked.stage, none.len()), (Stage::Break, 0));
    record.played.game = "8ball(errors=gone.toml)".to_string();
    assert_eq!(record.replay(all).unwrap().1.len(), all);
    record.end = Some(racked.to_string());
    assert!(record.replay(all).unwrap_err().to_string().contains("the record has"));
    assert_eq!(record.replay(all - 1).unwrap().1.len(), all - 1);
}

#[test]
fn a_changed_record_is_found_out() {
    let record = frame(&pool("poolfiz", Discipline::EightBall), [&mut Nearest, &mut Nearest], 1);
    let mut changed = record.clone();
    let steeper = changed.played.steps[2].replacen("theta=", "theta=1", 1);
    assert_ne!(steeper, changed.played.steps[2]);
    changed.played.steps[2] = steeper;
    assert!(changed.replay(usize::MAX).is_err());
    let mut impossible = record.clone();
    impossible.played.steps[3] = "phi=1/theta=1/v=-2".to_string();
    assert!(impossible.replay(usize::MAX).unwrap_err().to_string().contains("shot 2"));
    let mut other = record.clone();
    other.played.game = "carom".to_string();
    assert!(other.replay(usize::MAX).is_err());
}

#[test]
fn nearest_beats_random() {
    for discipline in Discipline::all().filter(|discipline| discipline.players() == 2) {
        let game = pool("poolfiz", discipline);
        let mut wins = 0;
        for seed in 0..40 {
            // Each breaks in half of the frames.
            let (record, nearest) = if seed % 2 == 0 {
                (frame(&game, [&mut Nearest, &mut RandomPlayer], seed), 1)
            } else {
                (frame(&game, [&mut RandomPlayer, &mut Nearest], seed), 2)
            };
            wins += u32::from(record.winner() == Some(nearest));
        }
        assert!(wins >= 24, "{}: {wins} of 40", discipline.name());
    }
}

/// After every shot: the text reads back, the layout is possible, and the players' strokes pass the checks.
#[test]
fn states_are_sound() {
    for name in ["poolfiz", "9ft"] {
        for discipline in Discipline::all() {
            let game = pool(name, discipline);
            let arena = &game.arena;
            let record = frame(&game, [&mut RandomPlayer, &mut Nearest], 3);
            let (_, shots) = record.replay(usize::MAX).unwrap();
            let racked =
                game.happen(&game.start(), game.read_event(&game.start(), &record.played.steps[0]).unwrap());
            let Position::Ready(racked) = racked else { panic!("the balls are racked") };
            let objects = racked.layout.object_balls().count();
            for shot in &shots {
                let state = shot.after;
                assert_eq!(state.to_string().parse::<GameState>().unwrap(), state);
                state.layout.check(&arena.table, &arena.outline).unwrap();
                assert!(
                    state.layout.has(0) || state.cue_ball != CueBall::Table || state.stage != Stage::Play
                );
                if discipline == Discipline::OnePocket {
                    let scored: i32 = state.score.iter().map(|&score| i32::from(score.max(0))).sum();
                    assert_eq!(
                        state.layout.object_balls().count() as i32 + scored,
                        objects as i32,
                        "{}",
                        shot.ruling
                    );
                }
                if discipline == Discipline::Snooker {
                    let missing = COLOURS.without(state.layout.balls());
                    let reds = state.layout.balls().and(REDS).len();
                    assert!(missing.is_empty() || reds == 0 && !state.free_colour, "{}", shot.ruling);
                    // They go in order: what is missing is cheaper than what is left.
                    let left = state.layout.balls().and(COLOURS);
                    assert!(missing.iter().all(|ball| left.iter().all(|other| ball < other)), "{state}");
                }
                if state.stage == Stage::Play {
                    assert!(state.is_in(state.turn), "{state}");
                }
            }
            assert!(record.winner().is_some(), "{name} {}", discipline.name());
        }
    }
}
