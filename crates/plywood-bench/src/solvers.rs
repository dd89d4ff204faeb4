//! Exact solvers beside the figures of others: connect four by suites, the fifteen puzzle by Korf's
//! instances.
//!
//! The suites belong to others and are read where they are: in the folder that `PLYWOOD_SUITES` names, else
//! in `../shared/data`. Missing suites are left out. Pattern databases of seven and eight tiles are measured
//! if they are on disk; `plywood solve puzzle --with "ida(estimate=78)"` makes them once.

use std::path::PathBuf;
use std::time::Instant;

use plywood_core::files::data_folder;
use plywood_core::spec::Size;
use plywood_core::{Budget, Line, Notation, Search, Task};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_games::connect4::solver::Solver;
use plywood_games::puzzle::pattern::{Patterns, Set};
use plywood_games::puzzle::{Manhattan, Sliding, Tiles};
use plywood_search::single::Heuristic;
use plywood_search::single::ida::Ida;

use super::{Row, interleaved};

/// The table of the connect-four solver, in bytes.
const TABLE: usize = 64 << 20;
/// Plain IDA* is measured on instances that take it no more nodes than this.
const NODES: u64 = 20_000_000;

/// Sets of positions by Pascal Pons with the mean nodes that Pons' solver takes, without a book.
const PONS: &[(&str, &str)] = &[
    ("Test_L3_R1", "Pons 51.3"),
    ("Test_L2_R1", "Pons 449"),
    ("Test_L1_R1", "Pons 3,296"),
    ("Test_L2_R2_first200", "Pons 38,893"),
    ("Test_L1_R2_first40", "Pons 979,003"),
];

/// The lines of a file that somebody published, remarks left out.
pub(super) fn published(path: &str) -> Option<Vec<String>> {
    let folder = std::env::var_os("PLYWOOD_SUITES").map_or(PathBuf::from("../shared/data"), PathBuf::from);
    let text = std::fs::read_to_string(folder.join(path)).ok()?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Some(lines.map(str::to_string).collect())
}

/// What each line is read as; a line that is none is left out.
fn problems<G: Notation>(game: &G, lines: &[String]) -> Vec<(G::Position, f64, String)> {
    let read = |line: &String| {
        let (position, score) = game.read_problem(line).ok()?;
        Some((position, score?, line.clone()))
    };
    lines.iter().filter_map(read).collect()
}

fn connect_four(rows: &mut Vec<Row>) {
    let game = Connect4::<Standard>::default();
    for (name, beside) in PONS {
        let Some(lines) = published(&format!("connect4/{name}.txt")) else { continue };
        let list = problems(&game, &lines);
        let mut solver = Solver::new(&game, Size::Bytes(TABLE), 1);
        let (mut nodes, mut right) = (0, 0);
        let start = Instant::now();
        for (board, score, _) in &list {
            solver.new_game();
            let (found, spent) = solver.score(board);
            nodes += spent;
            right += u32::from(f64::from(found) == *score);
        }
        let seconds = start.elapsed().as_secs_f64();
        let row = |what: &str, value: f64, unit, beside: &str| {
            Row::new(format!("{name}: {what}"), value, unit, beside)
        };
        let all = format!("of {}", list.len());
        rows.push(row("right", f64::from(right), "positions", &all));
        rows.push(row("nodes", nodes as f64 / list.len() as f64, "a position", beside));
        if *name == "Test_L1_R2_first40" {
            rows.push(row("speed", nodes as f64 / seconds, "nodes/s", "Pons 6.3 to 8.4 M"));
            rows.push(two_threads(&game, &list));
        }
    }
}

/// Two threads against one on the hardest positions.
fn two_threads(
    game: &Connect4<Standard>,
    list: &[(<Connect4<Standard> as plywood_core::Game>::Position, f64, String)],
) -> Row {
    let solve = |threads: usize| {
        let mut solver = Solver::new(game, Size::Bytes(TABLE), threads);
        for (board, _, _) in list {
            solver.new_game();
            std::hint::black_box(solver.score(board));
        }
    };
    let seconds = interleaved(3, &mut [&mut || solve(1), &mut || solve(2)]);
    Row::new("connect4: two threads over one", seconds[0] / seconds[1], "times as fast", "")
}

