//! Tables 5.2 to 5.4: draws, and the errors of White by their size.

use plywood_core::Error;

use super::play::Told;
use super::{DEEPEST, Games};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};

/// Table 5.2.
pub fn draws(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = games.evidence("Games that ended in a draw, as a part of twenty.");
    evidence.grid(Grid::beside(context.entry, "Draws of twenty games", 1, |position, depth| {
        Some(games.each(position, depth, |game| 20.0 * f64::from(u8::from(game.drawn()))).into())
    }));
    let all: Vec<&Told> = games.cells.iter().flatten().flatten().collect();
    let count = |ending: &str| all.iter().filter(|game| game.ending == ending).count() as u64;
    let broken = all.len() as u64 - count("converted") - count("fifty");
    evidence.judge(
        "others-converted",
        Ruling::never(broken, all.len() as u64),
        format!(
            "Of {} games {} were converted, {} drawn by fifty moves, {} by repetition, {} by stalemate, {} ended in mate without a capture.",
            all.len(),
            count("converted"),
            count("fifty"),
            count("repeated"),
            count("stalemated"),
            count("mated")
        ),
    );
    let [all_depths, late] = [0, 6].map(|from| mean_depths(&games, from));
    evidence.judge(
        "depth-limit",
        Ruling::all([Ruling::below(&all_depths, 11.0), Ruling::within(&late, (9.0, 10.0))]),
        format!("Black's mean depth is {}, after the sixth move {}.", all_depths.told(2), late.told(2)),
    );
    Ok(evidence)
}

/// Depths that the speculating player reached, from a move on: the mean of the games' means.
pub(super) fn mean_depths(games: &Games, from: usize) -> Estimate {
    let mean = |game: &Told| {
        let depths: Vec<f64> = game.of_side(true).skip(from).map(|ply| f64::from(ply.depth)).collect();
        (!depths.is_empty()).then(|| depths.iter().sum::<f64>() / depths.len() as f64)
    };
    let speculating = games.cells.iter().flat_map(|cells| &cells[1..]).flatten();
    Estimate::mean(&speculating.filter_map(mean).collect::<Vec<_>>())
}

/// Table 5.3.
pub fn first_errors(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = errors(context, &games, 0);
    let shares: Vec<f64> = games.cells[0].iter().flatten().filter_map(size_one).collect();
    let large = Estimate::mean(&games.cells[0].iter().flatten().map(above_two).collect::<Vec<_>>());
    let ones = Estimate::mean(&shares);
    evidence.judge(
        "size-one",
        Ruling::all([Ruling::within(&ones, (0.65, 0.85)), Ruling::below(&large, 0.012)]),
        format!(
            "{} of the errors have size 1, {} of the moves lose more than 2.",
            ones.told(3),
            large.told(4)
        ),
    );
    let longer = (1..=DEEPEST as usize).map(|depth| Ruling::above(&gain(&games, 0, depth), 0.0));
    evidence.judge("longer", Ruling::all(longer), lengths_told(&games, 0));
    let others = |best: usize| (0..=DEEPEST as usize).filter(move |depth| *depth != best);
    let longest =
        others(4).map(|depth| Ruling::above(&games.length(0, 4).minus(games.length(0, depth)), 0.0));
    let least =
        others(3).map(|depth| Ruling::below(&games.correct(0, 3).minus(games.correct(0, depth)), 0.0));
    evidence.judge("peak", Ruling::all(longest.chain(least).collect::<Vec<_>>()), lengths_told(&games, 0));
    Ok(evidence)
}

