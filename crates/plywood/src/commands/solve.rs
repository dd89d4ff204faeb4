//! `plywood solve`: the exact value of a position, or of every position of a suite.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::quantity::said_count;
use plywood_core::{Args, Budget, Progress, Row, Spec, Tick, suite};
use plywood_lab::report::{exact, grouped, signed, worth};
use plywood_study::solve::{Means, Solution, Solver, Summary};

use super::Place;
use crate::terminal::{Interrupted, interrupt, print, print_json, spinner, table};

/// Find the exact value of a position, or of every position of a suite
#[derive(clap::Args)]
#[command(after_help = "Example: plywood solve \"kalah(holes=4,seeds=4)\"\n\
                  The solver is the game's own, or a generic search to the end of the game. A suite has one position a line in \
                  the format of its game: OBF in othello, columns and score in connect4, else a position, a ; and its score. \
                  Lines that start with # or % are remarks. Ctrl-C shows the bounds reached so far.")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// A file with a position a line, instead of one position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    suite: Option<PathBuf>,
    /// The search, instead of the best solver that the game has
    #[arg(long = "with", value_name = "SPEC")]
    search: Option<String>,
    /// Memory of the solver's table, such as 2GB
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Time for a position at most, such as 10s; by default as long as it takes
    #[arg(long)]
    time: Option<String>,
    /// Nodes for a position at most
    #[arg(long)]
    nodes: Option<String>,
    /// Show every position of a suite, not only those that were not solved correctly
    #[arg(long, requires = "suite")]
    positions: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Shows on a terminal what is known so far.
struct Live {
    bar: ProgressBar,
    bounds: Option<(f64, f64)>,
}

impl Progress for Live {
    fn row(&mut self, row: &Row) {
        self.bar.set_message(format!("depth {}: {}", row.depth, signed(row.value, 3)));
    }
    fn tick(&mut self, tick: &Tick) {
        let between = self.bounds.map_or(String::new(), |bounds| format!("value {}, ", between(bounds)));
        self.bar.set_message(format!("{between}{} nodes", grouped(tick.nodes)));
    }
    fn bounds(&mut self, low: f64, high: f64) {
        self.bounds = Some((low, high));
        self.bar.set_message(format!("value {}", between((low, high))));
    }
}

fn between((low, high): (f64, f64)) -> String {
    format!("between {} and {}", exact(low), exact(high))
}

impl Arguments {
    /// Solves.
    pub fn run(self) -> anyhow::Result<()> {
        let (with, memory) = (self.search.as_deref(), self.memory.as_deref());
        let means = Means { with, memory, budget: self.budget()? };
        let mut solver = Solver::new(&self.place.game, &means)?;
        super::say_memory(solver.game(), &solver.spec());
        match &self.suite {
            Some(path) => {
                let content =
                    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
                let problems = suite::read_file(solver.game(), &content, None)
                    .with_context(|| path.display().to_string())?;
                self.run_suite(&mut solver, &problems)
            }
            None => self.run_position(&mut solver),
        }
    }

    /// The budget of the options, read as it is in a search's spec.
    fn budget(&self) -> anyhow::Result<Budget> {
        let mut spec = Spec::word("solve");
        for (key, value) in [("time", &self.time), ("nodes", &self.nodes)] {
            if let Some(value) = value {
                spec = spec.with(key, value).with_context(|| format!("--{key} {value}"))?;
            }
        }
        Ok(Budget::read(&Args::new(&spec, &[Budget::KEYS])?)?)
    }

