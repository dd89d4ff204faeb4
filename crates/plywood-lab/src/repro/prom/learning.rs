//! Learning opponent-type probabilities in a simulated game (section 7.4): types pick numbers, the opponent shows one of them.

use plywood_core::Error;
use plywood_core::random::{Rng, below, derive, seeded, unit};

use plywood_learn::opponent::{Observation, unambiguous};

use crate::report::{Mark, Plot, Series};
use crate::repro::{Context, Grid, Measured, Outcome, Verdict};

/// Numbers to pick from.
const NUMBERS: usize = 20;
const TIMES: [usize; 5] = [10, 100, 1000, 10_000, 100_000];
const SHARES: [f64; 7] = [0.02, 0.1, 0.2, 0.35, 0.5, 0.75, 0.95];

/// The picks of every type: each on its own, or each within four of the one before.
fn picks(rng: &mut Rng, types: usize, dependent: bool) -> Vec<usize> {
    let mut picks: Vec<usize> = Vec::with_capacity(types);
    for place in 0..types {
        let near = dependent && place > 0;
        picks.push(if near {
            (picks[place - 1] + NUMBERS - 4 + below(rng, 9)) % NUMBERS
        } else {
            below(rng, NUMBERS)
        });
    }
    picks
}

fn truth(types: usize, first: f64) -> Vec<f64> {
    let rest = (1.0 - first) / (types - 1) as f64;
    (0..types).map(|place| if place == 0 { first } else { rest }).collect()
}

/// One run: the error of what was learned, and the share of steps that were ambiguous.
fn run(seed: u64, types: usize, dependent: bool, first: f64, steps: usize) -> (f64, f64) {
    let mut rng = seeded(seed);
    let truth = truth(types, first);
    let mut observe = || {
        let picks = picks(&mut rng, types, dependent);
        let mut left = unit(&mut rng);
        let chosen = truth.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        Observation::new(&picks, &picks[chosen.unwrap_or(types - 1)])
    };
    let observations: Vec<Observation> = (0..steps).map(|_| observe()).collect();
    let learned = unambiguous(&observations, types);
    let squares = learned.probabilities.iter().zip(&truth).map(|(one, other)| (one - other) * (one - other));
    (libm::sqrt(squares.sum()), learned.ambiguous as f64 / steps as f64)
}

/// The mean error and the mean share of ambiguous steps over runs.
fn mean(
    context: &Context,
    runs: usize,
    types: usize,
    dependent: bool,
    first: f64,
    steps: usize,
) -> Result<(f64, f64), Error> {
    let mut sums = (0.0, 0.0);
    for place in 0..runs {
        if context.stop.raised() {
            return Err(Error::new("interrupted"));
        }
        let seed =
            derive(derive(context.seed, (types * 1000 + steps) as u64), place as u64 ^ first.to_bits());
        let (error, ambiguous) = run(seed, types, dependent, first, steps);
        sums = (sums.0 + error / runs as f64, sums.1 + ambiguous / runs as f64);
    }
    Ok(sums)
}

fn started(runs: usize, what: &str) -> Outcome {
    Outcome::new(format!(
        "{runs} of the thesis' 100 runs a point, {what}; formula 6.16 divided by the sum of what is counted."
    ))
}

