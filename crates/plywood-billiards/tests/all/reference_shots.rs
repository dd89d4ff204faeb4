//! Agreement with shots that were made by pooltool; `tests/data/pooltool/README.md` says how.

use plywood_billiards::experiments::reference::check;
use plywood_billiards::physics::Arena;
use plywood_billiards::table::Outline;
use std::path::Path;

fn data(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pooltool");
    std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()
}

#[test]
fn the_four_sets_agree() {
    for name in ["A_nopocket_simple", "B_nopocket_friction", "C_pocket_simple", "D_pocket_friction_squirt"] {
        let report = check(&data(name)).unwrap();
        assert_eq!(report.disagree, 0, "{name}: {:#?}", report.complaints);
        assert_eq!(report.agree + report.chaotic + report.skipped, report.shots);
        assert!(report.agree > 0 && report.median < 1e-6);
    }
}

#[test]
fn our_table_with_jaws_is_theirs() {
    let value: serde_json::Value = serde_json::from_str(&data("C_pocket_simple")).unwrap();
    let ours: Outline = Arena::preset("pooltool").outline;
    let pieces = |kind: &str| value["table"][kind].as_array().unwrap().clone();
    let near = |value: &serde_json::Value, x: f64, y: f64| {
        (value[0].as_f64().unwrap() - x).abs() < 1e-12 && (value[1].as_f64().unwrap() - y).abs() < 1e-12
    };
    for piece in pieces("linear_cushions") {
        let cushion = ours.cushions.iter().find(|cushion| cushion.name == piece["id"]).unwrap();
        let same = near(&piece["p1"], cushion.from.x, cushion.from.y)
            && near(&piece["p2"], cushion.to.x, cushion.to.y);
        assert!(same, "{piece} against {cushion:?}");
        let side = if piece["direction"] == 0 { -1.0 } else { 1.0 };
        let (lx, ly) = (piece["lx"].as_f64().unwrap() * side, piece["ly"].as_f64().unwrap() * side);
        assert!(cushion.inward.x * lx + cushion.inward.y * ly > 0.0, "{piece} faces the other way");
    }
    for piece in pieces("circular_cushions") {
        let jaw = ours.jaws.iter().find(|jaw| jaw.name == piece["id"]).unwrap();
        assert!(near(&piece["center"], jaw.centre.x, jaw.centre.y), "{piece} against {jaw:?}");
    }
    for piece in pieces("pockets") {
        let hole = ours.holes.iter().find(|hole| hole.name == piece["id"]).unwrap();
        assert!(near(&piece["center"], hole.centre.x, hole.centre.y), "{piece} against {hole:?}");
    }
}

#[test]
fn files_of_another_form_are_refused() {
    for bad in ["", "{}", "[1, 2]", "{\"set\": 3}"] {
        assert!(check(bad).unwrap_err().to_string().starts_with("not a file of reference shots"));
    }
}
