//! Whole frames: they end, their records replay, and nothing is lost on the way.

use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::frame::{FrameRecord, play};
use plywood_billiards::physics::Arena;
use plywood_billiards::players::{Nearest, RandomPlayer, Shooter};
use plywood_billiards::rules::{CueBall, Discipline, GameState, Stage, Stroke};

fn frame(
    arena: &Arena,
    discipline: Discipline,
    mut players: [&mut dyn Shooter; 2],
    seed: u64,
) -> FrameRecord {
    play(arena, discipline, &mut players, &ErrorModel::named("taiwan").unwrap(), seed, 2000)
}

#[test]
fn records_replay_exactly_through_json() {
    for name in ["poolfiz", "pooltool"] {
        let arena = Arena::preset(name);
        for discipline in Discipline::all() {
            for seed in 0..4 {
                let record = frame(&arena, discipline, [&mut Nearest, &mut RandomPlayer], seed);
                let text = serde_json::to_string(&record).unwrap();
                let read: FrameRecord = serde_json::from_str(&text).unwrap();
                assert_eq!(read, record);
                let end = read.replay().unwrap();
                assert_eq!(end.to_string(), record.shots.last().unwrap().after);
                let winner = if let Stage::Over { winner } = end.stage { Some(winner.0 + 1) } else { None };
                assert_eq!(winner, record.winner);
            }
        }
    }
}

#[test]
fn a_changed_record_is_found_out() {
    let arena = Arena::preset("poolfiz");
    let record = frame(&arena, Discipline::EightBall, [&mut Nearest, &mut Nearest], 1);
    let mut changed = record.clone();
    let steeper = changed.shots[0].executed.replacen("theta=", "theta=1", 1);
    assert_ne!(steeper, changed.shots[0].executed);
    changed.shots[0].executed = steeper;
    assert!(changed.replay().unwrap_err().to_string().contains("shot 1"));
    let mut other = record.clone();
    other.game = "snooker".to_string();
    assert!(other.replay().is_err());
}

#[test]
fn nearest_beats_random() {
    let arena = Arena::preset("poolfiz");
    for discipline in Discipline::all() {
        let mut wins = 0;
        for seed in 0..40 {
            // Each breaks in half of the frames.
            let (record, nearest) = if seed % 2 == 0 {
                (frame(&arena, discipline, [&mut Nearest, &mut RandomPlayer], seed), 1)
            } else {
                (frame(&arena, discipline, [&mut RandomPlayer, &mut Nearest], seed), 2)
            };
            wins += u32::from(record.winner == Some(nearest));
        }
        assert!(wins >= 24, "{}: {wins} of 40", discipline.name());
    }
}

/// After every shot: the text reads back, the layout is possible, and the players' strokes pass the checks.
#[test]
fn states_are_sound() {
    for name in ["poolfiz", "9ft"] {
        let arena = Arena::preset(name);
        for discipline in Discipline::all() {
            let record = frame(&arena, discipline, [&mut RandomPlayer, &mut Nearest], 3);
            let mut state = GameState::before_break(discipline, record.rack);
            let objects = state.layout.object_balls().count();
            for shot in &record.shots {
                Stroke::parse(&shot.requested, &arena).unwrap().check(&arena, &state).unwrap();
                state = shot.after.parse().unwrap();
                assert_eq!(state.to_string(), shot.after);
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
            }
            assert!(record.winner.is_some(), "{name} {}", discipline.name());
        }
    }
}
