//! Noise in the model of the opponent: a random move in its place with probability epsilon.

use plywood_core::Error;

use super::*;
use crate::{Context, Evidence, Grid, Verdict};
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// Probabilities of the columns, in percent.
const LEVELS: [f64; 9] = [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 35.0, 50.0, 100.0];
const LAST: usize = LEVELS.len() - 1;

/// MC(model, own) against the agent it models, for every model and level; without an own policy it is the model.
fn play(context: &Context, own: Option<usize>, levels: &[f64], number: usize) -> Result<Scores, Error> {
    (0..6)
        .map(|model| {
            let pairs: Vec<(String, String)> = levels
                .iter()
                .map(|level| (mc(model, own.unwrap_or(model), 50, level / 100.0), agent(model)))
                .collect();
            let shares = (model as f64 / 6.0, (model + 1) as f64 / 6.0);
            let played = matches(context, &format!("model{model}"), &pairs, number, shares)?;
            Ok(played.iter().map(|pair| pair[0]).collect())
        })
        .collect()
}

/// How much of the spread a straight line explains.
fn straightness(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |value: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>();
    let both = sum(&|point| (point.0 - x) * (point.1 - y));
    let (across, up) =
        (sum(&|point| (point.0 - x) * (point.0 - x)), sum(&|point| (point.1 - y) * (point.1 - y)));
    if up > 0.0 { both * both / (across * up) } else { 1.0 }
}

fn outcome_of(context: &Context, scores: &Scores, levels: &[f64], setting: &str) -> Evidence {
    let mut evidence = Evidence::new(format!("{setting} {READING}{}", agreement(context, scores)));
    evidence.grid(Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        scores[row][column].measured()
    }));
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

fn straight(scores: &Scores) -> (Verdict, String) {
    let fits: Vec<f64> = scores[ROXANNE..]
        .iter()
        .map(|row| {
            straightness(
                &LEVELS.iter().zip(row).map(|(level, tally)| (*level, tally.rate())).collect::<Vec<_>>(),
            )
        })
        .collect();
    let shown: Vec<String> = fits.iter().map(|fit| show_number(*fit, 3)).collect();
    let worst = fits.iter().copied().fold(1.0, f64::min);
    // With few games the points scatter about any line; then a poor fit says nothing.
    let enough = scores[0][0].games >= FULL as u64 / 2;
    let verdict = match (worst >= 0.94, enough) {
        (true, _) => Verdict::Holds,
        (false, true) => Verdict::DoesNotHold,
        (false, false) => Verdict::Undecided { needed: Some(FULL as u64) },
    };
    (verdict, format!("R squared for Roxanne, Mob, Pot.Mob, CPM, CPMR: {}.", shown.join(", ")))
}

/// Table 5.10.
pub fn one_policy(context: &Context) -> Result<Evidence, Error> {
    let scores = play(context, None, &LEVELS, games(context, 160))?;
    let mut evidence = outcome_of(context, &scores, &LEVELS, SETTING);
    let falls = scores[ROXANNE..]
        .iter()
        .map(|row| Verdict::all([row[0].beats(row[7], 0.0), row[7].beats(row[LAST], 0.0)]));
    let ends: Vec<String> = scores
        .iter()
        .map(|row| format!("{} to {}", show_number(row[0].rate(), 1), show_number(row[LAST].rate(), 1)))
        .collect();
    evidence.judge(
        "noise-hurts",
        Verdict::all(falls),
        format!("From no noise to nothing else: {}.", ends.join("; ")),
    );
    let (verdict, seen) = straight(&scores);
    evidence.judge("linear", verdict, seen);
    let kept: Vec<f64> = scores[ROXANNE..]
        .iter()
        .map(|row| (row[7].rate() - row[LAST].rate()) / (row[0].rate() - row[LAST].rate()))
        .collect();
    let mean = kept.iter().sum::<f64>() / kept.len() as f64;
    evidence.judge(
        "partial-model-worth-it",
        Verdict::of((0.35..=0.75).contains(&mean)),
        format!(
            "At half the noise {} of the benefit is kept; on average {}.",
            kept.iter().map(|share| show_number(*share, 2)).collect::<Vec<_>>().join(", "),
            show_number(mean, 2)
        ),
    );
    Ok(evidence)
}

/// Figure 5.2.
pub fn drawn(context: &Context) -> Result<Evidence, Error> {
    let scores = play(context, None, &LEVELS, games(context, 160))?;
    let mut evidence = outcome_of(context, &scores, &LEVELS, SETTING);
    let (verdict, seen) = straight(&scores);
    evidence.judge("straight-lines", verdict, seen);
    Ok(evidence)
}

/// Table 5.11.
pub fn two_policies(context: &Context) -> Result<Evidence, Error> {
    let levels = &LEVELS[..6];
    let scores = play(context, Some(CPM), levels, games(context, 300))?;
    Ok(outcome_of(context, &scores, levels, SETTING))
}
