//! Every sound switch, alone, in random combinations and all together, gives the oracle's value and a move that has
//! it: on random trees with and without ties and chance, and on small games.

use crate::support::Told;
use plywood_core::conformance;
use plywood_core::random::{Rng, RngExt, below, seeded};
use plywood_core::spec::Size;
use plywood_core::{
    Budget, Evaluator, Game, Knowledge, Line, Notation, Player, Report, Search, Spec, Stop, Task, Turn, Value,
};
use plywood_games::connect4::AnyConnect4;
use plywood_games::dice::{self, AnyDice};
use plywood_games::kalah::Kalah;
use plywood_games::loa::LinesOfAction;
use plywood_games::othello::Othello;
use plywood_games::randomtree::RandomTree;
use plywood_search::alphabeta::selective::Selective;
use plywood_search::alphabeta::{AlphaBeta, Config, FirstGuess, Mtd, Style, Window};
use plywood_search::deepening::Schedule;
use plywood_search::meter::Meter;
use plywood_search::plain::{Fail, Plain, PlainAlphaBeta};
use plywood_search::scale::Scale;
use plywood_search::table::{Matching, Replacement};
use plywood_small_games::einstein::Einstein;
use plywood_small_games::nim::Nim;
use plywood_small_games::pig::Pig;
use plywood_small_games::tictactoe::TicTacToe;

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

fn evaluator<G: Knowledge>(game: &G) -> G::Evaluator {
    game.evaluator(&Spec::word(game.evaluators()[0].name)).expect("the default evaluation")
}

/// The oracle's value of the end of a line in payoff units, history counted, guesses kept within bounds or not.
fn truth<G: Game, E: Evaluator<G>>(line: &Line<G>, evaluator: &E, depth: u32, bounds: bool) -> f64 {
    let scale = Scale::new(line.game(), evaluator);
    let search = Plain::new(line, evaluator, Meter::unlimited());
    scale.payoff(search.bounded(bounds).search(depth).expect("nothing limits it").0)
}

const HARD: Style = Style::Window(Window { aspiration: None, fail: Fail::Hard });
const SCHEMES: [Replacement; 4] =
    [Replacement::Always, Replacement::Deep, Replacement::Big, Replacement::TwoLevel];
const SCHEDULES: [Schedule; 4] = [Schedule::Steps, Schedule::Through, Schedule::Strides, Schedule::AtOnce];

