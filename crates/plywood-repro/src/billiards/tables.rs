//! Tables 4.3 to 4.14 and 4.17, section 4.3.8 and the conclusions: matches between variants of the player.

use plywood_billiards::experiments::statistics::{StrokeKind, StrokeTally};
use plywood_core::Error;

use super::matches::{BREAK, FRAMES, Match, Met, cell, counts, percent, play, pooled};
use crate::{Context, Effort, Evidence, Grid, Ruling};

const TAIWAN: &str = "8ball";
const LOW: &str = "8ball(errors=low)";
const HIGH: &str = "8ball(errors=high)";
const ORDERED: &str = "8.5ball";
const NOISE: [&str; 3] = [LOW, TAIWAN, HIGH];
const NOISES: [&str; 3] = ["E_low", "E_Taiwan", "E_high"];

fn mc(depth: u32) -> String {
    format!("pickpocket(search=mc, depth={depth})")
}

fn mc_with(depth: u32, more: &str) -> String {
    format!("pickpocket(search=mc, depth={depth}, {more})")
}

fn prob(depth: u32) -> String {
    format!("pickpocket(search=prob, depth={depth})")
}

const GREEDY: &str = "pickpocket(search=greedy)";

/// What all of these say about themselves.
fn evidence(context: &Context, met: &[Met]) -> Evidence {
    let mut evidence = Evidence::new(
        "Matches of `pickpocket` against itself with one switch changed; players break in turn, and two frames with seats \
         swapped have the same rack. Counts are for a hundred frames.",
    );
    evidence
        .reading("A claim of significance, printed as 60 wins of 100, is judged as a share above one half.");
    evidence.reading(
        "The kind of a stroke is what would come of it without error, told from the stored stroke; see `plywood lab show`.",
    );
    evidence.reading(
        "Of the generator's shots those at the likeliest three balls and pockets are looked at in a node, in up to eight variants; the \
         document looks at all and does not say how many variants each has.",
    );
    evidence.replaced(BREAK);
    evidence.replaced(
        "poolfiz is the preset of that name; the table of difficulty is the one that ships, looked up between its cells, unless the \
         entry is about its size.",
    );
    let frames: Vec<String> = met.iter().map(|met| met.frames.len().to_string()).collect();
    evidence.scale("frames a match", frames.join(", "), FRAMES);
    if !context.entry.rows.is_empty() && context.entry.columns.first().is_some_and(|column| column == "W") {
        evidence.grid(Grid::beside(context.entry, "Beside the printed matches", 1, |row, column| {
            cell(met.get(row / 2)?, row % 2, &context.entry.columns[column])
        }));
    }
    evidence
}

fn scores(met: &[Met]) -> String {
    met.iter().map(Met::told).collect::<Vec<_>>().join("; ") + "."
}

fn sis(tally: &StrokeTally) -> (u64, u64) {
    counts(tally, StrokeKind::Straight)
}

fn ss(tally: &StrokeTally) -> (u64, u64) {
    counts(tally, StrokeKind::Safety)
}

/// Safeties among safeties and straight-in shots.
fn safety_share(tally: &StrokeTally) -> (u64, u64) {
    (ss(tally).1, ss(tally).1 + sis(tally).1)
}

/// The claim that one number of shots a frame is larger than another.
fn more_often(one: (u64, u32), other: (u64, u32)) -> Ruling {
    // Given their sum, the first is binomial.
    let share = f64::from(one.1) / f64::from((one.1 + other.1).max(1));
    Ruling::share_above(one.0, one.0 + other.0, share)
}

fn both(met: &Met) -> StrokeTally {
    pooled([met.side(0), met.side(1)])
}

