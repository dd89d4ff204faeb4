//! The written trees give the numbers that the thesis states for its figures; values that its text does not give were
//! chosen to fit (drawings are lost).
use plywood_core::{Budget, Game, Knowledge, Line, Notation, Report, Search, Spec, Task, Trace};
use plywood_games::tree::{Function, Tree, parse};
use plywood_search::alphabeta::Config;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Ties, Version};
use plywood_search::opponent::prom::{EqualMoves, OpponentType, Prom, PromConfig};
use plywood_search::opponent::utility::Utility;

fn functions(tree: &Tree) -> [Function; 2] {
    ["v0", "v1"].map(|name| tree.evaluator(&Spec::word(name)).unwrap())
}

fn om(tree: &Tree, settings: OmConfig) -> (Report<u32>, Trace) {
    let [own, model] = functions(tree);
    let line = Line::new(tree.clone());
    let mut search = Om::new(own, model, Config::PLAIN, settings);
    let trace = search.trace(&line, &Budget::depth(9), 1000).unwrap().written(&line);
    (search.think(&line, Task::new(Budget::depth(9))), trace)
}

fn prom(tree: &Tree, version: Version, probabilities: [f64; 2]) -> (Report<u32>, Trace) {
    let types = vec![OpponentType::plain(0, probabilities[0]), OpponentType::plain(1, probabilities[1])];
    let settings = PromConfig { version, ..PromConfig::PLAIN };
    let line = Line::new(tree.clone());
    let mut search = Prom::new(functions(tree).to_vec(), types, Config::PLAIN, settings);
    let trace = search.trace(&line, &Budget::depth(9), 1000).unwrap().written(&line);
    (search.think(&line, Task::new(Budget::depth(9))), trace)
}

fn move_name(tree: &Tree, report: &Report<u32>) -> String {
    tree.write_move(&tree.start(), report.best.unwrap())
}

/// The values of a written tree's root: minimax by V0, and OM search.
fn values(text: &str) -> (f64, f64) {
    let tree = parse(text).unwrap();
    let [own, model] = functions(&tree);
    let root = tree.start();
    let definition = Definition::new(&tree, &root);
    let node = (&root, 0, 9);
    (definition.minimax(&own, node), definition.om(&own, &model, node, 9, None, Ties::First))
}

#[test]
fn figure_2_1() {
    let tree = parse("([9/8 7/6] [8/6 6/7])").unwrap();
    for version in [Version::Probes, Version::OnePass] {
        let (report, trace) = om(&tree, OmConfig { version, ..OmConfig::PLAIN });
        assert_eq!((report.value, move_name(&tree, &report).as_str()), (8.0, "2"));
        let right =
            trace.nodes.iter().find(|node| node.ply == 1 && node.step.as_deref() == Some("2")).unwrap();
        assert_eq!(right.values, [("v_op".to_string(), 6.0), ("v0".to_string(), 8.0)]);
        assert_eq!(right.value, Some(-8.0), "in the node's own view");
    }
    assert_eq!(values("([9/8 7/6] [8/6 6/7])"), (7.0, 8.0));
}

/// Which leaves get which evaluation, and where the cuts are.
#[test]
fn figure_3_1() {
    let text = "(b=[d=(h=[n=5/7 o=6/4] i=[p=8/5 q=3/6]) e=(j=[r=4/7 s=2/9] x=[y=1/1 z=9/9])] \
                c=[f=(k=[t=7/3 u=9/8] l=[v=2/9 w=9/6]) g=(m=5/8 cut=6/2)])";
    let tree = parse(text).unwrap();
    let settings = OmConfig { version: Version::OnePass, ..OmConfig::PLAIN };
    let (report, trace) = om(&tree, settings);
    let leaves = |name: &str| {
        let told = |node: &&plywood_core::TraceNode| node.values.iter().any(|(told, _)| told == name);
        let leaves = trace.nodes.iter().filter(|node| node.turn == plywood_core::Turn::Over).filter(told);
        let mut steps: Vec<_> = leaves.map(|node| node.step.as_deref().unwrap()).collect();
        steps.sort_unstable();
        steps.concat()
    };
    assert_eq!(leaves("v0"), "optw");
    assert_eq!(leaves("v_op"), "mnopqrstuvw");
    let pruned = trace.nodes.iter().filter(|node| !node.pruned.is_empty());
    let pruned: Vec<_> = pruned.map(|node| (node.step.as_deref().unwrap(), node.pruned.concat())).collect();
    assert_eq!(pruned, [("e", "x".to_string()), ("g", "cut".to_string())]);
    let plain = OmConfig { pruning: Pruning::None, ..OmConfig::PLAIN };
    assert_eq!(report.value, om(&tree, plain).0.value);
    assert_eq!(report.value, om(&tree, OmConfig::PLAIN).0.value);
}

