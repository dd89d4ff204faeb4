//! Monte Carlo Othello thesis: tables 5.1 to 5.11, figures 5.1 and 5.2 and what the text says about them.
//!
//! Published scores are wins of the row player in 100 games; draws count for neither. Where the thesis leaves a reading
//! open, the one that comes nearest to its numbers is taken: see [`AGENTS`] and [`READING`].

mod across;
mod agents;
mod noise;
mod simulations;
mod strength;

use plywood_core::Error;

use super::{Context, Measured, Reproduction, Verdict};
use plywood_lab::experiment::{Experiment, Mode};
use plywood_lab::matches::PairingResult;
use plywood_lab::stats::normal::two_sided;
use plywood_lab::stats::{Interval, Z95, wilson};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "othello/table2.1", run: agents::square_classes },
    Reproduction { id: "othello/table5.1", run: agents::against_each_other },
    Reproduction { id: "othello/text5.5-orderings", run: agents::orderings },
    Reproduction { id: "othello/tableA.1", run: agents::tree_sizes },
    Reproduction { id: "othello/table5.2", run: simulations::against_agents },
    Reproduction { id: "othello/table5.3", run: simulations::two_policies },
    Reproduction { id: "othello/table5.4", run: simulations::equal_simulations },
    Reproduction { id: "othello/table5.5", run: simulations::equal_time },
    Reproduction { id: "othello/table5.6", run: simulations::twice_the_time },
    Reproduction { id: "othello/table5.7", run: simulations::equal_time_against_agents },
    Reproduction { id: "othello/table5.8", run: simulations::random_as_budgets_grow },
    Reproduction { id: "othello/table5.9", run: simulations::roxanne_as_budgets_grow },
    Reproduction { id: "othello/table5.10", run: noise::one_policy },
    Reproduction { id: "othello/figure5.2", run: noise::drawn },
    Reproduction { id: "othello/table5.11", run: noise::two_policies },
    Reproduction { id: "othello/figure5.1", run: strength::against_simulations },
    Reproduction { id: "othello/text5.9", run: strength::against_minimax },
    Reproduction { id: "othello/text6-conclusions", run: strength::conclusions },
];

/// Games a pairing in the thesis.
const FULL: usize = 1000;

/// The six policies in the order of the tables.
///
/// Frontiers count contacts: with discs, as the text has it, Pot.Mob wins 40 of 100 against Roxanne where 8.9 are
/// printed, and CPM 28 where 20.5 are; with contacts they win 9 and 19. Equal moves are taken at random: were Pot.Mob to
/// take the first, it would win 59 of 100 against Random (printed 61.6; at random 55), but its Monte Carlo player would
/// be too weak.
const AGENTS: [&str; 6] = [
    "random",
    "roxanne",
    "mobility",
    "potential(frontier=contacts)",
    "cpm(frontier=contacts)",
    "cpmr(frontier=contacts)",
];
const RANDOM: usize = 0;
const ROXANNE: usize = 1;
const MOBILITY: usize = 2;
const POTENTIAL: usize = 3;
const CPM: usize = 4;
const CPMR: usize = 5;

/// How the open points are read.
const READING: &str = "Rewards from 0 to 1 with a draw as one half, a simulation counted once at every node it passes, \
    equal moves at random, the most visited move played. Frontiers count every contact of a disc with an empty square: \
    counting discs, as the text has it, makes Pot.Mob and CPM stronger against Roxanne than printed. The printed scores \
    of Pot.Mob against CPM and CPMR (44.4 and 53.6, without a single draw) come out under no reading tried.";

/// The agent with a place among the six.
fn agent(place: usize) -> String {
    format!("policy(name={})", AGENTS[place])
}

/// MC(opponent, own): UCT with a policy for the opponent's moves and one for its own.
fn mc(opponent: usize, own: usize, simulations: u32, noise: f64) -> String {
    let (own, opponent) = (AGENTS[own], AGENTS[opponent]);
    format!("uct(playout={own}, opponent={opponent}, simulations={simulations}, noise={noise})")
}

/// Wins of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    wins: u64,
    games: u64,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally { wins: self.wins + other.wins, games: self.games + other.games }
    }

    /// Wins in 100 games.
    fn rate(self) -> f64 {
        100.0 * self.wins as f64 / self.games.max(1) as f64
    }

    /// The same with its 95 % interval.
    fn interval(self) -> Interval {
        self.interval_at(Z95)
    }

    fn interval_at(self, z: f64) -> Interval {
        wilson(self.wins, self.games.max(1), z).times(100.0)
    }

    fn measured(self) -> Option<Measured> {
        (self.games > 0).then(|| Measured::Sampled(self.interval()))
    }

    /// The claim that it wins more than so many in 100.
    fn above(self, threshold: f64) -> Verdict {
        Verdict::above(&self.interval(), threshold, self.games)
    }

    /// The claim that it wins at least `margin` in 100 more than another.
    fn beats(self, other: Tally, margin: f64) -> Verdict {
        let spread = |tally: Tally| tally.interval_at(1.0).half_width();
        let half = Z95 * libm::sqrt(spread(self) * spread(self) + spread(other) * spread(other));
        let interval = Interval::around(self.rate() - other.rate(), half);
        Verdict::above(&interval, margin, self.games.min(other.games))
    }
}

