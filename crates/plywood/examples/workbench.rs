//! A whole workbench with a game and a search of one's own: `cargo run --example workbench -- play subtract --with lowest`.

use std::ops::ControlFlow;
use std::process::ExitCode;

use plywood::games::nim::Nim;
use plywood::players::games::GameEntry;
use plywood::{
    About, Args, Declaration, Error, Game, Knowledge, Line, Recipe, Report, Search, Spec, Task, Turn,
    erase_boxed,
};

/// The game: Nim with twelve matches, of which a move takes one, two or three. Rules of one's own stand in the same place.
pub const SUBTRACT: GameEntry = GameEntry {
    about: About::plain("subtract", "take one to three of twelve matches; who takes the last one wins"),
    build: |spec| Ok(erase_boxed(Nim::from_spec(&"nim(matches=12)".parse::<Spec>()?)?, spec)),
    examples: &["subtract"],
};

/// The search: after its move the other player has the fewest moves.
pub struct Lowest;

impl<G: Game> Search<G> for Lowest {
    fn think(&mut self, line: &Line<G>, _: Task<G::Move>) -> Report<G::Move> {
        let (mut fewest, mut report) = (usize::MAX, Report::default());
        let Turn::Player(_) = line.turn() else { return report };
        let _ = line.game().children(line.position(), |chosen, child| {
            let replies = match line.game().turn(&child) {
                Turn::Player(_) => line.game().count_moves(&child),
                _ => 0,
            };
            report.nodes += 1;
            if report.best.is_none() || replies < fewest {
                (fewest, report.best) = (replies, Some(chosen));
            }
            ControlFlow::<()>::Continue(())
        });
        report
    }
}

impl Recipe for Lowest {
    const ENTRY: Declaration = Declaration {
        about: About::plain("lowest", "leaves the other player the fewest moves"),
        at_once: true,
        ..Declaration::PLAIN
    };
    fn make<G: Knowledge>(_: &G, _: &Args) -> Result<Box<dyn Search<G>>, Error> {
        Ok(Box::new(Lowest))
    }
}

/// The program.
pub fn main() -> ExitCode {
    plywood::run(plywood::registry().with_game(SUBTRACT).with_search::<Lowest>())
}
