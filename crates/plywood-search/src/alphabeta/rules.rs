//! What is settled when a search begins and stays so.

use plywood_core::{Evaluator, Game, Oracle, Player};

use super::Config;
use crate::scale::Scale;

/// The rules of a search.
pub(crate) struct Rules<'a, G: Game> {
    config: &'a Config,
    scale: Scale<G::Value>,
    /// The source of exact values.
    oracle: Option<&'a dyn Oracle<G>>,
    /// The seed of sampled events.
    seed: u64,
    /// Decision nodes with this number of plies left, or fewer, are asked for their value alone.
    plain_depth: u32,
    /// Children of a node that are simply searched; later ones are searched less at first.
    full_children: u32,
    /// Whether shallower searches are made before the children's.
    shallow_first: bool,
}

impl<'a, G: Game> Rules<'a, G> {
    /// Those of a search by a player; `observed` tells whether somebody looks at every node.
    pub(super) fn new<E: Evaluator<G>>(
        (game, evaluator): (&G, &E),
        player: Player,
        config: &'a Config,
        oracle: Option<&'a dyn Oracle<G>>,
        seed: u64,
        observed: bool,
    ) -> Self {
        Rules {
            config,
            scale: Scale::new(game, evaluator).despising(player, config.contempt),
            oracle,
            seed,
            plain_depth: if oracle.is_some() || game.nature().history || observed {
                0
            } else if config.bare::<G>() {
                u32::MAX
            } else {
                u32::from(config.hastes_to_leaves())
            },
            full_children: match (config.selective.weighs(), config.pvs || config.lmr.is_some()) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => u32::MAX,
            },
            shallow_first: config.iid.is_some() || config.selective.cuts(),
        }
    }

    /// The switches.
    #[inline(always)]
    pub(crate) fn config(&self) -> &'a Config {
        self.config
    }

    /// The meaning of values.
    #[inline(always)]
    pub(crate) fn scale(&self) -> &Scale<G::Value> {
        &self.scale
    }

    /// The source of exact values.
    #[inline(always)]
    pub(crate) fn oracle(&self) -> Option<&'a dyn Oracle<G>> {
        self.oracle
    }

    /// The seed of sampled events.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether decision nodes with this number of plies left are asked for their value alone.
    #[inline(always)]
    pub(super) fn is_plain(&self, depth: u32) -> bool {
        depth <= self.plain_depth
    }

    /// Whether a child is simply searched when this number of children was searched before it.
    #[inline(always)]
    pub(super) fn searches_in_full(&self, before: u32) -> bool {
        before < self.full_children
    }

    /// Whether shallower searches are made before the children's.
    #[inline(always)]
    pub(super) fn is_shallow_first(&self) -> bool {
        self.shallow_first
    }
}
