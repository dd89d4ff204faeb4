//! Monte Carlo players against agents and against each other, at equal simulations and at equal time.
//!
//! The thesis turns equal time into numbers of simulations: 500, 485, 85, 50, 50 and 50 in the order of the tables.

use plywood_core::Error;

use super::*;
use crate::{Context, Evidence, Grid, Verdict};
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// Simulations a move at equal time.
const EQUAL_TIME: [u32; 6] = [500, 485, 85, 50, 50, 50];

fn times(factor: u32) -> [u32; 6] {
    EQUAL_TIME.map(|simulations| factor * simulations)
}

/// MC(h) for every h against every agent.
pub fn play_against_agents(
    context: &Context,
    simulations: [u32; 6],
    games: usize,
    shares: (f64, f64),
) -> Result<Scores, Error> {
    let agents: Vec<String> = (0..6).map(agent).collect();
    let step = (shares.1 - shares.0) / 6.0;
    (0..6)
        .map(|row| {
            let from = shares.0 + step * row as f64;
            let player = mc(row, row, simulations[row], 0.0);
            gauntlet(context, &format!("row{row}"), &player, &agents, games, (from, from + step))
        })
        .collect()
}

/// MC(h) for every h against each other.
pub fn play_each_other(
    context: &Context,
    simulations: [u32; 6],
    games: usize,
    shares: (f64, f64),
) -> Result<Scores, Error> {
    let players: Vec<String> = (0..6).map(|row| mc(row, row, simulations[row], 0.0)).collect();
    round_robin(context, "each-other", &players, games, shares)
}

fn outcome_of(context: &Context, scores: &Scores, setting: &str) -> Evidence {
    let mut evidence = Evidence::new(format!("{setting} {READING}{}", agreement(context, scores)));
    evidence.grid(Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        with_average(scores, row, column)
    }));
    evidence
}

fn cells(scores: &Scores) -> impl Iterator<Item = (usize, usize, Tally)> + '_ {
    scores.iter().enumerate().flat_map(|(row, tallies)| {
        tallies.iter().enumerate().map(move |(column, tally)| (row, column, *tally))
    })
}

/// Table 5.2.
pub fn against_agents(context: &Context) -> Result<Evidence, Error> {
    let scores = play_against_agents(context, [50; 6], games(context, 400), (0.0, 1.0))?;
    let mut evidence = outcome_of(context, &scores, "50 simulations a move.");
    let rate = |row: usize, column: usize| show_number(scores[row][column].rate(), 1);
    let exception = (RANDOM, CPMR);
    let others = cells(&scores).filter(|(row, column, _)| (*row, *column) != exception);
    let even = scores[RANDOM][CPMR].interval().contains(50.0);
    evidence.judge(
        "mc-beats-agents",
        Verdict::all(others.map(|(_, _, tally)| tally.above(50.0))),
        format!("MC(Random) against CPMR: {} (even at 95 %: {even}).", rate(RANDOM, CPMR)),
    );
    evidence.judge(
        "knowledge-free-holds",
        scores[RANDOM][CPM].above(50.0),
        format!("MC(Random) wins {} in 100 against CPM.", rate(RANDOM, CPM)),
    );
    evidence.judge(
        "mc-adds-strength",
        scores[CPM][CPM].above(90.0),
        format!("MC(CPM) wins {} in 100 against CPM.", rate(CPM, CPM)),
    );
    // The best of a row without Random.
    let best = |row: usize, at: usize| {
        Verdict::all(
            (ROXANNE..=CPMR)
                .filter(|column| *column != at)
                .map(|column| scores[row][at].beats(scores[row][column], 0.0)),
        )
    };
    evidence.judge(
        "opponent-model-diagonal",
        Verdict::all([ROXANNE, MOBILITY, POTENTIAL].map(|row| best(row, row))),
        format!(
            "On the diagonal: {}, {} and {}.",
            rate(ROXANNE, ROXANNE),
            rate(MOBILITY, MOBILITY),
            rate(POTENTIAL, POTENTIAL)
        ),
    );
    evidence.judge(
        "cpm-cpmr-vs-potmob",
        Verdict::all([CPM, CPMR].map(|row| best(row, POTENTIAL))),
        format!("Against Pot.Mob MC(CPM) wins {}, MC(CPMR) {}.", rate(CPM, POTENTIAL), rate(CPMR, POTENTIAL)),
    );
    let leads = [POTENTIAL, CPM, CPMR].map(|column| {
        Verdict::all((RANDOM..=MOBILITY).map(|row| scores[CPM][column].beats(scores[row][column], 0.0)))
    });
    evidence.judge(
        "cpm-cpmr-strong",
        Verdict::all(leads.into_iter().chain([scores[CPM][ROXANNE].beats(scores[ROXANNE][ROXANNE], -ABOUT)])),
        format!(
            "Against Roxanne MC(CPM) wins {} and MC(Roxanne) {}; against Mob {} and MC(Mob) {}.",
            rate(CPM, ROXANNE),
            rate(ROXANNE, ROXANNE),
            rate(CPM, MOBILITY),
            rate(MOBILITY, MOBILITY)
        ),
    );
    let hardest = (RANDOM..CPMR).map(|column| scores[RANDOM][column].beats(scores[RANDOM][CPMR], 0.0));
    evidence.judge(
        "cpmr-hardest-for-mc",
        Verdict::all(hardest),
        format!("MC(Random) wins {} against CPMR and {} against CPM.", rate(RANDOM, CPMR), rate(RANDOM, CPM)),
    );
    Ok(evidence)
}

