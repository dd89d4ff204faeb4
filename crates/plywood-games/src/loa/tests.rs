//! The rules tested by counts, by a slow definition and by positions.

use plywood_core::{Evaluator, Line, conformance, random};

use super::*;
use crate::testing::refused;

#[test]
fn conforms() {
    conformance::rules(&LinesOfAction, 40);
    conformance::evaluators(&LinesOfAction, 10);
}

/// Counts by the game's own `count_moves` at the last ply; with the repetition rule, a drawn position has no moves.
fn perft(board: &Board, depth: u32, repetition: bool, keys: &mut Vec<u64>) -> u64 {
    if repetition && LinesOfAction.ended_by_history(board, keys).is_some() {
        return 0;
    }
    if depth == 1 {
        return LinesOfAction.count_moves(board) as u64;
    }
    keys.push(board.key);
    let mut leaves = 0;
    let _ = LinesOfAction.children(board, |_, after| {
        leaves += perft(&after, depth - 1, repetition, keys);
        ControlFlow::<()>::Continue(())
    });
    keys.pop();
    leaves
}

#[test]
fn counts_positions() {
    let start = LinesOfAction.start();
    let count = |depth, repetition| perft(&start, depth, repetition, &mut Vec::new());
    assert_eq!([1, 2, 3, 4].map(|depth| count(depth, false)), [36, 1_244, 44_952, 1_563_208]);
    assert_eq!(count(5, false), 55_963_132);
    assert_eq!(count(5, true), 55_934_908, "with a draw at the first repeated board");
}

type Cells = [[Option<Player>; 8]; 8];

fn cells(board: &Board) -> Cells {
    let mut cells = [[None; 8]; 8];
    for (row, text) in rows(board).iter().enumerate() {
        for (column, found) in text.chars().enumerate() {
            cells[row][column] = player_of(found);
        }
    }
    cells
}

fn at(cells: &Cells, row: i32, column: i32) -> Option<Option<Player>> {
    ((0..8).contains(&row) && (0..8).contains(&column)).then(|| cells[row as usize][column as usize])
}

/// Every legal move, square by square from the rules' own words.
fn slow_jumps(cells: &Cells, player: Player) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for from in 0..64 {
        let (row, column) = (from / 8, from % 8);
        if at(cells, row, column) != Some(Some(player)) {
            continue;
        }
        for (rows, columns) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let along = |steps: i32| at(cells, row + steps * rows, column + steps * columns);
            let length = (-7..=7).filter(|steps| matches!(along(*steps), Some(Some(_)))).count() as i32;
            let jumped_over = |steps: i32| matches!(along(steps), Some(Some(other)) if other != player);
            let lands = along(length).is_some_and(|target| target != Some(player));
            if lands && !(1..length).any(jumped_over) {
                let to = (row + length * rows) * 8 + column + length * columns;
                jumps.push(Jump { from: from as u8, to: to as u8 });
            }
        }
    }
    jumps
}

/// How many groups a player's stones form, by painting one after the other.
fn slow_groups(cells: &Cells, player: Player) -> usize {
    fn paint(cells: &mut Cells, row: i32, column: i32, player: Player) {
        if at(cells, row, column) == Some(Some(player)) {
            cells[row as usize][column as usize] = None;
            for neighbour in 0..9 {
                paint(cells, row + neighbour / 3 - 1, column + neighbour % 3 - 1, player);
            }
        }
    }
    let mut cells = *cells;
    let mut groups = 0;
    for square in 0..64 {
        if at(&cells, square / 8, square % 8) == Some(Some(player)) {
            groups += 1;
            paint(&mut cells, square / 8, square % 8, player);
        }
    }
    groups
}

#[test]
fn moves_and_connection_equal_their_slow_definitions() {
    for seed in 0..150 {
        let mut rng = random::seeded(seed);
        let mut board = LinesOfAction.start();
        for _ in 0..120 {
            let cells = cells(&board);
            for player in [Player::FIRST, Player::SECOND] {
                let mut fast = Vec::new();
                let _ = board.jumps(player, |jump| {
                    fast.push((jump.from, jump.to));
                    ControlFlow::<()>::Continue(())
                });
                let mut slow: Vec<_> =
                    slow_jumps(&cells, player).iter().map(|jump| (jump.from, jump.to)).collect();
                fast.sort_unstable();
                slow.sort_unstable();
                assert_eq!(fast, slow, "{}", LinesOfAction.write_position(&board));
                let groups = slow_groups(&cells, player);
                assert_eq!(board::is_connected(board.own(player)), groups == 1);
            }
            if LinesOfAction.turn(&board) == Turn::Over {
                break;
            }
            board = board.after(LinesOfAction.random_move(&board, &mut rng));
        }
    }
}

fn read(rows: &str) -> Board {
    LinesOfAction.read_position(rows).unwrap()
}

#[test]
fn who_connects_wins_and_the_mover_first() {
    // The capture takes O's only stone apart from its others, and brings X's two together.
    let both = read("X.O...../...X..../......../......../......../......../......OO/........ X");
    assert_eq!(both.winner, None);
    let capture = LinesOfAction.read_move(&both, "a8xc8").unwrap();
    assert_eq!(LinesOfAction.play(&both, capture).winner, Some(Player::FIRST));
    // With one more stone far off only O is connected, and wins on X's move.
    let other = read("X.O...../...X..../......../......../......../......../......OO/X....... X");
    assert_eq!(LinesOfAction.play(&other, capture).winner, Some(Player::SECOND));
}

