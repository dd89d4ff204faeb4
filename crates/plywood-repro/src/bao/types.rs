//! Table 7.4: which of some types NGND6A plays like, learned from positions (formula 6.16 with the counted ones below the line).
//!
//! Every position is asked once of all five players at depth 4; the eleven models are counted from the same positions,
//! where the thesis draws until each has counted 100,000 of its own.

use plywood_core::Error;
use plywood_core::random::derive;

use super::{NAMES, NGND6A, alphabeta, cut, game, job, player, random_start, started, think};
use crate::{Context, Effort, Estimate, Evidence, Grid, Ruling, verdict};

/// The types of each model.
const MODELS: [&[usize]; 11] = [
    &[0, 1],
    &[0, 2],
    &[0, 3],
    &[1, 2],
    &[1, 3],
    &[2, 3],
    &[0, 1, 2],
    &[0, 1, 3],
    &[0, 2, 3],
    &[1, 2, 3],
    &[0, 1, 2, 3],
];

/// Positions of a piece.
const BLOCK: usize = 100;
/// Plies of everybody.
const DEPTH: u32 = 4;

/// For each position, a bit for each type that agrees with NGND6A.
fn agreements(context: &Context, positions: usize, shares: (f64, f64)) -> Result<Vec<u8>, Error> {
    let numbers: Vec<u64> = (0..positions.div_ceil(BLOCK) as u64).collect();
    let (job, depth) = (job(context, &format!("bao types seed {}", context.seed)), DEPTH - cut(context) / 2);
    let blocks: Vec<Vec<u8>> = context.shared(&job, &numbers, shares, |block| {
        let game = game()?;
        let specs = (0..5).map(|place| alphabeta(place, "mover", depth));
        let mut players = specs.map(|spec| player(&*game, &spec)).collect::<Result<Vec<_>, Error>>()?;
        let mut found = Vec::new();
        for place in 0..BLOCK as u64 {
            let seed = derive(context.seed, block * BLOCK as u64 + place);
            let (line, _) = random_start(&*game, (3, 30), seed)?;
            let chosen = players.iter_mut().map(|one| Ok(think(&mut **one, &*line)?.best));
            let chosen = chosen.collect::<Result<Vec<_>, Error>>()?;
            let bits = (0..NGND6A).map(|place| u8::from(chosen[place] == chosen[NGND6A]) << place);
            found.push(bits.sum());
        }
        Ok(found)
    })?;
    Ok(blocks.concat())
}

/// How often each type of a model was the only one that agreed.
fn counts(model: &[usize], agreements: &[u8]) -> Vec<u64> {
    let mask: u8 = model.iter().map(|place| 1 << place).sum();
    let alone = |place: &usize| agreements.iter().filter(|bits| **bits & mask == 1 << place).count() as u64;
    model.iter().map(alone).collect()
}

/// The probability that is learned for the first of two types, with a number of positions of this seed.
pub(super) fn learned(context: &Context, pair: [usize; 2], shares: (f64, f64)) -> Result<f64, Error> {
    let counted = counts(&pair, &agreements(context, positions(context), shares)?);
    let all = counted[0] + counted[1];
    Ok(if all == 0 { 0.5 } else { counted[0] as f64 / all as f64 })
}

fn positions(context: &Context) -> usize {
    if context.effort == Effort::Glance { BLOCK } else { context.effort.amount(100_000, 850_000) }
}

