//! The written trees of sections 2.3 and 3.2, and the bounded-sum property (3.2.4).

use std::collections::BTreeSet;

use plywood_core::{Error, Game, Trace, Turn};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Ties, Version};

use crate::models::{Counted, Shape, Written, evaluations, random_tree};
use crate::printed::om_probing;
use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_core::{Knowledge, Spec};

/// The entry's tree and evidence that shows it.
pub(super) fn written(context: &Context) -> Result<(Written, Evidence), Error> {
    let text = context.entry.tree.as_deref().ok_or_else(|| Error::new("the entry has no tree"))?;
    let mut evidence = Evidence::new(format!(
        "The written tree {text}; every number by the definitions and by the searches."
    ));
    evidence.replaced("Leaf values that the text does not name were chosen to obey what it says of them.");
    Ok((Written::read(text)?, evidence))
}

/// Figure 2.1.
pub fn example(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let minimax = |tree: &Written, path: &str| tree.minimax(0, path);
    let risky = tree.minimax(0, "/2");
    let measured = [
        tree.minimax(0, "/"),
        tree.om("/1"),
        tree.minimax(1, "/2/1"),
        tree.minimax(1, "/2/2"),
        tree.om("/"),
        risky,
    ];
    evidence.grid(Grid::beside(context.entry, "Values", 0, |row, _| {
        measured.get(row).map(|one| Measured::Exact(*one))
    }));
    evidence.judge(
        "om-value",
        Ruling::exact(tree.om("/") == 8.0 && tree.minimax(0, "/") == 7.0),
        format!("OM search expects {}, minimax {}.", tree.om("/"), tree.minimax(0, "/")),
    );
    let (om, mm) = (tree.best(|tree, path| tree.om(path)), tree.best(minimax));
    evidence.judge(
        "om-move",
        Ruling::exact((om, mm) == (2, 1)),
        format!("OM search plays move {om}, minimax move {mm}."),
    );
    evidence.judge(
        "wrong-model",
        Ruling::exact(risky == 6.0),
        format!("Against V0 the OM move yields {risky}."),
    );
    let (risk, gain) = (tree.minimax(0, "/") - risky, tree.om("/") - tree.minimax(0, "/"));
    evidence.judge(
        "risk-gain",
        Ruling::exact((risk, gain) == (1.0, 1.0)),
        format!("Risk {risk}, possible gain {gain}."),
    );
    Ok(evidence)
}

/// The letters of the leaves of figure 3.1 by their paths, as the text names them; those below cuts have none.
const LETTERS: [(&str, &str); 11] = [
    ("/1/1/1/1", "n"),
    ("/1/1/1/2", "o"),
    ("/1/1/2/1", "p"),
    ("/1/1/2/2", "q"),
    ("/1/2/1/1", "r"),
    ("/1/2/1/2", "s"),
    ("/2/1/1/1", "t"),
    ("/2/1/1/2", "u"),
    ("/2/1/2/1", "v"),
    ("/2/1/2/2", "w"),
    ("/2/2/1", "m"),
];

/// The path to a call's node, as moves.
fn path(trace: &Trace, mut place: usize) -> String {
    let mut path = String::new();
    while let (Some(parent), Some(step)) = (trace.nodes[place].parent, &trace.nodes[place].step) {
        path = format!("/{step}{path}");
        place = parent;
    }
    path
}

/// The leaves at which a named value was asked for, by letter, or by path where a leaf has none.
fn leaves_with(trace: &Trace, name: &str) -> BTreeSet<String> {
    let asked = trace
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.turn == Turn::Over && node.values.iter().any(|(told, _)| told == name));
    let letter = |path: String| {
        LETTERS.iter().find(|(known, _)| *known == path).map_or(path, |(_, letter)| letter.to_string())
    };
    asked.map(|(place, _)| letter(path(trace, place))).collect()
}

/// The claim that exactly these leaves, a letter each, were asked.
fn exactly(asked: &BTreeSet<String>, letters: &str) -> Ruling {
    let wanted: BTreeSet<String> = letters.chars().map(String::from).collect();
    Ruling::exact(*asked == wanted)
}

