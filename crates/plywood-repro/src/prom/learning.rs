//! Learning opponent-type probabilities in a simulated game (section 7.4): types pick numbers, the opponent shows one of them.

use plywood_core::Error;
use plywood_core::random::{Rng, below, derive, seeded, unit};

use plywood_learn::opponent::{Observation, unambiguous};

use crate::{Context, Estimate, Evidence, Grid, Ruling, Verdict};
use plywood_lab::report::{Mark, Plot, Series};

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

/// Types that are learned, and for how long.
#[derive(Clone, Copy, Debug)]
struct Setting {
    types: usize,
    dependent: bool,
    steps: usize,
}

/// Errors and ambiguous shares of runs at each of some probabilities of the first type.
type Runs = Vec<Vec<(f64, f64)>>;

fn runs_at(
    context: &Context,
    runs: usize,
    setting: Setting,
    firsts: &[f64],
    (from, to): (f64, f64),
) -> Result<Runs, Error> {
    let Setting { types, dependent, steps } = setting;
    let at = |place: usize| from + (to - from) * place as f64 / firsts.len() as f64;
    let point = |(place, first): (usize, &f64)| {
        context.seeds(&format!("{setting:?} at {first}"), runs, (at(place), at(place + 1)), |seed| {
            run(
                derive(seed, first.to_bits() ^ (types * 1000 + steps) as u64),
                types,
                dependent,
                *first,
                steps,
            )
        })
    };
    firsts.iter().enumerate().map(point).collect()
}

fn mean(values: &[(f64, f64)]) -> f64 {
    values.iter().map(|(error, _)| error).sum::<f64>() / values.len() as f64
}

/// One mean error less another.
fn difference(one: &[(f64, f64)], other: &[(f64, f64)]) -> Estimate {
    let [one, other] = [one, other].map(|runs| runs.iter().map(|(error, _)| *error).collect::<Vec<f64>>());
    Estimate::mean(&one).minus(Estimate::mean(&other))
}

fn started(runs: usize, what: &str) -> Evidence {
    let mut evidence = Evidence::new(format!("A simulated game, {what}."));
    evidence.reading(
        "Formula 6.16 is divided by the sum of what is counted; the print divides by the size of a set.",
    );
    evidence.reading(
        "Dependent types step by -4 to 4 from the type before, each as likely, and wrap at 20; the percentages printed fit no such rule.",
    );
    evidence.scale("runs a point", runs, 100);
    evidence
}

fn plot_of(dependent: bool) -> Plot {
    let title = if dependent { "Dependent types" } else { "Independent types" };
    Plot::new(title, "probability of type 0", "error").logarithmic()
}

fn line_of(name: String, firsts: &[f64], runs: &Runs) -> Series {
    Series::new(name, Mark::Line, firsts.iter().zip(runs).map(|(first, runs)| (*first, mean(runs))).collect())
}

/// Figure 7.7.
pub fn five_types(context: &Context) -> Result<Evidence, Error> {
    let runs = context.effort.amount(100, 100).max(2);
    let mut evidence = started(runs, "five types, times 10 to 100,000");
    let mut errors: [Vec<Runs>; 2] = [Vec::new(), Vec::new()];
    for (kind, dependent) in [false, true].into_iter().enumerate() {
        let mut plot = plot_of(dependent);
        for (place, steps) in TIMES.into_iter().enumerate() {
            // A time takes as long as the steps it has.
            let at = |steps: usize| (kind as f64 + steps as f64 / 111_111.0).min(2.0) / 2.0;
            let before = TIMES[..place].iter().sum();
            let setting = Setting { types: 5, dependent, steps };
            let found = runs_at(context, runs, setting, &SHARES, (at(before), at(before + steps)))?;
            plot = plot.with(line_of(format!("T = {steps}"), &SHARES, &found));
            errors[kind].push(found);
        }
        evidence.plot(plot);
    }
    judge_errors(&mut evidence, &errors);
    let ambiguous = |kind: usize| {
        let share = |runs: &Vec<(f64, f64)>| {
            Estimate::mean(&runs.iter().map(|(_, share)| 100.0 * share).collect::<Vec<f64>>())
        };
        errors[kind][4].iter().map(share).collect::<Vec<Estimate>>()
    };
    let shares = [ambiguous(0), ambiguous(1)];
    let ends = |kind: usize| {
        let by_value = |one: &&Estimate, other: &&Estimate| one.value.total_cmp(&other.value);
        let ends = [shares[kind].iter().min_by(by_value), shares[kind].iter().max_by(by_value)];
        ends.map(|end| end.copied().unwrap_or(Estimate::known(f64::NAN, f64::NAN, 0)))
    };
    let end = |kind: usize, column: usize| ends(kind)[column].value;
    evidence.grid(Grid::beside(context.entry, "Per cent disregarded", 1, |row, column| {
        Some(ends(row)[column].into())
    }));
    let printed = [(18.5, 18.7), (48.6, 53.9)];
    let within = |kind: usize| shares[kind].iter().map(move |share| Ruling::within(share, printed[kind]));
    evidence.judge(
        "disregarded",
        Ruling::all(within(0).chain(within(1))),
        format!(
            "{:.1} to {:.1} % for independent, {:.1} to {:.1} % for dependent types; what is printed counts up to one more in its last digit.",
            end(0, 0),
            end(0, 1),
            end(1, 0),
            end(1, 1)
        ),
    );
    Ok(evidence)
}

