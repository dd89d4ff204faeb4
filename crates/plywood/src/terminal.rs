//! What people see and do at a terminal: tables, spinners, Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use plywood_core::Stop;
use plywood_lab::report::Table;
use serde::Serialize;

/// Prints text on standard output; an error only where nobody reads it any more.
pub fn print(text: impl AsRef<str>) -> anyhow::Result<()> {
    Ok(io::stdout().lock().write_all(text.as_ref().as_bytes())?)
}

/// Prints one object as JSON.
pub fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    print(serde_json::to_string_pretty(object)? + "\n")
}

/// Whether an error only says that the reader of our output is gone.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What a command ends with that was interrupted and has shown what it had by then: the program exits with 130.
#[derive(Debug)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Lines up columns: those of numbers to the right, others to the left.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    Table { columns: header.iter().map(|head| head.to_string()).collect(), rows: rows.to_vec() }.text()
}

/// How wide text may be: what `COLUMNS` says, or the terminal; any width where there is neither.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(terminal).filter(|width| *width > 0).unwrap_or(usize::MAX)
}

/// Text in lines of a width, broken between words.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            *last += " ";
            *last += word;
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// What no column gets less than, however narrow the terminal.
const NARROWEST: usize = 16;

/// A table of words within a width: the widest columns give way, and what does not fit goes on below.
pub fn wrapped(header: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let natural = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..header.len()).map(natural).collect();
    let gaps = 2 * header.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        let widest = widths.iter_mut().max().expect("a table has columns");
        if *widest <= NARROWEST {
            break;
        }
        *widest -= 1;
    }
    let mut broken = Vec::new();
    for row in rows {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            broken.push(cells.iter().map(|cell| cell.get(line).cloned().unwrap_or_default()).collect());
        }
    }
    table(header, &broken)
}

/// A stop flag that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let flag = stop.clone();
        let handler = move || {
            if flag.raised() {
                std::process::exit(130);
            }
            flag.raise();
        };
        // Without a handler Ctrl-C ends the program, which is what it does anyway.
        let _ = ctrlc::set_handler(handler);
        stop
    })
    .clone()
}

/// How a command ends that has shown all it found: well, unless it was interrupted on the way.
pub fn ended<T>(found: T) -> anyhow::Result<T> {
    if interrupt().raised() { Err(Interrupted.into()) } else { Ok(found) }
}

/// Shows a spinner with the time passed while something long runs, on a terminal only.
pub fn spinner(what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(what.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows =
            vec![vec!["ab".to_string(), "7".to_string()], vec!["minimax".to_string(), "1,234".to_string()]];
        assert_eq!(
            table(&["name", "nodes"], &rows),
            "name     nodes\n───────  ─────\nab           7\nminimax  1,234\n"
        );
    }

    #[test]
    fn words_go_on_below() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensibilities", 7), ["incomprehensibilities"], "a word is never broken");
        assert_eq!(wrap("", 7), [""]);
        let rows = vec![vec![
            "ab".to_string(),
            "alpha-beta in negamax form, every enhancement a switch".to_string(),
        ]];
        let text = wrapped(&["search", "what it is"], &rows, 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(wrapped(&["search", "what it is"], &rows, 3).lines().count() > 4, "as narrow as it goes");
        assert_eq!(wrapped(&["search", "what it is"], &rows, usize::MAX).lines().count(), 3);
    }
}
