//! Solving: published values, suites with their scores, and honest bounds where the means do not suffice.

use plywood_core::{Budget, Error, Stop, suite};
use plywood_study::solve::{Means, Solution, Solver, Summary};

/// A solver, with all games there are.
fn solver(game: &str, means: &Means) -> Result<Solver, Error> {
    plywood_registry::install();
    Solver::new(game, means)
}

fn solve(game: &str, means: &Means) -> Solution {
    let mut solver = solver(game, means).unwrap();
    let line = solver.game().start();
    solver.solve(&*line, &Stop::new(), &mut ()).unwrap()
}

fn value(game: &str) -> Option<f64> {
    solve(game, &Means::default()).value
}

fn suite_of(game: &str, text: &str) -> Summary {
    let mut solver = solver(game, &Means { memory: Some("16MB"), ..Means::default() }).unwrap();
    let problems = suite::read(solver.game(), text).unwrap();
    solver.suite(&problems, &Stop::new(), &mut |_, _| {}).unwrap()
}

#[test]
fn small_games_have_their_known_values() {
    assert_eq!(value("tictactoe"), Some(0.0));
    assert_eq!(value("nim(matches=1000)"), Some(-1.0));
    assert_eq!(
        value("nim(matches=20, strike=3)"),
        solve("nim(matches=20, strike=3)", &Means { with: Some("minimax"), ..Means::default() }).value
    );
    // 4x4 Othello: the second player wins by 11 to 3, and the two empty squares go to the winner.
    assert_eq!(value("othello(size=4)"), Some(-10.0));
    // Four columns and four rows: a draw.
    assert_eq!(value("connect4(columns=4, rows=4)"), Some(0.0));
    let chance = value("pig").unwrap();
    assert!((chance - 0.0612).abs() < 0.0001, "{chance}");
    let three = solve("nim3", &Means::default());
    assert_eq!((three.value, three.values), (Some(1.0), vec![1.0, 0.0, 0.0]));
    assert!((value("tree:(A={1 2 4} B={2})").unwrap() - 7.0 / 3.0).abs() < 1e-12);
    let dice = solve("dice(board=3, win=3)", &Means { memory: Some("64MB"), ..Means::default() });
    let plain = solve(
        "dice(board=3, win=3)",
        &Means { with: Some("expectimax(depth=18, deepening=off)"), ..Means::default() },
    );
    assert!((dice.value.unwrap() - plain.value.unwrap()).abs() < 1e-9);
}

/// k in a row: (4,3,3) and (6,5,4) are won, (3,3,3) and (5,4,4) drawn.
#[test]
fn boards_of_k_in_a_row_have_their_values() {
    let found = |board: &str, with: &str| {
        let means = Means { with: Some(with), ..Means::default() };
        solve(&format!("mnk({board})"), &means).value
    };
    for with in ["mtdf", "pn", "pn2", "dfpn", "pds", "pns_star", "dfpn(threats=2)"] {
        assert_eq!(found("columns=4, rows=3, line=3", with), Some(1.0), "{with}");
        assert_eq!(found("columns=3, rows=3, line=3", with), Some(0.0), "{with}");
    }
    let to_the_end = "mtdf(eval=zero, deepening=off, killers=off, history=off, symmetry=on, table=64MB)";
    assert_eq!(found("columns=5, rows=4, line=4", to_the_end), Some(0.0));
    assert_eq!(found("columns=6, rows=5, line=4", "mtdf(depth=11, symmetry=on, table=64MB)"), Some(1.0));
}

/// Irving, Donkers and Uiterwijk 2000, margins of the smallest shapes.
#[test]
fn small_kalah_is_as_published() {
    let margins: [(u32, [f64; 6]); 3] = [
        (1, [0.0, -2.0, 6.0, -2.0, 2.0, 0.0]),
        (2, [2.0, -2.0, -2.0, -12.0, 6.0, 8.0]),
        (3, [0.0, 4.0, 2.0, 2.0, 6.0, -10.0]),
    ];
    for (holes, row) in margins {
        for (seeds, margin) in (1..).zip(row) {
            let means = Means { memory: Some("64MB"), ..Means::default() };
            let found = solve(&format!("kalah(holes={holes}, seeds={seeds})"), &means);
            assert_eq!(found.value, Some(margin), "kalah({holes}, {seeds})");
            assert_eq!(found.bounds, (margin, margin));
        }
    }
}

#[test]
fn too_little_time_leaves_bounds() {
    let budget = Budget::nodes(20_000);
    let found = solve("kalah", &Means { budget, ..Means::default() });
    assert!(found.value.is_none() && !found.stopped);
    let (low, high) = found.bounds;
    assert!(-48.0 <= low && low < high && high <= 48.0);
    // A small shape is closed in on: the true value is always between.
    for nodes in [10, 100, 1000, 3000, 10_000, 100_000] {
        let budget = Budget::nodes(nodes);
        let found = solve("kalah(holes=3, seeds=4)", &Means { budget, ..Means::default() });
        assert!(found.bounds.0 <= 2.0 && found.bounds.1 >= 2.0, "{found:?}");
        assert_eq!(found.value.is_some(), found.bounds == (2.0, 2.0));
    }
    let stop = Stop::new();
    stop.raise();
    let mut solver = solver("kalah", &Means::default()).unwrap();
    let line = solver.game().start();
    assert!(solver.solve(&*line, &stop, &mut ()).unwrap().stopped);
}

