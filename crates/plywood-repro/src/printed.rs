//! Searches of the opponent-model thesis on written trees, line by line as printed (algorithms 3.1, 3.8, 6.4
//! and 6.5), each with the one change that the thesis warns against: a window that is too narrow, betas
//! passed through min nodes.
//!
//! The library's own searches are correct and cannot be made to do this; here it is done to see what goes
//! wrong.

use std::ops::ControlFlow;

use plywood_core::{Game, Player, Turn};

use crate::models::Written;

/// Children of a node in order.
fn children(tree: &Written, node: u32) -> Vec<u32> {
    let mut all = Vec::new();
    let _ = tree.tree.children(&node, |_, child| {
        all.push(child);
        ControlFlow::<()>::Continue(())
    });
    all
}

fn is_max(tree: &Written, node: u32) -> bool {
    tree.tree.turn(&node) == Turn::Player(Player::FIRST)
}

fn is_leaf(tree: &Written, node: u32) -> bool {
    tree.tree.turn(&node) == Turn::Over
}

/// Algorithm 3.1: the value within the window and the best child, the first one where nothing improves on the window.
pub fn alpha_beta(
    tree: &Written,
    node: u32,
    (alpha, beta): (f64, f64),
    function: usize,
) -> (f64, Option<u32>) {
    if is_leaf(tree, node) {
        return (tree.leaf(function, node), None);
    }
    let list = children(tree, node);
    let mut best = list.first().copied();
    let max = is_max(tree, node);
    let mut value = if max { alpha } else { beta };
    for child in list {
        let window = if max { (value, beta) } else { (alpha, value) };
        let (found, _) = alpha_beta(tree, child, window, function);
        if if max { found > value } else { found < value } {
            (value, best) = (found, Some(child));
        }
        if if max { value >= beta } else { value <= alpha } {
            break;
        }
    }
    (value, best)
}

/// Algorithm 3.8 with windows that end `above` the opponent's value; the thesis has one.
pub fn om_probing(tree: &Written, node: u32, beta: f64, above: f64) -> f64 {
    if is_leaf(tree, node) {
        return tree.leaf(0, node);
    }
    if is_max(tree, node) {
        let values = children(tree, node).into_iter().map(|child| om_probing(tree, child, beta, above));
        return values.fold(f64::NEG_INFINITY, f64::max);
    }
    let (value, chosen) = alpha_beta(tree, node, (f64::NEG_INFINITY, beta), 1);
    chosen.map_or(f64::NAN, |chosen| om_probing(tree, chosen, value + above, above))
}

/// Algorithm 6.4 for equally likely types: MAX's value and the types' values. With `deep` the betas of a min node are those of its
/// parent until a child has lower values, which is the deep pruning that the thesis rules out.
pub fn prom_one_pass(tree: &Written, node: u32, betas: [f64; 2], deep: bool) -> (f64, [f64; 2]) {
    if is_leaf(tree, node) {
        let values = [0, 1].map(|function| tree.leaf(function, node));
        return (values[0], values);
    }
    if is_max(tree, node) {
        let (mut own, mut values) = (f64::NEG_INFINITY, [f64::NEG_INFINITY; 2]);
        for child in children(tree, node) {
            let (found, theirs) = prom_one_pass(tree, child, betas, deep);
            own = own.max(found);
            values = [0, 1].map(|place| f64::max(values[place], theirs[place]));
            if (0..2).all(|place| values[place] >= betas[place]) {
                break;
            }
        }
        return (own, values);
    }
    let (mut values, mut taken) = ([f64::INFINITY; 2], [0.0; 2]);
    for child in children(tree, node) {
        let passed = if deep { [0, 1].map(|place| f64::min(values[place], betas[place])) } else { values };
        let (own, theirs) = prom_one_pass(tree, child, passed, deep);
        for place in 0..2 {
            if theirs[place] < values[place] {
                (values[place], taken[place]) = (theirs[place], own);
            }
        }
    }
    (taken.iter().sum::<f64>() / 2.0, values)
}

/// Algorithm 6.5 for equally likely types. With `everywhere` the windows of all types are narrowed below every child that is
/// searched, not only below the child that a type has chosen.
pub fn prom_probing(tree: &Written, node: u32, betas: [f64; 2], everywhere: bool) -> f64 {
    if is_leaf(tree, node) {
        return tree.leaf(0, node);
    }
    if is_max(tree, node) {
        let values =
            children(tree, node).into_iter().map(|child| prom_probing(tree, child, betas, everywhere));
        return values.fold(f64::NEG_INFINITY, f64::max);
    }
    let probes = [0, 1].map(|place| alpha_beta(tree, node, (f64::NEG_INFINITY, betas[place]), place));
    let mut value = 0.0;
    for child in children(tree, node) {
        let chosen = probes.map(|(_, best)| best == Some(child));
        if !chosen[0] && !chosen[1] {
            continue;
        }
        let betas = [0, 1]
            .map(|place| if chosen[place] || everywhere { probes[place].0 + 1.0 } else { f64::INFINITY });
        let below = prom_probing(tree, child, betas, everywhere);
        value += chosen.iter().filter(|chosen| **chosen).count() as f64 * 0.5 * below;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: f64 = f64::INFINITY;

    #[test]
    fn as_the_thesis_has_them_they_are_right() {
        for text in [
            "([([5/7 6/4] [8/5 3/6]) ([4/7 2/9] [1/1 9/9])] [([7/3 9/8] [2/9 9/6]) (5/8 6/2)])",
            "[([4/8 3/6] [2/3 7/9]) ([9/7 2/5] [6/4 1/8]) ([3/5 8/7] [5/2 4/9])]",
            "[([7/1 1/5] [6/7 4/6]) ([2/1 8/6] [9/2 6/8]) ([8/7 9/2] [5/8 4/7])]",
            "[3/3 ([(4/5 6/1) 8/2])]",
        ] {
            let tree = Written::read(text).unwrap();
            let root = tree.tree.start();
            assert_eq!(om_probing(&tree, root, OPEN, 1.0), tree.om("/"), "{text}");
            let defined = tree.prom("/", [0.5, 0.5]);
            assert_eq!(prom_one_pass(&tree, root, [OPEN; 2], false).0, defined, "{text}");
            assert_eq!(prom_probing(&tree, root, [OPEN; 2], false), defined, "{text}");
            assert_eq!(alpha_beta(&tree, root, (-OPEN, OPEN), 0).0, tree.minimax(0, "/"));
        }
    }
}