fn names(set: &BTreeSet<String>) -> String {
    set.iter().cloned().collect::<Vec<_>>().join(", ")
}

/// Figure 3.1.
pub fn beta_pruning(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let (value, trace) = tree.search_om(Version::OnePass, Pruning::Beta);
    // Leaves that are visited a second time, for V0 alone, are calls of their own.
    let (own, model) = (leaves_with(&trace, "v0"), leaves_with(&trace, "v_op"));
    evidence.judge("v0-leaves", exactly(&own, "optw"), format!("V0 is evaluated at {}.", names(&own)));
    evidence.judge(
        "vop-leaves",
        exactly(&model, "mnopqrstuvw"),
        format!("Vop is evaluated at {}.", names(&model)),
    );
    let cuts = trace.nodes.iter().enumerate().filter(|(_, node)| !node.pruned.is_empty());
    let cuts: Vec<String> = cuts
        .map(|(place, node)| format!("{} without {}", path(&trace, place), node.pruned.join(" ")))
        .collect();
    evidence.judge(
        "cuts",
        Ruling::exact(cuts == ["/1/2 without 2", "/2/2 without 2"]),
        format!("Cuts at {} (e is /1/2, g is /2/2).", cuts.join(" and ")),
    );
    let others = [
        tree.om("/"),
        tree.search_om(Version::OnePass, Pruning::None).0,
        tree.search_om(Version::Probes, Pruning::Beta).0,
    ];
    let same = others.iter().all(|other| *other == value);
    evidence.judge(
        "same-value",
        Ruling::exact(same),
        format!("One-pass pruned {value}; definition, unpruned and probing {others:?}."),
    );
    Ok(evidence)
}

/// Figure 3.2. Its node a is the only child of our root.
pub fn window(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let v = tree.minimax(1, "/1");
    let [b, c, d] = [1, 2, 3].map(|place| tree.minimax(1, &format!("/1/{place}")));
    evidence.judge("b-above", Ruling::exact(b > v), format!("{b} at b, {v} at a."));
    evidence.judge("d-above", Ruling::exact(d >= v), format!("{d} at d, {v} at a."));
    let [g, h] = [1, 2].map(|place| tree.minimax(1, &format!("/1/2/{place}")));
    evidence.judge("gh-below", Ruling::exact(g <= v && h <= v && c == v), format!("{g} at g and {h} at h."));
    let free = ["/1/1/1", "/1/1/2", "/1/3/1", "/1/3/2"].map(|path| tree.minimax(1, path));
    let (least, most) =
        (free.iter().copied().fold(f64::MAX, f64::min), free.iter().copied().fold(f64::MIN, f64::max));
    evidence.judge(
        "ef-ij-free",
        Ruling::exact(least < v && v < most),
        format!("e, f, i and j range from {least} to {most}."),
    );
    let (searched, _) = tree.search_om(Version::Probes, Pruning::Beta);
    evidence.judge(
        "window-safe",
        Ruling::exact(searched == tree.om("/")),
        format!("{searched}, the definition {}.", tree.om("/")),
    );
    let [right, narrow] = [1.0, 0.0].map(|above| om_probing(&tree, tree.tree.start(), f64::INFINITY, above));
    evidence.judge(
        "window-v-fails",
        Ruling::exact(narrow != tree.om("/1") && right == tree.om("/1")),
        format!(
            "Algorithm 3.8 with beta = v returns {narrow}, with v + 1 {right}; the definition has {}.",
            tree.om("/1")
        ),
    );
    Ok(evidence)
}

