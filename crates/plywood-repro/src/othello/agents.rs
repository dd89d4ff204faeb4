//! The simple agents: their classes of squares, their games against each other, and how they rank.

use plywood_core::random::{derive, seeded};
use plywood_core::{Error, Game, Turn};
use plywood_games::othello::{Othello, agents::square_class};

use super::*;
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_lab::report::show_number;

/// Table 2.1.
pub fn square_classes(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "The classes as the agent has them, square by square; the four squares of the start are never played.",
    );
    let class = |row: usize, column: usize| square_class(8, (8 * row + column) as u8);
    evidence.grid(Grid::beside(context.entry, "Square classes", 0, |row, column| {
        Some(Measured::Exact(f64::from(class(row, column))))
    }));
    let squares = || (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let edge = |place: usize| place.min(7 - place);
    let exact = squares().all(|(row, column)| {
        let corner = edge(row) == 0 && edge(column) == 0;
        let touches = !corner && edge(row) <= 1 && edge(column) <= 1;
        (class(row, column) == 1) == corner && (class(row, column) == 5) == touches
    });
    let equal = squares().all(|(row, column)| {
        let printed = context.entry.rows[row].values[column];
        printed.is_nan() || printed == f64::from(class(row, column))
    });
    evidence.judge(
        "corners-first",
        Verdict::of(exact && equal),
        "Class 1 is the four corners, class 5 the twelve squares that touch them, and all 60 classes are as printed.",
    );
    Ok(evidence)
}

fn play_agents(context: &Context, games: usize, shares: (f64, f64)) -> Result<Scores, Error> {
    let players: Vec<String> = (0..6).map(agent).collect();
    round_robin(context, "agents", &players, games, shares)
}

/// Table 5.1.
pub fn against_each_other(context: &Context) -> Result<Evidence, Error> {
    let scores = play_agents(context, games(context, FULL), (0.0, 1.0))?;
    let mut evidence = Evidence::new(format!(
        "Each pair plays half its games with either colour from the usual start. {READING}{}",
        agreement(context, &scores)
    ));
    evidence.grid(Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        with_average(&scores, row, column)
    }));
    let mean: Vec<Tally> = scores.iter().map(|row| average(row)).collect();
    let shown = |place: usize| show_number(mean[place].rate(), 1);
    let others = |place: usize| (0..6).filter(move |other| *other != place);
    evidence.judge(
        "roxanne-best",
        Verdict::all(others(ROXANNE).map(|other| mean[ROXANNE].beats(mean[other], 10.0))),
        format!("Roxanne wins {} in 100, CPMR {}.", shown(ROXANNE), shown(CPMR)),
    );
    evidence.judge(
        "random-worst",
        Verdict::all(others(RANDOM).map(|other| mean[other].beats(mean[RANDOM], 10.0))),
        format!("Random wins {} in 100, Pot.Mob {}.", shown(RANDOM), shown(POTENTIAL)),
    );
    let chain = [ROXANNE, CPMR, CPM, MOBILITY, POTENTIAL, RANDOM];
    let steps = chain.windows(2).map(|pair| mean[pair[0]].beats(mean[pair[1]], 0.0));
    let listed: Vec<String> = chain.iter().map(|place| shown(*place)).collect();
    evidence.judge(
        "order",
        Verdict::all(steps),
        format!("Roxanne, CPMR, CPM, Mob, Pot.Mob, Random: {}.", listed.join(", ")),
    );
    Ok(evidence)
}

/// Ranks from 1 for the strongest; within two in 100 of the one before is the same rank.
fn ranks(strengths: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|a, b| strengths[*b].total_cmp(&strengths[*a]));
    let mut ranks = vec![0.0; strengths.len()];
    let mut rank = 0;
    for (index, place) in order.iter().enumerate() {
        if index == 0 || strengths[order[index - 1]] - strengths[*place] > 2.0 {
            rank += 1;
        }
        ranks[*place] = f64::from(rank);
    }
    ranks
}

