//! PrOM search on the written trees of sections 6.2 and 6.3, and its relations to OM search and minimax (6.2.4).

use plywood_core::{Error, Game, Knowledge, Spec, Turn};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType};
use plywood_search::opponent::utility::Utility;

use crate::models::{Shape, Written, random_tree};
use crate::{Context, Evidence, Grid, Measured, Verdict};

fn written(context: &Context) -> Result<(Written, Evidence), Error> {
    let text = context.entry.tree.as_deref().ok_or_else(|| Error::new("the entry has no tree"))?;
    let method = format!("The written tree {text}; every number by the definitions and by the searches.");
    Ok((Written::read(text)?, Evidence::new(method)))
}

/// Figure 6.1.
pub fn example(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let shares = [0.3, 0.7];
    let value = tree.prom("/2", shares);
    let measured = [0.3, 0.7, tree.minimax(0, "/1"), tree.minimax(0, "/2"), tree.minimax(1, "/2/1"), value];
    evidence.grid(Grid::beside(context.entry, "Values", 2, |row, _| {
        measured.get(row).map(|one| Measured::Exact(*one))
    }));
    evidence.judge("value", Verdict::of((value - 7.4).abs() < 1e-9), format!("{value:.2}."));
    let (whole, right) = (tree.minimax(0, "/"), tree.minimax(0, "/2"));
    evidence.judge(
        "above-minimax",
        Verdict::of(value > whole && whole > right),
        format!("{value:.2} above {whole} above {right}."),
    );
    let (prom, minimax) =
        (tree.best(|tree, path| tree.prom(path, shares)), tree.best(|tree, path| tree.minimax(0, path)));
    evidence.judge(
        "other-move",
        Verdict::of((prom, minimax) == (2, 1)),
        format!("PrOM search plays move {prom}, minimax move {minimax}."),
    );
    Ok(evidence)
}

/// Figure 6.2.
pub fn shallow_pruning(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let (value, trace) = tree.search_prom(Version::OnePass);
    let leaves = trace.nodes.iter().filter(|node| node.turn == Turn::Over).count();
    let pruned: usize = trace.nodes.iter().map(|node| node.pruned.len()).sum();
    evidence.judge(
        "cut",
        Verdict::of((leaves, pruned) == (3, 1)),
        format!("{leaves} leaves visited, {pruned} cut off."),
    );
    let defined = tree.prom("/", [0.5, 0.5]);
    evidence.judge(
        "same-value",
        Verdict::of(value == defined && value == 4.0),
        format!("Pruned {value}, by definition {defined}."),
    );
    Ok(evidence)
}

/// Figure 6.3.
pub fn deep_pruning(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let choice = |function: usize| {
        let [b, c] = [1, 2].map(|place| tree.minimax(function, &format!("/1/{place}")));
        if b <= c { 1 } else { 2 }
    };
    evidence.judge(
        "both-needed",
        Verdict::of((choice(0), choice(1)) == (1, 2)),
        format!("Type 0 takes child {}, type 1 child {}.", choice(0), choice(1)),
    );
    let defined = tree.prom("/", [0.5, 0.5]);
    // Cut off after its first leaf, node e would be worth that leaf to MAX.
    let [leaf, b, f] = ["/1/2/1/1/1", "/1/1", "/1/2/1/2"].map(|path| tree.minimax(0, path));
    let cut = 0.5 * b + 0.5 * (0.5 * leaf + 0.5 * f);
    evidence.judge(
        "deep-wrong",
        Verdict::of(cut == 4.5 && defined == 5.0),
        format!("With the last leaf of e cut off {cut}, without {defined}."),
    );
    let (searched, _) = tree.search_prom(Version::OnePass);
    evidence.judge(
        "shallow-right",
        Verdict::of(searched == defined),
        format!("{searched}, by definition {defined}."),
    );
    Ok(evidence)
}

