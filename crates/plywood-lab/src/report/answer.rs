//! What a search answered, as people read it. As JSON a report is what `serde` makes of it.

use std::fmt::Write;

use plywood_core::facade::AnyGame;
use plywood_core::quantity::said_count;
use plywood_core::{Report, Row, Turn};

use super::number::{grouped, signed};
use super::{Table, worth};

/// A row for each iteration, then the answer, in numbers alone.
pub fn text(report: &Report) -> String {
    told(report, "", "none")
}

/// The same, with what the value is counted in and whose it is: the player on turn, or the first one where none is.
pub fn in_words(report: &Report, game: &dyn AnyGame, turn: Turn) -> String {
    let nobody = match turn {
        Turn::Chance => "none: chance is on turn",
        Turn::Over => "none: the game is over",
        Turn::Player(_) => "none",
    };
    let meaning = worth::meaning(game, turn.view(), report.value, report.proven);
    told(report, &format!(" {meaning}"), nobody)
}

fn told(report: &Report, meaning: &str, nobody: &str) -> String {
    let mut text = String::new();
    if !report.rows.is_empty() {
        text += &(rows(report).text() + "\n");
    }
    let proven = match (report.proven, report.distance) {
        (true, Some(distance)) => {
            format!(" (proven, {} to the end)", said_count(distance.into(), "ply", "plies"))
        }
        (true, None) => " (proven)".to_string(),
        _ => String::new(),
    };
    // One bracket for all that is to say.
    let after = format!("{meaning}{proven}").replace(") (", ", ");
    let _ = writeln!(text, "move   {}", report.best.as_deref().unwrap_or(nobody));
    let _ = writeln!(text, "value  {}{after}", signed(report.value, 4));
    if !report.values.is_empty() {
        let _ = writeln!(text, "values {:?}", report.values);
    }
    let speed = if report.seconds > 0.0 { report.nodes as f64 / report.seconds / 1e6 } else { 0.0 };
    let _ = writeln!(
        text,
        "nodes  {} ({} evaluations) in {:.3} s, {speed:.2} M/s",
        grouped(report.nodes),
        grouped(report.evaluations),
        report.seconds
    );
    if report.simulations > 0 {
        let _ = writeln!(text, "simulations {}", grouped(report.simulations));
    }
    for (name, value) in &report.counters {
        let _ = writeln!(text, "{name} {value}");
    }
    text
}

/// The iterations of a search; what an iteration that was broken off has changed is a row of its own.
pub fn rows(report: &Report) -> Table {
    let mut table = Table::new(["depth", "value", "move", "nodes", "seconds", "line"]);
    let mut add = |depth: String, row: &Row| {
        table.row([
            depth,
            signed(row.value, 4),
            row.best.clone().unwrap_or_default(),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
            row.pv.join(" "),
        ]);
    };
    report.rows.iter().for_each(|row| add(row.depth.to_string(), row));
    if let Some(row) = report.unfinished() {
        add(format!(">{}", row.depth), &row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_reads_well() {
        let row = Row {
            depth: 3,
            value: 1.0,
            best: Some("b2".to_string()),
            nodes: 1234,
            evaluations: 7,
            seconds: 0.5,
            pv: vec!["b2".to_string(), "a1".to_string()],
        };
        let report = Report {
            best: Some("b2".to_string()),
            value: 1.0,
            proven: true,
            distance: Some(2),
            nodes: 2_000_000,
            evaluations: 7,
            seconds: 0.5,
            rows: vec![row],
            counters: [("tree_bytes".to_string(), 96.0)].into(),
            ..Report::default()
        };
        assert_eq!(
            text(&report),
            "depth    value  move  nodes  seconds  line\n\
             ─────  ───────  ────  ─────  ───────  ─────\n\
             \x20   3  +1.0000  b2    1,234    0.500  b2 a1\n\n\
             move   b2\n\
             value  +1.0000 (proven, 2 plies to the end)\n\
             nodes  2,000,000 (7 evaluations) in 0.500 s, 4.00 M/s\n\
             tree_bytes 96\n"
        );
        assert!(text(&Report::default()).starts_with("move   none\nvalue  +0.0000\n"));
        let last = Report { distance: Some(1), value: -0.0, ..report };
        assert!(text(&last).contains("value  +0.0000 (proven, 1 ply to the end)\n"), "{}", text(&last));
    }

    #[test]
    fn what_an_unfinished_iteration_found_has_a_row() {
        let row = Row {
            depth: 3,
            value: 0.25,
            best: Some("b2".to_string()),
            nodes: 100,
            evaluations: 7,
            seconds: 0.5,
            pv: vec!["b2".to_string()],
        };
        let finished = Report {
            best: row.best.clone(),
            value: row.value,
            pv: row.pv.clone(),
            nodes: 150,
            depth: 3,
            rows: vec![row],
            ..Report::default()
        };
        assert!(!text(&finished).contains('>'), "nothing new was found");
        let broken_off = Report { value: 0.5, best: Some("a1".to_string()), ..finished };
        let table = text(&broken_off);
        assert!(table.contains("   >3  +0.5000  a1      150"), "{table}");
    }
}
