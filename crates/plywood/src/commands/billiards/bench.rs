//! `plywood billiards bench`: shots and events a second, beside the peers.

use std::time::Duration;

use plywood_billiards::measure::{ALL_WORK, Speed, measure};
use plywood_lab::report::grouped;
use serde_json::json;

use super::arena;
use crate::terminal::{print, print_json, spinner, table};

/// Measure shots and events a second on one core
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards bench --json\n\
                        Peers were measured on one core of a quiet Zen 3 machine; the speed limit of a table does not apply to the break.")]
pub struct Arguments {
    /// Seconds for each measurement
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Measures.
    pub fn run(self) -> anyhow::Result<()> {
        let time = Duration::try_from_secs_f64(self.seconds)?;
        let bar = spinner("measuring");
        let mut speeds = Vec::new();
        for name in ["poolfiz", "pooltool"] {
            let arena = arena(name)?;
            speeds.extend(ALL_WORK.map(|work| measure(&arena, work, time)));
        }
        bar.finish_and_clear();
        if self.json {
            return print_json(&json!({ "speeds": speeds }));
        }
        let header = [
            "table",
            "work",
            "shots/s",
            "events/s",
            "events/shot",
            "FastFiz shots/s",
            "pooltool shots/s",
            "aim",
        ];
        print(table(&header, &speeds.iter().map(row).collect::<Vec<_>>()))
    }
}

fn row(speed: &Speed) -> Vec<String> {
    let (fastfiz, pooltool) = speed.work.peers();
    // Aims are for the table that the peer plays on.
    let aim = match speed.work.aim().filter(|_| speed.table == "poolfiz") {
        None => String::new(),
        Some((unit, least)) => {
            let reached = if unit == "events" { speed.events_per_second } else { speed.shots_per_second };
            let verdict = if reached >= least { "reached" } else { "missed" };
            format!("{} {unit}/s: {verdict}", grouped(least as u64))
        }
    };
    vec![
        speed.table.clone(),
        speed.work.name().to_string(),
        grouped(speed.shots_per_second as u64),
        grouped(speed.events_per_second as u64),
        format!("{:.1}", speed.events_per_shot),
        fastfiz.to_string(),
        pooltool.to_string(),
        aim,
    ]
}
