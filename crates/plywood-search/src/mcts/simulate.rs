//! One simulation after the other: descend, expand, play out, back up.
//!
//! At a chance node an event is drawn and its child is looked up among those listed. Where events can only be
//! drawn, from a continuum, no event would ever come twice: there a node has few events at first and more as
//! its visits grow (`draw`).

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU32;

use plywood_core::game::{Chance, StepOf};
use plywood_core::random::below;
use plywood_core::{Evaluator, Game, Line, Oracle, Player, Policy, Rng, Step, Turn, Value};

use super::config::{Config, Family, Leaf, LeafValue, Reward};
use super::formula::{Weigher, sqrt_ln};
use super::ledger::Ledger;
use super::playout::{Earned, Policies, Purse, Rewards, decisive_move, play_out, play_out_at_random};
use super::tree::{Block, ROOT, Reserve, Seed, Tree, load, store};
use crate::scale::Scale;

/// The setting that all simulations of a search share.
pub struct Setting<'a, G: Game, P, E> {
    /// The game so far.
    pub line: &'a Line<G>,
    /// Who chooses in playouts.
    pub policies: &'a Policies<P>,
    /// The evaluator for `bias` and `implicit`.
    pub evaluator: &'a E,
    /// The switches.
    pub config: &'a Config,
    /// Rewards.
    pub purse: Purse,
    /// The source of exact values; the solver is on then.
    pub oracle: Option<&'a dyn Oracle<G>>,
}

/// Runs simulations on a tree, with its own random numbers.
pub struct Worker<'a, G: Game, P, E> {
    setting: &'a Setting<'a, G, P, E>,
    tree: &'a Tree<StepOf<G>>,
    /// The visits that the shared tree does not have yet.
    ledger: Ledger,
    /// Nodes taken from the shared tree and not used yet.
    reserve: Reserve<'a, StepOf<G>>,
    rng: Rng,
    scale: Scale<G::Value>,
    /// The nodes of the simulation under way, from the root, and the view at each.
    path: Vec<(u32, Turn)>,
    seeds: Vec<Seed<StepOf<G>>>,
    /// Keys of the game so far and of the simulation, for games that can end by history.
    keys: Option<Vec<u64>>,
    /// For `rave`: in which simulation a player last played a move, by its slot.
    played: Vec<u32>,
    /// Whether playouts are nothing but random moves.
    at_random: bool,
    /// Whether chance events can only be drawn.
    drawn: bool,
    /// Simulations.
    pub count: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Where more than two play: what each got after each move of the root, or altogether where chance is on turn there.
    pub earned: HashMap<Option<G::Move>, Earned>,
}

impl<'a, G: Game, P: Policy<G>, E: Evaluator<G>> Worker<'a, G, P, E> {
    /// A worker that has done nothing yet.
    pub fn new(setting: &'a Setting<'a, G, P, E>, tree: &'a Tree<StepOf<G>>, rng: Rng) -> Self {
        let game = setting.line.game();
        let slots = if setting.config.rave > 0.0 { game.move_slots() * setting.purse.players } else { 0 };
        let nature = game.nature();
        Worker {
            setting,
            tree,
            ledger: Ledger::new(),
            reserve: tree.reserve(),
            rng,
            scale: Scale::new(game, setting.evaluator),
            path: Vec::new(),
            seeds: Vec::new(),
            keys: nature.history.then(|| setting.line.keys().to_vec()),
            played: vec![0; slots],
            at_random: setting.policies.are_uniform() && slots == 0 && !nature.history,
            drawn: nature.chance == Chance::Sampled,
            count: 0,
            evaluations: 0,
            earned: HashMap::new(),
        }
    }

    /// Nodes of the tree.
    pub fn nodes(&self) -> u64 {
        self.tree.nodes()
    }

    /// Whether the root's value is proven.
    pub fn proven(&self) -> bool {
        let (lower, upper) = self.tree.bounds(ROOT);
        lower == upper
    }

