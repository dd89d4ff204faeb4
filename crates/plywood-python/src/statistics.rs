//! The lab's statistics on plain numbers.

use plywood::stats::{self, EloEstimate, Summary, Trinomial};
use pyo3::prelude::*;

use crate::convert::data;
use crate::trouble::error;

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(elo, module)?)?;
    module.add_function(wrap_pyfunction!(elo_of_score, module)?)?;
    module.add_function(wrap_pyfunction!(score_of_elo, module)?)?;
    module.add_function(wrap_pyfunction!(wilson, module)?)?;
    module.add_function(wrap_pyfunction!(summary, module)?)?;
    module.add_function(wrap_pyfunction!(welch, module)?)
}

fn normal_quantile(confidence: f64) -> PyResult<f64> {
    match confidence > 0.0 && confidence < 1.0 {
        true => Ok(stats::normal::two_sided(confidence)),
        false => Err(error(format!("confidence = {confidence}: expected a share, such as 0.95"))),
    }
}

/// Score, Elo, normalised Elo and the chance of being the stronger one, from single games.
#[pyfunction]
#[pyo3(signature = (wins, draws, losses, confidence=0.95))]
fn elo(py: Python<'_>, wins: u64, draws: u64, losses: u64, confidence: f64) -> PyResult<Bound<'_, PyAny>> {
    let games = Trinomial::new(wins, draws, losses);
    let estimate = EloEstimate::of_games(&games, normal_quantile(confidence)?);
    data(py, &estimate.ok_or_else(|| error("there are no games"))?)
}

/// The Elo difference that makes a score likely.
#[pyfunction]
fn elo_of_score(score: f64) -> f64 {
    stats::elo_of_score(score)
}

/// The score that an Elo difference makes likely.
#[pyfunction]
fn score_of_elo(elo: f64) -> f64 {
    stats::score_of_elo(elo)
}

/// A share with its interval (Wilson).
#[pyfunction]
#[pyo3(signature = (wins, games, confidence=0.95))]
fn wilson(py: Python<'_>, wins: u64, games: u64, confidence: f64) -> PyResult<Bound<'_, PyAny>> {
    if wins > games || games == 0 {
        return Err(error(format!("{wins} of {games} is no share")));
    }
    data(py, &stats::wilson(wins, games, normal_quantile(confidence)?))
}

/// Count, mean, deviation, quartiles and more of some numbers.
#[pyfunction]
fn summary(py: Python<'_>, values: Vec<f64>) -> PyResult<Bound<'_, PyAny>> {
    data(py, &Summary::of(&values).ok_or_else(|| error("there are no numbers"))?)
}

/// Whether the means of two samples differ (Welch's t-test).
#[pyfunction]
fn welch(py: Python<'_>, one: Vec<f64>, other: Vec<f64>) -> PyResult<Bound<'_, PyAny>> {
    data(
        py,
        &stats::hypothesis::welch(&one, &other)
            .ok_or_else(|| error("each sample needs at least two numbers"))?,
    )
}
