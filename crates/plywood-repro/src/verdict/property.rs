//! Every rule on synthetic data of known truth, at several sizes: how often is a verdict wrong?

use plywood_core::random::{Rng, seeded, unit};
use plywood_lab::stats::{median, sag};

use super::*;

/// Wrong verdicts in a hundred that are too many.
const MOST_WRONG: f64 = 6.0;
const SIZES: [usize; 6] = [8, 12, 25, 60, 200, 1000];

/// A ruling from samples of a size.
type Sampled = dyn Fn(&mut Rng, usize) -> Ruling;
/// A line or a curve.
type Curve = fn(f64) -> f64;

/// A claim whose truth is known, and evidence on it from samples of a size.
struct Case {
    name: String,
    holds: bool,
    ruling: Box<Sampled>,
}

fn case(name: impl Into<String>, holds: bool, ruling: impl Fn(&mut Rng, usize) -> Ruling + 'static) -> Case {
    Case { name: name.into(), holds, ruling: Box::new(ruling) }
}

/// How many of some tries hold and how many do not, by size.
fn verdicts(case: &Case, sizes: &[usize], tries: usize) -> Vec<[usize; 2]> {
    let count = |size: &usize| {
        let mut found = [0; 2];
        for seed in 0..tries as u64 {
            let ruling = (case.ruling)(&mut seeded(1 + 7919 * seed + *size as u64), *size);
            match ruling.verdict() {
                Verdict::Holds => found[0] += 1,
                Verdict::DoesNotHold => found[1] += 1,
                Verdict::Undecided { .. } => {}
            }
        }
        found
    };
    sizes.iter().map(count).collect()
}

/// Wrong verdicts stay few at every size, and a true claim is not confirmed more often by a smaller sample.
fn check(cases: &[Case], sizes: &[usize], tries: usize) {
    for case in cases {
        let found = verdicts(case, sizes, tries);
        for (size, found) in sizes.iter().zip(&found) {
            let wrong = 100.0 * found[usize::from(case.holds)] as f64 / tries as f64;
            assert!(wrong < MOST_WRONG, "{} ({}): {wrong:.1} % wrong with {size}", case.name, case.holds);
        }
        if case.holds {
            // Two shares of this number of tries differ by this much by chance.
            let chance = 3.0 * libm::sqrt(0.5 / tries as f64);
            for pair in found.windows(2) {
                let [few, many] = [pair[0][0], pair[1][0]].map(|holds| holds as f64 / tries as f64);
                assert!(
                    few <= many + chance,
                    "{}: holds {few} of the time, with more data {many}",
                    case.name
                );
            }
        }
    }
}

fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (libm::sqrt(-2.0 * libm::log(1.0 - unit(rng))), std::f64::consts::TAU * unit(rng));
    radius * libm::cos(angle)
}

/// Exponential with mean zero: as skewed as what we count ever is.
fn skewed(rng: &mut Rng) -> f64 {
    -libm::log(1.0 - unit(rng)) - 1.0
}

fn sample(rng: &mut Rng, size: usize, draw: fn(&mut Rng) -> f64, shift: f64) -> Vec<f64> {
    (0..size).map(|_| draw(rng) + shift).collect()
}

fn successes(rng: &mut Rng, cases: usize, share: f64) -> u64 {
    (0..cases).filter(|_| unit(rng) < share).count() as u64
}

type Draw = fn(&mut Rng) -> f64;
const DRAWS: [(&str, Draw); 2] = [("normal", normal), ("skewed", skewed)];

#[test]
fn thresholds_and_ranges() {
    let mut cases = Vec::new();
    for (name, draw) in DRAWS {
        for shift in [-0.3, 0.0, 0.02, 0.3] {
            let mean = move |rng: &mut Rng, size| Estimate::mean(&sample(rng, size, draw, shift));
            cases.push(case(format!("{name} {shift} above 0"), shift > 0.0, move |rng, size| {
                Ruling::above(&mean(rng, size), 0.0)
            }));
            cases.push(case(format!("{name} {shift} below 0"), shift < 0.0, move |rng, size| {
                Ruling::below(&mean(rng, size), 0.0)
            }));
        }
        for (shift, half) in [(0.0, 0.4), (0.38, 0.4), (0.4, 0.4), (0.6, 0.4), (0.0, 0.01), (0.02, 0.01)] {
            cases.push(case(format!("{name} {shift} within {half}"), shift < half, move |rng, size| {
                Ruling::within(&Estimate::mean(&sample(rng, size, draw, shift)), (-half, half))
            }));
        }
        for shift in [0.0, 0.28, 0.3, 0.5] {
            cases.push(case(format!("{name} {shift} near a print"), shift < 0.3, move |rng, size| {
                let print = 0.1 * normal(rng);
                Ruling::near(&Estimate::mean(&sample(rng, size, draw, shift)), print, 0.1, 0.3)
            }));
        }
    }
    check(&cases, &SIZES, 1500);
}