pub fn table_size(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let matches = [Match::new(TAIWAN, mc_with(2, "cells=5, lookup=nearest"), mc(2))];
    let met = play(context, &matches, frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.replaced("The fine table is the shipped one, not 30 cells an axis looked up by the nearest.");
    let (coarse, fine) = (met[0].side(0), met[0].side(1));
    let difference = format!("{} against {}.", percent(sis(&fine)), percent(sis(&coarse)));
    evidence.judge("fine-wins", met[0].ahead(1), scores(&met));
    evidence.judge("fine-pots-more", Ruling::difference(sis(&fine), sis(&coarse), 0.0), difference.clone());
    let gap = met[0].won(1).times(2.0).plus(-100.0);
    let (fine, coarse) = (sis(&fine), sis(&coarse));
    let accuracy =
        crate::verdict::share(fine.0, fine.1).minus(crate::verdict::share(coarse.0, coarse.1)).times(100.0);
    evidence.judge(
        "small-gain-large-effect",
        Ruling::above(&gap.minus(accuracy), 0.0),
        format!("{} {difference}", scores(&met)),
    );
    Ok(evidence)
}

fn weights(depth: u32) -> Vec<Match> {
    let best = mc_with(depth, "eval=\"1:0:0\"");
    let others = [mc_with(depth, "eval=material"), mc_with(depth, "eval=\"1:1:1\""), mc(depth)];
    others.map(|other| Match::new(TAIWAN, best.clone(), other)).to_vec()
}

pub fn evaluations_at_two(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &weights(2), frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge("too-close", Ruling::all(met.iter().map(Met::even)), scores(&met));
    let material = met[0].side(1);
    let others = [met[0].side(0), met[1].side(0), met[1].side(1), met[2].side(0), met[2].side(1)];
    let worst = others.iter().map(|other| Ruling::difference(sis(other), sis(&material), 0.0));
    let shares: Vec<String> = others.iter().map(|other| percent(sis(other))).collect();
    evidence.judge(
        "md-shoots-worst",
        Ruling::all(worst),
        format!("{} against {}.", percent(sis(&material)), shares.join(", ")),
    );
    evidence.judge("md-loses", met[0].ahead(0), met[0].told() + ".");
    Ok(evidence)
}

pub fn evaluations_at_one(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &weights(1), frames, (0.0, 0.3))?;
    let two = play(context, &weights(2), frames, (0.3, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge("md-decisively-worse", met[0].ahead(0), met[0].told() + ".");
    evidence.judge("weights-too-close", Ruling::all([met[1].even(), met[2].even()]), scores(&met[1..]));
    evidence.judge(
        "depth-rescues-md",
        Ruling::above(&two[0].won(1).minus(met[0].won(1)), 0.0),
        format!("Two plies: {}; one: {}.", two[0].told(), met[0].told()),
    );
    evidence.judge(
        "mixed-weights-best",
        Ruling::all([met[2].ahead(1), two[2].ahead(1)]),
        format!("One ply: {}; two: {}.", met[2].told(), two[2].told()),
    );
    Ok(evidence)
}

fn thresholds() -> Vec<Match> {
    let eager = mc_with(2, "t0=0.65, t1=0.5");
    let careful = mc_with(2, "t0=0.5, t1=0.18");
    [eager, careful].map(|other| Match::new(TAIWAN, mc(2), other)).to_vec()
}

pub fn safeties(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &thresholds(), frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    let sides = [met[0].side(0), met[0].side(1), met[1].side(0), met[1].side(1)];
    let tried = |tally: &StrokeTally| (ss(tally).1, tally.frames);
    evidence.judge("eager-loses", met[0].ahead(0), met[0].told() + ".");
    let most = [0, 2, 3].map(|other| more_often(tried(&sides[1]), tried(&sides[other])));
    let counts: Vec<String> = sides.iter().map(|side| format!("{}", ss(side).1)).collect();
    evidence.judge("taiwan-most", Ruling::all(most), format!("Safeties: {}.", counts.join(", ")));
    evidence.judge("italy-even", met[1].even(), met[1].told() + ".");
    let shares: Vec<String> = sides.iter().map(|side| percent(ss(side))).collect();
    let shares = format!("{}.", shares.join(", "));
    let poorest =
        [(1, 0), (3, 2)].map(|(one, other)| Ruling::difference(ss(&sides[one]), ss(&sides[other]), 0.0));
    evidence.judge("last-resort-poorest", Ruling::all(poorest), shares.clone());
    let within = sides.iter().map(|side| {
        let (made, tried) = ss(side);
        Ruling::within(&crate::verdict::share(made, tried), (0.41, 0.62))
    });
    evidence.judge("range", Ruling::all(within), shares);
    Ok(evidence)
}

fn root_sampling() -> Vec<Match> {
    vec![Match::new(TAIWAN, mc_with(2, "root=on"), mc(2))]
}

pub fn root(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &root_sampling(), frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    let (with, without) = (sis(&met[0].side(0)), sis(&met[0].side(1)));
    evidence.judge("helps", met[0].ahead(0), scores(&met));
    evidence.judge(
        "pots-more",
        Ruling::all([Ruling::share_above(with.0, with.1, 0.81), Ruling::difference(with, without, 0.0)]),
        format!("{} with it, {} without.", percent(with), percent(without)),
    );
    Ok(evidence)
}

/// Depth 1 against deeper ones.
fn deeper(game: &str) -> Vec<Match> {
    [2, 3, 4].map(|depth| Match::new(game, prob(1), prob(depth))).to_vec()
}

pub fn probabilistic_depth(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let matches: Vec<Match> = NOISE.into_iter().flat_map(deeper).collect();
    let met = play(context, &matches, frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    let (low, taiwan, high) = (&met[..3], &met[3..6], &met[6..]);
    evidence.judge("flat-at-low-noise", Ruling::all(low.iter().map(Met::even)), scores(low));
    evidence.judge("depth-hurts-medium", Ruling::all(taiwan.iter().map(|met| met.ahead(0))), scores(taiwan));
    evidence.judge("depth-hurts-high", Ruling::all(high.iter().map(|met| met.ahead(0))), scores(high));
    let worth =
        low.iter().zip(taiwan).map(|(low, taiwan)| Ruling::above(&low.won(1).minus(taiwan.won(1)), 0.0));
    evidence.judge(
        "noise-cancels-depth",
        Ruling::all(worth),
        format!("E_low: {} E_Taiwan: {}", scores(low), scores(taiwan)),
    );
    Ok(evidence)
}

fn samples(depth: u32, more: &[u32]) -> Vec<Match> {
    let few = mc_with(depth, "samples=5");
    let other =
        |samples: &u32| Match::new(TAIWAN, few.clone(), mc_with(depth, &format!("samples={samples}")));
    more.iter().map(other).collect()
}

pub fn samples_at_one(context: &Context, frames: usize) -> Result<Evidence, Error> {
    sample_size(context, &samples(1, &[15, 30]), frames)
}

pub fn samples_at_two(context: &Context, frames: usize) -> Result<Evidence, Error> {
    sample_size(context, &samples(2, &[15]), frames)
}

fn sample_size(context: &Context, matches: &[Match], frames: usize) -> Result<Evidence, Error> {
    let met = play(context, matches, frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge("too-close", Ruling::all(met.iter().map(Met::even)), scores(&met));
    evidence.judge("more-is-ahead", Ruling::all(met.iter().map(|met| met.ahead(1))), scores(&met));
    Ok(evidence)
}

fn two_plies(game: &str) -> Match {
    Match::new(game, mc(1), mc(2))
}

pub fn sampled_depth(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &NOISE.map(two_plies), frames, (0.0, 0.7))?;
    let matches = NOISE.map(|game| deeper(game).swap_remove(0));
    let prob = play(context, &matches, frames, (0.7, 1.0))?;
    let mut evidence = evidence(context, &met);
    let gain = |one: usize, other: usize| Ruling::above(&met[one].won(1).minus(met[other].won(1)), 0.0);
    evidence.judge("deep-wins-low-noise", met[0].ahead(1), met[0].told() + ".");
    evidence.judge("undecided-otherwise", Ruling::all([met[1].even(), met[2].even()]), scores(&met[1..]));
    evidence.judge("noise-lowers-value-of-depth", Ruling::all([gain(0, 1), gain(0, 2)]), scores(&met));
    let tried = |tally: StrokeTally| (ss(&tally).1, tally.frames);
    let fewer = [0, 1].map(|place| more_often(tried(met[place].side(0)), tried(met[place].side(1))));
    let counts: Vec<String> =
        met.iter().map(|met| format!("{} and {}", ss(&met.side(0)).1, ss(&met.side(1)).1)).collect();
    evidence.judge("fewer-safeties", Ruling::all(fewer), format!("Safeties: {}.", counts.join("; ")));
    let better = met.iter().zip(&prob).map(|(mc, prob)| Ruling::above(&mc.won(1).minus(prob.won(1)), 0.0));
    evidence.judge(
        "better-than-prob-at-depth",
        Ruling::all(better),
        format!("Sampled: {} Probabilities: {}", scores(&met), scores(&prob)),
    );
    Ok(evidence)
}

pub fn ordered_probabilistic(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &deeper(ORDERED), frames, (0.0, 0.5))?;
    let unordered = play(context, &deeper(TAIWAN), frames, (0.5, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge(
        "depth2-gains",
        Ruling::above(&met[0].won(1).minus(unordered[0].won(1)), 0.0),
        format!("8.5-ball: {}; 8-ball: {}.", met[0].told(), unordered[0].told()),
    );
    evidence.judge("depth2-undecided", met[0].even(), met[0].told() + ".");
    evidence.judge("depth3-4-worse", Ruling::all([met[1].ahead(0), met[2].ahead(0)]), scores(&met[1..]));
    let (here, there) = (pooled(met.iter().map(both)), pooled(unordered.iter().map(both)));
    evidence.judge(
        "more-safeties",
        Ruling::difference(safety_share(&here), safety_share(&there), 0.0),
        format!("{} against {}.", percent(safety_share(&here)), percent(safety_share(&there))),
    );
    evidence.judge(
        "safeties-work-better",
        Ruling::difference(ss(&here), ss(&there), 0.0),
        format!("{} against {}.", percent(ss(&here)), percent(ss(&there))),
    );
    Ok(evidence)
}

pub fn ordered_sampled(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &[two_plies(ORDERED)], frames, (0.0, 0.5))?;
    let unordered = play(context, &[two_plies(TAIWAN)], frames, (0.5, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge("deep-wins", met[0].ahead(1), scores(&met));
    evidence.judge(
        "gain-over-8-ball",
        Ruling::above(&met[0].won(1).minus(unordered[0].won(1)), 0.0),
        format!("8.5-ball: {} 8-ball: {}", scores(&met), scores(&unordered)),
    );
    let (here, there) = (both(&met[0]), both(&unordered[0]));
    evidence.judge(
        "more-safeties",
        Ruling::all([
            Ruling::difference(safety_share(&here), safety_share(&there), 0.0),
            Ruling::difference(ss(&here), ss(&there), 0.0),
        ]),
        format!(
            "Share {} against {}; success {} against {}.",
            percent(safety_share(&here)),
            percent(safety_share(&there)),
            percent(ss(&here)),
            percent(ss(&there))
        ),
    );
    Ok(evidence)
}

fn with_banks(game: &str) -> Match {
    Match::new(game, mc(2), mc_with(2, "banks=on"))
}

/// Bank, kick and combination shots among all but the break.
fn unusual(tally: &StrokeTally) -> (u64, u64) {
    let rare: u64 = [StrokeKind::Bank, StrokeKind::Kick, StrokeKind::Combination]
        .map(|kind| counts(tally, kind).1)
        .iter()
        .sum();
    (rare, rare + sis(tally).1 + ss(tally).1)
}

pub fn banks(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &[TAIWAN, ORDERED].map(with_banks), frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    evidence.judge("no-effect", Ruling::all(met.iter().map(Met::even)), scores(&met));
    let (eight, ordered) = (met[0].side(1), met[1].side(1));
    let rare = |tally: &StrokeTally| Ruling::share_below(unusual(tally).0, unusual(tally).1, 0.06);
    let shares = format!("{} and {}.", percent(unusual(&eight)), percent(unusual(&ordered)));
    evidence.judge("rare", Ruling::all([rare(&eight), rare(&ordered)]), shares);
    let [bank, kick, combo] =
        [StrokeKind::Bank, StrokeKind::Kick, StrokeKind::Combination].map(|kind| counts(&eight, kind));
    let often = |one: (u64, u64), other: (u64, u64)| more_often((one.1, 1), (other.1, 1));
    evidence.judge(
        "order-8-ball",
        Ruling::all([
            often(bank, kick),
            often(kick, combo),
            Ruling::difference(combo, bank, 0.0),
            Ruling::difference(bank, kick, 0.0),
        ]),
        format!("Bank {}, kick {}, combination {}.", percent(bank), percent(kick), percent(combo)),
    );
    let [bank, kick] = [StrokeKind::Bank, StrokeKind::Kick].map(|kind| counts(&ordered, kind));
    let missed = (bank.0 + kick.0, bank.1 + kick.1);
    evidence.judge("mostly-miss-8.5", Ruling::share_below(missed.0, missed.1, 0.1), percent(missed) + ".");
    let tried = |tally: StrokeTally| (ss(&tally).1, tally.frames);
    let fewer = met.iter().map(|met| more_often(tried(met.side(0)), tried(met.side(1))));
    let counts: Vec<String> =
        met.iter().map(|met| format!("{} and {}", ss(&met.side(0)).1, ss(&met.side(1)).1)).collect();
    evidence.judge("fewer-safeties", Ruling::all(fewer), format!("Safeties: {}.", counts.join("; ")));
    Ok(evidence)
}

/// Greedy, probabilities and sampling against each other, at the depth that is best under each error model.
fn algorithms() -> Vec<Match> {
    let depths = [(2, 2), (1, 1), (1, 2)];
    let three = |(game, (shallow, deep)): (&str, (u32, u32))| {
        [
            Match::new(game, GREEDY, prob(shallow)),
            Match::new(game, GREEDY, mc(deep)),
            Match::new(game, prob(shallow), mc(deep)),
        ]
    };
    NOISE.into_iter().zip(depths).flat_map(three).collect()
}

/// What greedy, probabilities and sampling did under an error model, from its three matches.
fn by_algorithm(met: &[Met]) -> [StrokeTally; 3] {
    [
        pooled([met[0].side(0), met[1].side(0)]),
        pooled([met[0].side(1), met[2].side(0)]),
        pooled([met[1].side(1), met[2].side(1)]),
    ]
}

pub fn comparison(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &algorithms(), frames, (0.0, 1.0))?;
    let mut evidence = evidence(context, &met);
    let noises: Vec<&[Met]> = met.chunks(3).collect();
    let greedy = noises.iter().flat_map(|three| [three[0].ahead(1), three[1].ahead(1)]);
    evidence.judge("search-beats-greedy", Ruling::all(greedy), scores(&met));
    let duels: Vec<Met> = noises.iter().map(|three| three[2].clone()).collect();
    evidence.judge("mc-beats-prob", Ruling::all(duels.iter().map(|met| met.ahead(1))), scores(&duels));
    let tallies: Vec<[StrokeTally; 3]> = noises.iter().map(|three| by_algorithm(three)).collect();
    let rates = |[greedy, prob, mc]: &[StrokeTally; 3]| {
        format!("{}, {}, {}", percent(sis(greedy)), percent(sis(prob)), percent(sis(mc)))
    };
    let told: Vec<String> =
        NOISES.iter().zip(&tallies).map(|(name, three)| format!("{name}: {}", rates(three))).collect();
    let told = told.join("; ") + ".";
    let rising = tallies.iter().flat_map(|[greedy, prob, mc]| {
        [Ruling::difference(sis(prob), sis(greedy), 0.0), Ruling::difference(sis(mc), sis(prob), 0.0)]
    });
    evidence.judge("completion-order", Ruling::all(rising), told.clone());
    let share = |tally: &StrokeTally| crate::verdict::share(sis(tally).0, sis(tally).1);
    let gaps = tallies.iter().map(|[greedy, prob, mc]| {
        Ruling::above(&share(prob).minus(share(greedy)).minus(share(mc).minus(share(prob))), 0.0)
    });
    evidence.judge("gap", Ruling::all(gaps), told);
    let shots = |tally: &StrokeTally| (sis(tally).1 + ss(tally).1, tally.frames);
    let winners = met.iter().map(|met| {
        let (one, other) = (met.side(0), met.side(1));
        let (winner, loser) = if one.wins > other.wins { (one, other) } else { (other, one) };
        more_often(shots(&winner), shots(&loser))
    });
    let counts: Vec<String> =
        met.iter().map(|met| format!("{} and {}", shots(&met.side(0)).0, shots(&met.side(1)).0)).collect();
    evidence.judge("winners-shoot-more", Ruling::all(winners), format!("Shots: {}.", counts.join("; ")));
    // A match has as many frames for all error models, but for how dear its players are.
    let lengths: Vec<(u64, u32)> = noises
        .iter()
        .map(|three| pooled(three.iter().map(both)))
        .map(|tally| (shots(&tally).0, tally.frames))
        .collect();
    evidence.judge(
        "longer-games-with-noise",
        Ruling::all([more_often(lengths[1], lengths[0]), more_often(lengths[2], lengths[1])]),
        {
            let each: Vec<String> = lengths
                .iter()
                .map(|(shots, frames)| format!("{:.1}", 2.0 * *shots as f64 / f64::from(*frames)))
                .collect();
            format!("Shots a frame from low to high noise: {}.", each.join(", "))
        },
    );
    let all = pooled(met.iter().map(both));
    let (safe, every) = safety_share(&all);
    let tenth = Ruling::within(&crate::verdict::share(safe, every), (0.07, 0.14));
    evidence.judge("safety-share", tenth, format!("{}.", percent((safe, every))));
    let noisy = |three: &[Met]| ss(&pooled(three.iter().map(both)));
    evidence.judge(
        "safety-by-noise",
        Ruling::difference(noisy(noises[2]), noisy(noises[0]), 0.0),
        format!("{} under high, {} under low noise.", percent(noisy(noises[2])), percent(noisy(noises[0]))),
    );
    Ok(evidence)
}

pub fn shot_shares(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let met = play(context, &[TAIWAN, ORDERED].map(with_banks), frames, (0.0, 0.4))?;
    let tournament = play(context, &algorithms(), frames, (0.4, 1.0))?;
    let all = pooled(tournament.iter().map(both));
    let (player, ordered) = (unusual(&met[0].side(1)), unusual(&met[1].side(1)));
    let mut evidence = evidence(context, &met);
    let (safe, every) = safety_share(&all);
    let hundred = 100.0 / f64::from(met[0].side(1).frames.max(1));
    evidence.grid(Grid::beside(context.entry, "Shares of shots", 1, |row, _| {
        let share = |count: u64, of: u64| crate::verdict::share(count, of).times(100.0).into();
        Some(match row {
            0 => crate::Measured::Exact(player.0 as f64 * hundred),
            1 => crate::Measured::Exact(player.1 as f64 * hundred),
            2 => share(player.0, player.1),
            3 => share(safe, every),
            _ => share(every - safe, every),
        })
    }));
    let rare = |(count, of): (u64, u64)| Ruling::share_below(count, of, 0.06);
    evidence.judge(
        "unusual-rare",
        Ruling::all([rare(player), rare(ordered)]),
        format!("{} in 8-ball, {} in 8.5-ball.", percent(player), percent(ordered)),
    );
    evidence.judge(
        "straight-in-available",
        Ruling::within(&crate::verdict::share(every - safe, every), (0.86, 0.93)),
        format!("{}.", percent((every - safe, every))),
    );
    Ok(evidence)
}

pub fn conclusions(context: &Context, frames: usize) -> Result<Evidence, Error> {
    // It looks at nearly all matches of the chapter: by default at a third of their frames.
    let effort = match context.effort {
        Effort::Times(factor) => Effort::Times(factor / 3.0),
        other => other,
    };
    let context = &Context { effort, ..context.within(context.folder) };
    let tournament = play(context, &algorithms(), frames, (0.0, 0.3))?;
    let breadth = play(context, &root_sampling(), frames, (0.3, 0.35))?;
    let depth = play(context, &NOISE.map(two_plies), frames, (0.35, 0.5))?;
    let ordered = play(context, &[two_plies(ORDERED)], frames, (0.5, 0.55))?;
    let minor: Vec<Match> =
        [weights(2), samples(1, &[15, 30]), samples(2, &[15]), [TAIWAN, ORDERED].map(with_banks).to_vec()]
            .concat();
    let minor = play(context, &minor, frames, (0.55, 0.9))?;
    let eager = play(context, &thresholds()[..1], frames, (0.9, 1.0))?;
    let mut evidence = evidence(context, &tournament);
    let noises: Vec<&[Met]> = tournament.chunks(3).collect();
    let greedy = noises.iter().flat_map(|three| [three[0].ahead(1), three[1].ahead(1)]);
    evidence.judge("search-beats-greedy", Ruling::all(greedy), scores(&tournament));
    let duels: Vec<Met> = noises.iter().map(|three| three[2].clone()).collect();
    evidence.judge("mc-strongest", Ruling::all(duels.iter().map(|met| met.ahead(1))), scores(&duels));
    evidence.judge(
        "breadth-over-depth",
        Ruling::above(&breadth[0].won(0).minus(depth[1].won(1)), 0.0),
        format!("Root sampling {}; two plies {} (one ply first).", breadth[0].told(), depth[1].told()),
    );
    evidence.judge("parameters-minor", Ruling::all(minor.iter().map(Met::even)), scores(&minor));
    evidence.judge("too-many-safeties", eager[0].ahead(0), eager[0].told() + ".");
    let apart = |one: &Met, other: &Met| {
        let difference = one.won(1).minus(other.won(1));
        Ruling::any([Ruling::above(&difference, 0.0), Ruling::below(&difference, 0.0)])
    };
    evidence.judge(
        "depends-on-noise-and-game",
        Ruling::all([
            Ruling::any([
                apart(&depth[0], &depth[1]),
                apart(&depth[0], &depth[2]),
                apart(&depth[1], &depth[2]),
            ]),
            apart(&ordered[0], &depth[1]),
        ]),
        format!("By noise: {} 8.5-ball: {}", scores(&depth), scores(&ordered)),
    );
    Ok(evidence)
}

/// The straight-in rates of the usual player under Taiwan in each of its matches, for the claim of section 4.3.
pub fn usual_rates(context: &Context, frames: usize, shares: (f64, f64)) -> Result<Vec<(u64, u64)>, Error> {
    let matches = [root_sampling().swap_remove(0), two_plies(TAIWAN), thresholds().swap_remove(0)];
    let met = play(context, &matches, frames, shares)?;
    Ok(vec![sis(&met[0].side(1)), sis(&met[1].side(1)), sis(&met[2].side(0))])
}
