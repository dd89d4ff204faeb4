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
}
