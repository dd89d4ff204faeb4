//! The quality of evaluation functions (opponent-model thesis, chapter 4): how well values estimate a truth
//! on a sample of positions.
//!
//! [`Comparison`] and [`dominating_estimator`] are orderings 5 to 8 for a true worth ("profitability"),
//! [`Prediction`] is orderings 1, 2 and 3 for a true outcome; ordering 4 is a match. [`Admissibility`] tests
//! whether MAX's evaluation never overestimates a position that the model's does not overestimate. [`Errors`]
//! counts errors of the four types on a tree's leaves. Over- and underestimation are by rank (definitions 5
//! and 6), so numbers on different scales can be compared.

use std::collections::BTreeMap;

use super::{correlation, ranks};

/// How well an evaluation estimates the true worth of positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Positions in the largest set on which it orders as the truth does (ordering 5; larger is better).
    pub equivalent: usize,
    /// Correlation with the truth (ordering 7; larger is better).
    pub correlation: f64,
    /// Sum of the differences of ranks (ordering 8; smaller is better).
    pub rank_difference: f64,
}

impl Comparison {
    /// Compares an evaluation's values with the true ones.
    pub fn new(values: &[f64], truth: &[f64]) -> Comparison {
        let differences = ranks(values).into_iter().zip(ranks(truth)).map(|(one, other)| (one - other).abs());
        Comparison {
            equivalent: equivalent_positions(values, truth),
            correlation: correlation(values, truth),
            rank_difference: differences.sum(),
        }
    }
}

/// The size of the largest set of positions on which two functions order alike: a heaviest chain that rises strictly in
/// both, equal pairs taken together.
pub fn equivalent_positions(one: &[f64], other: &[f64]) -> usize {
    let mut pairs: Vec<(f64, f64)> = one.iter().copied().zip(other.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let groups: Vec<((f64, f64), usize)> =
        pairs.chunk_by(|a, b| a == b).map(|group| (group[0], group.len())).collect();
    let mut heaviest = vec![0; groups.len()];
    for place in 0..groups.len() {
        let (here, weight) = groups[place];
        let below = (0..place).filter(|lower| groups[*lower].0.0 < here.0 && groups[*lower].0.1 < here.1);
        heaviest[place] = weight + below.map(|lower| heaviest[lower]).max().unwrap_or(0);
    }
    heaviest.into_iter().max().unwrap_or(0)
}

/// Whether an evaluation orders as the truth does on every set of positions on which another one does, and on more
/// (ordering 6). Every two positions of such a set are ordered rightly, so it is enough to look at pairs.
pub fn dominating_estimator(one: &[f64], other: &[f64], truth: &[f64]) -> bool {
    let order = |values: &[f64], (a, b): (usize, usize)| values[a].partial_cmp(&values[b]);
    let mut more = false;
    for pair in (0..truth.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let [first, second] = [one, other].map(|values| order(values, pair) == order(truth, pair));
        if second && !first {
            return false;
        }
        more |= first && !second;
    }
    more
}

/// How well an evaluation predicts the true outcome of positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// The positions predicted by the best reading of its values: each value stands for its commonest outcome.
    pub predicted: Vec<bool>,
    /// The chance that a won position is valued above a lost one, ties counting half.
    pub separation: f64,
}

impl Prediction {
    /// Compares an evaluation's values with true outcomes: 1, 0 or -1.
    pub fn new(values: &[f64], outcomes: &[i32]) -> Prediction {
        let mut counts: BTreeMap<u64, BTreeMap<i32, usize>> = BTreeMap::new();
        for (value, outcome) in values.iter().zip(outcomes) {
            *counts.entry(value.to_bits()).or_default().entry(*outcome).or_default() += 1;
        }
        let commonest = |value: f64| {
            let most = counts[&value.to_bits()].iter().max_by_key(|(_, count)| **count);
            *most.expect("every value was counted").0
        };
        let of = |wanted: i32| -> Vec<f64> {
            values
                .iter()
                .zip(outcomes)
                .filter(|(_, outcome)| **outcome == wanted)
                .map(|(value, _)| *value)
                .collect()
        };
        let (won, lost) = (of(1), of(-1));
        let above = |one: &f64| -> f64 {
            lost.iter()
                .map(|other| if one > other { 1.0 } else { f64::from(u8::from(one == other)) / 2.0 })
                .sum()
        };
        let pairs = (won.len() * lost.len()).max(1) as f64;
        Prediction {
            predicted: values
                .iter()
                .zip(outcomes)
                .map(|(value, outcome)| commonest(*value) == *outcome)
                .collect(),
            separation: won.iter().map(above).sum::<f64>() / pairs,
        }
    }

    /// Whether it is a larger predictor (ordering 1).
    pub fn larger(&self, other: &Prediction) -> bool {
        let count = |one: &Prediction| one.predicted.iter().filter(|predicted| **predicted).count();
        count(self) > count(other)
    }

    /// Whether it predicts all that the other does and more (ordering 2).
    pub fn dominates(&self, other: &Prediction) -> bool {
        self.larger(other)
            && self.predicted.iter().zip(&other.predicted).all(|(own, theirs)| *own || !*theirs)
    }
}

