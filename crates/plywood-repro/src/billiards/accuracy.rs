//! Table 4.2: how far the estimates of tables of difficulty are from what happens.

use plywood_billiards::error_model::ErrorModel;
use plywood_billiards::physics::Arena;
use plywood_billiards::players::shots::Class;
use plywood_billiards::players::tables::{Accuracy, Difficulty, EstimateError, Lookup, Size, Test};
use plywood_core::Error;
use plywood_core::random::derive;
use serde::{Deserialize, Serialize};

use crate::{Context, Effort, Estimate, Evidence, Grid, Measured, Ruling};

/// Positions, tries of a shot and tries of a cell in the thesis.
const PUBLISHED: (usize, u32, u32) = (5000, 500, 200);
/// Positions of a piece.
const PIECE: u64 = 25;
/// The most cells that are looked up between.
const LINEAR: usize = 15;

/// What a piece of the positions came to under one table: shots and the sum of errors, of all and of those rated 80 and 90 %.
#[derive(Clone, Serialize, Deserialize)]
struct Piece([(u64, f64); 3]);

pub fn accuracy(context: &Context) -> Result<Evidence, Error> {
    let arena = Arena::preset("poolfiz");
    let taiwan =
        ErrorModel::named("taiwan").ok_or_else(|| Error::new("the error model taiwan is missing"))?;
    let full = context.effort == Effort::Full;
    let positions = context.effort.amount(500, PUBLISHED.0);
    // The finest tables are many minutes of work.
    let (samples, trials, sizes): (u32, u32, &[usize]) = match context.effort {
        Effort::Full => (PUBLISHED.1, PUBLISHED.2, &[5, 10, 15, 20, 25, 30]),
        Effort::Glance => (4, 1, &[5, 10]),
        Effort::Times(_) => (100, 20, &[5, 10, 15]),
    };
    let lookups = [Lookup::Nearest, Lookup::Linear];
    let mut found: Vec<[Vec<Piece>; 2]> = Vec::new();
    // The work of a table grows as the fourth power.
    let work = |cells: usize| 1.0 + (cells as f64 / 10.0).powi(4);
    let all: f64 = sizes.iter().map(|cells| 2.0 * work(*cells)).sum();
    let mut done = 0.0;
    for &cells in sizes {
        let mut both = [Vec::new(), Vec::new()];
        for (lookup, list) in lookups.into_iter().zip(&mut both) {
            if lookup == Lookup::Linear && cells > LINEAR {
                continue; // Ours is as good with fewer.
            }
            let share = (done / all, (done + work(cells)) / all);
            done += work(cells);
            let size = Size { cells, trials, lookup };
            let difficulty =
                Difficulty::build(&arena, &taiwan, size, context.threads, context.stop, &|_, _| {})
                    .ok_or_else(|| Error::new("interrupted; tables of difficulty are built anew"))?;
            let numbers: Vec<u64> = (0..(positions as u64).div_ceil(PIECE)).collect();
            let job = format!("{cells} cells {lookup:?} {trials} trials {samples} samples");
            *list = context.pieces(&job, &numbers, share, |number| {
                let seed = derive(context.seed, number);
                let test = Test { class: Class::Straight, balls: 1, positions: PIECE, samples, seed };
                let Accuracy { all, above_80, above_90 } = Accuracy::of(&arena, &taiwan, &difficulty, test);
                Ok(Piece([all, above_80, above_90].map(|tally: EstimateError| (tally.shots, tally.off))))
            })?;
        }
        found.push(both);
    }
    let mut evidence = Evidence::new(
        "Preset poolfiz, E_Taiwan. Tables of the sizes named are filled by simulation; random states of two balls, every straight-in \
         shot that geometry allows tried many times, and the share that fell compared with the estimate.",
    );
    evidence.reading("Nearest: the nearest of equal cells, as published. Linear: between the nodes of a grid that is finer where ways are short.");
    evidence.scale("positions", found[0][0].len() as u64 * PIECE, PUBLISHED.0);
    evidence.scale("tries of a shot", samples, PUBLISHED.1);
    evidence.scale("tries of a cell", trials, PUBLISHED.2);
    evidence.scale("sizes", sizes.len(), 6);
    let cell = |pieces: &[Piece], column: usize| {
        let place = column / 2;
        if column.is_multiple_of(2) {
            let shots: Vec<f64> = pieces.iter().map(|piece| piece.0[place].0 as f64).collect();
            return Estimate::mean(&shots).times(PUBLISHED.0 as f64 / PIECE as f64);
        }
        error(pieces, place)
    };
    for (place, name) in ["Nearest cell, as published", "Between cells"].into_iter().enumerate() {
        evidence.grid(Grid::beside(context.entry, name, 3, |row, column| {
            let pieces = found.get(row).map(|both| &both[place]).filter(|pieces| !pieces.is_empty())?;
            Some(Measured::from(cell(pieces, column)))
        }));
    }
    let nearest: Vec<&Vec<Piece>> = found.iter().map(|both| &both[0]).collect();
    let errors: Vec<String> = nearest.iter().map(|pieces| error(pieces, 0).told(3)).collect();
    let told = format!("Errors from {} cells up: {}.", sizes[0], errors.join(", "));
    // The same positions under two tables: piece by piece.
    let better = |one: usize, other: usize| above(nearest[one], nearest[other]);
    let steps = (1..nearest.len()).map(|place| better(place - 1, place));
    let mut finer: Vec<Ruling> = steps.map(|gain| Ruling::above(&gain, 0.0)).collect();
    if !full {
        finer.push(Ruling::untested());
    }
    evidence.judge("finer-is-better", Ruling::all(finer), told.clone());
    let last = nearest.len() - 1;
    let gain = better(0, 1).minus(better(1, last));
    evidence.judge("diminishing", Ruling::above(&gain, 0.0), told);
    let likely = nearest.iter().flat_map(|pieces| {
        [(0, 1), (1, 2)]
            .map(|(one, other)| Ruling::above(&error(pieces, one).minus(error(pieces, other)), 0.0))
    });
    let rows: Vec<String> = nearest
        .iter()
        .map(|pieces| (0..3).map(|place| error(pieces, place).told(3)).collect::<Vec<_>>().join(", "))
        .collect();
    evidence.judge(
        "likely-shots-best",
        Ruling::all(likely),
        format!("All, 80 %, 90 %: {}.", rows.join("; ")),
    );
    Ok(evidence)
}

/// The mean error of shots of a class; positions are drawn in pieces.
fn error(pieces: &[Piece], place: usize) -> Estimate {
    let sums: Vec<(u64, f64)> = pieces.iter().map(|piece| piece.0[place]).collect();
    Estimate::drawn(&[sums], |groups| {
        let sum = groups.iter().flatten().fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if sum.0 == 0 { 0.0 } else { sum.1 / sum.0 as f64 }
    })
}

/// By how much the error under one table is above that under another, on the same positions.
fn above(one: &[Piece], other: &[Piece]) -> Estimate {
    let pairs: Vec<[(u64, f64); 2]> =
        one.iter().zip(other).map(|(one, other)| [one.0[0], other.0[0]]).collect();
    Estimate::drawn(&[pairs], |groups| {
        let mean = |side: usize| {
            let sum = groups
                .iter()
                .flatten()
                .fold((0, 0.0), |sum, pair| (sum.0 + pair[side].0, sum.1 + pair[side].1));
            if sum.0 == 0 { 0.0 } else { sum.1 / sum.0 as f64 }
        };
        mean(0) - mean(1)
    })
}
