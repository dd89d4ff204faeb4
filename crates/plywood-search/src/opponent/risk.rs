//! Gain against risk (opponent-model thesis, sections 2.3.4, 2.4.2 and 5.5.5).
//!
//! Let MAX play by some strategy. Its *possible gain* at a node is what it gets against the model, less the minimax
//! value; its *risk* is the minimax value, less what it gets against an opponent who plays minimax with MAX's own
//! evaluation (formulas 2.14 and 2.15). OM search with *gain first* takes the greatest gain and among equals the least
//! risk, *loss first* the other way round, *balanced* the greatest `gain / (risk + delta)` (formula 2.16), at every
//! node of MAX. Both numbers follow one line of play each, so below a node of MIN two children at most are searched:
//! the model's choice and that of the minimax player; both are found by probes.
//!
//! *Strict* risk management leaves alpha-beta's move only for one of the same minimax value, or of one that is worse by no
//! more than a margin.

use plywood_core::{Evaluator, Game, Turn, Value};

use super::om::OmConfig;
use super::walk::{Node, Walk, open};
use crate::alphabeta::{Child, Equals};
use crate::observe::End;

/// How MAX weighs gain against risk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Attitude {
    /// Gain alone: OM search as it is defined.
    Pure,
    /// Only moves are considered at the root whose minimax value is no more than this short of the greatest.
    Strict(f64),
    /// OMGF: gain, then risk.
    GainFirst,
    /// OMLF: risk, then gain.
    LossFirst,
    /// OMB: gain over risk plus this much.
    Balanced(f64),
}

impl Attitude {
    /// Whether gain and risk are needed at every node of MAX.
    pub(super) fn weighs(self) -> bool {
        matches!(self, Attitude::GainFirst | Attitude::LossFirst | Attitude::Balanced(_))
    }

    /// Whether the first prospect is to be preferred to the second, at a node of this minimax value.
    pub fn prefers(self, first: Prospect, second: Prospect, minimax: f64) -> bool {
        let ratio = |prospect: Prospect, delta: f64| {
            (prospect.against_model - minimax) / (minimax - prospect.against_minimax + delta)
        };
        match self {
            Attitude::Pure | Attitude::Strict(_) => first.against_model > second.against_model,
            Attitude::GainFirst => {
                (first.against_model, first.against_minimax) > (second.against_model, second.against_minimax)
            }
            Attitude::LossFirst => {
                (first.against_minimax, first.against_model) > (second.against_minimax, second.against_model)
            }
            Attitude::Balanced(delta) => ratio(first, delta) > ratio(second, delta),
        }
    }
}

/// The values of MAX's strategy, in MAX's evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// Against the model.
    pub against_model: f64,
    /// Against a minimax player with MAX's evaluation.
    pub against_minimax: f64,
}

/// The places of the root's moves whose minimax value is no more than a margin short of the greatest.
pub(super) fn safe_moves<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    root: Node<'_, G>,
    margin: f64,
) -> Vec<usize> {
    let children = walk.children(root.position);
    let (_, best) = walk.predict(0, root, open(), Equals::Within(margin));
    let chosen = |place: &usize| best.iter().any(|child| child.chosen == children[*place].chosen);
    (0..children.len()).filter(chosen).collect()
}

/// The prospect of the end of the path, for MAX's strategy of this attitude.
pub(super) fn prospect<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    config: &OmConfig,
    node: Node<'_, G>,
    ahead: i64,
) -> Prospect {
    let turn = walk.turn(node.position);
    let model_depth = (i64::from(node.depth) + ahead).max(0) as u32;
    let speculative = model_depth > 0 && config.speculate.is_none_or(|last| node.ply <= last);
    if turn == Turn::Over || node.depth == 0 || !speculative {
        let value = walk.value(0, node, open()).to_f64();
        return Prospect { against_model: value, against_minimax: value };
    }
    if !walk.meter.visit() {
        return Prospect { against_model: 0.0, against_minimax: 0.0 };
    }
    if turn.view() != walk.max {
        let (v_op, model) = walk.predict(1, node.to(model_depth), open(), Equals::First);
        let (_, minimax) = walk.predict(0, node, open(), Equals::First);
        if walk.meter.stopped {
            return Prospect { against_model: 0.0, against_minimax: 0.0 };
        }
        let [model, minimax] = [&model, &minimax].map(|moves| moves.first().expect("a player has a move"));
        walk.tell(1, "v_op", v_op);
        let mut below = |child: &Child<G>| {
            walk.descend(node, child);
            let prospect = prospect(walk, config, node.below(child), ahead);
            walk.ascend(Some(prospect.against_model), End::Searched);
            prospect
        };
        let first = below(model);
        if model.chosen == minimax.chosen {
            return first;
        }
        return Prospect { against_minimax: below(minimax).against_minimax, ..first };
    }
    let minimax = walk.value(0, node, open()).to_f64();
    best_prospect(walk, config, node, ahead, minimax)
}

fn best_prospect<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    config: &OmConfig,
    node: Node<'_, G>,
    ahead: i64,
    minimax: f64,
) -> Prospect {
    let mut best: Option<Prospect> = None;
    for child in &walk.children(node.position) {
        walk.descend(node, child);
        let found = prospect(walk, config, node.below(child), ahead);
        walk.ascend(Some(found.against_model), End::Searched);
        if best.is_none_or(|best| config.attitude.prefers(found, best, minimax)) {
            best = Some(found);
        }
        if walk.meter.stopped {
            break;
        }
    }
    best.expect("a player on turn has a move")
}
