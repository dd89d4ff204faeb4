//! Searches with an oracle find the values of searches without, sooner; and a move comes out of every one.

use std::sync::Arc;

use plywood_core::random::{below, seeded};
use plywood_core::spec::Size;
use plywood_core::{
    Budget, Evaluator, Exact, Game, Knowledge, Line, Notation, Oracle, Player, Report, Search, Spec, Task,
    Turn,
};
use plywood_games::kalah::Kalah;
use plywood_games::loa::LinesOfAction;
use plywood_search::alphabeta::{AlphaBeta, Config, Mtd, Style, Window};
use plywood_search::deepening::Schedule;
use plywood_search::expectimax::ChanceRule;
use plywood_search::plain::Fail;
use plywood_small_games::nim::Nim;
use plywood_small_games::pig::Pig;
use plywood_small_games::tictactoe::TicTacToe;

type Known<G> = Arc<dyn Oracle<G>>;

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

fn evaluator<G: Knowledge>(game: &G) -> G::Evaluator {
    game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("the default evaluation")
}

fn think<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    evaluator: &E,
    config: &Config,
    oracle: Option<Known<G>>,
    depth: u32,
) -> Report<G::Move> {
    let mut search = AlphaBeta::new(evaluator.clone(), config.clone()).asking(oracle);
    search.think(line, Task::new(Budget::depth(depth)))
}

/// `ab`, `pvs` and `mtdf`, bare and with all that usually goes with them.
fn searches() -> Vec<Config> {
    let usual = Config {
        table: Size::Entries(1 << 12),
        killers: true,
        history: true,
        deepening: Schedule::Steps,
        ..Config::PLAIN
    };
    let styles = [
        (Style::Window(Window { aspiration: None, fail: Fail::Soft }), false),
        (Style::Window(Window { aspiration: None, fail: Fail::Hard }), true),
        (Style::Mtd(Mtd::PLAIN), false),
    ];
    let mut configs = Vec::new();
    for (style, pvs) in styles {
        for (bounds, promise) in [(false, false), (true, true)] {
            configs.push(Config { style, pvs, bounds, promise, ..Config::PLAIN });
            configs.push(Config { style, pvs, bounds, promise, etc: Some(2), ..usual.clone() });
        }
    }
    configs
}

#[test]
fn nim_by_its_formula() {
    for text in
        ["nim(matches=13)", "nim(matches=12)", "nim(matches=14, misere=on)", "nim(matches=13, most=4)"]
    {
        let nim = Nim::from_spec(&spec(text)).unwrap();
        let (line, evaluator) = (Line::new(nim), evaluator(&nim));
        let formula = nim.oracle(&spec("formula")).unwrap();
        for config in searches() {
            let plain = think(&line, &evaluator, &config, None, 20);
            let told = think(&line, &evaluator, &config, Some(formula.clone()), 20);
            let answer = |report: &Report<u32>| (report.value, report.proven, report.distance);
            assert_eq!(answer(&told), answer(&plain), "{text} {config:?}");
            assert!(told.best.is_some() && told.nodes <= 8, "one look at each move: {}", told.nodes);
            let mut after = line.clone();
            after.play(told.best.unwrap());
            let below = formula.probe(&nim, after.position()).unwrap();
            assert_eq!(f64::from(below.payoff), told.value, "{text}: the move keeps the value");
        }
    }
}

#[test]
fn kalah_by_its_endings() {
    let mut rng = seeded(1);
    let mut nodes = [0, 0];
    for round in 0..30 {
        let game = [Kalah::new(2, 3), Kalah::new(3, 2), Kalah::new(3, 3)][round % 3];
        let mut line = Line::new(game);
        for _ in 0..2 + below(&mut rng, 4) {
            if line.turn() != Turn::Over {
                line.play(game.random_move(line.position(), &mut rng));
            }
        }
        let Turn::Player(mover) = line.turn() else { continue };
        let endings = game.oracle(&spec("endings(seeds=6)")).unwrap();
        let evaluator = evaluator(&game);
        for config in searches() {
            let config = Config { table: Size::Entries(1 << 12), ..config };
            let [plain, told] =
                [None, Some(endings.clone())].map(|oracle| think(&line, &evaluator, &config, oracle, 60));
            let place = || game.write_position(line.position());
            assert_eq!((told.value, told.proven), (plain.value, plain.proven), "{} {config:?}", place());
            assert!(told.best.is_some(), "{}", place());
            nodes[0] += plain.nodes;
            nodes[1] += told.nodes;
        }
        // All is known here: a look at the moves is enough.
        let whole = game.oracle(&spec("endings(seeds=18)")).unwrap();
        let exact = f64::from(whole.probe(&game, line.position()).unwrap().payoff);
        let report = think(&line, &evaluator, &Config::PLAIN, Some(whole), 1);
        assert_eq!(report.value, if mover == Player::FIRST { exact } else { -exact });
        assert!(report.proven && report.nodes <= 3);
    }
    assert!(nodes[1] < nodes[0], "an oracle spares nodes: {nodes:?}");
}

/// Backing the oracle's values up one step reproduces them.
#[test]
fn pig_by_value_iteration() {
    let pig = Pig::new(30);
    let exact = pig.oracle(&spec("value_iteration")).unwrap();
    let evaluator = evaluator(&pig);
    let mut rng = seeded(2);
    let rules = [
        ChanceRule::PLAIN,
        ChanceRule::STAR1,
        ChanceRule::STAR1.probing(1),
        ChanceRule::STAR_ETC,
        ChanceRule::STAR_PROOF,
    ];
    for _ in 0..20 {
        let mut line = Line::new(pig);
        while line.turn() != Turn::Over {
            let known = exact.probe(&pig, line.position()).unwrap().payoff;
            let known = if line.turn().view() == Player::FIRST { known } else { -known };
            for chance in rules {
                let prune = chance.windows;
                let config = Config { chance, prune, table: Size::Entries(64), ..Config::PLAIN };
                for depth in [1, 2, 3] {
                    let report = think(&line, &evaluator, &config, Some(exact.clone()), depth);
                    let place = pig.write_position(line.position());
                    assert!((report.value - known).abs() < 1e-12, "{place}: {} {known}", report.value);
                    // One look at each event, or two where they are probed first.
                    assert!(report.proven && report.nodes <= 12, "{place}: {}", report.nodes);
                    assert_eq!(report.best.is_some(), matches!(line.turn(), Turn::Player(_)));
                }
            }
            match line.turn() {
                Turn::Chance => drop(line.sample(&mut rng)),
                _ => line.play(pig.random_move(line.position(), &mut rng)),
            }
        }
    }
}

/// Says that everything is a draw.
struct Drawn;

impl<G: Game<Value = i32>> Oracle<G> for Drawn {
    fn probe(&self, _: &G, _: &G::Position) -> Option<Exact<i32>> {
        Some(Exact { payoff: 0, distance: None })
    }
}

/// Where a repeated board ends the game, what an oracle says of a position is no proof.
#[test]
fn history_makes_an_oracle_a_guess() {
    fn answer<G: Knowledge<Value = i32>>(game: G) -> (f64, bool, bool) {
        let (line, evaluator) = (Line::new(game.clone()), evaluator(&game));
        let report = think(&line, &evaluator, &Config::PLAIN, Some(Arc::new(Drawn)), 3);
        assert_eq!(report.nodes as usize, game.count_moves(line.position()), "nothing is searched further");
        (report.value, report.proven, report.best.is_some())
    }
    assert_eq!(answer(TicTacToe), (0.0, true, true));
    assert_eq!(answer(LinesOfAction), (0.0, false, true));
}
