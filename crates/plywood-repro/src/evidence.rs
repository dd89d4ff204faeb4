//! What a reproduction hands back: numbers beside the published ones, plots, verdicts, raw data.

use serde::Serialize;

use super::verdict::{Judgement, Verdict};
use crate::published::Entry;
use plywood_lab::report::{Plot, Table, show_number};
use plywood_lab::stats::Interval;

/// A measured number: exact, or with an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Measured {
    /// Worked out, not sampled.
    Exact(f64),
    /// Sampled, with the ends of its 95 % interval.
    Sampled(Interval),
}

impl Measured {
    /// The number itself.
    pub fn value(&self) -> f64 {
        match self {
            Self::Exact(value) => *value,
            Self::Sampled(interval) => interval.value,
        }
    }
}

/// Published numbers beside measured ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// Column labels.
    pub columns: Vec<String>,
    /// Rows: a label, and for each column what was published and what was measured.
    pub rows: Vec<(String, Vec<Cell>)>,
    /// Decimals that are shown.
    pub decimals: usize,
}

/// One cell of a grid; either side may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// The printed number.
    pub published: Option<f64>,
    /// Ours.
    pub measured: Option<Measured>,
}

impl Grid {
    /// The printed table of an entry, with `measure(row, column)` beside each number.
    pub fn beside(
        entry: &Entry,
        title: &str,
        decimals: usize,
        measure: impl Fn(usize, usize) -> Option<Measured>,
    ) -> Self {
        let cells = |(row, printed): (usize, &crate::published::Row)| {
            let cell = |(column, &value): (usize, &f64)| Cell {
                published: (!value.is_nan()).then_some(value),
                measured: measure(row, column),
            };
            (printed.name.clone(), printed.values.iter().enumerate().map(cell).collect())
        };
        Self {
            title: title.to_string(),
            columns: entry.columns.clone(),
            rows: entry.rows.iter().enumerate().map(cells).collect(),
            decimals,
        }
    }

    /// A grid of our own numbers alone.
    pub fn measured(
        title: &str,
        columns: &[String],
        decimals: usize,
        rows: Vec<(String, Vec<Measured>)>,
    ) -> Self {
        let cells = |values: Vec<Measured>| {
            values.into_iter().map(|value| Cell { published: None, measured: Some(value) }).collect()
        };
        Self {
            title: title.to_string(),
            columns: columns.to_vec(),
            rows: rows.into_iter().map(|(name, values)| (name, cells(values))).collect(),
            decimals,
        }
    }

    /// The grid as a long table, one line a cell: for terminals and CSV.
    pub fn long(&self) -> Table {
        let mut table = Table::new(["row", "column", "published", "measured", "low", "high"]);
        for (name, cells) in &self.rows {
            for (column, cell) in self.columns.iter().zip(cells) {
                let show = |value: Option<f64>| {
                    value.map_or("–".to_string(), |value| show_number(value, self.decimals))
                };
                let (low, high) = match cell.measured {
                    Some(Measured::Sampled(interval)) => (Some(interval.low), Some(interval.high)),
                    _ => (None, None),
                };
                let measured = cell.measured.map(|measured| measured.value());
                table.row([
                    name.clone(),
                    column.clone(),
                    show(cell.published),
                    show(measured),
                    show(low),
                    show(high),
                ]);
            }
        }
        table
    }
}

/// Everything a reproduction found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// How it was measured and how that differs from the document, in sentences.
    pub method: String,
    /// Whether it rests on the clock: then the seed does not fix it.
    pub timed: bool,
    /// Tables.
    pub grids: Vec<Grid>,
    /// Plots.
    pub plots: Vec<Plot>,
    /// A verdict for every claim.
    pub judgements: Vec<Judgement>,
    /// Further files to put beside the page: name and content.
    #[serde(skip)]
    pub raw: Vec<(String, String)>,
}

impl Evidence {
    /// Evidence with nothing but its method.
    pub fn new(method: impl Into<String>) -> Self {
        Self { method: method.into(), ..Self::default() }
    }

    /// The same, resting on the clock.
    pub fn timed(method: impl Into<String>) -> Self {
        Self { timed: true, ..Self::new(method) }
    }

    /// Adds a table.
    pub fn grid(&mut self, grid: Grid) {
        self.grids.push(grid);
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: Plot) {
        self.plots.push(plot);
    }

    /// Judges a claim.
    pub fn judge(&mut self, claim: &str, verdict: Verdict, seen: impl Into<String>) {
        self.judgements.push(Judgement { claim: claim.to_string(), verdict, seen: seen.into() });
    }

    /// The numbers and the verdicts as people read them.
    pub fn text(&self, entry: &Entry) -> String {
        let mut out = format!("{}\n{}\n\n", entry.title, entry.place());
        for grid in &self.grids {
            out += &format!("{}\n{}\n", grid.title, grid.long().text());
        }
        for claim in &entry.claims {
            if let Some(judgement) = self.judgements.iter().find(|judgement| judgement.claim == claim.id) {
                let (verdict, seen) = (judgement.verdict.words(), &judgement.seen);
                out += &format!("{}: {verdict}\n  {}\n  {seen}\n", claim.id, claim.text);
            }
        }
        out
    }
}
