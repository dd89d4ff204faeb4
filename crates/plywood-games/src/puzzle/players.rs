//! What the puzzle offers by name: its solvers with their estimates, and an evaluation for searches of other kinds.

use std::sync::Arc;

use plywood_core::error::one_of;
use plywood_core::files::data_folder;
use plywood_core::knowledge::ZERO;
use plywood_core::settings::{Takes, whole};
use plywood_core::spec::Size;
use plywood_core::{
    About, Args, Declaration, Error, Key, Knowledge, Limit, Player, Search, Spec, StaticEvaluator, Uniform,
    uniform_policy,
};
use plywood_search::single::best_first::BestFirst;
use plywood_search::single::ida::{self, Ida};
use plywood_search::single::{Blind, Heuristic, Nearby};
use plywood_search::table::read_size;

use super::endings::MOST_MOVES;
use super::pattern::{Patterns, SETS, Set};
use super::{Conflict, Endings, Manhattan, Sliding, Tiles};

/// The estimate of a solver.
const ESTIMATE: Key = Key::new(
    "estimate",
    "auto",
    "manhattan, conflict (linear conflicts on top), or pattern databases, which are made once and kept: 555, 663, 78 \
     (some minutes and 577 MB), fringe, corner or fringe_corner on 4x4, 44 or all on 3x3; auto is the best that is \
     kept, else 555 or 44",
);

/// The players.
const PLAYERS: &[Declaration] = &[
    Declaration {
        about: About {
            name: "ida",
            about: "iterative-deepening A*",
            keys: &[
                ESTIMATE,
                Key::taking(
                    "table",
                    "off",
                    Takes::Table { entry: ida::ENTRY_BYTES, each: true },
                    "memory of a table of positions: a size such as 16MB, or entries such as 2^18",
                ),
                Key::taking(
                    "endings",
                    "0",
                    whole(0, MOST_MOVES as u64),
                    "moves within which every position is known, 0 to 26: 22 take some seconds",
                ),
            ],
            source: "Korf 1985; lecture notes, A 15-Puzzle Experiment",
        },
        exact: true,
        keeps: &[Limit::Nodes, Limit::Time],
        ..Declaration::PLAIN
    },
    Declaration {
        about: About {
            name: "astar",
            about: "A* with every position in memory",
            keys: &[ESTIMATE],
            source: "lecture notes, Optimization of Search",
        },
        exact: true,
        keeps: &[Limit::Nodes, Limit::Time],
        hoards: true,
        ..Declaration::PLAIN
    },
    Declaration {
        about: About {
            name: "breadth_first",
            about: "breadth-first search with every position in memory",
            keys: &[],
            source: "",
        },
        exact: true,
        keeps: &[Limit::Nodes, Limit::Time],
        hoards: true,
        ..Declaration::PLAIN
    },
];

/// The evaluations.
#[derive(Debug, Clone)]
pub enum Evaluation {
    /// Zero everywhere.
    Zero,
    /// The fewer moves the tiles are from their places, the better.
    Manhattan(Arc<Manhattan>),
}

impl StaticEvaluator<Sliding> for Evaluation {
    fn look(&self, _: &Sliding, tiles: &Tiles, _: Player) -> i32 {
        match self {
            Evaluation::Zero => 0,
            Evaluation::Manhattan(away) => -(away.distance(tiles) as i32),
        }
    }
    fn bounds(&self, game: &Sliding) -> (i32, i32) {
        // No tile is farther from its place than from corner to corner.
        (-((game.cells() - 1) as i32 * 2 * (game.side() as i32 - 1)), 0)
    }
    fn mirrors(&self) -> bool {
        false
    }
}

/// Something that is done with an estimate, whichever it is.
trait With {
    fn run<H: Heuristic<Sliding>>(self, estimate: H) -> Box<dyn Search<Sliding>>;
}

/// Makes the estimate that arguments name and does something with it.
fn estimated(game: &Sliding, args: &Args, with: impl With) -> Result<Box<dyn Search<Sliding>>, Error> {
    match databases(game, args)? {
        Some(set) => Ok(with.run(Patterns::kept(game, set)?)),
        None if args.word("estimate")? == "conflict" => Ok(with.run(Conflict::new(game))),
        None => Ok(with.run(Manhattan::new(game))),
    }
}

/// The pattern databases that arguments name, where they name some.
fn databases(game: &Sliding, args: &Args) -> Result<Option<&'static Set>, Error> {
    match args.word("estimate")?.as_str() {
        "manhattan" | "conflict" => Ok(None),
        "auto" => Ok(Some(best_kept(game))),
        name => Set::named(game, name).map(Some).ok_or_else(|| {
            let sets = SETS.iter().filter(|set| set.side == game.side()).map(|set| set.name);
            let known = one_of(["auto", "manhattan", "conflict"].into_iter().chain(sets));
            args.error("estimate", format!("no estimate {name:?} on this board; known: {known}"))
        }),
    }
}

/// The largest additive databases that are kept or made at once.
fn best_kept(game: &Sliding) -> &'static Set {
    let folder = data_folder();
    let sets = || SETS.iter().filter(|set| set.side == game.side() && set.additive);
    let first = sets().next().expect("every board has a set");
    sets().rfind(|set| !set.is_large() || set.kept(&folder)).unwrap_or(first)
}

/// `ida`.
struct Deepening {
    nearby: Option<Arc<dyn Nearby<Sliding>>>,
    table: Size,
}

impl With for Deepening {
    fn run<H: Heuristic<Sliding>>(self, estimate: H) -> Box<dyn Search<Sliding>> {
        Box::new(Ida::new(estimate).with_table(self.table).with_nearby(self.nearby))
    }
}

/// `astar`.
struct BestOf;

impl With for BestOf {
    fn run<H: Heuristic<Sliding>>(self, estimate: H) -> Box<dyn Search<Sliding>> {
        Box::new(BestFirst(estimate))
    }
}

impl Knowledge for Sliding {
    type Evaluator = Evaluation;
    type Policy = Uniform;
    fn evaluators(&self) -> &'static [About] {
        const { &[About::plain("manhattan", "minus the moves that the tiles are from their places"), ZERO] }
    }
    fn evaluator(&self, spec: &Spec) -> Result<Evaluation, Error> {
        let (about, _) = About::find(self.evaluators(), spec, "evaluation")?;
        Ok(match about.name {
            "zero" => Evaluation::Zero,
            _ => Evaluation::Manhattan(Arc::new(Manhattan::new(self))),
        })
    }
    uniform_policy!();
    fn specialists(&self) -> &'static [Declaration] {
        PLAYERS
    }
    fn specialist(&self, name: &str, args: &Args) -> Result<Box<dyn Search<Sliding>>, Error> {
        match name {
            "breadth_first" => Ok(Box::new(BestFirst(Blind))),
            "astar" => estimated(self, args, BestOf),
            _ => {
                let (moves, table) = (args.get("endings")?, read_size(args, "table")?);
                let nearby: Option<Arc<dyn Nearby<Sliding>>> =
                    if moves > 0 { Some(Arc::new(Endings::new(self, moves))) } else { None };
                estimated(self, args, Deepening { nearby, table })
            }
        }
    }
    fn specialist_bytes(&self, name: &str, args: &Args) -> Result<u64, Error> {
        if name == "breadth_first" {
            return Ok(0);
        }
        let databases = databases(self, args)?.map_or(0, |set| set.most_bytes(self, &data_folder()));
        let endings = match name {
            "ida" => Endings::most_bytes(args.get("endings")?),
            _ => 0,
        };
        Ok(databases + endings)
    }
}
