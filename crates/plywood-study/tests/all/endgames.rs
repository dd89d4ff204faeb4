//! Endgame databases by name.

use plywood_core::{Error, Stop};
use plywood_study::endgames::{self, Endgames};

/// The databases of a game, with all games there are.
fn endgames(game: Option<&str>) -> Result<Box<dyn Endgames>, Error> {
    plywood_registry::install();
    endgames::endgames(game)
}

#[test]
fn what_is_built_is_found_and_what_is_not_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let kalah = endgames(Some("kalah(holes=3, seeds=2)")).unwrap();
    let position = "0,0,2:4 1,0,1:4 1";
    let refused = kalah.probe(position, folder.path()).unwrap_err().to_string();
    assert!(refused.contains("endgame build 4"), "{refused}");
    let built = kalah.build("6", folder.path(), &Stop::new()).unwrap();
    assert!(built.made && built.file.exists() && built.positions > 100);
    assert_eq!(built.positions, built.wins + built.draws + built.losses);
    assert!(!kalah.build("6", folder.path(), &Stop::new()).unwrap().made);
    let probed = kalah.probe(position, folder.path()).unwrap();
    assert_eq!((probed.class.as_str(), probed.moves.len()), ("6", 1));
    assert_eq!(probed.value, probed.moves[0].value);
    std::fs::write(&built.file, "broken").unwrap();
    let damaged = kalah.probe(position, folder.path()).unwrap_err().to_string();
    assert!(damaged.contains("no cache"), "{damaged}");
    assert!(kalah.build("many", folder.path(), &Stop::new()).is_err());
    for wrong in ["othello", "nothing", "kalah(holes=99)"] {
        assert!(endgames(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_best_move_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = endgames(Some("puzzle(size=3)")).unwrap();
    puzzle.build("all", folder.path(), &Stop::new()).unwrap();
    let probed = puzzle.probe("1 2 5 3 4 8 6 7 0", folder.path()).unwrap();
    assert_eq!((probed.value, probed.distance), (1.0, Some(4)));
    let moves: Vec<(&str, Option<u32>)> =
        probed.moves.iter().map(|known| (known.chosen.as_str(), known.distance)).collect();
    assert_eq!(moves, [("8", Some(4)), ("7", Some(6))]);
}
