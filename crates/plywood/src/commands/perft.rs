//! `plywood perft`: counting positions.

use std::time::Instant;

use plywood_lab::report::grouped;

use super::Place;
use crate::terminal::{ended, interrupt, print, print_json, spinner};

/// Count the positions after a number of plies
#[derive(clap::Args)]
#[command(after_help = "Example: plywood perft connect4 9\n\
                        Leaves are the positions at exactly this depth; finished games ended earlier.")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Plies
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Counts.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, line) = self.place.open()?;
        let bar = spinner(&format!("perft {}", self.depth));
        let start = Instant::now();
        let count = game.perft(&*line, self.depth, &interrupt());
        ended(())?;
        let count = count?;
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        if self.json {
            return print_json(&serde_json::json!({
                "game": game.spec(),
                "depth": self.depth,
                "leaves": count.leaves,
                "finished": count.finished,
                "seconds": seconds,
            }));
        }
        print(format!(
            "leaves    {}\nfinished  {}\n{seconds:.3} s, {:.1} M leaves/s\n",
            grouped(count.leaves),
            grouped(count.finished),
            count.leaves as f64 / seconds / 1e6
        ))
    }
}