/// The claims of figure 7.7 about errors, by kind of types, time and probability.
fn judge_errors(evidence: &mut Evidence, errors: &[Vec<Runs>; 2]) {
    let falls = errors.iter().flat_map(|times| {
        times.windows(2).flat_map(|pair| {
            pair[0].iter().zip(&pair[1]).map(|(early, late)| Ruling::above(&difference(early, late), 0.0))
        })
    });
    let falls: Vec<Ruling> = falls.collect();
    let (surely, points) = (count(&falls), falls.len());
    evidence.judge(
        "to-zero",
        Ruling::all(falls),
        format!("From one time to the next the error surely falls at {surely} of {points} points."),
    );
    // An error that tends to zero as one over the root of the steps falls by a root of ten; a bias stays.
    let slower = [0, 1].map(|kind: usize| {
        let groups: Vec<Vec<(f64, f64)>> = errors[kind][3].iter().chain(&errors[kind][4]).cloned().collect();
        Estimate::drawn(&groups, |groups| {
            let (early, late) = groups.split_at(groups.len() / 2);
            let logarithms =
                early.iter().zip(late).map(|(early, late)| libm::log10(mean(late) / mean(early)));
            logarithms.sum::<f64>() / early.len() as f64 + 0.5
        })
    });
    let largest = [0, 1].map(|kind: usize| errors[kind][4].iter().map(|runs| mean(runs)).fold(0.0, f64::max));
    evidence.judge(
        "exact",
        Ruling::all(slower.iter().map(|one| Ruling::within(one, (-0.1, 0.1)))),
        format!(
            "From 10,000 to 100,000 steps the error of independent types falls by {} powers of ten, of dependent types by {}, where an \
             exact estimate has 0.5, give or take 0.1; the largest error left is {:.4} and {:.4}. Where it falls less, the estimate is biased.",
            slower[0].times(-1.0).plus(0.5).told(2),
            slower[1].times(-1.0).plus(0.5).told(2),
            largest[0],
            largest[1]
        ),
    );
    let near = [0, 1].map(|kind: usize| difference(&errors[kind][3][4], &errors[kind][3][6]));
    evidence.judge(
        "near-one",
        Ruling::all(near.iter().map(|one| Ruling::above(one, 0.0))),
        format!(
            "At 10,000 steps the error at 0.5 is larger than at 0.95 by {:.4} for independent and {:.4} for dependent types.",
            near[0].value, near[1].value
        ),
    );
}

/// How many of some claims hold for themselves.
fn count(claims: &[Ruling]) -> usize {
    claims.iter().filter(|claim| claim.verdict() == Verdict::Holds).count()
}

/// How far apart two errors may be that are the same, as a logarithm of their ratio.
const SAME: f64 = 0.1;

/// Two mean errors as the logarithm of their ratio.
fn ratio(one: &[(f64, f64)], other: &[(f64, f64)]) -> Estimate {
    Estimate::drawn(&[one.to_vec(), other.to_vec()], |groups| libm::log(mean(&groups[0]) / mean(&groups[1])))
}

/// The claim that pairs of errors are the same, within a tenth.
fn symmetric(pairs: &[Estimate]) -> Ruling {
    Ruling::all(pairs.iter().map(|pair| Ruling::within(pair, (-SAME, SAME))))
}

