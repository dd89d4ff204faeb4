//! Oracles in opponent models, against definitions that have them: MAX's is his evaluation at leaves, a model's ends
//! nodes of its minimax.

use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_core::random::{below, seeded};
use plywood_core::spec::Size;
use plywood_core::{
    Budget, Evaluator, Game, Knowledge, Line, Oracle, Player, Search, Spec, Stop, Turn, Value,
};
use plywood_games::kalah::Kalah;
use plywood_games::nim::Nim;
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Om, OmConfig, Pruning, Version};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig};
use plywood_search::scale::{Scale, seen_by};

use super::support::probes;

/// Somebody with an evaluation and perhaps an oracle.
struct Party<G: Game, E> {
    evaluation: E,
    oracle: Option<Arc<dyn Oracle<G>>>,
}

/// The tree below a root, as MAX sees it.
struct Tree<'a, G: Game> {
    game: &'a G,
    max: Player,
    definition: Definition<'a, G>,
}

impl<G: Game> Tree<'_, G> {
    fn children(&self, position: &G::Position) -> Vec<(G::Move, G::Position)> {
        let mut children = Vec::new();
        let _ = self.game.children(position, |chosen, child| {
            children.push((chosen, child));
            ControlFlow::<()>::Continue(())
        });
        children
    }

    /// Minimax of somebody whose oracle ends nodes.
    fn minimax<E: Evaluator<G>>(
        &self,
        party: &Party<G, E>,
        position: &G::Position,
        ply: u32,
        depth: u32,
    ) -> G::Value {
        let over = self.game.turn(position) == Turn::Over;
        if let Some(known) =
            party.oracle.as_ref().filter(|_| !over).and_then(|one| one.probe(self.game, position))
        {
            return seen_by(self.max, Scale::new(self.game, &party.evaluation).exact(known, ply));
        }
        if over || depth == 0 {
            return self.definition.minimax(&party.evaluation, (position, ply, 0));
        }
        let children = self.children(position);
        let values = children.iter().map(|(_, child)| self.minimax(party, child, ply + 1, depth - 1));
        if self.game.turn(position).view() == self.max {
            values.fold(G::Value::LOWEST, Value::larger)
        } else {
            values.fold(G::Value::HIGHEST, Value::smaller)
        }
    }

    /// MAX's value where MIN is each of some parties with a probability.
    fn value<E: Evaluator<G>>(
        &self,
        own: &Party<G, E>,
        types: &[(&Party<G, E>, f64)],
        (position, ply, depth): (&G::Position, u32, u32),
    ) -> f64 {
        if self.game.turn(position) == Turn::Over || depth == 0 {
            return Scale::new(self.game, &own.evaluation).payoff(self.minimax(own, position, ply, 0));
        }
        let children = self.children(position);
        let values: Vec<f64> =
            children.iter().map(|(_, child)| self.value(own, types, (child, ply + 1, depth - 1))).collect();
        if self.game.turn(position).view() == self.max {
            return values.into_iter().fold(f64::MIN, f64::max);
        }
        let chosen = |party: &Party<G, E>| {
            let worths: Vec<_> =
                children.iter().map(|(_, child)| self.minimax(party, child, ply + 1, depth - 1)).collect();
            let least = worths.iter().fold(G::Value::HIGHEST, |least, one| least.smaller(*one));
            worths.iter().position(|one| *one == least).expect("there is a move")
        };
        types.iter().map(|(party, probability)| probability * values[chosen(party)]).sum()
    }
}

/// Searches positions with every combination of oracles; the number of positions at which the model's oracle counted.
fn check<G: Knowledge>(
    game: &G,
    lines: &[Line<G>],
    oracle: &str,
    evaluations: [&str; 2],
    depth: u32,
) -> usize {
    let oracle = game.oracle(&oracle.parse().unwrap()).unwrap();
    let [first, second] = evaluations.map(|name| game.evaluator(&Spec::word(name)).unwrap());
    let mut differed = 0;
    for (number, line) in lines.iter().enumerate() {
        let max = line.turn().view();
        let tree = Tree { game, max, definition: Definition::new(game, line.position()) };
        let mut seen = Vec::new();
        for (mine, theirs) in [(false, false), (true, false), (false, true), (true, true)] {
            let own = Party { evaluation: first.clone(), oracle: mine.then(|| oracle.clone()) };
            let model = Party { evaluation: second.clone(), oracle: theirs.then(|| oracle.clone()) };
            let root = (line.position(), 0, depth);
            let om = tree.value(&own, &[(&model, 1.0)], root);
            let prom = tree.value(&own, &[(&own, 0.5), (&model, 0.5)], root);
            for version in [Version::Probes, Version::OnePass] {
                for pruning in [Pruning::None, Pruning::Beta] {
                    let probes = probes()[number % 3].clone();
                    let own_table = [Size::Off, Size::Entries(256)][number / 3 % 2];
                    let oracles = [own.oracle.clone(), model.oracle.clone()];
                    let settings = OmConfig { version, pruning, own_table, ..OmConfig::PLAIN };
                    let told = format!("{settings:?}, oracles {mine} {theirs}, position {number}");
                    let mut search =
                        Om::new(first.clone(), second.clone(), probes.clone(), settings).asking(&oracles);
                    let report = search.think(line, &Budget::depth(depth), 0, &Stop::new(), &mut ());
                    assert!((report.value - om).abs() < 1e-9, "{} for {om}: {told}", report.value);
                    let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
                    let settings = PromConfig { version, pruning, own_table, ..PromConfig::PLAIN };
                    let evaluations = vec![first.clone(), second.clone()];
                    let mut search = Prom::new(evaluations, types, probes, settings).asking(&oracles);
                    let report = search.think(line, &Budget::depth(depth), 0, &Stop::new(), &mut ());
                    // A nearer win is worth a little more.
                    assert!((report.value - prom).abs() < 0.01, "PrOM {} for {prom}: {told}", report.value);
                }
            }
            seen.push(om);
        }
        differed += usize::from(seen[0] != seen[2] || seen[1] != seen[3]);
    }
    differed
}

/// Positions after random moves.
fn lines<G: Game>(game: &G, count: u64, plies: u64) -> Vec<Line<G>> {
    let play = |seed: u64| {
        let mut rng = seeded(seed);
        let mut line = Line::new(game.clone());
        for _ in 0..below(&mut rng, plies as usize) {
            if line.turn() == Turn::Over {
                break;
            }
            line.play(game.random_move(line.position(), &mut rng));
        }
        line
    };
    (0..count).map(play).filter(|line| line.turn() != Turn::Over).collect()
}

#[test]
fn kalah_endings() {
    let game = Kalah::from_spec(&"kalah(holes=3, seeds=2)".parse().unwrap()).unwrap();
    let differed = check(&game, &lines(&game, 120, 8), "endings(seeds=6)", ["store", "store"], 4);
    assert!(differed > 5, "a model without the oracle plays otherwise on {differed} positions");
}

#[test]
fn nims_formula() {
    let game = Nim::from_spec(&"nim(matches=12)".parse().unwrap()).unwrap();
    let differed = check(&game, &lines(&game, 40, 5), "formula", ["zero", "reduced"], 4);
    assert!(differed > 0, "a model without the formula plays otherwise somewhere");
}
