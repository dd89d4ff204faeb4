//! `plywood bench`: how fast everything is.

use std::collections::BTreeMap;

use anyhow::bail;
use plywood_bench::{Row, SUITES};
use plywood_core::error::one_of;

use crate::terminal::{ended, interrupt, print, print_json, spinner, table};

/// Measure speeds; rivals run interleaved, and medians are reported
#[derive(clap::Args)]
#[command(after_help = "Example: plywood bench core --json\n\
                        Ctrl-C ends it after the current suite, a second Ctrl-C at once.")]
pub struct Arguments {
    /// The suites to measure; by default all that are quick
    suites: Vec<String>,
    /// Print one JSON object: a value and a unit under each name
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Measures.
    pub fn run(self) -> anyhow::Result<()> {
        for name in &self.suites {
            if !SUITES.iter().any(|suite| suite.name == name) {
                bail!("unknown suite {name:?}; known: {}", one_of(SUITES.iter().map(|suite| suite.name)));
            }
        }
        let chosen = SUITES.iter().filter(|suite| {
            self.suites.is_empty() && suite.quick || self.suites.iter().any(|name| name == suite.name)
        });
        let mut object = BTreeMap::new();
        let stop = interrupt();
        for suite in chosen {
            // What is being measured is measured to its end: half a measurement is none.
            if stop.raised() {
                break;
            }
            let bar = spinner(suite.name);
            let rows = (suite.run)();
            bar.finish_and_clear();
            if !self.json {
                print(format!("{}: {}\n", suite.name, suite.about))?;
                let cells =
                    |row: &Row| vec![row.name.clone(), row.shown(), row.unit.to_string(), row.beside.clone()];
                print(table(
                    &["what", "value", "unit", "beside"],
                    &rows.iter().map(cells).collect::<Vec<_>>(),
                ))?;
                print("\n")?;
            }
            object.extend(rows.into_iter().map(|row| (row.name.clone(), row)));
        }
        if self.json {
            print_json(&object)?;
        }
        ended(())
    }
}