/// Whether a pair of evaluations is admissible for OM search, on a sample (definition 7).
#[derive(Debug, Clone, PartialEq)]
pub struct Admissibility {
    /// MAX's evaluation has the smaller rank-difference sum.
    pub better: bool,
    /// Positions that MAX's evaluation overestimates and the model's does not.
    pub violations: usize,
    /// Positions in the sample.
    pub positions: usize,
}

impl Admissibility {
    /// Tests a pair against the true values.
    pub fn new(own: &[f64], model: &[f64], truth: &[f64]) -> Admissibility {
        let better =
            Comparison::new(own, truth).rank_difference < Comparison::new(model, truth).rank_difference;
        let (own, model, truth) = (ranks(own), ranks(model), ranks(truth));
        let violates = |place: &usize| own[*place] > truth[*place] && model[*place] <= truth[*place];
        Admissibility {
            better,
            violations: (0..truth.len()).filter(violates).count(),
            positions: truth.len(),
        }
    }

    /// Whether nothing in the sample speaks against it.
    pub fn holds(&self) -> bool {
        self.better && self.violations == 0
    }
}

/// Estimation errors among the leaves of a tree (section 4.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Errors {
    /// Type I: MAX overestimates a leaf that MIN's play can reach.
    pub own_over: usize,
    /// Type II: MAX underestimates one.
    pub own_under: usize,
    /// Type III: MIN underestimates a leaf, which so comes within reach.
    pub model_under: usize,
    /// Type IV: MIN overestimates a leaf that MIN's true play would reach.
    pub model_over: usize,
}

impl Errors {
    /// Counts errors by MAX's values, the model's and the true ones, and by the leaves that MIN's play by the
    /// model and MIN's true play can reach.
    pub fn count(
        own: &[f64],
        model: &[f64],
        truth: &[f64],
        reached: &[bool],
        truly_reached: &[bool],
    ) -> Self {
        let (own, model, truth) = (ranks(own), ranks(model), ranks(truth));
        let count = |wanted: &dyn Fn(usize) -> bool| (0..truth.len()).filter(|place| wanted(*place)).count();
        Self {
            own_over: count(&|leaf| reached[leaf] && own[leaf] > truth[leaf]),
            own_under: count(&|leaf| reached[leaf] && own[leaf] < truth[leaf]),
            model_under: count(&|leaf| reached[leaf] && !truly_reached[leaf] && model[leaf] < truth[leaf]),
            model_over: count(&|leaf| truly_reached[leaf] && model[leaf] > truth[leaf]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orderings_and_admissibility() {
        let truth = [1.0, 2.0, 3.0, 4.0];
        let perfect = Comparison::new(&[10.0, 20.0, 30.0, 40.0], &truth);
        assert_eq!((perfect.equivalent, perfect.rank_difference), (4, 0.0));
        assert!((perfect.correlation - 1.0).abs() < 1e-12);
        let swapped = Comparison::new(&[2.0, 1.0, 3.0, 4.0], &truth);
        assert_eq!((swapped.equivalent, swapped.rank_difference), (3, 2.0));
        // Whoever overestimates more is no danger to who overestimates less.
        assert!(Admissibility::new(&truth, &[4.0, 2.0, 3.0, 1.0], &truth).holds());
        let pair = Admissibility::new(&[2.0, 1.0, 3.0, 4.0], &[1.0, 2.0, 4.0, 3.0], &truth);
        assert_eq!(pair.violations, 1);
        let sharp = Prediction::new(&[1.0, 2.0, 3.0, 4.0], &[-1, -1, 1, 1]);
        let blunt = Prediction::new(&[1.0, 2.0, 2.0, 2.0], &[-1, -1, 1, 1]);
        assert!(sharp.larger(&blunt) && sharp.dominates(&blunt) && !blunt.dominates(&sharp));
        assert_eq!((sharp.separation, blunt.separation), (1.0, 0.75));
    }

    /// A dominating estimator is equivalent to the truth on every set on which the other is, looked at one by one.
    #[test]
    fn dominating_estimators() {
        let truth = [1.0, 2.0, 3.0, 4.0];
        assert!(dominating_estimator(&truth, &[2.0, 1.0, 3.0, 4.0], &truth));
        assert!(
            !dominating_estimator(&[2.0, 1.0, 3.0, 4.0], &[1.0, 2.0, 4.0, 3.0], &truth),
            "each has its own"
        );
        assert!(!dominating_estimator(&truth, &truth, &truth), "nothing more");
        let alike = |values: &[f64], truth: &[f64], set: u32| {
            let inside = |place: &usize| set >> place & 1 == 1;
            let places = || (0..truth.len()).filter(inside);
            places().all(|a| places().all(|b| (values[a] <= values[b]) == (truth[a] <= truth[b])))
        };
        let mut dominating = 0;
        for seed in 0..2000 {
            let number = |place: u64| f64::from((plywood_core::random::derive(seed, place) % 3) as u32);
            let [one, other, truth] =
                [0, 4, 8].map(|from| (from..from + 4).map(number).collect::<Vec<f64>>());
            let (mut every, mut more) = (true, false);
            for set in 0..16 {
                let (first, second) = (alike(&one, &truth, set), alike(&other, &truth, set));
                every &= first || !second;
                more |= first && !second;
            }
            assert_eq!(
                dominating_estimator(&one, &other, &truth),
                every && more,
                "{one:?} {other:?} {truth:?}"
            );
            dominating += u32::from(every && more);
        }
        assert!(dominating > 50);
    }
}
