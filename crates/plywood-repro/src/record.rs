//! The record of a run: the verdicts, how they came about, and when. Records are stored beside the pages;
//! those of `results/` in the repository are part of the program.
//!
//! Of the records kept with the program, the one of the largest scale counts, and of equals the later one. A
//! user's own run is shown before it if it is newer, whatever its scale, because the user has just asked for
//! it. `RESULTS.md` gathers what is known, so there the larger scale counts even against a newer run.

use std::io;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use include_dir::{Dir, include_dir};
use plywood_core::files::write_whole;
use plywood_lab::store::commit;
use serde::{Deserialize, Serialize};

use crate::page::Made;
use crate::published::{self, Entry};
use crate::{Amount, Evidence, Judgement, Verdict, code_of};

static KEPT: Dir = include_dir!("$CARGO_MANIFEST_DIR/results");
static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(kept);

/// The verdicts of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The entry's id.
    pub id: String,
    /// Seconds since 1970.
    pub when: u64,
    /// Commit that the program was built from, for people.
    pub build: String,
    /// What the code is known by that the entry rests on; nothing in records of earlier programs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// Effort, seed and seconds.
    pub made: Made,
    /// How much was done beside what the document did.
    pub amounts: Vec<Amount>,
    /// A verdict for every claim.
    pub judgements: Vec<Judgement>,
}

/// What a record's file is called.
const FILE: &str = "result.json";

impl Record {
    /// The record of a run that ends now.
    pub fn new(entry: &Entry, evidence: &Evidence, made: &Made) -> Self {
        Self {
            id: entry.id.clone(),
            when: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs()),
            build: commit().to_string(),
            code: code_of(&entry.id),
            made: made.clone(),
            amounts: evidence.scale.clone(),
            judgements: evidence.judgements.clone(),
        }
    }

    /// Whether running the entry at this scale and seed would come to the same: the code that it rests on is the same,
    /// whatever else of the program has changed.
    pub fn holds_for(&self, code: &str, scale: &str, seed: u64) -> bool {
        self.code == code && self.made.scale == scale && self.made.seed == seed
    }

    /// Writes it beside the entry's page.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        write_whole(&folder.join(&self.id).join(FILE), (text + "\n").as_bytes())
    }

    /// The last run of an entry whose page is in a folder.
    pub fn read(folder: &Path, id: &str) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(id).join(FILE)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// All records that lie in a folder, by id.
    pub fn all(folder: &Path) -> Vec<Self> {
        let ids = published::entries().iter().chain(published::beside()).map(|entry| &entry.id);
        ids.filter_map(|id| Self::read(folder, id)).collect()
    }

    /// Writes all records of a folder into one file, as `results/` keeps them.
    pub fn keep(folder: &Path, file: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&Self::all(folder)).map_err(io::Error::other)?;
        write_whole(file, (text + "\n").as_bytes())
    }

    /// About how many seconds the document's own scale takes: as many times longer as it did more of anything.
    pub fn full_seconds(&self) -> f64 {
        // What was not done at all says nothing of how long it takes.
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number > 0.0);
        let more = |amount: &Amount| Some(number(&amount.published)? / number(&amount.here)?);
        self.made.seconds * self.amounts.iter().filter_map(more).fold(1.0, f64::max)
    }

    /// The last run of an entry: the newer one of the folder's and the one that counts of those kept with the program.
    pub fn last(folder: &Path, id: &str) -> Option<Self> {
        newer(Self::read(folder, id), Self::of_program(id))
    }

    /// The largest run of an entry, of the folder's and those kept with the program.
    pub fn largest(folder: &Path, id: &str) -> Option<Self> {
        largest(Self::read(folder, id).into_iter().chain(Self::of_program(id)))
    }

    /// The record that counts of those kept with the program.
    fn of_program(id: &str) -> Option<Self> {
        largest(RECORDS.iter().filter(|record| record.id == id).cloned())
    }

    /// The scale as a multiple of the default effort; the document's own is beyond every one of them.
    fn scale(&self) -> f64 {
        self.made.scale.parse().unwrap_or(f64::INFINITY)
    }

    /// How many claims hold, do not hold, and are undecided.
    pub fn counts(&self) -> [usize; 3] {
        let count =
            |wanted: fn(&Verdict) -> bool| self.judgements.iter().filter(|one| wanted(&one.verdict)).count();
        [
            count(|verdict| *verdict == Verdict::Holds),
            count(|verdict| *verdict == Verdict::DoesNotHold),
            count(|verdict| matches!(verdict, Verdict::Undecided { .. })),
        ]
    }

    /// The day it was made, as year-month-day.
    pub fn day(&self) -> String {
        // Days since 0000-03-01, in eras of 400 years (H. Hinnant, "chrono-compatible low-level date algorithms").
        let days = (self.when / 86_400) as i64 + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (date, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
        format!("{:04}-{month:02}-{date:02}", era * 400 + year + i64::from(month <= 2))
    }
}

/// The record of the largest scale, of equals the later.
fn largest(records: impl Iterator<Item = Record>) -> Option<Record> {
    records.max_by(|one, other| one.scale().total_cmp(&other.scale()).then(one.when.cmp(&other.when)))
}

/// Somebody's own run, unless the program's record was made after it.
fn newer(own: Option<Record>, program: Option<Record>) -> Option<Record> {
    program.into_iter().chain(own).max_by_key(|record| record.when)
}

