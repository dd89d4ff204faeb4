//! A question of our own that chapter 6 leaves open: what 50,000 and 100,000 simulations a move give, to players with
//! knowledge too, and against minimax.

use plywood_core::Error;

use super::*;
use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::show_number;

/// The players who are measured.
const PLAYERS: [(usize, &str); 3] = [(RANDOM, "MC(Random)"), (ROXANNE, "MC(Roxanne)"), (CPM, "MC(CPM)")];
/// The smaller number of simulations; the other is twice that.
const SIMULATIONS: usize = 50_000;

/// Plays the matches.
pub fn many_simulations(context: &Context) -> Result<Evidence, Error> {
    let small = context.glance();
    let simulations = if small { 20 } else { context.effort.amount(SIMULATIONS / 10, SIMULATIONS) as u32 };
    let number = if small { 2 } else { context.effort.amount(6, 100).next_multiple_of(2) };
    let budgets = [simulations, 2 * simulations];
    let opponents = [
        ("MC(Roxanne), 200", mc(ROXANNE, ROXANNE, 200, 0.0)),
        ("squares, 4 plies", "ab(depth=4, eval=squares)".to_string()),
        ("iago, 4 plies", "ab(depth=4, eval=iago)".to_string()),
    ];
    let mut evidence = started(
        "The players of figure 5.1 with so many simulations a move and with twice as many, against its opponent and against \
         alpha-beta at 4 plies with two evaluations.",
        number,
    );
    evidence.scale("simulations", simulations as usize, SIMULATIONS);
    let mut rows = Vec::new();
    let mut scores: Vec<Vec<Tally>> = Vec::new();
    for (index, (policy, name)) in PLAYERS.into_iter().enumerate() {
        let pairs: Vec<(String, String)> = opponents
            .iter()
            .flat_map(|(_, opponent)| {
                budgets.map(|budget| (mc(policy, policy, budget, 0.0), opponent.clone()))
            })
            .collect();
        let shares = (index as f64 / 3.0, (index + 1) as f64 / 3.0);
        let played: Vec<Tally> =
            matches(context, name, &pairs, number, shares)?.iter().map(|pair| pair[0]).collect();
        rows.push((
            name.to_string(),
            played.iter().map(|tally| Measured::Sampled(tally.interval())).collect(),
        ));
        scores.push(played);
    }
    let columns: Vec<String> = opponents
        .iter()
        .flat_map(|(name, _)| budgets.map(|budget| format!("{budget} against {name}")))
        .collect();
    evidence.grid(Grid::measured("Wins of the Monte Carlo player in 100 games", &columns, 1, rows));
    let sum = |places: &[usize], players: &[usize]| {
        let tallies = players.iter().flat_map(|player| places.iter().map(move |place| (*player, *place)));
        tallies.fold(Tally::default(), |sum, (player, place)| sum.plus(scores[player][place]))
    };
    let (fewer, more) = (sum(&[0, 2, 4], &[0, 1, 2]), sum(&[1, 3, 5], &[0, 1, 2]));
    let shown = |tally: Tally| show_number(tally.rate(), 1);
    evidence.reading(format!("\"No weaker\" is at most {ABOUT} in 100 fewer wins."));
    evidence.judge(
        "twice-is-no-weaker",
        more.beats(fewer, -ABOUT),
        format!(
            "All together win {} with the smaller budget and {} with twice that.",
            shown(fewer),
            shown(more)
        ),
    );
    let against = |player: usize| sum(&[3, 5], &[player]);
    evidence.judge(
        "minimax-is-beaten",
        Ruling::all((0..3).map(|player| against(player).above(50.0))),
        format!(
            "With the larger budget MC(Random), MC(Roxanne) and MC(CPM) win {}, {} and {} against alpha-beta.",
            shown(against(0)),
            shown(against(1)),
            shown(against(2))
        ),
    );
    evidence.judge(
        "knowledge-still-counts",
        against(2).beats(against(0), 0.0),
        format!(
            "Against alpha-beta MC(CPM) wins {} and MC(Random) {}.",
            shown(against(2)),
            shown(against(0))
        ),
    );
    Ok(evidence)
}
