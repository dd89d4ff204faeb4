//! Weight files of the first version still open, and their trainer knows them; what is newer or broken is refused with what to do.

use std::path::{Path, PathBuf};

use crate::train;
use plywood_core::{Budget, Spec, Stop, Task};
use plywood_registry::game;

/// As version 0.1.0 wrote it after 200 games on a 3x3 board.
fn old_weights() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dice-3x3-version-1.weights")
}

/// The value that version 0.1.0 found with the file.
#[test]
fn an_old_weight_file_means_what_it_meant() {
    let game = game("dice(board=3, win=3)").unwrap();
    let spec = format!("star1(eval=network(file=\"{}\"))", old_weights().display());
    let mut player = game.player(&spec.parse::<Spec>().unwrap()).unwrap();
    let report = player.think(&*game.start(), Task::new(Budget::depth(4)).seed(1)).unwrap();
    assert_eq!(report.value, 0.232_826_769_351_959_17);
}

#[test]
fn training_knows_an_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dice.weights");
    std::fs::copy(old_weights(), &file).unwrap();
    let learn = |keys: &str, told: &mut Vec<u64>| {
        let spec = format!("network({keys}, file=\"{}\")", file.display());
        train("dice(board=3, win=3)", &spec.parse().unwrap(), &[], &Stop::new(), &mut |mark| {
            told.push(mark.done)
        })
    };
    // The command that made it finds nothing left to do and changes nothing; another one is refused with what to do.
    let mut told = Vec::new();
    learn("games=200, seed=4", &mut told).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(old_weights()).unwrap());
    assert_eq!(told, [0; 0]);
    let refused = learn("games=300, seed=4", &mut told).unwrap_err().to_string();
    assert!(refused.contains("give another file, or the same options"), "{refused}");
    // A file of a version to come is neither read nor overwritten.
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[16] = 9;
    std::fs::write(&file, &bytes).unwrap();
    let refused = learn("games=200, seed=4", &mut told).unwrap_err().to_string();
    assert!(refused.contains("version 9") && refused.contains("train it again"), "{refused}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}