/// The three lists of section 5.5.
pub fn orderings(context: &Context) -> Result<Evidence, Error> {
    let agents = play_agents(context, games(context, 400), (0.0, 0.1))?;
    let number = games(context, 200);
    let against = simulations::play_against_agents(context, [50; 6], number, (0.1, 0.55))?;
    let inside = simulations::play_each_other(context, [50; 6], number, (0.55, 1.0))?;
    let means = |scores: &Scores| -> Vec<f64> { scores.iter().map(|row| average(row).rate()).collect() };
    let resisted: Vec<f64> = (0..6)
        .map(|column| -average(&against.iter().map(|row| row[column]).collect::<Vec<_>>()).rate())
        .collect();
    let columns = [ranks(&means(&agents)), ranks(&resisted), ranks(&means(&inside))];
    let mut evidence = Evidence::new(format!(
        "Ranks by the averages of tables 5.1, 5.2 (by column) and 5.4, played anew; players within two in 100 share a \
         rank. {READING}"
    ));
    evidence.grid(Grid::beside(context.entry, "Ranks", 0, |row, column| {
        Some(Measured::Exact(columns[column][row]))
    }));
    let moved = (0..6).filter(|place| columns[1][*place] != columns[2][*place]).count();
    let close = (0..6).all(|place| (columns[1][place] - columns[2][place]).abs() <= 1.0);
    evidence.judge(
        "mc-rank-follows",
        Verdict::of(close),
        format!("{moved} of 6 ranks differ between the last two columns, none by more than one: {close}."),
    );
    let ranks = [0, 1, 2].map(|column| columns[column][ROXANNE]);
    evidence.judge(
        "agent-rank-misleads",
        Verdict::of(ranks[0] == 1.0 && ranks[1] > 2.0 && ranks[2] > 2.0),
        format!("Roxanne ranks {}, {} and {}.", ranks[0], ranks[1], ranks[2]),
    );
    Ok(evidence)
}

/// Table A.1: the size of the tree from random games, and what a playout costs.
pub fn tree_sizes(context: &Context) -> Result<Evidence, Error> {
    let game = Othello::default();
    let playouts = context.effort.amount(20_000, 20_000).max(200);
    let mut rng = seeded(derive(context.seed, 0xA1));
    let (mut moves, mut choices, mut half) = (0_u64, 0_u64, 0_u64);
    for number in 0..playouts {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over {
            moves += 1;
            choices += game.count_moves(&board) as u64;
            board = game.play(&board, game.random_move(&board, &mut rng));
        }
        if number + 1 == playouts / 2 {
            half = choices;
        }
    }
    let (length, width) = (moves as f64 / playouts as f64, choices as f64 / moves as f64);
    let size = length * libm::log10(width);
    let mut evidence = Evidence::new(format!(
        "Othello from {playouts} random games: {} plies, {} moves a ply. The other three games are as printed. \
         Beside it, the question of appendix A: UCT against alpha-beta at equal time and against itself at half the simulations, \
         in every game of two opposed players (from the default scale on).",
        show_number(length, 1),
        show_number(width, 2)
    ));
    evidence.grid(Grid::beside(context.entry, "log10 of B^L", 1, |_, column| {
        (column == 1).then_some(Measured::Exact(size))
    }));
    let printed = &context.entry.rows[0].values;
    evidence.judge(
        "order",
        Verdict::of(printed[0] < size && size < printed[2] && printed[2] < printed[3]),
        format!("10^{} lies between 10^{} and 10^{}.", show_number(size, 1), printed[0], printed[2]),
    );
    let ratio = choices as f64 / half as f64;
    evidence.judge(
        "mc-less-affected",
        Verdict::of((ratio - 2.0).abs() < 0.05),
        format!(
            "Moves looked at in N playouts are N times {} on average (B times L); twice as many playouts look at {} times as many.",
            show_number(choices as f64 / playouts as f64, 1),
            show_number(ratio, 3)
        ),
    );
    across::play(context, &mut evidence, (0.05, 1.0))?;
    Ok(evidence)
}
