//! Strength against simulations, against minimax, and the numbers of the conclusions.

use plywood_core::Error;

use super::*;
use crate::{Context, Effort, Evidence, Grid, Measured, Verdict};
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
    // A small run stops where the curves begin to bend.
    let small = matches!(context.effort, Effort::Times(factor) if factor < 1.0);
    let budgets = if small { &BUDGETS[..5] } else { &BUDGETS[..] };
    let mut evidence = Evidence::new(format!(
        "Wins against one fixed opponent, MC(Roxanne) with 200 simulations, as the budget doubles. MC(Random) is also \
         tried with 50,000 and 100,000 simulations, the question chapter 6 leaves open (from the default scale on). {READING}"
    ));
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
    let gain = |curve: &[Tally], at: usize| curve[at + 1].rate() - curve[at].rate();
    let steepest =
        |curve: &[Tally]| (0..budgets.len() - 1).map(|at| gain(curve, at)).fold(f64::MIN, f64::max);
    let lasts: Vec<f64> = curves.iter().map(|curve| gain(curve, budgets.len() - 2)).collect();
    let flatter = curves.iter().zip(&lasts).all(|(curve, last)| *last < steepest(curve));
    let ordered = lasts[0] <= lasts[1] && lasts[1] <= lasts[2];
    let verdict = match (flatter && ordered, number >= FULL / 2) {
        (true, _) => Verdict::Holds,
        (false, true) => Verdict::DoesNotHold,
        (false, false) => Verdict::Undecided { needed: Some(FULL as u64) },
    };
    let shown: Vec<String> = lasts.iter().map(|last| show_number(*last, 1)).collect();
    evidence.judge(
        "saturation",
        verdict,
        format!(
            "The last doubling gains {} for Random, Roxanne and CPM; less than their steepest: {flatter}.",
            shown.join(", ")
        ),
    );
    Ok(evidence)
}

/// Section 5.9.
pub fn against_minimax(context: &Context) -> Result<Evidence, Error> {
    let number = context.effort.amount(10, 100).next_multiple_of(2);
    let evaluations = ["squares", "iago"];
    let players = [(RANDOM, "MC(Random)"), (CPMR, "MC(CPMR)")];
    let mut evidence = Evidence::new(format!(
        "The applets are not named; alpha-beta at 2, 3 and 4 plies stands for them, with weighted squares and with Iago's \
         evaluation. The Monte Carlo players have 1000 simulations a move. {READING}"
    ));
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
        Verdict::of(won.wins == 0),
        format!("The Monte Carlo players win {} of {} games.", won.wins, won.games),
    );
    evidence.judge(
        "needs-factor-10",
        Verdict::Undecided { needed: None },
        "No strong program is at hand to play against; figure 5.1 shows what ten times the simulations give.",
    );
    evidence.judge("beats-beginners", Verdict::Undecided { needed: None }, "People are not at hand.");
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
        matches(context, "pairs", &pairs, number, (0.0, 0.6))?.iter().map(|pair| pair[0]).collect();
    let mut evidence = Evidence::new(format!(
        "The pairings that the tables have, where the text names others; the claims on two policies and on noise are played \
         in small beside them. {READING}"
    ));
    evidence.grid(Grid::beside(context.entry, "Wins in 100 games", 1, |row, _| played[row].measured()));
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
    let models: Vec<(String, String)> = (ROXANNE..=CPMR)
        .flat_map(|model| [mc(model, CPMR, 50, 0.0), uct(model, 50)].map(|player| (player, agent(model))))
        .collect();
    let models = matches(context, "two-policies", &models, number, (0.6, 0.8))?;
    let both = models.chunks(2).map(|pair| pair[0][0].beats(pair[1][0], 0.0));
    let shown: Vec<String> = models
        .chunks(2)
        .map(|pair| {
            format!("{} after {}", show_number(pair[0][0].rate(), 1), show_number(pair[1][0].rate(), 1))
        })
        .collect();
    evidence.judge(
        "two-heuristics-best",
        Verdict::all(both),
        format!("MC(h, CPMR) after MC(h): {}.", shown.join("; ")),
    );
    evidence.judge(
        "diminishing-simulations",
        Verdict::all([played[5].above(50.0), Verdict::below(&played[6].interval(), 50.0, played[6].games)]),
        format!("MC(Random) wins {} at equal time and {} at eight times that.", rate(5), rate(6)),
    );
    let levels = [0.0, 0.5, 1.0].map(|noise| (mc(CPMR, CPMR, 50, noise), agent(CPMR)));
    let noisy: Vec<f64> =
        matches(context, "noise", &levels, number, (0.8, 1.0))?.iter().map(|pair| pair[0].rate()).collect();
    let kept = (noisy[1] - noisy[2]) / (noisy[0] - noisy[2]);
    evidence.judge(
        "noise-linear",
        match ((0.3..=0.7).contains(&kept), number >= FULL / 2) {
            (true, _) => Verdict::Holds,
            (false, true) => Verdict::DoesNotHold,
            (false, false) => Verdict::Undecided { needed: Some(FULL as u64) },
        },
        format!(
            "MC(CPMR) with noise 0, 1/2 and 1: {}; {} of the benefit is kept at one half.",
            noisy.iter().map(|rate| show_number(*rate, 1)).collect::<Vec<_>>().join(", "),
            show_number(kept, 2)
        ),
    );
    Ok(evidence)
}
