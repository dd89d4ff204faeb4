//! Noise in the model of the opponent: a random move in its place with probability epsilon.

use plywood_core::Error;

use super::*;
use crate::{Context, Estimate, Evidence, Grid, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};
use plywood_lab::stats::correlation;

/// Probabilities of the columns, in percent.
const LEVELS: [f64; 9] = [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 35.0, 50.0, 100.0];
const LAST: usize = LEVELS.len() - 1;

/// MC(model, own) against the agent it models, for every model and level; without an own policy it is the model.
fn play(
    context: &Context,
    own: Option<usize>,
    levels: &[f64],
    number: usize,
    (from, to): (f64, f64),
) -> Result<Scores, Error> {
    (0..6)
        .map(|model| {
            let pairs: Vec<(String, String)> = levels
                .iter()
                .map(|level| (mc(model, own.unwrap_or(model), 50, level / 100.0), agent(model)))
                .collect();
            let at = |model: usize| from + (to - from) * model as f64 / 6.0;
            let shares = (at(model), at(model + 1));
            let played = matches(context, &format!("model{model}"), &pairs, number, shares)?;
            Ok(played.iter().map(|pair| pair[0]).collect())
        })
        .collect()
}

fn outcome_of(context: &Context, scores: &Scores, levels: &[f64], setting: &str) -> Evidence {
    let mut evidence =
        started(format!("{setting}{}", agreement(context, scores)), scores[0][0].games as usize);
    let grid = Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        scores[row][column].measured()
    });
    evidence.grid(grid.with_errors(printed_error));
    let mut plot = Plot::new("Wins against noise in the model", "noise, percent", "wins in 100");
    for (row, printed) in scores.iter().zip(&context.entry.rows) {
        let points = levels.iter().zip(row).map(|(level, tally)| (*level, tally.rate())).collect();
        plot = plot.with(Series::new(printed.name.clone(), Mark::Line, points));
    }
    evidence.plot(plot);
    evidence
}

const SETTING: &str =
    "50 simulations a move, as the first column suggests; each player meets the agent it models.";

/// The least R squared that the table's check calls linear.
const LINEAR: f64 = 0.94;
/// How far from one half a share may be that is "about half".
const HALF: f64 = 0.15;
/// The column of 50 %.
const MIDDLE: usize = 7;

/// The claim that every row but MC(Random)'s falls on a straight line.
pub fn linear(scores: &Scores) -> (Ruling, String) {
    let points = |row: &Vec<Tally>| -> Vec<(f64, f64, f64)> {
        let point = |(level, tally): (&f64, &Tally)| (*level, tally.estimate().value, tally.estimate().error);
        LEVELS.iter().zip(row).map(point).collect()
    };
    let explained = |row: &Vec<Tally>| {
        let fit = correlation(&LEVELS, &row.iter().map(|tally| tally.rate()).collect::<Vec<f64>>());
        show_number(fit * fit, 3)
    };
    let shown: Vec<String> = scores[ROXANNE..].iter().map(explained).collect();
    let rows = scores[ROXANNE..].iter().map(|row| Ruling::fits_line(&points(row), LINEAR, row[0].games));
    let seen = format!("R squared as measured for Roxanne, Mob, Pot.Mob, CPM, CPMR: {}.", shown.join(", "));
    (Ruling::all(rows), seen)
}

/// The share of a perfect model's benefit that is kept at 50 %: the ratio of two differences that share a term.
fn kept(row: &[Tally]) -> Estimate {
    let [full, half, none] = [row[0], row[MIDDLE], row[LAST]].map(|tally| tally.estimate());
    let (part, whole) = (half.value - none.value, full.value - none.value);
    let share = part / whole;
    // Partial derivatives by the three numbers.
    let slopes = [(-share / whole, full), (1.0 / whole, half), ((share - 1.0) / whole, none)];
    let variance: f64 = slopes.iter().map(|(slope, one)| slope * slope * one.error * one.error).sum();
    Estimate::known(share, libm::sqrt(variance), row[0].games)
}

