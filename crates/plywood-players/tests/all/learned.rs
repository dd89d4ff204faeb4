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
    };
    assert_eq!(OpponentModel::read(&model.text()), Ok(model.clone()));
    let refused = |text: &str| OpponentModel::read(text).unwrap_err().to_string();
    assert!(refused("something else").contains("no opponent model"));
    assert!(refused(&model.text().replace("model 1", "model 2")).contains("version 2"));
    assert!(refused(&model.text().replace("types", "tpyes")).contains("it has no types"));
    assert!(OpponentModel::load(Path::new("nowhere")).unwrap_err().to_string().contains("plywood train"));
}
