//! A PrOM player that learns while it plays which type it meets (opponent-model thesis, section 6.6.2).
//!
//! Before it thinks it looks at every move of the opponent in the line that it has not seen yet: *fast*, whether each type
//! would have played it, *slow*, how willing each would have been. What it believes is a function of the line alone, so a
//! game that is taken up in the middle, or taken back, is no special case; a new game begins with the first beliefs.

use plywood_core::{Budget, Evaluator, Game, Line, Player, Report, Search, Step, Task, TraceOf, Turn};
use plywood_search::meter::Meter;
use plywood_search::opponent::prom::Prom;

use super::observe::Observation;
use super::probabilities::{bayes, reward, willingness};

/// How a move of the opponent changes what is believed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// By agreement alone.
    Fast {
        /// The share that types which agree gain and others lose.
        rate: f64,
    },
    /// By how willing each type was to play the move.
    Slow {
        /// How likely a type is not to leave its best move (`P_s`).
        skill: f64,
        /// The learning factor.
        gamma: f64,
    },
    /// As slow, but who is believed in enough is played against alone, until another one is (the thesis's question in
    /// section 8.4 for opponents that change).
    Switch {
        /// How likely a type is not to leave its best move (`P_s`).
        skill: f64,
        /// The learning factor.
        gamma: f64,
        /// The belief in a type from which it is played against alone.
        sure: f64,
    },
}

/// A PrOM search whose probabilities follow the game.
pub struct Learner<G: Game, E: Evaluator<G>> {
    prom: Prom<G, E>,
    rule: Rule,
    /// Plies that types without a horizon of their own look ahead when they are watched.
    plies: u32,
    first: Vec<f64>,
    believed: Vec<f64>,
    /// Whose moves were watched, and the keys of the line as far as that.
    watched: Option<Player>,
    seen: Vec<u64>,
}

impl<G: Game, E: Evaluator<G>> Learner<G, E> {
    /// A learner that begins with the probabilities of a search.
    pub fn new(prom: Prom<G, E>, rule: Rule, plies: u32) -> Self {
        let first: Vec<f64> = prom.types().iter().map(|one| one.probability).collect();
        Learner { prom, rule, plies, believed: first.clone(), first, watched: None, seen: Vec::new() }
    }

    /// The present beliefs, for each type that has a probability.
    pub fn believed(&self) -> &[f64] {
        &self.believed
    }

    /// Learns from the moves of the other player that were not seen yet; where the meter stops it, the rest is learned
    /// next time.
    pub fn watch(&mut self, line: &Line<G>, meter: &mut Meter<'_, G::Move>) {
        let other = line.turn().view().other();
        let keys = line.keys();
        if self.watched != Some(other) || !keys.starts_with(&self.seen) {
            self.believed.clone_from(&self.first);
            self.seen.clear();
        }
        self.watched = Some(other);
        let mut past = Line::from(line.game().clone(), line.start().clone());
        for (place, step) in line.steps().iter().enumerate() {
            // A step is seen when the position after it was.
            let fresh = place + 1 >= self.seen.len();
            if let (Step::Move(played), true) = (step, fresh && past.turn() == Turn::Player(other)) {
                self.learn(&past, *played, meter);
                if meter.stopped {
                    break;
                }
            }
            match step {
                Step::Move(chosen) => past.play(*chosen),
                Step::Event(event) => past.happen(*event),
            }
            if fresh {
                self.seen = keys[..place + 2].to_vec();
            }
        }
        self.prom.set_probabilities(&self.playing());
    }

    /// The probabilities that it plays with: what is believed, or the likeliest type alone.
    pub fn playing(&self) -> Vec<f64> {
        let Rule::Switch { sure, .. } = self.rule else { return self.believed.clone() };
        let most = self.believed.iter().copied().fold(0.0, f64::max);
        match self.believed.iter().position(|one| *one == most) {
            Some(place) if most >= sure => {
                (0..self.believed.len()).map(|one| f64::from(u8::from(one == place))).collect()
            }
            _ => self.believed.clone(),
        }
    }

    /// Learns from one move.
    fn learn(&mut self, past: &Line<G>, played: G::Move, meter: &mut Meter<'_, G::Move>) {
        match self.rule {
            Rule::Fast { rate } => {
                if let Some(choices) = self.prom.choices(past, self.plies, meter) {
                    let agrees = choices.iter().map(|moves| moves.contains(&played)).collect();
                    reward(&mut self.believed, &Observation { agrees }, rate);
                }
            }
            Rule::Slow { skill, gamma } | Rule::Switch { skill, gamma, .. } => {
                if let Some((moves, values)) = self.prom.opinions(past, self.plies, meter) {
                    let place = moves.iter().position(|chosen| *chosen == played);
                    let place = place.expect("a move of the line is legal");
                    let likelihoods: Vec<f64> =
                        values.iter().map(|values| willingness(values, skill)[place]).collect();
                    bayes(&mut self.believed, &likelihoods, gamma);
                }
            }
        }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Learner<G, E> {
    fn new_game(&mut self) {
        self.prom.new_game();
        self.watched = None;
    }

    fn think(&mut self, line: &Line<G>, task: Task<'_, G::Move>) -> Report<G::Move> {
        // What watching costs is taken from the budget.
        let budget = task.budget;
        let mut meter = Meter::new(Task::new(budget).stop(&task.stop));
        self.watch(line, &mut meter);
        let left = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        let rest = Budget {
            nodes: left(budget.nodes, meter.nodes),
            evaluations: left(budget.evaluations, meter.evaluations),
            seconds: budget.seconds.map(|limit| (limit - meter.seconds()).max(0.0)),
            ..budget
        };
        let mut report = self.prom.think(line, Task { budget: rest, ..task });
        report.nodes += meter.nodes;
        report.evaluations += meter.evaluations;
        for (place, probability) in self.believed.iter().enumerate() {
            report.counters.insert(format!("type {}", place + 1), *probability);
        }
        report
    }

    fn trace(&mut self, line: &Line<G>, budget: &Budget, limit: usize) -> Option<TraceOf<G>> {
        self.prom.trace(line, budget, limit)
    }
}