/// Table 5.3.
pub fn two_policies(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 400);
    let mut scores = play_against_agents(context, [50; 6], number, (0.0, 0.85))?;
    let pairs: Vec<(String, String)> = (0..6).map(|model| (mc(model, CPMR, 50, 0.0), agent(model))).collect();
    let combined = matches(context, "two-policies", &pairs, number, (0.85, 1.0))?;
    scores.push(combined.iter().map(|pair| pair[0]).collect());
    let last = &scores[6];
    let mut evidence = outcome_of(
        context,
        &scores,
        "50 simulations a move; in the last row MC(X, CPMR) plays against X: X moves for the opponent in playouts, CPMR for oneself.",
    );
    let shown: Vec<String> = last.iter().map(|tally| show_number(tally.rate(), 1)).collect();
    evidence.judge(
        "all-strong",
        Verdict::all(last.iter().map(|tally| tally.above(94.0))),
        format!("{}.", shown.join(", ")),
    );
    let best = |column: usize| Verdict::all((0..6).map(|row| last[column].beats(scores[row][column], 0.0)));
    let top = |column: usize| (0..6).map(|row| scores[row][column].rate()).fold(0.0, f64::max);
    let gains: Vec<String> = (0..6)
        .map(|column| {
            let gain = last[column].rate() - scores[column][column].rate();
            format!("{}{}", if gain >= 0.0 { "+" } else { "" }, show_number(gain, 1))
        })
        .collect();
    evidence.judge(
        "best-but-random",
        Verdict::all((ROXANNE..=CPMR).map(best)),
        format!(
            "Over MC(X) against X, the own policy CPMR gains {}; the best single policies win {}.",
            gains.join(", "),
            (0..6).map(|column| show_number(top(column), 1)).collect::<Vec<_>>().join(", ")
        ),
    );
    evidence.judge(
        "roxanne-jump",
        Verdict::all([ROXANNE, CPMR].map(|row| last[ROXANNE].beats(scores[row][ROXANNE], 5.0))),
        format!(
            "Against Roxanne: {} with both, {} with Roxanne alone, {} with CPMR alone.",
            shown[ROXANNE],
            show_number(scores[ROXANNE][ROXANNE].rate(), 1),
            show_number(scores[CPMR][ROXANNE].rate(), 1)
        ),
    );
    Ok(evidence)
}

fn means(scores: &Scores) -> Vec<Tally> {
    scores.iter().map(|row| average(row)).collect()
}

fn listed(mean: &[Tally]) -> String {
    let all: Vec<String> = mean.iter().map(|tally| show_number(tally.rate(), 1)).collect();
    format!("Averages in the order of the rows: {}.", all.join(", "))
}

/// Table 5.4.
pub fn equal_simulations(context: &Context) -> Result<Evidence, Error> {
    let scores = play_each_other(context, [50; 6], games(context, 500), (0.0, 1.0))?;
    let mean = means(&scores);
    let mut evidence = outcome_of(context, &scores, "50 simulations a move for all.");
    let rest = [RANDOM, ROXANNE, MOBILITY, POTENTIAL];
    let lead =
        rest.map(|row| Verdict::all([mean[CPM].beats(mean[row], 0.0), mean[CPMR].beats(mean[row], 0.0)]));
    let first = mean[CPM].beats(mean[CPMR], 0.0);
    evidence.judge(
        "cpm-best",
        Verdict::all(lead.into_iter().chain([first, mean[CPMR].beats(mean[CPM], -ABOUT)])),
        listed(&mean),
    );
    evidence.judge(
        "random-worst",
        Verdict::all(
            (ROXANNE..=CPMR)
                .map(|row| mean[row].beats(mean[RANDOM], 0.0))
                .chain([mean[ROXANNE].beats(mean[RANDOM], 10.0)]),
        ),
        format!("Roxanne is {} ahead of Random.", show_number(mean[ROXANNE].rate() - mean[RANDOM].rate(), 1)),
    );
    let pairs = [
        (CPM, CPMR),
        (CPMR, MOBILITY),
        (MOBILITY, POTENTIAL),
        (MOBILITY, ROXANNE),
        (POTENTIAL, RANDOM),
        (ROXANNE, RANDOM),
    ];
    let steps = pairs.map(|(a, b)| mean[a].beats(mean[b], 0.0));
    let equal = [(POTENTIAL, ROXANNE), (ROXANNE, POTENTIAL)].map(|(a, b)| mean[a].beats(mean[b], -ABOUT));
    evidence.judge("order", Verdict::all(steps.into_iter().chain(equal)), listed(&mean));
    let head = scores[POTENTIAL][ROXANNE];
    let against = [CPM, CPMR].map(|column| scores[ROXANNE][column].beats(scores[POTENTIAL][column], 0.0));
    evidence.judge(
        "potmob-roxanne",
        Verdict::all(against.into_iter().chain([head.above(50.0)])),
        format!("MC(Pot.Mob) wins {} in 100 against MC(Roxanne).", show_number(head.rate(), 1)),
    );
    Ok(evidence)
}