    /// Counts a visit and returns how many there are now.
    #[inline]
    fn visit<const SHARED: bool>(&mut self, node: u32) -> u32 {
        if SHARED { self.ledger.visit(self.tree, node) } else { self.tree.visit::<false>(node) }
    }

    /// Writes what this worker has kept to itself to the tree.
    pub fn settle(&mut self) {
        self.ledger.settle(self.tree);
    }

    /// Runs one simulation.
    pub fn simulate<const SHARED: bool>(&mut self) {
        self.count += 1;
        let game = self.setting.line.game();
        let mut position = self.setting.line.position().clone();
        let mut node = ROOT;
        let mut visits = self.visit::<SHARED>(ROOT);
        self.path.clear();
        if let Some(keys) = &mut self.keys {
            keys.truncate(self.setting.line.keys().len());
        }
        let mut leaf_counts = true;
        let rewards = loop {
            let turn = game.turn(&position);
            self.path.push((node, turn));
            if turn == Turn::Over {
                self.prove(node, game.payoff(&position, Player::FIRST).to_f64());
                break self.setting.purse.finished(game, &position);
            }
            if let Some(first) = self.known(node, &position) {
                break self.setting.purse.split(first);
            }
            if turn == Turn::Chance && self.drawn {
                let Some((child, after)) = self.draw::<SHARED>(node, &position, visits) else {
                    break self.finish(position);
                };
                (node, position) = (child, after);
                visits = self.visit::<SHARED>(node);
                continue;
            }
            let fresh = self.setting.config.leaf == Leaf::Skipped
                && node != ROOT
                && self.tree.children(node).is_none();
            let Some(block) = self.block::<SHARED>(node, &position, turn, visits) else {
                break self.finish(position);
            };
            if fresh {
                // Algorithm 3 starts above the leaf: its children are there now, but nothing is counted.
                self.tree.unvisit::<SHARED>(node);
                leaf_counts = false;
                break self.finish(position);
            }
            let (child, after) = self.descend(node, &position, turn, block);
            position = after;
            node = child;
            visits = self.visit::<SHARED>(node);
            if let Some(keys) = &mut self.keys {
                if let Some(first) = game.ended_by_history(&position, keys) {
                    self.path.push((node, Turn::Over));
                    self.prove(node, first.to_f64());
                    break self.setting.purse.split(first.to_f64());
                }
                keys.push(game.key(&position));
            }
        };
        self.back_up::<SHARED>(&rewards, leaf_counts);
    }

    /// The children of a node, listed now if it is time; none where the playout starts here.
    ///
    /// The thesis lists them at a node's first visit. Nothing looks at them before the second, so that is when they
    /// are listed here: the same search in a third of the memory.
    fn block<const SHARED: bool>(
        &mut self,
        node: u32,
        position: &G::Position,
        turn: Turn,
        visits: u32,
    ) -> Option<Block> {
        let config = self.setting.config;
        let known = self.tree.children(node);
        if known.is_some()
            || node != ROOT && (visits < 2 && config.leaf == Leaf::Counted || config.family != Family::Tree)
        {
            return known;
        }
        self.list(position, turn);
        let block = self.reserve.expand::<SHARED>(node, &self.seeds);
        if block.is_some() && !config.is_plain() {
            self.refresh(self.path.len() - 1);
        }
        block
    }

