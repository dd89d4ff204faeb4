//! Estimation errors of the four types (section 4.2.1, figures 4.1 to 4.7), on one common tree of true values.

use plywood_core::Error;
use plywood_core::{Game, Knowledge, Spec};
use plywood_games::tree::parse;
use plywood_search::opponent::analysis::Leaves;

use crate::models::Written;
use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_lab::stats::estimators;

/// The true values of all seven figures.
const TRUTH: [f64; 4] = [6.0, 7.0, 8.0, 2.0];

/// Errors on a tree, and what they cost.
struct Errors {
    count: estimators::Errors,
    expected: f64,
    obtained: f64,
    true_value: f64,
}

/// Errors on a tree of four leaves with these values of V0 and Vop.
fn with(own: [f64; 4], model: [f64; 4]) -> Result<Errors, Error> {
    let leaf = |place: usize| format!("{}/{}/{}", own[place], model[place], TRUTH[place]);
    let tree = parse(&format!("([{} {}] [{} {}])", leaf(0), leaf(1), leaf(2), leaf(3)))?;
    let [own, model, truth] = ["v0", "v1", "v2"].map(|name| tree.evaluator(&Spec::word(name)));
    let leaves = Leaves::of_tree(&tree, &tree.start(), 9, &own?, &model?, &truth?);
    let count = estimators::Errors::count(
        &leaves.own,
        &leaves.model,
        &leaves.truth,
        &leaves.reached,
        &leaves.truly_reached,
    );
    let Leaves { expected, obtained, true_value, .. } = leaves;
    Ok(Errors { count, expected, obtained, true_value })
}

/// The truth with one leaf changed.
fn but(place: usize, value: f64) -> [f64; 4] {
    let mut values = TRUTH;
    values[place] = value;
    values
}

fn start(context: &Context, errors: &Errors) -> Evidence {
    let mut evidence = Evidence::new(format!(
        "The tree {}, true values {}. Errors counted by rank: type I {}, II {}, III {}, IV {}.",
        context.entry.tree.as_deref().unwrap_or(""),
        context.entry.tree_true.as_deref().unwrap_or(""),
        errors.count.own_over,
        errors.count.own_under,
        errors.count.model_under,
        errors.count.model_over,
    ));
    let columns = ["expected", "obtained", "true value"].map(String::from);
    let row = [errors.expected, errors.obtained, errors.true_value].map(Measured::Exact).to_vec();
    evidence.grid(Grid::measured("OM search", &columns, 0, vec![("root".to_string(), row)]));
    evidence
}

/// Figure 4.1.
pub fn type_one(context: &Context) -> Result<Evidence, Error> {
    let errors = with(but(3, 9.0), TRUTH)?;
    let mut evidence = start(context, &errors);
    let measured = [errors.expected, errors.obtained, errors.true_value - errors.obtained, TRUTH[2]];
    evidence.grid(Grid::beside(context.entry, "Numbers of the text", 0, |row, _| {
        measured.get(row).map(|one| Measured::Exact(*one))
    }));
    evidence.judge(
        "expects",
        Ruling::exact(errors.expected == 9.0),
        format!("MAX expects {}.", errors.expected),
    );
    evidence.judge(
        "obtains",
        Ruling::exact(errors.obtained == 2.0),
        format!("MAX obtains {}.", errors.obtained),
    );
    let loss = errors.true_value - errors.obtained;
    evidence.judge("loss", Ruling::exact(loss == 4.0), format!("{loss} below the true value."));
    let mut bounded = true;
    for wrong in [9.0, 20.0, 1000.0] {
        let tree = Written::read(&format!("([6/6 7/7] [8/8 {wrong}/2])"))?;
        bounded &= tree.minimax(0, "/") == 8.0 && tree.om("/") == wrong;
    }
    evidence.judge(
        "minimax-bounded",
        Ruling::exact(bounded),
        "With 9, 20 and 1000 minimax stays at 8 and OM search follows.",
    );
    Ok(evidence)
}

/// Figure 4.2.
pub fn type_one_vanishing(context: &Context) -> Result<Evidence, Error> {
    let errors = with(but(3, 9.0), but(3, 9.0))?;
    let mut evidence = start(context, &errors);
    let agree = errors.expected == 8.0 && errors.obtained == 8.0;
    evidence.judge(
        "agree",
        Ruling::exact(agree),
        format!("Expected {}, obtained {}.", errors.expected, errors.obtained),
    );
    Ok(evidence)
}

