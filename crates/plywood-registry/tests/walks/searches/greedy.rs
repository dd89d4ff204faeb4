//! `greedy` by name.

use plywood_core::{About, Args, Declaration, Error, Knowledge, Search};
use plywood_search::greedy;

use super::{EVAL, Recipe, evaluator, two_players};

/// `greedy`.
pub(super) struct Greedy;

impl Recipe for Greedy {
    const ENTRY: Declaration = Declaration {
        about: About { name: "greedy", about: "looks one ply ahead", keys: &[EVAL], source: "" },
        misfit: two_players,
        ..Declaration::PLAIN
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        Ok(Box::new(greedy::Greedy { evaluator: evaluator(game, args, "eval")? }))
    }
}
