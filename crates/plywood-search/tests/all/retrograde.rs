//! Retrograde analysis gives the value of every path, and the distance by its definition, on random graphs with ways round,
//! transpositions and players who move twice.

use plywood_core::{Error, Exact, Game, Oracle, Player, Stop, Turn};
use plywood_search::retrograde::{Database, Indexed};

use crate::proof::Graph;

impl Indexed for Graph {
    type Class = ();
    fn read_class(&self, text: &str) -> Result<(), Error> {
        if text == "all" { Ok(()) } else { Err(Error::new("all is the only class")) }
    }
    fn write_class(&self, (): &()) -> String {
        "all".to_string()
    }
    fn classes(&self, _: &usize) -> Vec<()> {
        vec![()]
    }
    fn class_file(&self, (): &()) -> String {
        "graph".to_string()
    }
    fn size(&self, (): &()) -> usize {
        self.edges.len()
    }
    fn number(&self, (): &(), at: &usize) -> Option<usize> {
        Some(*at)
    }
    fn position(&self, (): &(), number: usize) -> Option<usize> {
        Some(number)
    }
}

/// The first player's payoff of what is won or lost, and in how many plies: level after level over all positions, each
/// by its moves.
fn by_definition(graph: &Graph) -> Vec<Option<(i32, u32)>> {
    let mut known: Vec<Option<(i32, u32)>> =
        graph.ends.iter().map(|end| end.filter(|payoff| *payoff != 0).map(|payoff| (payoff, 0))).collect();
    for plies in 1..=graph.edges.len() as u32 {
        let before = known.clone();
        for (at, to) in graph.edges.iter().enumerate() {
            if graph.ends[at].is_some() || before[at].is_some() {
                continue;
            }
            let mover = if graph.movers[at] == Player::FIRST { 1 } else { -1 };
            if to.iter().any(|to| before[*to].is_some_and(|(payoff, _)| payoff == mover)) {
                known[at] = Some((mover, plies));
            } else if to.iter().all(|to| before[*to].is_some_and(|(payoff, _)| payoff == -mover)) {
                known[at] = Some((-mover, plies));
            }
        }
    }
    known
}

#[test]
fn graphs_have_the_value_of_every_path_and_the_distance_of_the_definition() {
    for seed in 0..3_000 {
        let graph = Graph::random(seed, false);
        let database = Database::build(&graph, (), &Stop::new()).unwrap();
        let known = by_definition(&graph);
        let mut counts = [0; 3];
        for at in 0..graph.edges.len() {
            let exact = database.probe(&graph, &at).expect("all are known");
            let truth = graph.truth(at, &mut Vec::new());
            if graph.turn(&at) == Turn::Over {
                assert_eq!(exact, Exact { payoff: truth, distance: Some(0) });
                continue;
            }
            assert_eq!(
                exact,
                Exact { payoff: truth, distance: known[at].map(|(_, plies)| plies) },
                "{seed} {at}"
            );
            let for_mover = if graph.movers[at] == Player::FIRST { truth } else { -truth };
            counts[(1 - for_mover) as usize] += 1;
        }
        let summary = database.summary(&graph);
        assert_eq!([summary.wins, summary.draws, summary.losses], counts);
    }
}
