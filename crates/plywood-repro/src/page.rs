//! The page of a reproduction: verdicts first, then numbers, plots and the method. One file that loads
//! nothing else.

use std::io;
use std::path::{Path, PathBuf};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::published::Entry;
use crate::record::Record;
use crate::scoreboard::{Standing, scoreboard, totals};
use crate::{Cell, Evidence, Grid, Measured, Verdict, code_of};
use plywood_core::files::write_whole;
use plywood_lab::report::{Plot, Table, show_number};
use plywood_lab::store::{commit, file_in, program, version};

const STYLE: &str = include_str!("style.css");
/// More columns than this and published numbers go under the measured ones instead of beside them.
const WIDE: usize = 5;

/// How the reproduction was run.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Made {
    /// Scale in words.
    pub scale: String,
    /// Seed.
    pub seed: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Writes `above/ID/index.html` with its raw data and its record beside it; returns the page's path.
pub fn write(above: &Path, entry: &Entry, evidence: &Evidence, made: &Made) -> io::Result<PathBuf> {
    let folder = above.join(&entry.id);
    let mut files: Vec<(String, String)> = vec![("data.json".to_string(), json(entry, evidence, made))];
    for (index, grid) in evidence.grids.iter().enumerate() {
        files.push((format!("table{}.csv", index + 1), grid.long().csv()));
    }
    for (index, plot) in evidence.plots.iter().enumerate() {
        files.push((format!("plot{}.csv", index + 1), plot_csv(plot)));
    }
    files.extend(evidence.raw.iter().cloned());
    for (name, content) in &files {
        write_whole(&folder.join(name), content.as_bytes())?;
    }
    let games = file_in(&folder);
    let stored = games.file_name().filter(|_| games.exists()).and_then(|name| name.to_str());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).chain(stored).collect();
    let path = folder.join("index.html");
    write_whole(&path, page(entry, evidence, made, &names).into_string().as_bytes())?;
    write_whole(&folder.join(PART), part(entry, evidence).into_string().as_bytes())?;
    Record::new(entry, evidence, made).write(above)?;
    Ok(path)
}

/// What the index page shows of an entry.
const PART: &str = "part.html";

fn part(entry: &Entry, evidence: &Evidence) -> Markup {
    html! {
        (tally(evidence))
        (claims(entry, evidence))
        @for plot in &evidence.plots { figure { (PreEscaped(inline(&plot.svg()))) figcaption { (plot.title) } } }
        @for grid in &evidence.grids { h3 { (grid.title) } (numbers(grid)) }
    }
}

/// Writes `folder/index.html`: all entries whose pages are there, each with its verdicts, plots and tables; returns its path.
pub fn index(folder: &Path) -> io::Result<PathBuf> {
    let standings = scoreboard(folder);
    let [hold, not, open, _] = totals(&standings);
    let section = |standing: &Standing| {
        let part = std::fs::read_to_string(folder.join(standing.id).join(PART)).ok()?;
        Some(html! {
            details id=(standing.id) {
                summary { strong { (standing.id) } " " (standing.title)
                    @if let Some(last) = &standing.last { span.small {
                        @let [hold, not, open] = last.counts();
                        " · " (hold) " hold, " (not) " do not, " (open) " undecided · scale " (last.made.scale) ", " (last.day())
                    } }
                }
                p { a href=(format!("{}/index.html", standing.id)) { "its page" } " · " (standing.place) }
                (PreEscaped(part))
            }
        })
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Published results · Plywood" }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                header {
                    h1 { "Published results" }
                    p.place { (hold) " claims hold, " (not) " do not hold, " (open) " are undecided" }
                }
                @for standing in &standings { @if let Some(section) = section(standing) { (section) } }
                footer { div { "Plywood " (program()) } }
            } }
        }
    };
    let path = folder.join("index.html");
    write_whole(&path, page.into_string().as_bytes())?;
    Ok(path)
}

fn json(entry: &Entry, evidence: &Evidence, made: &Made) -> String {
    let all = serde_json::json!({
        "id": entry.id, "source": entry.source, "version": version(), "build": commit(), "code": code_of(&entry.id), "made": made, "outcome": evidence,
    });
    format!("{all:#}\n")
}

fn plot_csv(plot: &Plot) -> String {
    let mut table = Table::new(["series", "x", "y", "low", "high"]);
    for series in &plot.series {
        for (index, (x, y)) in series.points.iter().enumerate() {
            let end = series.ends.get(index);
            let (low, high) =
                end.map_or((String::new(), String::new()), |ends| (ends.0.to_string(), ends.1.to_string()));
            table.row([series.name.clone(), x.to_string(), y.to_string(), low, high]);
        }
    }
    table.csv()
}