    /// Lists what can follow a position, in random order, into `seeds`.
    fn list(&mut self, position: &G::Position, turn: Turn) {
        let (game, config, bounds) =
            (self.setting.line.game(), self.setting.config, self.setting.purse.bounds);
        let open = (bounds.0 as f32, bounds.1 as f32);
        self.seeds.clear();
        let Turn::Player(player) = turn else {
            let mut seeds = std::mem::take(&mut self.seeds);
            let _ = game.events(position, |event, probability, after| {
                let (guess, bounds) = self.look(&after, turn.view());
                seeds.push(Seed { step: Step::Event(event), weight: probability as f32, guess, bounds });
                ControlFlow::<()>::Continue(())
            });
            self.seeds = seeds;
            return;
        };
        if config.decisive
            && let Some(chosen) = decisive_move(game, position, player, bounds.1)
        {
            self.seeds.push(Seed { step: Step::Move(chosen), weight: 1.0, guess: 1.0, bounds: open });
            return;
        }
        let mut seeds = std::mem::take(&mut self.seeds);
        if config.guesses() || config.solver {
            let _ = game.children(position, |chosen, after| {
                let (guess, bounds) = self.look(&after, player);
                seeds.push(Seed { step: Step::Move(chosen), weight: 1.0, guess, bounds });
                ControlFlow::<()>::Continue(())
            });
        } else {
            let _ = game.moves(position, |chosen| {
                seeds.push(Seed { step: Step::Move(chosen), weight: 1.0, guess: 0.5, bounds: open });
                ControlFlow::<()>::Continue(())
            });
        }
        // Equal moves are taken in this order, so equal moves are taken at random.
        for last in (1..seeds.len()).rev() {
            seeds.swap(last, below(&mut self.rng, last + 1));
        }
        self.seeds = seeds;
    }

    /// The knowledge of a child when it is listed: a guess for the player, and bounds for the first player.
    fn look(&mut self, after: &G::Position, player: Player) -> (f32, (f32, f32)) {
        let (game, purse) = (self.setting.line.game(), &self.setting.purse);
        if game.turn(after) == Turn::Over {
            let first = game.payoff(after, Player::FIRST).to_f64() as f32;
            return (purse.share(game.payoff(after, player).to_f64()) as f32, (first, first));
        }
        let open = (purse.bounds.0 as f32, purse.bounds.1 as f32);
        if let Some(first) = self.asked(after) {
            let own = if player == Player::FIRST { first } else { -first };
            let bounds = if self.keys.is_none() { (first as f32, first as f32) } else { open };
            return (purse.share(own) as f32, bounds);
        }
        if !self.setting.config.guesses() {
            return (0.5, open);
        }
        self.evaluations += 1;
        let evaluator = self.setting.evaluator;
        let value = evaluator.evaluate(game, after, &evaluator.root(game, after), player);
        (purse.share(self.scale.payoff(value)) as f32, open)
    }

    /// The first player's payoff by the oracle.
    fn asked(&self, position: &G::Position) -> Option<f64> {
        let known = self.setting.oracle?.probe(self.setting.line.game(), position)?;
        Some(known.payoff.to_f64())
    }

    /// The first player's payoff at a node whose value an oracle has settled, so that no simulation need go
    /// further. The root goes on until it has a move. Where history can end the game, nothing is settled and
    /// the oracle is asked anew.
    fn known(&self, node: u32, position: &G::Position) -> Option<f64> {
        if self.setting.oracle.is_none() || node == ROOT {
            return None;
        }
        if self.keys.is_some() {
            return self.asked(position);
        }
        let (lower, upper) = self.tree.bounds(node);
        (lower == upper).then_some(f64::from(lower))
    }

    /// The child to go to, and its position.
    fn descend(&mut self, node: u32, position: &G::Position, turn: Turn, block: Block) -> (u32, G::Position) {
        let game = self.setting.line.game();
        if turn == Turn::Chance {
            let (event, after) = game.sample(position, &mut self.rng);
            let child = self.tree.steps(block).find(|(_, step)| *step == Step::Event(event));
            return (child.expect("every event is listed").0, after);
        }
        let child = block.first + self.choose(node, turn.view(), block);
        let Step::Move(chosen) = self.tree.step(child) else { unreachable!("a player's children are moves") };
        (child, game.play(position, chosen))
    }

