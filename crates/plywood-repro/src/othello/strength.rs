//! Strength against simulations, against minimax, and the numbers of the conclusions.

use plywood_core::Error;

use super::*;
use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::{Mark, Plot, Series, show_number};

/// The policies whose curves are drawn.
const DRAWN: [(usize, &str); 3] = [(RANDOM, "MC(Random)"), (ROXANNE, "MC(Roxanne)"), (CPM, "MC(CPM)")];
/// Simulations a move of the player who is measured.
const BUDGETS: [u32; 8] = [25, 50, 100, 200, 400, 800, 1600, 3200];
/// What the thesis would have liked to see.
const FUTURE: [u32; 2] = [50_000, 100_000];

/// Figure 5.1, with the future work of chapter 6.
pub fn against_simulations(context: &Context) -> Result<Evidence, Error> {
    let opponent = mc(ROXANNE, ROXANNE, 200, 0.0);
    let number = games(context, 40);
    let small = context.glance();
    let budgets = if small { &BUDGETS[..3] } else { &BUDGETS[..] };
    let mut evidence = started(
        "Wins against one fixed opponent, MC(Roxanne) with 200 simulations, as the budget doubles. MC(Random) is also tried with 50,000 \
         and 100,000 simulations, the question chapter 6 leaves open.",
        number,
    );
    evidence.reading(
        "The print is a sketch. A curve flattens when some earlier doubling gains more than the last one.",
    );
    let mut plot =
        Plot::new("Wins against MC(Roxanne) with 200 simulations", "log2 of the simulations", "wins in 100");
    let mut curves: Vec<Vec<Tally>> = Vec::new();
    for (index, (policy, name)) in DRAWN.into_iter().enumerate() {
        let pairs: Vec<(String, String)> =
            budgets.iter().map(|budget| (mc(policy, policy, *budget, 0.0), opponent.clone())).collect();
        let shares = (0.3 * index as f64, 0.3 * (index + 1) as f64);
        let curve: Vec<Tally> =
            matches(context, name, &pairs, number, shares)?.iter().map(|pair| pair[0]).collect();
        let points = budgets.iter().zip(&curve);
        let points = points.map(|(budget, tally)| (libm::log2(f64::from(*budget)), tally.rate())).collect();
        let ends = curve.iter().map(|tally| (tally.interval().low, tally.interval().high)).collect();
        plot = plot.with(Series { ends, ..Series::new(name, Mark::Line, points) });
        curves.push(curve);
    }
    let mut columns: Vec<String> = budgets.iter().map(u32::to_string).collect();
    let mut rows: Vec<(String, Vec<Measured>)> = DRAWN
        .iter()
        .zip(&curves)
        .map(|((_, name), curve)| {
            (name.to_string(), curve.iter().map(|tally| Measured::Sampled(tally.interval())).collect())
        })
        .collect();
    if !small {
        let pairs: Vec<(String, String)> =
            FUTURE.iter().map(|budget| (mc(RANDOM, RANDOM, *budget, 0.0), opponent.clone())).collect();
        let played = matches(
            context,
            "future",
            &pairs,
            context.effort.amount(4, 100).next_multiple_of(2),
            (0.9, 1.0),
        )?;
        columns.extend(FUTURE.iter().map(u32::to_string));
        rows[0].1.extend(played.iter().map(|pair| Measured::Sampled(pair[0].interval())));
    }
    evidence.grid(Grid::measured("Wins in 100 games by simulations", &columns, 1, rows));
    evidence.plot(plot);
    let last = budgets.len() - 2;
    let shown = curves.iter().map(|curve| show_number(curve[last + 1].rate() - curve[last].rate(), 1));
    evidence.judge(
        "saturation",
        saturates(&curves),
        format!(
            "The last doubling gains {} for Random, Roxanne and CPM.",
            shown.collect::<Vec<_>>().join(", ")
        ),
    );
    Ok(evidence)
}

/// The claim that every curve gains less by its last doubling than by some earlier one, and by the last one the first curve least and
/// the third most.
fn saturates(curves: &[Vec<Tally>]) -> Ruling {
    let gain = |curve: &[Tally], at: usize, weight: f64| vec![(weight, curve[at + 1]), (-weight, curve[at])];
    let more_than_last = |curve: &[Tally], at: usize| {
        let last = curve.len() - 2;
        if at + 1 == last {
            // Both doublings share a point, which has the weights of both.
            return combined(&[(2.0, curve[last]), (-1.0, curve[at]), (-1.0, curve[last + 1])]);
        }
        combined(&[gain(curve, at, 1.0), gain(curve, last, -1.0)].concat())
    };
    let flattens = curves.iter().map(|curve| {
        let earlier = (0..curve.len() - 2).map(|at| more_than_last(curve, at));
        Ruling::any(earlier.map(|more| Ruling::above(&more, 0.0)))
    });
    let order = curves.windows(2).map(|pair| {
        let last = pair[0].len() - 2;
        let parts = [gain(&pair[1], last, 1.0), gain(&pair[0], last, -1.0)].concat();
        Ruling::above(&combined(&parts), 0.0)
    });
    Ruling::all(flattens.chain(order)).ruled(
        "for each curve some earlier doubling gains more than the last, and the last gains less for Random than for Roxanne than for CPM",
    )
}

