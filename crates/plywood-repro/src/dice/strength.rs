//! Strength of evaluations and of depth (Dice thesis, sections 4.2.2 and 4.2.4).

use std::ops::ControlFlow;

use plywood_core::{Error, Evaluator, Game, Knowledge, Player, Spec, Turn};
use plywood_games::dice::{self, FIVE};
use plywood_players::training;

use super::measure::{line, think};
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::experiment::Experiment;
use plywood_lab::report::show_number;
use plywood_lab::stats::{Interval, mean};

/// Games of a match at full effort.
const GAMES: usize = 1000;
/// Games that the slope of the squashed evaluation is fitted to.
const FITTED: usize = 20_000;

/// A match of the entry: what it is, the game, the sides, and games at the default effort.
struct Plan {
    name: String,
    game: &'static str,
    players: [String; 2],
    games: usize,
}

/// Games of a match of a depth against depth 1 at the default effort: deep ones are dear.
fn affordable(depth: u32) -> usize {
    match depth {
        ..=3 => 1000,
        4..=5 => 400,
        _ => 100,
    }
}

/// Matches of one evaluation at depths 3, 5 and 7 against itself at depth 1.
fn by_depth(game: &'static str, name: &str, evaluation: &str) -> impl Iterator<Item = Plan> {
    [3, 5, 7]
        .map(|depth| Plan {
            name: format!("depth {depth} against 1, {name}"),
            game,
            players: [searching(depth, evaluation), searching(1, evaluation)],
            games: affordable(depth),
        })
        .into_iter()
}

/// The first player's score in a match, with its interval.
fn score(context: &Context, plan: &Plan, shares: (f64, f64)) -> Result<(Interval, u64), Error> {
    let games = 2 * context.effort.amount(plan.games / 2, GAMES / 2) as u32;
    let experiment = Experiment::of_match(plan.game, &plan.players, games, context.seed);
    let results = context.play(&plan.name, &experiment, shares)?;
    let result = results.first().ok_or_else(|| Error::new("the match was not played"))?;
    let estimate = result.estimate.as_ref().ok_or_else(|| Error::new("the match gave no score"))?;
    Ok((estimate.score, result.games))
}

fn searching(depth: u32, evaluation: &str) -> String {
    format!("star_proof(depth={depth}, table=2^14, eval={evaluation})")
}

/// Section 4.2.
pub(super) fn evaluation(context: &Context) -> Result<Evidence, Error> {
    let slope = training::pair_slope(7, 4, context.effort.amount(FITTED, FITTED) as u64, context.seed);
    let mut evidence = Evidence::new(format!(
        "Matches with both seats and the same dice for a pair of games: networks on 5x5 with four in a row; pair \
         counting as it is and squashed through a logistic curve on 7x7 with four in a row, as in the earlier study. The \
         curve's slope, {slope:.4}, is fitted to the outcomes of games between one-ply players who count pairs."
    ));
    let against = |other: &str| Plan {
        name: format!("trained against {other}, depth 3"),
        game: "dice",
        players: [searching(3, "network"), searching(3, other)],
        games: GAMES,
    };
    let squashed = format!("squashed(slope={slope:.4})");
    let plans: Vec<Plan> = [against("untrained"), against("streaks")]
        .into_iter()
        .chain(by_depth("dice", "network", "network"))
        .chain(by_depth("dice(board=7)", "raw pairs", "pairs"))
        .chain(by_depth("dice(board=7)", "squashed pairs", &squashed))
        .collect();
    let mut found = Vec::new();
    for (index, plan) in plans.iter().enumerate() {
        let share = |index: usize| 0.9 * index as f64 / plans.len() as f64;
        found.push(score(context, plan, (share(index), share(index + 1)))?);
    }
    let rows = plans.iter().zip(&found);
    let rows = rows.map(|(plan, (score, games))| {
        (plan.name.clone(), vec![Measured::Sampled(*score), Measured::Exact(*games as f64)])
    });
    let columns = ["score", "games"].map(String::from);
    evidence.grid(Grid::measured("Score of the first side", &columns, 3, rows.collect()));
    let shown = |index: usize| {
        let score = &found[index].0;
        format!(
            "{} ({} to {})",
            show_number(score.value, 3),
            show_number(score.low, 3),
            show_number(score.high, 3)
        )
    };
    evidence.judge(
        "training-helps",
        Verdict::above(&found[0].0, 0.5, found[0].1),
        format!("The trained network scores {} against the untrained one.", shown(0)),
    );
    centre(&mut evidence)?;
    stable(context, &mut evidence)?;
    let (raw, squashed) = (&found[6].0, &found[9].0);
    evidence.judge(
        "depth-negligible-earlier",
        Verdict::of(raw.low < 0.55 && squashed.low > 0.5 && squashed.value > raw.value),
        format!(
            "Depth 5 against 1 scores {} with raw pairs and {} with squashed ones; \"near 0.5\" is read as not clearly \
             above 0.55.",
            shown(6),
            shown(9)
        ),
    );
    (context.progress)(1.0);
    Ok(evidence)
}

/// What the network makes of a single stone, by its place.
fn centre(evidence: &mut Evidence) -> Result<(), Error> {
    let network = FIVE.evaluator(&Spec::word("network"))?;
    let (mut middle, mut edge) = (Vec::new(), Vec::new());
    for line in 0..5 {
        let rolled = FIVE.happen(&FIVE.start(), line);
        let _ = FIVE.children(&rolled, |place, board| {
            let value = network.evaluate(&FIVE, &board, &network.root(&FIVE, &board), Player::FIRST);
            let inside = |at: u16| (1..=3).contains(&at);
            if inside(place / 6) && inside(place % 6) { &mut middle } else { &mut edge }.push(value);
            ControlFlow::<()>::Continue(())
        });
    }
    evidence.judge(
        "centre",
        Verdict::of(mean(&middle) > mean(&edge)),
        format!(
            "A single blue stone is worth {} on the nine inner cells and {} on the edge, on average.",
            show_number(mean(&middle), 3),
            show_number(mean(&edge), 3)
        ),
    );
    Ok(())
}

/// How often the best move of a shallow search is that of a deeper one.
fn stable(context: &Context, evidence: &mut Evidence) -> Result<(), Error> {
    let game = plywood_players::game("dice")?;
    let positions = dice::test_positions();
    let count = context.effort.amount(positions.len(), positions.len());
    let (mut same, mut apart, mut seen) = (0, 0.0, 0);
    for board in positions.iter().take(count) {
        let line = line(&*game, board)?;
        if !matches!(line.turn(), Turn::Player(_)) {
            continue;
        }
        let report = think(&*game, "star_proof(table=2^18)", &*line, 9, context.stop)?;
        if let (Some(first), Some(last)) = (report.rows.first(), report.rows.last()) {
            same += usize::from(first.best == last.best);
            apart += (first.value - last.value).abs();
            seen += 1;
        }
    }
    evidence.judge(
        "moves-stable",
        Verdict::of(2 * same > seen),
        format!(
            "The best move at depth 1 is that at depth 9 in {same} of {seen} positions; scores differ by {} on average.",
            show_number(apart / seen.max(1) as f64, 3)
        ),
    );
    Ok(())
}
