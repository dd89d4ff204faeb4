//! Evaluation functions under the glass (opponent-model thesis, chapter 4).
//!
//! [`Comparison`] orders evaluations by how well they estimate a true value on a sample of positions: orderings 1, 2
//! and 3 for a true outcome, 5 to 8 for a true worth ("profitability"); ordering 4 is a tournament
//! ([`operational_score`]). [`Errors`] counts estimation errors of the four types on a tree, and
//! [`Admissibility`] tests on a sample whether MAX's evaluation never overestimates what the model's does not.
//!
//! Over- and underestimation are by rank (definitions 5 and 6): numbers on different scales can be compared.

use std::collections::BTreeMap;

use plywood_core::{Budget, Evaluator, Game, Line, Player, Search, Stop, Turn, Value};

use super::definition::Definition;
use super::om::Ties;
use crate::alphabeta::{AlphaBeta, Config};

/// The rank of each number among all, from 1; equal ones share the mean of their ranks.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<usize> = (0..numbers.len()).collect();
    sorted.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut at = 0;
    while at < sorted.len() {
        let equal = sorted[at..].iter().take_while(|place| numbers[**place] == numbers[sorted[at]]).count();
        let mean = at as f64 + (equal as f64 + 1.0) / 2.0;
        sorted[at..at + equal].iter().for_each(|place| ranks[*place] = mean);
        at += equal;
    }
    ranks
}

/// Pearson's correlation; nought where one side does not vary.
pub fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let count = one.len().max(1) as f64;
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / count;
    let (a, b) = (mean(one), mean(other));
    let sum = |f: &dyn Fn(f64, f64) -> f64| one.iter().zip(other).map(|(x, y)| f(x - a, y - b)).sum::<f64>();
    let (both, first, second) = (sum(&|x, y| x * y), sum(&|x, _| x * x), sum(&|_, y| y * y));
    if first == 0.0 || second == 0.0 { 0.0 } else { both / libm::sqrt(first * second) }
}

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

/// The mean payoff of a player with one evaluation against his equal with another, both searching so many plies with
/// alpha-beta, from every opening in both seats (ordering 4: above nought the first is operationally better).
pub fn operational_score<G: Game, E: Evaluator<G>>(
    openings: &[Line<G>],
    depth: u32,
    first: &E,
    second: &E,
) -> f64 {
    let mut total = 0.0;
    for (opening, seat) in openings.iter().flat_map(|opening| [(opening, 0), (opening, 1)]) {
        let mut players = [first, second].map(|one| AlphaBeta::new(one.clone(), Config::BARE));
        let mut line = opening.clone();
        while let Turn::Player(player) = line.turn() {
            let thinker = &mut players[player.index() ^ seat];
            let report = thinker.think(&line, &Budget::depth(depth), 0, &Stop::new(), &mut ());
            line.play(report.best.expect("a player on turn has a move"));
        }
        total += line.payoff(Player(seat as u8)).to_f64();
    }
    total / (2 * openings.len()).max(1) as f64
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

/// Estimation errors on a tree (section 4.2.1), and what they cost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Errors {
    /// Type I: MAX overestimates a leaf that MIN's play can reach.
    pub own_over: usize,
    /// Type II: MAX underestimates one.
    pub own_under: usize,
    /// Type III: MIN underestimates a leaf, which so comes within reach.
    pub model_under: usize,
    /// Type IV: MIN overestimates a leaf that his true play would reach.
    pub model_over: usize,
    /// What MAX expects of OM search.
    pub expected: f64,
    /// The true value of the leaf that is reached when both play as modelled.
    pub obtained: f64,
    /// The true value of the root.
    pub true_value: f64,
}

/// A leaf by the moves that lead to it, and its values: MAX's, the model's, the true one.
struct Leaf {
    path: Vec<usize>,
    values: [f64; 3],
}

impl Errors {
    /// Counts errors on the tree below a root, searched to a depth; the true values are an evaluation, too.
    pub fn on_tree<G: Game, E: Evaluator<G>>(
        game: &G,
        root: &G::Position,
        depth: u32,
        own: &E,
        model: &E,
        truth: &E,
    ) -> Errors {
        let definition = Definition::new(game, root);
        let evaluations = [own, model, truth];
        let mut leaves = Vec::new();
        list_leaves(&definition, game, (root, 0, depth), evaluations, &mut Vec::new(), &mut leaves);
        let ranks_of =
            |which: usize| ranks(&leaves.iter().map(|leaf: &Leaf| leaf.values[which]).collect::<Vec<f64>>());
        let [own_ranks, model_ranks, true_ranks] = [0, 1, 2].map(ranks_of);
        let reached = reachable(&definition, game, (root, 0, depth), model);
        let truly_reached = reachable(&definition, game, (root, 0, depth), truth);
        let mut errors = Errors {
            expected: definition.om(own, model, (root, 0, depth), depth, None, Ties::First),
            true_value: definition.minimax(truth, (root, 0, depth)).to_f64(),
            ..Errors::default()
        };
        let mut best = f64::NEG_INFINITY;
        for (place, leaf) in leaves.iter().enumerate() {
            let (here, true_here) = (reached.contains(&leaf.path), truly_reached.contains(&leaf.path));
            let true_rank = true_ranks[place];
            errors.own_over += usize::from(here && own_ranks[place] > true_rank);
            errors.own_under += usize::from(here && own_ranks[place] < true_rank);
            errors.model_under += usize::from(here && !true_here && model_ranks[place] < true_rank);
            errors.model_over += usize::from(true_here && model_ranks[place] > true_rank);
            if here && leaf.values[0] > best {
                best = leaf.values[0];
                errors.obtained = leaf.values[2];
            }
        }
        errors
    }
}

