//! What came before OM search: searches that allow for a fallible opponent (opponent-model thesis, section 2.1).
//!
//! - *M & N search* (Slagle and Dixon): a node is worth its best move plus a bonus for further good ones, which are a
//!   choice still to be made when more is known. MAX counts its M best moves, MIN its N best.
//! - *Fallible opponent* (Reibman and Ballard, formulas 2.1 to 2.3): MIN plays the move of rank r with a probability
//!   proportional to `(1 - P)^(r - 1)`.
//! - *Heuristic program* (Jansen, formulas 2.4 and 2.5): MIN's moves have probabilities by a heuristic, here by the
//!   rank of a model's evaluation after the move; MAX gives up at most `delta` of the true value for that.
//! - *Best optimal* (Jansen, formulas 2.6 and 2.7): among optimal moves the one after which the fewest of MIN's moves
//!   are optimal.
//! - *Speculative play* (Uiterwijk and Van den Herik, formulas 2.8 and 2.9): a bonus for moves after which many
//!   replies are known to lose late, in units of the distance to the win.
//!
//! True values are minimax values of the searched tree. Nothing is pruned but by the probes of best optimal. Values and
//! the parameters that are added to them are in payoff units.

use plywood_core::{Evaluator, Game, Turn, Value};

use super::modelling::{Crew, Method, Modelling, Rated, Setup};
use super::utility::Utility;
use super::walk::{Node, Units, Walk, open};
use crate::alphabeta::{AlphaBeta, Config, Equals};
use crate::observe::End;

/// Which of the forerunners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Forerunner {
    /// M & N search.
    MAndN {
        /// Moves of MAX that count.
        max_moves: usize,
        /// Moves of MIN that count.
        min_moves: usize,
        /// The bonus of a second move as good as the best; each further one adds half as much.
        bonus: f64,
        /// A move worse than the best by this much adds nothing; between, the bonus is linear.
        reach: f64,
    },
    /// Reibman and Ballard's fallible opponent.
    Fallible {
        /// The probability of the best move before it is shared out: one is an infallible opponent.
        skill: f64,
    },
    /// Jansen's heuristic program.
    HeuristicProgram {
        /// As for the fallible opponent, ranked by the model's evaluation.
        skill: f64,
        /// The part of the true value that MAX may give up.
        delta: f64,
    },
    /// Jansen's best optimal.
    BestOptimal,
    /// Speculative play.
    SpeculativePlay {
        /// The worth of a ply of distance to a known win.
        weight: f64,
        /// The greatest bonus.
        limit: f64,
    },
}

/// The probability of each rank out of `count`, best first (formula 2.1).
pub fn rank_probabilities(skill: f64, count: usize) -> Vec<f64> {
    let weights: Vec<f64> = (0..count).map(|rank| (1.0 - skill).powi(rank as i32)).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// A forerunner and whether it deepens.
pub struct Fallible {
    rule: Forerunner,
    deepening: bool,
}

/// A forerunner at work with what it keeps between moves.
pub type Fallibility<G, E> = Modelling<G, E, Fallible>;

impl<G: Game, E: Evaluator<G>> Fallibility<G, E> {
    /// A search with MAX's evaluation and the model's, which only the heuristic program asks.
    pub fn new(own: E, model: E, probes: Config, rule: Forerunner, deepening: bool) -> Self {
        let probers = vec![AlphaBeta::new(own, probes.clone()), AlphaBeta::new(model, probes)];
        Modelling { crews: vec![Crew { probers, known: None }], setup: Fallible { rule, deepening } }
    }
}

impl<G: Game, E: Evaluator<G>> Setup<G, E> for Fallible {
    fn method(&self) -> Box<dyn Method<G, E> + '_> {
        Box::new(Rule::new(self.rule))
    }
    fn deepening(&self) -> bool {
        self.deepening
    }
}

/// A rule under way.
struct Rule {
    rule: Forerunner,
    /// True values of the root's children below this are not considered.
    least: f64,
}

/// The worth of a node: by the rule, by minimax, and to whoever moves there as a chance to err.
struct Backed<V> {
    value: f64,
    minimax: V,
    bonus: f64,
}

/// A child's worth, in the view of the player who chooses.
#[derive(Clone, Copy)]
struct Seen {
    value: f64,
    minimax: f64,
    bonus: f64,
    heuristic: f64,
}

impl Rule {
    fn new(rule: Forerunner) -> Self {
        Rule { rule, least: f64::NEG_INFINITY }
    }

