//! What the types of a PrOM search make of positions at which the opponent played (opponent-model thesis, section 6.6.2).

use plywood_core::{Evaluator, Game, Line, Value};

use super::{EqualMoves, OpponentType, Prom};
use crate::alphabeta::Equals;
use crate::meter::Meter;
use crate::observe::End;
use crate::opponent::mstar;
use crate::opponent::walk::{Node, Walk, open};

impl<G: Game, E: Evaluator<G>> Prom<G, E> {
    /// The types that have a probability.
    pub fn types(&self) -> &[OpponentType] {
        &self.setup.types
    }

    /// The moves of each type at the end of a line, equal moves included where any of them may be played.
    /// Types without a horizon of their own look `depth` plies ahead. None where the meter stopped it.
    pub fn choices(
        &mut self,
        line: &Line<G>,
        plies: u32,
        meter: &mut Meter<'_, G::Move>,
    ) -> Option<Vec<Vec<G::Move>>> {
        let equals = match self.setup.config.ties {
            EqualMoves::First => Equals::First,
            EqualMoves::Random => Equals::Within(0.0),
        };
        let mut walk = Walk::new(line, &mut self.crews[0], meter.fork());
        let ask = |one: &OpponentType| {
            let depth = one.probe.unwrap_or(plies).max(1);
            let node = Node { position: line.position(), ply: 0, depth };
            let holder = walk.max;
            let (_, moves) = match &one.levels[..] {
                [model] => walk.predict(*model, node, open(), equals),
                levels => mstar::level_choice(&mut walk, levels, holder, node, equals, G::Value::LOWEST),
            };
            moves.iter().map(|child| child.chosen).collect()
        };
        let chosen = self.setup.types.iter().map(ask).collect();
        meter.add(&walk.meter);
        (!meter.stopped).then_some(chosen)
    }

    /// The moves at the end of a line, and what each type holds each of them to be worth to the player on turn.
    pub fn opinions(
        &mut self,
        line: &Line<G>,
        plies: u32,
        meter: &mut Meter<'_, G::Move>,
    ) -> Option<Opinions<G>> {
        let mut walk = Walk::new(line, &mut self.crews[0], meter.fork());
        let children = walk.children(line.position());
        let holder = walk.max;
        let ask = |one: &OpponentType| -> Vec<f64> {
            let depth = one.probe.unwrap_or(plies).max(1);
            let root = Node { position: line.position(), ply: 0, depth };
            let mut value = |child| {
                walk.descend(root, child);
                let node = root.below(child);
                let lowest = G::Value::LOWEST;
                let value =
                    mstar::level_value(&mut walk, &one.levels, holder, node, Equals::First, lowest).to_f64();
                walk.ascend(Some(value), End::Searched);
                value
            };
            children.iter().map(&mut value).collect()
        };
        let values = self.setup.types.iter().map(ask).collect();
        let moves = children.iter().map(|child| child.chosen).collect();
        meter.add(&walk.meter);
        (!meter.stopped).then_some((moves, values))
    }
}

/// Moves, and for each type its values of them.
pub type Opinions<G> = (Vec<<G as Game>::Move>, Vec<Vec<f64>>);