/// Figure 4.3.
pub fn type_two(context: &Context) -> Result<Evidence, Error> {
    let errors = with(but(0, 1.0), TRUTH)?;
    let mut evidence = start(context, &errors);
    let tree = Written::read("([1/6 7/7] [8/8 2/2])")?;
    let truth = Written::read("([6/6 7/7] [8/8 2/2])")?;
    let (om, right) = (tree.best(|tree, path| tree.om(path)), truth.best(|tree, path| tree.minimax(0, path)));
    evidence.judge(
        "second-best",
        Ruling::exact((om, right) == (2, 1)),
        format!("OM search plays move {om}; the true best is {right}."),
    );
    let obtained =
        [1.0, 0.0, -1000.0].iter().map(|wrong| with(but(0, *wrong), TRUTH).map(|errors| errors.obtained));
    let obtained = obtained.collect::<Result<Vec<f64>, Error>>()?;
    evidence.judge(
        "bounded-harm",
        Ruling::exact(obtained.windows(2).all(|pair| pair[0] == pair[1])),
        format!("Obtained with 1, 0 and -1000: {obtained:?}."),
    );
    Ok(evidence)
}

/// Figure 4.4.
pub fn type_two_vanishing(context: &Context) -> Result<Evidence, Error> {
    let errors = with(but(0, 1.0), but(0, 8.0))?;
    let mut evidence = start(context, &errors);
    let vanished = errors.expected == errors.obtained && errors.count.own_under == 0;
    evidence.judge(
        "vanishes",
        Ruling::exact(vanished),
        format!("Expected {}, obtained {}, no type-II error left.", errors.expected, errors.obtained),
    );
    Ok(evidence)
}

/// Figure 4.5.
pub fn type_three(context: &Context) -> Result<Evidence, Error> {
    let errors = with(TRUTH, but(2, 1.0))?;
    let mut evidence = start(context, &errors);
    evidence.judge(
        "profit",
        Ruling::exact(errors.obtained > errors.true_value),
        format!("{} against {}.", errors.obtained, errors.true_value),
    );
    evidence.judge(
        "no-self-deception",
        Ruling::exact(errors.expected == errors.obtained),
        format!("Expected {}, obtained {}.", errors.expected, errors.obtained),
    );
    Ok(evidence)
}

/// Figure 4.6.
pub fn type_three_vanishing(context: &Context) -> Result<Evidence, Error> {
    let errors = with(but(2, 1.0), but(2, 1.0))?;
    let mut evidence = start(context, &errors);
    evidence.judge(
        "vanishes",
        Ruling::exact(errors.obtained == errors.true_value),
        format!("{} obtained, {} true.", errors.obtained, errors.true_value),
    );
    Ok(evidence)
}

/// Figure 4.7.
pub fn type_four(context: &Context) -> Result<Evidence, Error> {
    let errors = with(TRUTH, but(0, 9.0))?;
    let mut evidence = start(context, &errors);
    evidence.judge(
        "drops-out",
        Ruling::exact(errors.count.model_over == 1 && errors.obtained > errors.true_value),
        format!("{} obtained, {} true.", errors.obtained, errors.true_value),
    );
    let third = with(TRUTH, but(2, 1.0))?.obtained;
    evidence.judge(
        "smaller-than-III",
        Ruling::exact(errors.obtained < third),
        format!("{} against {third}.", errors.obtained),
    );
    let obtained = [-1000.0, 6.0, 1000.0]
        .iter()
        .map(|wrong| with(but(0, *wrong), but(0, 9.0)).map(|errors| errors.obtained));
    let obtained = obtained.collect::<Result<Vec<f64>, Error>>()?;
    evidence.judge(
        "v0-cannot-undo",
        Ruling::exact(obtained.iter().all(|one| *one == errors.obtained)),
        format!("Obtained with -1000, 6 and 1000: {obtained:?}."),
    );
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures 4.1 to 4.7: one error each on the tree of true values 6 7 8 2, and what it costs or brings.
    #[test]
    fn the_figures_of_chapter_4() {
        let errors = |own, model| with(own, model).unwrap();
        let first = errors(but(3, 9.0), TRUTH);
        assert_eq!((first.count.own_over, first.count.model_under), (1, 0));
        assert_eq!((first.expected, first.obtained, first.true_value), (9.0, 2.0, 6.0));
        let vanished = errors(but(3, 9.0), but(3, 9.0));
        assert_eq!((vanished.count.own_over, vanished.expected, vanished.obtained), (0, 8.0, 8.0));
        let second = errors(but(0, 1.0), TRUTH);
        assert_eq!((second.count.own_under, second.expected, second.obtained), (1, 2.0, 2.0));
        let vanished = errors(but(0, 1.0), but(0, 8.0));
        assert_eq!((vanished.expected, vanished.obtained), (7.0, 7.0));
        let third = errors(TRUTH, but(2, 1.0));
        assert_eq!((third.count.model_under, third.expected, third.obtained), (1, 8.0, 8.0));
        assert_eq!(errors(but(2, 1.0), but(2, 1.0)).obtained, 6.0);
        let fourth = errors(TRUTH, but(0, 9.0));
        assert_eq!((fourth.count.model_over, fourth.obtained), (1, 7.0));
    }
}