/// The page itself.
pub fn page(entry: &Entry, evidence: &Evidence, made: &Made, files: &[&str]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (entry.id) " · Plywood" }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                header {
                    div.eyebrow { (entry.id) }
                    h1 { (entry.title) }
                    p.place { (entry.place()) }
                    (tally(evidence))
                }
                @if !entry.damaged.is_empty() { p.notice { strong { "Lost in the document. " } (entry.damaged) } }
                @if !entry.claims.is_empty() { h2 { "What the document claims" } (claims(entry, evidence)) }
                @for plot in &evidence.plots { figure { (PreEscaped(inline(&plot.svg()))) figcaption { (plot.title) } } }
                @for (index, grid) in evidence.grids.iter().enumerate() {
                    h2 { (grid.title) @if index == 0 { span.small { " · " (entry.unit) } } }
                    (numbers(grid))
                }
                h2 { "How" }
                p { (evidence.method) }
                @for (head, sentences) in [("Readings", &evidence.readings), ("Replaced", &evidence.replaced)] {
                    @if !sentences.is_empty() { h3 { (head) } ul { @for sentence in sentences { li { (sentence) } } } }
                }
                @if !evidence.scale.is_empty() { h3 { "Scale" } ul { @for amount in &evidence.scale {
                    li { (amount.what) ": " (amount.here) " (the document: " (amount.published) ")" }
                } } }
                details { summary { "Setting in the document" } p { (entry.setting) } }
                @if !entry.formulas.is_empty() {
                    details { summary { "Printed formulas" }
                        @for formula in &entry.formulas {
                            p.small { strong { (formula.name) } " (" (formula.equation) "): " code { (formula.expression) } "; " (formula.note) }
                        }
                    }
                }
                footer {
                    div { "Raw data: " @for (index, name) in files.iter().enumerate() {
                        @if index > 0 { ", " } a href=(name) { (name) }
                    } }
                    div { "Scale " (made.scale) ", seed " (made.seed) ", " (show_number(made.seconds, 2)) " s · Plywood " (program()) }
                }
            } }
        }
    }
}

fn pill(verdict: Verdict, text: &str) -> Markup {
    let class = match verdict {
        Verdict::Holds => "holds",
        Verdict::DoesNotHold => "fails",
        Verdict::Undecided { .. } => "open",
    };
    html! { span class={ "pill " (class) } { (text) } }
}

fn tally(evidence: &Evidence) -> Markup {
    let count =
        |wanted: fn(&Verdict) -> bool| evidence.judgements.iter().filter(|j| wanted(&j.verdict)).count();
    let kinds = [
        (Verdict::Holds, count(|v| matches!(v, Verdict::Holds)), "claim holds", "claims hold"),
        (Verdict::DoesNotHold, count(|v| matches!(v, Verdict::DoesNotHold)), "does not hold", "do not hold"),
        (
            Verdict::Undecided { needed: None },
            count(|v| matches!(v, Verdict::Undecided { .. })),
            "undecided",
            "undecided",
        ),
    ];
    html! { div.tally { @for (verdict, count, one, many) in kinds { @if count > 0 {
        (pill(verdict, &format!("{count} {}", if count == 1 { one } else { many })))
    } } } }
}

fn claims(entry: &Entry, evidence: &Evidence) -> Markup {
    html! { ul.claims { @for claim in &entry.claims {
        li {
            p.text { (claim.text) }
            @if let Some(judgement) = evidence.judgements.iter().find(|judgement| judgement.claim == claim.id) {
                (pill(judgement.verdict, &judgement.verdict.words()))
                p.seen { (judgement.seen) }
            }
            p.check { code { (claim.check) } }
            @if let Some(judgement) = evidence.judgements.iter().find(|judgement| judgement.claim == claim.id) {
                p.check { "by: " (judgement.rule) }
            }
        }
    } } }
}

fn numbers(grid: &Grid) -> Markup {
    let cells = || grid.rows.iter().flat_map(|(_, cells)| cells);
    let both = cells().any(|cell| cell.published.is_some()) && cells().any(|cell| cell.measured.is_some());
    let beside = both && grid.columns.len() <= WIDE;
    html! { div.scroll { table.stacked[both && !beside] {
        thead {
            tr { th {} @for column in &grid.columns {
                @if beside { th.group colspan="2" { (column) } } @else { th { (column) } }
            } }
            @if beside { tr { th {} @for _ in &grid.columns { th.sub { "published" } th.sub { "measured" } } } }
        }
        tbody { @for (name, cells) in &grid.rows { tr {
            th scope="row" { (name) }
            @for cell in cells {
                @if beside {
                    td { (published(cell, grid.decimals)) }
                    td.apart[cell.apart(grid.decimals)] { (measured(cell, grid.decimals)) }
                } @else {
                    td.apart[cell.apart(grid.decimals)] {
                        (measured(cell, grid.decimals))
                        @if cell.published.is_some() || cell.measured.is_none() { (published(cell, grid.decimals)) }
                    }
                }
            }
        } } }
    } } }
}

fn published(cell: &Cell, decimals: usize) -> Markup {
    html! { span.published { @match cell.published { Some(value) => (show_number(value, decimals)), None => "–" } } }
}

fn measured(cell: &Cell, decimals: usize) -> Markup {
    html! { @match cell.measured {
        Some(Measured::Exact(value)) => span.measured { (show_number(value, decimals)) },
        Some(Measured::Sampled(interval)) => {
            span.measured { (show_number(interval.value, decimals)) }
            span.ends { (show_number(interval.low, decimals)) " … " (show_number(interval.high, decimals)) }
        }
        None => "",
    } }
}

/// SVG inside HTML needs no namespace.
fn inline(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}
