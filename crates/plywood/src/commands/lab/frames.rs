//! What only runs of billiards have: kinds of shots, and frames drawn shot by shot.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context, bail};
use plywood_billiards::experiments::statistics::{Meeting, StrokeKind, StrokeTally, of_games};
use plywood_billiards::game::record::{FrameRecord, Shots};
use plywood_billiards::game::{ABOUT, is_billiards};
use plywood_billiards::picture::strip;
use plywood_billiards::table::Table;
use plywood_core::files::{Content, noting, write_whole};
use plywood_core::picture::Theme;
use plywood_core::{About, Played, Spec};
use plywood_lab::store::{RunRow, Store};

use crate::terminal::{print, table};

/// Whether a run is a match of billiards.
fn is_match(store: &Store, run: &RunRow) -> anyhow::Result<bool> {
    let pairings = store.pairings(run.id)?;
    let name = pairings.first().and_then(|pairing| pairing.game.parse::<Spec>().ok()).map(|spec| spec.name);
    Ok(run.kind == "match" && name.is_some_and(|name| is_billiards(&name)))
}

/// What the players of a run did with their cues; none if it is not of billiards.
pub fn tallies(store: &Store, run: &RunRow) -> anyhow::Result<Option<Vec<Meeting>>> {
    Ok(if is_match(store, run)? { Some(of_games(&frames(store, run)?)?) } else { None })
}

/// The frames of a run. They are replayed on the table that they name: one of a file has to be what it was.
fn frames(store: &Store, run: &RunRow) -> anyhow::Result<Vec<Played>> {
    let games = store.played(run)?;
    let specs: BTreeSet<&str> = games.iter().map(|played| played.game.as_str()).collect();
    for spec in specs {
        let name = About::find(&ABOUT, &spec.parse()?, "game")?.1.word("table")?;
        let (table, files) = noting(|| Table::find(&name));
        table
            .with_context(|| format!("run {} was played on a table that is not there any more", run.name))?;
        // A run is known by the contents of the files that it was made from.
        if !files.is_empty() && !run.basis.contains(&Content::lines(files)) {
            bail!(
                "{name} has changed since run {} was played on it: its frames would go otherwise; bring the table back that it was",
                run.name
            );
        }
    }
    Ok(games)
}

/// The same as tables of text.
pub fn statistics(store: &Store, run: &RunRow) -> anyhow::Result<String> {
    let Some(meetings) = tallies(store, run)? else { return Ok(String::new()) };
    let head =
        ["player", "frames", "W", "SIS", "SS", "bank", "kick", "combination", "shots a frame", "run-outs"];
    let tables = meetings.iter().map(|meeting| {
        let rows: Vec<Vec<String>> = meeting.iter().map(|(name, tally)| row(name, tally)).collect();
        format!("\n{}", table(&head, &rows))
    });
    Ok(tables.collect())
}

fn row(name: &str, tally: &StrokeTally) -> Vec<String> {
    let share = |kind: StrokeKind| match tally.of(kind) {
        (_, 0) => "-".to_string(),
        (made, tried) => format!("{made}/{tried}={:.1}%", 100.0 * f64::from(made) / f64::from(tried)),
    };
    let each = f64::from(tally.shots) / f64::from(tally.frames.max(1));
    let kinds = [
        StrokeKind::Straight,
        StrokeKind::Safety,
        StrokeKind::Bank,
        StrokeKind::Kick,
        StrokeKind::Combination,
    ];
    [name.to_string(), tally.frames.to_string(), tally.wins.to_string()]
        .into_iter()
        .chain(kinds.map(share))
        .chain([format!("{each:.1}"), tally.run_outs.to_string()])
        .collect()
}

/// Tells one frame of a run, counted from 1 over all its pairings; draws it and writes its record where that is wanted.
pub fn show(
    store: &Store,
    name: &str,
    number: usize,
    svg: Option<Option<PathBuf>>,
    record: Option<PathBuf>,
) -> anyhow::Result<()> {
    let run = store.run(name)?;
    if !is_match(store, &run)? {
        bail!("run {} is not a match of billiards; only those have frames", run.name);
    }
    let games = frames(store, &run)?;
    let Some(played) = number.checked_sub(1).and_then(|place| games.get(place)) else {
        bail!("run {} has frames 1 to {}, not {number}", run.name, games.len());
    };
    let line = FrameRecord::of(played.clone()).line(usize::MAX)?;
    let mut shots = Shots::default();
    let shots = shots.of(&line);
    print(crate::commands::billiards::in_words(shots))?;
    if let Some(path) = svg {
        let path = path.unwrap_or_else(|| PathBuf::from(format!("{}-{number}.svg", run.name)));
        let drawing = strip::draw(&line.game().arena, shots, Theme::Light);
        write_whole(&path, drawing.as_bytes())?;
        print(format!("\nwrote {}\n", path.display()))?;
    }
    if let Some(path) = record {
        let text = serde_json::to_string_pretty(&FrameRecord::whole(played.clone())?)? + "\n";
        write_whole(&path, text.as_bytes())?;
        print(format!("\nwrote {}\n", path.display()))?;
    }
    Ok(())
}
