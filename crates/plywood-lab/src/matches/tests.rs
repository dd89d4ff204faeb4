//! Matches of a game made for tests: the same games whatever the threads and slices, and no player breaks a run.

use std::path::Path;

use plywood_core::Stop;

use super::mock;
use super::{PairingResult, run, stored_results};
use crate::experiment::{Experiment, Plan, Shard};
use crate::report::{running, summary};
use crate::runner::{Ran, RunOptions};
use crate::stats::{Decision, Distribution, Model, Sprt};
use crate::store::{Allowed, Store, first_difference, merge};

fn experiment(game: &str, players: &[&str], games: u32) -> Experiment {
    Experiment::of_match(game, players, games, 7)
}

fn plan(experiment: &Experiment, shard: Option<&str>) -> Plan {
    let shard = shard.map(|text| text.parse::<Shard>().unwrap());
    Plan::new("test", experiment.clone(), experiment.write(), Path::new("."), shard, &mock::make).unwrap()
}

/// A finished match with its results.
struct Finished {
    ran: Ran,
    results: Vec<PairingResult>,
}

fn play(experiment: &Experiment, folder: &Path, threads: usize, shard: Option<&str>) -> Finished {
    let options = RunOptions { threads, allowed: Allowed::default() };
    let store = Store::open(folder).unwrap();
    let (ran, results) = run(&plan(experiment, shard), store, options, &Stop::new(), &mut |_| {}).unwrap();
    Finished { ran, results }
}

fn steps(finished: &Finished) -> Vec<(u32, Option<u8>, String)> {
    let mut steps = Vec::new();
    finished
        .ran
        .store
        .visit_steps(finished.ran.run, |step| steps.push((step.number, step.seat, step.text)))
        .unwrap();
    steps
}

#[test]
fn threads_and_slices_do_not_change_a_game() {
    let folder = || tempfile::tempdir().unwrap();
    let mut experiment = experiment("tokens(dice=on)", &["random", "three", "one"], 40);
    experiment.openings = "random(plies=1)".to_string();
    let (one, two, joined, slices) = (folder(), folder(), folder(), [folder(), folder(), folder()]);
    let finished = play(&experiment, one.path(), 1, None);
    assert_eq!(finished.results.iter().map(|result| result.games).collect::<Vec<_>>(), [40, 40, 40]);
    drop(play(&experiment, two.path(), 3, None));
    assert_eq!(experiment.play(&mock::make).unwrap(), finished.results, "kept or not");
    for (index, slice) in slices.iter().enumerate() {
        drop(play(&experiment, slice.path(), 2, Some(&format!("{}/3", index + 1))));
    }
    let sources: Vec<&Path> = slices.iter().map(|slice| slice.path()).collect();
    merge(joined.path(), &sources).unwrap();
    for other in [two.path(), joined.path()] {
        assert_eq!(first_difference(&finished.ran.store, &Store::open_read(other).unwrap()).unwrap(), None);
    }
}

#[test]
fn games_of_a_pair_share_opening_and_dice() {
    let folder = tempfile::tempdir().unwrap();
    let mut experiment = experiment("tokens(tokens=30, dice=on)", &["one", "one"], 20);
    experiment.openings = "random(plies=3)".to_string();
    let finished = play(&experiment, folder.path(), 2, None);
    let steps = steps(&finished);
    let of = |number: u32| -> Vec<&str> {
        steps.iter().filter(|step| step.0 == number).map(|step| step.2.as_str()).collect()
    };
    // The same player in both seats: with the same dice, both games of a pair are the same game.
    (0..10).for_each(|pair| assert_eq!(of(2 * pair), of(2 * pair + 1)));
    let different: std::collections::HashSet<Vec<&str>> = (0..10).map(|pair| of(2 * pair)).collect();
    assert!(different.len() >= 9, "{}", different.len());
    assert_eq!(finished.results[0].copies.distinct, different.len() as u64);
    assert!(finished.results[0].copies.warning().is_some());
}

#[test]
fn more_games_begin_with_the_same_ones() {
    let (small, large) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut experiment = experiment("tokens(tokens=40, dice=on)", &["random", "one"], 8);
    experiment.openings = "random(plies=4)".to_string();
    let few = steps(&play(&experiment, small.path(), 1, None));
    experiment.games = 20;
    let many = steps(&play(&experiment, large.path(), 2, None));
    assert_eq!(few, many.into_iter().filter(|step| step.0 < 8).collect::<Vec<_>>());
}

