//! `plywood billiards stress`: very many shots, none of which may hang or lose a ball.

use anyhow::bail;
use plywood_billiards::experiments::stress::{Stress, breaks, random_shots};
use plywood_billiards::physics::Arena;
use plywood_core::random::derive;
use plywood_lab::report::grouped;

use super::arena;
use crate::terminal::{ended, interrupt, print, print_json, spinner, table};

/// Simulate very many shots and look for one that hangs, overlaps balls or loses a ball
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards stress --shots 1000000 --breaks 10000 --table pooltool")]
pub struct Arguments {
    /// Random shots with 2 to 16 balls
    #[arg(long, default_value_t = 1_000_000)]
    shots: u64,
    /// Breaks of a triangle
    #[arg(long, default_value_t = 10_000)]
    breaks: u64,
    /// The table: a preset or a file
    #[arg(long, default_value = "poolfiz")]
    table: String,
    /// Seed of the shots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A number of shots of one kind, from a seed.
type Run = fn(&Arena, u64, u64) -> Stress;

/// Shots between two looks at the clock and at Ctrl-C.
const CHUNK: u64 = 10_000;

impl Arguments {
    /// Simulates; an error if anything went wrong.
    pub fn run(self) -> anyhow::Result<()> {
        let arena = arena(&self.table)?;
        let kinds: [(u64, Run); 2] = [(self.shots, random_shots), (self.breaks, breaks)];
        let total = self.shots + self.breaks;
        let (stop, bar) = (interrupt(), spinner("simulating"));
        let mut found = Stress::default();
        for (kind, (count, run)) in kinds.into_iter().enumerate() {
            for chunk in 0..count.div_ceil(CHUNK) {
                if stop.raised() {
                    break;
                }
                let size = CHUNK.min(count - chunk * CHUNK);
                found.add(&run(&arena, size, derive(derive(self.seed, kind as u64), chunk)));
                bar.set_message(format!("{} of {} shots", grouped(found.shots), grouped(total)));
            }
        }
        bar.finish_and_clear();
        if self.json {
            print_json(&found)?;
        } else {
            let rows = [
                ("shots", grouped(found.shots)),
                ("events", grouped(found.events)),
                ("most events of a shot", grouped(u64::from(found.most_events))),
                ("longest shot, seconds", format!("{:.1}", found.longest)),
                ("stopped for too many events", grouped(found.gave_up)),
                ("ended with a ball in another or off the table", grouped(found.bad_ends)),
            ];
            print(table(&["what", "value"], &rows.map(|(what, value)| vec![what.to_string(), value])))?;
        }
        if !found.passed() {
            bail!("not every shot ended as it should:\n{}", found.examples.join("\n"));
        }
        ended(())
    }
}
