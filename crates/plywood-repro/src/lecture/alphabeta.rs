//! Slides "Alpha-Beta Properties" and "Bad and Good Cases": the same value, and what order is worth.

use plywood_core::random::derive;
use plywood_core::{Error, Game, Knowledge, Spec, Value};
use plywood_games::randomtree::RandomTree;
use plywood_search::plain::{Fail, PlainAlphaBeta, oracle};

use crate::trees::{Order, alpha_beta, uniform};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};
use plywood_lab::stats::{Summary, Z95, mean};

/// How near to an exponent is "about" it.
const ABOUT: f64 = 0.05;
const WIDTHS: [(u32, u32); 3] = [(2, 13), (4, 7), (8, 5)];

/// Runs the counts.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(80, 1000);
    let mut evidence = Evidence::new(
        "Plain alpha-beta on uniform trees: in perfect and worst order by construction, and with independent random leaves. \
         The exponent is the slope of log(leaves) against m log(b) over the deeper half of the depths.",
    );
    evidence.reading(format!("\"About\" and \"tends to\" are read as within {ABOUT} at these depths."));
    evidence.scale("random trees a size", trees, "none");
    let mut rows = Vec::new();
    let mut slopes = [Vec::new(), Vec::new(), Vec::new()];
    let (mut broken, mut random_slopes) = (0, Vec::new());
    for (part, (width, deepest)) in WIDTHS.into_iter().enumerate() {
        let mut series =
            ["best first", "random", "worst first"].map(|name| Series::new(name, Mark::Line, Vec::new()));
        let mut samples: Vec<Vec<f64>> = Vec::new();
        for depth in 1..=deepest {
            if context.stop.raised() {
                return Err(Error::new("interrupted"));
            }
            let count =
                |order| alpha_beta(&uniform(width, depth, order)?, depth).map(|(_, leaves)| leaves as f64);
            let random = |tree: usize| {
                count(Order::Random(derive(
                    derive(context.seed, u64::from(width * 100 + depth)),
                    tree as u64,
                )))
            };
            let counts = (0..trees).map(random).collect::<Result<Vec<f64>, Error>>()?;
            let summary = Summary::of(&counts).ok_or_else(|| Error::new("no tree"))?;
            let (best, worst) = (count(Order::BestFirst)?, count(Order::WorstFirst)?);
            broken += counts.iter().filter(|leaves| **leaves < best || **leaves > worst).count();
            for (series, leaves) in series.iter_mut().zip([best, summary.mean, worst]) {
                series.points.push((f64::from(depth), leaves));
            }
            samples.push(counts);
            let cells =
                vec![Measured::Exact(best), Measured::Sampled(summary.interval(Z95)), Measured::Exact(worst)];
            rows.push((format!("b = {width}, m = {depth}"), cells));
            (context.progress)((part as f64 + f64::from(depth) / f64::from(deepest)) / WIDTHS.len() as f64);
        }
        let mut plot = Plot::new(format!("Leaves that alpha-beta visits, b = {width}"), "depth m", "leaves")
            .logarithmic();
        for (series, slopes) in series.into_iter().zip(&mut slopes) {
            slopes.push(slope(&series.points, width));
            plot = plot.with(series);
        }
        evidence.plot(plot);
        random_slopes.push(Estimate::drawn(&samples, |samples| {
            let points: Vec<(f64, f64)> = samples
                .iter()
                .enumerate()
                .map(|(place, counts)| (place as f64 + 1.0, mean(counts)))
                .collect();
            slope(&points, width)
        }));
    }
    let columns = ["best first", "random order", "worst first"].map(String::from).to_vec();
    evidence.grid(Grid::beside(context.entry, "Exponent as a share of m", 3, |row, _| {
        Some(Measured::Exact(mean(&slopes[row])))
    }));
    evidence.grid(Grid::measured("Leaves visited", &columns, 1, rows));
    let list =
        |slopes: &[f64]| slopes.iter().map(|slope| show_number(*slope, 3)).collect::<Vec<_>>().join(", ");
    judge_values(context, &mut evidence)?;
    evidence.judge(
        "perfect",
        Ruling::exact(slopes[0].iter().all(|slope| (slope - 0.5).abs() < ABOUT)),
        format!("Slopes for b = 2, 4, 8: {}.", list(&slopes[0])),
    );
    evidence.judge(
        "otherwise",
        Ruling::all(random_slopes.iter().map(|slope| Ruling::within(slope, (0.75 - ABOUT, 0.75 + ABOUT)))),
        format!(
            "Slopes for b = 2, 4, 8 in random order: {}; in worst order {}.",
            list(&slopes[1]),
            list(&slopes[2])
        ),
    );
    evidence.judge(
        "order-matters",
        Ruling::never(
            broken as u64,
            (trees * WIDTHS.iter().map(|(_, deepest)| *deepest as usize).sum::<usize>()) as u64,
        ),
        "At every size no random tree needs fewer leaves than perfect order or more than the worst.",
    );
    Ok(evidence)
}

fn judge_values(context: &Context, evidence: &mut Evidence) -> Result<(), Error> {
    let trees = context.effort.amount(2000, 10_000) as u64;
    let mut same = 0;
    for tree in 0..trees {
        let spec: Spec =
            format!("randomtree(width={}, seed={})", 2 + tree % 4, derive(context.seed, tree) >> 32)
                .parse()?;
        let (game, depth) = (RandomTree::from_spec(&spec)?, 2 + (tree / 4 % 4) as u32);
        let evaluator = game.evaluator(&Spec::word("v0"))?;
        let mut search = PlainAlphaBeta::new(&game, &evaluator, Fail::Soft);
        let value = search.search(&game.start(), depth, Value::LOWEST, Value::HIGHEST);
        same += u64::from(value == oracle(&game, &evaluator, &game.start(), depth));
    }
    evidence.judge(
        "same-value",
        Ruling::never(trees - same, trees),
        format!("{same} of {trees} random trees get minimax's value."),
    );
    Ok(())
}

/// Slope of log(leaves) against m log(b) by least squares, over the deeper half of the depths.
fn slope(points: &[(f64, f64)], width: u32) -> f64 {
    let deep = &points[points.len() / 2..];
    let coordinates: Vec<(f64, f64)> =
        deep.iter().map(|&(m, leaves)| (m * libm::log(f64::from(width)), libm::log(leaves))).collect();
    let n = coordinates.len() as f64;
    let (x, y) =
        (coordinates.iter().map(|p| p.0).sum::<f64>() / n, coordinates.iter().map(|p| p.1).sum::<f64>() / n);
    let covariance: f64 = coordinates.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    covariance / coordinates.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>()
}
