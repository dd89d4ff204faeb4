//! Budgets are kept: exactly by one thread, and never exceeded by several.

use plywood_core::spec::Size;
use plywood_core::{Budget, Evaluator, Game, Knowledge, Line, Report, Search, Spec, Task};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_games::dice::{self, FIVE};
use plywood_search::alphabeta::{AlphaBeta, Config, Mtd, Style};
use plywood_search::deepening::Schedule;
use plywood_search::expectimax::ChanceRule;
use plywood_search::opponent::om::{Om, OmConfig};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig};
use plywood_search::plain::Minimax;
use plywood_search::table::Matching;

const EVALUATIONS: [u64; 9] = [0, 1, 2, 3, 10, 77, 500, 1999, 4321];

fn evaluations(limit: u64) -> Budget {
    Budget { evaluations: Some(limit), ..Budget::UNSET }
}

fn think<G: Game>(search: &mut dyn Search<G>, line: &Line<G>, budget: Budget) -> Report<G::Move> {
    search.think(line, Task::new(budget))
}

fn default_of<G: Knowledge>(game: &G) -> G::Evaluator {
    game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("the default evaluation")
}

fn searches<G: Game, E: Evaluator<G>>(evaluator: &E) -> Vec<(String, Box<dyn Search<G>>)> {
    let plain = Config { table: Size::Entries(1 << 12), deepening: Schedule::Steps, ..Config::PLAIN };
    let star = Config { matching: Matching::Exact, ..plain.clone() };
    let configs = [
        Config { table: Size::Off, ..plain.clone() },
        plain.clone(),
        Config { sort: Some(2), ..plain.clone() },
        Config { sort: Some(2), pvs: true, etc: Some(2), iid: Some(2), ..plain.clone() },
        Config { style: Style::Mtd(Mtd::PLAIN), sort: Some(3), ..plain.clone() },
        Config { quiescence: true, ..plain },
        Config { chance: ChanceRule::STAR_ETC, ..star.clone() },
        Config { chance: ChanceRule::STAR_PROOF, pvs: true, etc: Some(2), sort: Some(2), ..star },
    ];
    let searches = configs.into_iter().map(|config| {
        let search: Box<dyn Search<G>> = Box::new(AlphaBeta::new(evaluator.clone(), config.clone()));
        (format!("{config:?}"), search)
    });
    let minimax: Box<dyn Search<G>> =
        Box::new(Minimax { evaluator: evaluator.clone(), deepening: true, bounds: false });
    searches.chain([("minimax".to_string(), minimax)]).collect()
}

/// Searches that nothing else ends spend what they are given to the last evaluation.
fn exact<G: Knowledge>(line: &Line<G>) {
    for limit in EVALUATIONS {
        for (name, mut search) in searches(&default_of(line.game())) {
            let report = think(&mut *search, line, evaluations(limit));
            assert!(!report.proven, "{name} is not ended by a proof");
            assert_eq!(report.evaluations, limit, "{name}");
        }
    }
}

#[test]
fn evaluations_are_met_exactly() {
    exact(&Line::new(Connect4::<Standard>::default()));
    exact(&Line::from(FIVE, dice::test_positions()[0]));
}

#[test]
fn opponent_models_keep_their_evaluations() {
    let line = Line::new(Connect4::<Standard>::default());
    let evaluator = default_of(line.game());
    for limit in EVALUATIONS {
        let probes = Config { table: Size::Entries(1 << 12), sort: Some(2), ..Config::PLAIN };
        let settings = OmConfig { deepening: true, ..OmConfig::PLAIN };
        let mut search = Om::new(evaluator, evaluator, probes, settings);
        assert_eq!(think(&mut search, &line, evaluations(limit)).evaluations, limit);
    }
}

/// Both kinds of models, on several threads: a budget is never exceeded, and all but the threads' last shares is spent.
#[test]
fn opponent_models_keep_a_budget_on_threads() {
    let line = Line::new(Connect4::<Standard>::default());
    let evaluator = default_of(line.game());
    for (threads, limit) in [2, 3, 7].into_iter().flat_map(|n| EVALUATIONS.map(|limit| (n, limit * 10))) {
        let probes = Config { table: Size::Entries(1 << 12), ..Config::PLAIN };
        let types = vec![OpponentType::plain(0, 0.5), OpponentType::plain(1, 0.5)];
        let settings = OmConfig { deepening: true, threads, ..OmConfig::PLAIN };
        let om = Om::new(evaluator, evaluator, probes.clone(), settings);
        let settings = PromConfig { deepening: true, threads, ..PromConfig::PLAIN };
        let prom = Prom::new(vec![evaluator, evaluator], types, probes, settings);
        let searches: [Box<dyn Search<Connect4<Standard>>>; 2] = [Box::new(om), Box::new(prom)];
        for (place, mut search) in searches.into_iter().enumerate() {
            let told = format!("search {place}, {threads} threads, {limit}");
            let report = think(&mut *search, &line, evaluations(limit));
            let spent = report.evaluations;
            assert!(spent <= limit && spent + 64 * threads as u64 >= limit, "{spent} evaluations: {told}");
            assert!(report.best.is_some(), "{told}");
            let report = think(&mut *search, &line, Budget::nodes(limit));
            let spent = report.nodes;
            assert!(spent <= limit && spent + 64 * threads as u64 >= limit, "{spent} nodes: {told}");
        }
    }
}

#[test]
fn threads_never_exceed_a_budget() {
    let line = Line::from(FIVE, dice::test_positions()[0]);
    let evaluator = default_of(&FIVE);
    for (threads, limit) in [2, 3, 7].into_iter().flat_map(|n| EVALUATIONS.map(|limit| (n, limit * 10))) {
        let config = Config {
            chance: ChanceRule::STAR_PROOF,
            sort: Some(2),
            table: Size::Entries(1 << 14),
            deepening: Schedule::Steps,
            threads,
            ..Config::PLAIN
        };
        let mut search = AlphaBeta::new(evaluator.clone(), config);
        let spent = think(&mut search, &line, evaluations(limit)).evaluations;
        assert!(spent <= limit && spent + 64 * threads as u64 >= limit.min(64), "{spent} of {limit}");
        let report = think(&mut search, &line, Budget::nodes(limit));
        assert!(report.nodes <= limit, "{} of {limit} nodes", report.nodes);
        assert!(report.best.is_some(), "a legal move in any case");
    }
}
