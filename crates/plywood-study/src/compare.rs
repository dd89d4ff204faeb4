//! Two evaluations of a game compared (opponent-model thesis, chapter 4).
//!
//! Both are measured against a truth: the answer of another player for each position of a sample, by a deep
//! search, a solver or playouts. Orderings 1 to 3 need the game-theoretic outcome and use the positions that
//! the truth has proven. Orderings 5 to 8 take its value as the worth of a position; ordering 4 is a small
//! tournament. Errors are counted on the trees below the first positions of the sample. `bound` is the
//! greatest difference at any position, in points: the least value for `bound=` of `om` and `prom`.
//!
//! All values are for the player who moves first. Everything goes through the facade, so nothing is compiled
//! for a game.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::random::{below, derive, seeded};
use plywood_core::{Budget, Error, Game, Knowledge, Player, Spec, Stop, Task, Turn};
use plywood_games::tree;
use plywood_lab::stats::estimators::{Admissibility, Comparison, Errors, Prediction, dominating_estimator};
use plywood_search::opponent::analysis::Leaves;
use serde::Serialize;

/// The evaluations to compare, and the positions to compare them on.
#[derive(Debug, Clone)]
pub struct Plan {
    /// MAX's evaluation.
    pub own: Spec,
    /// The other one: the opponent's.
    pub other: Spec,
    /// Who knows the truth.
    pub truth: Spec,
    /// Positions of the sample.
    pub positions: usize,
    /// Plies that the players of the tournament and the trees of the error count look ahead.
    pub depth: u32,
    /// The seed of the positions.
    pub seed: u64,
}

/// Which of the two an ordering prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The first.
    First,
    /// The second.
    Second,
    /// Neither.
    Neither,
}

impl Better {
    fn of(first: f64, second: f64) -> Better {
        Better::by(first > second, second > first)
    }
    fn by(first: bool, second: bool) -> Better {
        match (first, second) {
            (true, false) => Better::First,
            (false, true) => Better::Second,
            _ => Better::Neither,
        }
    }
}

/// One of the eight orderings.
#[derive(Debug, Clone, Serialize)]
pub struct Ordering {
    /// Its number in the thesis.
    pub number: u32,
    /// Its subject.
    pub name: &'static str,
    /// The number of each evaluation; none where there is no number.
    pub values: Option<[f64; 2]>,
    /// Which it prefers.
    pub better: Better,
}

/// Estimation errors on the trees of the sample, types I to IV, and what they cost.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct ErrorCount {
    /// Trees that were looked at.
    pub trees: usize,
    /// MAX overestimates a leaf that MIN's play can reach.
    pub type_1: usize,
    /// MAX underestimates one.
    pub type_2: usize,
    /// MIN underestimates a leaf, which so comes within reach.
    pub type_3: usize,
    /// MIN overestimates a leaf that MIN's true play would reach.
    pub type_4: usize,
    /// The mean of what OM search gets beyond the true value of the root, by the truth.
    pub gain: f64,
}

/// The comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Compared {
    /// The two evaluations.
    pub evaluations: [String; 2],
    /// Who knew the truth.
    pub truth: String,
    /// Positions in the sample, and those whose value was proven.
    pub positions: usize,
    /// Those of them whose true value was proven.
    pub proven: usize,
    /// The eight orderings.
    pub orderings: Vec<Ordering>,
    /// Whether the pair is admissible on the sample: the first is better ranked and never overestimates alone.
    pub admissible: bool,
    /// Positions that the first overestimates and the second does not.
    pub violations: usize,
    /// The greatest difference between the evaluations in the sample and on the trees, in points.
    pub bound: f64,
    /// Errors on trees.
    pub errors: ErrorCount,
}

/// A position of the sample and what is said of it, for the first player.
struct Sampled {
    line: Box<dyn AnyLine>,
    values: [f64; 2],
    truth: f64,
    proven: bool,
}

/// Trees that errors are counted on, and the most leaves that one may have.
const TREES: usize = 20;
const LEAVES: usize = 2_000;
/// Openings of the tournament.
const OPENINGS: usize = 10;

/// Compares two evaluations; `tell` hears how many positions of the sample are done.
pub fn compare(
    game: &dyn AnyGame,
    plan: &Plan,
    stop: &Stop,
    tell: &mut dyn FnMut(usize),
) -> Result<Compared, Error> {
    let sample = sample(game, plan, stop, tell)?;
    let column = |of: &dyn Fn(&Sampled) -> f64| sample.iter().map(of).collect::<Vec<f64>>();
    let values = [0, 1].map(|which| column(&|one| one.values[which]));
    let truth = column(&|one| one.truth);
    let mut orderings = predictions(&sample);
    let scores = tournament(game, plan, &sample, stop)?;
    orderings.push(ordering(4, "operational score", scores));
    orderings.extend(estimations(&values, &truth));
    let Admissibility { better, violations, .. } = Admissibility::new(&values[0], &values[1], &truth);
    let mut bound =
        values[0].iter().zip(&values[1]).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    let errors = errors(game, plan, &sample, &mut bound, stop)?;
    Ok(Compared {
        evaluations: [&plan.own, &plan.other].map(Spec::to_string),
        truth: plan.truth.to_string(),
        positions: sample.len(),
        proven: sample.iter().filter(|one| one.proven).count(),
        orderings,
        admissible: better && violations == 0,
        violations,
        bound,
        errors,
    })
}

