//! The results of a suite compared with the best moves and scores in its file.

use serde::Serialize;

use super::{Known, SearchResult, Suite};
use crate::report::{Table, show_number};

/// How far a search agrees with the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The search's spec.
    pub search: String,
    /// Positions whose best moves the file names.
    pub moves: u64,
    /// Those in which the search chose one of them.
    pub right_moves: u64,
    /// Positions whose score the file knows, and which the search's value can be compared with.
    pub scores: u64,
    /// Those in which it found that score.
    pub right_scores: u64,
    /// The mean distance of its values from the scores; none without any.
    pub mean_error: Option<f64>,
}

/// Values that are this near are the same score.
const NEAR: f64 = 1e-6;

impl Suite {
    /// Every search beside what the file knows; empty where it knows nothing. Values are compared where the game's
    /// payoffs are what its scores count.
    pub fn compared(&self, results: &[SearchResult]) -> Vec<Comparison> {
        let counts = self.game.scored_by().is_none();
        let informed = |known: &Known| counts && known.score.is_some() || !known.best.is_empty();
        if !self.known.iter().any(informed) {
            return Vec::new();
        }
        let compare = |result: &SearchResult| {
            let mut comparison = Comparison { search: result.search.clone(), ..Comparison::default() };
            let mut error = 0.0;
            for found in &result.measurements {
                let known = &self.known[found.position as usize];
                comparison.moves += u64::from(!known.best.is_empty());
                comparison.right_moves += u64::from(known.best.contains(&found.best));
                let line = self.game.read(&self.file.positions[found.position as usize]).ok();
                let value = line.zip(found.value).and_then(|(line, value)| line.score(value, None));
                if let Some((score, value)) = known.score.filter(|_| counts).zip(value) {
                    comparison.scores += 1;
                    comparison.right_scores += u64::from((score - value).abs() < NEAR);
                    error += (score - value).abs();
                }
            }
            let scores = comparison.scores;
            Comparison { mean_error: (scores > 0).then(|| error / scores as f64), ..comparison }
        };
        results.iter().map(compare).collect()
    }
}

/// The comparisons as a table.
pub fn compared_table(compared: &[Comparison]) -> Table {
    let mut table = Table::new(["search", "best moves", "right", "scores", "right", "mean error"]);
    for one in compared {
        let error = one.mean_error.map_or("–".to_string(), |error| show_number(error, 3));
        let numbers =
            [one.moves, one.right_moves, one.scores, one.right_scores].map(|number| number.to_string());
        table.row([one.search.clone()].into_iter().chain(numbers).chain([error]));
    }
    table
}
