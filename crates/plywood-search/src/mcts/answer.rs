//! The answer of the simulations: the move, its value, the line that follows, and the tree for drawing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use plywood_core::game::StepOf;
use plywood_core::quantity::said_count;
use plywood_core::{
    Bound, Branch, Evaluator, Game, Line, Player, Policy, Progress, Report, Row, Step, Tick, TraceNode,
    TraceOf, Tried, Turn,
};

use super::config::{Config, FinalMove};
use super::control::Control;
use super::playout::{Earned, Purse};
use super::simulate::Worker;
use super::tree::{ONE, ROOT, Tree};
use crate::ordering::{Ranked, rising};

/// Simulations of the first row; each row after it has twice as many.
const FIRST_ROW: u64 = 64;
/// Seconds between two ticks to the listener.
const TICK: f64 = 0.1;

/// The root of one tree, or of several that are summed.
pub struct Root<'a, G: Game> {
    line: &'a Line<G>,
    trees: &'a [Tree<StepOf<G>>],
    config: &'a Config,
    purse: Purse,
    rows: Vec<Row<G::Move>>,
    next_row: u64,
    next_tick: f64,
    earned: HashMap<Option<G::Move>, Earned>,
    simulations: u64,
    evaluations: u64,
}

/// A move of the root with its statistics, summed over the trees.
#[derive(Debug, Clone, Copy)]
struct Standing<M> {
    chosen: M,
    visits: u64,
    rewards: f64,
    /// Bounds on the payoff of the player on turn.
    bounds: (f32, f32),
}

impl<M> Standing<M> {
    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.rewards / self.visits as f64 }
    }
}

impl<'a, G: Game> Root<'a, G> {
    pub fn new(line: &'a Line<G>, trees: &'a [Tree<StepOf<G>>], config: &'a Config, purse: Purse) -> Self {
        Root {
            line,
            trees,
            config,
            purse,
            rows: Vec::new(),
            next_row: FIRST_ROW,
            next_tick: TICK,
            earned: HashMap::new(),
            simulations: 0,
            evaluations: 0,
        }
    }

    /// Counts what a worker did.
    pub fn add<P: Policy<G>, E: Evaluator<G>>(&mut self, worker: &Worker<'_, G, P, E>) {
        self.simulations += worker.count;
        self.evaluations += worker.evaluations;
        for (chosen, more) in &worker.earned {
            self.earned.entry(*chosen).or_default().add(more);
        }
    }

    /// The same with the trees of all.
    pub fn over(self, trees: &'a [Tree<StepOf<G>>]) -> Self {
        Root { trees, ..self }
    }

