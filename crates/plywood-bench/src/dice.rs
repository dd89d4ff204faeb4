//! Dice: nodes a second, and what each algorithm costs to depth 13 with a small table and a large one, on every fifth
//! test position or on all 75.

use std::time::Instant;

use plywood_core::{Budget, Line, Search, Spec, Task};
use plywood_games::dice::{self, FIVE};
use plywood_players::searches;

use super::Row;

const SPECS: [(&str, &str); 5] = [
    ("expectimax", "expectimax(bounds=off, replace=always, table="),
    ("star1", "star1(bounds=off, table="),
    ("star2", "star2(bounds=off, probe=1, table="),
    ("star_etc", "star_etc(bounds=off, table="),
    ("star_proof", "star_proof(bounds=off, table="),
];

/// Nodes and seconds of a search to a depth over some of the positions.
fn cost(text: &str, depth: u32, every: usize) -> (f64, f64) {
    let spec: Spec = text.parse().expect("the specs are right");
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for board in dice::test_positions().iter().step_by(every) {
        let (mut search, _): (Box<dyn Search<_>>, _) = searches::make(&FIVE, &spec).expect("they fit Dice");
        let line = Line::from(FIVE, *board);
        let start = Instant::now();
        let report = search.think(&line, Task::new(Budget::depth(depth)).seed(1));
        seconds += start.elapsed().as_secs_f64();
        nodes += report.nodes as f64;
    }
    (nodes, seconds)
}

/// Every fifth position.
pub(super) fn run() -> Vec<Row> {
    rows(5)
}

/// All positions.
pub(super) fn run_all() -> Vec<Row> {
    rows(1)
}

fn rows(every: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, eval, aim) in
        [("network", "network", "aim 5 M"), ("none", "zero", "a bare loop does about 250 M")]
    {
        let text = format!("expectimax(bounds=off, table=off, killers=off, history=off, eval={eval})");
        let (nodes, seconds) = cost(&text, 9, every);
        rows.push(Row::new(format!("dice nodes, evaluation {name}"), nodes / seconds, "nodes/s", aim));
    }
    let count = dice::test_positions().len().div_ceil(every) as f64;
    for entries in ["2^16", "2^22"] {
        let costs: Vec<(f64, f64)> =
            SPECS.iter().map(|(_, spec)| cost(&format!("{spec}{entries})"), 13, every)).collect();
        for ((name, _), (nodes, seconds)) in SPECS.iter().zip(&costs) {
            let (all, long) = costs[0];
            let mut row = |what: &str, value: f64, unit: &'static str, aim: &str| {
                rows.push(Row::new(format!("dice {name}, {entries} entries: {what}"), value, unit, aim));
            };
            row("mean nodes to depth 13", nodes / count, "nodes", "");
            let aim = if (*name, entries) == ("star_etc", "2^16") { "aim 0.103" } else { "" };
            row("nodes over expectimax", nodes / all, "ratio", aim);
            row("time over expectimax", seconds / long, "ratio", "");
            row("nodes a second", nodes / seconds, "nodes/s", "");
        }
        let share = costs[4].0 / costs[3].0;
        let name = format!("dice star_proof, {entries} entries: nodes over star_etc");
        rows.push(Row::new(name, share, "ratio", "aim 0.5"));
    }
    rows
}