    /// Where events can only be drawn: a new one while the node has fewer than `widen * visits^widen_power`, else back to
    /// an old one, to each in proportion to its draws (double progressive widening, Couetoux and others 2011). Events
    /// that end the game do not count against the number, since nothing is learned by going back to one: where every
    /// shot decides, nothing but sampling is left. Equal draws are one event. None where the playout starts here.
    fn draw<const SHARED: bool>(
        &mut self,
        node: u32,
        position: &G::Position,
        visits: u32,
    ) -> Option<(u32, G::Position)> {
        let (game, config) = (self.setting.line.game(), self.setting.config);
        if node != ROOT && config.family != Family::Tree {
            return None;
        }
        let known = self.tree.children(node).map_or(0, |block| block.count as usize);
        let room = config.widen * libm::pow(f64::from(visits), config.widen_power);
        if (known as f64) < room || (self.tree.open_draws(node) as f64) < room {
            let (event, after) = game.sample(position, &mut self.rng);
            let (step, finished) = (Step::Event(event), game.turn(&after) == Turn::Over);
            if let Some(again) = self.tree.below(node).find(|child| self.tree.step(*child) == step) {
                self.tree.draw_again(again);
                return Some((again, after));
            }
            if let Some(child) = self.reserve.adopt::<SHARED>(node, step, finished) {
                return Some((child, after));
            }
        }
        let child = self.tree.drawn(node, &mut self.rng)?;
        let Step::Event(event) = self.tree.step(child) else { unreachable!("chance's children are events") };
        Some((child, game.happen(position, event)))
    }

    /// The place among the children of the one to go to (algorithm 2).
    #[inline]
    fn choose(&self, node: u32, player: Player, block: Block) -> u32 {
        let config = self.setting.config;
        let (segment, start) = self.tree.place(block.first);
        let range = start..start + block.count as usize;
        let weigher = Weigher::new(segment, range, config);
        if config.family == Family::Flat {
            return weigher.least_visited();
        }
        let signed = if config.reward == Reward::Signed { 0.5 } else { 1.0 };
        let factor = config.exploration * std::f64::consts::SQRT_2 * signed;
        if config.is_plain() {
            return weigher.plain(|total| factor * sqrt_ln(total));
        }
        let bounds = if config.solver { Some((self.tree.bounds(node), player)) } else { None };
        weigher.enhanced(|total| factor * sqrt_ln(total), bounds)
    }

    /// Plays out from a leaf.
    fn finish(&mut self, position: G::Position) -> Rewards {
        let setting = self.setting;
        let (game, root) = (setting.line.game(), setting.line.turn().view());
        if setting.config.leaves == LeafValue::Evaluation {
            return self.evaluated(&position);
        }
        if self.at_random {
            return play_out_at_random(game, position, &setting.purse, &mut self.rng);
        }
        let (slots, count) = (if self.played.is_empty() { 0 } else { game.move_slots() }, self.count as u32);
        let played = &mut self.played;
        play_out(
            game,
            position,
            root,
            setting.policies,
            &setting.purse,
            self.keys.as_mut(),
            &mut self.rng,
            |player, chosen| {
                if slots > 0 {
                    played[player.index() * slots + game.move_slot(chosen)] = count;
                }
            },
        )
    }

    /// The evaluation of a leaf, in place of a playout.
    fn evaluated(&mut self, position: &G::Position) -> Rewards {
        let (game, purse) = (self.setting.line.game(), &self.setting.purse);
        if game.turn(position) == Turn::Over {
            return purse.finished(game, position);
        }
        let value = |player: Player| {
            let evaluator = self.setting.evaluator;
            self.scale.payoff(evaluator.evaluate(game, position, &evaluator.root(game, position), player))
        };
        self.evaluations += 1;
        // Of two players whose payoffs sum to zero, in the view of the player on turn.
        let view = game.turn(position).view();
        purse.split(if view == Player::FIRST { value(view) } else { -value(view) })
    }

    /// A simulation that ended in the tree proves a payoff.
    fn prove(&self, node: u32, first: f64) {
        if self.setting.config.solver {
            let (segment, place) = self.tree.place(node);
            store(&segment.lower[place], first as f32);
            store(&segment.upper[place], first as f32);
        }
    }

