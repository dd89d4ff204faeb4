//! What is written is read back, infinities included.

use std::fmt::Debug;

use plywood_core::facade::Perft;
use plywood_core::trace::Bound;
use plywood_core::{Budget, Nature, Place, Player, Report, Row, Sum, Tick, Trace, TraceNode, Tried, Turn};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) -> String {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

fn row() -> Row {
    let (best, pv) = (Some("b2".to_string()), vec!["b2".to_string(), "a1".to_string()]);
    Row { depth: 3, value: f64::NEG_INFINITY, best, nodes: 7, evaluations: 5, seconds: 0.1 + 0.2, pv }
}

#[test]
fn reports_rows_and_ticks() {
    assert!(kept(row()).contains("\"value\":\"-Infinity\""));
    let text = kept(Report {
        best: Some("b2".to_string()),
        value: f64::INFINITY,
        values: vec![1.0, f64::NEG_INFINITY, 1.0 / 3.0],
        distance: Some(4),
        proven: true,
        rows: vec![row(), row()],
        tried: vec![Tried { chosen: "b2".to_string(), visits: 7, value: 0.25 }],
        counters: [("largest".to_string(), f64::INFINITY)].into(),
        ..Report::default()
    });
    assert!(text.contains("\"largest\":\"Infinity\""), "{text}");
    kept(Report::<String>::default());
    let values = vec![("b2".to_string(), f64::INFINITY), ("a1".to_string(), -0.25)];
    kept(Tick {
        depth: 1,
        nodes: u64::MAX,
        simulations: 0,
        seconds: 1e-9,
        pv: vec!["b2".to_string()],
        values,
    });
}

#[test]
fn budgets_places_and_natures() {
    kept(Budget::UNSET);
    kept(Budget { seconds: Some(f64::INFINITY), ..Budget::nodes(u64::MAX) });
    assert_eq!(serde_json::from_str::<Budget>("{\"depth\": 4}").unwrap(), Budget::depth(4));
    assert!(serde_json::from_str::<Budget>("{\"dpeth\": 4}").unwrap_err().to_string().contains("dpeth"));
    kept(Place { game: "nim".to_string(), position: None, moves: Some("1 2".to_string()) });
    let place: Place = serde_json::from_str("{\"game\": \"nim\"}").unwrap();
    assert_eq!(place, Place { game: "nim".to_string(), ..Place::default() });
    kept(Nature { bounds: (f64::NEG_INFINITY, f64::INFINITY), sum: Sum::Constant(0.5), ..Nature::outcome() });
    kept(Perft { leaves: u64::MAX, finished: 1 });
}

#[test]
fn traces() {
    let root = TraceNode {
        parent: None,
        step: None,
        probability: None,
        turn: Turn::Player(Player::SECOND),
        ply: 0,
        depth: 2,
        view: Player::SECOND,
        window: Some((f64::NEG_INFINITY, f64::INFINITY)),
        null_window: false,
        value: Some(0.5),
        bound: Bound::AtLeast,
        each: vec![0.5, f64::NEG_INFINITY],
        note: "cut".to_string(),
        values: vec![("opponent".to_string(), f64::INFINITY)],
        pruned: vec!["c3".to_string()],
    };
    let below = TraceNode {
        parent: Some(0),
        step: Some("b2".to_string()),
        probability: Some(0.25),
        turn: Turn::Chance,
        window: None,
        value: None,
        values: Vec::new(),
        ..root.clone()
    };
    let text = kept(Trace {
        nodes: vec![root, TraceNode { turn: Turn::Over, ..below.clone() }, below],
        truncated: true,
        players: 2,
    });
    assert!(text.contains("\"window\":[\"-Infinity\",\"Infinity\"]"), "{text}");
}

#[test]
fn a_number_that_is_none_survives_and_other_words_are_refused() {
    let report: Report = serde_json::from_str(
        &serde_json::to_string(&Report::<String> { value: f64::NAN, ..Report::default() }).unwrap(),
    )
    .unwrap();
    assert!(report.value.is_nan());
    for wrong in ["\"plenty\"", "null", "true"] {
        let text = serde_json::to_string(&row()).unwrap().replace("\"-Infinity\"", wrong);
        let error = serde_json::from_str::<Row>(&text).unwrap_err().to_string();
        assert!(error.contains("expected a number, \"Infinity\", \"-Infinity\" or \"NaN\""), "{error}");
    }
    // Whole numbers are numbers too.
    let whole = serde_json::to_string(&row()).unwrap().replace("\"-Infinity\"", "-3");
    assert_eq!(serde_json::from_str::<Row>(&whole).unwrap().value, -3.0);
}
