//! Monte Carlo players against agents and against each other, at equal simulations and at equal time.
//!
//! The thesis turns equal time into numbers of simulations: 500, 485, 85, 50, 50 and 50 in the order of the tables.

use plywood_core::Error;

use super::*;
use crate::{Context, Evidence, Grid, Ruling};
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
    let games = scores.iter().flatten().map(|tally| tally.games).max().unwrap_or(0);
    let mut evidence = started(format!("{setting}{}", agreement(context, scores)), games as usize);
    let grid = Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        with_average(scores, row, column)
    });
    evidence.grid(grid.with_errors(printed_error));
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
    evidence.reading("MC(Random) and CPMR are even when it wins 45 to 55 in 100.");
    evidence.judge(
        "mc-beats-agents",
        Ruling::all(others.map(|(_, _, tally)| tally.above(50.0)).chain([scores[RANDOM][CPMR].even()])),
        format!("MC(Random) against CPMR: {}.", rate(RANDOM, CPMR)),
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
        Ruling::all(
            (ROXANNE..=CPMR)
                .filter(|column| *column != at)
                .map(|column| scores[row][at].beats(scores[row][column], 0.0)),
        )
    };
    evidence.judge(
        "opponent-model-diagonal",
        Ruling::all([ROXANNE, MOBILITY, POTENTIAL].map(|row| best(row, row))),
        format!(
            "On the diagonal: {}, {} and {}.",
            rate(ROXANNE, ROXANNE),
            rate(MOBILITY, MOBILITY),
            rate(POTENTIAL, POTENTIAL)
        ),
    );
    evidence.judge(
        "cpm-cpmr-vs-potmob",
        Ruling::all([CPM, CPMR].map(|row| best(row, POTENTIAL))),
        format!("Against Pot.Mob MC(CPM) wins {}, MC(CPMR) {}.", rate(CPM, POTENTIAL), rate(CPMR, POTENTIAL)),
    );
    evidence.reading(format!("\"Nearly\" and \"within noise\" are at most {ABOUT} in 100 fewer."));
    evidence.judge(
        "cpm-cpmr-strong",
        strong(&scores),
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
        Ruling::all(hardest),
        format!("MC(Random) wins {} against CPMR and {} against CPM.", rate(RANDOM, CPMR), rate(RANDOM, CPM)),
    );
    Ok(evidence)
}

/// The claim that MC(CPM) and MC(CPMR) lead against Pot.Mob, CPM and CPMR, and are about as good as MC(Mob) and MC(Roxanne) against
/// the agents that those model.
fn strong(scores: &Scores) -> Ruling {
    let pairs = [CPM, CPMR].into_iter().flat_map(|row| (RANDOM..=POTENTIAL).map(move |other| (row, other)));
    let leads = [POTENTIAL, CPM, CPMR].into_iter().flat_map(|column| {
        pairs.clone().map(move |(row, other)| scores[row][column].beats(scores[other][column], 0.0))
    });
    let targets = [CPM, CPMR].into_iter().flat_map(|row| {
        [MOBILITY, ROXANNE].map(|target| scores[row][target].beats(scores[target][target], -ABOUT))
    });
    Ruling::all(leads.chain(targets)).ruled(format!(
        "in columns Pot.Mob, CPM and CPMR both above the other four players; against Mob and Roxanne at most {ABOUT} in 100 below MC(Mob) and MC(Roxanne)"
    ))
}

/// The claim that the combined players of table 5.3 are best against every agent but Random, where another is.
fn best_but_random(scores: &Scores, last: &[Tally]) -> Ruling {
    let best = (ROXANNE..=CPMR).flat_map(|column| (0..6).map(move |row| (row, column)));
    let claims = best.map(|(row, column)| last[column].beats(scores[row][column], 0.0));
    Ruling::all(claims)
        .ruled("above each of the six players of one policy, against each agent from Roxanne to CPMR")
}

/// Table 5.3 as far as its last row: all single policies against all agents, then MC(X, CPMR) against X.
pub fn play_two_policies(
    context: &Context,
    number: usize,
    (from, to): (f64, f64),
) -> Result<(Scores, Vec<Tally>), Error> {
    let middle = from + 0.85 * (to - from);
    let scores = play_against_agents(context, [50; 6], number, (from, middle))?;
    let pairs: Vec<(String, String)> = (0..6).map(|model| (mc(model, CPMR, 50, 0.0), agent(model))).collect();
    let combined = matches(context, "two-policies", &pairs, number, (middle, to))?;
    Ok((scores, combined.iter().map(|pair| pair[0]).collect()))
}

