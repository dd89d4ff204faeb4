//! Proof-number searches: `pn`, `pn2`, `dfpn`, `pds` and `pns_star`; threat search: `lambda`.

use plywood_core::game::{Chance, PayoffKind};
use plywood_core::settings::{Bytes, Takes, number, whole};
use plywood_core::{About, Args, Declaration, Error, Game, Key, Knowledge, Limit, Nature, Search};
use plywood_search::lambda::{HIGHEST, Lambda};
use plywood_search::proof::{Aim, Method, Proof};

use super::{Recipe, WITHOUT_CHANCE, two_players_no_chance};

const SHARED: &[Key] = &[
    Key::new(
        "goal",
        "value",
        "what to prove: value (as many questions as it takes), win, not_loss, or a payoff",
    ),
    Key::taking("memory", "64MB", Takes::Memory { least: 1 }, "for the tree or the table"),
    Key::taking(
        "threats",
        "0",
        whole(0, HIGHEST as u64),
        "order of threats that guide it, 1 to 3, where a game can pass; zero for none: moves that threaten are looked at \
         sooner, and wins by threats of a lower order end a line",
    ),
];

/// Nothing is guessed, so depth and evaluations mean nothing.
const KEEPS: &[Limit] = &[Limit::Nodes, Limit::Time];

/// Why threats cannot be searched in a game.
fn without_threats<G: Game>(game: &G) -> Option<&'static str> {
    if game.nature().payoff != PayoffKind::Outcome {
        Some("threats are for games that are won or lost")
    } else if game.null_move(&game.start()).is_none() {
        Some("threats show when a player passes, and this game does not say what a pass leads to")
    } else {
        None
    }
}

fn made<G: Knowledge>(game: &G, args: &Args, method: Method) -> Result<Box<dyn Search<G>>, Error> {
    let aim = match args.word("goal")?.as_str() {
        "value" => Aim::Value,
        "win" => Aim::AtLeast(1.0),
        "not_loss" => Aim::AtLeast(0.0),
        word => Aim::AtLeast(word.parse::<i32>().map(f64::from).map_err(|_| {
            args.error("goal", format!("expected value, win, not_loss or a whole payoff, found {word:?}"))
        })?),
    };
    let threats = args.get("threats")?;
    if let Some(reason) = without_threats(game).filter(|_| threats > 0) {
        return Err(args.error("threats", reason));
    }
    if threats > 1 && game.nature().history {
        // A win of a move is one whatever came before; a longer one may run into a repetition.
        return Err(args.error("threats", "in a game that its history may end only threats of order 1 prove"));
    }
    Ok(Box::new(Proof { method, aim, memory: args.get::<Bytes>("memory")?.0, threats }))
}

macro_rules! proof_searches {
    ($($recipe:ident $name:literal, $about:literal, $keys:expr, $source:literal, $method:expr;)*) => {$(
        #[doc = concat!("`", $name, "`.")]
        pub(super) struct $recipe;

        impl Recipe for $recipe {
            const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
            const ENTRY: Declaration = Declaration {
                about: About { name: $name, about: $about, keys: $keys, source: $source },
                shared: &[SHARED],
                misfit: two_players_no_chance,
                keeps: KEEPS,
..Declaration::PLAIN
};
            fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
                let method: fn(&Args) -> Result<Method, Error> = $method;
                made(game, args, method(args)?)
            }
        }
    )*};
}

proof_searches! {
    Pn "pn", "proof-number search: best-first, the tree in memory", &[],
        "lecture notes, Proof Number (pn) Search", |_| Ok(Method::Pn);
    Pn2 "pn2", "proof-number search with a search of its own at each leaf: less memory, more work",
        &[Key::taking("part", "1", number(0.0, 100.0), "size of a leaf's search, as a part of the tree so far, 0 to 100")],
        "lecture notes, Newer Searches", |args| Ok(Method::Pn2 { part: args.get("part")? });
    DfPn "dfpn", "depth-first proof-number search with a table",
        &[Key::taking("epsilon", "0.25", number(0.0, 10.0), "by how much the next best sibling is overstepped, 0 to 10")],
        "Nagai 2002; Pawlewicz and Lew 2007",
        |args| Ok(Method::DfPn { epsilon: args.get("epsilon")? });
    Pds "pds", "depth-first proof and disproof numbers, their thresholds raised one by one", &[],
        "lecture notes, Newer Searches", |_| Ok(Method::Pds);
    PnsStar "pns_star", "depth-first with one threshold, for proof numbers, raised at the root", &[],
        "lecture notes, Newer Searches", |_| Ok(Method::Star);
}

/// `lambda`.
pub(super) struct LambdaSearch;

impl Recipe for LambdaSearch {
    const CHANCE: &'static [Chance] = WITHOUT_CHANCE;
    const ENTRY: Declaration = Declaration {
        about: About {
            name: "lambda",
            about: "wins by threats, and by threats of threats, in games that can pass; else it prevents the other's",
            keys: &[
                Key::taking(
                    "order",
                    "2",
                    whole(1, HIGHEST as u64),
                    "threats that win at once are of order 1, threats of such threats of 2, 1 to 3",
                ),
                Key::taking("memory", "64MB", Takes::Memory { least: 1 }, "for what is known of positions"),
            ],
            source: "lecture notes, Newer Searches; Thomsen 2000",
        },
        misfit: outcomes_without_chance,
        keeps: KEEPS,
        ..Declaration::PLAIN
    };
    fn make<G: Knowledge>(game: &G, args: &Args) -> Result<Box<dyn Search<G>>, Error> {
        let order = args.get("order")?;
        match without_threats(game) {
            Some(reason) => Err(super::misfit("lambda", Error::new(reason))),
            None => Ok(Box::new(Lambda { order, memory: args.get::<Bytes>("memory")?.0 })),
        }
    }
}

/// For searches that need two players, no chance, and wins and losses.
fn outcomes_without_chance(nature: &Nature) -> Option<&'static str> {
    two_players_no_chance(nature)
        .or((nature.payoff != PayoffKind::Outcome)
            .then_some("it looks for wins, and this game pays a margin"))
}