/// Each sound switch alone, over a bare search. The bare one is taken apart, so that a new switch has to be named here:
/// turned around below, or said to be unsound.
fn single_switches() -> Vec<Config> {
    let bare = || Config::PLAIN;
    let with_table = || Config { table: Size::Entries(1 << 12), matching: Matching::Exact, ..bare() };
    let Config {
        style,
        prune,
        pvs,
        deepening,
        table,
        replacement,
        matching,
        shallowest,
        symmetry,
        etc,
        killers,
        history,
        promise,
        sort,
        iid,
        bounds,
        threads,
        // Unsound: late-move reductions change values, quiescence what a depth means, contempt what a draw is worth.
        lmr: _,
        quiescence: _,
        contempt: _,
        // Unsound by name: a new one has to be named here.
        selective: Selective { null: _, multicut: _, probcut: _, extend: _, realization: _, secondary: _ },
        // The rules at chance nodes have a test of their own, `chance.rs`.
        chance: _,
    } = bare();
    let mut configs = vec![
        bare(),
        Config { prune: !prune, ..bare() },
        Config { pvs: !pvs, ..bare() },
        Config { killers: !killers, ..bare() },
        Config { history: !history, ..bare() },
        Config { promise: !promise, ..bare() },
        Config { bounds: !bounds, ..bare() },
        Config { sort: sort.xor(Some(2)), ..bare() },
        Config { sort: sort.xor(Some(3)), ..bare() },
        Config { iid: iid.xor(Some(1)), ..bare() },
        Config { iid: iid.xor(Some(3)), ..bare() },
        with_table(),
        Config { etc: etc.xor(Some(2)), ..with_table() },
        Config { etc: etc.xor(Some(3)), ..with_table() },
        Config { symmetry: !symmetry, ..with_table() },
        Config { shallowest: shallowest + 2, ..with_table() },
        Config { threads: threads + 1, ..with_table() },
        Config { style: HARD, deepening: Schedule::Steps, ..with_table() },
        // So small that entries fight for their places.
        Config { table: Size::Entries(3), deepening: Schedule::Steps, ..with_table() },
        Config { style: Style::Mtd(Mtd { start: FirstGuess::Infinity }), ..with_table() },
        // A table that is asked for and a matching that lets nothing else in change nothing where there is none.
        Config { matching: Matching::Exact, table, ..bare() },
    ];
    assert!(style == bare().style && matching == bare().matching, "the window and the table are tried below");
    configs.extend(
        SCHEDULES
            .iter()
            .filter(|other| **other != deepening)
            .map(|other| Config { deepening: *other, ..bare() }),
    );
    for other in [HARD, Style::Mtd(Mtd::PLAIN), Style::Mtd(Mtd { start: FirstGuess::Infinity })] {
        configs.push(Config { style: other, ..bare() });
        configs.push(Config { style: other, deepening: Schedule::Steps, ..bare() });
    }
    let aspiration = Style::Window(Window { aspiration: Some(0.4), fail: Fail::Soft });
    configs.push(Config { style: aspiration, deepening: Schedule::Steps, ..bare() });
    for other in SCHEMES.iter().filter(|other| **other != replacement).chain([&replacement]) {
        let table = Size::Entries(64);
        configs.push(Config { replacement: *other, table, deepening: Schedule::Steps, ..with_table() });
    }
    let all = Config {
        pvs: true,
        deepening: Schedule::Steps,
        killers: true,
        history: true,
        promise: true,
        iid: Some(2),
        etc: Some(2),
        symmetry: true,
        bounds: true,
        ..with_table()
    };
    configs.push(Config { style: Style::Mtd(Mtd::PLAIN), pvs: false, ..all.clone() });
    configs.push(all);
    configs
}

/// Any combination of the sound switches.
fn any_switches(rng: &mut Rng) -> Config {
    let styles = [
        Style::Window(Window { aspiration: None, fail: Fail::Soft }),
        HARD,
        Style::Window(Window { aspiration: Some(2.0), fail: Fail::Soft }),
        Style::Window(Window { aspiration: Some(1.0), fail: Fail::Hard }),
        Style::Mtd(Mtd::PLAIN),
        Style::Mtd(Mtd { start: FirstGuess::Infinity }),
    ];
    let sizes = [Size::Off, Size::Entries(2), Size::Entries(100), Size::Entries(1 << 14)];
    Config {
        style: styles[below(rng, styles.len())],
        prune: rng.random_bool(0.9),
        pvs: rng.random(),
        deepening: SCHEDULES[below(rng, SCHEDULES.len())],
        table: sizes[below(rng, sizes.len())],
        replacement: SCHEMES[below(rng, SCHEMES.len())],
        matching: Matching::Exact,
        shallowest: below(rng, 4) as u32,
        symmetry: rng.random(),
        etc: [None, Some(2), Some(3)][below(rng, 3)],
        killers: rng.random(),
        history: rng.random(),
        promise: rng.random(),
        sort: [None, None, Some(2), Some(4)][below(rng, 4)],
        iid: [None, Some(1), Some(2), Some(3)][below(rng, 4)],
        bounds: rng.random(),
        threads: 1,
        lmr: None,
        quiescence: false,
        contempt: 0,
        selective: Selective::PLAIN,
        chance: Config::PLAIN.chance,
    }
}

fn think<G: Game, E: Evaluator<G>>(
    line: &Line<G>,
    evaluator: &E,
    config: &Config,
    depth: u32,
) -> Report<G::Move> {
    let mut search = AlphaBeta::new(evaluator.clone(), config.clone());
    search.think(line, Task::new(Budget::depth(depth)))
}

