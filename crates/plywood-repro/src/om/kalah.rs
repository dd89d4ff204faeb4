//! Section 2.1.2: Slagle and Dixon's M & N search at kalah, against minimax of the same depth and beside a ply more.

use plywood_core::{Error, Played};

use crate::{Context, Estimate, Evidence, Grid, Ruling};
use plywood_lab::experiment::Experiment;

/// Random plies before each game, which both players start once: enough that no opening comes twice.
const OPENING: usize = 6;
const WITH_BONUS: &str = "mn(depth=2, m=2, n=2, bonus=1, reach=4, deepening=off, table=off)";
const MINIMAX: &str = "minimax(depth=2, deepening=off)";
const DEEPER: &str = "minimax(depth=3, deepening=off)";

/// The margin of the first player over minimax a game, both seats from one opening taken together.
fn margins(context: &Context, first: &str, pairs: usize, shares: (f64, f64)) -> Result<Vec<f64>, Error> {
    let mut experiment = Experiment::of_match("kalah", &[first, MINIMAX], 2 * pairs as u32, context.seed);
    experiment.openings = format!("random(plies={OPENING})");
    let games = context.games(first, &experiment, shares)?;
    // The first contestant sits first in one game of a pair and second in the other.
    let pair = |pair: &[Played]| (pair[0].payoffs[0] + pair[1].payoffs[1]) / 2.0;
    Ok(games.chunks_exact(2).map(pair).collect())
}

/// Runs both matches.
pub fn m_and_n(context: &Context) -> Result<Evidence, Error> {
    let pairs = context.effort.amount(8000, 8000);
    let mut found = Vec::new();
    for (place, first) in [WITH_BONUS, DEEPER].into_iter().enumerate() {
        let at = |place: usize| place as f64 / 2.0;
        found.push(Estimate::mean(&margins(context, first, pairs, (at(place), at(place + 1)))?));
    }
    let mut evidence = Evidence::new(format!(
        "Different random openings of {OPENING} plies at kalah(6, 4), each from both seats; {WITH_BONUS} and {DEEPER}, both against {MINIMAX}."
    ));
    evidence.reading("The evaluation is the difference of the stores.");
    evidence.reading(
        "The coefficients of the bonus are not in the text: one stone for an equal second move, nothing for one four stones worse.",
    );
    evidence.scale("openings", pairs, "not said");
    evidence.grid(Grid::beside(context.entry, "Margins", 2, |row, _| Some(found[row].into())));
    let told = |one: &Estimate| format!("{} stones a game", one.told(2));
    evidence.judge("gain", Ruling::above(&found[0], 0.0), format!("{}.", told(&found[0])));
    evidence.judge(
        "less-than-a-ply",
        Ruling::above(&found[1].minus(found[0]), 0.0),
        format!("{} against {}.", told(&found[0]), told(&found[1])),
    );
    Ok(evidence)
}