/// Section 5.9.
pub fn against_minimax(context: &Context) -> Result<Evidence, Error> {
    let number = context.effort.amount(10, 100).next_multiple_of(2);
    let evaluations = ["squares", "iago"];
    let players = [(RANDOM, "MC(Random)"), (CPMR, "MC(CPMR)")];
    let mut evidence = started(
        "Monte Carlo players with 1000 simulations a move against alpha-beta at 2, 3 and 4 plies.",
        number,
    );
    evidence.replaced(
        "The applets are not named; alpha-beta stands for them, with weighted squares and with Iago's evaluation.",
    );
    evidence.grid(Grid::beside(context.entry, "As printed", 0, |_, _| None));
    let mut rows = Vec::new();
    let mut won = Tally::default();
    for (index, (policy, name)) in players.into_iter().enumerate() {
        let minimax = |(eval, depth): (&str, u32)| format!("ab(depth={depth}, eval={eval})");
        let rivals = evaluations.into_iter().flat_map(|eval| (2..=4).map(move |depth| (eval, depth)));
        let pairs: Vec<(String, String)> =
            rivals.map(|rival| (mc(policy, policy, 1000, 0.0), minimax(rival))).collect();
        let shares = (0.5 * index as f64, 0.5 * (index + 1) as f64);
        let played = matches(context, name, &pairs, number, shares)?;
        won = played.iter().fold(won, |sum, pair| sum.plus(pair[0]));
        rows.push((
            name.to_string(),
            played.iter().map(|pair| Measured::Sampled(pair[0].interval())).collect(),
        ));
    }
    let columns: Vec<String> = evaluations
        .iter()
        .flat_map(|eval| (2..=4).map(move |depth| format!("{eval}, {depth} plies")))
        .collect();
    evidence.grid(Grid::measured("Wins of the Monte Carlo player in 100 games", &columns, 1, rows));
    evidence.judge(
        "loses-to-minimax",
        Ruling::never(won.wins, won.games),
        format!("The Monte Carlo players win {} of {} games.", won.wins, won.games),
    );
    evidence.judge(
        "needs-factor-10",
        Ruling::untested(),
        "No strong program is at hand to play against; figure 5.1 shows what ten times the simulations give.",
    );
    evidence.judge("beats-beginners", Ruling::untested(), "People are not at hand.");
    Ok(evidence)
}

/// Chapter 6.
pub fn conclusions(context: &Context) -> Result<Evidence, Error> {
    let number = games(context, 160);
    let uct = |policy: usize, simulations: u32| mc(policy, policy, simulations, 0.0);
    let pairs = [
        (uct(CPM, 50), uct(RANDOM, 50)),
        (uct(ROXANNE, 50), uct(CPMR, 50)),
        (uct(ROXANNE, 485), uct(CPMR, 50)),
        (uct(ROXANNE, 485), agent(CPMR)),
        (uct(CPMR, 50), agent(CPMR)),
        (uct(RANDOM, 500), uct(CPM, 50)),
        (uct(RANDOM, 3880), uct(CPM, 400)),
    ];
    let played: Vec<Tally> =
        matches(context, "pairs", &pairs, number, (0.0, 0.4))?.iter().map(|pair| pair[0]).collect();
    let mut evidence = started("The pairings of the tables that the chapter quotes, played anew.", number);
    evidence.reading("Where the text names other pairings than the tables do, the tables' are played.");
    let grid = Grid::beside(context.entry, "Wins in 100 games", 1, |row, _| played[row].measured());
    evidence.grid(grid.with_errors(printed_error));
    let rate = |row: usize| show_number(played[row].rate(), 1);
    evidence.judge(
        "heuristic-helps",
        played[0].above(70.0),
        format!("MC(CPM) wins {} against MC(Random).", rate(0)),
    );
    evidence.judge(
        "simulations-critical",
        played[2].beats(played[1], 40.0),
        format!(
            "MC(Roxanne) wins {} against MC(CPMR) with 50 simulations and {} with 485.",
            rate(1),
            rate(2)
        ),
    );
    evidence.judge(
        "model-saves-simulations",
        played[4].beats(played[3], 0.0),
        format!("Against CPMR: MC(CPMR) with 50 wins {}, MC(Roxanne) with 485 {}.", rate(4), rate(3)),
    );
    let (scores, last) = simulations::play_two_policies(context, number, (0.4, 0.7))?;
    let (ruling, seen) = simulations::judge_two_policies(&scores, &last);
    evidence.judge("two-heuristics-best", ruling, seen);
    evidence.judge(
        "diminishing-simulations",
        Ruling::all([played[5].above(50.0), played[6].below(50.0)]),
        format!("MC(Random) wins {} at equal time and {} at eight times that.", rate(5), rate(6)),
    );
    let noisy = noise::play_all(context, games(context, 100), (0.7, 1.0))?;
    let [(line, straight), (half, kept)] = [noise::linear(&noisy), noise::half_kept(&noisy)];
    evidence.judge("noise-linear", Ruling::all([line, half]), format!("{straight} {kept}"));
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn curve(games: u64, rates: [f64; 5]) -> Vec<Tally> {
        rates.map(|rate| Tally { wins: (rate * games as f64).round() as u64, games }).to_vec()
    }

    #[test]
    fn curves_flatten_by_evidence_not_by_their_points() {
        let rates = [[0.1, 0.4, 0.6, 0.65, 0.66], [0.1, 0.3, 0.5, 0.65, 0.75], [0.1, 0.2, 0.45, 0.6, 0.8]];
        let with = |games| saturates(&rates.map(|rates| curve(games, rates))).verdict();
        assert_eq!(with(5000), Verdict::Holds);
        assert!(matches!(with(40), Verdict::Undecided { .. }));
        let mut steep = rates;
        steep[0] = [0.1, 0.12, 0.15, 0.2, 0.8];
        assert_eq!(saturates(&steep.map(|rates| curve(5000, rates))).verdict(), Verdict::DoesNotHold);
    }
}
