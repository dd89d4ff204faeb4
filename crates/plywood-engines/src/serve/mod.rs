//! Our players for the programs of others: `plywood engine` and `plywood nboard`.
//!
//! A thread of its own reads the lines, so that a search learns at once when it must stop.

pub mod line;
pub mod nboard;

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use plywood_core::Stop;

/// The lines that come in.
pub struct Inbox {
    lines: Receiver<String>,
    /// How many lines that end a search wait to be heard.
    halts: Arc<Mutex<usize>>,
    stop: Stop,
}

/// Whether a line ends whatever search is under way: it asks that all be heard.
fn halts(line: &str) -> bool {
    line.split_whitespace().next() == Some("ping")
}

impl Inbox {
    /// Reads from now on.
    pub fn new(input: impl BufRead + Send + 'static) -> Inbox {
        let (send, lines) = channel();
        let inbox = Inbox { lines, halts: Arc::default(), stop: Stop::new() };
        let (waiting, stop) = (inbox.halts.clone(), inbox.stop.clone());
        std::thread::spawn(move || {
            for line in input.lines().map_while(Result::ok) {
                if halts(&line) {
                    let mut waiting = waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    *waiting += 1;
                    stop.raise();
                }
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        inbox
    }

    /// The next line; none at the end. Once no line that halts is waiting, searches may run again.
    fn next(&self) -> Option<String> {
        let line = self.lines.recv().ok()?;
        let mut waiting = self.halts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *waiting -= usize::from(halts(&line));
        if *waiting == 0 {
            self.stop.lower();
        }
        Some(line)
    }
}