#[test]
fn a_player_that_misbehaves_loses_and_the_run_goes_on() {
    let cases = [
        ("panics", "panic of panics: out of ideas"),
        ("illegal", "illegal move"),
        ("errs", "no opinion"),
        ("silent", "no move"),
    ];
    for (player, reason) in cases {
        let folder = tempfile::tempdir().unwrap();
        let finished = play(&experiment("tokens", &[player, "one"], 6), folder.path(), 1, None);
        let result = &finished.results[0];
        assert_eq!((result.games, result.total.losses()), (6, 6), "{player}");
        assert!(
            result.endings.keys().all(|ending| ending.contains(reason)),
            "{player}: {:?}",
            result.endings
        );
    }
}

#[test]
fn who_oversteps_his_clock_loses_and_who_does_not_is_told_what_is_left() {
    let folder = || tempfile::tempdir().unwrap();
    let (short, long) = (folder(), folder());
    let mut experiment = experiment("tokens(tokens=6)", &["slow", "one"], 4);
    experiment.clock = Some("10ms+1h".to_string());
    let finished = play(&experiment, short.path(), 1, None);
    assert_eq!((finished.results[0].games, finished.results[0].total.losses()), (4, 4));
    let endings = &finished.results[0].endings;
    assert!(endings.keys().all(|ending| ending.contains("slow overstepped its clock of 0.01s+3600s by")));
    experiment.clock = Some("1h+1s".to_string());
    let finished = play(&experiment, long.path(), 1, None);
    assert_eq!(finished.results[0].endings.keys().collect::<Vec<_>>(), ["rules"]);
    let mut left: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let store = &finished.ran.store;
    store
        .visit_steps(finished.ran.run, |step| {
            let counters =
                step.counters.map(|text| serde_json::from_str::<serde_json::Value>(&text).unwrap());
            left[step.number as usize].extend(counters.and_then(|counters| counters["left"].as_f64()));
        })
        .unwrap();
    for game in left {
        // The first move has the whole clock; each move costs at least what it slept, and gains a second.
        assert!(game.len() >= 2 && game[0] == 3600.0, "{game:?}");
        game.windows(2).for_each(|pair| assert!(pair[1] <= pair[0] + 1.0 - 0.02, "{game:?}"));
    }
    // A clock makes another experiment, and none is written where there is none.
    let without = Experiment { clock: None, ..experiment.clone() };
    assert_ne!(plan(&experiment, None).basis, plan(&without, None).basis);
    assert!(!without.write().contains("clock") && !plan(&without, None).basis.contains("clock"));
}

#[test]
fn three_players_rotate_seats() {
    let folder = tempfile::tempdir().unwrap();
    // With 5 tokens: 3 then 1 then 1; whoever sits third wins.
    let finished =
        play(&experiment("tokens(tokens=5, seats=3)", &["three", "one", "one"], 9), folder.path(), 2, None);
    let result = &finished.results[0];
    assert_eq!(result.by_seat.iter().map(|seat| seat.0.iter().sum::<u64>()).collect::<Vec<_>>(), [3, 3, 3]);
    // From the first seat it leaves 2 for the others, from the third it takes the last 3 after 1 and 1.
    assert_eq!(result.by_seat.iter().map(|seat| seat.wins()).collect::<Vec<_>>(), [0, 0, 3]);
    assert!(result.pairs.is_none());
    // Every player has a score of its own, the points are shared out, and Elo, a measure of two, is left out.
    let points: Vec<f64> = result.standings.iter().map(|standing| standing.points).collect();
    assert_eq!(points, [3.0, 3.0, 3.0]);
    assert_eq!((result.estimate, result.fair_share()), (None, 1.0 / 3.0));
    for standing in &result.standings {
        assert_eq!(standing.by_seat.iter().map(|seat| seat.games).collect::<Vec<_>>(), [3, 3, 3]);
        assert!(standing.score.unwrap().contains(1.0 / 3.0));
    }
    assert_eq!(result.meeting.names, ["three", "one #1", "one #2"]);
    let shown = summary::text(&finished.results);
    assert!(shown.contains("one #2") && shown.contains("0.3333") && shown.contains("rating"), "{shown}");
    assert!(!shown.contains("Elo") && !shown.contains("LOS"), "{shown}");
}

