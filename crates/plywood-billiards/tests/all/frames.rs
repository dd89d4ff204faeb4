//! Whole frames: they end, their records replay, and nothing is lost on the way.

use crate::{game, line, played, record};
use allocation_counter::measure;
use plywood_billiards::experiments::statistics::{StrokeKind, StrokeTally, of_frame, of_games};
use plywood_billiards::game::record::{FrameRecord, Seen, Shots};
use plywood_billiards::game::rules::snooker::{COLOURS, REDS};
use plywood_billiards::game::rules::{Call, CueBall, Discipline, GameState, Stage};
use plywood_billiards::game::{Billiards, Draw, Position};
use plywood_billiards::physics::shot::Shot;
use plywood_billiards::picture::strip;
use plywood_core::picture::Theme;
use plywood_core::{Game, Line, Notation, Player, Step, Turn};

/// The spec of every game on a table.
fn specs(table: &str) -> impl Iterator<Item = String> {
    Discipline::all().map(move |discipline| match discipline {
        Discipline::CutthroatOfFive => format!("cutthroat(players=5, table={table})"),
        _ => format!("{}(table={table})", discipline.name()),
    })
}

#[test]
fn records_replay_exactly_through_json() {
    for name in ["poolfiz", "pooltool"] {
        for spec in specs(name) {
            for seed in 0..4 {
                let record = record(&spec, &["nearest", "random"], seed);
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
    let record = record("9ball(table=9ft)", &["nearest"], 5);
    assert!(record.table.is_none());
    let mut line = Line::new(game(&record.played.game));
    record.played.steps.iter().for_each(|step| line.try_step(step).unwrap());
    assert_eq!(record.end, Some(line.game().write_position(line.position())));
    assert_eq!(line.turn(), Turn::Over);
    assert_eq!(line.payoff(Player::FIRST), record.played.payoffs[0]);
}

/// A table without a name stands in the record, which replays without its file.
#[test]
fn a_table_of_ones_own_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let mut table = plywood_billiards::table::Table::preset("poolfiz").unwrap();
    table.name = "of my own".to_string();
    std::fs::write(&file, table.to_toml()).unwrap();
    let spec = format!("8ball(table=\"{}\")", file.display());
    let record = record(&spec, &["nearest", "random"], 2);
    let mine = game(&spec);
    std::fs::remove_file(&file).unwrap();
    let read: FrameRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
    assert!(read.game().unwrap() == mine);
    assert!(read.replay(usize::MAX).is_ok());
}

/// Of a frame that goes on only new shots are simulated: where none is new no sentence is written. A shot that was taken back
/// and played otherwise is simulated anew, the others are not.
#[test]
fn a_shot_is_simulated_once() {
    let whole = line(&game("8ball"), &["nearest"], 1);
    let (mut shots, mut frame) = (Shots::default(), Line::new(whole.game().clone()));
    let written = |shots: &mut Shots, frame: &Line<Billiards>| measure(|| _ = shots.of(frame)).count_total;
    for step in whole.steps() {
        match *step {
            Step::Move(stroke) => frame.play(stroke),
            Step::Event(draw) => frame.happen(draw),
        }
        shots.of(&frame);
        assert_eq!(written(&mut shots, &frame), 0);
    }
    let fresh = Shots::default().of(&whole).to_vec();
    assert_eq!((shots.of(&frame), fresh.len()), (&fresh[..], whole.steps().len() / 2));
    let Some(Step::Event(Draw::Made(made))) = whole.steps().last() else {
        panic!("a frame ends with a shot")
    };
    frame.undo();
    assert_eq!(shots.of(&frame), &fresh[..fresh.len() - 1]);
    frame.happen(Draw::Made(Shot { speed: 0.9 * made.speed, ..*made }));
    let (one, all) = (written(&mut shots, &frame), written(&mut Shots::default(), &frame));
    assert!(one > 0 && 4 * one < all, "{one} of {all}");
    assert_eq!(shots.of(&frame), Shots::default().of(&frame));
    assert_ne!(shots.of(&frame).last(), fresh.last());
}

/// A match that goes on for too long ends anywhere.
#[test]
fn a_record_may_end_before_a_stroke_is_executed() {
    let mut record = record("8ball", &["nearest"], 1);
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
    let mut record = record("8ball", &["nearest"], 1);
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
    let record = record("8ball", &["nearest"], 1);
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
        let mut wins = 0;
        for seed in 0..40 {
            // Each breaks in half of the frames.
            let (players, nearest) =
                if seed % 2 == 0 { (["nearest", "random"], 1) } else { (["random", "nearest"], 2) };
            let record = FrameRecord::of(played(discipline.name(), &players, seed));
            wins += u32::from(record.winner() == Some(nearest));
        }
        assert!(wins >= 24, "{}: {wins} of 40", discipline.name());
    }
}

/// After every shot: the text reads back, the layout is possible, and the players' strokes pass the checks.
#[test]
fn states_are_sound() {
    for name in ["poolfiz", "9ft"] {
        for spec in specs(name) {
            let game: Billiards = game(&spec);
            let (discipline, arena) = (game.discipline, &game.arena);
            let record = record(&spec, &["random", "nearest"], 3);
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

#[test]
fn a_frame_adds_up() {
    for (spec, players) in
        [("8ball(errors=low)", 2), ("9ball", 2), ("snooker(table=9ft)", 2), ("cutthroat", 3)]
    {
        for seed in 0..6 {
            let frame = line(&game(spec), &["nearest", "random", "nearest"][..players], seed);
            let mut shots = Shots::default();
            let shots = shots.of(&frame);
            let tallies = of_frame(&frame.game().arena, shots);
            assert_eq!(tallies.len(), players);
            assert_eq!(tallies.iter().map(|tally| tally.shots).sum::<u32>() as usize, shots.len());
            assert_eq!(tallies.iter().map(|tally| tally.wins).sum::<u32>(), 1, "{spec}");
            for tally in &tallies {
                assert_eq!(tally.kinds.iter().map(|kind| kind.1).sum::<u32>(), tally.shots);
                assert!(tally.kinds.iter().all(|kind| kind.0 <= kind.1) && tally.run_outs <= tally.wins);
            }
            assert_eq!(tallies.iter().map(|tally| tally.of(StrokeKind::Break).1).sum::<u32>(), 1);
            // But for safeties successes are turns kept, and frames won by the last stroke.
            let safe = |shot: &Seen| shot.before.stage == Stage::Play && shot.stroke.call == Call::Safety;
            let kept = |shot: &&Seen| match shot.after.stage {
                Stage::Over { winner } => winner == shot.before.turn && !safe(shot),
                _ => shot.after.turn == shot.before.turn && !safe(shot),
            };
            let successes = |tally: &StrokeTally| {
                tally.kinds.iter().map(|kind| kind.0).sum::<u32>() - tally.of(StrokeKind::Safety).0
            };
            let counted = tallies.iter().map(successes).sum::<u32>() as usize;
            assert_eq!(counted, shots.iter().filter(kept).count(), "{spec}");
        }
    }
}

#[test]
fn games_are_gathered_by_who_met() {
    let frame = |names: [&str; 2], seed| {
        let players = names.map(str::to_string).to_vec();
        plywood_core::Played { players, ..played("8ball", &["nearest"], seed) }
    };
    let games = [frame(["a", "b"], 1), frame(["b", "a"], 2), frame(["a", "a"], 3)];
    let meetings = of_games(&games).unwrap();
    assert_eq!(meetings.len(), 2);
    let names: Vec<&str> = meetings[0].iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(
        meetings[0]
            .iter()
            .map(|(_, tally)| (tally.frames, tally.wins))
            .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
        (4, 2)
    );
    assert_eq!((meetings[1].len(), meetings[1][0].1.frames, meetings[1][0].1.wins), (1, 2, 1));
}

#[test]
fn every_shot_has_its_panel() {
    let frame = line(&game("9ball"), &["nearest"], 2);
    let mut shots = Shots::default();
    let shots = shots.of(&frame);
    let text = strip::draw(&frame.game().arena, shots, Theme::Light);
    assert_eq!(text.matches("<svg ").count(), shots.len() + 1);
    assert_eq!(text.matches("</svg>").count(), shots.len() + 1);
    assert!(text.contains(&format!("<title>Shot {}</title>", shots.len())), "the last is there");
}
