//! PrOM search: MIN is one of several types of player, each with a probability (opponent-model thesis, chapter 6).
//!
//! At a node of MIN every type would play a move of the least value by its own minimax; `v0` is the mean over
//! the types' moves, at a node of MAX the greatest of the children's
//! ([`super::definition::Definition::prom`]). The first type usually has MAX's own evaluation, which filters
//! out what MAX overestimates. Again two ways: `one_pass.rs` and `probing.rs`.
//!
//! A type may look less or more deep than MAX, and may itself have a model of MAX (levels of M* search). MAX may
//! have an attitude to risk ([`Utility`]). Values are averaged in payoff units.

mod one_pass;
mod probing;
mod watch;

pub use watch::Opinions;

use std::sync::Arc;

use plywood_core::spec::Size;
use plywood_core::{Evaluator, Game, Value};

use super::known::Known;
use super::modelling::{Crew, Method, Modelling, Rated, Setup, part, shared_out};
use super::om::{Pruning, Version};
use super::risk;
use super::utility::Utility;
use super::walk::{Node, Units, Walk};
use crate::alphabeta::{AlphaBeta, Config, Equals};
use crate::cache::Evaluations;

/// A type of opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct OpponentType {
    /// Its evaluation, then that of its model of MAX, and so on, as places in the list of evaluations.
    pub levels: Vec<usize>,
    /// How likely it is; probabilities sum to one.
    pub probability: f64,
    /// Plies that it searches below the root's children; none for as deep as MAX does.
    pub probe: Option<u32>,
}

impl OpponentType {
    /// A minimax player with an evaluation.
    pub fn plain(evaluation: usize, probability: f64) -> OpponentType {
        OpponentType { levels: vec![evaluation], probability, probe: None }
    }
}

/// Which of the moves that a type holds equal it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EqualMoves {
    /// The first in the game's order.
    First,
    /// Any, all equally likely.
    Random,
}

/// Which evaluations are remembered (section 6.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// None: each is made where it is asked for.
    None,
    /// MAX takes the values of leaves from what the type with MAX's evaluation has seen, as the thesis
    /// counts; this number is remembered.
    Own(usize),
    /// All of them, for every prober; this number is remembered.
    All(usize),
}

/// The settings of a PrOM search.
#[derive(Debug, Clone, PartialEq)]
pub struct PromConfig {
    /// How the values are found.
    pub version: Version,
    /// The kind of cuts; a bounded sum is between MAX's evaluation and any type's.
    pub pruning: Pruning,
    /// Which of a type's equal moves it plays.
    pub ties: EqualMoves,
    /// MIN's moves are predicted at most this many plies below the root; deeper MAX assumes minimax.
    pub speculate: Option<u32>,
    /// Only moves are considered at the root whose minimax value is no more than this short of the greatest.
    pub strict: Option<f64>,
    /// MAX's attitude to risk.
    pub utility: Utility,
    /// Which evaluations are made once only.
    pub sharing: Sharing,
    /// Threads that share the root's moves. [`Sharing::Own`] knows one only.
    pub threads: usize,
    /// Room for values of nodes that may be met again: MAX's with probes, everybody's in one pass.
    pub own_table: Size,
    /// Ply by ply, or to the depth at once.
    pub deepening: bool,
}

impl PromConfig {
    /// PrOM search as defined, by probes.
    pub const PLAIN: PromConfig = PromConfig {
        version: Version::Probes,
        pruning: Pruning::Beta,
        ties: EqualMoves::First,
        speculate: None,
        strict: None,
        utility: Utility::NEUTRAL,
        sharing: Sharing::None,
        threads: 1,
        own_table: Size::Off,
        deepening: false,
    };
}

/// The types of a PrOM search, its settings and what it remembers.
pub struct PromSetup<V> {
    types: Vec<OpponentType>,
    /// Those of them that are believed in now.
    playing: Vec<OpponentType>,
    config: PromConfig,
    cache: Option<Arc<Evaluations<V>>>,
}

/// PrOM search with what it keeps between moves.
pub type Prom<G, E> = Modelling<G, E, PromSetup<<G as Game>::Value>>;

