//! `plywood billiards table`: a table as a file.

use super::arena;
use crate::terminal::print;

/// Print the description of a table, as a start for your own
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards table pooltool > mine.toml")]
pub struct Arguments {
    /// A preset, or a file to check
    #[arg(default_value = "poolfiz")]
    table: String,
}

impl Arguments {
    /// Prints the table.
    pub fn run(self) -> anyhow::Result<()> {
        print(arena(&self.table)?.table.to_toml())
    }
}