    fn node<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
    ) -> Backed<G::Value> {
        let turn = walk.turn(node.position);
        if turn == Turn::Over || node.depth == 0 {
            let minimax = walk.value(0, node, open());
            return Backed { value: worth(walk, minimax), minimax, bonus: 0.0 };
        }
        if !walk.meter.visit() {
            return Backed { value: 0.0, minimax: G::Value::ZERO, bonus: 0.0 };
        }
        let own = turn.view() == walk.max;
        let sign = if own { 1.0 } else { -1.0 };
        let mut minimax = if own { G::Value::LOWEST } else { G::Value::HIGHEST };
        let mut seen = Vec::new();
        // Replies that are known to lose, by their distance, for speculative play.
        let (mut distances, mut unknown) = (0.0, 0);
        for child in &walk.children(node.position) {
            walk.descend(node, child);
            let found = self.node(walk, node.below(child));
            let asks = matches!(self.rule, Forerunner::HeuristicProgram { .. }) && !own;
            let heuristic = if asks { walk.value(1, node.below(child).to(0), open()).to_f64() } else { 0.0 };
            walk.ascend(Some(found.value), End::Searched);
            if walk.meter.stopped {
                return found;
            }
            let true_worth = worth(walk, found.minimax);
            match walk.probers[0].rules.scale().distance(found.minimax) {
                // From the child on, which lies a ply below.
                Some(distance) if sign * true_worth < 0.0 => distances += f64::from(distance - node.ply - 1),
                _ => unknown += 1,
            }
            minimax = if own { minimax.larger(found.minimax) } else { minimax.smaller(found.minimax) };
            seen.push(Seen {
                value: sign * found.value,
                minimax: sign * true_worth,
                bonus: found.bonus,
                heuristic: sign * heuristic,
            });
        }
        // Who has an oracle knows the true value, and still allows for errors below.
        let minimax = walk.told(0, node).unwrap_or(minimax);
        let bonus = match self.rule {
            Forerunner::SpeculativePlay { weight, limit } if unknown > 0 => {
                (weight * distances / f64::from(unknown)).min(limit)
            }
            _ => 0.0,
        };
        let value = self.back_up(seen, own, sign * worth(walk, minimax));
        Backed { value: sign * value, minimax, bonus }
    }

    /// A node's value from its children's, in the view of the player on turn; `own` says that it is MAX.
    fn back_up(&self, mut seen: Vec<Seen>, own: bool, minimax: f64) -> f64 {
        let best = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        match self.rule {
            Forerunner::MAndN { max_moves, min_moves, bonus, reach } => {
                best_first(&mut seen, |one| one.value);
                let counted = if own { max_moves } else { min_moves };
                let further = seen.iter().take(counted).skip(1).enumerate();
                let shares = further.map(|(place, one)| {
                    let behind = ((seen[0].value - one.value) / reach).min(1.0);
                    bonus * (1.0 - behind) / (1u64 << place.min(60)) as f64
                });
                seen[0].value + shares.sum::<f64>()
            }
            Forerunner::Fallible { skill } if !own => {
                best_first(&mut seen, |one| one.value);
                mean_by_rank(&seen, skill)
            }
            Forerunner::HeuristicProgram { skill, .. } if !own => {
                best_first(&mut seen, |one| one.heuristic);
                mean_by_rank(&seen, skill)
            }
            Forerunner::HeuristicProgram { delta, .. } => {
                let safe = seen.iter().filter(|one| one.minimax >= minimax - delta);
                best(&mut safe.map(|one| one.value))
            }
            Forerunner::SpeculativePlay { .. } => best(&mut seen.iter().map(|one| one.value + one.bonus)),
            Forerunner::Fallible { .. } | Forerunner::BestOptimal => {
                best(&mut seen.iter().map(|one| one.value))
            }
        }
    }
}

/// What looks best first. Not generic over the game: one copy of the sort serves all.
fn best_first(seen: &mut [Seen], worth: fn(&Seen) -> f64) {
    seen.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
}

fn mean_by_rank(ranked: &[Seen], skill: f64) -> f64 {
    let shares = rank_probabilities(skill, ranked.len());
    ranked.iter().zip(shares).map(|(one, share)| share * one.value).sum()
}

fn worth<G: Game, E: Evaluator<G>>(walk: &Walk<'_, G, E>, value: G::Value) -> f64 {
    Utility::NEUTRAL.worth(walk.probers[0].rules.scale(), value)
}

impl<G: Game, E: Evaluator<G>> Method<G, E> for Rule {
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, _: (f64, f64)) -> Rated {
        if self.rule == Forerunner::BestOptimal {
            let value = walk.value(0, child, open());
            let errs = matches!(walk.turn(child.position), Turn::Player(player) if player != walk.max);
            let errs = errs && child.depth > 0;
            let share = if errs {
                let (_, optimal) = walk.predict(0, child, open(), Equals::Within(0.0));
                optimal.len() as f64 / walk.children(child.position).len() as f64
            } else {
                1.0
            };
            walk.tell_number("optimal replies", share);
            return Rated { v0: worth(walk, value), beside: -share };
        }
        let found = self.node(walk, child);
        Rated::alone(match self.rule {
            Forerunner::SpeculativePlay { .. } => found.value + found.bonus,
            Forerunner::HeuristicProgram { .. } if worth(walk, found.minimax) < self.least => {
                f64::NEG_INFINITY
            }
            _ => found.value,
        })
    }

    /// Best optimal takes the fewest optimal replies among equal moves; the others have nothing beside.
    fn improves(&self, found: Rated, best: Rated, earlier: bool) -> bool {
        let (new, old) = ((found.v0, found.beside), (best.v0, best.beside));
        new > old || earlier && new == old
    }

    fn allowed(&mut self, walk: &mut Walk<'_, G, E>, root: Node<'_, G>) -> Option<Vec<usize>> {
        walk.units = Units::Worth(Utility::NEUTRAL);
        if let Forerunner::HeuristicProgram { delta, .. } = self.rule {
            let minimax = walk.value(0, root, open());
            self.least = worth(walk, minimax) - delta;
        }
        None
    }
}
