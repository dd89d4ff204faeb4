//! How a match or a suite looks as a plot.

use super::{Mark, Plot, Series};
use crate::stats::{EloEstimate, Trinomial, Z95};
use crate::store::writer::Stored;
use crate::suite::SearchResult;

/// Points along a running score.
const POINTS: usize = 120;

/// The running score of each pairing, in the order of its games, with 95 % intervals of single games.
pub fn score(names: &[String], games: &[Stored]) -> Plot {
    let mut plot = Plot::new("Running score of the first player", "games", "score");
    for (number, name) in names.iter().enumerate() {
        let games: Vec<&Stored> = games.iter().filter(|game| game.pairing as usize == number).collect();
        let every = games.len().div_ceil(POINTS).max(1);
        let mut series = Series::new(name.clone(), Mark::Line, Vec::new());
        let mut total = Trinomial::default();
        for (index, game) in games.iter().enumerate() {
            total.add(game.half_points);
            let played = index + 1;
            if (played.is_multiple_of(every) || played == games.len())
                && let Some(estimate) = EloEstimate::of_games(&total, Z95)
            {
                series.points.push((played as f64, estimate.score.value));
                series.ends.push((estimate.score.low, estimate.score.high));
            }
        }
        plot = plot.with(series);
    }
    plot
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