/// Figure 7.7.
pub fn five_types(context: &Context) -> Result<Outcome, Error> {
    let runs = context.scale.amount(8, 100);
    let mut outcome = started(runs, "five types, times 10 to 100,000");
    let mut errors = [Vec::new(), Vec::new()];
    let mut ambiguous = [(f64::MAX, 0.0_f64), (f64::MAX, 0.0)];
    for (kind, dependent) in [false, true].into_iter().enumerate() {
        let mut plot = Plot::new(
            if dependent { "Dependent types" } else { "Independent types" },
            "probability of type 0",
            "error",
        )
        .logarithmic();
        for (place, steps) in TIMES.iter().enumerate() {
            let mut points = Vec::new();
            for first in SHARES {
                let (error, share) = mean(context, runs, 5, dependent, first, *steps)?;
                points.push((first, error));
                if *steps == TIMES[4] {
                    ambiguous[kind] =
                        (ambiguous[kind].0.min(100.0 * share), ambiguous[kind].1.max(100.0 * share));
                }
            }
            (context.progress)((kind as f64 + (place + 1) as f64 / 5.0) / 2.0);
            plot = plot.with(Series::new(format!("T = {steps}"), Mark::Line, points.clone()));
            errors[kind].push(points);
        }
        outcome.plot(plot);
    }
    outcome.grid(Grid::beside(context.entry, "Per cent disregarded", 1, |row, column| {
        Some(Measured::Exact(if column == 0 { ambiguous[row].0 } else { ambiguous[row].1 }))
    }));
    let falls =
        errors.iter().all(|times| (0..SHARES.len()).all(|share| times[4][share].1 < times[1][share].1));
    outcome.judge(
        "to-zero",
        Verdict::of(falls),
        "From 100 to 100,000 steps the error falls at every probability, for both kinds of types.",
    );
    let last = [0, 1].map(|kind: usize| errors[kind][4].iter().map(|point| point.1).fold(0.0, f64::max));
    outcome.judge(
        "exact",
        Verdict::of(last[0] < 0.01 && last[1] < 0.01),
        format!("After 100,000 steps the largest error is {:.4} for independent and {:.4} for dependent types: the estimate is biased there.", last[0], last[1]),
    );
    outcome.judge(
        "disregarded",
        Verdict::of((ambiguous[0].0 - 18.6).abs() < 1.0 && ambiguous[1].0 > 45.0),
        format!(
            "{:.1} to {:.1} % for independent, {:.1} to {:.1} % for dependent types.",
            ambiguous[0].0, ambiguous[0].1, ambiguous[1].0, ambiguous[1].1
        ),
    );
    let near = (0..2).all(|kind| errors[kind][3][6].1 < errors[kind][3][4].1);
    outcome.judge("near-one", Verdict::of(near), "At 10,000 steps the error at 0.95 is below that at 0.5.");
    Ok(outcome)
}

/// Figure 7.8.
pub fn by_types(context: &Context) -> Result<Outcome, Error> {
    let runs = context.scale.amount(3, 100);
    let counts = [2, 3, 5, 10, 20];
    let mut outcome = started(runs, "100,000 steps, 2 to 20 types");
    let shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    let mut errors = [Vec::new(), Vec::new()];
    for (kind, dependent) in [false, true].into_iter().enumerate() {
        let mut plot = Plot::new(
            if dependent { "Dependent types" } else { "Independent types" },
            "probability of type 0",
            "error",
        )
        .logarithmic();
        for (place, types) in counts.iter().enumerate() {
            let points = shares
                .iter()
                .map(|first| Ok((*first, mean(context, runs, *types, dependent, *first, TIMES[4])?.0)));
            let points = points.collect::<Result<Vec<_>, Error>>()?;
            plot = plot.with(Series::new(format!("{types} types"), Mark::Line, points.clone()));
            errors[kind].push(points);
            (context.progress)((kind as f64 + (place + 1) as f64 / 5.0) / 2.0);
        }
        outcome.plot(plot);
    }
    let low = |kind: usize, count: usize| errors[kind][count][0].1;
    let plateau = (1..counts.len()).map(|count| low(1, count)).fold(0.0, f64::max);
    outcome.grid(Grid::beside(context.entry, "Power of ten", 1, |_, _| {
        Some(Measured::Exact(libm::log10(plateau)))
    }));
    let gap =
        |kind: usize| (1..counts.len()).map(|count| low(kind, count)).fold(f64::MAX, f64::min) / low(kind, 0);
    outcome.judge("gap", Verdict::of(gap(0) > 1.0 && gap(1) > gap(0)), format!("At 0.02 the error of more types is at least {:.1} times that of two for independent and {:.1} times for dependent types.", gap(0), gap(1)));
    let pairs = [(0, 4), (1, 3)].map(|(low, high)| errors[0][0][low].1 / errors[0][0][high].1);
    outcome.judge(
        "symmetry",
        Verdict::of(pairs.iter().all(|ratio| (0.2..5.0).contains(ratio))),
        format!("Errors at p over errors at 1 - p: {pairs:.2?}; few runs are noisy."),
    );
    outcome.judge(
        "plateau",
        Verdict::of((0.0005..0.002).contains(&plateau)),
        format!("The largest error at 0.02 with dependent types is {plateau:.4}: the estimator's bias."),
    );
    Ok(outcome)
}