impl<G: Game, E: Evaluator<G>> Prom<G, E> {
    /// A search with MAX's evaluation first in the list and types that refer to it. Types without probability are
    /// left out. One-pass versions know plain types only.
    pub fn new(evaluations: Vec<E>, types: Vec<OpponentType>, probes: Config, config: PromConfig) -> Self {
        let cache = match config.sharing {
            Sharing::None => None,
            Sharing::Own(size) | Sharing::All(size) => Some(Evaluations::new(size)),
        };
        let own = matches!(config.sharing, Sharing::Own(_));
        if let Some(cache) = cache.as_ref().filter(|_| own) {
            cache.close(true);
        }
        let shared = |index: usize| cache.clone().filter(|_| index == 0 || !own);
        let threads = if own { 1 } else { config.threads.max(1) };
        let probes = shared_out(&probes, threads);
        let prober = |(index, one): (usize, &E)| {
            AlphaBeta::new(one.clone(), probes.clone()).remembering(shared(index), index)
        };
        let types: Vec<_> = types.into_iter().filter(|one| one.probability > 0.0).collect();
        debug_assert!(
            config.version == Version::Probes || types.iter().all(|one| one.levels.len() == 1),
            "one-pass knows plain types only"
        );
        let models = if config.version == Version::OnePass { types.len() } else { 0 };
        let crew = |_| Crew {
            probers: evaluations.iter().enumerate().map(prober).collect(),
            known: Known::new(part(config.own_table, threads), models),
        };
        let crews = (0..threads).map(crew).collect();
        Modelling { crews, setup: PromSetup { playing: types.clone(), types, config, cache } }
    }

    /// The probability of each type that had one at first; a type that has none now is not asked until it has one again.
    pub fn set_probabilities(&mut self, probabilities: &[f64]) {
        let PromSetup { types, playing, .. } = &mut self.setup;
        types.iter_mut().zip(probabilities).for_each(|(one, new)| one.probability = *new);
        playing.clear();
        playing.extend(types.iter().filter(|one| one.probability > 0.0).cloned());
    }
}

impl<G: Game, E: Evaluator<G>> Setup<G, E> for PromSetup<G::Value> {
    fn method(&self) -> Box<dyn Method<G, E> + '_> {
        let leaves = self.cache.as_deref().filter(|_| matches!(self.config.sharing, Sharing::Own(_)));
        Box::new(PromMethod { types: &self.playing, config: &self.config, leaves, ahead: Vec::new() })
    }
    fn deepening(&self) -> bool {
        self.config.deepening
    }
    fn new_game(&mut self) {
        if let Some(cache) = &self.cache {
            cache.clear();
        }
    }
}

/// PrOM search under way.
struct PromMethod<'a, V> {
    types: &'a [OpponentType],
    config: &'a PromConfig,
    /// The leaves that the type with MAX's evaluation has seen, where MAX alone may look.
    leaves: Option<&'a Evaluations<V>>,
    /// Each type's horizon beyond MAX's, in plies.
    ahead: Vec<i64>,
}

impl<V: Value> PromMethod<'_, V> {
    /// Plies that a type still searches where MAX has `depth` left.
    fn type_depth(&self, place: usize, depth: u32) -> u32 {
        (i64::from(depth) + self.ahead[place]).max(0) as u32
    }

    /// Whether MIN's moves are to be predicted at or below a node of a player: all types must still look ahead there
    /// (section 6.3.2).
    fn speculative<G: Game<Value = V>>(&self, node: Node<'_, G>) -> bool {
        node.depth > 0
            && self.config.speculate.is_none_or(|last| node.ply <= last)
            && (0..self.types.len()).all(|place| self.type_depth(place, node.depth) > 0)
    }

    fn equals(&self) -> Equals {
        match self.config.ties {
            EqualMoves::First => Equals::First,
            EqualMoves::Random => Equals::Within(0.0),
        }
    }

    /// The bound between MAX's evaluation and any type's, where it is used.
    fn spread(&self) -> Option<f64> {
        match self.config.pruning {
            Pruning::BoundedSum(most) => Some(most),
            Pruning::None | Pruning::Beta => None,
        }
    }

    /// MAX's own minimax value of the end of the path as a worth; exact where it is above `alpha`.
    fn own<G: Game<Value = V>, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        alpha: f64,
    ) -> f64 {
        let utility = self.config.utility;
        let low = utility.at_most(walk.probers[0].rules.scale(), alpha);
        let leaves = self.leaves.filter(|_| node.depth == 0);
        leaves.inspect(|leaves| leaves.close(false));
        let value = walk.value(0, node, (low, G::Value::HIGHEST));
        leaves.inspect(|leaves| leaves.close(true));
        utility.worth(walk.probers[0].rules.scale(), value)
    }
}

impl<G: Game, E: Evaluator<G>> Method<G, E> for PromMethod<'_, G::Value> {
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, (alpha, _): (f64, f64)) -> Rated {
        let beyond =
            |one: &OpponentType| one.probe.map_or(0, |probe| i64::from(probe) - i64::from(child.depth));
        self.ahead = self.types.iter().map(beyond).collect();
        Rated::alone(match self.config.version {
            Version::Probes => {
                let bounds = vec![G::Value::HIGHEST; self.types.len()];
                self.probing(walk, child, &bounds, alpha)
            }
            Version::OnePass => self.one_pass_root_child(walk, child),
        })
    }

    fn allowed(&mut self, walk: &mut Walk<'_, G, E>, root: Node<'_, G>) -> Option<Vec<usize>> {
        walk.units = Units::Worth(self.config.utility);
        self.config.strict.map(|margin| risk::safe_moves(walk, root, margin))
    }
}