/// Section 3.2.4.
pub fn bounded_sum(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(2000, 10_000);
    let mut evidence = Evidence::new(
        "Random trees of widths 2 to 4 and depths 1 to 5, several correlations of V0 and Vop; B is the greatest difference at the \
         leaves of the tree. The limits are counted on trees with V0 = Vop (B = 0) and without a bound (B infinite).",
    );
    evidence.scale("trees", trees, "none");
    evidence.replaced("Algorithm 3.9 is unsound as printed; the sound repair is run.");
    let found = context.seeds("bounded sum", trees, (0.0, 0.9), |seed| {
        let size = Shape { width: 2 + (seed % 3) as u32, depth: 1 + (seed / 3 % 5) as u32, types: 2 };
        let tree = random_tree(size, seed, (seed / 16 % 4) as f64 / 4.0);
        let [own, model] = ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).expect("it has two"));
        let root = tree.start();
        let definition = Definition::new(&tree, &root);
        let mut level = vec![root];
        let mut nodes = Vec::new();
        for ply in 0..=size.depth {
            nodes.extend(level.iter().map(|node| (*node, ply)));
            if ply < size.depth {
                level =
                    level.iter().flat_map(|node| definition.children(node)).map(|(_, child)| child).collect();
            }
        }
        let difference = |leaf: &_| (tree.value(leaf, 0) - tree.value(leaf, 1)).abs();
        let bound = level.iter().map(difference).fold(0.0, f64::max);
        let mut holds = [true; 2];
        let mut gain = 0.0;
        for (node, ply) in &nodes {
            let node = (node, *ply, size.depth - ply);
            let v0 = definition.om(&own, &model, node, node.2, None, Ties::First);
            let (v_op, v_mm) = (definition.minimax(&model, node), definition.minimax(&own, node));
            holds[0] &= (v0 - v_op).abs() <= bound;
            holds[1] &= (v_mm - v_op).abs() <= bound;
            if *node.0 == root {
                gain = if bound > 0.0 { (v0 - v_mm) / bound } else { 0.0 };
            }
        }
        (holds, gain)
    })?;
    let most = found.iter().map(|(_, gain)| *gain).fold(0.0, f64::max);
    let least = found.iter().map(|(_, gain)| *gain).fold(0.0, f64::min);
    let beyond = found.iter().filter(|(_, gain)| !(0.0..=2.0).contains(gain)).count();
    evidence
        .grid(Grid::beside(context.entry, "Gain in multiples of B", 2, |_, _| Some(Measured::Exact(most))));
    for (place, id) in ["node-bound", "minimax-bound"].iter().enumerate() {
        let broken = found.iter().filter(|(holds, _)| !holds[place]).count();
        evidence.judge(
            id,
            Ruling::never(broken as u64, trees as u64),
            format!("{broken} of {trees} trees break it."),
        );
    }
    evidence.judge(
        "gain-bound",
        Ruling::never(beyond as u64, trees as u64),
        format!("Gains from {least:.2} B to {most:.2} B."),
    );
    let size = Shape { width: 3, depth: 6, types: 2 };
    let count = |search| (0..20).map(|seed| evaluations(search, size, seed, 1.0)).sum::<f64>();
    let bounded =
        |bound, mix| (0..20).map(|seed| evaluations(Counted::BoundedOm(bound), size, seed, mix)).sum::<f64>();
    let (narrow, plain) = (bounded(0.0, 1.0), count(Counted::AlphaBeta));
    evidence.judge(
        "limit-zero",
        Ruling::exact(narrow == plain),
        format!(
            "One-pass with B = 0 asks {narrow} evaluations where alpha-beta asks {plain}: it still asks for V0 beside Vop where MAX may want it."
        ),
    );
    let open = bounded(f64::INFINITY, 0.0);
    let beta: f64 =
        (0..20).map(|seed| evaluations(Counted::Om(Version::OnePass, None), size, seed, 0.0)).sum();
    evidence.judge(
        "limit-infinite",
        Ruling::exact(open == beta),
        format!("{open} evaluations against {beta} of beta pruning."),
    );
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn as_many_other_leaves_are_not_the_leaves_of_the_text() {
        let asked: BTreeSet<String> = ["o", "p", "t", "w"].map(String::from).into();
        assert_eq!(exactly(&asked, "optw").verdict(), Verdict::Holds);
        assert_eq!(exactly(&asked, "optv").verdict(), Verdict::DoesNotHold);
    }
}