    /// Tells the listener, when it is time.
    pub fn tell<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        control: &Control,
        worker: &Worker<'_, G, P, E>,
        progress: &mut dyn Progress<G::Move>,
    ) {
        let (given, evaluations) = (control.given(worker.count), worker.evaluations);
        if given >= self.next_row {
            let pv = self.line_ahead();
            let row = Row {
                depth: given.ilog2(),
                value: self.value(),
                best: pv.first().copied(),
                nodes: self.nodes(),
                evaluations,
                seconds: control.seconds(),
                pv,
            };
            progress.row(&row);
            self.rows.push(row);
            self.next_row *= 2;
        }
        if control.seconds() >= self.next_tick {
            self.next_tick = control.seconds() + TICK;
            let standings = self.standings();
            self.tell_tree(progress);
            progress.tick(&Tick {
                depth: given.ilog2(),
                nodes: self.nodes(),
                simulations: given,
                seconds: control.seconds(),
                pv: self.line_ahead(),
                values: standings
                    .iter()
                    .filter(|standing| standing.visits > 0)
                    .map(|standing| (standing.chosen, self.purse.payoff(standing.mean())))
                    .collect(),
            });
        }
    }

    /// Tells how often each move of the root was tried, and the tree below it where somebody looks.
    pub fn tell_tree(&self, progress: &mut dyn Progress<G::Move>) {
        let visits: Vec<(G::Move, u64)> =
            self.standings().iter().map(|standing| (standing.chosen, standing.visits)).collect();
        progress.visits(&visits);
        let wanted = progress.wanted();
        if wanted > 0 {
            progress.tree(&self.branches(wanted));
        }
    }

    /// The most visited nodes of the first tree down to the next events, each after the one it hangs from.
    fn branches(&self, wanted: usize) -> Vec<Branch<G::Move>> {
        let tree = &self.trees[0];
        let mut branches: Vec<Branch<G::Move>> = Vec::new();
        // Visits, then the node that comes first, and the line that leads there.
        let mut waiting: BinaryHeap<(u32, Reverse<u32>, usize)> = BinaryHeap::new();
        let mut lines: Vec<Vec<G::Move>> = vec![Vec::new()];
        let mut next = Some((ROOT, 0));
        while let Some((node, place)) = next {
            for child in tree.below(node) {
                if let (Step::Move(chosen), visits @ 1..) = (tree.step(child), tree.visits(child)) {
                    waiting.push((visits, Reverse(child), lines.len()));
                    lines.push(lines[place].iter().copied().chain([chosen]).collect());
                }
            }
            next =
                waiting.pop().filter(|_| branches.len() < wanted).map(|(visits, Reverse(child), place)| {
                    let value = self.purse.payoff(tree.mean(child));
                    branches.push(Branch { line: lines[place].clone(), visits: visits.into(), value });
                    (child, place)
                });
        }
        branches
    }

    /// Nodes of all trees but their roots.
    fn nodes(&self) -> u64 {
        self.trees.iter().map(|tree| tree.nodes() - 1).sum()
    }

    /// The moves of the root with their statistics.
    fn standings(&self) -> Vec<Standing<G::Move>> {
        let mut all: Vec<Standing<G::Move>> = Vec::new();
        for tree in self.trees {
            for node in tree.below(ROOT) {
                let Step::Move(chosen) = tree.step(node) else { continue };
                let visits = u64::from(tree.visits(node));
                let rewards = tree.mean(node) * visits as f64;
                let bounds = self.own_bounds(tree, node);
                match all.iter_mut().find(|standing| standing.chosen == chosen) {
                    Some(known) => {
                        known.visits += visits;
                        known.rewards += rewards;
                        known.bounds = (known.bounds.0.max(bounds.0), known.bounds.1.min(bounds.1));
                    }
                    None => all.push(Standing { chosen, visits, rewards, bounds }),
                }
            }
        }
        all
    }

    /// Bounds on the payoff of the player on turn at the root.
    fn own_bounds(&self, tree: &Tree<StepOf<G>>, node: u32) -> (f32, f32) {
        if !self.config.solver {
            return (self.purse.bounds.0 as f32, self.purse.bounds.1 as f32);
        }
        let (lower, upper) = tree.bounds(node);
        if self.line.turn().view() == Player::FIRST { (lower, upper) } else { (-upper, -lower) }
    }

    /// The best of the root's moves.
    fn best(&self) -> Option<Standing<G::Move>> {
        let all = self.standings();
        let floor = all.iter().map(|standing| standing.bounds.0).fold(f32::NEG_INFINITY, f32::max);
        // Moves that cannot reach what another is sure of are out; a sure move is in only if nothing may be better.
        let hope = all.iter().map(|standing| standing.bounds.1).fold(f32::NEG_INFINITY, f32::max);
        let fits = |standing: &&Standing<G::Move>| {
            if hope > floor { standing.bounds.1 > floor } else { standing.bounds.0 == floor }
        };
        let better = |a: &Standing<G::Move>, b: &Standing<G::Move>| match self.config.final_move {
            FinalMove::Visits => (a.visits, a.mean()) > (b.visits, b.mean()),
            FinalMove::Mean => (a.visits > 0, a.mean()) > (b.visits > 0, b.mean()),
        };
        let candidates = all.iter().filter(fits);
        candidates
            .fold(None, |best: Option<&Standing<G::Move>>, next| match best {
                Some(best) if !better(next, best) => Some(best),
                _ => Some(next),
            })
            .copied()
    }

    /// The exact payoff of the player on turn (the first player at chance nodes), where it is proven.
    fn proven(&self) -> Option<f64> {
        let exact = |tree: &Tree<StepOf<G>>| {
            let (lower, upper) = self.own_bounds(tree, ROOT);
            (lower == upper).then_some(f64::from(lower))
        };
        self.trees.iter().find_map(exact).filter(|_| self.config.solver)
    }

    /// The value for the player on turn: that of the best move; at chance nodes the first player's mean.
    fn value(&self) -> f64 {
        match (self.proven(), self.best()) {
            (Some(payoff), _) => payoff,
            (None, Some(best)) => self.purse.payoff(best.mean()),
            (None, None) => {
                let visits: f64 = self.trees.iter().map(|tree| f64::from(tree.visits(ROOT))).sum();
                let sum: f64 =
                    self.trees.iter().map(|tree| tree.mean(ROOT) * f64::from(tree.visits(ROOT))).sum();
                self.purse.payoff(if visits > 0.0 { sum / visits } else { 0.5 })
            }
        }
    }

    /// The value for each player, where more than two play: what they got after the best move. Where a tree was kept, that
    /// of the others is of this search's simulations.
    fn values(&self) -> Vec<f64> {
        let Some(earned) = self.earned.get(&self.best().map(|best| best.chosen)) else { return Vec::new() };
        let mean = |sum: &u64| self.purse.payoff(*sum as f64 / (ONE as f64 * earned.count as f64));
        let mut values: Vec<f64> = earned.rewards[..self.purse.players].iter().map(mean).collect();
        values[self.line.turn().view().index()] = self.value();
        values
    }

    /// The best move, and the most visited ones after it up to the next event.
    fn line_ahead(&self) -> Vec<G::Move> {
        let Some(best) = self.best() else { return Vec::new() };
        let mut moves = vec![best.chosen];
        let tree = &self.trees[0];
        let mut node = tree.below(ROOT).find(|node| tree.step(*node) == Step::Move(best.chosen));
        while let Some(here) = node {
            let next = tree.below(here).max_by_key(|child| (tree.visits(*child), std::cmp::Reverse(*child)));
            match next.filter(|child| tree.visits(*child) > 0).map(|child| (child, tree.step(child))) {
                Some((child, Step::Move(chosen))) => {
                    moves.push(chosen);
                    node = Some(child);
                }
                _ => break,
            }
        }
        moves
    }

    /// The answer.
    pub fn report(self, seconds: f64) -> Report<G::Move> {
        let pv = self.line_ahead();
        let bytes: usize = self.trees.iter().map(Tree::bytes).sum();
        Report {
            best: pv.first().copied().or_else(|| self.line.first_move()),
            value: self.value(),
            values: self.values(),
            proven: self.proven().is_some(),
            depth: self.simulations.max(1).ilog2(),
            nodes: self.nodes(),
            evaluations: self.evaluations,
            simulations: self.simulations,
            seconds,
            pv,
            tried: self.tried(),
            rows: self.rows,
            counters: [("tree_bytes".to_string(), bytes as f64)].into(),
            ..Report::default()
        }
    }

    /// The moves of the root that were tried, in the game's order.
    fn tried(&self) -> Vec<Tried<G::Move>> {
        let standings = self.standings().into_iter().filter(|standing| standing.visits > 0);
        let tried = |standing: Standing<G::Move>| Tried {
            chosen: standing.chosen,
            visits: standing.visits,
            value: self.purse.payoff(standing.mean()),
        };
        standings.map(tried).collect()
    }

    /// The visited part of the first tree, down to a depth and up to a number of nodes.
    pub fn draw(&self, depth: u32, limit: usize) -> TraceOf<G> {
        let mut trace = TraceOf::<G>::default();
        self.draw_node(&mut trace, ROOT, None, self.line.position(), None, depth, limit);
        trace
    }

    #[allow(clippy::too_many_arguments)]
    fn draw_node(
        &self,
        trace: &mut TraceOf<G>,
        node: u32,
        parent: Option<(usize, Turn, u32)>,
        position: &G::Position,
        step: Option<StepOf<G>>,
        depth: u32,
        limit: usize,
    ) {
        if trace.nodes.len() >= limit {
            trace.truncated = true;
            return;
        }
        let (game, tree) = (self.line.game(), &self.trees[0]);
        let turn = game.turn(position);
        // Rewards are those of the player who moved here.
        let view = parent.map_or(turn.view(), |(_, turn, _)| turn.view());
        let (here, ply) = (trace.nodes.len(), parent.map_or(0, |(_, _, ply)| ply + 1));
        trace.nodes.push(TraceNode {
            parent: parent.map(|(place, _, _)| place),
            step,
            probability: None,
            turn,
            ply,
            depth,
            view,
            window: None,
            null_window: false,
            value: Some(self.purse.payoff(tree.mean(node))),
            bound: Bound::Exact,
            each: Vec::new(),
            note: said_count(tree.visits(node).into(), "visit", "visits"),
            values: Vec::new(),
            pruned: Vec::new(),
        });
        if depth == 0 {
            return;
        }
        let children = tree.below(node).filter(|child| tree.visits(*child) > 0);
        let fewer = |child: u32| Ranked { rank: -f64::from(tree.visits(child)), place: child as usize };
        let mut children: Vec<Ranked> = children.map(fewer).collect();
        rising(&mut children);
        for child in children.into_iter().map(|child| child.place as u32) {
            let step = tree.step(child);
            let after = game.step(position, step);
            self.draw_node(trace, child, Some((here, turn, ply)), &after, Some(step), depth - 1, limit);
        }
    }
}