/// Every file of `results/` is a list of records; a test reads them all.
fn kept() -> Vec<Record> {
    let files = KEPT.files().filter(|file| file.path().extension().is_some_and(|kind| kind == "json"));
    files
        .flat_map(|file| {
            serde_json::from_slice::<Vec<Record>>(file.contents())
                .unwrap_or_else(|error| panic!("{}: {error}", file.path().display()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ROOM;

    fn record(scale: &str, when: u64) -> Record {
        Record {
            id: "om/figure5.2".to_string(),
            when,
            build: String::new(),
            code: "c0de".to_string(),
            made: Made { scale: scale.to_string(), seed: 1, seconds: 3.0 },
            amounts: Vec::new(),
            judgements: Vec::new(),
        }
    }

    #[test]
    fn of_records_the_larger_scale_counts_and_of_equals_the_later() {
        let chosen = |records: &[(&str, u64)]| {
            let found = largest(records.iter().map(|(scale, when)| record(scale, *when)))?;
            Some((found.made.scale, found.when))
        };
        let is = |scale: &str, when| Some((scale.to_string(), when));
        assert_eq!(chosen(&[("full", 5), ("1", 9)]), is("full", 5));
        assert_eq!(chosen(&[("1", 9), ("full", 5), ("full", 7), ("full", 6)]), is("full", 7));
        assert_eq!(chosen(&[("2", 1), ("10", 3), ("10", 2), ("0.5", 4)]), is("10", 3));
        assert_eq!(chosen(&[]), None);
    }

    #[test]
    fn an_own_run_is_shown_after_a_larger_one_of_the_program_until_that_is_made_anew() {
        let own = || Some(record("1", 6));
        assert_eq!(newer(own(), Some(record("full", 5))), own());
        assert_eq!(newer(own(), Some(record("full", 7))), Some(record("full", 7)));
        assert_eq!((newer(own(), None), newer(None, own())), (own(), own()));
    }

    #[test]
    fn an_own_run_does_not_hide_a_full_one_where_results_are_gathered() {
        let folder = tempfile::tempdir().unwrap();
        let program = Record::of_program("om/figure5.2").unwrap();
        assert_eq!(program.made.scale, "full");
        let own = record("1", program.when + 1);
        own.write(folder.path()).unwrap();
        assert_eq!(Record::last(folder.path(), &own.id), Some(own.clone()));
        assert_eq!(Record::largest(folder.path(), &own.id), Some(program));
        let page = crate::results::markdown(folder.path());
        let row = page.lines().find(|line| line.starts_with("| om/figure5.2 ")).unwrap();
        assert!(row.contains("trees a point 10000 of 10000"), "{row}");
    }

    #[test]
    fn a_record_holds_for_the_code_it_rests_on_whatever_the_commit() {
        let record = Record { build: "one commit".to_string(), ..record("1", 6) };
        assert!(record.holds_for("c0de", "1", 1));
        assert!(Record { build: "another".to_string(), ..record.clone() }.holds_for("c0de", "1", 1));
        assert!(!record.holds_for("0ther", "1", 1));
        assert!(!record.holds_for("c0de", "2", 1) && !record.holds_for("c0de", "1", 2));
        let earlier = Record { code: String::new(), ..record };
        assert!(!earlier.holds_for(&code_of("om/figure5.2"), "1", 1));
    }

    #[test]
    fn an_entry_rests_on_games_and_searches_and_never_on_the_page() {
        let rooms = ROOM.sources();
        for room in ["core", "games", "search", "players", "lab", "billiards"] {
            assert!(rooms.contains_key(format!("plywood-{room}").as_str()), "{room}");
        }
        for room in ["plywood-page", "plywood-bench", "plywood-python", "plywood"] {
            assert!(!rooms.contains_key(room), "{room}");
        }
        assert_ne!(code_of("billiards/table4.1"), code_of("om/figure5.2"));
        assert_eq!(code_of("dice/table1"), code_of("om/figure5.2"));
    }

    #[test]
    fn kept_records_are_of_known_entries_and_claims() {
        for record in RECORDS.iter() {
            let entry = published::entry(&record.id).unwrap_or_else(|| panic!("{} is no entry", record.id));
            for judgement in &record.judgements {
                assert!(
                    entry.claim(&judgement.claim).is_some(),
                    "{} has no claim {}",
                    record.id,
                    judgement.claim
                );
            }
        }
    }

    #[test]
    fn a_full_scale_is_estimated_by_what_the_document_did_more_of() {
        let amount = |here: &str, published: &str| Amount {
            what: "trees".to_string(),
            here: here.to_string(),
            published: published.to_string(),
        };
        let record = |amounts| Record { amounts, ..record("1", 0) };
        assert_eq!(record(vec![amount("100", "1000"), amount("13", "13")]).full_seconds(), 30.0);
        // What the document does not say, or did less of, takes what it took.
        assert_eq!(record(vec![amount("100", "not said"), amount("250", "100")]).full_seconds(), 3.0);
    }

    #[test]
    fn records_are_read_back_and_the_newer_one_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let made = Made { scale: "1".to_string(), seed: 1, seconds: 2.5 };
        let entry = published::entry("om/figure1.3").unwrap();
        let mut evidence = Evidence::new("");
        evidence.judge("win", crate::Ruling::exact(true), "so");
        evidence.judge("first-move", crate::Ruling::untested(), "so");
        let record = Record::new(entry, &evidence, &made);
        record.write(folder.path()).unwrap();
        assert_eq!(Record::read(folder.path(), &entry.id).as_ref(), Some(&record));
        assert_eq!(Record::last(folder.path(), &entry.id).unwrap().made.seconds, 2.5);
        assert_eq!(record.counts(), [1, 0, 1]);
        let file = folder.path().join("kept.json");
        Record::keep(folder.path(), &file).unwrap();
        let kept: Vec<Record> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(kept.as_slice(), std::slice::from_ref(&record));
        let at = |when| Record { when, ..record.clone() }.day();
        assert_eq!([at(0), at(951_782_400), at(1_794_787_200)], ["1970-01-01", "2000-02-29", "2026-11-16"]);
    }
}
