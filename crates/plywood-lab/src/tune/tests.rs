//! Tuning as a user meets it, with the mock game.

use super::*;
use crate::matches::mock::make;
use plywood_core::Stop;

const TEXT: &str = r#"
    game = "tokens(tokens=15)"
    player = "aims(at={x})"
    pairs = 600
    confirm = 200

    [parameters.x]
    start = -1.0
    min = -5.0
    max = 8.0
    step = 1.0
"#;

fn read(text: &str) -> Tuning {
    Tuning::read(text, Path::new("")).unwrap()
}

fn played(tuning: &Tuning, path: &Path, threads: usize) -> Course {
    let mut course = Course::open(path, tuning).unwrap();
    assert!(course.go_on(tuning, &make, threads, &Stop::new(), &mut |_| {}).unwrap());
    course
}

#[test]
fn a_detuned_player_gets_better_and_the_match_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = read(TEXT);
    let course = played(&tuning, &folder.path().join("x.json"), 2);
    let found = course.found(&tuning);
    assert!((found[0] - 3.0).abs() < 1.0, "{found:?}");
    let results = tuning.confirmation(&found).play(&make).unwrap();
    assert!(results[0].score().unwrap().low > 0.5, "{:?}", results[0].score());
    // Against an opponent that stays as it is, too, though a difference of two scores says less.
    let fixed = read(&TEXT.replace("pairs = 600", "pairs = 3000\nopponent = \"random\""));
    let course = played(&fixed, &folder.path().join("y.json"), 2);
    assert!((course.found(&fixed)[0] - 3.0).abs() < 1.5, "{:?}", course.found(&fixed));
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = read(&TEXT.replace("600", "96"));
    let whole = played(&tuning, &folder.path().join("whole.json"), 1);
    let path = folder.path().join("parts.json");
    let (mut rounds, mut last) = (0, 0);
    loop {
        // A new process each time, stopped after some batches.
        let mut course = Course::open(&path, &tuning).unwrap();
        assert!(course.pairs >= last, "nothing that was written down is lost");
        last = course.pairs;
        let (stop, mut heard) = (Stop::new(), 0);
        let done = course.go_on(&tuning, &make, 3, &stop, &mut |_| {
            heard += 1;
            if heard == 4 {
                stop.raise();
            }
        });
        rounds += 1;
        if done.unwrap() {
            break;
        }
    }
    assert!(rounds > 2, "it was interrupted");
    let parts = Course::open(&path, &tuning).unwrap();
    assert_eq!((&whole.way, whole.pairs), (&parts.way, parts.pairs));
    // More pairs go on from those there.
    let longer = read(&TEXT.replace("600", "160"));
    let mut on = Course::open(&path, &longer).unwrap();
    assert_eq!(on.pairs, 96);
    assert!(on.go_on(&longer, &make, 2, &Stop::new(), &mut |_| {}).unwrap());
    assert_eq!(on.way[..12], whole.way[..]);
    assert_eq!(on.way, played(&longer, &folder.path().join("at once.json"), 2).way);
    // Another experiment under the same name is refused, and nothing is overwritten.
    let other = read(&TEXT.replace("step = 1.0", "step = 2.0"));
    let refusal = Course::open(&path, &other).unwrap_err().to_string();
    assert!(refusal.contains("- step = 1.0") && refusal.contains("+ step = 2.0"), "{refusal}");
    std::fs::write(&path, "no course").unwrap();
    assert!(Course::open(&path, &tuning).unwrap_err().to_string().contains("no course of tuning"));
}

#[test]
fn wrong_experiments_are_refused_with_the_reason() {
    let wrong =
        |from: &str, to: &str| Tuning::read(&TEXT.replace(from, to), Path::new("")).unwrap_err().to_string();
    assert!(wrong("{x}", "3").contains("the player has no {x}"));
    assert!(wrong("at={x}", "at={x}, by={y}").contains("{y} in the player is no parameter"));
    assert!(wrong("start = -1.0", "start = 9").contains("start = 9 must lie from -5 to 8"));
    assert!(wrong("step = 1.0", "step = 0").contains("must be positive"));
    assert!(wrong("pairs = 600", "pairs = 0").contains("at least 1"));
    assert!(wrong("pairs", "pears").contains("pears"));
    assert!(wrong("step = 1.0", "step = inf").contains("finite"));
    let refused =
        |from: &str, to: &str| read(&TEXT.replace(from, to)).try_out(&make).unwrap_err().to_string();
    assert!(refused("max = 8.0", "max = 80").contains("player aims(at=80)"), "tried before the first game");
    assert!(refused("tokens(tokens=15)", "tokens(seats=3)").contains("not for two players"));
    assert!(read(TEXT).try_out(&make).is_ok());
}

#[test]
fn whole_numbers_stay_whole_and_the_way_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = read(&TEXT.replace("step = 1.0", "step = 1.0\nwhole = true").replace("600", "40"));
    assert_eq!(tuning.player_at(&[2.4]), "aims(at=2)");
    assert_eq!(tuning.player_at(&[99.0]), "aims(at=8)");
    assert_eq!(read(TEXT).player_at(&[1.284_470_384]), "aims(at=1.284)");
    assert_eq!(
        read(&TEXT.replace("step = 1.0", "step = 0.05")).player_at(&[1.284_470_384]),
        "aims(at=1.28447)"
    );
    let course = played(&tuning, &folder.path().join("x.json"), 2);
    assert_eq!(course.found(&tuning)[0].fract(), 0.0);
    let svg = course.plot(&tuning).svg();
    assert!(svg.contains("pairs of games") && svg.contains("#2E78C4"));
    assert!(course.table(&tuning).text().starts_with("parameter  start  found"));
}
