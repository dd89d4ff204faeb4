//! Stored runs in words: the list of them, and what stands above each one's results.

use super::{Table, summary};
use crate::matches::stored_results;
use crate::runner::RunError;
use crate::store::{RunRow, Store};
use crate::suite;

/// A line a run.
pub fn table(runs: &[RunRow]) -> Table {
    let mut table =
        Table::new(["run", "kind", "done", "planned", "seed", "slice", "version", "build", "overloaded"]);
    for run in runs {
        table.row([
            run.name.clone(),
            run.kind.clone(),
            run.stored.to_string(),
            run.planned.to_string(),
            run.seed.to_string(),
            run.shard.clone(),
            run.version.clone(),
            run.build.clone(),
            if run.overloaded { "yes" } else { "no" }.to_string(),
        ]);
    }
    table
}

/// A run with its experiment and its results.
pub fn text(store: &Store, run: &RunRow) -> Result<String, RunError> {
    let results = match run.kind.as_str() {
        "suite" => suite::table(&suite::read(store, run.id)?).text(),
        _ => summary::text(&stored_results(store, run)?),
    };
    Ok(heading(run) + &results)
}

fn heading(run: &RunRow) -> String {
    let load = if run.overloaded { "; the machine was overloaded, times mean little" } else { "" };
    format!(
        "run {} ({} of {} done), version {}, build {}, seed {}{load}\n\n{}\n\n",
        run.name,
        run.stored,
        run.planned,
        run.version,
        run.build,
        run.seed,
        run.experiment.trim_end()
    )
}