/// How the claim that the combined player is best stands: the evidence and what was seen.
pub fn judge_two_policies(scores: &Scores, last: &[Tally]) -> (Ruling, String) {
    let gains: Vec<String> = (0..6)
        .map(|column| {
            let gain = last[column].rate() - scores[column][column].rate();
            format!("{}{}", if gain >= 0.0 { "+" } else { "" }, show_number(gain, 1))
        })
        .collect();
    let top = |column: usize| (0..6).map(|row| scores[row][column].rate()).fold(0.0, f64::max);
    let seen = format!(
        "Over MC(X) against X, the own policy CPMR gains {}; the best single policies win {}, with CPMR besides {}.",
        gains.join(", "),
        (0..6).map(|column| show_number(top(column), 1)).collect::<Vec<_>>().join(", "),
        row_shown(last)
    );
    (best_but_random(scores, last), seen)
}

/// Table 5.3.
pub fn two_policies(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 400);
    let (mut scores, last) = play_two_policies(context, number, (0.0, 1.0))?;
    let best = judge_two_policies(&scores, &last);
    scores.push(last);
    let last = &scores[6];
    let mut evidence = outcome_of(
        context,
        &scores,
        "50 simulations a move; in the last row MC(X, CPMR) plays against X: X moves for the opponent in playouts, CPMR for oneself.",
    );
    let shown: Vec<String> = last.iter().map(|tally| show_number(tally.rate(), 1)).collect();
    evidence.judge(
        "all-strong",
        Ruling::all(last.iter().map(|tally| tally.above(94.0))),
        format!("{}.", shown.join(", ")),
    );
    let (ruling, seen) = best;
    evidence.judge("best-but-random", ruling, seen);
    evidence.judge(
        "roxanne-jump",
        Ruling::all([ROXANNE, CPMR].map(|row| last[ROXANNE].beats(scores[row][ROXANNE], 5.0))),
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
    let close = Ruling::below(&lead(&scores, CPM, CPMR), 5.0);
    evidence.judge(
        "cpm-best",
        Ruling::all([in_order(&scores, &[&[CPM], &[CPMR], &rest]), close]),
        listed(&mean),
    );
    evidence.judge(
        "random-worst",
        Ruling::all(
            (ROXANNE..=CPMR)
                .map(|row| leads(&scores, row, RANDOM, 0.0))
                .chain([leads(&scores, ROXANNE, RANDOM, 10.0)]),
        ),
        format!("Roxanne is {} ahead of Random.", show_number(mean[ROXANNE].rate() - mean[RANDOM].rate(), 1)),
    );
    evidence.judge("order", five_steps(&scores), listed(&mean));
    let head = scores[POTENTIAL][ROXANNE];
    let against = [CPM, CPMR].map(|column| scores[ROXANNE][column].beats(scores[POTENTIAL][column], 0.0));
    evidence.judge(
        "potmob-roxanne",
        Ruling::all(against.into_iter().chain([head.above(50.0)])),
        format!("MC(Pot.Mob) wins {} in 100 against MC(Roxanne).", show_number(head.rate(), 1)),
    );
    Ok(evidence)
}