/// Nodes and seconds an instance, and how many have the right length.
fn solved<H: Heuristic<Sliding>>(
    game: &Sliding,
    list: &[(Tiles, f64, String)],
    estimate: H,
) -> (f64, f64, u32) {
    let mut search = Ida::new(estimate);
    let (mut nodes, mut seconds, mut right) = (0, 0.0, 0);
    for (tiles, length, _) in list {
        let report = search.think(&Line::from(*game, *tiles), Task::new(Budget::ENDLESS).seed(1));
        nodes += report.nodes;
        seconds += report.seconds;
        right += u32::from(report.distance.map(f64::from) == Some(*length));
    }
    let count = list.len() as f64;
    (nodes as f64 / count, seconds / count, right)
}

fn fifteen(rows: &mut Vec<Row>) {
    let game = Sliding::new(4, 1);
    let list = published("puzzle15/korf100.txt").map_or(Vec::new(), |lines| problems(&game, &lines));
    let printed = |line: &str| line.split_whitespace().last().and_then(|word| word.parse::<u64>().ok());
    let short: Vec<_> = list
        .iter()
        .filter(|(_, _, line)| printed(line).is_some_and(|nodes| nodes <= NODES))
        .cloned()
        .collect();
    if !short.is_empty() {
        let (nodes, seconds, right) = solved(&game, &short, Manhattan::new(&game));
        let all = format!("of {}", short.len());
        rows.push(Row::new("plain IDA*: right", f64::from(right), "instances", all));
        rows.push(Row::new("plain IDA*", nodes / seconds, "nodes/s", "a C program 137 M"));
    }
    for (name, beside) in [
        ("555", "without reflection 6,874,408 and 103 ms; slidy 118 ms"),
        ("663", "without reflection 1,720,856 and 35 ms"),
        ("78", "published 36,710 for 1,000 others; aim 5 ms"),
    ] {
        let Some(set) = Set::named(&game, name) else { continue };
        if name == "78" && !set.kept(&data_folder()) {
            continue;
        }
        let start = Instant::now();
        let patterns =
            if name == "78" { Patterns::kept(&game, set) } else { Patterns::new(&game, set, None) };
        let Ok(patterns) = patterns else { continue };
        let what = if name == "78" { "read" } else { "made" };
        rows.push(Row::new(format!("patterns {name}: {what} in"), start.elapsed().as_secs_f64(), "s", ""));
        rows.push(Row::new(format!("patterns {name}: size"), patterns.bytes() as f64, "bytes", ""));
        if !list.is_empty() {
            let (nodes, seconds, right) = solved(&game, &list, patterns);
            let all = format!("of {}", list.len());
            rows.push(Row::new(format!("patterns {name}: right"), f64::from(right), "instances", all));
            rows.push(Row::new(format!("patterns {name}: nodes"), nodes, "an instance", beside));
            rows.push(Row::new(format!("patterns {name}: time"), 1e3 * seconds, "ms an instance", ""));
        }
    }
}

/// How fast proof searches work.
fn proofs(rows: &mut Vec<Row>) {
    for name in ["connect4", "mnk(columns=6, rows=5, line=4)"] {
        let spec = "dfpn(nodes=2M, memory=64MB)".parse().expect("a spec");
        let made = plywood_players::game(name).and_then(|game| Ok((game.player(&spec)?, game.start())));
        let Ok((mut player, line)) = made else { continue };
        if let Ok(report) = player.think(&*line, Task::new(Budget::ENDLESS).seed(1)) {
            let speed = report.nodes as f64 / report.seconds;
            rows.push(Row::new(format!("df-pn, {name}"), speed, "nodes/s", ""));
        }
    }
}

/// Measures.
pub(super) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    connect_four(&mut rows);
    proofs(&mut rows);
    fifteen(&mut rows);
    rows
}