/// The search's value is the oracle's, and its move leads to a child that has it.
fn agrees<G: Notation, E: Evaluator<G>>(
    line: &Line<G>,
    evaluator: &E,
    config: &Config,
    depth: u32,
    wanted: [f64; 2],
) {
    let report = think(line, evaluator, config, depth);
    let wanted = wanted[usize::from(config.bounds)];
    let place =
        || format!("{} to depth {depth} with {config:?}", line.game().write_position(line.position()));
    assert!((report.value - wanted).abs() < 1e-9, "{} instead of {wanted} at {}", report.value, place());
    if let (Turn::Player(player), true) = (line.turn(), depth > 0) {
        let mut after = line.clone();
        after.play(report.best.unwrap_or_else(|| panic!("no move at {}", place())));
        let value = if after.turn() == Turn::Over {
            let scale = Scale::new(line.game(), evaluator);
            scale.payoff(scale.terminal(end(&after, evaluator, player), 1))
        } else {
            let below = truth(&after, evaluator, depth - 1, config.bounds);
            if after.turn().view() == player { below } else { -below }
        };
        assert!((value - wanted).abs() < 1e-9, "its move has {value} instead of {wanted} at {}", place());
    }
}

fn end<G: Game, E: Evaluator<G>>(line: &Line<G>, evaluator: &E, player: Player) -> G::Value {
    match line.ended_by_history() {
        Some(_) => line.payoff(player),
        None => evaluator.finished(line.game(), line.position(), player),
    }
}

/// A line of a number of random steps, or fewer where the game ends.
fn random_line<G: Game>(game: &G, plies: usize, rng: &mut Rng) -> Line<G> {
    let mut line = Line::new(game.clone());
    for _ in 0..plies {
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => drop(line.sample(rng)),
            Turn::Player(_) => line.play(game.random_move(line.position(), rng)),
        }
    }
    line
}

/// Checks random positions of a game with all single switches and random combinations, both made to fit.
fn check<G: Knowledge + Notation>(
    game: &G,
    seed: u64,
    positions: usize,
    plies: usize,
    depth: u32,
    fit: impl Fn(Config) -> Config,
) {
    let mut rng = seeded(seed);
    let evaluator = evaluator(game);
    for _ in 0..positions {
        let plies = below(&mut rng, plies + 1);
        let line = random_line(game, plies, &mut rng);
        let depth = 1 + below(&mut rng, depth as usize) as u32;
        if line.turn() == Turn::Over {
            continue;
        }
        let wanted = [false, true].map(|bounds| truth(&line, &evaluator, depth, bounds));
        for config in single_switches() {
            agrees(&line, &evaluator, &fit(config), depth, wanted);
        }
        for _ in 0..8 {
            agrees(&line, &evaluator, &fit(any_switches(&mut rng)), depth, wanted);
        }
    }
}

fn random_tree(rng: &mut Rng, chance: bool, most_depth: usize) -> RandomTree {
    let width = 1 + below(rng, 4);
    let depth = 1 + below(rng, most_depth);
    let scale = [1, 3, 1000][below(rng, 3)];
    let chance = if chance { "on" } else { "off" };
    let seed = below(rng, 1 << 30);
    let text =
        format!("randomtree(width={width}, depth={depth}, scale={scale}, seed={seed}, chance={chance})");
    RandomTree::from_spec(&spec(&text)).unwrap()
}

#[test]
fn thousands_of_random_trees() {
    let mut rng = seeded(1);
    for seed in 0..1500 {
        check(&random_tree(&mut rng, false, 6), seed, 1, 1, 6, |config| config);
    }
}

#[test]
fn random_trees_with_chance() {
    let mut rng = seeded(2);
    for seed in 0..600 {
        check(&random_tree(&mut rng, true, 6), seed, 1, 1, 6, |config| config);
    }
}