/// Table 5.4.
pub fn second_errors(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = errors(context, &games, 1);
    let fewer = (1..=DEEPEST as usize).map(|depth| Ruling::above(&more_correct(&games, depth), 0.0));
    evidence.judge("fewer-errors", Ruling::most(fewer), correct_told(&games));
    let sizes: Vec<u32> =
        games.cells[1].iter().flatten().flat_map(|game| game.errors().collect::<Vec<_>>()).collect();
    let count = |of: &dyn Fn(u32) -> bool| sizes.iter().filter(|size| of(**size)).count() as u64;
    evidence.judge(
        "largest",
        Ruling::all([
            Ruling::never(count(&|size| size > 11), sizes.len() as u64),
            Ruling::some(count(&|size| size == 11), sizes.len() as u64),
        ]),
        format!(
            "The largest error is {}; a win thrown away counts 51. {} of {} moves lose 11.",
            sizes.iter().max().copied().unwrap_or(0),
            count(&|size| size == 11),
            sizes.len()
        ),
    );
    evidence.judge("peak-7", peak_seven(&games), large_told(&games));
    Ok(evidence)
}

/// What OM search gains in moves at a depth.
pub(super) fn gain(games: &Games, position: usize, depth: usize) -> Estimate {
    games.length(position, depth).minus(games.length(position, 0))
}

/// How much larger the share of correct moves is in the second position.
pub(super) fn more_correct(games: &Games, depth: usize) -> Estimate {
    games.correct(1, depth).minus(games.correct(0, depth))
}

/// The share of errors of size 1 in a game; none where there are none.
fn size_one(game: &Told) -> Option<f64> {
    let sizes: Vec<u32> = game.errors().filter(|size| *size > 0).collect();
    let ones = sizes.iter().filter(|size| **size == 1).count();
    (!sizes.is_empty()).then(|| ones as f64 / sizes.len() as f64)
}

/// The share of moves in a game that lose more than two.
pub(super) fn above_two(game: &Told) -> f64 {
    game.errors().filter(|size| *size > 2).count() as f64 / game.priced()
}

/// In the second position errors above size 2 are most frequent at depth 7.
pub(super) fn peak_seven(games: &Games) -> Ruling {
    let large = |depth: usize| games.each(1, depth, above_two);
    let others = (1..=DEEPEST as usize).filter(|depth| *depth != 7);
    Ruling::all(others.map(|depth| Ruling::above(&large(7).minus(large(depth)), 0.0)))
}

fn told(of: impl Fn(usize) -> Estimate, from: usize, decimals: usize) -> String {
    let each = (from..=DEEPEST as usize).map(|depth| format!("{depth}: {}", of(depth).told(decimals)));
    each.collect::<Vec<_>>().join("; ")
}

pub(super) fn lengths_told(games: &Games, position: usize) -> String {
    format!("Mean length by depth: {}.", told(|depth| games.length(position, depth), 0, 1))
}

pub(super) fn correct_told(games: &Games) -> String {
    format!(
        "Share of correct moves in position 2 less that in position 1: {}.",
        told(|depth| more_correct(games, depth), 1, 3)
    )
}

pub(super) fn large_told(games: &Games) -> String {
    format!("Share of moves that lose more than 2: {}.", told(|depth| games.each(1, depth, above_two), 1, 4))
}

/// The table of one position, and the claim both tables make.
fn errors(context: &Context, games: &Games, position: usize) -> Evidence {
    let mut evidence = games.evidence("White's moves by what they lose against the database, in moves.");
    let entry = context.entry;
    evidence.grid(Grid::beside(
        entry,
        "Errors in per cent of White's moves, and the length",
        2,
        |depth, column| {
            let name = &entry.columns[column];
            let share = |size: u32| {
                let of = |game: &Told| {
                    100.0 * game.errors().filter(|error| *error == size).count() as f64 / game.priced()
                };
                Measured::from(games.each(position, depth, of))
            };
            match name.strip_prefix("error ").and_then(|size| size.parse().ok()) {
                Some(size) => Some(share(size)),
                None => Some(games.length(position, depth).into()),
            }
        },
    ));
    let speculating = games.cells[position][1..].iter().flatten();
    let wrong = |game: &Told| game.errors().filter(|size| *size > 0).count() as f64 / game.priced();
    let rate = Estimate::mean(&speculating.map(wrong).collect::<Vec<_>>());
    evidence.judge(
        "error-rate",
        Ruling::within(&rate, (0.20, 0.25)),
        format!("{} of White's moves err, all depths from 1 together.", rate.told(3)),
    );
    evidence
}
