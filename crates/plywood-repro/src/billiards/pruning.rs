//! Tables 4.15 and 4.16: what pruning saves, in strokes simulated and in time.
//!
//! Strength is measured in matches; size and time on states of those matches, which both players search with the same
//! random numbers, so that every state is a comparison of its own. Searches that ended in a safety are left out.

use plywood_billiards::game::record::FrameRecord;
use plywood_billiards::game::rules::Stage;
use plywood_core::{Budget, Error, Task};
use serde::{Deserialize, Serialize};

use super::matches::{BREAK, FRAMES, Match, Met, play};
use crate::{Context, Estimate, Evidence, Grid, Ruling};

/// States looked at by default and at full scale.
const STATES: (usize, usize) = (40, 1200);

/// What both players made of a state.
#[derive(Clone, Serialize, Deserialize)]
struct Pair {
    /// Strokes simulated without pruning and with it.
    nodes: [f64; 2],
    seconds: [f64; 2],
    /// Whether both chose the same stroke at the same value.
    same: bool,
}

fn players(search: &str, depth: u32) -> [String; 2] {
    ["off", "exact"].map(|prune| format!("pickpocket(search={search}, depth={depth}, prune={prune})"))
}

pub fn probabilistic(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let (mut evidence, pairs) = both_depths(context, "prob", frames)?;
    evidence.judge("time-noise", Ruling::untested(), {
        let ratios: Vec<String> =
            pairs.iter().map(|pairs| ratio(pairs, |pair| pair.seconds).told(2)).collect();
        format!(
            "Time with pruning over time without: {}; the document claims no inequality.",
            ratios.join(", ")
        )
    });
    Ok(evidence)
}

pub fn sampled(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let (mut evidence, pairs) = both_depths(context, "mc", frames)?;
    let (time, nodes) = (ratio(&pairs[1], |pair| pair.seconds), ratio(&pairs[1], |pair| pair.nodes));
    // States are the same, so that the difference of the ratios is that of sums over them.
    let difference = Estimate::drawn(&[pairs[1].clone()], |groups| {
        let all: Vec<&Pair> = groups.iter().flatten().collect();
        of(&all, |pair| pair.seconds) - of(&all, |pair| pair.nodes)
    });
    evidence.judge(
        "faster-at-2-ply",
        Ruling::all([Ruling::below(&time, 1.0), Ruling::within(&difference, (-0.05, 0.05))]),
        format!("Time falls to {}, strokes to {}.", time.told(3), nodes.told(3)),
    );
    Ok(evidence)
}

fn both_depths(context: &Context, search: &str, frames: usize) -> Result<(Evidence, [Vec<Pair>; 2]), Error> {
    let depths = [1, 2].map(|depth| players(search, depth));
    let matches = depths.clone().map(|[off, exact]| Match::new("8ball", off, exact));
    let met = play(context, &matches, frames, (0.0, 0.6))?;
    let count = context.effort.amount(STATES.0, STATES.1);
    let mut pairs = [Vec::new(), Vec::new()];
    for (place, list) in pairs.iter_mut().enumerate() {
        let from = 0.6 + 0.2 * place as f64;
        *list = searched(context, &met[place], &depths[place], count, (from, from + 0.2))?;
    }
    let mut evidence = Evidence::timed(
        "Matches of the pruned against the unpruned player, and states of these matches searched by both with the same random \
         numbers; two threads search two states at once. Size is the number of strokes simulated.",
    );
    evidence.scale(
        "frames a match",
        met[0].frames.len().to_string() + ", " + &met[1].frames.len().to_string(),
        FRAMES,
    );
    evidence.scale("states searched", count, "all of 100 frames");
    evidence.replaced(BREAK);
    evidence.replaced(
        "Times are of this machine, without a network; the document's include round trips to a server.",
    );
    evidence.grid(Grid::beside(context.entry, "Beside the printed matches", 3, |row, column| {
        let (place, side) = (row / 2, row % 2);
        let mean = |pick: fn(&Pair) -> [f64; 2]| {
            Estimate::mean(&pairs[place].iter().map(|pair| pick(pair)[side]).collect::<Vec<_>>()).into()
        };
        Some(match column {
            0 => met[place].won(side).into(),
            1 => mean(|pair| pair.nodes),
            _ => mean(|pair| pair.seconds),
        })
    }));
    let smaller = pairs.iter().map(|pairs| Ruling::below(&ratio(pairs, |pair| pair.nodes), 1.0));
    let told: Vec<String> = pairs.iter().map(|pairs| ratio(pairs, |pair| pair.nodes).told(3)).collect();
    evidence.judge(
        "smaller-trees",
        Ruling::all(smaller),
        format!("Strokes with pruning over strokes without: {} at one ply, {} at two.", told[0], told[1]),
    );
    let all = pairs.iter().flatten().count() as u64;
    let other = pairs.iter().flatten().filter(|pair| !pair.same).count() as u64;
    let scores: Vec<String> = met.iter().map(Met::told).collect();
    evidence.judge(
        "same-strength",
        Ruling::never(other, all),
        format!("Another stroke or value in {other} of {all} states; {}.", scores.join("; ")),
    );
    Ok((evidence, pairs))
}

/// A sum with pruning over the sum without.
fn of(pairs: &[&Pair], pick: fn(&Pair) -> [f64; 2]) -> f64 {
    let sum = |side: usize| pairs.iter().map(|pair| pick(pair)[side]).sum::<f64>();
    sum(1) / sum(0)
}

fn ratio(pairs: &[Pair], pick: fn(&Pair) -> [f64; 2]) -> Estimate {
    Estimate::drawn(&[pairs.to_vec()], |groups| of(&groups.iter().flatten().collect::<Vec<_>>(), pick))
}

/// States of a match, spread over it, searched by both players.
fn searched(
    context: &Context,
    met: &Met,
    players: &[String; 2],
    count: usize,
    shares: (f64, f64),
) -> Result<Vec<Pair>, Error> {
    let mut states = Vec::new();
    for played in &met.games {
        let record = FrameRecord::of(played.clone());
        let (_, shots) = record.replay(usize::MAX)?;
        states.extend(
            shots.iter().filter(|shot| shot.before.stage == Stage::Play).map(|shot| shot.before.to_string()),
        );
    }
    let all = states.len();
    let every = all.div_ceil(count.max(1)).max(1);
    let chosen: Vec<String> = states.into_iter().step_by(every).collect();
    let game = plywood_players::game("8ball")?;
    let specs = [players[0].parse()?, players[1].parse()?];
    let search = |number: u64| -> Result<Option<Pair>, Error> {
        let line = game.read(&chosen[number as usize])?;
        let mut reports = Vec::new();
        for spec in &specs {
            let mut player = game.player(spec)?;
            reports.push(player.think(&*line, Task::new(Budget::UNSET).seed(context.seed))?);
        }
        let [off, exact] = &reports[..] else { return Ok(None) };
        let tree = |report: &plywood_core::Report| {
            report.counters.get("tree").copied().unwrap_or(report.nodes as f64)
        };
        let safe = off.best.as_ref().is_some_and(|stroke| stroke.ends_with("safety"));
        Ok((!safe).then(|| Pair {
            nodes: [tree(off), tree(exact)],
            seconds: [off.seconds, exact.seconds],
            same: off.best == exact.best && off.value == exact.value,
        }))
    };
    let numbers: Vec<u64> = (0..chosen.len() as u64).collect();
    let job = format!("{} and {} on one of {every} of {all} states", players[0], players[1]);
    Ok(context.pieces(&job, &numbers, shares, search)?.into_iter().flatten().collect())
}