/// What five dependent types are taken for when the opponent always shows one number: mean and deviation of the probabilities.
fn fixed(context: &Context, runs: usize, shown: usize, steps: usize) -> (Vec<f64>, f64) {
    let learn = |place: usize| {
        let mut rng = seeded(derive(derive(context.seed, (shown * 7 + steps) as u64), place as u64));
        let observations: Vec<Observation> =
            (0..steps).map(|_| Observation::new(&picks(&mut rng, 5, true), &shown)).collect();
        unambiguous(&observations, 5).probabilities
    };
    let found: Vec<Vec<f64>> = (0..runs).map(learn).collect();
    let means: Vec<f64> =
        (0..5).map(|one| found.iter().map(|row| row[one]).sum::<f64>() / runs as f64).collect();
    let squares: f64 = found
        .iter()
        .flat_map(|row| row.iter().zip(&means))
        .map(|(value, mean)| (value - mean) * (value - mean))
        .sum();
    (means, libm::sqrt(squares / (5 * runs) as f64))
}

/// Figure 7.9.
pub fn stability(context: &Context) -> Result<Outcome, Error> {
    let runs = context.scale.amount(10, 100).max(3);
    let mut outcome = started(runs, "the opponent always shows one number; five dependent types");
    let mut deviations = Vec::new();
    let mut plot = Plot::new("Deviation of the learned probabilities", "number shown", "standard deviation")
        .logarithmic();
    for (place, steps) in TIMES[1..4].iter().enumerate() {
        let points: Vec<_> = (0..NUMBERS)
            .step_by(3)
            .map(|shown| (shown as f64, fixed(context, runs, shown, *steps).1))
            .collect();
        plot = plot.with(Series::new(format!("T = {steps}"), Mark::Line, points.clone()));
        deviations.push(points);
        (context.progress)((place + 1) as f64 / 3.0);
    }
    outcome.plot(plot);
    let falls =
        deviations.windows(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(early, late)| late.1 < early.1));
    outcome.judge(
        "stable",
        Verdict::of(falls),
        "The deviation falls from 100 over 1,000 to 10,000 steps at every number.",
    );
    Ok(outcome)
}

/// Figure 7.10.
pub fn outside(context: &Context) -> Result<Outcome, Error> {
    let runs = context.scale.amount(10, 100);
    let mut outcome = started(
        runs,
        "the opponent always shows one number; five dependent types that wrap at 20; 3,000 steps",
    );
    let rows: Vec<_> = (0..NUMBERS).map(|shown| fixed(context, runs, shown, 3000).0).collect();
    let mut plot = Plot::new("Learned probabilities", "number shown", "probability");
    for one in 0..5 {
        let points = rows.iter().enumerate().map(|(shown, row)| (shown as f64, row[one])).collect();
        plot = plot.with(Series::new(format!("type {one}"), Mark::Line, points));
    }
    outcome.plot(plot);
    let spread = (0..5).map(|one| {
        let values = rows.iter().map(|row| row[one]);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    });
    let spread = spread.fold(0.0, f64::max);
    let top = |numbers: std::ops::Range<usize>, one: usize| {
        numbers.clone().all(|shown| rows[shown].iter().all(|share| *share <= rows[shown][one]))
    };
    let told = format!(
        "By symmetry nothing can depend on the number shown where types wrap; over all numbers a probability varies by {spread:.3} at most."
    );
    outcome.judge("low-numbers", Verdict::of(top(0..4, 0)), told.clone());
    outcome.judge("high-numbers", Verdict::of(top(16..20, 4)), told);
    Ok(outcome)
}
