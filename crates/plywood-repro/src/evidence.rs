//! The result of a reproduction: numbers beside the published ones, plots, verdicts, raw data.

use serde::{Deserialize, Serialize};

use super::verdict::{Judgement, Ruling};
use crate::published::Entry;
use plywood_lab::report::{Plot, Table, show_number};
use plywood_lab::stats::Estimate;
use plywood_lab::stats::{Interval, Z95};

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

impl From<Estimate> for Measured {
    fn from(estimate: Estimate) -> Self {
        Self::Sampled(estimate.interval())
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
    /// Standard error of the printed number, where it is a sample's too.
    pub error: Option<f64>,
}

impl Cell {
    /// Whether the printed number is not what we found: farther off than the errors of both allow at 95 %, or, where ours is
    /// exact, another number to the shown digits.
    pub fn apart(&self, decimals: usize) -> bool {
        let digit = 10f64.powi(-(decimals as i32));
        match (self.published, self.measured) {
            (Some(published), Some(Measured::Sampled(interval))) => {
                let side = if published < interval.value {
                    interval.value - interval.low
                } else {
                    interval.high - interval.value
                };
                let allowed = libm::hypot(side, Z95 * self.error.unwrap_or(0.0)) + digit / 2.0;
                (published - interval.value).abs() > allowed
            }
            (Some(published), Some(Measured::Exact(value))) => {
                let allowed = 1.01 * digit + Z95 * self.error.unwrap_or(0.0);
                (published - value).abs() > allowed
            }
            _ => false,
        }
    }
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
                error: None,
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
            values.into_iter().map(|value| Cell { measured: Some(value), ..Cell::default() }).collect()
        };
        Self {
            title: title.to_string(),
            columns: columns.to_vec(),
            rows: rows.into_iter().map(|(name, values)| (name, cells(values))).collect(),
            decimals,
        }
    }

    /// The same with the standard errors of the printed numbers.
    pub fn with_errors(mut self, error: impl Fn(f64) -> f64) -> Self {
        for cell in self.rows.iter_mut().flat_map(|(_, cells)| cells) {
            cell.error = cell.published.map(&error);
        }
        self
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

/// How much of something was done, and how much the document did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Amount {
    /// Of what.
    pub what: String,
    /// Here.
    pub here: String,
    /// In the document.
    pub published: String,
}

