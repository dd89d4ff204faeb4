//! Lecture notes: what can be checked by counting.

use plywood_core::Error;

use super::{Context, Grid, Measured, Outcome, Reproduction, Verdict};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[Reproduction { id: "lecture/game-complexity", run: complexity }];

fn complexity(context: &Context) -> Result<Outcome, Error> {
    let entry = context.entry;
    let mut outcome = Outcome::new(
        "Literature values as printed; nothing is measured. The labels of three rows and the chess row do not fit other sources.",
    );
    outcome.grid(Grid::beside(entry, "Sizes as powers of ten", 0, |_, _| None::<Measured>));
    let sorted = entry.rows.windows(2).all(|pair| pair[0].values[0] <= pair[1].values[0]);
    outcome.judge("sorted", Verdict::of(sorted), "Compared row by row down the table.");
    Ok(outcome)
}