fn list_leaves<G: Game, E: Evaluator<G>>(
    definition: &Definition<'_, G>,
    game: &G,
    (position, ply, depth): (&G::Position, u32, u32),
    evaluations: [&E; 3],
    path: &mut Vec<usize>,
    leaves: &mut Vec<Leaf>,
) {
    if depth == 0 || game.turn(position) == Turn::Over {
        let values = evaluations.map(|one| definition.minimax(one, (position, ply, depth)).to_f64());
        leaves.push(Leaf { path: path.clone(), values });
        return;
    }
    for (place, (_, child)) in definition.children(position).iter().enumerate() {
        path.push(place);
        list_leaves(definition, game, (child, ply + 1, depth - 1), evaluations, path, leaves);
        path.pop();
    }
}

/// The leaves that can be reached while MIN plays by an evaluation: the leaves of his solution tree.
fn reachable<G: Game, E: Evaluator<G>>(
    definition: &Definition<'_, G>,
    game: &G,
    (position, ply, depth): (&G::Position, u32, u32),
    model: &E,
) -> Vec<Vec<usize>> {
    if depth == 0 || game.turn(position) == Turn::Over {
        return vec![Vec::new()];
    }
    let children = definition.children(position);
    let mut places: Vec<usize> = (0..children.len()).collect();
    if !definition.is_max(position) {
        let value = |place: &usize| definition.minimax(model, (&children[*place].1, ply + 1, depth - 1));
        let least = places.iter().map(value).fold(G::Value::HIGHEST, Value::smaller);
        places = places.into_iter().filter(|place| value(place) == least).take(1).collect();
    }
    let below = |place: usize| {
        let node = (&children[place].1, ply + 1, depth - 1);
        let mut paths = reachable(definition, game, node, model);
        paths.iter_mut().for_each(|path| path.insert(0, place));
        paths
    };
    places.into_iter().flat_map(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Knowledge, Spec};
    use plywood_games::tree::parse;

    fn errors(text: &str) -> Errors {
        let tree = parse(text).unwrap();
        let [own, model, truth] = ["v0", "v1", "v2"].map(|name| tree.evaluator(&Spec::word(name)).unwrap());
        Errors::on_tree(&tree, &tree.start(), 9, &own, &model, &truth)
    }

    /// Figures 4.1 to 4.7: one error each on the tree of true values 6 7 8 2, and what it costs or brings.
    #[test]
    fn the_figures_of_chapter_4() {
        let first = errors("([6/6/6 7/7/7] [8/8/8 9/2/2])");
        assert_eq!((first.own_over, first.model_under), (1, 0));
        assert_eq!((first.expected, first.obtained, first.true_value), (9.0, 2.0, 6.0));
        let vanished = errors("([6/6/6 7/7/7] [8/8/8 9/9/2])");
        assert_eq!((vanished.own_over, vanished.expected, vanished.obtained), (0, 8.0, 8.0));
        let second = errors("([1/6/6 7/7/7] [8/8/8 2/2/2])");
        assert_eq!((second.own_under, second.expected, second.obtained), (1, 2.0, 2.0));
        let vanished = errors("([1/8/6 7/7/7] [8/8/8 2/2/2])");
        assert_eq!((vanished.expected, vanished.obtained), (7.0, 7.0));
        let third = errors("([6/6/6 7/7/7] [8/1/8 2/2/2])");
        assert_eq!((third.model_under, third.expected, third.obtained), (1, 8.0, 8.0));
        assert_eq!(errors("([6/6/6 7/7/7] [1/1/8 2/2/2])").obtained, 6.0);
        let fourth = errors("([6/9/6 7/7/7] [8/8/8 2/2/2])");
        assert_eq!((fourth.model_over, fourth.obtained), (1, 7.0));
    }

    #[test]
    fn orderings_and_admissibility() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
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

    /// Whoever knows the payoff beats who does not know it, and is his own equal.
    #[test]
    fn operational_scores() {
        let openings: Vec<_> = (0..40)
            .map(|seed| {
                let spec = format!("randomtree(width=3, depth=6, seed={seed})").parse::<Spec>().unwrap();
                Line::new(plywood_games::randomtree::RandomTree::from_spec(&spec).unwrap())
            })
            .collect();
        let [right, wrong] =
            ["v0", "v1"].map(|name| openings[0].game().evaluator(&Spec::word(name)).unwrap());
        assert!(operational_score(&openings, 2, &right, &wrong) > 100.0);
        assert_eq!(operational_score(&openings, 2, &right, &right), 0.0);
    }
}