fn ordering(number: u32, name: &'static str, values: [f64; 2]) -> Ordering {
    Ordering { number, name, values: Some(values), better: Better::of(values[0], values[1]) }
}

/// A value of the player on turn as the first player's.
fn to_first(line: &dyn AnyLine, value: f64) -> f64 {
    if line.turn().view() == Player::FIRST { value } else { -value }
}

/// Unfinished positions of games of random moves, each with both evaluations and the truth.
fn sample(
    game: &dyn AnyGame,
    plan: &Plan,
    stop: &Stop,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Sampled>, Error> {
    let mut knower = game.player(&plan.truth)?;
    let mut sample: Vec<Sampled> = Vec::new();
    // Games of random moves may all be short: as many again are tried before the sample stays smaller.
    for number in 0..20 * plan.positions as u64 {
        if sample.len() == plan.positions || stop.raised() {
            break;
        }
        let mut rng = seeded(derive(plan.seed, number));
        let mut game_line = game.start();
        let mut lines = vec![game_line.boxed_clone()];
        while let Turn::Player(_) = game_line.turn() {
            let moves = game_line.moves();
            game_line.step(&moves[below(&mut rng, moves.len())])?;
            lines.push(game_line.boxed_clone());
        }
        // One position a game, so that none is near another one.
        let line = lines.swap_remove(below(&mut rng, lines.len()));
        let known = |one: &Sampled| one.line.key() == line.key();
        if !matches!(line.turn(), Turn::Player(_)) || sample.iter().any(known) {
            continue;
        }
        let mut values = [0.0; 2];
        for (value, spec) in values.iter_mut().zip([&plan.own, &plan.other]) {
            *value = to_first(&*line, game.evaluate(&*line, spec)?);
        }
        knower.new_game();
        let report = knower.think(&*line, Task::new(Budget::UNSET).seed(plan.seed).stop(stop))?;
        let truth = to_first(&*line, report.value);
        sample.push(Sampled { line, values, truth, proven: report.proven });
        tell(sample.len());
    }
    if sample.len() < 2 {
        return Err(Error::new("random games of this game have too few positions to compare evaluations on"));
    }
    Ok(sample)
}

/// Orderings 1 to 3, on positions whose outcome is proven.
fn predictions(sample: &[Sampled]) -> Vec<Ordering> {
    let proven: Vec<&Sampled> = sample.iter().filter(|one| one.proven).collect();
    let sign = |truth: f64| i32::from(truth > 0.0) - i32::from(truth < 0.0);
    let outcomes: Vec<i32> = proven.iter().map(|one| sign(one.truth)).collect();
    let [first, second] = [0, 1].map(|which| {
        let values: Vec<f64> = proven.iter().map(|one| one.values[which]).collect();
        Prediction::new(&values, &outcomes)
    });
    let count = |one: &Prediction| one.predicted.iter().filter(|predicted| **predicted).count() as f64;
    vec![
        ordering(1, "larger predictor: positions predicted", [count(&first), count(&second)]),
        Ordering {
            number: 2,
            name: "dominating predictor",
            values: None,
            better: Better::by(first.dominates(&second), second.dominates(&first)),
        },
        ordering(
            3,
            "statistical predictor: chance that a won position is valued above a lost one",
            [first.separation, second.separation],
        ),
    ]
}

/// Orderings 5 to 8.
fn estimations(values: &[Vec<f64>; 2], truth: &[f64]) -> Vec<Ordering> {
    let [first, second] = [0, 1].map(|which| Comparison::new(&values[which], truth));
    let dominates = |one: usize, other: usize| dominating_estimator(&values[one], &values[other], truth);
    let ranks = [first.rank_difference, second.rank_difference];
    vec![
        ordering(
            5,
            "larger estimator: positions ordered as by the truth",
            [first.equivalent as f64, second.equivalent as f64],
        ),
        Ordering {
            number: 6,
            name: "dominating estimator",
            values: None,
            better: Better::by(dominates(0, 1), dominates(1, 0)),
        },
        ordering(7, "statistical estimator: correlation", [first.correlation, second.correlation]),
        Ordering {
            better: Better::of(-ranks[0], -ranks[1]),
            ..ordering(8, "rank-difference sum (less is better)", ranks)
        },
    ]
}

/// Mean payoffs of players with each evaluation and nothing else between them, from both seats of some positions.
fn tournament(game: &dyn AnyGame, plan: &Plan, sample: &[Sampled], stop: &Stop) -> Result<[f64; 2], Error> {
    // One level of M* search is minimax with any evaluation that models may have.
    let player = |spec: &Spec| {
        let text = format!(
            "mstar(levels=levels({spec}), depth={}, table=off, killers=off, history=off)",
            plan.depth
        );
        game.player(&text.parse()?)
    };
    let mut players = [player(&plan.own)?, player(&plan.other)?];
    let (mut total, mut games) = (0.0, 0);
    for (one, seat) in sample.iter().take(OPENINGS).flat_map(|one| [(one, 0), (one, 1)]) {
        let mut line = one.line.boxed_clone();
        players.iter_mut().for_each(|player| player.new_game());
        while let Turn::Player(on_turn) = line.turn() {
            let thinker = &mut players[on_turn.index() ^ seat];
            let report = thinker.think(&*line, Task::new(Budget::UNSET).stop(stop))?;
            line.step(&report.best.ok_or_else(|| Error::new("the player has no move"))?)?;
        }
        total += line.payoffs()[seat];
        games += 1;
    }
    let mean = total / f64::from(games.max(1));
    Ok([mean, -mean])
}

/// Errors on the trees below the first positions: each tree is written down with all three values at its leaves.
fn errors(
    game: &dyn AnyGame,
    plan: &Plan,
    sample: &[Sampled],
    bound: &mut f64,
    stop: &Stop,
) -> Result<ErrorCount, Error> {
    let mut knower = game.player(&plan.truth)?;
    let mut count = ErrorCount::default();
    for one in sample.iter().take(TREES) {
        let max = one.line.turn().view();
        let mut leaves = 0;
        let mut leaf = |line: &dyn AnyLine| -> Result<[f64; 3], Error> {
            let own = |value: f64| if max == Player::FIRST { value } else { -value };
            let truth = match line.turn() {
                Turn::Over => line.payoffs()[Player::FIRST.index()],
                _ => to_first(
                    line,
                    knower.think(line, Task::new(Budget::UNSET).seed(plan.seed).stop(stop))?.value,
                ),
            };
            let [first, second] = [&plan.own, &plan.other].map(|spec| game.evaluate(line, spec));
            let (first, second) = (to_first(line, first?), to_first(line, second?));
            *bound = bound.max((first - second).abs());
            Ok([own(first), own(second), own(truth)])
        };
        let mut text = String::new();
        if !write_tree(&*one.line, max, plan.depth, &mut leaf, &mut leaves, &mut text)? || stop.raised() {
            continue;
        }
        let tree = tree::parse(&text)?;
        let functions = ["v0", "v1", "v2"].map(|name| tree.evaluator(&Spec::word(name)));
        let [own, model, truth] = functions;
        let leaves = Leaves::of_tree(&tree, &tree.start(), plan.depth, &own?, &model?, &truth?);
        let Leaves { own, model, truth, reached, truly_reached, .. } = &leaves;
        let found = Errors::count(own, model, truth, reached, truly_reached);
        count.trees += 1;
        count.type_1 += found.own_over;
        count.type_2 += found.own_under;
        count.type_3 += found.model_under;
        count.type_4 += found.model_over;
        count.gain += leaves.obtained - leaves.true_value;
    }
    count.gain /= count.trees.max(1) as f64;
    Ok(count)
}

/// Says what a leaf is worth to MAX by both evaluations and in truth.
type Leaf<'a> = &'a mut dyn FnMut(&dyn AnyLine) -> Result<[f64; 3], Error>;

/// Writes the tree below a line in the notation of written trees; false where it has too many leaves.
fn write_tree(
    line: &dyn AnyLine,
    max: Player,
    depth: u32,
    leaf: Leaf<'_>,
    leaves: &mut usize,
    text: &mut String,
) -> Result<bool, Error> {
    if depth == 0 || line.turn() == Turn::Over {
        *leaves += 1;
        let [own, model, truth] = leaf(line)?;
        text.push_str(&format!("{own}/{model}/{truth}"));
        return Ok(*leaves <= LEAVES);
    }
    let (open, close) = if line.turn().view() == max { ('(', ')') } else { ('[', ']') };
    text.push(open);
    for (place, name) in line.moves().iter().enumerate() {
        let mut after = line.boxed_clone();
        after.step(name)?;
        text.push_str(if place > 0 { " " } else { "" });
        if !write_tree(&*after, max, depth - 1, leaf, leaves, text)? {
            return Ok(false);
        }
    }
    text.push(close);
    Ok(true)
}
