//! OM search: MIN is a minimax player with an evaluation of its own, and MAX knows it (opponent-model thesis,
//! chapters 2 and 3).
//!
//! `v0` is the greatest of the children's at a node of MAX, and that of the child MIN would choose at a node
//! of MIN; MIN chooses by its own minimax value `v_op` ([`super::definition::Definition::om`]). Two ways
//! there: `one_pass.rs` finds both values at once, `probing.rs` asks at every node of MIN what an alpha-beta
//! search with MIN's evaluation would play. On random trees probing with a table is the cheaper one; in the
//! best case one-pass is.
//!
//! All versions give the definition's value but root-value pruning, which stops at the first move of MAX that reaches
//! the minimax value of the root and so misses later errors of MIN (section 2.4.1).

mod one_pass;
mod probing;

use plywood_core::spec::Size;
use plywood_core::{Evaluator, Game, Value};

use super::known::Known;
use super::modelling::{Crew, Method, Modelling, Rated, Setup, Windows, part, shared_out};
use super::risk::{self, Attitude, Prospect};
use super::walk::{Node, Walk, open};
use crate::alphabeta::{AlphaBeta, Config, Equals};

/// How the two values are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Both at once, without probes (algorithms 3.2, 3.4, 3.7 and 3.9).
    OnePass,
    /// MIN's moves by alpha-beta probes (algorithms 3.3, 3.5, 3.6, 3.8 and 3.10).
    Probes,
}

/// The kind of cuts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pruning {
    /// Nothing outside the probes.
    None,
    /// Children of nodes of MAX that MIN will not choose; probes get the bound from above (section 3.2).
    Beta,
    /// That, and what the bound `|V0 - Vop| <= B` at leaves makes irrelevant (section 3.2.4). Both players must have
    /// the same leaves.
    BoundedSum(f64),
}

/// Which of the moves that MIN holds equal MIN is taken to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ties {
    /// The first in the game's order.
    First,
    /// The one that is worst for MAX (formula 2.12), and moves within `2 * epsilon` of the best count as equal: the
    /// model's values may be wrong by `epsilon` (M*-epsilon search, section 2.4.5).
    Worst {
        /// The greatest error of the model's values.
        epsilon: f64,
    },
}

impl Ties {
    pub(super) fn equals(self) -> Equals {
        match self {
            Ties::First => Equals::First,
            Ties::Worst { epsilon } => Equals::Within(2.0 * epsilon),
        }
    }
}

/// The settings of an OM search.
#[derive(Debug, Clone, PartialEq)]
pub struct OmConfig {
    /// How the two values are found.
    pub version: Version,
    /// The kind of cuts.
    pub pruning: Pruning,
    /// Which of MIN's equal moves counts.
    pub ties: Ties,
    /// Plies that MIN searches below the root's children; none for as deep as MAX does ((D, d)-OM search otherwise).
    pub probe: Option<u32>,
    /// MIN's moves are predicted at most this many plies below the root; deeper MAX assumes minimax.
    pub speculate: Option<u32>,
    /// How MAX weighs gain against risk.
    pub attitude: Attitude,
    /// Root-value pruning: not exact.
    pub root_value: bool,
    /// Narrow windows for MAX's value. In one pass only a bounded sum has use for them.
    pub windows: Windows,
    /// Room for values of nodes that may be met again: MAX's with probes, both in one pass.
    pub own_table: Size,
    /// Threads that share the root's moves.
    pub threads: usize,
    /// Ply by ply, or to the depth at once.
    pub deepening: bool,
}

impl OmConfig {
    /// OM search as defined, by probes.
    pub const PLAIN: OmConfig = OmConfig {
        version: Version::Probes,
        pruning: Pruning::Beta,
        ties: Ties::First,
        probe: None,
        speculate: None,
        attitude: Attitude::Pure,
        root_value: false,
        windows: Windows { pvs: false, aspiration: None },
        own_table: Size::Off,
        threads: 1,
        deepening: false,
    };
}