    /// Adds the rewards to every node of the path (algorithm 3): to a node, that of the player who moved
    /// there.
    fn back_up<const SHARED: bool>(&mut self, rewards: &Rewards, leaf_counts: bool) {
        let config = self.setting.config;
        if self.setting.purse.players > 2 && (leaf_counts || self.path.len() > 2) {
            self.earn(rewards);
        }
        for place in (0..self.path.len()).rev() {
            let (node, turn) = self.path[place];
            let by = if place == 0 { turn.view() } else { self.path[place - 1].1.view() };
            if leaf_counts || place + 1 < self.path.len() {
                if SHARED {
                    self.ledger.reward(self.tree, node, rewards[by.index()]);
                } else {
                    self.tree.reward::<false>(node, rewards[by.index()]);
                }
            }
            if config.is_plain() {
                continue;
            }
            if let Some((child, _)) = self.path.get(place + 1).copied() {
                if config.rave > 0.0 {
                    self.as_first::<SHARED>(node, turn, child, rewards);
                }
                self.refresh(place);
            }
        }
    }

    /// Adds the rewards to those of the root's move that was played.
    fn earn(&mut self, rewards: &Rewards) {
        let chosen = match self.path.get(1).map(|(child, _)| self.tree.step(*child)) {
            Some(Step::Move(chosen)) => Some(chosen),
            Some(Step::Event(_)) | None => None,
        };
        self.earned.entry(chosen).or_default().add(&Earned { count: 1, rewards: *rewards });
    }

    /// All moves as first: a move played at any time from here on counts as if it had been played here.
    fn as_first<const SHARED: bool>(&mut self, node: u32, turn: Turn, child: u32, rewards: &Rewards) {
        let (Turn::Player(player), Step::Move(chosen)) = (turn, self.tree.step(child)) else { return };
        let game = self.setting.line.game();
        let row = player.index() * game.move_slots();
        let count = self.count as u32;
        self.played[row + game.move_slot(chosen)] = count;
        for (sibling, step) in self.tree.steps(self.tree.children(node).expect("the path goes through it")) {
            if let Step::Move(other) = step
                && self.played[row + game.move_slot(other)] == count
            {
                self.tree.reward_as_first::<SHARED>(sibling, rewards[player.index()]);
            }
        }
    }

    /// Works out the bounds and the implicit minimax value of a node of the path from its children's.
    fn refresh(&self, at: usize) {
        let (config, (node, turn)) = (self.setting.config, self.path[at]);
        if !config.solver && config.implicit == 0.0 {
            return;
        }
        let Some(block) = self.tree.children(node) else { return };
        let (segment, place) = self.tree.place(node);
        let (home, start) = self.tree.place(block.first);
        let children = start..start + block.count as usize;
        let mean = |cells: &[AtomicU32]| {
            children.clone().map(|child| load(&home.weights[child]) * load(&cells[child])).sum::<f32>()
        };
        let best = |cells: &[AtomicU32], sign: f32| {
            sign * children.clone().map(|child| sign * load(&cells[child])).fold(f32::NEG_INFINITY, f32::max)
        };
        if config.solver {
            let (lower, upper) = match turn {
                Turn::Chance => (mean(&home.lower), mean(&home.upper)),
                _ if turn.view() == Player::FIRST => (best(&home.lower, 1.0), best(&home.upper, 1.0)),
                _ => (best(&home.lower, -1.0), best(&home.upper, -1.0)),
            };
            store(&segment.lower[place], lower);
            store(&segment.upper[place], upper);
        }
        if config.implicit > 0.0 {
            let own = if turn == Turn::Chance { mean(&home.implicit) } else { best(&home.implicit, 1.0) };
            let by = if at == 0 { turn.view() } else { self.path[at - 1].1.view() };
            store(&segment.implicit[place], if by == turn.view() { own } else { 1.0 - own });
        }
    }
}
