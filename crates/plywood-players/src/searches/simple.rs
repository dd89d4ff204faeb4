//! `random` and `minimax`.

use plywood_core::game::Chance;
use plywood_core::{About, Args, Error, Key, Knowledge, Limit, Search};
use plywood_search::{plain, policy};

use super::{BOUNDS, EVAL, Recipe, SearchEntry, evaluator, two_players};

/// `random`.
pub(super) struct Random;

impl Recipe for Random {
    const ENTRY: SearchEntry = SearchEntry {
        about: About::plain("random", "any legal move, all equally likely"),
        shared: &[],
        misfit: |_| None,
        keeps: Limit::ALL,
    };
    fn make<G: Knowledge>(_: &G, _: &Args) -> Result<Box<dyn Search<G>>, Error> {
        Ok(Box::new(policy::Random::default()))
    }
}

/// `minimax`.
pub(super) struct Minimax;

impl Recipe for Minimax {
    const ENTRY: SearchEntry = SearchEntry {
        about: About {
            name: "minimax",
            about: "plain minimax, which averages at chance nodes: slow and obviously right",
            keys: &[
                EVAL,
                Key::new("deepening", "on", "search ply by ply instead of to the depth at once"),
                BOUNDS,
            ],
            source: "lecture notes, Minimax Algorithm; Dice thesis, sections 2.1 and 2.4.1",
        },
        shared: &[],
        misfit: |nature| {
            two_players(nature)
                .or((nature.chance == Chance::Sampled).then_some("its chance events cannot be listed"))
        },
        keeps: Limit::OF_TREES,
    };
    const CHANCE: &'static [Chance] = &[Chance::None, Chance::Enumerable];
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let evaluator = evaluator(game, args, "eval")?;
        let (deepening, bounds) = (args.switch("deepening")?, args.switch(BOUNDS.name)?);
        Ok(Box::new(plain::Minimax { evaluator, deepening, bounds }))
    }
}