/// OM search with what it keeps between moves.
pub type Om<G, E> = Modelling<G, E, OmConfig>;

impl<G: Game, E: Evaluator<G>> Om<G, E> {
    /// A search for a player with one evaluation against a model with another; `probes` are the switches of the
    /// alpha-beta searches inside.
    pub fn new(own: E, opponent: E, probes: Config, config: OmConfig) -> Self {
        let (threads, both) = (config.threads.max(1), usize::from(config.version == Version::OnePass));
        let probes = shared_out(&probes, threads);
        let crew = |_| Crew {
            probers: [&own, &opponent].map(|one| AlphaBeta::new(one.clone(), probes.clone())).into(),
            known: Known::new(part(config.own_table, threads), both),
        };
        Modelling { crews: (0..threads).map(crew).collect(), setup: config }
    }
}

impl<G: Game, E: Evaluator<G>> Setup<G, E> for OmConfig {
    fn method(&self) -> Box<dyn Method<G, E> + '_> {
        Box::new(OmMethod::new(self))
    }
    fn deepening(&self) -> bool {
        self.deepening
    }
    fn windows(&self) -> Windows {
        let bounded = matches!(self.pruning, Pruning::BoundedSum(_));
        let useful = !self.attitude.weighs() && (self.version == Version::Probes || bounded);
        if useful { self.windows } else { Windows::default() }
    }
}

/// OM search under way.
struct OmMethod<'a> {
    config: &'a OmConfig,
    /// MIN's horizon beyond MAX's, in plies.
    ahead: i64,
    /// The minimax value of the root, for root-value pruning and for weighing gain against risk.
    root_value: f64,
}

impl<'a> OmMethod<'a> {
    fn new(config: &'a OmConfig) -> Self {
        OmMethod { config, ahead: 0, root_value: f64::INFINITY }
    }

    /// Plies that MIN still searches where MAX has `depth` left.
    fn model_depth(&self, depth: u32) -> u32 {
        (i64::from(depth) + self.ahead).max(0) as u32
    }

    /// Whether MIN's move is to be predicted at or below a node of a player.
    fn speculative<G: Game>(&self, node: Node<'_, G>) -> bool {
        let near = self.config.speculate.is_none_or(|last| node.ply <= last);
        near && node.depth > 0 && self.model_depth(node.depth) > 0
    }
}

impl<G: Game, E: Evaluator<G>> Method<G, E> for OmMethod<'_> {
    fn child(&mut self, walk: &mut Walk<'_, G, E>, child: Node<'_, G>, window: (f64, f64)) -> Rated {
        self.ahead = self.config.probe.map_or(0, |probe| i64::from(probe) - i64::from(child.depth));
        if self.config.attitude.weighs() {
            let Prospect { against_model, against_minimax } =
                risk::prospect(walk, self.config, child, self.ahead);
            return Rated { v0: against_model, beside: against_minimax };
        }
        Rated::alone(match self.config.version {
            Version::Probes => self.probing(walk, child, G::Value::HIGHEST, window),
            Version::OnePass => self.one_pass_root_child(walk, child, window),
        })
    }

    fn improves(&self, found: Rated, best: Rated, earlier: bool) -> bool {
        let prospect = |one: Rated| Prospect { against_model: one.v0, against_minimax: one.beside };
        let prefers =
            |one, other| self.config.attitude.prefers(prospect(one), prospect(other), self.root_value);
        prefers(found, best) || earlier && !prefers(best, found)
    }

    fn allowed(&mut self, walk: &mut Walk<'_, G, E>, root: Node<'_, G>) -> Option<Vec<usize>> {
        if self.config.root_value || self.config.attitude.weighs() {
            self.root_value = walk.value(0, root, open()).to_f64();
        }
        match self.config.attitude {
            Attitude::Strict(margin) => Some(risk::safe_moves(walk, root, margin)),
            _ => None,
        }
    }
}
