//! Slides "Proof Number (pn) Search": where the search goes, and what it ends with.

use plywood_core::random::{Rng, below, derive, seeded};
use plywood_core::{Budget, Error, Game, Knowledge, Line, Player, Search, Spec, TraceNode, Turn};
use plywood_games::tree::{Tree, parse};
use plywood_search::plain::oracle;
use plywood_search::proof::{Aim, Method, Proof};

use crate::{Context, Evidence, Grid, Measured, Ruling};

/// An example of our own, since the notes' pictures are lost: the first player wants a leaf of 1.
const EXAMPLE: &str = "(A=[0 (1 0)] B=[(1 0) 1] C=[1 (0 [0 1]) 1])";
/// Positions that are visited when the first, second, third and fourth leaf of it are developed.
const STEPS: [usize; 4] = [3, 5, 7, 9];
/// Plies of a random tree at most.
const DEEPEST: u32 = 6;
/// More nodes than a random tree has.
const PLENTY: usize = 100_000;

/// Runs the checks.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(2000, 20_000) as u64;
    let mut evidence = Evidence::new(
        "Random written trees with leaves of 0 and 1, searched for a 1 by pn and stopped after 1, 2, 4, 8 and so on nodes: at \
         every stop the way to the most proving leaf is followed from the root. The end is compared with minimax.",
    );
    evidence.reading(
        "The disproof lines of the pseudocode, which add up and minimise proof numbers, are read with disproof numbers."
            .to_string(),
    );
    evidence.scale("trees", trees as usize, "none");
    evidence.grid(example()?);
    let (mut steps, mut astray, mut wrong, mut proven) = (0, 0, 0, 0);
    for tree in 0..trees {
        if context.stop.raised() {
            return Err(Error::new("interrupted"));
        }
        let mut rng = seeded(derive(context.seed, tree));
        let game = parse(&written(&mut rng, DEEPEST, true))?;
        let mut limit = 1;
        let root = loop {
            let nodes = searched(&game, limit);
            let (walked, lost) = followed(&nodes);
            (steps, astray) = (steps + walked, astray + lost);
            if decided(&nodes[0]).is_some() || limit > PLENTY {
                break decided(&nodes[0]);
            }
            limit *= 2;
        };
        let truth = oracle(&game, &game.evaluator(&Spec::word("v0"))?, &game.start(), DEEPEST) >= 1.0;
        wrong += u64::from(root != Some(truth));
        proven += u64::from(truth);
        (context.progress)(tree as f64 / trees as f64);
    }
    evidence.judge(
        "selection",
        Ruling::never(astray, steps),
        format!(
            "{steps} steps towards most proving leaves, {astray} of them to a child with another number."
        ),
    );
    evidence.judge(
        "termination",
        Ruling::never(wrong, trees),
        format!("{proven} of {trees} trees are proven, the others disproven; {wrong} against minimax."),
    );
    Ok(evidence)
}

/// The numbers of the example's root and its children, leaf by leaf.
fn example() -> Result<Grid, Error> {
    let tree = parse(EXAMPLE)?;
    let columns = ["root", "A", "B", "C"]
        .iter()
        .flat_map(|name| ["proof", "disproof"].map(|kind| format!("{kind} of {name}")));
    let rows = STEPS.into_iter().enumerate().map(|(done, limit)| {
        let nodes = searched(&tree, limit);
        let cells = nodes
            .iter()
            .filter(|node| node.ply < 2)
            .flat_map(|node| [numbers(node).0, numbers(node).1].map(Measured::Exact));
        (format!("{} leaves developed", done + 1), cells.collect())
    });
    let title = format!("Numbers in the written tree {EXAMPLE}");
    Ok(Grid::measured(&title, &columns.collect::<Vec<_>>(), 0, rows.collect()))
}

/// A random tree as text: a leaf is more likely the deeper it is.
fn written(rng: &mut Rng, depth: u32, max: bool) -> String {
    if depth == 0 || depth < DEEPEST && below(rng, 4) == 0 {
        return below(rng, 2).to_string();
    }
    let children: Vec<String> = (0..1 + below(rng, 3)).map(|_| written(rng, depth - 1, !max)).collect();
    let children = children.join(" ");
    if max { format!("({children})") } else { format!("[{children}]") }
}

type Node = TraceNode<plywood_core::game::StepOf<Tree>>;

/// The tree of a search for a 1 that may visit `limit` positions.
fn searched(tree: &Tree, limit: usize) -> Vec<Node> {
    let mut proof = Proof { method: Method::Pn, aim: Aim::AtLeast(1.0), memory: 1 << 24, threats: 0 };
    let trace = proof.trace(&Line::new(tree.clone()), &Budget::UNSET, limit);
    trace.expect("pn can be drawn, and a tree has a root").nodes
}

/// The proof and the disproof number.
fn numbers(node: &Node) -> (f64, f64) {
    (node.values[0].1, node.values[1].1)
}

/// Whether a node is proven or disproven.
fn decided(node: &Node) -> Option<bool> {
    match numbers(node) {
        (0.0, _) => Some(true),
        (_, 0.0) => Some(false),
        _ => None,
    }
}

/// The steps from the root to the most proving leaf, and how many of them break the rule.
fn followed(nodes: &[Node]) -> (u64, u64) {
    let (mut steps, mut astray) = (0, 0);
    for node in nodes.iter().filter(|node| node.note == "most proving") {
        let Some(parent) = node.parent.map(|parent| &nodes[parent]) else { continue };
        let ((proof, disproof), (most, least)) = (numbers(node), numbers(parent));
        let or = parent.turn == Turn::Player(Player::FIRST);
        steps += 1;
        astray += u64::from(if or { proof != most } else { disproof != least });
    }
    (steps, astray)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_to_the_wrong_child_is_seen() {
        let tree = parse(EXAMPLE).unwrap();
        let mut nodes = searched(&tree, 5);
        assert_eq!(followed(&nodes), (1, 0), "one step, to B");
        nodes[0].values[0].1 = 2.0;
        assert_eq!(followed(&nodes), (1, 1));
    }
}
