//! Proof-number searches: `pn`, `pn2`, `dfpn`, `pds` and `pns_star`.

use plywood_core::game::Chance;
use plywood_core::spec::Size;
use plywood_core::{About, Args, Error, Key, Knowledge, Limit, Search};
use plywood_search::proof::{Aim, Method, Proof};

use super::{Recipe, SearchEntry, WITHOUT_CHANCE, two_players_no_chance};

const SHARED: &[Key] = &[
    Key::new(
        "goal",
        "value",
        "what to prove: value (as many questions as it takes), win, not_loss, or a payoff",
    ),
    Key::new("memory", "64MB", "for the tree or the table"),
];

/// Nothing is guessed, so depth and evaluations mean nothing.
const KEEPS: &[Limit] = &[Limit::Nodes, Limit::Time];

fn made<G: Knowledge>(args: &Args, method: Method) -> Result<Box<dyn Search<G>>, Error> {
    let aim = match args.word("goal")?.as_str() {
        "value" => Aim::Value,
        "win" => Aim::AtLeast(1.0),
        "not_loss" => Aim::AtLeast(0.0),
        word => Aim::AtLeast(word.parse::<i32>().map(f64::from).map_err(|_| {
            args.error("goal", format!("expected value, win, not_loss or a whole payoff, found {word:?}"))
        })?),
    };
    let Size::Bytes(memory) = args.size("memory")? else {
        return Err(args.error("memory", "expected bytes, such as 64MB"));
    };
    Ok(Box::new(Proof { method, aim, memory }))
}

macro_rules! proof_searches {
    ($($recipe:ident $name:literal, $about:literal, $keys:expr, $source:literal, $method:expr;)*) => {$(
        #[doc = concat!("`", $name, "`.")]
        pub(super) struct $recipe;

        impl Recipe for $recipe {
            const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
            const ENTRY: SearchEntry = SearchEntry {
                about: About { name: $name, about: $about, keys: $keys, source: $source },
                shared: &[SHARED],
                misfit: two_players_no_chance,
                keeps: KEEPS,
            };
            fn make<G: Knowledge>(_: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
                let method: fn(&Args) -> Result<Method, Error> = $method;
                made(args, method(args)?)
            }
        }
    )*};
}

proof_searches! {
    Pn "pn", "proof-number search: best-first, the tree in memory", &[],
        "lecture notes, Proof Number (pn) Search", |_| Ok(Method::Pn);
    Pn2 "pn2", "proof-number search with a search of its own at each leaf: less memory, more work",
        &[Key::new("part", "1", "size of a leaf's search, as a part of the tree so far, 0 to 100")],
        "lecture notes, Newer Searches", |args| Ok(Method::Pn2 { part: args.number("part", 0.0, 100.0)? });
    DfPn "dfpn", "depth-first proof-number search with a table",
        &[Key::new("epsilon", "0.25", "by how much the next best sibling is overstepped, 0 to 10")],
        "Nagai 2002; Pawlewicz and Lew 2007",
        |args| Ok(Method::DfPn { epsilon: args.number("epsilon", 0.0, 10.0)? });
    Pds "pds", "depth-first proof and disproof numbers, their thresholds raised one by one", &[],
        "lecture notes, Newer Searches", |_| Ok(Method::Pds);
    PnsStar "pns_star", "depth-first with one threshold, for proof numbers, raised at the root", &[],
        "lecture notes, Newer Searches", |_| Ok(Method::Star);
}
