//! `fundi`, the master: a player for people, with levels (bao's good players are called so).
//!
//! It is the enhanced alpha-beta search with null windows and one of the learned evaluations. A level is the plies that it
//! looks ahead; the lowest ones also err: now and then they play any move at all, the lower the oftener. The highest looks as
//! far as the budget lets it.

use plywood_core::random::{below, derive, seeded};
use plywood_core::settings::{Takes, whole};
use plywood_core::{
    About, Args, Budget, Declaration, Error, Game, Key, Knowledge, Limit, Line, Report, Search, Task,
    TraceOf, Turn,
};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::policy::finished;
use plywood_search::table::{self, read_size};

use super::{Bao, Evaluation, Start};

/// How the player is listed.
pub(super) const FUNDI: Declaration = Declaration {
    about: About {
        name: "fundi",
        about: "a player for people: deep search with a learned evaluation, and levels",
        keys: &[
            Key::taking(
                "level",
                "20",
                whole(0, STRONGEST as u64),
                "how well it plays, from 0 (a beginner) to 20 (as well as the budget allows)",
            ),
            Key::taking("eval", "tdl2b", Takes::Evaluation, "its evaluation"),
            Key::taking(
                "table",
                "64MB",
                Takes::Table { entry: table::ENTRY_BYTES, each: true },
                "memory of the table: a size such as 1GB, or entries such as 2^22",
            ),
            Key::taking("threads", "1", whole(1, 256), "threads that search together, 1 to 256"),
        ],
        source: "Donkers 2003, section 5.5.3",
    },
    keeps: Limit::OF_TREES,
    levels: crate::LEVELS,
    ..Declaration::PLAIN
};

/// The highest level.
const STRONGEST: u32 = 20;
/// Plies of the highest level where the budget has no limit.
const FARTHEST: u32 = 14;
/// Levels below this err: the level n plays any move once in n + 2.
const SURE: u32 = 5;

/// The player.
pub(super) struct Fundi {
    search: AlphaBeta<Bao, Evaluation>,
    level: u32,
}

impl Fundi {
    /// The player of a spec.
    pub(super) fn from_args(game: &Bao, args: &Args) -> Result<Fundi, Error> {
        let config = Config { pvs: true, table: read_size(args, "table")?, ..Config::default() };
        let search = AlphaBeta::new(game.evaluator(&args.spec("eval")?)?, config.checked(args)?);
        Ok(Fundi { search, level: args.get("level")? })
    }

    /// The budget of a level.
    fn limited(&self, budget: Budget) -> Budget {
        let most = match self.level {
            STRONGEST if budget == Budget::UNSET => FARTHEST,
            STRONGEST => return budget,
            level => level.max(1),
        };
        Budget { depth: Some(budget.depth.map_or(most, |depth| depth.min(most))), ..budget }
    }
}

impl Search<Bao> for Fundi {
    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn think(&mut self, line: &Line<Bao>, task: Task<'_, Start>) -> Report<Start> {
        if line.turn() == Turn::Over {
            return finished(line);
        }
        let seed = task.seed;
        let mut report = self.search.think(line, Task { budget: self.limited(task.budget), ..task });
        let mut rng = seeded(derive(seed, line.steps().len() as u64));
        if self.level < SURE && below(&mut rng, self.level as usize + 2) == 0 {
            let any = line.game().random_move(line.position(), &mut rng);
            // What it thought is not of the move that it plays.
            report = Report { best: Some(any), pv: vec![any], proven: false, distance: None, ..report };
        }
        report
    }

    fn trace(&mut self, line: &Line<Bao>, budget: &Budget, limit: usize) -> Option<TraceOf<Bao>> {
        self.search.trace(line, budget, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Player, Spec};

    fn fundi(level: u32) -> Box<dyn Search<Bao>> {
        let spec: Spec = format!("fundi(level={level}, table=2^14)").parse().unwrap();
        Bao::new().specialist("fundi", &Args::new(&spec, &[FUNDI.about.keys]).unwrap()).unwrap()
    }

    /// Points of a level in games against another, each begins half of them.
    fn score(one: u32, other: u32, games: u64) -> f64 {
        let mut players = [fundi(one), fundi(other)];
        let mut won = 0.0;
        for game in 0..games {
            let first = Player((game % 2) as u8);
            let mut line = Line::new(Bao::new());
            for ply in 0..4 {
                let mut rng = seeded(derive(game / 2, ply));
                line.play(line.game().random_move(line.position(), &mut rng));
            }
            while let Turn::Player(mover) = line.turn() {
                let player = &mut players[usize::from(mover != first)];
                let report = player.think(&line, Task::new(Budget::UNSET).seed(game));
                line.play(report.best.expect("a player on turn has a move"));
            }
            won += f64::from(u8::from(line.payoff(first) > 0));
        }
        won
    }

    #[test]
    fn higher_levels_win() {
        let found = [score(5, 0, 20), score(7, 2, 20)];
        assert!(found.iter().all(|won| *won >= 15.0), "{found:?} of 20");
    }

    #[test]
    fn levels_are_plies_and_budgets_are_kept() {
        let line = Line::new(Bao::new());
        let depth = |level: u32, budget: Budget| fundi(level).think(&line, Task::new(budget).seed(1)).depth;
        assert_eq!(depth(6, Budget::UNSET), 6);
        assert_eq!(depth(6, Budget::depth(3)), 3);
        assert_eq!(depth(20, Budget::depth(7)), 7);
        let report = fundi(20).think(&line, Task::new(Budget::nodes(5_000)).seed(1));
        assert!(report.nodes <= 5_000 && report.depth > 3);
        let same = || fundi(1).think(&line, Task::new(Budget::UNSET).seed(9)).best;
        assert_eq!(same(), same(), "errors are drawn by seed");
    }
}
