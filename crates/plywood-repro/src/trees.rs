//! Trees in reproductions: uniform trees in perfect, worst and random order, and every line of a small game.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::random::{seeded, unit};
use plywood_core::{Budget, Error, Game, Knowledge, Spec, Task, Turn, Value};
use plywood_games::tree::{Tree, parse};
use plywood_search::plain::{Fail, PlainAlphaBeta};

/// How the children of a uniform tree are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The best child of every node comes first.
    BestFirst,
    /// The worst child comes first, and no window is ever closed.
    WorstFirst,
    /// Leaves are independent and uniform, drawn by this seed.
    Random(u64),
}

/// A written tree of one width and depth, max at the root.
pub fn uniform(width: u32, depth: u32, order: Order) -> Result<Tree, Error> {
    parse(&uniform_text(width, depth, order))
}

/// The text of such a tree.
pub fn uniform_text(width: u32, depth: u32, order: Order) -> String {
    let mut text = String::new();
    let mut rng = seeded(match order {
        Order::Random(seed) => seed,
        _ => 0,
    });
    let span = f64::from(width).powi(depth as i32);
    write(
        width,
        depth,
        true,
        (0.0, span),
        &mut text,
        &mut |range| match order {
            Order::Random(_) => (unit(&mut rng) * 1e9).round(),
            _ => range.0.round(),
        },
        order,
    );
    text
}

/// Every node's values fill a range of their own, cut into equal parts for its children: the best part for the first child
/// in perfect order, for the last one in the worst.
fn write(
    width: u32,
    depth: u32,
    max: bool,
    (low, high): (f64, f64),
    text: &mut String,
    leaf: &mut impl FnMut((f64, f64)) -> f64,
    order: Order,
) {
    if depth == 0 {
        text.push_str(&leaf((low, high)).to_string());
        return;
    }
    text.push(if max { '(' } else { '[' });
    let part = (high - low) / f64::from(width);
    for child in 0..width {
        // Ascending parts are worst first for max and best first for min.
        let ascending = (order == Order::WorstFirst) == max;
        let place = f64::from(if ascending { child } else { width - 1 - child });
        if child > 0 {
            text.push(' ');
        }
        let range = (low + place * part, low + (place + 1.0) * part);
        write(width, depth - 1, !max, range, text, leaf, order);
    }
    text.push(if max { ')' } else { ']' });
}

/// Value and leaves of plain alpha-beta with an open window.
pub fn alpha_beta(tree: &Tree, depth: u32) -> Result<(f64, u64), Error> {
    let evaluator = tree.evaluator(&Spec::word("v0"))?;
    let mut search = PlainAlphaBeta::new(tree, &evaluator, Fail::Soft);
    let value = search.search(&tree.start(), depth, Value::LOWEST, Value::HIGHEST);
    Ok((value, search.leaves))
}

/// The minimax value of the end of a line for the first player, searched to the end of the game.
pub fn minimax(game: &dyn AnyGame, line: &dyn AnyLine) -> Result<f64, Error> {
    let player = match line.turn() {
        Turn::Over => return Ok(line.payoffs()[0]),
        turn => turn.view(),
    };
    let mut search = game.player(&"minimax(depth=100)".parse()?)?;
    let report = search.think(line, Task::new(Budget::UNSET))?;
    Ok(if player.0 == 0 { report.value } else { -report.value })
}

/// The moves of a line and, where the game is over, the first player's payoff.
pub type Played = (Vec<String>, Option<f64>);

/// Every line from here, unfinished ones too.
pub fn lines(line: &dyn AnyLine) -> Result<Vec<Played>, Error> {
    let payoff = (line.turn() == Turn::Over).then(|| line.payoffs()[0]);
    let mut all = vec![(line.steps(), payoff)];
    for text in line.moves() {
        let mut child = line.boxed_clone();
        child.step(&text)?;
        all.extend(lines(&*child)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas;

    #[test]
    fn perfect_and_worst_order_visit_what_the_formulas_say() {
        for (width, depth) in [(2, 1), (2, 6), (3, 5), (4, 4), (5, 3)] {
            let leaves = |order| alpha_beta(&uniform(width, depth, order).unwrap(), depth).unwrap().1 as f64;
            assert_eq!(leaves(Order::BestFirst), formulas::alpha_beta(depth, f64::from(width)));
            assert_eq!(leaves(Order::WorstFirst), f64::from(width.pow(depth)));
        }
    }
}
