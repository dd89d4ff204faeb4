//! The plot of a match or a suite.

use plywood_core::Error;

use super::{Mark, Plot, Series};
use crate::experiment::Experiment;
use crate::matches::meetings_of;
use crate::matches::sequential::Sequence;
use crate::matches::tally::Tally;
use crate::runner::RunError;
use crate::stats::Sprt;
use crate::store::writer::Stored;
use crate::store::{RunRow, Store};
use crate::suite::{self, SearchResult};

/// Points along a running score.
const POINTS: usize = 120;

/// The plot of a stored run: scores of a match, or the ratio of its test; nodes of a suite.
pub fn of_run(store: &Store, run: &RunRow, llr: bool) -> Result<Plot, RunError> {
    if run.kind == "suite" {
        return Ok(nodes(&suite::read(store, run.id)?));
    }
    let experiment = Experiment::read(&run.experiment)?;
    let mut games = store.games(run.id)?;
    if llr {
        let test =
            experiment.sprt.ok_or_else(|| Error::new(format!("run {} has no sequential test", run.name)))?;
        return Ok(ratio(test, experiment.swap, &games));
    }
    if let Some(test) = experiment.sprt {
        // As in the table: what comes after the end of the test does not count.
        let mut sequence = Sequence::new(test, experiment.swap);
        games.iter().for_each(|game| sequence.add(game));
        games.retain(|game| sequence.stop().is_none_or(|stop| game.number < stop));
    }
    let names: Vec<Vec<String>> = meetings_of(store, run)?.into_iter().map(|meeting| meeting.names).collect();
    Ok(score(&names, experiment.swap, &games))
}

/// The running score of each pairing, in the order of its games, with 95 % intervals: the last point is what the table
/// says. Of two players the first is shown, of more every one.
pub fn score(names: &[Vec<String>], swapped: bool, games: &[Stored]) -> Plot {
    let several = names.iter().any(|names| names.len() != 2);
    let title = if several { "Running score of each player" } else { "Running score of the first player" };
    let mut plot = Plot::new(title, "games", "score");
    for (number, names) in names.iter().enumerate() {
        let start = games.partition_point(|game| (game.pairing as usize) < number);
        let end = games.partition_point(|game| game.pairing as usize <= number);
        let mut tally = Tally::new(names.len(), swapped);
        let groups = tally.groups(&games[start..end]).0;
        let every = groups.len().div_ceil(POINTS).max(1);
        let shown: Vec<String> = match &names[..] {
            [first, second] => vec![format!("{first} – {second}")],
            all => all.to_vec(),
        };
        let mut lines: Vec<Series> =
            shown.into_iter().map(|name| Series::new(name, Mark::Line, Vec::new())).collect();
        let mut played = 0;
        for (index, group) in groups.iter().enumerate() {
            tally.add(group);
            played += group.len();
            if !(index + 1).is_multiple_of(every) && index + 1 < groups.len() {
                continue;
            }
            for (contestant, series) in lines.iter_mut().enumerate() {
                let Some(score) = tally.score(contestant) else { continue };
                series.points.push((played as f64, score.value));
                series.ends.push((score.low, score.high));
            }
        }
        plot.series.extend(lines);
    }
    plot
}

/// The log-likelihood ratio of a sequential test, pair by pair, between its two bounds.
pub fn ratio(test: Sprt, paired: bool, games: &[Stored]) -> Plot {
    let mut sequence = Sequence::new(test, paired);
    let mut points: Vec<(f64, f64)> = Vec::new();
    for game in games {
        sequence.add(game);
        let read = f64::from(sequence.games_read());
        if points.last().is_none_or(|point| point.0 < read) && read > 0.0 {
            points.push((read, sequence.ratio()));
        }
    }
    let last = points.last().map_or(1.0, |point| point.0);
    let every = points.len().div_ceil(4 * POINTS).max(1);
    let end = points.last().copied();
    let points = points.into_iter().step_by(every).chain(end).collect();
    let (low, high) = test.bounds();
    let bound = |name: String, level: f64| Series::new(name, Mark::Line, vec![(0.0, level), (last, level)]);
    let title =
        format!("Log-likelihood ratio, {} Elo {} against {}", test.model.name(), test.elo0, test.elo1);
    Plot::new(title, "games", "log-likelihood ratio")
        .with(Series::new("ratio", Mark::Line, points))
        .with(bound(format!("H1 accepted: Elo {}", test.elo1), high))
        .with(bound(format!("H0 accepted: Elo {}", test.elo0), low))
}

/// Nodes of each search over the positions of a suite.
pub fn nodes(results: &[SearchResult]) -> Plot {
    let mut plot = Plot::new("Nodes by position", "position", "nodes").logarithmic();
    for result in results {
        let point = |m: &crate::suite::Measurement| (f64::from(m.position) + 1.0, m.nodes.max(1) as f64);
        plot = plot.with(Series::new(
            &result.search,
            Mark::Line,
            result.measurements.iter().map(point).collect(),
        ));
    }
    plot
}