    fn run_position(&self, solver: &mut Solver) -> anyhow::Result<()> {
        let (position, moves) = (self.place.position.clone(), self.place.moves.clone());
        let (_, line) = Place { game: solver.game().spec(), position, moves }.open()?;
        let bar = spinner("solving");
        let solution = solver.solve(&*line, &interrupt(), &mut Live { bar: bar.clone(), bounds: None })?;
        bar.finish_and_clear();
        if self.json {
            let mut object = serde_json::to_value(&solution)?;
            object["solver"] = solver.spec().into();
            object["game"] = solver.game().spec().into();
            print_json(&object)?;
        } else {
            let (view, payoff) = (line.turn().view(), solution.bounds.0);
            let score = solution.value.unwrap_or(payoff);
            let meaning = worth::meaning_of_score(solver.game(), view, score, payoff);
            print(written(&solution, &solver.spec(), &meaning))?;
        }
        if solution.stopped { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn run_suite(&self, solver: &mut Solver, problems: &[suite::Problem]) -> anyhow::Result<()> {
        let total = problems.len() as u64;
        let bar = if stderr().is_terminal() { ProgressBar::new(total) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:40.cyan/dim} {pos}/{len} positions {eta}") {
            bar.set_style(style);
        }
        let (mut rows, mut listed) = (Vec::new(), Vec::new());
        let summary = solver.suite(problems, &interrupt(), &mut |problem, solution| {
            bar.inc(1);
            if self.positions && self.json {
                listed.push(serde_json::json!({
                    "line": problem.number, "position": problem.text, "score": problem.score, "solution": solution,
                }));
            } else if self.positions || problem.score.is_some() && solution.value != problem.score {
                let number = |value: Option<f64>| value.map_or("unknown".to_string(), |value| value.to_string());
                rows.push(vec![
                    problem.number.to_string(),
                    number(problem.score),
                    number(solution.value),
                    solution.best.clone().unwrap_or_default(),
                    grouped(solution.nodes),
                    format!("{:.3}", solution.seconds),
                ]);
            }
        })?;
        bar.finish_and_clear();
        if self.json {
            let mut object = serde_json::to_value(&summary)?;
            object["solver"] = solver.spec().into();
            object["game"] = solver.game().spec().into();
            if self.positions {
                object["problems"] = listed.into();
            }
            print_json(&object)?;
        } else {
            if !rows.is_empty() {
                print(table(&["line", "score", "found", "move", "nodes", "seconds"], &rows) + "\n")?;
            }
            print(summed_up(&summary, &solver.spec()))?;
        }
        if summary.interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// A solution as people read it.
fn written(solution: &Solution, solver: &str, meaning: &str) -> String {
    let mut text = format!("solver {solver}\n");
    match solution.value {
        Some(value) => {
            let distance = solution.distance.map_or(String::new(), |plies| {
                format!(", {} to the end", said_count(plies.into(), "ply", "plies"))
            });
            text += &format!("value  {} {meaning}{distance}\n", exact(value));
            text += &format!("move   {}\n", solution.best.as_deref().unwrap_or("none"));
            text += &format!("line   {}\n", solution.pv.join(" "));
        }
        None if solution.bounds.0 == solution.bounds.1 => {
            let payoff = exact(solution.bounds.0);
            text +=
                &format!("value  {payoff} {meaning}; how far the end is, and so the score, is not known\n");
        }
        None => {
            let why = if solution.stopped { "interrupted" } else { "not known exactly" };
            text += &format!("value  {why}: it lies {}\n", between(solution.bounds));
        }
    }
    if !solution.values.is_empty() {
        text += &format!("values {:?}\n", solution.values);
    }
    text + &format!("nodes  {} in {:.3} s\n", grouped(solution.nodes), solution.seconds)
}

fn summed_up(summary: &Summary, solver: &str) -> String {
    let mut text = format!("solver {solver}\n");
    let unscored =
        if summary.unscored > 0 { format!(", {} without a score", summary.unscored) } else { String::new() };
    text += &format!(
        "{} positions: {} right, {} wrong, {} unknown{unscored}\n",
        summary.positions, summary.right, summary.wrong, summary.unknown
    );
    if summary.named > 0 {
        text +=
            &format!("{} of {} moves are among the best that the suite names\n", summary.best, summary.named);
    }
    text += &format!(
        "{} nodes, {:.1} a position, in {:.3} s\n",
        grouped(summary.total_nodes),
        summary.mean_nodes,
        summary.seconds
    );
    text + if summary.interrupted { "interrupted before the last position\n" } else { "" }
}
