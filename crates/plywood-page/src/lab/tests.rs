//! The lab without its server: reading, running, showing and refusing.

use plywood_core::Stop;
use tempfile::TempDir;

use super::examples;
use super::shown::{find, list};
use super::work::{Ended, RunProgress, Work, check_name};
use crate::Settings;

fn settings() -> (TempDir, Settings) {
    plywood_registry::install();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_path_buf();
    (folder, Settings { data, ..Settings::default() })
}

fn run(
    settings: &Settings,
    text: &str,
    name: &str,
    stop: &Stop,
    show: &mut dyn FnMut(&RunProgress),
) -> Ended {
    let work = Work::read(text, Some(name), settings).unwrap();
    work.run(settings, false, (1, stop), show).unwrap()
}

const MATCH: &str = "game = \"tictactoe\"\nplayers = [\"random\", \"ab(depth=2)\"]\ngames = 40\n";

#[test]
fn every_example_can_be_begun() {
    let (_folder, settings) = settings();
    for example in examples::all() {
        let work =
            Work::read(&example.text, None, &settings).unwrap_or_else(|no| panic!("{}: {no}", example.title));
        assert!(
            work.name().contains('-')
                && example.title.contains(match work.kind() {
                    "match" =>
                        if example.title == "tournament" {
                            "tournament"
                        } else {
                            "match"
                        },
                    kind => kind,
                }),
            "{}: {}",
            example.title,
            work.name()
        );
    }
}

#[test]
fn what_leads_elsewhere_is_refused() {
    let (_folder, settings) = settings();
    let no = |from: &str, to: &str| {
        Work::read(&MATCH.replace(from, to), None, &settings).err().unwrap().to_string()
    };
    assert!(no("random", "engine(cmd=\\\"sh\\\")").contains("--allow-engines"));
    assert!(no("games = 40", "openings = \"file(path=/etc/passwd)\"").contains("openings on the page"));
    assert!(no("games = 40", "openings = \"played(player=engine(cmd=sh))\"").contains("--allow-engines"));
    assert!(no("games = 40", "games = 4000000").contains("too many"));
    assert!(no("players", "prayers").contains("`players`"));
    assert!(no("random", "randomly").contains("randomly"));
    let text = "game = \"othello\"\nplayers = [\"ab(eval=patterns(file=/etc/passwd))\", \"random\"]";
    assert!(Work::read(text, None, &settings).is_err(), "files outside the folder");
    for name in ["../x", "a/b", "", " ", "a.json", &"x".repeat(99)] {
        assert!(check_name(name).is_err(), "{name:?}");
    }
}

#[test]
fn a_match_is_stopped_shown_and_goes_on() {
    let (_folder, settings) = settings();
    assert!(list(&settings).unwrap().is_empty() && find(&settings, "one").is_err());
    let stop = Stop::new();
    let ended = run(&settings, MATCH, "one", &stop, &mut |progress| {
        assert_eq!(progress.planned, 40);
        stop.raise();
    });
    assert!(ended.stopped && ended.fresh < 40, "{ended:?}");
    let text = find(&settings, "one").unwrap().text(&settings).unwrap();
    let rest = run(&settings, &text, "one", &Stop::new(), &mut |_| {});
    assert_eq!((rest.stopped, ended.fresh + rest.fresh), (false, 40), "nothing is played twice");

    let found = find(&settings, "one").unwrap();
    let shown = found.shown(&settings).unwrap();
    assert_eq!((shown.run.done, shown.games, shown.tables[0].title.as_str()), (40, 40, "Standings"));
    assert!(found.plot(0).unwrap().svg().contains("polyline"));
    assert_eq!(found.games(38, 10).unwrap().len(), 2);
    let last = found.game(3, Some(99), &settings).unwrap();
    assert_eq!(last["ply"], last["plies"]);
    assert!(last["svg"].as_str().unwrap().contains("<svg"));
    assert!(found.game(40, None, &settings).is_err());
    for form in shown.forms {
        assert!(found.exported(form, &settings).unwrap().0.len() > 100, "{form}");
    }
    assert!(found.exported("exe", &settings).is_err());
}

#[test]
fn a_suite_tells_every_position() {
    let (_folder, settings) = settings();
    let text = "game = \"nim(matches=9)\"\nseed = 1\ndepths = [2, 3]\nsearches = [\"ab\", \"minimax\"]\n\
                positions = [\"9 first\", \"7 second\"]\n";
    assert_eq!(run(&settings, text, "small", &Stop::new(), &mut |_| {}).fresh, 8);
    let found = find(&settings, "small").unwrap();
    let shown = found.shown(&settings).unwrap();
    assert_eq!((shown.tables[0].rows.len(), shown.tables[1].rows.len(), shown.games), (12, 2, 8));
    assert!(found.game(1, None, &settings).unwrap()["position"].as_str().unwrap().contains('7'));
}

#[test]
fn a_tuning_is_kept_with_its_text() {
    let (_folder, settings) = settings();
    let text = "game = \"nim(matches=9)\"\nplayer = \"uct(simulations=8, c={c})\"\npairs = 16\nconfirm = 4\n\
                [parameters.c]\nstart = 1.0\nmin = 0.0\nmax = 4.0\nstep = 0.5\n";
    let ended = run(&settings, text, "tuned", &Stop::new(), &mut |_| {});
    assert!(!ended.stopped && ended.verdict.is_some(), "{ended:?}");
    let names: Vec<String> = list(&settings).unwrap().into_iter().map(|line| line.name).collect();
    assert!(names.contains(&"tuned".to_string()) && names[0].starts_with("tuned-confirm-"), "{names:?}");
    let found = find(&settings, "tuned").unwrap();
    assert_eq!(found.text(&settings).unwrap(), text);
    let shown = found.shown(&settings).unwrap();
    assert_eq!((shown.run.done, shown.tables[0].rows.len()), (16, 1));
    assert!(found.plot(0).unwrap().svg().contains("<svg"));
}
