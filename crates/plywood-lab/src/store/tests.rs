//! The store alone: everything written is read back, and everything that must be refused is refused.

use std::collections::BTreeMap;
use std::path::Path;

use super::runs::PairingRow;
use super::*;

fn plan(name: &str, games: u64) -> RunPlan {
    RunPlan {
        name: name.to_string(),
        kind: "match".to_string(),
        experiment: format!("seed = 7\ngames = {games}\n"),
        basis: "seed = 7\nplayer = a\n".to_string(),
        code: "c0de".to_string(),
        seed: 7,
        shard: String::new(),
        planned: games,
        pairings: vec![PairingRow { game: "nim".into(), contestants: vec!["a".into(), "b".into()] }],
        openings: vec![String::new()],
        note: None,
    }
}

fn game(number: u32) -> GameRecord {
    let seat = Seat::Player((number % 2) as u8);
    let counters = BTreeMap::from([("cuts".to_string(), f64::from(number))]);
    let step = StepRecord {
        seat,
        text: format!("m{number}"),
        value: Some(0.25),
        counters,
        ..StepRecord::chance(String::new())
    };
    GameRecord {
        pairing: 0,
        number,
        opening: 0,
        first_seat: (number % 2) as u8,
        payoffs: vec![1.0, -1.0],
        reason: "rules".to_string(),
        hash: u64::MAX - u64::from(number / 2),
        micros: 5,
        steps: vec![step, StepRecord::chance("6".to_string())],
    }
}

fn play(folder: &Path, plan: &RunPlan, numbers: impl IntoIterator<Item = u32>) {
    let mut store = Store::open(folder).unwrap();
    let Begun { run, .. } = store.begin(plan, &Machine::look(), 1, Allowed::default()).unwrap();
    let (writer, stored) = Writer::start(store, run);
    let sender = writer.sender();
    let numbers: Vec<u32> = numbers.into_iter().collect();
    for &number in &numbers {
        sender.send(game(number)).unwrap();
    }
    drop(sender);
    writer.finish().unwrap();
    assert_eq!(stored.iter().flatten().count(), numbers.len());
}

#[test]
fn what_goes_in_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 4), 0..3);
    let mut store = Store::open(folder.path()).unwrap();
    let Begun { run, games: stored, .. } =
        store.begin(&plan("first", 4), &Machine::look(), 1, Allowed::default()).unwrap();
    let expected: Vec<_> = (0..3).map(|number| writer::Stored::from(&game(number))).collect();
    assert_eq!(stored, expected);
    assert_eq!(stored.iter().map(|game| game.half_points).collect::<Vec<_>>(), [2, 0, 2]);
    assert_eq!(Copies::count(&stored), Copies { games: 3, distinct: 2, largest: 2 });
    let mut steps = Vec::new();
    store
        .visit_steps(run, |step| steps.push((step.number, step.ply, step.seat, step.text, step.counters)))
        .unwrap();
    assert_eq!(steps[2], (1, 0, Some(1), "m1".to_string(), Some("{\"cuts\":1.0}".to_string())));
    assert_eq!(steps[3], (1, 1, None, "6".to_string(), None));
    assert_eq!(store.pairings(run).unwrap(), plan("first", 4).pairings);
    assert!(matches!(store.run("second"), Err(StoreError::NoRun { known, .. }) if known == "first"));
}

#[test]
fn a_game_is_never_stored_twice() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 4), 0..2);
    let mut store = Store::open(folder.path()).unwrap();
    let Begun { run, .. } = store.begin(&plan("first", 4), &Machine::look(), 1, Allowed::default()).unwrap();
    let (writer, _stored) = Writer::start(store, run);
    let sender = writer.sender();
    sender.send(game(1)).unwrap();
    drop(sender);
    assert!(writer.finish().is_err());
    assert_eq!(Store::open_read(folder.path()).unwrap().games(run).unwrap().len(), 2);
}

#[test]
fn refuses_what_does_not_fit_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 4), 0..4);
    let other =
        RunPlan { basis: "seed = 7\nplayer = b\n".into(), experiment: "other".into(), ..plan("first", 4) };
    let begin = |plan: &RunPlan, allowed| {
        Store::open(folder.path()).unwrap().begin(plan, &Machine::look(), 1, allowed)
    };
    match begin(&other, Allowed::default()) {
        Err(StoreError::Changed { difference, games, .. }) => {
            assert_eq!((difference.as_str(), games), ("- player = a\n+ player = b\n", 4));
        }
        other => panic!("{other:?}"),
    }
    let slice = RunPlan { shard: "1/3".into(), ..plan("first", 4) };
    assert!(matches!(begin(&slice, Allowed::default()), Err(StoreError::OtherShard { .. })));
    // The same commit with one line changed: `program()` says the same of both.
    let changed = RunPlan { code: "0ther".into(), ..plan("first", 4) };
    assert!(matches!(begin(&changed, Allowed::default()), Err(StoreError::OtherBuild { .. })));
    let begun = begin(&changed, Allowed { any_build: true, ..Allowed::default() }).unwrap();
    assert_eq!(begun.games.len(), 4);
    assert_eq!(begin(&plan("first", 4), Allowed::default()).unwrap().games.len(), 4);
}