/// Figure 7.8.
pub fn by_types(context: &Context) -> Result<Evidence, Error> {
    let runs = context.effort.amount(100, 100).max(2);
    let counts = [2, 3, 5, 10, 20];
    let mut evidence = started(runs, "100,000 steps, 2 to 20 types");
    evidence.reading("Symmetric means that the errors at p and 1 - p lie within a tenth of each other; two types get ten times the runs for it.");
    let shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    let mut errors: [Vec<Runs>; 2] = [Vec::new(), Vec::new()];
    for (kind, dependent) in [false, true].into_iter().enumerate() {
        let mut plot = plot_of(dependent);
        for (place, types) in counts.into_iter().enumerate() {
            let at = |types: usize| (kind as f64 + types as f64 / 40.0) / 2.0;
            let before = counts[..place].iter().sum();
            let setting = Setting { types, dependent, steps: TIMES[4] };
            let runs = if types == 2 { 10 * runs } else { runs };
            let found = runs_at(context, runs, setting, &shares, (at(before), at(before + types)))?;
            plot = plot.with(line_of(format!("{types} types"), &shares, &found));
            errors[kind].push(found);
        }
        evidence.plot(plot);
    }
    // The errors at 0.02 by number of types, and how many powers of ten the least of the others lies above that of two.
    let low = |kind: usize| errors[kind].iter().map(|runs| runs[0].clone()).collect::<Vec<_>>();
    let gap_of = |groups: &[Vec<(f64, f64)>]| {
        let least = groups[1..].iter().map(|runs| mean(runs)).fold(f64::MAX, f64::min);
        libm::log10(least / mean(&groups[0]))
    };
    let gaps = [0, 1].map(|kind| Estimate::drawn(&low(kind), gap_of));
    let both: Vec<_> = low(0).into_iter().chain(low(1)).collect();
    let wider =
        Estimate::drawn(&both, |groups| gap_of(&groups[counts.len()..]) - gap_of(&groups[..counts.len()]));
    evidence.judge(
        "gap",
        Ruling::all(gaps.iter().chain([&wider]).map(|one| Ruling::above(one, 0.0))),
        format!(
            "At 0.02 the error of more types lies at least {:.2} powers of ten above that of two for independent and {:.2} for dependent types.",
            gaps[0].value, gaps[1].value
        ),
    );
    let pairs: Vec<Estimate> = (0..2)
        .flat_map(|kind: usize| [(0, 4), (1, 3)].map(|(low, high)| (kind, low, high)))
        .map(|(kind, low, high)| ratio(&errors[kind][0][low], &errors[kind][0][high]))
        .collect();
    evidence.judge(
        "symmetry",
        symmetric(&pairs),
        format!(
            "Logarithms of the errors at p over those at 1 - p: {}.",
            pairs.iter().map(|one| one.told(3)).collect::<Vec<_>>().join(", ")
        ),
    );
    let plateau = Estimate::drawn(&low(1), |groups| {
        libm::log10(groups[1..].iter().map(|runs| mean(runs)).fold(0.0, f64::max))
    });
    evidence.grid(Grid::beside(context.entry, "Power of ten", 1, |_, _| Some(plateau.into())));
    evidence.judge(
        "plateau",
        Ruling::within(&plateau, (-3.5, -2.5)),
        format!(
            "The largest error at 0.02 with dependent types is 10 to the power {}: the estimator's bias. What rounds to -3 counts.",
            plateau.told(2)
        ),
    );
    Ok(evidence)
}

/// What five dependent types are taken for when the opponent always shows one number: the probabilities of every run.
fn fixed(
    context: &Context,
    runs: usize,
    shown: usize,
    steps: usize,
    shares: (f64, f64),
) -> Result<Vec<Vec<f64>>, Error> {
    context.seeds(&format!("{shown} shown {steps} times"), runs, shares, |seed| {
        let mut rng = seeded(derive(seed, (shown * 7 + steps) as u64));
        let observations: Vec<Observation> =
            (0..steps).map(|_| Observation::new(&picks(&mut rng, 5, true), &shown)).collect();
        unambiguous(&observations, 5).probabilities
    })
}

/// The mean of each probability over runs.
fn means(runs: &[Vec<f64>]) -> Vec<f64> {
    (0..5).map(|one| runs.iter().map(|run| run[one]).sum::<f64>() / runs.len() as f64).collect()
}

/// The standard deviation of the probabilities over runs.
fn deviation(runs: &[Vec<f64>]) -> f64 {
    let means = means(runs);
    let squares =
        runs.iter().flat_map(|run| run.iter().zip(&means)).map(|(one, mean)| (one - mean) * (one - mean));
    libm::sqrt(squares.sum::<f64>() / (5 * runs.len()) as f64)
}

