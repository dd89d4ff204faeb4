//! The published entries of the five documents as data: one TOML file for each entry with its setting,
//! numbers as printed, and claims.
//!
//! The files under `published/` are part of the program; `published/INDEX.md` lists them with the losses of
//! each document. Numbers that the print does not give are NaN.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/published");
static ENTRIES: LazyLock<(Vec<Entry>, Vec<Entry>)> = LazyLock::new(load);

/// What kind of thing the document shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A printed table.
    Table,
    /// A figure; its image is usually lost.
    Figure,
    /// Numbers in running text.
    Text,
    /// A worked example, with a tree.
    Example,
}

/// A row of printed numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Label of the row.
    pub name: String,
    /// One value a column; NaN where the print has none.
    pub values: Vec<f64>,
}

/// A statement the document makes, with the comparison that decides it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Name of the claim within its entry.
    pub id: String,
    /// What the document says, in our words.
    pub text: String,
    /// The comparison that decides it.
    pub check: String,
}

/// A printed formula.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formula {
    /// Our name for it.
    pub name: String,
    /// Its number in the document.
    pub equation: String,
    /// The formula in arithmetic notation.
    pub expression: String,
    /// Where it is exact, and where the print is wrong.
    pub note: String,
}

/// A printed line of play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Who played it.
    pub name: String,
    /// Start position.
    pub start: String,
    /// Moves with their result.
    pub moves: String,
}

/// One published result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Folder and file name, for example `om/figure3.6`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Source file, section, table or figure.
    pub source: String,
    /// What kind of thing it is.
    pub kind: Kind,
    /// How the numbers came about.
    pub setting: String,
    /// Unit of the numbers.
    pub unit: String,
    /// What the document lost; empty when nothing is.
    pub damaged: String,
    /// Column labels.
    pub columns: Vec<String>,
    /// Numbers as printed.
    pub rows: Vec<Row>,
    /// Statements to decide.
    pub claims: Vec<Claim>,
    /// Printed formulas.
    #[serde(default)]
    pub formulas: Vec<Formula>,
    /// Printed lines of play.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// Example tree: max node `( )`, min node `[ ]`, leaf `V0/V_op` or one number.
    #[serde(default)]
    pub tree: Option<String>,
    /// The same tree with its true values.
    #[serde(default)]
    pub tree_true: Option<String>,
    /// Whether the document only reports it from elsewhere: it runs, but is no result of the document's own.
    #[serde(default)]
    pub reported: bool,
    /// Whether it is a question of our own that a document leaves open: it runs, but is no result of the document.
    #[serde(default)]
    pub ours: bool,
}

impl Entry {
    /// The document's name and the place in it, for people.
    pub fn place(&self) -> String {
        let documents = [
            ("000_", "PickPocket thesis"),
            ("001_", "Dice thesis"),
            ("002_", "Opponent-model thesis"),
            ("003_", "Monte Carlo Othello thesis"),
            ("004_", "Lecture notes"),
        ];
        let name =
            documents.iter().find(|(prefix, _)| self.source.starts_with(prefix)).map(|(_, name)| *name);
        match (name, self.source.split_once(", ")) {
            (Some(name), Some((_, place))) => format!("{name}, {place}"),
            _ => self.source.clone(),
        }
    }

    /// The family an entry belongs to, the first part of its id.
    pub fn family(&self) -> &str {
        self.id.split('/').next().unwrap_or(&self.id)
    }

    /// A printed number by row and column label.
    pub fn number(&self, row: &str, column: &str) -> Option<f64> {
        let column = self.columns.iter().position(|c| c == column)?;
        self.rows.iter().find(|r| r.name == row)?.values.get(column).copied()
    }

    /// A claim by its id.
    pub fn claim(&self, id: &str) -> Option<&Claim> {
        self.claims.iter().find(|c| c.id == id)
    }
}

/// All entries of the documents' own results, sorted by id.
pub fn entries() -> &'static [Entry] {
    &ENTRIES.0
}

/// What runs beside them, sorted by id: results of others that the documents report, and questions of our own.
pub fn beside() -> &'static [Entry] {
    &ENTRIES.1
}

/// The entry with this id.
pub fn entry(id: &str) -> Option<&'static Entry> {
    entries().iter().chain(beside()).find(|entry| entry.id == id)
}

/// The files are compiled in and a test reads each, so a bad one is a mistake of the build, not of the user.
fn load() -> (Vec<Entry>, Vec<Entry>) {
    let files = FILES.dirs().flat_map(|dir| dir.files());
    let mut entries: Vec<Entry> = files
        .map(|file| {
            let text = file.contents_utf8().expect("published files are UTF-8");
            toml::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", file.path().display()))
        })
        .collect();
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    entries.into_iter().partition(|entry| !entry.reported && !entry.ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_parses_and_is_whole() {
        assert_eq!((entries().len(), beside().len()), (137, 4));
        assert_eq!(entries().iter().map(|e| e.claims.len()).sum::<usize>(), 393);
        let index = FILES.get_file("INDEX.md").unwrap().contents_utf8().unwrap();
        for entry in entries() {
            assert!(index.contains(&format!("| {} |", entry.id)), "{} is not in the index", entry.id);
            assert!(
                FILES.get_file(format!("{}.toml", entry.id)).is_some(),
                "{} has another file name",
                entry.id
            );
            assert_ne!(entry.place(), entry.source, "{} names no known document", entry.id);
            assert!(entry.rows.iter().all(|row| row.values.len() == entry.columns.len()), "{}", entry.id);
            let mut claims: Vec<&str> = entry.claims.iter().map(|c| c.id.as_str()).collect();
            claims.sort_unstable();
            claims.dedup();
            assert_eq!(claims.len(), entry.claims.len(), "{} names a claim twice", entry.id);
        }
    }

    #[test]
    fn numbers_are_found_by_label() {
        let table = entry("dice/figure4.4").unwrap();
        assert_eq!(table.number("13", "No. Inputs"), Some(350.0));
        assert_eq!(table.number("13", "No. Outputs"), None);
        assert!(entry("om/figure9.9").is_none());
        assert!(entry("kqkr/appendixB").unwrap().rows[0].values[1].is_nan());
        assert_eq!(entry("om/figure3.6").unwrap().formulas.len(), 6);
        assert_eq!(entry("kqkr/appendixB").unwrap().lines.len(), 6);
    }
}