#[test]
fn no_change_of_an_experiment_deletes_a_game() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 4), 0..4);
    let mut store = Store::open(folder.path()).unwrap();
    let mut begin = |plan: &RunPlan, allowed| store.begin(plan, &Machine::look(), 1, allowed).unwrap();
    // Fewer games, or more: the run goes on, and those there stay.
    assert_eq!(begin(&plan("first", 2), Allowed::default()).games.len(), 4);
    drop(store);
    let mut store = Store::open(folder.path()).unwrap();
    assert_eq!(
        (store.run("first").unwrap().planned, store.run("first").unwrap().experiment.as_str()),
        (4, "seed = 7\ngames = 4\n")
    );
    assert_eq!(
        store.begin(&plan("first", 9), &Machine::look(), 1, Allowed::default()).unwrap().games.len(),
        4
    );
    assert_eq!(store.run("first").unwrap().planned, 9);
    drop(store);
    // Another experiment under the same name: the old one is kept under another.
    let changed = Allowed { changed: true, ..Allowed::default() };
    for round in 1..=2 {
        let other = RunPlan { basis: format!("round\n{round}\n"), ..plan("first", 4) };
        let begun = Store::open(folder.path()).unwrap().begin(&other, &Machine::look(), 1, changed).unwrap();
        let kept = SetAside { name: format!("first.{round}"), games: if round == 1 { 4 } else { 0 } };
        assert_eq!((begun.games.len(), begun.aside), (0, Some(kept)));
    }
    let mut store = Store::open(folder.path()).unwrap();
    let stored: Vec<(String, u64)> =
        store.runs().unwrap().into_iter().map(|run| (run.name, run.stored)).collect();
    assert_eq!(stored, [("first.1".into(), 4), ("first.2".into(), 0), ("first".into(), 0)]);
    // Only this does, by the whole name.
    assert!(matches!(store.delete("firs"), Err(StoreError::NoRun { .. })));
    assert_eq!(store.delete("first.1").unwrap(), 4);
    assert!(store.find_run("first.1").unwrap().is_none());
    let left: i64 = store
        .connection
        .query_row("SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM step)", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
}

#[test]
fn runs_are_found_by_their_beginning_renamed_and_annotated() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("alpha", 2), 0..2);
    play(folder.path(), &RunPlan { note: Some("why".into()), ..plan("alps", 2) }, 0..1);
    let mut store = Store::open(folder.path()).unwrap();
    assert_eq!(
        (store.run("alpha").unwrap().name.as_str(), store.run("alph").unwrap().name.as_str()),
        ("alpha", "alpha")
    );
    assert!(matches!(store.run("al"), Err(StoreError::Ambiguous { known, .. }) if known == "alpha, alps"));
    assert!(matches!(store.rename("alph", "alps"), Err(StoreError::Taken(_))));
    store.rename("alph", "beta").unwrap();
    assert_eq!((store.run("beta").unwrap().stored, store.run("al").unwrap().note.as_str()), (2, "why"));
    store.annotate("al", "because").unwrap();
    assert_eq!(store.run("alps").unwrap().note, "because");
}

#[test]
fn a_clock_that_is_set_back_moves_nothing_but_the_date() {
    let folder = tempfile::tempdir().unwrap();
    let begin = |name: &str, time| {
        let mut store = Store::open(folder.path()).unwrap();
        store.begin_at(&plan(name, 4), &Machine::look(), 1, Allowed::default(), time).unwrap().games.len()
    };
    assert_eq!(begin("first", 2_000_000_000), 0);
    play(folder.path(), &plan("first", 4), 0..3);
    // Before it began, before 1970, and a run that begins earlier than one that was there before it.
    for time in [1_000_000_000, -5, 2_000_000_001] {
        assert_eq!(begin("first", time), 3);
    }
    assert_eq!(begin("second", 1), 0);
    let runs = Store::open_read(folder.path()).unwrap().runs().unwrap();
    let listed: Vec<(&str, i64)> = runs.iter().map(|run| (run.name.as_str(), run.started)).collect();
    assert_eq!(listed, [("first", 2_000_000_000), ("second", 1)], "in the order they were begun");
}

