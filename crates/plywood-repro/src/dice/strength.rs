//! Strength of evaluations and of depth (Dice thesis, sections 4.2.2 and 4.2.4).

use std::ops::ControlFlow;

use plywood_core::{Error, Evaluator, Game, Knowledge, Player, Spec, Turn};
use plywood_games::dice::{self, FIVE};

use super::measure::{line, think};
use super::slope::pair_slope;
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::experiment::Experiment;
use plywood_lab::report::show_number;
use plywood_lab::stats::mean;

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
fn score(context: &Context, plan: &Plan, shares: (f64, f64)) -> Result<(Estimate, u64), Error> {
    let games = 2 * context.effort.amount(plan.games / 2, GAMES / 2) as u32;
    let experiment = Experiment::of_match(plan.game, &plan.players, games, context.seed);
    let results = context.play(&plan.name, &experiment, shares)?;
    let result = results.first().ok_or_else(|| Error::new("the match was not played"))?;
    Ok((crate::score(result), result.games))
}

fn searching(depth: u32, evaluation: &str) -> String {
    format!("star_proof(depth={depth}, table=2^14, eval={evaluation})")
}

/// Section 4.2.
pub(super) fn evaluation(context: &Context) -> Result<Evidence, Error> {
    let slope = pair_slope(7, 4, context.effort.amount(FITTED, FITTED) as u64, context.seed);
    let mut evidence = Evidence::new(format!(
        "Matches with both seats and the same dice for a pair of games: networks on 5x5 with four in a row; pair \
         counting as it is and squashed through a logistic curve on 7x7 with four in a row, as in the earlier study. The \
         curve's slope, {slope:.4}, is fitted to the outcomes of games between one-ply players who count pairs."
    ));
    evidence.replaced("The trained weights are not published; ours were trained in the same way.");
    evidence.reading(format!(
        "\"Near 0.5\" is 0.45 to 0.55 at depth 5 against 1. \"Seldom\" is in fewer than a quarter of the positions, and scores are consistent when they \
         change by less than {CONSISTENT} on average, of the range from -1 to 1."
    ));
    evidence.scale(
        "games a match",
        format!("{} and fewer where depth is dear", 2 * context.effort.amount(GAMES / 2, GAMES / 2)),
        "not said",
    );
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
        (plan.name.clone(), vec![(*score).into(), Measured::Exact(*games as f64)])
    });
    let columns = ["score", "games"].map(String::from);
    evidence.grid(Grid::measured("Score of the first side", &columns, 3, rows.collect()));
    let shown = |index: usize| found[index].0.told(3);
    evidence.judge(
        "training-helps",
        Ruling::above(&found[0].0, 0.5),
        format!("The trained network scores {} against the untrained one.", shown(0)),
    );
    centre(&mut evidence)?;
    stable(context, &mut evidence)?;
    let (raw, squashed) = (&found[6].0, &found[9].0);
    evidence.judge(
        "depth-negligible-earlier",
        negligible(raw, squashed),
        format!("Depth 5 against 1 scores {} with raw pairs and {} with squashed ones.", shown(6), shown(9)),
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
        Ruling::exact(mean(&middle) > mean(&edge)),
        format!(
            "A single blue stone is worth {} on the nine inner cells and {} on the edge, on average.",
            show_number(mean(&middle), 3),
            show_number(mean(&edge), 3)
        ),
    );
    Ok(())
}

/// The claim that depth gains next to nothing with raw pairs, and more with squashed ones.
fn negligible(raw: &Estimate, squashed: &Estimate) -> Ruling {
    let more = Ruling::above(&squashed.minus(*raw), 0.0);
    Ruling::all([Ruling::within(raw, (0.45, 0.55)), more])
        .ruled("with raw pairs from 0.45 to 0.55 by two one-sided tests, with squashed ones higher")
}

/// The mean change of a score that is called consistent.
const CONSISTENT: f64 = 0.1;

/// The claim that moves seldom change with depth and scores stay: positions with another move, and each position's change of score.
fn consistent(changed: u64, scores: &[f64]) -> Ruling {
    let seldom = Ruling::share_below(changed, scores.len() as u64, 0.25);
    Ruling::all([seldom, Ruling::below(&Estimate::mean(scores), CONSISTENT)])
}

/// How often the best move of a shallow search is that of a deeper one.
fn stable(context: &Context, evidence: &mut Evidence) -> Result<(), Error> {
    let game = plywood_players::game("dice")?;
    let positions = dice::test_positions();
    let count = context.effort.amount(positions.len(), positions.len()).min(positions.len());
    let deepest = if context.glance() { 5 } else { 13 };
    let numbers: Vec<u64> = (0..count as u64).collect();
    let found = context.pieces(&format!("stability to depth {deepest}"), &numbers, (0.9, 1.0), |number| {
        let line = line(&*game, &positions[number as usize])?;
        if !matches!(line.turn(), Turn::Player(_)) {
            return Ok(None);
        }
        let report = think(&*game, "star_proof(table=2^18)", &*line, deepest, context.stop)?;
        let ends = report.rows.first().zip(report.rows.last());
        Ok(ends.map(|(first, last)| (first.best != last.best, (first.value - last.value).abs())))
    })?;
    let changed = found.iter().flatten().filter(|(changed, _)| *changed).count() as u64;
    let apart: Vec<f64> = found.iter().flatten().map(|(_, apart)| *apart).collect();
    evidence.judge(
        "moves-stable",
        consistent(changed, &apart),
        format!(
            "The best move at depth 1 is not that at depth {deepest} in {changed} of {} positions; scores differ by {} on average.",
            apart.len(),
            Estimate::mean(&apart).told(3)
        ),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn less_than_half_is_not_seldom_and_scores_count() {
        assert_eq!(consistent(5, &[0.02; 75]).verdict(), Verdict::Holds);
        assert_eq!(consistent(35, &[0.02; 75]).verdict(), Verdict::DoesNotHold);
        let jumping: Vec<f64> = (0..75).map(|place| 0.2 + 0.001 * f64::from(place)).collect();
        assert_eq!(consistent(5, &jumping).verdict(), Verdict::DoesNotHold);
        assert!(matches!(consistent(2, &[0.02; 12]).verdict(), Verdict::Undecided { .. }));
    }

    #[test]
    fn near_one_half_needs_an_interval_inside() {
        let score = |value, error| Estimate::known(value, error, 500);
        assert_eq!(negligible(&score(0.5, 0.01), &score(0.6, 0.01)).verdict(), Verdict::Holds);
        assert!(matches!(
            negligible(&score(0.5, 0.05), &score(0.6, 0.01)).verdict(),
            Verdict::Undecided { .. }
        ));
        assert_eq!(negligible(&score(0.6, 0.01), &score(0.7, 0.01)).verdict(), Verdict::DoesNotHold);
    }
}
