//! The scoreboard: every published entry, whether it can be run, and the verdicts of its last run.

use std::path::Path;

use plywood_lab::report::Table;
use serde::Serialize;

use crate::record::Record;
use crate::{State, published, state};

/// Where an entry stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The entry's id.
    pub id: &'static str,
    /// Source file, section, table or figure.
    pub source: &'static str,
    /// `ready` or `cannot`.
    pub state: &'static str,
    /// Why it cannot be run, where it cannot.
    pub reason: Option<&'static str>,
    /// The document and the place in it, for people.
    pub place: String,
    /// What the entry shows.
    pub title: &'static str,
    /// How many claims it makes.
    pub claims: usize,
    /// Whether the document only reports it from elsewhere.
    pub reported: bool,
    /// Whether it is a question of our own.
    pub ours: bool,
    /// The run that is shown: the last one, or the largest where results are gathered.
    pub last: Option<Record>,
}

impl Standing {
    /// Whether it is a result of the document's own, which counts.
    pub fn is_documents(&self) -> bool {
        !self.reported && !self.ours
    }
}

/// Every entry with its last run, from the pages in a folder or from those kept.
pub fn scoreboard(folder: &Path) -> Vec<Standing> {
    standings(|id| Record::last(folder, id))
}

/// Every entry, sorted by id, those beside the documents' own last, with the run that is to be shown of it.
pub fn standings(shown: impl Fn(&str) -> Option<Record>) -> Vec<Standing> {
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
            reported: entry.reported,
            ours: entry.ours,
            last: shown(&entry.id),
        }
    };
    published::entries().iter().chain(published::beside()).map(standing).collect()
}

/// Claims that hold, do not hold, are undecided, and that no run has judged.
pub fn totals<'a>(standings: impl IntoIterator<Item = &'a Standing>) -> [usize; 4] {
    let mut totals = [0; 4];
    for standing in standings {
        let counts = standing.last.as_ref().map_or([0; 3], Record::counts);
        (0..3).for_each(|place| totals[place] += counts[place]);
        totals[3] += standing.claims - counts.iter().sum::<usize>().min(standing.claims);
    }
    totals
}

/// The scoreboard as people read it, with counts below.
pub fn text(standings: &[Standing]) -> String {
    let columns = [
        "entry",
        "state",
        "claims",
        "hold",
        "do not",
        "undecided",
        "when",
        "scale",
        "seconds",
        "build",
        "source",
    ];
    let mut table = Table::new(columns);
    for standing in standings {
        let place = match standing.reason {
            Some(reason) => format!("{}; {reason}", standing.place),
            None => standing.place.clone(),
        };
        let last = match &standing.last {
            Some(record) => {
                let [hold, not, open] = record.counts().map(|count| count.to_string());
                let seconds = format!("{:.0}", record.made.seconds);
                [hold, not, open, record.day(), record.made.scale.clone(), seconds, record.build.clone()]
            }
            None => ["–"; 7].map(String::from),
        };
        let first = [standing.id.to_string(), standing.state.to_string(), standing.claims.to_string()];
        table.row(first.into_iter().chain(last).chain([place]));
    }
    let own = || standings.iter().filter(|standing| standing.is_documents());
    let words = [State::Ready, State::Cannot("")].map(State::word);
    let states =
        words.map(|word| format!("{} {word}", own().filter(|standing| standing.state == word).count()));
    let [hold, not, open, unseen] = totals(own());
    let ids = |of: fn(&&Standing) -> bool| {
        standings.iter().filter(of).map(|standing| standing.id).collect::<Vec<_>>().join(", ")
    };
    format!(
        "{}\n{} entries: {}\n{} claims: {hold} hold, {not} do not hold, {open} undecided, {unseen} not judged yet\n\
         results of others that the documents report, which run too: {}\n\
         questions of our own, which run too: {}\n",
        table.text(),
        own().count(),
        states.join(", "),
        own().map(|standing| standing.claims).sum::<usize>(),
        ids(|standing| standing.reported),
        ids(|standing| standing.ours)
    )
}