#[test]
fn three_equal_players_have_a_third_each() {
    let folder = tempfile::tempdir().unwrap();
    let random = ["random", "random", "random"];
    let finished = play(&experiment("tokens(tokens=20, seats=3)", &random, 900), folder.path(), 2, None);
    let result = &finished.results[0];
    assert_eq!(result.standings.iter().map(|standing| standing.points).sum::<f64>(), 900.0);
    for standing in &result.standings {
        let score = standing.score.unwrap();
        assert!(score.contains(1.0 / 3.0) && score.high - score.low < 0.08, "{score:?}");
    }
    let rated = &summary::object(&finished.results)["ratings"];
    for player in rated.as_array().unwrap() {
        assert!(player["elo"].as_f64().unwrap().abs() < player["error"].as_f64().unwrap() * 1.3, "{player}");
    }
}

#[test]
fn the_same_player_twice_is_two() {
    let folder = tempfile::tempdir().unwrap();
    let finished =
        play(&experiment("tokens(tokens=13)", &["random", "one", "random"], 20), folder.path(), 2, None);
    let shown = summary::text(&finished.results);
    for part in ["random #1 against random #2", "1  random #1", "3  random #2", "one"] {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    let run = finished.ran.store.run("test").unwrap();
    assert_eq!(stored_results(&finished.ran.store, &run).unwrap(), finished.results, "stored, too");
}

#[test]
fn what_the_table_counts_is_what_it_scores_and_what_the_plot_ends_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut experiment = experiment("tokens(tokens=13, dice=on)", &["random", "three"], 41);
    experiment.openings = "random(plies=2)".to_string();
    let finished = play(&experiment, folder.path(), 2, None);
    let result = &finished.results[0];
    // The last game has no pair: it is stored, and counts nowhere.
    assert_eq!((result.games, result.unpaired, result.total.total()), (40, 1, 40));
    let counted = (result.total.wins() as f64 + result.total.draws() as f64 / 2.0) / 40.0;
    let score = result.score().unwrap();
    assert!((score.value - counted).abs() < 1e-12, "{score:?} is not {counted}");
    assert!(summary::text(&finished.results).contains("1 more game is stored but not counted"));
    let run = finished.ran.store.run("test").unwrap();
    let plot = running::of_run(&finished.ran.store, &run, false).unwrap();
    let (last, ends) = (plot.series[0].points.last().unwrap(), plot.series[0].ends.last().unwrap());
    assert_eq!((*last, *ends), ((40.0, score.value), (score.low, score.high)));
}

#[test]
fn more_games_go_on_from_those_there_and_fewer_delete_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut experiment = experiment("tokens(tokens=20, dice=on)", &["random", "three"], 10);
    experiment.openings = "random(plies=2)".to_string();
    let first = play(&experiment, folder.path(), 2, None).results;
    experiment.games = 30;
    let more = play(&experiment, folder.path(), 2, None);
    assert_eq!((more.ran.before, more.ran.fresh, more.results[0].games), (10, 20, 30));
    drop(more);
    experiment.games = 10;
    let fewer = play(&experiment, folder.path(), 2, None);
    assert_eq!((fewer.ran.fresh, fewer.results[0].games, fewer.results[0].beyond), (0, 10, 20));
    assert_eq!(PairingResult { beyond: 0, ..fewer.results[0].clone() }, first[0]);
    assert_eq!(fewer.ran.store.run("test").unwrap().stored, 30);
}

#[test]
fn the_basis_is_the_same_for_the_same_games_alone() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().display();
    let basis = |change: &dyn Fn(&mut Experiment)| {
        let mut experiment = experiment("tokens", &["random", "one"], 10);
        experiment.openings = format!("file(path=\"{path}\")");
        change(&mut experiment);
        plan(&experiment, None).basis
    };
    std::fs::write(file.path(), "9 0\n8 1\n").unwrap();
    let before = basis(&|_| {});
    assert_eq!(before, basis(&|experiment| experiment.games = 99));
    assert_eq!(before, basis(&|experiment| experiment.note = Some("x".into())));
    assert_ne!(before, basis(&|experiment| experiment.seed = 8));
    assert_ne!(before, basis(&|experiment| experiment.players.swap(0, 1)));
    std::fs::write(file.path(), "9 0\n7 1\n").unwrap();
    assert_ne!(before, basis(&|_| {}), "another book under the same name");
}

