//! OM search with alpha-beta probes (opponent-model thesis, algorithms 3.3, 3.5, 3.6, 3.8 and 3.10).
//!
//! - A probe's value `v` bounds those below the move it chose: probes there need no window beyond `v` (beta passing).
//! - Bounded-sum pruning also narrows probes by MAX's window, `B` to each side. Line 6 of algorithm 3.10 must search
//!   `h + m`; as printed it searches the best move so far.
//! - Where MIN no longer searches, or MAX no longer speculates, plain alpha-beta with MAX's evaluation takes over.
//!   It is given MAX's window: an upper part of the tree that predicts costs little more than alpha-beta alone.
//! - Windows for MAX's value may be null after the first move ([`Windows`](crate::opponent::modelling::Windows)).

use plywood_core::{Evaluator, Game, Turn, Value};

use super::{OmMethod, Pruning};
use crate::alphabeta::at_most;
use crate::observe::End;
use crate::opponent::modelling::scouted;
use crate::opponent::walk::{Node, Walk, less, more};

impl OmMethod<'_> {
    /// `v0` of the end of the path within a window; MIN's value there is known to be below `bound`.
    pub(super) fn probing<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bound: G::Value,
        window: (f64, f64),
    ) -> f64 {
        let turn = walk.turn(node.position);
        if turn == Turn::Over || !self.speculative(node) {
            return walk.own(node, window);
        }
        if !walk.meter.visit() {
            return 0.0;
        }
        let place = walk.place(node);
        if let Some(v0) = walk.known_within(place, window) {
            return v0;
        }
        let v0 = if turn.view() == walk.max {
            self.best_of_max(walk, node, bound, window)
        } else {
            self.choice_of_min(walk, node, bound, window)
        };
        walk.keep_within(place, window, v0);
        v0
    }

    fn best_of_max<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bound: G::Value,
        (mut alpha, beta): (f64, f64),
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let children = walk.children(node.position);
        for (place, child) in children.iter().enumerate() {
            let null = (self.config.windows.pvs && place > 0).then(|| walk.next_up(alpha));
            let v0 = scouted(null, (alpha, beta), |window| {
                walk.descend(node, child);
                let v0 = self.probing(walk, node.below(child), bound, window);
                walk.ascend(Some(v0), End::Searched);
                v0
            });
            best = best.max(v0);
            alpha = alpha.max(v0);
            if best >= beta || best >= self.root_value || walk.meter.stopped {
                walk.tell_pruned(&children[place + 1..]);
                break;
            }
        }
        best
    }

    fn choice_of_min<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        node: Node<'_, G>,
        bound: G::Value,
        (mut alpha, mut beta): (f64, f64),
    ) -> f64 {
        let (open, slack) = (G::Value::HIGHEST, self.config.ties.equals().slack());
        let (low, high) = match self.config.pruning {
            Pruning::None => (G::Value::LOWEST, open),
            Pruning::Beta => (G::Value::LOWEST, bound),
            Pruning::BoundedSum(most) => (less(alpha, most), bound.smaller(more(beta, most))),
        };
        // Moves that count as equal may lie beyond what bounds the best.
        let high = if high == open || slack == 0.0 {
            high
        } else {
            at_most::<G::Value>(high.to_f64() + slack).next_up()
        };
        let model_depth = self.model_depth(node.depth);
        let (v_op, moves) = walk.predict(1, node.to(model_depth), (low, high), self.config.ties.equals());
        if walk.meter.stopped {
            return 0.0;
        }
        walk.tell(1, "v_op", v_op);
        if let Pruning::BoundedSum(most) = self.config.pruning {
            if v_op <= low {
                return v_op.to_f64() + most;
            }
            if v_op.to_f64() - most >= beta {
                return v_op.to_f64() - most;
            }
            // The OM value lies within `most` of MIN's.
            alpha = alpha.max((v_op.to_f64() - most).next_down());
            beta = beta.min((v_op.to_f64() + most).next_up());
        }
        let below = match self.config.pruning {
            Pruning::None => open,
            _ => at_most::<G::Value>(v_op.to_f64() + slack).next_up(),
        };
        let mut worst = f64::INFINITY;
        for child in &moves {
            let below = if walk.ends(1, child) { open } else { below };
            walk.descend(node, child);
            let v0 = self.probing(walk, node.below(child), below, (alpha, beta.min(worst)));
            walk.ascend(Some(v0), End::Searched);
            worst = worst.min(v0);
            if worst <= alpha || walk.meter.stopped {
                break;
            }
        }
        worst
    }
}