/// Everything a reproduction found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// How it was measured, in sentences.
    pub method: String,
    /// What was chosen where the document leaves a choice, a sentence each.
    pub readings: Vec<String>,
    /// What stands in for something of the original that is lost or not to be had, a sentence each.
    pub replaced: Vec<String>,
    /// The scale beside the published one.
    pub scale: Vec<Amount>,
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

    /// Says how a choice was taken that the document leaves.
    pub fn reading(&mut self, sentence: impl Into<String>) {
        self.readings.push(sentence.into());
    }

    /// Says what stands in for something of the original.
    pub fn replaced(&mut self, sentence: impl Into<String>) {
        self.replaced.push(sentence.into());
    }

    /// Says how much of something was done here and in the document.
    pub fn scale(&mut self, what: &str, here: impl ToString, published: impl ToString) {
        let (here, published) = (here.to_string(), published.to_string());
        self.scale.push(Amount { what: what.to_string(), here, published });
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
    pub fn judge(&mut self, claim: &str, ruling: Ruling, seen: impl Into<String>) {
        let (verdict, rule) = (ruling.verdict(), ruling.rule().to_string());
        self.judgements.push(Judgement { claim: claim.to_string(), verdict, seen: seen.into(), rule });
    }

    /// Judges a claim under several readings of the document. Where they disagree the document leaves it open, and so does the verdict.
    pub fn judge_readings(&mut self, claim: &str, readings: Vec<(&str, Ruling, String)>) {
        let words = readings
            .iter()
            .map(|(name, ruling, seen)| format!("{name}: {}. {seen}", ruling.verdict().words()));
        let seen = words.collect::<Vec<_>>().join(" ");
        let same = readings.windows(2).all(|pair| pair[0].1.verdict().word() == pair[1].1.verdict().word());
        let ruling = match readings.into_iter().next() {
            Some((_, ruling, _)) if same => ruling,
            Some((_, ruling, _)) => {
                let rule = format!("{}; the readings disagree", ruling.rule());
                Ruling::untested().ruled(rule)
            }
            None => Ruling::untested(),
        };
        self.judge(claim, ruling, seen);
    }

    /// Everything as people read it: how it was done, the numbers, the verdicts.
    pub fn text(&self, entry: &Entry) -> String {
        let mut out = format!("{}\n{}\n\n", entry.title, entry.place());
        out += &section("How", std::iter::once(&self.method));
        out += &section("Readings", &self.readings);
        let lost = (!entry.damaged.is_empty()).then(|| format!("Lost: {}", entry.damaged));
        out += &section("Damaged or replaced", lost.iter().chain(&self.replaced));
        let amount = |amount: &Amount| {
            format!("{}: {} (the document: {})", amount.what, amount.here, amount.published)
        };
        out += &section("Scale", &self.scale.iter().map(amount).collect::<Vec<_>>());
        for grid in &self.grids {
            out += &format!("{}\n{}\n", grid.title, grid.long().text());
        }
        for claim in &entry.claims {
            if let Some(judgement) = self.judgements.iter().find(|judgement| judgement.claim == claim.id) {
                let Judgement { verdict, seen, rule, .. } = judgement;
                out += &format!("{}: {}\n", claim.id, verdict.words());
                for (head, text) in
                    [("", claim.text.as_str()), ("check: ", &claim.check), ("by: ", rule), ("", seen)]
                {
                    out += &wrapped(&format!("{head}{text}"), "  ");
                }
            }
        }
        out
    }
}

/// A headed list of sentences; nothing where there are none.
fn section<'a>(head: &str, sentences: impl IntoIterator<Item = &'a String>) -> String {
    let mut lines: String = sentences
        .into_iter()
        .filter(|sentence| !sentence.is_empty())
        .map(|sentence| wrapped(sentence, "  "))
        .collect();
    if !lines.is_empty() {
        lines = format!("{head}\n{lines}\n");
    }
    lines
}

/// A sentence in lines of a terminal's width.
fn wrapped(text: &str, indent: &str) -> String {
    const WIDTH: usize = 100;
    let (mut out, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() >= WIDTH {
            out += &format!("{indent}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        out += &format!("{indent}{line}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    #[test]
    fn a_printed_number_has_an_error_of_its_own() {
        let measured = Some(Measured::Sampled(Interval::around(60.0, 3.0)));
        let cell = Cell { published: Some(56.5), measured, error: None };
        assert!(cell.apart(1));
        assert!(!Cell { error: Some(1.6), ..cell }.apart(1));
        assert!(Cell { published: Some(55.0), error: Some(1.6), ..cell }.apart(1));
        assert!(!Cell { published: None, ..cell }.apart(1));
        let exact = Cell { published: Some(33.9), measured: Some(Measured::Exact(32.9)), error: None };
        assert!(exact.apart(1) && !exact.apart(0));
    }

    #[test]
    fn readings_that_disagree_leave_a_claim_open() {
        let mut evidence = Evidence::new("");
        let reading = |holds| ("one", Ruling::exact(holds), String::new());
        evidence.judge_readings("same", vec![reading(true), reading(true)]);
        evidence.judge_readings("other", vec![reading(true), reading(false)]);
        assert_eq!(evidence.judgements[0].verdict, Verdict::Holds);
        assert_eq!(evidence.judgements[1].verdict, Verdict::Undecided { needed: None });
        assert!(evidence.judgements[1].seen.contains("does not hold"));
    }
}