/// The claim that a half-accurate model keeps about half of the benefit, on average over the five rows, and beats none in each.
pub fn half_kept(scores: &Scores) -> (Ruling, String) {
    let rows = &scores[ROXANNE..];
    let each: Vec<Estimate> = rows.iter().map(|row| kept(row)).collect();
    let count = each.len() as f64;
    let error = libm::sqrt(each.iter().map(|one| one.error * one.error).sum()) / count;
    let mean = Estimate::known(each.iter().map(|one| one.value).sum::<f64>() / count, error, each[0].size);
    let better = rows.iter().map(|row| row[MIDDLE].beats(row[LAST], 0.0));
    let seen = format!(
        "At half the noise {} of the benefit is kept; on average {}.",
        each.iter().map(|share| show_number(share.value, 2)).collect::<Vec<_>>().join(", "),
        mean.told(2)
    );
    let about = Ruling::within(&mean, (0.5 - HALF, 0.5 + HALF));
    (
        Ruling::all(better.chain([about])).ruled(format!(
            "on average {} to {} kept, and above a random model in each row",
            0.5 - HALF,
            0.5 + HALF
        )),
        seen,
    )
}

/// All levels of noise, for the entries that rest on them.
pub fn play_all(context: &Context, number: usize, shares: (f64, f64)) -> Result<Scores, Error> {
    play(context, None, &LEVELS, number, shares)
}

/// Table 5.10.
pub fn one_policy(context: &Context) -> Result<Evidence, Error> {
    let scores = play_all(context, games(context, 160), (0.0, 1.0))?;
    let mut evidence = outcome_of(context, &scores, &LEVELS, SETTING);
    evidence.reading(format!(
        "Linear is an R squared above {LINEAR} of the true scores; about half is {} to {}.",
        0.5 - HALF,
        0.5 + HALF
    ));
    let falls = scores[ROXANNE..]
        .iter()
        .map(|row| Ruling::all([row[0].beats(row[MIDDLE], 0.0), row[MIDDLE].beats(row[LAST], 0.0)]));
    let ends: Vec<String> = scores
        .iter()
        .map(|row| format!("{} to {}", show_number(row[0].rate(), 1), show_number(row[LAST].rate(), 1)))
        .collect();
    evidence.judge(
        "noise-hurts",
        Ruling::all(falls),
        format!("From no noise to nothing else: {}.", ends.join("; ")),
    );
    let (ruling, seen) = linear(&scores);
    evidence.judge("linear", ruling, seen);
    let (ruling, seen) = half_kept(&scores);
    evidence.judge("partial-model-worth-it", ruling, seen);
    Ok(evidence)
}

/// Figure 5.2.
pub fn drawn(context: &Context) -> Result<Evidence, Error> {
    let scores = play_all(context, games(context, 160), (0.0, 1.0))?;
    let mut evidence = outcome_of(context, &scores, &LEVELS, SETTING);
    evidence.reading(format!("Straight is an R squared above {LINEAR} of the true scores."));
    let (ruling, seen) = linear(&scores);
    evidence.judge("straight-lines", ruling, seen);
    Ok(evidence)
}

/// Table 5.11.
pub fn two_policies(context: &Context) -> Result<Evidence, Error> {
    let levels = &LEVELS[..6];
    let scores = play(context, Some(CPM), levels, games(context, 300), (0.0, 1.0))?;
    Ok(outcome_of(context, &scores, levels, SETTING))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn scores(games: u64, curve: fn(f64) -> f64) -> Scores {
        let tally = |level: &f64| Tally { wins: (curve(level / 100.0) * games as f64).round() as u64, games };
        vec![LEVELS.iter().map(tally).collect(); 6]
    }

    #[test]
    fn lines_and_halves_are_judged_with_their_errors() {
        let straight: fn(f64) -> f64 = |x| 0.95 - 0.35 * x;
        assert_eq!(linear(&scores(1000, straight)).0.verdict(), Verdict::Holds);
        // Sixteen games a point prove nothing yet, even where they fall on the line.
        assert!(matches!(linear(&scores(16, straight)).0.verdict(), Verdict::Undecided { .. }));
        let bent: fn(f64) -> f64 = |x| 0.95 - 0.35 * libm::pow(x, 0.25);
        assert_eq!(linear(&scores(1000, bent)).0.verdict(), Verdict::DoesNotHold);
        assert_eq!(half_kept(&scores(1000, straight)).0.verdict(), Verdict::Holds);
        assert!(matches!(half_kept(&scores(20, straight)).0.verdict(), Verdict::Undecided { .. }));
        // Three quarters are not about half.
        assert_eq!(half_kept(&scores(1000, |x| 0.95 - 0.35 * x * x)).0.verdict(), Verdict::DoesNotHold);
    }
}
