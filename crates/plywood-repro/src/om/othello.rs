//! What the thesis reports of others, repeated at Othello: (D, d)-OM search by the difference of depths (section 2.4.3,
//! after Gao and others), and M* search with limited evaluations, right models and wrong ones (2.4.4, after Carmel and
//! Markovitch).
//!
//! Every player meets the same opponent from the same random openings, colours swapped; two players are compared opening by
//! opening.

use plywood_core::Error;
use plywood_lab::experiment::Experiment;
use plywood_lab::matches::stored::by_opening;

use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};

/// Random plies before each game.
const OPENING: u32 = 6;

/// A player's points in 100 by opening, against an opponent.
fn points(
    context: &Context,
    players: [&str; 2],
    openings: usize,
    shares: (f64, f64),
) -> Result<Vec<f64>, Error> {
    let experiment = Experiment {
        openings: format!("random(plies={OPENING})"),
        ..Experiment::of_match("othello", &players, 2 * openings as u32, context.seed)
    };
    let games = context.games(&players.join(" against "), &experiment, shares)?;
    Ok(by_opening(&games).into_iter().map(|share| 100.0 * share).collect())
}

/// How many points in 100 one player gets more than another.
fn gain(one: &[f64], other: &[f64]) -> Estimate {
    Estimate::mean(&one.iter().zip(other).map(|(one, other)| one - other).collect::<Vec<_>>())
}

fn told(gains: &[Estimate]) -> String {
    gains.iter().map(|gain| gain.told(1)).collect::<Vec<_>>().join(", ")
}

/// Plies that the opponent looks ahead.
const SHALLOW: u32 = 1;
/// By how much more we do.
const DIFFERENCES: [u32; 3] = [2, 3, 4];
/// Openings at each difference; deeper games take longer.
const OPENINGS: [usize; 3] = [400, 200, 100];

/// Section 2.4.3.
pub fn by_depths(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(format!(
        "Random openings of {OPENING} plies, colours swapped. OM search with the opponent's own evaluation and depth as its model, and \
         alpha-beta of the same depth, each against alpha-beta of {SHALLOW} ply."
    ));
    evidence.reading(
        "Everybody evaluates by weighted squares; the opponent looks one ply ahead, so D is 3, 4 and 5.",
    );
    evidence.reading("A game counts as won, drawn or lost.");
    let opponent = format!("ab(eval=squares, depth={SHALLOW})");
    let mut found = Vec::new();
    for (place, (difference, openings)) in DIFFERENCES.into_iter().zip(OPENINGS).enumerate() {
        let openings = context.effort.amount(openings, 1000);
        let depth = SHALLOW + difference;
        evidence.scale(&format!("openings at D - d = {difference}"), openings, "not said");
        let at = |part: f64| (place as f64 + part) / 3.0;
        let model = format!("om(own=squares, opponent=squares, depth={depth}, probe={SHALLOW})");
        let plain = format!("ab(eval=squares, depth={depth})");
        let ours = points(context, [&model, &opponent], openings, (at(0.0), at(0.8)))?;
        found.push((ours, points(context, [&plain, &opponent], openings, (at(0.8), at(1.0)))?));
    }
    let gains: Vec<Estimate> = found.iter().map(|(ours, plain)| gain(ours, plain)).collect();
    evidence.grid(Grid::beside(context.entry, "Points in 100, more than minimax", 1, |_, _| {
        Some(gains[2].into())
    }));
    let rows = DIFFERENCES.iter().zip(&found).zip(&gains).map(|((difference, (ours, plain)), gain)| {
        let cells = [Estimate::mean(ours), Estimate::mean(plain), *gain].map(Measured::from);
        (format!("D - d = {difference}"), cells.to_vec())
    });
    let columns = ["OM search", "minimax", "gain"].map(str::to_string);
    evidence.grid(Grid::measured("Points in 100", &columns, 1, rows.collect()));
    let seen = format!("Gains at D - d = 2, 3 and 4: {}.", told(&gains));
    evidence.judge(
        "outperforms",
        Ruling::all(gains.iter().map(|gain| Ruling::above(gain, 0.0))),
        seen.clone(),
    );
    evidence.judge("grows", Ruling::above(&gains[2].minus(gains[0]), 0.0), seen.clone());
    evidence.judge("four-per-cent", Ruling::near(&gains[2], 4.0, 0.0, 2.0), seen);
    Ok(evidence)
}

/// Our evaluation.
const OWN: &str = "iago";
/// The opponents' evaluations, the better one first.
const THEIRS: [&str; 2] = ["squares", "discs"];
/// Evaluations a move.
const LIMIT: u32 = 1000;

/// Section 2.4.4.
pub fn limited_evaluations(context: &Context) -> Result<Evidence, Error> {
    let openings = context.effort.amount(150, 1000);
    let mut evidence = Evidence::new(format!(
        "Random openings of {OPENING} plies, colours swapped; {LIMIT} evaluations a move for M* search and for alpha-beta in its place, both \
         with Iago's evaluation. The opponents look two plies ahead, with weighted squares or with discs."
    ));
    evidence.replaced("Checkers is not at hand: Othello stands for it.");
    evidence.reading(
        "Discs are the worse evaluation of the two. The wrong model is the other opponent's evaluation.",
    );
    evidence.scale("openings", openings, "not said");
    let mut found: Vec<[Vec<f64>; 3]> = Vec::new();
    for (place, theirs) in THEIRS.into_iter().enumerate() {
        let opponent = format!("ab(eval={theirs}, depth=2)");
        let mut row: [Vec<f64>; 3] = Default::default();
        let players = [
            format!("ab(eval={OWN}, evaluations={LIMIT})"),
            format!("mstar(levels=levels({OWN}, {theirs}), evaluations={LIMIT})"),
            format!("mstar(levels=levels({OWN}, {}), evaluations={LIMIT})", THEIRS[1 - place]),
        ];
        for (number, (player, list)) in players.iter().zip(&mut row).enumerate() {
            let begun = (3 * place + number) as f64 / 6.0;
            *list = points(context, [player, &opponent], openings, (begun, begun + 1.0 / 6.0))?;
        }
        found.push(row);
    }
    let rows = THEIRS.iter().zip(&found).map(|(theirs, row)| {
        (format!("against {theirs}"), row.iter().map(|list| Estimate::mean(list).into()).collect())
    });
    let columns = ["minimax", "M*, right model", "M*, wrong model"].map(str::to_string);
    evidence.grid(Grid::measured("Points in 100", &columns, 1, rows.collect()));
    let gains = |place: usize| found.iter().map(|row| gain(&row[place], &row[0])).collect::<Vec<_>>();
    let (right, wrong) = (gains(1), gains(2));
    let seen = format!("Gains against squares and discs with the right model: {}.", told(&right));
    evidence.judge(
        "right-model",
        Ruling::all(right.iter().map(|gain| Ruling::above(gain, 0.0))),
        seen.clone(),
    );
    evidence.judge("grows-with-the-evaluations", Ruling::above(&right[1].minus(right[0]), 0.0), seen);
    evidence.judge(
        "wrong-model",
        Ruling::any(wrong.iter().map(|gain| Ruling::below(gain, 0.0))),
        format!("Gains with the wrong one: {}.", told(&wrong)),
    );
    Ok(evidence)
}