/// Learns the table.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let positions = positions(context);
    let agreements = agreements(context, positions, (0.0, 1.0))?;
    let mut evidence = started(
        "Random positions after 3 to 30 moves each; a position counts for a model where exactly one of its types chooses NGND6A's move, all by \
         alpha-beta to depth 4.",
    );
    evidence.reading(
        "All models are counted from the same positions. Equal moves: the first in the game's order.",
    );
    evidence.scale("positions", agreements.len(), 845_309);
    let counted: Vec<Vec<u64>> = MODELS.iter().map(|model| counts(model, &agreements)).collect();
    let used = |model: usize| counted[model].iter().sum::<u64>();
    let share = |model: usize, place: usize| {
        let at = MODELS[model].iter().position(|one| *one == place)?;
        Some(verdict::share(counted[model][at], used(model)))
    };
    let grid = Grid::beside(context.entry, "Probabilities learned", 2, |row, column| match column {
        0..4 => share(row, column).map(|one| one.times(100.0).into()),
        4 => None,
        _ => Some(verdict::share(used(row), agreements.len() as u64).times(100.0).into()),
    });
    evidence.grid(grid.with_errors(|_| 0.15));
    let kept = |model: usize| verdict::share(used(model), agreements.len() as u64);
    // Models are counted from the same positions: position by position one uses it or not.
    let uses = |model: usize| -> Vec<f64> {
        let mask: u8 = MODELS[model].iter().map(|place| 1 << place).sum();
        agreements.iter().map(|bits| f64::from(u8::from((bits & mask).count_ones() == 1))).collect()
    };
    let uses: Vec<Vec<f64>> = (0..MODELS.len()).map(uses).collect();
    let fewer = |more: usize, less: usize| {
        let differences = uses[less].iter().zip(&uses[more]).map(|(less, more)| less - more);
        Ruling::above(&Estimate::mean(&differences.collect::<Vec<f64>>()), 0.0)
    };
    let groups = [&[10][..], &[6, 7, 8, 9], &[0, 1, 2, 3, 4, 5]];
    let rulings = groups.windows(2).flat_map(|pair| {
        pair[0].iter().flat_map(|more| pair[1].iter().map(|less| fewer(*more, *less))).collect::<Vec<_>>()
    });
    let shown = |group: &[usize]| {
        group.iter().map(|model| format!("{:.1}", 100.0 * kept(*model).value)).collect::<Vec<_>>().join(", ")
    };
    evidence.judge(
        "more-types-fewer-used",
        Ruling::all(rulings),
        format!(
            "Used: two types {}; three {}; four {}.",
            shown(groups[2]),
            shown(groups[1]),
            shown(groups[0])
        ),
    );
    // Of two types of a model, one is alone more often than the other.
    let likelier = |model: usize, high: usize, low: usize| {
        let at =
            |place: usize| MODELS[model].iter().position(|one| *one == place).map(|at| counted[model][at]);
        let (high, low) = (at(high).unwrap_or(0), at(low).unwrap_or(0));
        Ruling::share_above(high, high + low, 0.5)
    };
    let mut rulings = Vec::new();
    for (number, model) in MODELS.iter().enumerate() {
        for (place, low) in model.iter().enumerate() {
            for high in &model[place + 1..] {
                let swapped = (*low, *high) == (1, 2) && [6, 9, 10].contains(&number);
                let (high, low) = if swapped { (*low, *high) } else { (*high, *low) };
                rulings.push(likelier(number, high, low));
            }
        }
    }
    let four =
        (0..4).filter_map(|place| Some(format!("{} {:.1}", NAMES[place], 100.0 * share(10, place)?.value)));
    evidence.judge(
        "order",
        Ruling::all(rulings),
        format!("Model 11: {}.", four.collect::<Vec<_>>().join(", ")),
    );
    let printed = &context.entry.rows;
    let consistent = printed.iter().all(|row| (1e7 / row.values[4] * 100.0).round() / 100.0 == row.values[5]);
    evidence.judge("used-consistent", Ruling::exact(consistent), "Worked out from the printed numbers.");
    let sums = printed.iter().all(|row| {
        let sum: f64 = row.values[..4].iter().filter(|value| !value.is_nan()).sum();
        (sum - 100.0).abs() < 0.005
    });
    evidence.judge(
        "sum",
        Ruling::exact(sums),
        "Worked out from the printed numbers; ours add up by definition.",
    );
    Ok(evidence)
}
