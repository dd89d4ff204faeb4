//! The written trees of sections 2.3 and 3.2, and the bounded-sum property (3.2.4).

use plywood_core::{Error, Game, Trace, Turn};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Pruning, Ties, Version};

use crate::models::{Counted, Shape, Written, evaluations, random_tree};
use crate::{Context, Evidence, Grid, Measured, Verdict};
use plywood_core::{Knowledge, Spec};

/// The entry's tree and evidence that shows it.
pub(super) fn written(context: &Context) -> Result<(Written, Evidence), Error> {
    let text = context.entry.tree.as_deref().ok_or_else(|| Error::new("the entry has no tree"))?;
    let method = format!("The written tree {text}; every number by the definitions and by the searches.");
    Ok((Written::read(text)?, Evidence::new(method)))
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
        Verdict::of(tree.om("/") == 8.0 && tree.minimax(0, "/") == 7.0),
        format!("OM search expects {}, minimax {}.", tree.om("/"), tree.minimax(0, "/")),
    );
    let (om, mm) = (tree.best(|tree, path| tree.om(path)), tree.best(minimax));
    evidence.judge(
        "om-move",
        Verdict::of((om, mm) == (2, 1)),
        format!("OM search plays move {om}, minimax move {mm}."),
    );
    evidence.judge(
        "wrong-model",
        Verdict::of(risky == 6.0),
        format!("Against V0 the OM move yields {risky}."),
    );
    let (risk, gain) = (tree.minimax(0, "/") - risky, tree.om("/") - tree.minimax(0, "/"));
    evidence.judge(
        "risk-gain",
        Verdict::of((risk, gain) == (1.0, 1.0)),
        format!("Risk {risk}, possible gain {gain}."),
    );
    Ok(evidence)
}

/// The leaves at which a named value was asked for, as places among all leaves of the tree.
fn leaves_with(trace: &Trace, name: &str) -> usize {
    let over = trace.nodes.iter().filter(|node| node.turn == Turn::Over);
    over.filter(|node| node.values.iter().any(|(told, _)| told == name)).count()
}

/// Figure 3.1.
pub fn beta_pruning(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let (value, trace) = tree.search_om(Version::OnePass, Pruning::Beta);
    // Leaves that are visited a second time, for V0 alone, are calls of their own.
    let (own, model) = (leaves_with(&trace, "v0"), leaves_with(&trace, "v_op"));
    evidence.judge(
        "v0-leaves",
        Verdict::of(own == 4),
        format!("V0 is evaluated at {own} leaves; the text names four."),
    );
    evidence.judge(
        "vop-leaves",
        Verdict::of(model == 11),
        format!("Vop is evaluated at {model} of 14 leaves; the text names eleven."),
    );
    let cuts: Vec<_> =
        trace.nodes.iter().filter(|node| !node.pruned.is_empty()).map(|node| node.ply).collect();
    evidence.judge("cuts", Verdict::of(cuts == [2, 2]), format!("{} cuts, at plies {cuts:?}.", cuts.len()));
    let others = [
        tree.om("/"),
        tree.search_om(Version::OnePass, Pruning::None).0,
        tree.search_om(Version::Probes, Pruning::Beta).0,
    ];
    let same = others.iter().all(|other| *other == value);
    evidence.judge(
        "same-value",
        Verdict::of(same),
        format!("One-pass pruned {value}; definition, unpruned and probing {others:?}."),
    );
    Ok(evidence)
}

/// Figure 3.2. Its node a is the only child of our root.
pub fn window(context: &Context) -> Result<Evidence, Error> {
    let (tree, mut evidence) = written(context)?;
    let v = tree.minimax(1, "/1");
    let [b, c, d] = [1, 2, 3].map(|place| tree.minimax(1, &format!("/1/{place}")));
    evidence.judge("b-above", Verdict::of(b > v), format!("{b} at b, {v} at a."));
    evidence.judge("d-above", Verdict::of(d >= v), format!("{d} at d, {v} at a."));
    let [g, h] = [1, 2].map(|place| tree.minimax(1, &format!("/1/2/{place}")));
    evidence.judge("gh-below", Verdict::of(g <= v && h <= v && c == v), format!("{g} at g and {h} at h."));
    let free = ["/1/1/1", "/1/1/2", "/1/3/1", "/1/3/2"].map(|path| tree.minimax(1, path));
    let (least, most) =
        (free.iter().copied().fold(f64::MAX, f64::min), free.iter().copied().fold(f64::MIN, f64::max));
    evidence.judge(
        "ef-ij-free",
        Verdict::of(least < v && v < most),
        format!("e, f, i and j range from {least} to {most}."),
    );
    let (searched, _) = tree.search_om(Version::Probes, Pruning::Beta);
    evidence.judge(
        "window-safe",
        Verdict::of(searched == tree.om("/")),
        format!("{searched}, the definition {}.", tree.om("/")),
    );
    // With beta = v the probe at g is cut after its first leaf of v or more and returns that leaf's move.
    let narrow = tree.minimax(0, "/1/2/1/1").max(tree.om("/1/2/2"));
    evidence.judge(
        "window-v-fails",
        Verdict::of(narrow != tree.om("/1")),
        format!("With beta = v the value of c would be {narrow}, not {}.", tree.om("/1/2")),
    );
    Ok(evidence)
}

/// Section 3.2.4.
pub fn bounded_sum(context: &Context) -> Result<Evidence, Error> {
    let trees = context.effort.amount(2000, 10_000);
    let mut evidence = Evidence::new(format!(
        "{trees} random trees of widths 2 to 4 and depths 1 to 5, several correlations of V0 and Vop; B is the greatest difference at the \
         leaves of the tree. The limits are counted on trees with V0 = Vop (B = 0) and without a bound (B infinite)."
    ));
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
    evidence
        .grid(Grid::beside(context.entry, "Gain in multiples of B", 2, |_, _| Some(Measured::Exact(most))));
    for (place, id) in ["node-bound", "minimax-bound"].iter().enumerate() {
        let broken = found.iter().filter(|(holds, _)| !holds[place]).count();
        evidence.judge(id, Verdict::of(broken == 0), format!("{broken} of {trees} trees break it."));
    }
    evidence.judge(
        "gain-bound",
        Verdict::of(least >= 0.0 && most <= 2.0),
        format!("Gains from {least:.2} B to {most:.2} B."),
    );
    let size = Shape { width: 3, depth: 6, types: 2 };
    let count = |search| (0..20).map(|seed| evaluations(search, size, seed, 1.0)).sum::<f64>();
    let bounded =
        |bound, mix| (0..20).map(|seed| evaluations(Counted::BoundedOm(bound), size, seed, mix)).sum::<f64>();
    let (narrow, plain) = (bounded(0.0, 1.0), count(Counted::AlphaBeta));
    evidence.judge(
        "limit-zero",
        Verdict::of(narrow == plain),
        format!(
            "One-pass with B = 0 asks {narrow} evaluations where alpha-beta asks {plain}: it still asks for V0 beside Vop where MAX may want it."
        ),
    );
    let open = bounded(f64::INFINITY, 0.0);
    let beta: f64 =
        (0..20).map(|seed| evaluations(Counted::Om(Version::OnePass, None), size, seed, 0.0)).sum();
    evidence.judge(
        "limit-infinite",
        Verdict::of(open == beta),
        format!("{open} evaluations against {beta} of beta pruning."),
    );
    Ok(evidence)
}
