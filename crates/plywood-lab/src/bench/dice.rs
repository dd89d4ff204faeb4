//! Dice: nodes a second, and what each algorithm costs to depth 13 on every fifth test position.
//!
//! `plywood repro dice/figure5.2` has the node counts over all 75 positions and both table sizes.

use std::time::Instant;

use plywood_core::{Budget, Line, Search, Spec, Stop};
use plywood_games::dice::{self, FIVE};
use plywood_players::searches;

use super::Row;

const SPECS: [(&str, &str); 5] = [
    ("expectimax", "expectimax(replace=always, table=2^16)"),
    ("star1", "star1(table=2^16)"),
    ("star2", "star2(probe=1, table=2^16)"),
    ("star_etc", "star_etc(table=2^16)"),
    ("star_proof", "star_proof(table=2^16)"),
];

/// Nodes and seconds of a search to a depth over some of the positions.
fn cost(text: &str, depth: u32, every: usize) -> (f64, f64) {
    let spec: Spec = text.parse().expect("the specs are right");
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for board in dice::test_positions().iter().step_by(every) {
        let (mut search, _): (Box<dyn Search<_>>, _) = searches::make(&FIVE, &spec).expect("they fit Dice");
        let line = Line::from(FIVE, *board);
        let start = Instant::now();
        let report = search.think(&line, &Budget::depth(depth), 1, &Stop::new(), &mut ());
        seconds += start.elapsed().as_secs_f64();
        nodes += report.nodes as f64;
    }
    (nodes, seconds)
}

pub(super) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, eval, aim) in
        [("network", "network", "aim 5 M"), ("none", "zero", "a bare loop does about 250 M")]
    {
        let text = format!("expectimax(table=off, killers=off, history=off, eval={eval})");
        let (nodes, seconds) = cost(&text, 9, 5);
        rows.push(Row::new(format!("dice nodes, evaluation {name}"), nodes / seconds, "nodes/s", aim));
    }
    let costs: Vec<(f64, f64)> = SPECS.iter().map(|(_, spec)| cost(spec, 13, 5)).collect();
    let count = dice::test_positions().len().div_ceil(5) as f64;
    for ((name, _), (nodes, seconds)) in SPECS.iter().zip(&costs) {
        let (all, long) = costs[0];
        rows.push(Row::new(format!("dice {name} mean nodes to depth 13"), nodes / count, "nodes", ""));
        rows.push(Row::new(
            format!("dice {name} nodes over expectimax"),
            nodes / all,
            "ratio",
            match *name {
                "star_etc" => "aim 0.103",
                _ => "",
            },
        ));
        rows.push(Row::new(format!("dice {name} time over expectimax"), seconds / long, "ratio", ""));
    }
    rows.push(Row::new("dice star_proof nodes over star_etc", costs[4].0 / costs[3].0, "ratio", "aim 0.5"));
    rows
}
