//! `RESULTS.md`: the results of the largest runs, the claims that do not hold, and the reasons as far as we
//! know them.
//!
//! The reasons are in `findings.toml` beside the published entries: for a claim that does not hold or stays
//! undecided, the findings about it; for a number of the documents that cannot be reproduced, the attempts.

use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::published;
use crate::record::Record;
use crate::scoreboard::{Standing, standings, totals};
use crate::verdict::Verdict;

static FINDINGS: LazyLock<Findings> = LazyLock::new(|| {
    toml::from_str(include_str!("../findings.toml")).unwrap_or_else(|error| panic!("findings.toml: {error}"))
});

/// What was found out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Findings {
    /// Reasons.
    reason: Vec<Reason>,
    /// Questions and what was tried.
    question: Vec<Question>,
}

/// Why claims do not hold or stay open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// Each as the entry's and the claim's id.
    claims: Vec<String>,
    /// Why we think so.
    why: String,
}

/// Something that did not come out, and what was tried.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// What does not come out.
    about: String,
    /// What was tried and found.
    tried: String,
}

fn why(entry: &str, claim: &str) -> Option<&'static str> {
    let name = format!("{entry} {claim}");
    FINDINGS.reason.iter().find(|reason| reason.claims.contains(&name)).map(|reason| reason.why.as_str())
}

/// The whole page.
pub fn markdown(folder: &Path) -> String {
    let standings = standings(|id| Record::largest(folder, id));
    let own = || standings.iter().filter(|standing| standing.is_documents());
    let [hold, not, open, unseen] = totals(own());
    let run = own().filter(|standing| standing.last.is_some()).count();
    let seconds: f64 =
        standings.iter().filter_map(|one| one.last.as_ref()).map(|last| last.made.seconds).sum();
    let mut out = format!(
        "# Results\n\nWritten by `plywood repro --all`. The five documents publish {} entries with {} claims; {run} entries have been run. \
         Of their claims **{hold} hold, {not} do not hold and {open} are undecided**; {unseen} have not been judged. \
         A claim holds or does not hold only by evidence at 97.5 % on one side; otherwise it is undecided, with the size that would decide. \
         `plywood repro ID` runs one and says how. Of the runs of an entry the one of the largest scale is shown, of equals the last. \
         They took {:.0} minutes together; `--full` is the document's own scale, and \
         the column says about how many minutes that takes where less was done.\n\n",
        own().count(),
        own().map(|standing| standing.claims).sum::<usize>(),
        seconds / 60.0
    );
    out += "## Entries\n\n| entry | what | holds | does not | undecided | scale | seconds | full, minutes | when | build |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for standing in &standings {
        let Some(last) = &standing.last else { continue };
        let [hold, not, open] = last.counts();
        out += &format!(
            "| {} | {} | {hold} | {not} | {open} | {} | {:.0} | {} | {} | {} |\n",
            standing.id,
            standing.title,
            scale(standing),
            last.made.seconds,
            full(last),
            last.day(),
            last.build
        );
    }
    out += &claims("Claims that do not hold", &standings, |verdict| verdict == Verdict::DoesNotHold);
    out += &claims("Undecided claims", &standings, |verdict| matches!(verdict, Verdict::Undecided { .. }));
    out += "\n## What does not come out, and what was tried\n\n";
    for question in &FINDINGS.question {
        out += &format!("- **{}** {}\n", question.about, question.tried.trim());
    }
    out + &not_judged(&standings)
}

/// About how many minutes the document's scale takes, where it was not the last one.
fn full(last: &Record) -> String {
    let seconds = last.full_seconds();
    if seconds <= last.made.seconds { "–".to_string() } else { format!("{:.1}", seconds / 60.0) }
}

/// The claims that no run has judged, and why.
fn not_judged(standings: &[Standing]) -> String {
    let mut groups: Vec<(String, Vec<&Standing>)> = Vec::new();
    for standing in standings.iter().filter(|standing| standing.last.is_none()) {
        let why = match standing.reason {
            Some(reason) => format!("Cannot be run: {reason}"),
            None => "Ready, but not run".to_string(),
        };
        match groups.iter_mut().find(|(known, _)| *known == why) {
            Some((_, group)) => group.push(standing),
            None => groups.push((why, vec![standing])),
        }
    }
    let mut out = "\n## Claims that are not judged\n\n".to_string();
    for (why, group) in groups {
        let claims: usize = group.iter().map(|standing| standing.claims).sum();
        let named = group.iter().map(|standing| format!("{} ({})", standing.id, standing.claims));
        out += &format!("- **{why}** ({claims} claims): {}.\n", named.collect::<Vec<_>>().join(", "));
    }
    out
}

/// The scale of a last run beside the document's.
fn scale(standing: &Standing) -> String {
    let Some(last) = &standing.last else { return String::new() };
    let amount = |amount: &crate::Amount| format!("{} {} of {}", amount.what, amount.here, amount.published);
    match last.amounts.as_slice() {
        [] => "exact".to_string(),
        amounts => amounts.iter().map(amount).collect::<Vec<_>>().join(", "),
    }
}

/// A list of the claims with some verdict, each with what was seen and why we think so.
fn claims(head: &str, standings: &[Standing], wanted: impl Fn(Verdict) -> bool) -> String {
    let mut out = format!("\n## {head}\n\n");
    for standing in standings {
        let Some((last, entry)) = standing.last.as_ref().zip(published::entry(standing.id)) else { continue };
        for judgement in last.judgements.iter().filter(|judgement| wanted(judgement.verdict)) {
            let text = entry.claim(&judgement.claim).map_or("", |claim| claim.text.as_str());
            let needed = match judgement.verdict {
                Verdict::Undecided { needed: Some(needed) } => format!(" About {needed} would decide."),
                _ => String::new(),
            };
            let why =
                why(standing.id, &judgement.claim).map_or(String::new(), |why| format!(" *{}*", why.trim()));
            out += &format!(
                "- **{} {}**: {text} {}{needed}{why}\n",
                standing.id, judgement.claim, judgement.seen
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_about_claims_that_exist() {
        for name in FINDINGS.reason.iter().flat_map(|reason| &reason.claims) {
            let (entry, claim) = name.split_once(' ').expect("an entry and a claim");
            let entry = published::entry(entry).unwrap_or_else(|| panic!("{name}: no such entry"));
            assert!(entry.claim(claim).is_some(), "{name}: no such claim");
        }
        assert!(!FINDINGS.question.is_empty());
    }

    #[test]
    fn the_page_names_every_entry_and_counts_every_claim() {
        let folder = tempfile::tempdir().unwrap();
        let page = markdown(folder.path());
        assert!(page.contains("137 entries with 393 claims"));
        for entry in published::entries() {
            assert!(page.contains(&entry.id), "{}", entry.id);
        }
    }
}