#[test]
fn processes_share_a_folder_but_not_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open(folder.path()).unwrap();
    let (mut one, mut two) = (open(), open());
    let machine = Machine::look();
    one.begin(&plan("first", 4), &machine, 1, Allowed::default()).unwrap();
    let busy = |result| matches!(result, Err(StoreError::RunBusy { name, .. }) if name == "first");
    assert!(busy(two.begin(&plan("first", 4), &machine, 1, Allowed::default()).map(drop)));
    assert!(busy(two.delete("first").map(drop)) && busy(two.rename("first", "other")));
    let second = two.begin(&plan("second", 600), &machine, 1, Allowed::default()).unwrap().run;
    let first = one.run("first").unwrap().id;
    // Both write at once.
    let writers = [Writer::start(one, first), Writer::start(two, second)];
    std::thread::scope(|scope| {
        for (writer, stored) in writers {
            scope.spawn(move || {
                let sender = writer.sender();
                (0..600).for_each(|number| sender.send(game(number)).unwrap());
                drop(sender);
                writer.finish().unwrap();
                assert_eq!(stored.iter().flatten().count(), 600);
            });
        }
    });
    let store = Store::open_read(folder.path()).unwrap();
    assert!(store.runs().unwrap().iter().all(|run| run.stored == 600));
}

#[test]
fn what_cannot_be_written_is_read_with_all_its_games() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 4), 0..3);
    let path = file_in(folder.path());
    let count = |opened: &reading::Opened| -> i64 {
        opened.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap()
    };
    // The last connection has put the log into the file: it is whole.
    let whole = reading::open_fixed(&path).unwrap();
    assert!(whole.copy.is_none() && whole.address.ends_with("?immutable=1"));
    assert_eq!(count(&whole), 3);
    // A run that was killed leaves its log; what is in it counts.
    let archive = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin(&plan("first", 4), &Machine::look(), 1, Allowed::default()).unwrap().run;
    store
        .connection
        .execute("INSERT INTO game SELECT NULL, ?1, 0, 3, 0, 0, 0, '[]', '', 0, 0, 0", [run])
        .unwrap();
    for ending in ["", "-wal"] {
        std::fs::copy(
            folder.path().join(format!("lab.sqlite{ending}")),
            archive.path().join(format!("lab.sqlite{ending}")),
        )
        .unwrap();
    }
    let opened = reading::open_fixed(&file_in(archive.path())).unwrap();
    assert_eq!(count(&opened), 4);
    assert_eq!(std::fs::read_dir(archive.path()).unwrap().count(), 2, "nothing was made there");
    let copy = std::path::PathBuf::from(&opened.address);
    assert!(copy.exists());
    drop(opened);
    assert!(!copy.exists(), "the copy is gone");
}

#[test]
fn a_file_without_tables_is_no_store_yet() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(file_in(folder.path()), "").unwrap();
    assert!(matches!(Store::open_read(folder.path()), Err(StoreError::Missing(_))));
    Store::open(folder.path()).unwrap();
    assert!(Store::open_read(folder.path()).unwrap().runs().unwrap().is_empty());
}

#[test]
fn stores_are_found_whole_or_not_at_all() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let maker = scope.spawn(|| Store::open(folder.path()).map(drop));
            while !maker.is_finished() {
                match Store::open_read(folder.path()) {
                    Ok(store) => assert!(store.runs().unwrap().is_empty()),
                    Err(error) => assert!(matches!(error, StoreError::Missing(_)), "{error}"),
                }
            }
            maker.join().unwrap().unwrap();
        });
    }
}

#[test]
fn refuses_foreign_files_and_other_versions() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Store::open_read(folder.path()), Err(StoreError::Missing(_))));
    std::fs::write(file_in(folder.path()), "not a database, but long enough to look like something").unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Foreign(_))));
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan("first", 1), 0..1);
    rusqlite::Connection::open(file_in(folder.path()))
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let before = std::fs::read(file_in(folder.path())).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Version { found: 99, .. })));
    assert!(matches!(Store::open_read(folder.path()), Err(StoreError::Version { found: 99, .. })));
    assert_eq!(before, std::fs::read(file_in(folder.path())).unwrap());
}

#[test]
fn joined_slices_equal_the_whole() {
    let folder = || tempfile::tempdir().unwrap();
    let (whole, joined, slices) = (folder(), folder(), [folder(), folder(), folder()]);
    play(whole.path(), &plan("first", 10), (0..10).rev());
    for (index, slice) in slices.iter().enumerate() {
        let plan = RunPlan { shard: format!("{}/3", index + 1), ..plan("first", 10) };
        play(slice.path(), &plan, (0..10).filter(|number| *number as usize % 3 == index));
    }
    let sources: Vec<&Path> = slices.iter().map(|slice| slice.path()).collect();
    merge(joined.path(), &sources[..2]).unwrap();
    let differ = || {
        first_difference(&Store::open_read(whole.path()).unwrap(), &Store::open_read(joined.path()).unwrap())
    };
    assert!(differ().unwrap().unwrap().starts_with("game: "));
    // Joining twice adds nothing.
    merge(joined.path(), &sources).unwrap();
    assert_eq!(differ().unwrap(), None);
    // A game that differs is refused, and the target stays as it was.
    rusqlite::Connection::open(file_in(slices[0].path()))
        .unwrap()
        .execute("UPDATE game SET hash = 1", [])
        .unwrap();
    assert!(matches!(merge(joined.path(), &sources), Err(StoreError::Disagree(_))));
    assert_eq!(differ().unwrap(), None);
}
