//! Dice thesis: what needs no play. The example of a non-linear evaluation (section 4.2.2) and the networks' sizes (4.2.3).

use plywood_core::Error;

use crate::published::{self, Entry};
use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};

fn chances(entry: &Entry) -> Vec<(f64, f64)> {
    let score = |name: &str| name.parse::<f64>().unwrap_or(f64::NAN);
    entry.rows.iter().map(|row| (score(&row.name), row.values[0])).collect()
}

pub(super) fn scores(context: &Context) -> Result<Evidence, Error> {
    let points = chances(context.entry);
    let mut evidence = Evidence::new(
        "A made-up example: the five printed pairs, drawn and compared with the straight line through their ends.",
    );
    let (first, last) = (points[0], points[points.len() - 1]);
    let line = |x: f64| first.1 + (last.1 - first.1) * (x - first.0) / (last.0 - first.0);
    evidence.grid(Grid::beside(
        context.entry,
        "Chance of winning; beside it the straight line",
        4,
        |row, _| Some(Measured::Exact(line(points[row].0))),
    ));
    evidence.plot(
        Plot::new("Chance of winning behind a score", "score", "true chance of winning")
            .with(Series::new("example", Mark::Line, points.clone()))
            .with(Series::new(
                "straight line",
                Mark::Line,
                points.iter().map(|p| (p.0, line(p.0))).collect(),
            )),
    );
    let rises = points.windows(2).all(|pair| pair[1].1 > pair[0].1);
    let step = |k: usize| points[k + 1].1 - points[k].1;
    evidence.judge(
        "monotone-not-linear",
        Ruling::exact(rises && (step(1) - step(2)).abs() > 1e-9),
        format!(
            "The chance rises at every step; from 1 to 2 by {}, from 2 to 3 by {}.",
            show_number(step(1), 3),
            show_number(step(2), 3)
        ),
    );
    Ok(evidence)
}

pub(super) fn wrong_move(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "The lost tree has A with three equally likely outcomes of score 1, 2 and 4 (the only ones that give both printed averages) and B \
         with score 2; chances come from figure 4.2.",
    );
    let table = published::entry("dice/figure4.2").map(chances).unwrap_or_default();
    let chance = |score: f64| table.iter().find(|pair| pair.0 == score).map_or(f64::NAN, |pair| pair.1);
    let average = |scores: &[f64], value: &dyn Fn(f64) -> f64| {
        scores.iter().map(|&score| value(score)).sum::<f64>() / scores.len() as f64
    };
    let moves: [&[f64]; 2] = [&[1.0, 2.0, 4.0], &[2.0]];
    let value = |row: usize, column: usize| {
        if column == 0 { average(moves[row], &|score| score) } else { average(moves[row], &chance) }
    };
    evidence.grid(Grid::beside(context.entry, "Expectation of both moves", 4, |row, column| {
        Some(Measured::Exact(value(row, column)))
    }));
    evidence.judge(
        "wrong-choice",
        Ruling::exact(value(0, 0) > value(1, 0) && value(0, 1) < value(1, 1)),
        format!(
            "By score A is worth {} and B {}; by chance {} and {}.",
            show_number(value(0, 0), 4),
            show_number(value(1, 0), 4),
            show_number(value(0, 1), 4),
            show_number(value(1, 1), 4)
        ),
    );
    Ok(evidence)
}

pub(super) fn networks(context: &Context) -> Result<Evidence, Error> {
    let entry = context.entry;
    let mut evidence = Evidence::new(
        "Arithmetic: twelve features and two inputs a cell. The number of hidden units follows no stated rule.",
    );
    let inputs = |row: usize| entry.rows[row].name.parse::<f64>().map_or(f64::NAN, |n| 12.0 + 2.0 * n * n);
    evidence.grid(Grid::beside(entry, "Inputs by board size", 0, |row, column| {
        (column == 0).then(|| Measured::Exact(inputs(row)))
    }));
    let right = (0..entry.rows.len()).all(|row| inputs(row) == entry.rows[row].values[0]);
    evidence.judge(
        "input-formula",
        Ruling::exact(right),
        "12 + 2n² for n = 5, 9, 13 and 17 against the four printed counts.",
    );
    Ok(evidence)
}
