//! The cost of a move in depth: extensions, realization probabilities; and the secondary search at the root.

use plywood_core::{Evaluator, Game, Step, Turn, Value};

use super::super::{Child, Node, Searcher};
use super::{PLY, Strand};
use crate::observe::Observer;

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Searcher<'_, G, E, O> {
    /// The value of a child of a node within a window, where moves may cost other than a ply. `index` children were
    /// searched before it.
    pub(in super::super) fn search_weighed(
        &mut self,
        node: &Node<'_, G>,
        child: &Child<G>,
        index: u32,
        (alpha, beta): (G::Value, G::Value),
    ) -> G::Value {
        let (full, cost, enhanced) = self.costs(node, child, index);
        let null = alpha.next_up();
        let narrow = (self.rules.config().pvs || enhanced) && index > 0 && null < beta;
        // At first for what the move costs, then for a ply by a null window, and last in the whole window: each only
        // where the one before found the move to be better than what is known.
        let verified = narrow && (enhanced || cost == full);
        let first = if narrow { (alpha, null) } else { (alpha, beta) };
        let attempts =
            [(cost > full, cost, first), (verified, full, (alpha, null)), (true, full, (alpha, beta))];
        let mut value = G::Value::LOWEST;
        for (_, cost, window) in attempts.into_iter().filter(|attempt| attempt.0) {
            let mark = self.ledger.mark();
            value = self.search_for(node, child, cost, window);
            let narrowed = window.1 < beta;
            if value <= alpha || self.meter.stopped || cost == full && (!narrowed || value >= beta) {
                break;
            }
            // It is searched again, so these guesses do not count.
            self.ledger.forget_since(mark);
        }
        value
    }

    /// What a move costs at most where it is worth a closer look, what it costs at first, and whether null windows come
    /// first.
    fn costs(&self, node: &Node<'_, G>, child: &Child<G>, index: u32) -> (u32, u32, bool) {
        let selective = &self.rules.config().selective;
        let (before, chosen, after) = (node.position, child.chosen, &child.position);
        let within = self.path.may_extend_to(node.ply + 1 + node.depth);
        if selective.extend && within && self.game.is_forcing(before, chosen, after) {
            return (0, 0, false);
        }
        let more = PLY * self.late(node, chosen, index);
        match selective.realization.as_deref() {
            None => (PLY, PLY + more, false),
            Some(realization) => {
                let cost = realization.cost(self.game.category(before, chosen, after));
                // The move that is tried first is no unlikely one, whatever its kind.
                let cost = if index == 0 && realization.enhanced { cost.min(PLY) } else { cost };
                (cost.min(PLY), cost + more, realization.enhanced)
            }
        }
    }

    /// A child's value in the view of the node for a cost in parts of a ply.
    fn search_for(
        &mut self,
        node: &Node<'_, G>,
        child: &Child<G>,
        cost: u32,
        window: (G::Value, G::Value),
    ) -> G::Value {
        let ply = node.ply;
        let left = (node.depth * PLY + self.path.strand(ply).fraction).saturating_sub(cost);
        *self.path.strand(ply + 1) = Strand { fraction: left % PLY, passed: false };
        let below = node.child(self.game, &child.position, left / PLY, window);
        self.below(node, (Step::Move(child.chosen), None), below)
    }

    /// The value of a child of a node that was found to be better than all before: what its line comes to when it is
    /// searched on from its end, if that is less. A decided value stays.
    #[inline(never)]
    pub(in super::super) fn confirmed(
        &mut self,
        node: &Node<'_, G>,
        child: &Child<G>,
        value: G::Value,
    ) -> G::Value {
        let Some(plies) = self.rules.config().selective.secondary else { return value };
        if self.rules.scale().decided(value) || self.observer.on() {
            return value;
        }
        let line = self.path.line_mut(node.ply + 1).take();

        // 1. Along the line to its end. History may end it: then there is nothing to search.
        let mut ended = false;
        let steps = 1 + line.len();
        let (mut here, mut ply) = (node.position.clone(), node.ply);
        for chosen in std::iter::once(child.chosen).chain(line.iter().copied()) {
            let next = self.game.play(&here, chosen);
            self.carry(&here, Step::Move(chosen), &next, ply);
            ended |= self.path.ended_by_history(self.game, &next).is_some();
            self.path.enter(self.game, &next);
            (here, ply) = (next, ply + 1);
        }

        // 2. On from there.
        let turn = self.game.turn(&here);
        let mut found = value;
        let mut beyond = Vec::new();
        if !ended && turn != Turn::Over {
            *self.path.strand(ply) = Strand::default();
            let (alpha, beta) = self.unpruned();
            let end = Node { position: &here, turn, ply, depth: plies, tries: Node::<G>::ALL, alpha, beta };
            let seen = self.visit(end, None);
            let seen = if turn.view() == node.view() { seen } else { -seen };
            // The players may leave the line, so that what is decided at its end is a guess.
            found = match self.rules.scale().decided(seen) {
                false => seen,
                true if seen > G::Value::ZERO => value,
                true => self.rules.scale().worst(),
            };
            beyond = self.path.line_mut(ply).take();
        }
        (0..steps).for_each(|_| self.path.leave());
        let worse = found < value && !self.meter.stopped;
        let whole = if worse { [line, beyond].concat() } else { line };
        self.path.line_mut(node.ply + 1).replace(whole);
        if worse { found } else { value }
    }
}