#[test]
fn shares_of_games() {
    let mut cases = Vec::new();
    for (truth, threshold) in
        [(0.5, 0.5), (0.51, 0.5), (0.6, 0.5), (0.9, 0.94), (0.94, 0.94), (0.95, 0.94), (0.02, 0.03)]
    {
        cases.push(case(format!("{truth} above {threshold}"), truth > threshold, move |rng, size| {
            Ruling::share_above(successes(rng, size, truth), size as u64, threshold)
        }));
        cases.push(case(format!("{truth} below {threshold}"), truth < threshold, move |rng, size| {
            Ruling::share_below(successes(rng, size, truth), size as u64, threshold)
        }));
    }
    for (one, other, margin) in [
        (0.5, 0.5, 0.0),
        (0.51, 0.5, 0.0),
        (0.98, 0.97, 0.0),
        (0.97, 0.97, 0.0),
        (0.95, 0.9, 0.05),
        (0.85, 0.3, 0.4),
    ] {
        cases.push(case(
            format!("{one} beats {other} by {margin}"),
            one - other > margin + 1e-9,
            move |rng, size| {
                let [one, other] = [one, other].map(|share| (successes(rng, size, share), size as u64));
                Ruling::difference(one, other, margin)
            },
        ));
    }
    for broken in [0.0, SELDOM, 0.02] {
        cases.push(case(format!("{broken} never"), broken == 0.0, move |rng, size| {
            Ruling::never(successes(rng, size, broken), size as u64)
        }));
        cases.push(case(format!("{broken} some"), broken > 0.0, move |rng, size| {
            Ruling::some(successes(rng, size, broken), size as u64)
        }));
    }
    check(&cases, &SIZES, 1500);
    check(&cases[cases.len() - 6..], &[2000, 5000], 1000);
}

#[test]
fn several_claims_at_once() {
    let mut cases = Vec::new();
    for (shifts, wanted) in [
        ([0.02; 12].to_vec(), 12),
        ([vec![0.0], vec![1.0; 11]].concat(), 12),
        ([vec![-0.3], vec![0.3; 5]].concat(), 6),
        ([vec![0.0; 4], vec![1.0; 5]].concat(), 5),
        ([vec![0.0; 5], vec![1.0; 4]].concat(), 5),
        (vec![0.0; 12], 1),
        ([vec![0.02], vec![-1.0; 11]].concat(), 1),
    ] {
        let truth = shifts.iter().filter(|shift| **shift > 0.0).count() >= wanted;
        cases.push(case(format!("{wanted} of {shifts:?}"), truth, move |rng, size| {
            let claims = shifts
                .iter()
                .map(|shift| Ruling::above(&Estimate::mean(&sample(rng, size, normal, *shift)), 0.0));
            Ruling::at_least(wanted, claims)
        }));
    }
    for (places, truth) in
        [([0.5, 0.3, 0.3, 0.0], true), ([0.5, 0.3, 0.0, 0.0], false), ([0.5, 0.3, 0.31, 0.0], true)]
    {
        cases.push(case(format!("order of {places:?}"), truth, move |rng, size| {
            let means = places.map(|place| Estimate::mean(&sample(rng, size, normal, place)));
            Ruling::ordered(&[&[0], &[1, 2], &[3]], |one: usize, other: usize| {
                Ruling::above(&means[one].minus(means[other]), 0.0)
            })
        }));
    }
    check(&cases, &SIZES, 800);
}

#[test]
fn fullest_bins() {
    let bins = |shares: [f64; 4]| {
        move |rng: &mut Rng, size: usize| {
            let mut counts = [0; 4];
            for _ in 0..size {
                let mut left = unit(rng);
                let bin = shares.iter().position(|share| {
                    left -= share;
                    left < 0.0
                });
                counts[bin.unwrap_or(3)] += 1;
            }
            Ruling::fullest(&counts, 1)
        }
    };
    let cases = [
        case("a tie", false, bins([0.4, 0.4, 0.1, 0.1])),
        case("a near tie", true, bins([0.395, 0.405, 0.1, 0.1])),
        case("all alike", false, bins([0.25; 4])),
        case("the second", true, bins([0.3, 0.5, 0.1, 0.1])),
    ];
    check(&cases, &SIZES, 1500);
}