#[test]
fn small_games() {
    check(&TicTacToe, 3, 60, 5, 5, |config| config);
    for text in ["nim(matches=12)", "nim(matches=11, misere=on)", "nim(matches=9, strike=3)"] {
        check(&Nim::from_spec(&spec(text)).unwrap(), 4, 10, 4, 12, |config| config);
    }
    let small = plywood_games::connect4::from_spec(&spec("connect4(columns=5, rows=4)")).unwrap();
    let AnyConnect4::Other(connect4) = small else { panic!("5x4 is not the usual board") };
    check(&connect4, 5, 40, 14, 5, |config| config);
    for text in ["kalah(holes=3, seeds=2)", "kalah(holes=4, seeds=3)"] {
        check(&Kalah::from_spec(&spec(text)).unwrap(), 6, 25, 8, 5, |config| config);
    }
}

#[test]
fn random_trees_that_say_what_is_possible() {
    let mut rng = seeded(16);
    for seed in 0..400 {
        let game = random_tree(&mut rng, seed % 2 == 0, 5);
        let reach = below(&mut rng, 6) as u32;
        check(&Told { game, reach }, seed, 1, 1, 6, |config| config);
    }
}

#[test]
fn small_games_that_say_what_is_possible() {
    // Where a win is certain it is still searched how far away it is.
    for (text, reach) in [("nim(matches=12)", 3), ("nim(matches=9, strike=3)", 2), ("nim(matches=4)", 9)] {
        let told = Told { game: Nim::from_spec(&spec(text)).unwrap(), reach };
        conformance::rules(&told, 10);
        check(&told, 17, 6, 4, 12, |config| config);
    }
    for reach in [2, 4] {
        check(&Told { game: TicTacToe, reach }, 18, 20, 6, 5, |config| Config { symmetry: false, ..config });
    }
    for text in ["othello(size=4)", "othello(size=4, payoff=margin)", "othello(size=6, payoff=margin)"] {
        check(&Othello::from_spec(&spec(text)).unwrap(), 19, 12, 30, 4, |config| config);
    }
    for text in ["dice(board=3, win=3)", "dice(board=4, win=3)"] {
        let AnyDice::Small(game) = dice::from_spec(&spec(text)).unwrap() else { panic!("a small board") };
        check(&game, 20, 12, 16, 5, |config| config);
    }
}

#[test]
fn small_games_with_chance() {
    check(&Pig::from_spec(&spec("pig(target=12)")).unwrap(), 7, 30, 20, 6, |config| config);
    check(&Einstein::from_spec(&spec("einstein(board=4)")).unwrap(), 8, 30, 12, 5, |config| config);
}

#[test]
fn history_with_the_table_off() {
    check(&LinesOfAction, 9, 12, 40, 2, |config| Config { table: Size::Off, ..config });
}

