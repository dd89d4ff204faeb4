//! `plywood billiards difficulty`: builds the table of how often straight-in shots succeed, and tests it.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::players::shots::Class;
use plywood_billiards::players::tables::{
    Accuracy, Difficulty, EstimateError, Lookup, MOST_CELLS, Size, Test, save, usual_size,
};
use plywood_core::parallel::cores;

use super::arena;
use crate::terminal::{Interrupted, interrupt, print, spinner, table};

/// Build the table of difficulty for a table and an error model, and keep it for players that ask for it
#[derive(clap::Args)]
#[command(after_help = "Example: plywood billiards difficulty --errors taiwan --cells 30 --trials 200\n\
                        Players use it by pickpocket(cells=30, trials=200). Without --cells the table has the shipped size.")]
pub struct Arguments {
    /// Error models: none, low, taiwan, italy, high, or deviations as in 0.1:0.1:0.1:0.5:0.5
    #[arg(long, default_value = "taiwan", value_name = "ERRORS")]
    errors: Vec<String>,
    /// The table: a preset or a file
    #[arg(long, default_value = "poolfiz")]
    table: String,
    /// Cells along each of the four axes, 5 to 30
    #[arg(long)]
    cells: Option<usize>,
    /// Shots tried for a cell
    #[arg(long)]
    trials: Option<u32>,
    /// Look up the nearest of equal cells, as published, instead of interpolating between nodes
    #[arg(long)]
    nearest: bool,
    /// Test it on this number of random positions with one ball
    #[arg(long, value_name = "POSITIONS")]
    test: Option<u64>,
    /// Write the table here instead of where players look for it; for one error model
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// Builds.
    pub fn run(self) -> anyhow::Result<()> {
        let arena = arena(&self.table)?;
        ensure!(self.out.is_none() || self.errors.len() == 1, "--out takes one error model");
        let stop = interrupt();
        let mut rows = Vec::new();
        for name in &self.errors {
            let errors: ErrorModel = name.parse().context("errors")?;
            let usual = usual_size(&arena, &errors);
            let size = Size {
                cells: self.cells.unwrap_or(usual.cells),
                trials: self.trials.unwrap_or(usual.trials),
                lookup: if self.nearest { Lookup::Nearest } else { Lookup::Linear },
            };
            ensure!((5..=MOST_CELLS).contains(&size.cells), "--cells is a number from 5 to {MOST_CELLS}");
            ensure!(size.trials > 0, "--trials is a number above 0");
            let bar = spinner("building");
            let progress = |done: usize, all: usize| bar.set_message(format!("{name}: {done} of {all} rows"));
            let built = Difficulty::build(&arena, &errors, size, cores(), &stop, &progress);
            bar.finish_and_clear();
            let Some(built) = built else { return Err(Interrupted.into()) };
            let path = save(&arena, &errors, &built, self.out.clone())?;
            let mut row = vec![name.clone(), size.cells.to_string(), size.trials.to_string()];
            if let Some(positions) = self.test {
                let test = Test { class: Class::Straight, balls: 1, positions, samples: 500, seed: 1 };
                let Accuracy { all, above_80, above_90 } = Accuracy::of(&arena, &errors, &built, test);
                let cells = |tally: EstimateError| [tally.shots.to_string(), format!("{:.3}", tally.error())];
                row.extend([all, above_80, above_90].into_iter().flat_map(cells));
            }
            row.push(path.display().to_string());
            rows.push(row);
        }
        let tested = ["shots", "error", "80%+", "80%+ error", "90%+", "90%+ error"];
        let tested = if self.test.is_some() { &tested[..] } else { &[] };
        let header = [&["errors", "cells", "trials"], tested, &["file"]].concat();
        print(table(&header, &rows))
    }
}
