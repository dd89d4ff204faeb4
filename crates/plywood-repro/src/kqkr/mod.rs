//! Opponent-model thesis, section 5.4 and appendix B: king and queen against king and rook.
//!
//! A defender who has the database of the ending plays against an alpha-beta player who has not, from the two positions that
//! Browne played against BELLE. [`play`] plays and prices the games, which all entries share; [`tables`] and [`figures`]
//! count them; [`browne`] replays the games of 1977.

mod browne;
mod figures;
mod play;
mod tables;

use plywood_core::Error;
use plywood_core::random::derive;

use super::{Context, Effort, Estimate, Evidence, Reproduction};
use play::{Defender, Setting, Told};

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "kqkr/table5.2", run: tables::draws },
    Reproduction { id: "kqkr/table5.3", run: tables::first_errors },
    Reproduction { id: "kqkr/table5.4", run: tables::second_errors },
    Reproduction { id: "kqkr/figure5.10", run: figures::lengths },
    Reproduction { id: "kqkr/figure5.11", run: figures::surplus },
    Reproduction { id: "kqkr/figure5.12", run: figures::correct },
    Reproduction { id: "kqkr/figure5.13", run: figures::diversity },
    Reproduction { id: "kqkr/figure5.14", run: figures::efficiency },
    Reproduction { id: "kqkr/appendixB", run: browne::replay },
];

/// The start positions, White to move. Their diagrams are lost; these are of the two symmetry classes that fit.
const STARTS: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "K2Q4/8/8/8/r7/2k5/8/8 w - - 0 1"];
/// The deepest speculation.
const DEEPEST: u32 = 11;
/// Games a match in the thesis, and nodes a move that stand for its ten minutes a game.
const GAMES: usize = 20;
const NODES: u64 = 200_000;
/// Games a match and nodes a move where little is asked for.
const FEW_GAMES: usize = 4;
const FEW_NODES: u64 = 50_000;

/// The games of the experiment, by position and speculative depth.
struct Games {
    /// `cells[position][depth]`: the games of a match.
    cells: [Vec<Vec<Told>>; 2],
    nodes: u64,
    games: usize,
}

impl Games {
    /// Plays the games of all entries, or takes those that were played.
    fn of(context: &Context) -> Result<Games, Error> {
        let defenders: Vec<Defender> = (0..=DEEPEST).map(Defender::of_depth).collect();
        let (cells, nodes, games) = matches(context, &defenders)?;
        Ok(Games { cells, nodes, games })
    }

    /// What a number says of the games of a match.
    fn each(&self, position: usize, depth: usize, of: impl Fn(&Told) -> f64) -> Estimate {
        Estimate::mean(&self.cells[position][depth].iter().map(of).collect::<Vec<_>>())
    }

    fn length(&self, position: usize, depth: usize) -> Estimate {
        self.each(position, depth, Told::length)
    }

    /// The share of White's moves without an error.
    fn correct(&self, position: usize, depth: usize) -> Estimate {
        self.each(position, depth, |game| {
            1.0 - game.errors().filter(|size| *size > 0).count() as f64 / game.priced()
        })
    }

    /// Says how the games were played.
    fn evidence(&self, method: &str) -> Evidence {
        let mut evidence = Evidence::new(format!(
            "{method} White: alpha-beta with deepening, null windows, null moves, late-move reductions, quiescence and the \
             evaluation `positional`, without the database. Black: OM \
             search by probes with the database of mates as its evaluation and White's evaluation as the model, and of its moves at \
             the root only those that keep the distance to mate; at depth 0 the first move that keeps it. Each game ends with a \
             capture, mate, stalemate, a position for the third time or fifty moves; a draw counts 51 moves."
        ));
        evidence.replaced("White is an alpha-beta player of ours in Crafty's place, and Black's search is built on the same.");
        evidence.replaced(
            "White's evaluation of this ending has eight weights that were chosen by what the database says of positions; while it plays it \
             has no database.",
        );
        evidence.replaced(
            "Budgets are nodes, not seconds: drawn by seed for each move within 20 per cent, where the thesis's games differed by timing.",
        );
        evidence.reading(
            "The start positions are one of the two placements that fit each game; the diagrams are lost.",
        );
        evidence
            .reading("A game drawn by repetition counts as a draw; the thesis speaks of fifty moves alone.");
        evidence.scale("games a match", self.games, GAMES);
        evidence.scale("nodes a move", self.nodes, "10 minutes a game (10 to 12 plies)");
        evidence
    }
}

/// The games of each defender from each position.
type Cells = [Vec<Vec<Told>>; 2];

/// The games of each defender from each position, with the nodes a move and the games a match.
fn matches(context: &Context, defenders: &[Defender]) -> Result<(Cells, u64, usize), Error> {
    let games = context.effort.amount(FEW_GAMES, GAMES);
    let nodes = match context.effort {
        Effort::Full => NODES,
        Effort::Times(_) => FEW_NODES,
        Effort::Glance => 100,
    };
    let setting = Setting::new(nodes)?;
    let number = |position: usize, defender: &Defender, game: usize| {
        (position as u64 * 100 + defender.number()) * 100_000 + game as u64
    };
    let all: Vec<(u64, (usize, Defender))> = (0..2)
        .flat_map(|position| defenders.iter().map(move |defender| (position, *defender)))
        .flat_map(|(position, defender)| {
            (0..games).map(move |game| (number(position, &defender, game), (position, defender)))
        })
        .collect();
    let numbers: Vec<u64> = all.iter().map(|(number, _)| *number).collect();
    let job = format!("kqkr seed {} nodes {nodes}", context.seed);
    let work = |piece: u64| {
        let (_, (position, defender)) =
            all.iter().find(|(number, _)| *number == piece).expect("it is one of the numbers");
        setting.play(STARTS[*position], *defender, derive(context.seed, piece), context.stop)
    };
    // All entries share what is kept beside their folders.
    let folder = context.shared_folder();
    let played = context.within(&folder).shared(&job, &numbers, (0.0, 1.0), work)?;
    let mut played = played.into_iter();
    let cells = [0, 1].map(|_| {
        defenders.iter().map(|_| played.by_ref().take(games).collect::<Vec<Told>>()).collect::<Vec<_>>()
    });
    Ok((cells, nodes, games))
}