#[test]
fn unpaired_games_keep_their_seats() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = Experiment { swap: false, ..experiment("tokens", &["three", "one"], 5) };
    let finished = play(&experiment, folder.path(), 2, None);
    assert_eq!(finished.results[0].by_seat[0].0.iter().sum::<u64>(), 5);
    assert_eq!(finished.results[0].copies.distinct, 1);
}

#[test]
fn games_without_end_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = Experiment { longest: 4, ..experiment("tokens(tokens=99)", &["one", "one"], 2) };
    let finished = play(&experiment, folder.path(), 1, None);
    assert_eq!(finished.results[0].endings.get("too long"), Some(&2));
    assert_eq!(finished.results[0].total.draws(), 2);
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let experiment = experiment("tokens(dice=on)", &["random", "random"], 3000);
    let finished = play(&experiment, whole.path(), 2, None);
    let mut rounds = 0;
    loop {
        let stop = Stop::new();
        let options = RunOptions { threads: 2, allowed: Allowed::default() };
        let store = Store::open(parts.path()).unwrap();
        // Stops at the first batch that is stored, so that every round gets a little further.
        let part = run(&plan(&experiment, None), store, options, &stop, &mut |live| {
            if live.fresh > 0 {
                stop.raise();
            }
        });
        rounds += 1;
        let (part, results) = part.unwrap();
        if !part.interrupted || results[0].games == 3000 {
            assert_eq!(first_difference(&finished.ran.store, &part.store).unwrap(), None);
            break;
        }
    }
    assert!(rounds > 1, "one batch held all games");
}

#[test]
fn a_test_stops_the_match_at_the_same_pair_for_any_number_of_threads() {
    let sprt = Sprt { model: Model::Normalised, elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    let experiment =
        Experiment { sprt: Some(sprt), ..experiment("tokens(tokens=31)", &["three", "random"], 4000) };
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = play(&experiment, one.path(), 1, None);
    let verdict = first.results[0].sprt.unwrap();
    assert_ne!(verdict.decision, Decision::Continue, "{verdict:?}");
    assert!(first.results[0].games < 4000 && first.results[0].games.is_multiple_of(2));
    let second = play(&experiment, two.path(), 3, None);
    // What other threads played past the end is kept, and does not count.
    let counted = |finished: &Finished| PairingResult { beyond: 0, ..finished.results[0].clone() };
    assert_eq!(counted(&first), counted(&second));
    let stored = second.ran.store.games(second.ran.run).unwrap().len() as u64;
    assert_eq!(stored, second.results[0].games + second.results[0].beyond);
    drop(second);
    // Coming back plays nothing more.
    assert_eq!(play(&experiment, two.path(), 2, None).ran.fresh, 0);
    let sliced = Plan::new(
        "t",
        experiment.clone(),
        String::new(),
        Path::new("."),
        Some("1/2".parse().unwrap()),
        &mock::make,
    );
    assert!(sliced.err().unwrap().to_string().contains("cannot run in slices"));
}

#[test]
fn wrong_experiments_are_named() {
    let wrong = |experiment: Experiment| {
        let text = experiment.write();
        Plan::new("t", experiment, text, Path::new("."), None, &mock::make).err().unwrap().to_string()
    };
    assert!(wrong(experiment("chess960", &["one", "one"], 2)).contains("only game"));
    assert!(wrong(experiment("tokens", &["one", "two"], 2)).contains("unknown player"));
    assert!(wrong(experiment("tokens", &["one"], 2)).contains("2 players"));
    let openings =
        |text: &str| Experiment { openings: text.to_string(), ..experiment("tokens", &["one", "one"], 2) };
    assert!(wrong(openings("rnadom")).contains("random(plies=4)"));
    assert!(wrong(openings("file(path=missing.txt)")).contains("missing.txt"));
    assert!(wrong(openings("random(plies=90)")).contains("90 random plies"));
    assert!(wrong(openings("random(plies=0)")).contains("out of range"));
    // Every game has its place in memory before the first is played.
    let many = wrong(experiment("tokens", &["one", "one", "random"], 4_000_000));
    assert!(many.contains("12,000,000 games") && many.contains("10,000,000"), "{many}");
    assert!(wrong(experiment("tokens", &["one", "one"], u32::MAX)).contains("at most"));
}
