//! `plywood billiards check`: how far the simulator agrees with reference shots.

use std::path::PathBuf;

use anyhow::{Context, bail};
use plywood_billiards::experiments::reference::{Comparison, check};
use serde_json::json;

use crate::terminal::{print, print_json, table};

/// Compare the simulator with files of reference shots
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood billiards check crates/plywood-billiards/tests/data/pooltool/*.json\n\
                        These files of the sources hold a hundred shots that pooltool 0.6.0 simulated."
)]
pub struct Arguments {
    /// Files of reference shots
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Compares; an error if any shot disagrees.
    pub fn run(self) -> anyhow::Result<()> {
        let mut reports = Vec::new();
        for path in &self.files {
            let name = path.display();
            let text = std::fs::read_to_string(path).with_context(|| name.to_string())?;
            reports.push(check(&text).with_context(|| name.to_string())?);
        }
        let sum = |count: fn(&Comparison) -> usize| reports.iter().map(count).sum::<usize>();
        let disagree = sum(|report| report.disagree);
        if self.json {
            print_json(&json!({
                "shots": sum(|report| report.shots),
                "agree": sum(|report| report.agree),
                "chaotic": sum(|report| report.chaotic),
                "disagree": disagree,
                "skipped": sum(|report| report.skipped),
                "files": reports,
            }))?;
        } else {
            let rows: Vec<Vec<String>> = reports.iter().map(row).collect();
            print(table(
                &["set", "shots", "agree", "chaotic", "disagree", "skipped", "worst m", "median m"],
                &rows,
            ))?;
            for complaint in reports.iter().flat_map(|report| &report.complaints) {
                print(format!("{complaint}\n"))?;
            }
        }
        if disagree > 0 {
            bail!("{disagree} shots disagree with their reference");
        }
        Ok(())
    }
}

fn row(report: &Comparison) -> Vec<String> {
    let counts = [report.shots, report.agree, report.chaotic, report.disagree, report.skipped];
    let mut row = vec![report.set.clone()];
    row.extend(counts.map(|count| count.to_string()));
    row.extend([format!("{:.1e}", report.worst), format!("{:.1e}", report.median)]);
    row
}