/// Figure 6.4.
pub fn windows(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let (searched, _) = tree.search_prom(Version::Probes);
    evidence.judge(
        "window-safe",
        Verdict::of(searched == 5.75),
        format!("{searched}, by definition {}.", tree.prom("/", [0.5, 0.5])),
    );
    let tight = narrow_everywhere(&tree);
    evidence.judge(
        "window-unsafe",
        Verdict::of(tight == 7.0),
        format!("With every window narrowed {tight}."),
    );
    let [b, d, g, h] = ["/1/1", "/1/3", "/1/2/1", "/1/2/2"].map(|path| tree.minimax(1, path));
    evidence.judge(
        "bounds",
        Verdict::of(b > 2.0 && d >= 2.0 && g <= 2.0 && h <= 2.0),
        format!("For type 1: b {b}, d {d}, g {g}, h {h}; v = 2."),
    );
    Ok(evidence)
}

/// The value of figure 6.4 when probes below every searched child have a window that ends just above each type's value
/// at a: a probe is cut at the first leaf at or above it and its type takes the first move.
fn narrow_everywhere(tree: &Written) -> f64 {
    let v = [0, 1].map(|function| tree.minimax(function, "/1"));
    let chosen = [0, 1].map(|function: usize| {
        let values = [1, 2, 3].map(|place| tree.minimax(function, &format!("/1/{place}")));
        1 + values.iter().position(|value| *value == v[function]).unwrap_or(0)
    });
    let of_min = |path: &str| {
        let leaf = |function: usize, place: usize| tree.minimax(function, &format!("{path}/{place}"));
        let part = |function: usize| {
            // Values at or above the end of the window do not improve on it: the first move stays.
            let taken = if leaf(function, 2) < v[function] + 1.0 && leaf(function, 2) < leaf(function, 1) {
                2
            } else {
                1
            };
            0.5 * leaf(0, taken)
        };
        part(0) + part(1)
    };
    let of_max = |place: usize| of_min(&format!("/1/{place}/1")).max(of_min(&format!("/1/{place}/2")));
    0.5 * of_max(chosen[0]) + 0.5 * of_max(chosen[1])
}

/// Section 6.2.4.
pub fn relations(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(3000, 10_000);
    let found = context.seeds("relations", trees, (0.0, 1.0), |seed| {
        let shape = Shape { width: 2 + (seed % 3) as u32, depth: 1 + (seed / 3 % 5) as u32, types: 3 };
        let tree = random_tree(shape, seed, 0.0);
        let functions =
            ["v0", "v1", "v2"].map(|name| tree.evaluator(&Spec::word(name)).expect("it has three"));
        let root = tree.start();
        let node = (&root, 0, shape.depth);
        let definition = Definition::new(&tree, &root);
        let prom = |shares: [f64; 3], ties| {
            let types: Vec<_> = (0..3)
                .filter(|place| shares[*place] > 0.0)
                .map(|place| (OpponentType::plain(place, shares[place]), shape.depth))
                .collect();
            definition.prom(&functions, &types, node, None, ties, Utility::NEUTRAL)
        };
        let minimax = definition.minimax(&functions[0], node);
        let om = [1, 2].map(|model: usize| {
            definition.om(&functions[0], &functions[model], node, shape.depth, None, Ties::First)
        });
        let mixed = [EqualMoves::First, EqualMoves::Random].map(|ties| prom([0.25, 0.5, 0.25], ties));
        [
            prom([1.0, 0.0, 0.0], EqualMoves::First) == minimax,
            prom([0.0, 1.0, 0.0], EqualMoves::First) == om[0]
                && prom([0.0, 0.0, 1.0], EqualMoves::First) == om[1],
            mixed.iter().all(|value| *value >= minimax - 1e-9),
            om.iter().all(|value| *value >= minimax),
            prom([0.5, 0.5, 0.0], EqualMoves::First) > om[0] + 1e-9,
        ]
    })?;
    let mut evidence =
        Evidence::new(format!("{trees} random trees of widths 2 to 4 and depths 1 to 5, three types."));
    for (place, id) in ["lemma1", "lemma2", "theorem3", "om-above-minimax"].iter().enumerate() {
        let broken = found.iter().filter(|row| !row[place]).count();
        evidence.judge(id, Verdict::of(broken == 0), format!("{broken} of {trees} trees break it."));
    }
    let above = found.iter().filter(|row| row[4]).count();
    evidence.judge(
        "not-convex",
        Verdict::of(above > 0),
        format!("On {above} trees two equally likely types give more than OM search against the second."),
    );
    Ok(evidence)
}
