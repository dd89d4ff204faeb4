//! One table in three forms: aligned text, Markdown and CSV.

/// A table of text; columns of numbers line up on the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Column heads.
    pub columns: Vec<String>,
    /// Rows, each as long as the heads.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// When it is not as long as the heads.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.columns.len(), "a row has a cell a column");
        self.rows.push(row);
    }

    /// Whether every cell of a column looks like a number, or like what stands for a missing one.
    fn numeric(&self, column: usize) -> bool {
        let number = |cell: &String| {
            cell.is_empty()
                || cell.starts_with(|first: char| first.is_ascii_digit() || "+-.–·∞>".contains(first))
        };
        !self.rows.is_empty() && self.rows.iter().all(|row| number(&row[column]))
    }

    /// Aligned text, with a rule under the heads.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(self.columns[column].chars().count())
        };
        let shape: Vec<(usize, bool)> =
            (0..self.columns.len()).map(|column| (width(column), self.numeric(column))).collect();
        let line = |cells: &[String]| {
            let pad = |(cell, &(width, right)): (&String, &(usize, bool))| {
                if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            };
            let padded: Vec<String> = cells.iter().zip(&shape).map(pad).collect();
            padded.join("  ").trim_end().to_string() + "\n"
        };
        let rule: Vec<String> = shape.iter().map(|&(width, _)| "─".repeat(width)).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.columns) + &line(&rule) + &rows
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let side = |column: usize| if self.numeric(column) { "---:" } else { "---" }.to_string();
        let rule: Vec<String> = (0..self.columns.len()).map(side).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.columns) + &line(&rule) + &rows
    }

    /// Comma-separated values, quoted where needed.
    pub fn csv(&self) -> String {
        std::iter::once(&self.columns).chain(&self.rows).map(|row| csv_line(row)).collect()
    }
}

/// One line of a CSV file.
pub fn csv_line<S: AsRef<str>>(cells: &[S]) -> String {
    let quote = |cell: &str| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_string()
        }
    };
    let cells: Vec<String> = cells.iter().map(|cell| quote(cell.as_ref())).collect();
    cells.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_faces() {
        let mut table = Table::new(["player", "score"]);
        table.row(["ab(depth=2, eval=\"x\")", "7"]);
        table.row(["ré", "12.5"]);
        assert_eq!(
            table.text(),
            "player                 score\n─────────────────────  ─────\nab(depth=2, eval=\"x\")      7\nré                      12.5\n"
        );
        assert_eq!(table.csv(), "player,score\n\"ab(depth=2, eval=\"\"x\"\")\",7\nré,12.5\n");
        assert!(table.markdown().starts_with("| player | score |\n| --- | ---: |\n"));
    }
}
