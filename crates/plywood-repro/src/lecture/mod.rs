//! Lecture notes: what counting and small matches can check.

mod alphabeta;
mod minimax;
mod proofnumber;
mod transposition;

use plywood_core::Error;

use super::{Context, Evidence, Grid, Measured, Reproduction, Ruling};
use plywood_lab::experiment::Experiment;
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "lecture/game-complexity", run: complexity },
    Reproduction { id: "lecture/text-alphabeta", run: alphabeta::run },
    Reproduction { id: "lecture/text-chess", run: deeper_is_better },
    Reproduction { id: "lecture/text-minimax", run: minimax::run },
    Reproduction { id: "lecture/text-proofnumber", run: proofnumber::run },
    Reproduction { id: "lecture/text-transposition", run: transposition::run },
];

fn complexity(context: &Context) -> Result<Evidence, Error> {
    let entry = context.entry;
    let mut evidence = Evidence::new(
        "Literature values as printed; nothing is measured. The labels of three rows and the chess row do not fit other sources.",
    );
    evidence.grid(Grid::beside(entry, "Sizes as powers of ten", 0, |_, _| None));
    let sorted = entry.rows.windows(2).all(|pair| pair[0].values[0] <= pair[1].values[0]);
    evidence.judge("sorted", Ruling::exact(sorted), "Compared row by row down the table.");
    Ok(evidence)
}

/// Random plies before a game.
const PLIES: u32 = 6;

/// The notes' one claim about chess programs that can be tested on any game: more plies play better.
fn deeper_is_better(context: &Context) -> Result<Evidence, Error> {
    let games = context.effort.amount(1200, 6000) as u32;
    let depths = [1, 2, 3, 4, 5];
    let mut evidence = Evidence::new(format!(
        "Alpha-beta to depth d + 1 against depth d from random openings of {PLIES} plies, each played from both sides."
    ));
    evidence.replaced("The numbers on chess are quoted facts; connect four stands in for chess.");
    evidence.scale("games a pairing", games, "none");
    evidence.grid(Grid::beside(context.entry, "Numbers on chess, as quoted", 0, |_, _| None));
    let mut rows = Vec::new();
    let mut series = Series::new("score", Mark::Points, Vec::new());
    let mut scores = Vec::new();
    for (index, depth) in depths.into_iter().enumerate() {
        let players = [depth + 1, depth].map(|depth| format!("ab(depth={depth})"));
        let mut experiment =
            Experiment::of_match("connect4", &players, games.next_multiple_of(2), context.seed);
        experiment.openings = format!("random(plies={PLIES})");
        let share = |index: usize| index as f64 / depths.len() as f64;
        let results =
            context.play(&format!("depth{depth}"), &experiment, (share(index), share(index + 1)))?;
        let Some(score) = results.first().and_then(|result| result.score()) else { continue };
        series.points.push((f64::from(depth), score.value));
        series.ends.push((score.low, score.high));
        rows.push((format!("depth {} against {depth}", depth + 1), vec![Measured::Sampled(score)]));
        scores.push((depth, crate::score(&results[0])));
    }
    evidence.grid(Grid::measured("Score of one ply more, connect four", &["score".to_string()], 3, rows));
    evidence.plot(Plot::new("Score of depth d + 1 against depth d", "d", "score").with(series));
    let shown: Vec<String> =
        scores.iter().map(|(d, score)| format!("{} at d = {d}", show_number(score.value, 3))).collect();
    evidence.judge(
        "deeper-is-better",
        Ruling::all(scores.iter().map(|(_, score)| Ruling::above(score, 0.5))),
        format!("Scores of one ply more: {}.", shown.join(", ")),
    );
    Ok(evidence)
}