/// Table 5.5.
pub fn equal_time(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 300);
    let scores = play_each_other(context, times(1), number, (0.0, 0.9))?;
    let fewer = [(mc(ROXANNE, ROXANNE, 50, 0.0), mc(CPM, CPM, 50, 0.0))];
    let fewer = matches(context, "fewer", &fewer, number, (0.9, 1.0))?[0][0];
    let mean = means(&scores);
    let mut evidence = outcome_of(
        context,
        &scores,
        "Equal time as the thesis turns it into simulations: 500, 485, 85, 50, 50, 50.",
    );
    let others = |row: usize| (0..6).filter(move |other| *other != row);
    evidence.judge(
        "roxanne-best",
        Verdict::all(others(ROXANNE).map(|other| mean[ROXANNE].beats(mean[other], 20.0))),
        listed(&mean),
    );
    let second = [MOBILITY, POTENTIAL, CPM, CPMR].map(|other| mean[RANDOM].beats(mean[other], 0.0));
    evidence.judge("random-second", Verdict::all(second), listed(&mean));
    evidence.judge(
        "potmob-worst",
        Verdict::all(others(POTENTIAL).map(|other| mean[other].beats(mean[POTENTIAL], 0.0))),
        listed(&mean),
    );
    evidence.judge(
        "roxanne-jump",
        scores[ROXANNE][CPM].beats(fewer, 40.0),
        format!(
            "MC(Roxanne) wins {} against MC(CPM) with 485 simulations and {} with 50.",
            show_number(scores[ROXANNE][CPM].rate(), 1),
            show_number(fewer.rate(), 1)
        ),
    );
    evidence.judge(
        "heuristic-worth-simulations",
        scores[CPM][RANDOM].above(40.0),
        format!("MC(CPM) wins {} against MC(Random).", show_number(scores[CPM][RANDOM].rate(), 1)),
    );
    Ok(evidence)
}

/// Table 5.6.
pub fn twice_the_time(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 120);
    let scores = play_each_other(context, times(2), number, (0.0, 0.65))?;
    let single = play_each_other_named(context, number)?;
    let (mean, before) = (means(&scores), means(&single));
    let mut evidence =
        outcome_of(context, &scores, "Twice the simulations of table 5.5, which is played anew beside it.");
    let order = [ROXANNE, RANDOM, CPM, CPMR, MOBILITY, POTENTIAL];
    let steps = order.windows(2).map(|pair| mean[pair[0]].beats(mean[pair[1]], 0.0));
    evidence.judge("same-order", Verdict::all(steps), listed(&mean));
    let level = scores[RANDOM][CPM].interval();
    let near = Verdict::of(level.low < 55.0 && level.high > 45.0);
    evidence.judge(
        "random-fades",
        Verdict::all([before[RANDOM].beats(mean[RANDOM], 0.0), near]),
        format!(
            "MC(Random) averages {} after {}; against MC(CPM) it wins {}.",
            show_number(mean[RANDOM].rate(), 1),
            show_number(before[RANDOM].rate(), 1),
            show_number(level.value, 1)
        ),
    );
    Ok(evidence)
}

/// Table 5.5 beside another table, under a name of its own.
fn play_each_other_named(context: &Context, games: usize) -> Result<Scores, Error> {
    let players: Vec<String> = (0..6).map(|row| mc(row, row, EQUAL_TIME[row], 0.0)).collect();
    round_robin(context, "single-time", &players, games, (0.65, 1.0))
}

