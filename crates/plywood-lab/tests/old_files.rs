//! Stores and experiments of earlier versions still open, or are refused with what to do.

use plywood_lab::experiment::Experiment;
use plywood_lab::matches::stored_results;
use plywood_lab::report::{export, runs};
use plywood_lab::store::{Allowed, Machine, PairingRow, RunPlan, Store, StoreError, file_in};
use plywood_lab::suite;
use rusqlite::Connection;

/// A folder with a store that version 0.1.0 wrote.
fn old_store() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(file_in(folder.path())).unwrap();
    connection.execute_batch(include_str!("data/store-1.sql")).unwrap();
    folder
}

#[test]
fn a_store_of_version_1_is_listed_shown_and_exported() {
    let folder = old_store();
    let store = Store::open_read(folder.path()).unwrap();
    let (played, searched) = (store.run("old").unwrap(), store.run("old-suite").unwrap());
    assert_eq!((played.stored, searched.stored), (4, 2));
    let results = stored_results(&store, &played).unwrap();
    assert_eq!((results[0].total.wins(), results[0].total.draws(), results[0].copies.distinct), (2, 2, 4));
    let searches = suite::read(&store, searched.id).unwrap();
    assert_eq!((searches[0].measurements[1].best.as_str(), searches[0].measurements[1].nodes), ("c3", 105));
    for run in store.runs().unwrap() {
        assert!(runs::text(&store, &run).unwrap().contains("version 0.1.0"));
        assert!(export::json(&store, &run).unwrap().contains("\"steps\""));
    }
    let games = store.played(&played).unwrap();
    assert_eq!((games[2].steps.join(" ").as_str(), &games[2].payoffs), ("a3 b2 b1 a2", &vec![1.0, -1.0]));
}

#[test]
fn an_experiment_of_version_1_reads_as_it_was_meant() {
    let folder = old_store();
    let store = Store::open_read(folder.path()).unwrap();
    let text = store.run("old").unwrap().experiment;
    let experiment = Experiment::read(&text).unwrap();
    assert_eq!((experiment.games, experiment.seed, experiment.swap), (4, 5, true));
    assert_eq!(experiment.write(), text, "the same text means the same run");
}

#[test]
fn a_run_of_another_build_goes_on_only_when_told_to() {
    let folder = old_store();
    let store = Store::open(folder.path()).unwrap();
    let run = store.run("old").unwrap();
    let plan = RunPlan {
        name: run.name.clone(),
        kind: run.kind.clone(),
        experiment: run.experiment.clone(),
        basis: "game = tictactoe\nplayer = random\n".to_string(),
        code: "c0de".to_string(),
        seed: run.seed,
        shard: run.shard.clone(),
        planned: run.planned,
        pairings: vec![PairingRow {
            game: "tictactoe".to_string(),
            contestants: vec!["ab(depth=2)".to_string(), "random".to_string()],
        }],
        openings: store.openings(run.id).unwrap(),
        note: None,
    };
    drop(store);
    let begin = |allowed| Store::open(folder.path()).unwrap().begin(&plan, &Machine::look(), 1, allowed);
    let refused = begin(Allowed::default()).unwrap_err();
    assert!(matches!(refused, StoreError::OtherBuild { .. }));
    assert_eq!(begin(Allowed { any_build: true, ..Allowed::default() }).unwrap().games.len(), 4);
}

#[test]
fn tables_of_another_version_are_refused_with_what_to_do() {
    let folder = old_store();
    let connection = Connection::open(file_in(folder.path())).unwrap();
    connection.pragma_update(None, "user_version", 2).unwrap();
    for error in [Store::open(folder.path()).unwrap_err(), Store::open_read(folder.path()).unwrap_err()] {
        let told = error.to_string();
        assert!(told.contains("version 2") && told.contains("use the program that made it"), "{told}");
    }
}

/// An experiment file as it was written for version 0.1.0, sweep, openings and test included.
#[test]
fn an_old_experiment_file_still_reads() {
    let experiment = Experiment::read(include_str!("data/experiment-1.toml")).unwrap();
    assert_eq!((experiment.games, experiment.seed, experiment.players.len()), (200, 1, 2));
    assert_eq!(experiment.openings, "random(plies=4)");
    assert!(experiment.swap && experiment.sprt.is_some() && experiment.longest == 2000);
    // A key of another version is refused by its name.
    let text = include_str!("data/experiment-1.toml").replace("games = 200", "gmaes = 200");
    assert!(Experiment::read(&text).unwrap_err().to_string().contains("gmaes"));
}
