//! The store alone: what goes in comes out, and what must be refused is.

use std::collections::BTreeMap;
use std::path::Path;

use super::runs::PairingRow;
use super::*;

fn plan(name: &str, games: u64) -> RunPlan {
    RunPlan {
        name: name.to_string(),
        kind: "match".to_string(),
        experiment: format!("seed = 7\ngames = {games}\n"),
        basis: "seed = 7\n".to_string(),
        seed: 7,
        shard: String::new(),
        planned: games,
        pairings: vec![PairingRow { game: "nim".into(), contestants: vec!["a".into(), "b".into()] }],
        openings: vec![String::new()],
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
    let (run, _) = store.begin(plan, &Machine::look(), 1, Allowed::default()).unwrap();
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
    let (run, stored) = store.begin(&plan("first", 4), &Machine::look(), 1, Allowed::default()).unwrap();
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
    let (run, _) = store.begin(&plan("first", 4), &Machine::look(), 1, Allowed::default()).unwrap();
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
    let mut store = Store::open(folder.path()).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Busy(_))));
    let mut begin = |plan: &RunPlan, allowed| store.begin(plan, &Machine::look(), 1, allowed);
    match begin(&plan("first", 2), Allowed::default()) {
        Err(StoreError::Changed { difference, .. }) => assert_eq!(difference, "- games = 4\n+ games = 2\n"),
        other => panic!("{other:?}"),
    }
    let slice = RunPlan { shard: "1/3".into(), ..plan("first", 4) };
    assert!(matches!(begin(&slice, Allowed::default()), Err(StoreError::OtherShard { .. })));
    // Fewer games under the same basis keep the first ones; another basis starts over.
    let changed = Allowed { changed: true, ..Allowed::default() };
    assert_eq!(begin(&plan("first", 2), changed).unwrap().1.len(), 2);
    let other = RunPlan { basis: "seed = 8\n".into(), experiment: "other".into(), ..plan("first", 2) };
    assert_eq!(begin(&other, changed).unwrap().1.len(), 0);
    store.connection.execute("UPDATE run SET build = 'older'", []).unwrap();
    let mut begin = |allowed| store.begin(&other, &Machine::look(), 1, allowed);
    assert!(matches!(begin(Allowed::default()), Err(StoreError::OtherBuild { .. })));
    begin(Allowed { any_build: true, ..Allowed::default() }).unwrap();
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