#[test]
fn suites_are_compared_with_their_scores() {
    // Pons: won with the fourth stone; lost to a fourth stone; a wrong score; none.
    let found = suite_of("connect4", "# four of them\n121212 18\n44335 -18\n44335 -17\n1212121\n");
    assert_eq!((found.positions, found.right, found.wrong, found.unknown, found.unscored), (4, 2, 1, 0, 1));
    // OBF: the last moves of a game, scored in discs.
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let found = suite_of("othello", &format!("{board}; h8:+64; % remark\n"));
    assert_eq!((found.positions, found.right), (1, 1));
    let found = suite_of("kalah(holes=1, seeds=2)", "2:0 2:0 1; -2\n2:0 2:0 1; 3\n");
    assert_eq!((found.right, found.wrong), (1, 1));
    assert!(found.mean_nodes * 2.0 == found.total_nodes as f64);
}

/// The sets belong to others and are read where they lie; without them there is nothing to test.
fn published(file: &str) -> Option<String> {
    let path = format!("{}/../../../shared/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {path} is missing");
    }
    text
}

#[test]
fn published_positions_are_solved_right() {
    for set in ["L3_R1", "L2_R1", "L1_R1"] {
        let Some(text) = published(&format!("connect4/Test_{set}.txt")) else { return };
        let found = suite_of("connect4", &text);
        assert_eq!((found.positions, found.right), (1000, 1000), "{set}");
    }
}

#[test]
fn connect_fours_solver_agrees_with_alpha_beta() {
    let with = Some("mtdf(table=64MB)");
    for (columns, rows, stones) in
        [(4, 4, 0), (5, 4, 0), (4, 5, 2), (5, 5, 9), (6, 5, 14), (6, 6, 20), (8, 8, 46)]
    {
        let game = format!("connect4(columns={columns}, rows={rows})");
        let mut own = solver(&game, &Means { memory: Some("1MB"), ..Means::default() }).unwrap();
        let mut other = solver(&game, &Means { with, ..Means::default() }).unwrap();
        assert_eq!(own.spec(), "solver(table=1MB)");
        for seed in 0..if stones == 0 { 1 } else { 6 } {
            let mut rng = plywood_core::random::seeded(seed);
            let mut line = own.game().start();
            for _ in 0..stones {
                let moves = line.moves();
                if let Some(chosen) = moves.get(plywood_core::random::below(&mut rng, moves.len().max(1))) {
                    line.step(chosen).unwrap();
                }
            }
            let there = other.game().read(&line.position()).unwrap();
            let (found, wanted) =
                (own.solve(&*line, &Stop::new(), &mut ()), other.solve(&*there, &Stop::new(), &mut ()));
            let (found, wanted) = (found.unwrap(), wanted.unwrap());
            assert_eq!(
                (found.value, found.distance),
                (wanted.value, wanted.distance),
                "{game} {}",
                line.position()
            );
        }
    }
}

#[test]
fn puzzles_are_solved_by_their_lengths() {
    let found = solve("puzzle(size=3, seed=4)", &Means::default());
    let again = solve("puzzle(size=3, seed=4)", &Means { with: Some("breadth_first"), ..Means::default() });
    assert_eq!((found.value, found.distance), (again.value, again.distance));
    assert_eq!(found.value, found.distance.map(f64::from));
    let Some(text) = published("puzzle15/korf100.txt") else { return };
    let mut solver =
        solver("puzzle", &Means { with: Some("ida(estimate=555)"), ..Means::default() }).unwrap();
    let problems = suite::read(solver.game(), &text).unwrap();
    assert_eq!(problems.len(), 100);
    let summary = solver.suite(&problems[..12], &Stop::new(), &mut |_, _| {}).unwrap();
    assert_eq!((summary.right, summary.positions), (12, 12));
    let budget = Budget::nodes(1000);
    let short = solve("puzzle", &Means { with: Some("ida(estimate=manhattan)"), budget, ..Means::default() });
    assert_eq!((short.value, short.nodes), (None, 1000));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |game: &str, means: Means| solver(game, &means).err().unwrap().to_string();
    assert!(refused("8ball", Means::default()).contains("nothing solves 8ball"));
    let memory = Some("1GB");
    assert!(refused("nim", Means { memory, ..Means::default() }).contains("formula has no table"));
    let with = Some("uct");
    assert!(refused("nim", Means { with, ..Means::default() }).contains("it keeps simulations or time"));
    let with = Some("uct(simulations=10)");
    assert!(solver("nim", &Means { with, ..Means::default() }).is_ok());
    let (memory, with) = (Some("lots"), None);
    assert!(refused("kalah", Means { memory, with, ..Means::default() }).contains("64MB"));
}