/// Checks random positions of a game by two and three threads, each as often as [`repetitions`] says.
fn check_threads<G: Knowledge + Notation>(game: &G, seed: u64, positions: usize, plies: usize, depth: u32) {
    let mut rng = seeded(seed);
    let evaluator = evaluator(game);
    let with_table = |config: Config| match config.table {
        Size::Off => Config { table: Size::Entries(1 << 10), ..config },
        _ => config,
    };
    for _ in 0..positions {
        let plies = below(&mut rng, plies + 1);
        let line = random_line(game, plies, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        let wanted = [false, true].map(|bounds| truth(&line, &evaluator, depth, bounds));
        let mut configs = single_switches();
        configs.extend((0..8).map(|_| any_switches(&mut rng)));
        for (config, threads) in configs.into_iter().flat_map(|config| [2, 3].map(|n| (config.clone(), n))) {
            let config = Config { threads, matching: Matching::Exact, ..with_table(config) };
            for _ in 0..repetitions() {
                agrees(&line, &evaluator, &config, depth, wanted);
            }
        }
    }
}

/// How often a search by several threads is repeated: ten times, or as `PLYWOOD_REPEAT` says.
fn repetitions() -> usize {
    std::env::var("PLYWOOD_REPEAT").ok().and_then(|number| number.parse().ok()).unwrap_or(10)
}

#[test]
fn threads_give_the_value_of_one() {
    let mut rng = seeded(21);
    for seed in 0..4 {
        check_threads(&random_tree(&mut rng, seed % 2 == 1, 6), seed, 1, 0, 6);
    }
    check_threads(&TicTacToe, 22, 2, 3, 5);
    let small = plywood_games::connect4::from_spec(&spec("connect4(columns=5, rows=4)")).unwrap();
    let AnyConnect4::Other(connect4) = small else { panic!("5x4 is not the usual board") };
    check_threads(&connect4, 23, 2, 8, 6);
    check_threads(&Kalah::from_spec(&spec("kalah(holes=4, seeds=3)")).unwrap(), 24, 2, 4, 6);
    check_threads(&Einstein::from_spec(&spec("einstein(board=4)")).unwrap(), 25, 1, 6, 5);
}

#[test]
fn complete_searches_may_use_deeper_entries() {
    let mut rng = seeded(11);
    let evaluator = evaluator(&TicTacToe);
    for _ in 0..60 {
        let plies = 2 + below(&mut rng, 6);
        let line = random_line(&TicTacToe, plies, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        let wanted = [false, true].map(|bounds| truth(&line, &evaluator, 9, bounds));
        assert_eq!(wanted[0], wanted[1], "a whole game is worth the same");
        for config in single_switches() {
            agrees(&line, &evaluator, &Config { matching: Matching::Deeper, ..config }, 9, wanted);
        }
        for _ in 0..10 {
            let config = Config { matching: Matching::Deeper, ..any_switches(&mut rng) };
            agrees(&line, &evaluator, &config, 9, wanted);
            agrees(&line, &evaluator, &Config { threads: 2, ..config }, 9, wanted);
        }
    }
}

#[test]
fn whole_games_are_worth_the_same_with_bounds_and_without() {
    let mut rng = seeded(21);
    let mut tried = 0;
    for (holes, seeds) in [(2, 2), (2, 3), (3, 2), (3, 3)].into_iter().cycle().take(60) {
        let game = Kalah::new(holes, seeds);
        let evaluator = evaluator(&game);
        let line = random_line(&game, 2 + below(&mut rng, 14), &mut rng);
        let few = Meter::new(Task::new(Budget::nodes(5000)));
        let Some((value, _)) = Plain::new(&line, &evaluator, few).search(60) else { continue };
        if line.turn() == Turn::Over {
            continue;
        }
        tried += 1;
        for config in (0..10).map(|_| any_switches(&mut rng)).chain(single_switches()) {
            // Searches within searches and one for each of sixty plies would take for ever.
            let (iid, deepening) = (None, Schedule::AtOnce);
            let config = Config { matching: Matching::Deeper, iid, deepening, ..config };
            agrees(&line, &evaluator, &config, 60, [f64::from(value); 2]);
        }
    }
    assert!(tried > 15, "small games: {tried}");
}

/// A draw is worth less to who despises it, with bounds as without them.
#[test]
fn contempt_within_bounds() {
    let mut rng = seeded(22);
    let evaluator = evaluator(&TicTacToe);
    let mut drawn = 0;
    for _ in 0..60 {
        let line = random_line(&TicTacToe, 4, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        for contempt in [-3, 3] {
            let values = [false, true].map(|bounds| {
                let config = Config { contempt, bounds, ..any_switches(&mut rng) };
                think(&line, &evaluator, &config, 9).value
            });
            assert_eq!(values[0], values[1], "{}", TicTacToe.write_position(line.position()));
            drawn += u32::from(values[0] != 0.0 && values[0].abs() < 1.0);
        }
    }
    assert!(drawn > 10, "some are drawn: {drawn}");
}

#[test]
fn plain_alpha_beta_hard_and_soft() {
    let mut rng = seeded(12);
    for _ in 0..2000 {
        let tree = random_tree(&mut rng, false, 6);
        let evaluator = evaluator(&tree);
        let depth = below(&mut rng, 7) as u32;
        let value = plywood_search::plain::oracle(&tree, &evaluator, &tree.start(), depth);
        for fail in [Fail::Hard, Fail::Soft] {
            let mut search = PlainAlphaBeta::new(&tree, &evaluator, fail);
            assert_eq!(search.search(&tree.start(), depth, f64::LOWEST, f64::HIGHEST), value);
        }
        if depth == 0 {
            continue;
        }
        // With a window: inside it the value, outside it a bound on the right side.
        let alpha = value + f64::from(below(&mut rng, 21) as i32 - 10);
        let beta = alpha + 1.0 + below(&mut rng, 10) as f64;
        let mut hard = PlainAlphaBeta::new(&tree, &evaluator, Fail::Hard);
        assert_eq!(
            hard.search(&tree.start(), depth, alpha, beta),
            value.clamp(alpha, beta),
            "fail-hard clamps"
        );
        let mut soft = PlainAlphaBeta::new(&tree, &evaluator, Fail::Soft);
        let found = soft.search(&tree.start(), depth, alpha, beta);
        if found <= alpha {
            assert!(value <= found, "an upper bound");
        } else if found >= beta {
            assert!(value >= found, "a lower bound");
        } else {
            assert_eq!(found, value);
        }
    }
}

#[test]
fn proven_means_exact() {
    // Whatever a search proves is what the whole game is worth.
    let mut rng = seeded(13);
    let evaluator = evaluator(&TicTacToe);
    let mut proofs = 0;
    for _ in 0..200 {
        let plies = below(&mut rng, 8);
        let line = random_line(&TicTacToe, plies, &mut rng);
        if line.turn() == Turn::Over {
            continue;
        }
        let whole = truth(&line, &evaluator, 9, false);
        let depth = 1 + below(&mut rng, 5) as u32;
        let report = think(&line, &evaluator, &any_switches(&mut rng), depth);
        if report.proven {
            proofs += 1;
            assert_eq!(report.value, whole, "{}", TicTacToe.write_position(line.position()));
        }
    }
    assert!(proofs > 50, "some are proven: {proofs}");
}

#[test]
fn distances_are_exact() {
    // Taking three of seven leaves a lost heap of four, which is gone after two more moves.
    let nim = Nim::from_spec(&spec("nim(matches=7)")).unwrap();
    let line = Line::new(nim);
    for config in single_switches() {
        let report = think(&line, &evaluator(&nim), &config, 20);
        assert_eq!((report.best, report.value, report.distance), (Some(3), 1.0, Some(3)), "{config:?}");
    }
}

#[test]
fn a_stopped_search_has_a_legal_move() {
    let mut rng = seeded(14);
    let evaluator = evaluator(&LinesOfAction);
    for nodes in 0..120 {
        let plies = below(&mut rng, 30);
        let line = random_line(&LinesOfAction, plies, &mut rng);
        let Turn::Player(_) = line.turn() else { continue };
        let mut search = AlphaBeta::new(evaluator.clone(), any_switches(&mut rng));
        let report = search.think(&line, Task::new(Budget::nodes(nodes * nodes)));
        assert!(report.nodes <= nodes * nodes, "the budget is kept");
        let name = LinesOfAction.write_move(line.position(), report.best.expect("a move"));
        assert!(LinesOfAction.read_move(line.position(), &name).is_ok(), "{name} is legal");
        // Asked to stop before it began.
        let stop = Stop::new();
        stop.raise();
        assert!(search.think(&line, Task::new(Budget::UNSET).stop(&stop)).best.is_some());
        let budget = Budget { evaluations: Some(nodes), ..Budget::UNSET };
        assert!(search.think(&line, Task::new(budget)).evaluations <= nodes);
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let mut rng = seeded(15);
    let evaluator = evaluator(&LinesOfAction);
    for _ in 0..10 {
        let line = random_line(&LinesOfAction, 10, &mut rng);
        let config = Config { lmr: Some(3), quiescence: true, ..any_switches(&mut rng) };
        let run = || {
            let mut search = AlphaBeta::new(evaluator.clone(), config.clone());
            let report = search.think(&line, Task::new(Budget::nodes(5000)));
            (report.best, report.value.to_bits(), report.nodes, report.evaluations, report.pv)
        };
        assert_eq!(run(), run());
    }
}