/// Table 5.7.
pub fn equal_time_against_agents(context: &Context) -> Result<Evidence, Error> {
    let scores = play_against_agents(context, times(1), games(context, 240), (0.0, 1.0))?;
    let mut evidence = outcome_of(
        context,
        &scores,
        "Equal time as the thesis turns it into simulations: 500, 485, 85, 50, 50, 50.",
    );
    evidence.judge(
        "model-beats-simulations",
        scores[CPMR][CPMR].beats(scores[ROXANNE][CPMR], 0.0),
        format!(
            "Against CPMR: MC(CPMR) with 50 simulations wins {}, MC(Roxanne) with 485 {}.",
            show_number(scores[CPMR][CPMR].rate(), 1),
            show_number(scores[ROXANNE][CPMR].rate(), 1)
        ),
    );
    Ok(evidence)
}

/// Simulations of MC(CPM) and of its rival in the columns of tables 5.8 and 5.9.
const GROWING: [[(u32, u32); 4]; 2] =
    [[(50, 500), (100, 1000), (200, 1940), (400, 3880)], [(50, 485), (100, 970), (200, 1940), (400, 3880)]];

/// A rival's and MC(CPM)'s wins as both budgets grow.
fn grow(context: &Context, rival: usize, number: usize, shares: (f64, f64)) -> Result<Scores, Error> {
    let pairs: Vec<(String, String)> = GROWING[usize::from(rival == ROXANNE)]
        .iter()
        .map(|(own, theirs)| (mc(rival, rival, *theirs, 0.0), mc(CPM, CPM, *own, 0.0)))
        .collect();
    let played = matches(context, &format!("growing{rival}"), &pairs, number, shares)?;
    Ok((0..2).map(|side| played.iter().map(|pair| pair[side]).collect()).collect())
}

fn grown(context: &Context, scores: &Scores) -> Evidence {
    let mut evidence = outcome_of(context, scores, "MC(CPM) and its rival at multiples of equal time.");
    let mut plot = Plot::new("Wins as both budgets grow", "simulations of MC(CPM)", "wins in 100");
    for (row, printed) in scores.iter().zip(&context.entry.rows) {
        let at = GROWING[0].map(|column| f64::from(column.0));
        let intervals: Vec<Interval> = row.iter().map(|tally| tally.interval()).collect();
        let points = at.iter().zip(&intervals).map(|(x, interval)| (*x, interval.value)).collect();
        let ends = intervals.iter().map(|interval| (interval.low, interval.high)).collect();
        plot = plot.with(Series { ends, ..Series::new(printed.name.clone(), Mark::Line, points) });
    }
    evidence.plot(plot);
    evidence
}

fn steadily(row: &[Tally], rising: bool) -> Verdict {
    Verdict::all(row.windows(2).map(|pair| {
        let (more, less) = if rising { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
        more.beats(less, 0.0)
    }))
}

fn row_shown(row: &[Tally]) -> String {
    row.iter().map(|tally| show_number(tally.rate(), 1)).collect::<Vec<_>>().join(", ")
}

/// Table 5.8.
pub fn random_as_budgets_grow(context: &Context) -> Result<Evidence, Error> {
    let scores = grow(context, RANDOM, games(context, 300), (0.0, 1.0))?;
    let mut evidence = grown(context, &scores);
    let row = &scores[0];
    let ends = [row[0].above(50.0), Verdict::below(&row[3].interval(), 35.0, row[3].games)];
    evidence.judge(
        "random-falls",
        Verdict::all(ends.into_iter().chain([steadily(row, false)])),
        format!("{}.", row_shown(row)),
    );
    evidence.judge(
        "non-linear",
        row[0].beats(row[3], 0.0),
        format!("From {} to {}.", show_number(row[0].rate(), 1), show_number(row[3].rate(), 1)),
    );
    Ok(evidence)
}

/// Table 5.9.
pub fn roxanne_as_budgets_grow(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 120);
    let scores = grow(context, ROXANNE, number, (0.0, 0.5))?;
    let other = grow(context, RANDOM, number, (0.5, 1.0))?;
    let mut evidence = grown(context, &scores);
    let gain = [scores[1][3].beats(scores[1][0], 0.0), steadily(&scores[1], true)];
    evidence.judge("cpm-gains", Verdict::all(gain), format!("MC(CPM): {}.", row_shown(&scores[1])));
    let loss = |row: &[Tally]| row[0].rate() - row[3].rate();
    let (ours, theirs) = (loss(&scores[0]), loss(&other[0]));
    // The difference of two differences, each of two shares.
    let spread = [scores[0][0], scores[0][3], other[0][0], other[0][3]]
        .map(|tally| libm::pow(tally.interval().half_width(), 2.0))
        .iter()
        .sum::<f64>();
    let half = libm::sqrt(spread);
    let value = theirs - ours;
    let interval = Interval { value, low: value - half, high: value + half };
    evidence.judge(
        "slower-than-random",
        Verdict::above(&interval, 0.0, number as u64),
        format!(
            "MC(Roxanne) loses {} from first to last, MC(Random) {}.",
            show_number(ours, 1),
            show_number(theirs, 1)
        ),
    );
    Ok(evidence)
}
