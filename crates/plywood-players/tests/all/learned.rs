//! What was learned of an opponent, as a file.

use std::path::Path;

use plywood_players::learned::OpponentModel;

#[test]
fn files_are_read_as_they_are_written_and_others_refused() {
    let model = OpponentModel {
        game: "loa".into(),
        note: "12 moves: of somebody".into(),
        weights: "weighted(centre=1.5, mobility=-2)".parse().unwrap(),
        types: "either(type(p=0.25), type(eval=centre, p=0.75))".parse().unwrap(),
        lesson: "0123456789abcdef".into(),
        agrees: vec![vec![true, false], vec![false, false]],
    };
    assert_eq!(OpponentModel::read(&model.text()), Ok(model.clone()));
    let refused = |text: &str| OpponentModel::read(text).unwrap_err().to_string();
    assert!(refused("something else").contains("no opponent model"));
    assert!(refused(&model.text().replace("model 2", "model 3")).contains("version 3"));
    assert!(refused(&model.text().replace("types", "tpyes")).contains("it has no types"));
    assert!(OpponentModel::load(Path::new("nowhere")).unwrap_err().to_string().contains("plywood train"));
}

/// As the first version wrote it: there is nothing to go on from, and all the rest is there.
#[test]
fn a_file_of_version_1_still_opens() {
    let text = "plywood opponent model 1\ngame: othello\nnote: 150 moves of somebody\n\
                weights: weighted(squares=2.5, mobility=-0.125)\n\
                types: either(type(eval=squares, p=0.9, probe=1), type(eval=mobility, p=0.1, probe=1))\n";
    let model = OpponentModel::read(text).unwrap();
    assert_eq!((model.lesson.as_str(), model.agrees.len()), ("", 0));
    assert_eq!(model.weights.to_string(), "weighted(squares=2.5, mobility=-0.125)");
    assert_eq!(model.types.args.len(), 2);
}