/// Wins in 100 that make no difference where the thesis says "about" or "equals": our reading.
const ABOUT: f64 = 3.0;

/// Wins of row players against column players.
type Scores = Vec<Vec<Tally>>;

/// The wins of the first and of the second player of a pairing.
fn tallies(result: &PairingResult) -> [Tally; 2] {
    let [losses, _, wins] = result.total.0;
    [wins, losses].map(|wins| Tally { wins, games: result.games })
}

/// Everybody against everybody.
fn round_robin(
    context: &Context,
    name: &str,
    players: &[String],
    games: usize,
    shares: (f64, f64),
) -> Result<Scores, Error> {
    let experiment = Experiment::of_match("othello", players, games as u32, context.seed);
    let results = context.play(name, &experiment, shares)?;
    let mut scores = vec![vec![Tally::default(); players.len()]; players.len()];
    let pairs = (0..players.len()).flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)));
    for ((a, b), result) in pairs.zip(&results) {
        [scores[a][b], scores[b][a]] = tallies(result);
    }
    Ok(scores)
}

/// One player against each of some others.
fn gauntlet(
    context: &Context,
    name: &str,
    player: &str,
    others: &[String],
    games: usize,
    shares: (f64, f64),
) -> Result<Vec<Tally>, Error> {
    let players: Vec<String> = [player.to_string()].into_iter().chain(others.iter().cloned()).collect();
    let mut experiment = Experiment::of_match("othello", &players, games as u32, context.seed);
    experiment.mode = Mode::Gauntlet;
    let results = context.play(name, &experiment, shares)?;
    Ok(results.iter().map(|result| tallies(result)[0]).collect())
}

/// A list of matches, each a pair of players.
fn matches(
    context: &Context,
    name: &str,
    pairs: &[(String, String)],
    games: usize,
    shares: (f64, f64),
) -> Result<Vec<[Tally; 2]>, Error> {
    let mut all = Vec::new();
    let step = (shares.1 - shares.0) / pairs.len() as f64;
    for (index, (first, second)) in pairs.iter().enumerate() {
        let players = [first.clone(), second.clone()];
        let experiment = Experiment::of_match("othello", &players, games as u32, context.seed);
        let from = shares.0 + step * index as f64;
        let results = context.play(&format!("{name}-{index}"), &experiment, (from, from + step))?;
        all.push(results.first().map(tallies).unwrap_or_default());
    }
    Ok(all)
}

/// How many games a pairing: even, so that both colours come as often.
fn games(context: &Context, default: usize) -> usize {
    context.effort.amount(default, FULL).next_multiple_of(2)
}

/// A row of a round robin without the player itself, summed: its average.
fn average(row: &[Tally]) -> Tally {
    row.iter().fold(Tally::default(), |sum, tally| sum.plus(*tally))
}

/// What a cell of a printed table with an average in the last column holds.
fn with_average(scores: &Scores, row: usize, column: usize) -> Option<Measured> {
    match scores[row].get(column) {
        Some(tally) => tally.measured(),
        None => average(&scores[row]).measured(),
    }
}

/// How many printed cells lie inside the 99 % interval that two samples of these sizes allow.
fn agreement(context: &Context, scores: &Scores) -> String {
    let z = two_sided(0.99);
    let (mut inside, mut outside) = (0, Vec::new());
    for (row, printed) in context.entry.rows.iter().enumerate() {
        for (column, value) in printed.values.iter().enumerate() {
            let Some(tally) = scores.get(row).and_then(|row| row.get(column)).filter(|tally| tally.games > 0)
            else {
                continue;
            };
            if value.is_nan() {
                continue;
            }
            // The printed number comes from games of its own.
            let printed_wins = (value / 100.0 * FULL as f64).round() as u64;
            let ours = tally.interval_at(z);
            let theirs = Tally { wins: printed_wins, games: FULL as u64 }.interval_at(z);
            let allowed = libm::hypot(ours.half_width(), theirs.half_width());
            if (tally.rate() - value).abs() <= allowed {
                inside += 1;
            } else {
                outside.push(format!("{} / {}", printed.name, context.entry.columns[column]));
            }
        }
    }
    let all = inside + outside.len();
    let rest = if outside.is_empty() { String::new() } else { format!(" Outside: {}.", outside.join("; ")) };
    format!(" {inside} of {all} printed cells agree at 99 %.{rest}")
}
