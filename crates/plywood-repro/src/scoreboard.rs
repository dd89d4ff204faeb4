//! The scoreboard: every published entry and whether it can be run.

use plywood_lab::report::Table;
use serde::Serialize;

use crate::{State, published, state};

/// Where an entry stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The entry's id.
    pub id: &'static str,
    /// Source file, section, table or figure.
    pub source: &'static str,
    /// `ready`, `not yet` or `cannot`.
    pub state: &'static str,
    /// Why it cannot be run, where it cannot.
    pub reason: Option<&'static str>,
    /// The document and the place in it, for people.
    pub place: String,
    /// What the entry shows.
    pub title: &'static str,
    /// How many claims it makes.
    pub claims: usize,
}

/// Every entry of the documents' own results, sorted by id.
pub fn scoreboard() -> Vec<Standing> {
    let standing = |entry: &'static published::Entry| {
        let state = state(&entry.id);
        Standing {
            id: &entry.id,
            source: &entry.source,
            state: state.word(),
            reason: if let State::Cannot(reason) = state { Some(reason) } else { None },
            place: entry.place(),
            title: &entry.title,
            claims: entry.claims.len(),
        }
    };
    published::entries().iter().map(standing).collect()
}

/// The scoreboard as people read it, with a count below.
pub fn text(standings: &[Standing]) -> String {
    let mut table = Table::new(["entry", "claims", "state", "source"]);
    for standing in standings {
        let place = match standing.reason {
            Some(reason) => format!("{}; {reason}", standing.place),
            None => standing.place.clone(),
        };
        table.row([standing.id.to_string(), standing.claims.to_string(), standing.state.to_string(), place]);
    }
    let words = [State::Ready, State::NotYet, State::Cannot("")].map(State::word);
    let counts = words.map(|word| {
        let count = standings.iter().filter(|standing| standing.state == word).count();
        format!("{count} {word}")
    });
    let reported: Vec<&str> = published::reported().iter().map(|entry| entry.id.as_str()).collect();
    format!(
        "{}\n{} entries: {}\nresults of others that the documents report, which run too: {}\n",
        table.text(),
        standings.len(),
        counts.join(", "),
        reported.join(", ")
    )
}