/// The window of probes must be one step wider than the value above: 6, and not 9.
#[test]
fn figure_3_2() {
    let text = "[([4/8 3/6] [2/3 7/9]) ([9/7 2/5] [6/4 1/8]) ([3/5 8/7] [5/2 4/9])]";
    let whole = parse(&format!("({text})")).unwrap();
    assert_eq!(om(&whole, OmConfig::PLAIN).0.value, values(&format!("({text})")).1);
    assert_eq!(values(&format!("({text})")).1, 6.0);
}

/// Errors of the four types, on one common tree of true values with the value 6 (figures 4.1 to 4.7).
#[test]
fn figures_4_1_to_4_7() {
    assert_eq!(values("([6/6 7/7] [8/8 9/2])"), (8.0, 9.0));
    assert_eq!(values("([6/6 7/7] [8/8 9/9])"), (8.0, 8.0));
    for wrong in ["20/2", "1000/2"] {
        let (minimax, om) = values(&format!("([6/6 7/7] [8/8 {wrong}])"));
        assert_eq!((minimax, om), (8.0, wrong.split('/').next().unwrap().parse().unwrap()));
    }
    for wrong in ["1/6", "0/6", "-1000/6"] {
        let tree = parse(&format!("([{wrong} 7/7] [8/8 2/2])")).unwrap();
        assert_eq!(move_name(&tree, &om(&tree, OmConfig::PLAIN).0), "2");
    }
    assert_eq!(values("([1/8 7/7] [8/8 2/2])").1, 7.0);
    assert_eq!(values("([6/6 7/7] [8/1 2/2])").1, 8.0);
    assert_eq!(values("([6/6 7/7] [1/1 2/2])").1, 6.0);
    assert_eq!(values("([6/9 7/7] [8/8 2/2])").1, 7.0);
}

#[test]
fn figure_6_1() {
    let tree = parse("([9/9 7/6] [8/8 6/9])").unwrap();
    for version in [Version::Probes, Version::OnePass] {
        let (report, _) = prom(&tree, version, [0.3, 0.7]);
        assert!((report.value - 7.4).abs() < 1e-12);
        assert_eq!(move_name(&tree, &report), "2");
    }
    // The drawing names the probabilities of MIN's moves.
    let (_, trace) = prom(&tree, Version::Probes, [0.3, 0.7]);
    let shares: Vec<_> =
        trace.nodes.iter().filter(|node| node.ply == 2).map(|node| node.values[0].clone()).collect();
    let shares: Vec<_> = shares.iter().map(|(name, share)| (name.as_str(), *share)).collect();
    assert_eq!(shares, [("probability", 1.0), ("probability", 0.3), ("probability", 0.7)]);
}

#[test]
fn figures_6_2_to_6_4() {
    let value = |text: &str, version| prom(&parse(text).unwrap(), version, [0.5, 0.5]).0.value;
    let both = [Version::Probes, Version::OnePass];
    // Shallow pruning: the leaf after f is not seen.
    let (_, trace) = prom(&parse("([(3/5 4/2) (6/7 cut=1/9)])").unwrap(), Version::OnePass, [0.5, 0.5]);
    assert!(trace.nodes.iter().all(|node| node.step.as_deref() != Some("cut")));
    assert_eq!(trace.nodes.iter().filter(|node| node.pruned == ["cut"]).count(), 1);
    for version in both {
        assert_eq!(value("([(3/5 4/2) (6/7 1/9)])", version), 4.0);
        // Deep pruning would give 4.5.
        assert_eq!(value("([3/3 ([(4/5 6/1) 8/2])])", version), 5.0);
        // Narrow windows for every type would give 7.
        let text = "([([7/1 1/5] [6/7 4/6]) ([2/1 8/6] [9/2 6/8]) ([8/7 9/2] [5/8 4/7])])";
        assert_eq!(value(text, version), 5.75);
        let tree = parse(text).unwrap();
        let types = [(OpponentType::plain(0, 0.5), 9), (OpponentType::plain(1, 0.5), 9)];
        let root = tree.start();
        let definition = Definition::new(&tree, &root);
        let evaluations = functions(&tree);
        let node = (&root, 0, 9);
        assert_eq!(
            definition.prom(&evaluations, &types, node, None, EqualMoves::First, Utility::NEUTRAL),
            5.75
        );
    }
}