/// Figure 7.9.
pub fn stability(context: &Context) -> Result<Evidence, Error> {
    let runs = context.effort.amount(100, 100).max(3);
    let mut evidence = started(runs, "the opponent always shows one number; five dependent types");
    let mut found = Vec::new();
    let mut plot = Plot::new("Deviation of the learned probabilities", "number shown", "standard deviation")
        .logarithmic();
    let numbers: Vec<usize> = (0..NUMBERS).step_by(3).collect();
    for (place, steps) in TIMES[1..4].iter().enumerate() {
        let at = |number: usize| (place as f64 + number as f64 / numbers.len() as f64) / 3.0;
        let runs = numbers
            .iter()
            .enumerate()
            .map(|(number, shown)| fixed(context, runs, *shown, *steps, (at(number), at(number + 1))));
        let runs = runs.collect::<Result<Vec<_>, Error>>()?;
        let points = numbers.iter().zip(&runs).map(|(shown, runs)| (*shown as f64, deviation(runs)));
        plot = plot.with(Series::new(format!("T = {steps}"), Mark::Line, points.collect()));
        found.push(runs);
    }
    evidence.plot(plot);
    let falls: Vec<Ruling> = found
        .windows(2)
        .flat_map(|pair| pair[0].iter().zip(&pair[1]))
        .map(|(early, late)| {
            let groups = [early.clone(), late.clone()];
            let less = Estimate::drawn(&groups, |groups| deviation(&groups[0]) - deviation(&groups[1]));
            Ruling::above(&less, 0.0)
        })
        .collect();
    let (surely, points) = (count(&falls), falls.len());
    evidence.judge(
        "stable",
        Ruling::all(falls),
        format!(
            "From 100 over 1,000 to 10,000 steps the deviation surely falls at {surely} of {points} points."
        ),
    );
    Ok(evidence)
}

/// Figure 7.10.
pub fn outside(context: &Context) -> Result<Evidence, Error> {
    let runs = context.effort.amount(100, 100).max(2);
    let mut evidence = started(
        runs,
        "the opponent always shows one number; five dependent types that wrap at 20; 3,000 steps",
    );
    let at = |shown: usize| shown as f64 / NUMBERS as f64;
    let rows = (0..NUMBERS).map(|shown| fixed(context, runs, shown, 3000, (at(shown), at(shown + 1))));
    let rows = rows.collect::<Result<Vec<_>, Error>>()?;
    let mut plot = Plot::new("Learned probabilities", "number shown", "probability");
    for one in 0..5 {
        let points = rows.iter().enumerate().map(|(shown, runs)| (shown as f64, means(runs)[one])).collect();
        plot = plot.with(Series::new(format!("type {one}"), Mark::Line, points));
    }
    evidence.plot(plot);
    let spread = (0..5).map(|one| {
        let values = rows.iter().map(|runs| means(runs)[one]);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    });
    let spread = spread.fold(0.0, f64::max);
    // A type has the highest probability where it lies above each of the others.
    let top = |numbers: std::ops::Range<usize>, one: usize| {
        let rivals = numbers.flat_map(|shown| (0..5).map(move |other| (shown, other)));
        Ruling::all(rivals.filter(|(_, other)| *other != one).map(|(shown, other)| {
            let lead: Vec<f64> = rows[shown].iter().map(|run| run[one] - run[other]).collect();
            Ruling::above(&Estimate::mean(&lead), 0.0)
        }))
    };
    let told = format!(
        "By symmetry nothing can depend on the number shown where types wrap; over all numbers a probability varies by {spread:.3} at most."
    );
    evidence.judge("low-numbers", top(0..4, 0), told.clone());
    evidence.judge("high-numbers", top(16..20, 4), told);
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_runs_do_not_show_that_errors_are_the_same() {
        let runs = |seed, count, factor: f64| {
            let mut rng = seeded(seed);
            (0..count).map(|_| (factor * unit(&mut rng), 0.0)).collect::<Vec<(f64, f64)>>()
        };
        let pair =
            |count, factor| symmetric(&[ratio(&runs(1, count, factor), &runs(2, count, 1.0))]).verdict();
        assert!(matches!(pair(20, 1.0), Verdict::Undecided { .. }));
        assert_eq!(pair(4000, 1.0), Verdict::Holds);
        assert_eq!(pair(4000, 1.3), Verdict::DoesNotHold);
    }
}