/// The order of table 5.4: CPM, CPMR, Mob, then Pot.Mob and Roxanne within two in 100 of each other, then Random.
fn five_steps(scores: &Scores) -> Ruling {
    let steps = in_order(scores, &[&[CPM], &[CPMR], &[MOBILITY], &[POTENTIAL, ROXANNE], &[RANDOM]]);
    Ruling::all([steps, Ruling::within(&lead(scores, POTENTIAL, ROXANNE), (-2.0, 2.0))])
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
        Ruling::all(others(ROXANNE).map(|other| leads(&scores, ROXANNE, other, 20.0))),
        listed(&mean),
    );
    let second = in_order(&scores, &[&[ROXANNE], &[RANDOM], &[MOBILITY, POTENTIAL, CPM, CPMR]]);
    evidence.judge("random-second", second, listed(&mean));
    evidence.judge(
        "potmob-worst",
        Ruling::all(others(POTENTIAL).map(|other| leads(&scores, other, POTENTIAL, 0.0))),
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
    evidence.judge(
        "same-order",
        in_order(&scores, &order.each_ref().map(std::slice::from_ref)),
        listed(&mean),
    );
    let level = scores[RANDOM][CPM];
    evidence.judge(
        "random-fades",
        Ruling::all([before[RANDOM].beats(mean[RANDOM], 0.0), level.even()]),
        format!(
            "MC(Random) averages {} after {}; against MC(CPM) it wins {}.",
            show_number(mean[RANDOM].rate(), 1),
            show_number(before[RANDOM].rate(), 1),
            show_number(level.rate(), 1)
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

fn steadily(row: &[Tally], rising: bool) -> Ruling {
    Ruling::all(row.windows(2).map(|pair| {
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
    let ends = [row[0].above(50.0), row[3].below(35.0)];
    evidence.judge(
        "random-falls",
        Ruling::all(ends.into_iter().chain([steadily(row, false)])),
        format!("{}.", row_shown(row)),
    );
    evidence.judge(
        "non-linear",
        Ruling::any([row[0].beats(row[3], 0.0), row[3].beats(row[0], 0.0)]),
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
    evidence.judge("cpm-gains", Ruling::all(gain), format!("MC(CPM): {}.", row_shown(&scores[1])));
    let loss = |row: &[Tally]| row[0].rate() - row[3].rate();
    let (ours, theirs) = (loss(&scores[0]), loss(&other[0]));
    let more =
        combined(&[(1.0, other[0][0]), (-1.0, other[0][3]), (-1.0, scores[0][0]), (1.0, scores[0][3])]);
    evidence.judge(
        "slower-than-random",
        Ruling::above(&more, 0.0),
        format!(
            "MC(Roxanne) loses {} from first to last, MC(Random) {}.",
            show_number(ours, 1),
            show_number(theirs, 1)
        ),
    );
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    /// A table of wins in 1000 games, from wins in 100.
    fn table(rows: [[f64; 6]; 6]) -> Scores {
        let tally = |wins: f64| Tally { wins: (10.0 * wins).round() as u64, games: 1000 };
        rows.iter().map(|row| row.iter().map(|wins| tally(*wins)).collect()).collect()
    }

    const PRINTED: [[f64; 6]; 6] = [
        [97.7, 74.8, 71.4, 74.2, 55.2, 49.9],
        [98.5, 84.7, 73.5, 78.0, 63.7, 58.8],
        [98.0, 79.6, 92.4, 88.0, 71.6, 69.8],
        [96.7, 78.2, 86.9, 90.0, 75.6, 73.3],
        [99.3, 86.7, 94.3, 95.8, 94.8, 94.4],
        [99.4, 87.8, 94.7, 96.3, 94.7, 95.6],
    ];

    #[test]
    fn the_cells_of_mobility_and_of_cpmr_count() {
        assert_eq!(strong(&table(PRINTED)).verdict(), Verdict::Holds);
        for (row, column) in [(CPM, MOBILITY), (CPMR, MOBILITY), (CPMR, ROXANNE), (CPMR, CPM)] {
            let mut changed = PRINTED;
            changed[row][column] = 60.0;
            assert_eq!(strong(&table(changed)).verdict(), Verdict::DoesNotHold, "{row} {column}");
        }
    }

    #[test]
    fn the_combined_player_must_beat_all_single_policies() {
        let tallies = |wins: f64| vec![Tally { wins: (10.0 * wins) as u64, games: 1000 }; 6];
        let scores = table([[80.0; 6]; 6]);
        assert_eq!(best_but_random(&scores, &tallies(95.0)).verdict(), Verdict::Holds);
        let mut rival = [[80.0; 6]; 6];
        rival[CPM][ROXANNE] = 99.0;
        assert_eq!(best_but_random(&table(rival), &tallies(95.0)).verdict(), Verdict::DoesNotHold);
    }

    #[test]
    fn about_equal_is_within_two() {
        // Pot.Mob three ahead of Roxanne: more than the table's own check allows.
        let even = |potential: f64| {
            let mut rows = [[0.0; 6]; 6];
            let strength = [20.0, 42.0, 52.0, potential, 70.0, 61.0];
            for (one, row) in rows.iter_mut().enumerate() {
                for (other, cell) in row.iter_mut().enumerate() {
                    *cell = if one == other {
                        0.0
                    } else {
                        (50.0 + strength[one] - strength[other]).clamp(1.0, 99.0)
                    };
                }
            }
            let mut scores = table(rows);
            scores
                .iter_mut()
                .flatten()
                .for_each(|tally| *tally = Tally { wins: tally.wins * 20, games: 20_000 });
            five_steps(&scores).verdict()
        };
        assert_eq!(even(42.2), Verdict::Holds);
        assert_eq!(even(45.0), Verdict::DoesNotHold);
    }
}