/// What a straight line explains of a curve.
fn explained(points: &[(f64, f64)]) -> f64 {
    let [x, y]: [Vec<f64>; 2] = [points.iter().map(|p| p.0).collect(), points.iter().map(|p| p.1).collect()];
    let correlation = plywood_lab::stats::correlation(&x, &y);
    correlation * correlation
}

#[test]
fn straight_lines_through_shares_of_games() {
    const LEVELS: [f64; 9] = [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1.0];
    let curves: [(&str, Curve); 5] = [
        ("straight", |x| 0.95 - 0.25 * x),
        ("bent a little", |x| 0.95 - 0.4 * libm::pow(x, 0.72)),
        ("bent", |x| 0.95 - 0.4 * libm::pow(x, 0.55)),
        ("a step", |x| if x < 0.3 { 0.9 } else { 0.6 }),
        ("hardly falling", |x| 0.95 - 0.02 * x),
    ];
    let cases = curves.map(|(name, curve)| {
        let truth = explained(&LEVELS.map(|x| (x, curve(x)))) > 0.94;
        case(name, truth, move |rng, size| {
            let points = LEVELS.map(|x| {
                let share = share(successes(rng, size, curve(x)), size as u64);
                (x, share.value, share.error)
            });
            Ruling::fits_line(&points, 0.94, size as u64)
        })
    });
    assert_eq!(cases.iter().filter(|case| case.holds).count(), 3, "both kinds of curves");
    check(&cases, &[20, 60, 160, 500, 1000], 1000);
}

/// Statistics whose error comes from drawing again: medians, spreads, and the sag of a line of medians.
#[test]
fn statistics_drawn_again() {
    const RANGE: (f64, f64) = (-0.1, 0.1);
    let mut cases = Vec::new();
    for (name, draw) in DRAWS {
        for shift in [0.0, 0.03, 0.4] {
            cases.push(case(format!("{name} medians {shift} apart"), shift > 0.0, move |rng, size| {
                let pairs: Vec<(f64, f64)> = (0..size)
                    .map(|_| {
                        let common = normal(rng);
                        (common + draw(rng) + shift, common + draw(rng))
                    })
                    .collect();
                let apart = Estimate::drawn(&[pairs], |groups| {
                    let [one, other]: [Vec<f64>; 2] = [
                        groups[0].iter().map(|pair| pair.0).collect(),
                        groups[0].iter().map(|pair| pair.1).collect(),
                    ];
                    median(&one) - median(&other)
                });
                Ruling::above(&apart, 0.0)
            }));
        }
        let curves: [(&str, Curve); 4] = [
            ("straight", |x| x),
            ("bent less", |x| x + 0.05 * x * x),
            ("bent more", |x| x * x),
            ("bent by a tenth", |x| x + 0.0735 * x * x),
        ];
        for (bend, curve) in curves {
            let line: Vec<(f64, f64)> = (1..=6).map(|x| (f64::from(x), curve(f64::from(x)))).collect();
            let truth = (RANGE.0..RANGE.1).contains(&sag(&line));
            cases.push(case(format!("{name} {bend}"), truth, move |rng, size| {
                let groups: Vec<Vec<f64>> = line.iter().map(|(_, y)| sample(rng, size, draw, *y)).collect();
                let middle = Estimate::drawn(&groups, |groups| {
                    sag(&line
                        .iter()
                        .zip(groups)
                        .map(|((x, _), values)| (*x, median(values)))
                        .collect::<Vec<_>>())
                });
                Ruling::within(&middle, RANGE)
            }));
        }
    }
    check(&cases, &[12, 25, 80], 250);
}

/// The same value and spread from more data is never weaker evidence.
#[test]
fn more_of_the_same_data_never_takes_a_verdict_back() {
    for step in 0..400 {
        let (value, spread) = (f64::from(step % 20) / 10.0 - 1.0, 0.1 + f64::from(step / 20) / 5.0);
        let mut before = [Verdict::Undecided { needed: None }; 4];
        for size in [2_u64, 8, 30, 100, 1000, 100_000] {
            let estimate = Estimate::known(value, spread / libm::sqrt(size as f64), size);
            let wins = (0.5 + value / 4.0) * size as f64;
            let now = [
                Ruling::above(&estimate, 0.2),
                Ruling::within(&estimate, (-0.5, 0.5)),
                Ruling::all([Ruling::below(&estimate, 0.7), Ruling::above(&estimate, -0.3)]),
                Ruling::share_above(wins.floor() as u64, size, 0.4),
            ]
            .map(|ruling| ruling.verdict());
            for (before, now) in before.iter().zip(&now) {
                assert!(
                    *before != Verdict::Holds || *now == Verdict::Holds,
                    "{value} ± {spread} with {size}"
                );
            }
            before = now;
        }
    }
}
