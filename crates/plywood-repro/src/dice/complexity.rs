//! What the Dice thesis says of complexity (sections 2.1, 2.2 and 2.4.4), counted on regular trees.

use plywood_core::Error;

use super::measure::think;
use crate::trees::{Order, alpha_beta, uniform, uniform_text};
use crate::{Context, Evidence, Grid, Measured, Ruling, formulas};

/// Widths and depths of the trees without chance.
const TREES: [(u32, u32); 3] = [(2, 10), (3, 7), (5, 5)];
/// Moves and events of a node of the trees with chance.
const WIDTH: i64 = 5;
/// Plies of the trees with chance: moves and events take turns, moves come last.
const PLIES: [u32; 3] = [3, 5, 7];

/// Section 2.
pub(super) fn run(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(format!(
        "Regular written trees: without chance in perfect and in worst order; with chance {WIDTH} moves and {WIDTH} equally likely \
         events a node, the best move first everywhere and events without influence, which is Star2's best case."
    ));
    let (mut rows, mut right) = (Vec::new(), [true; 3]);
    for (width, depth) in TREES {
        let all = f64::from(width).powi(depth as i32);
        let best = alpha_beta(&uniform(width, depth, Order::BestFirst)?, depth)?.1 as f64;
        let worst = alpha_beta(&uniform(width, depth, Order::WorstFirst)?, depth)?.1 as f64;
        // What a ply more visits are the leaves.
        let tree = uniform_text(width, depth, Order::BestFirst);
        let visits = |depth: u32| nodes(context, &tree, "minimax(deepening=off)", depth);
        let minimax = visits(depth)? - visits(depth - 1)?;
        let found = [minimax == all, best == formulas::alpha_beta(depth, f64::from(width)), worst == all];
        right.iter_mut().zip(found).for_each(|(right, found)| *right &= found);
        let cells = [minimax, best, worst].map(Measured::Exact).to_vec();
        rows.push((format!("b = {width}, d = {depth}"), cells));
    }
    let columns = ["minimax", "alpha-beta, best first", "alpha-beta, worst first"].map(String::from);
    evidence.grid(Grid::measured("Leaves", &columns, 0, rows));
    evidence.judge("minimax", Ruling::exact(right[0]), "Leaves against b^d on three trees.");
    evidence.judge(
        "alphabeta-best",
        Ruling::exact(right[1]),
        "Leaves against b^ceil(d/2) + b^floor(d/2) - 1 on three trees in perfect order.",
    );
    evidence.judge(
        "alphabeta-worst",
        Ruling::exact(right[2]),
        "Leaves against b^d on three trees in worst order.",
    );
    let mut shares = Vec::new();
    let mut rows = Vec::new();
    for plies in PLIES {
        let mut text = String::new();
        write(&mut text, plies, true, 0, (2 * WIDTH).pow(plies / 2));
        let nodes = |spec: &str| nodes(context, &text, spec, plies);
        let cells = [
            nodes("expectimax(bounds=off, table=off)")?,
            nodes("star1(bounds=off, table=off)")?,
            nodes("star2(bounds=off, table=off)")?,
        ];
        shares.push(cells[2] / cells[0]);
        rows.push((format!("{plies} plies"), cells.map(Measured::Exact).to_vec()));
    }
    let columns = ["Expectimax", "Star1", "Star2"].map(String::from);
    evidence.grid(Grid::measured("Nodes with chance, ideal order", &columns, 0, rows));
    let least = shares[shares.len() - 1];
    // An order of magnitude is a tenth or less; a share that still falls with depth decides nothing.
    let falls = shares.windows(2).all(|pair| pair[1] < pair[0]);
    evidence.judge(
        "star2-best",
        if falls && least > 0.1 { Ruling::untested() } else { Ruling::exact(least <= 0.1) },
        format!(
            "Star2's share of Expectimax's nodes with {PLIES:?} plies: {shares:.3?}. An order of magnitude is read as a \
             tenth or less.",
        ),
    );
    Ok(evidence)
}

/// A tree of a number of plies whose moves are worth less from the first to the last, for whoever makes them;
/// the weight of a ply is large enough that no later ones outweigh it. Events stand between the moves and
/// change nothing.
fn write(text: &mut String, plies: u32, max: bool, value: i64, weight: i64) {
    let separate = |text: &mut String, place: i64| text.push_str(if place > 0 { " " } else { "" });
    text.push(if max { '(' } else { '[' });
    for place in 0..WIDTH {
        let value = if max { value - place * weight } else { value + place * weight };
        separate(text, place);
        if plies == 1 {
            text.push_str(&value.to_string());
            continue;
        }
        text.push('{');
        for event in 0..WIDTH {
            separate(text, event);
            write(text, plies - 2, !max, value, weight / (2 * WIDTH));
        }
        text.push('}');
    }
    text.push(if max { ')' } else { ']' });
}

/// Nodes of a search of a written tree.
fn nodes(context: &Context, tree: &str, spec: &str, depth: u32) -> Result<f64, Error> {
    let game = plywood_players::game(&format!("tree:{tree}"))?;
    Ok(think(&*game, spec, &*game.start(), depth, context.stop)?.nodes as f64)
}
