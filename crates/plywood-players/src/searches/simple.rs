//! `random` and `minimax`.

use plywood_core::game::Chance;
use plywood_core::settings::Takes;
use plywood_core::{About, Args, Declaration, Error, Key, Knowledge, Limit, Search};
use plywood_search::alphabeta::Config;
use plywood_search::{plain, policy};

use super::{EVAL, Recipe, evaluator, two_players};

/// `random`.
pub(super) struct Random;

impl Recipe for Random {
    const ENTRY: Declaration = Declaration {
        about: About::plain("random", "any legal move, all equally likely"),
        keeps: Limit::ALL,
        at_once: true,
        ..Declaration::PLAIN
    };
    fn make<G: Knowledge>(_: &G, _: &Args) -> Result<Box<dyn Search<G>>, Error> {
        Ok(Box::new(policy::Random::default()))
    }
}

/// `minimax`.
pub(super) struct Minimax;

impl Recipe for Minimax {
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "minimax",
            about: "plain minimax, which averages at chance nodes: slow and obviously right",
            keys: &[
                EVAL,
                Key::taking(
                    "deepening",
                    "on",
                    Takes::Switch,
                    "search ply by ply instead of to the depth at once",
                ),
            ],
            source: "lecture notes, Minimax Algorithm; Dice thesis, sections 2.1 and 2.4.1",
        },
        shared: &[Config::BOUNDS],
        misfit: |nature| {
            two_players(nature)
                .or((nature.chance == Chance::Sampled).then_some("its chance events cannot be listed"))
        },
        ..Declaration::PLAIN
    };
    const CHANCE: &'static [Chance] = &[Chance::None, Chance::Enumerable];
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let evaluator = evaluator(game, args, "eval")?;
        let (deepening, bounds) = (args.get::<bool>("deepening")?, args.get("bounds")?);
        Ok(Box::new(plain::Minimax { evaluator, deepening, bounds }))
    }
}