#[test]
fn a_repeated_board_is_a_draw() {
    let mut line = Line::new(LinesOfAction);
    for step in ["b8-b6", "a7-c7", "b6-b8"] {
        line.try_step(step).unwrap();
        assert_ne!(line.turn(), Turn::Over);
    }
    line.try_step("c7-a7").unwrap();
    assert_eq!(line.turn(), Turn::Over);
    assert_eq!(line.payoff(Player::FIRST), 0);
}

#[test]
fn a_player_without_a_move_loses() {
    // Every line of both X holds two stones or four, and starts with an O that cannot be jumped.
    let stuck = read("XO....../OO....../......../......../......../......../OO....../XO...... X");
    assert_eq!(slow_jumps(&cells(&stuck), Player::FIRST).len(), 0);
    assert_eq!(stuck.winner, Some(Player::SECOND));
}

#[test]
fn evaluations_are_the_same_from_every_side() {
    let board = read(".XX...X./O..X...O/O......O/O.X....O/...O...O/O......O/O.X...../.XXX.XX. O");
    for evaluation in [Evaluation::Centre, Evaluation::Mobility, Evaluation::Concentration] {
        let value = |symmetry| {
            let turned = LinesOfAction.transform(&board, symmetry);
            let state = evaluation.root(&LinesOfAction, &turned);
            evaluation.evaluate(&LinesOfAction, &turned, &state, Player::FIRST)
        };
        assert!((0..8).all(|symmetry| value(symmetry) == value(0)), "{evaluation:?}");
        assert_ne!(value(0), 0, "{evaluation:?}");
    }
}

/// What a network says of a board: sums carried along agree with those made afresh and with the trainer's own arithmetic,
/// and colours changed the value turns its sign.
#[test]
fn networks_agree_with_their_definition_along_a_game() {
    use plywood_core::random::seeded;
    use plywood_eval::Features;
    use plywood_eval::perceptron::Activity;
    let weights = network::untrained(5);
    let evaluation = Evaluation::from(Network::new(&weights));
    let mut rng = seeded(8);
    let mut board = LinesOfAction.start();
    let mut carried = evaluation.root(&LinesOfAction, &board);
    let (mut captures, mut sums) = (0, Vec::new());
    while board.winner.is_none() {
        let value = |state: &_, player| evaluation.evaluate(&LinesOfAction, &board, state, player);
        let fresh = evaluation.root(&LinesOfAction, &board);
        assert_eq!(carried, fresh);
        let mut active = Vec::new();
        Squares.list(&LinesOfAction, &board, &mut active);
        let exact = network::POINTS * weights.forward(&active, &mut Activity::default());
        let here = value(&fresh, Player::FIRST);
        assert!((here as f32 - exact).abs() < 3.0, "{here} {exact}");
        assert_eq!(here, -value(&fresh, Player::SECOND));
        let turned = Board::new([board.stones[1], board.stones[0]], board.mover.other());
        let state = evaluation.root(&LinesOfAction, &turned);
        assert_eq!(evaluation.evaluate(&LinesOfAction, &turned, &state, Player::SECOND), here);
        let jump = LinesOfAction.random_move(&board, &mut rng);
        captures += u32::from(board.captures(jump));
        let after = board.after(jump);
        weights.sums(&active, &mut sums);
        let mut changes = Vec::new();
        Squares.change(&LinesOfAction, &board, jump, &mut changes);
        let moved = weights.forward_from(&sums, &changes, &mut Activity::default());
        let mut child = Default::default();
        evaluation.advance(&LinesOfAction, &carried, &board, Step::Move(jump), &after, &mut child);
        (board, carried) = (after, child);
        let there = evaluation.evaluate(&LinesOfAction, &board, &carried, Player::FIRST);
        assert!((there as f32 - network::POINTS * moved).abs() < 3.0, "{there} {moved}");
    }
    assert!(captures > 5, "{captures}");
}

#[test]
fn networks_are_found_by_name_or_refused() {
    for (name, bytes) in network::SHIPPED {
        let weights = plywood_eval::Weights::from_bytes(bytes, Some(&network::SHAPE)).unwrap();
        assert!(weights.note.starts_with("plywood train loa network"), "{name}: {}", weights.note);
        assert_eq!(weights.network.parameters().count(), 2705);
        assert!(Network::find(name).is_ok());
    }
    assert!(Network::find("nowhere.weights").unwrap_err().to_string().contains("nowhere.weights"));
}

#[test]
fn wrong_positions_are_refused_with_the_place() {
    let board = ".XXXXXX./O......O/O......O/O......O/O......O/O......O/O......O/.XXXXXX.";
    refused(&LinesOfAction, board, Some(72), "player on turn");
    refused(&LinesOfAction, &format!("{board} Z"), Some(73), "X or O");
    refused(&LinesOfAction, &format!("{board} X X"), Some(75), "the end");
    refused(&LinesOfAction, &format!("{} X", &board[9..]), Some(1), "8 rows");
    refused(&LinesOfAction, &format!("{} X", board.replacen('.', "?", 1)), Some(1), "X, O or '.'");
    refused(&LinesOfAction, &format!("{} X", board.replacen("O......O", "OO.....O", 1)), None, "13 stones");
    refused(&LinesOfAction, &format!("{} X", board.replace('O', ".")), None, "0 stones");
}
