//! Rules, notation, streaks and evaluations against slow definitions.

use super::network::Network;
use super::streaks::{KINDS, LENGTHS, count, room};
use super::*;
use plywood_core::random::{Rng, seeded};
use plywood_core::{Evaluator, Line};
use plywood_eval::Features;
use plywood_eval::perceptron::Activity;

/// The cells of a board as letters.
fn cells<S: Grid>(game: &Dice<S>, board: &Board<S::Bits>) -> Vec<Vec<char>> {
    let size = game.grid.size() as usize;
    let text = game.write_position(board);
    let letters: Vec<char> = text.split(' ').skip(4).map(|word| word.chars().next().unwrap()).collect();
    letters.chunks(size).map(<[char]>::to_vec).collect()
}

/// The lengths of all maximal streaks of a colour, cell by cell.
fn slow_streaks(cells: &[Vec<char>], colour: char) -> Vec<u32> {
    let size = cells.len() as i32;
    let own = |row: i32, column: i32| {
        (0..size).contains(&row)
            && (0..size).contains(&column)
            && cells[row as usize][column as usize] == colour
    };
    let mut lengths = Vec::new();
    for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if own(row, column) && !own(row - down, column - right) {
                lengths.push((1..).find(|n| !own(row + n * down, column + n * right)).unwrap() as u32);
            }
        }
    }
    lengths
}

/// Plays random games and shows every position with the slow streaks of both sides.
fn along_random_games<S: Grid>(
    game: Dice<S>,
    games: u64,
    mut see: impl FnMut(&Line<Dice<S>>, [Vec<u32>; 2]),
) {
    for seed in 0..games {
        let mut rng: Rng = seeded(seed);
        let mut line = Line::new(game);
        loop {
            let cells = cells(&game, line.position());
            see(&line, ['b', 'r'].map(|colour| slow_streaks(&cells, colour)));
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => drop(line.sample(&mut rng)),
                Turn::Player(_) => line.play(game.random_move(line.position(), &mut rng)),
            }
        }
    }
}

fn rules_match_the_slow_ones<S: Grid>(game: Dice<S>, games: u64) {
    let (size, win) = (game.grid.size(), game.grid.win());
    along_random_games(game, games, |line, slow| {
        let board = line.position();
        let won = slow.iter().any(|lengths| lengths.iter().any(|length| *length >= win));
        assert_eq!(board.phase == Phase::Won, won);
        for (stones, slow) in board.stones.iter().zip(&slow) {
            let counts = count(&game.grid, *stones);
            for (length, number) in LENGTHS.zip(counts) {
                assert_eq!(number as usize, slow.iter().filter(|found| **found == length).count());
                assert!(number <= room(size, length));
            }
        }
        if line.turn() == Turn::Chance {
            let cells = cells(&game, board);
            let free = |line: usize| {
                (0..size as usize).any(|at| match board.mover {
                    Player::FIRST => cells[line][at] == '-',
                    _ => cells[at][line] == '-',
                })
            };
            let open: Vec<u8> = (0..size as u8).filter(|line| free(*line as usize)).collect();
            let mut seen = Vec::new();
            let _ = game.events(board, |event, probability, _| {
                assert_eq!(
                    probability,
                    1.0 / open.len() as f64,
                    "a roll again makes open lines equally likely"
                );
                seen.push(event);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(seen, open);
        }
    });
}

#[test]
fn fast_rules_equal_slow_ones() {
    rules_match_the_slow_ones(FIVE, 200);
    for (size, win) in [(3, 2), (3, 3), (5, 5), (7, 4), (7, 7)] {
        rules_match_the_slow_ones(Dice { grid: AnyGrid::<u64>::new(size, win) }, 40);
    }
    rules_match_the_slow_ones(Dice { grid: AnyGrid::<u128>::new(10, 6) }, 10);
    rules_match_the_slow_ones(Dice { grid: AnyGrid::<Wide>::new(13, 6) }, 5);
    rules_match_the_slow_ones(Dice { grid: AnyGrid::<Wide>::new(17, 8) }, 3);
}

#[test]
fn room_for_streaks_on_the_usual_board() {
    // Rows and columns of 5 hold two pairs each; of the diagonals one of 5 and two of 4, 3, 2 hold 2, 1, 1, 1.
    assert_eq!(room(5, 2), 10 * 2 + 2 * (2 + 2 + 2 + 2));
    assert_eq!(room(5, 3), 10 + 2 * (1 + 2 + 2));
    assert_eq!(room(5, 6), 0);
}

#[test]
fn the_75_positions_are_legal_and_written_as_they_are_read() {
    let lines: Vec<&str> = POSITIONS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.iter().filter(|line| !line.is_empty()).count(), 75);
    for (line, board) in lines.iter().zip(test_positions()) {
        assert_eq!(FIVE.write_position(&board), *line);
        assert!(matches!(FIVE.turn(&board), Turn::Player(_)));
    }
}

#[test]
fn bad_notation_is_refused_with_its_place() {
    let empty = " -".repeat(25);
    let cells = |stones: &str| format!("{stones}{}", " -".repeat(25 - stones.split_whitespace().count()));
    let refused = |text: String| FIVE.read_position(&text).unwrap_err();
    assert_eq!(refused(format!("6 4 b -1{empty}")).column(), Some(1));
    assert_eq!(refused(format!("5 5 b -1{empty}")).column(), Some(3));
    assert_eq!(refused(format!("5 4 g -1{empty}")).column(), Some(5));
    assert_eq!(refused(format!("5 4 b 5{empty}")).column(), Some(7));
    assert!(refused(format!("5 4 b 5{empty}")).to_string().contains("0 to 4 or -1"));
    assert!(refused(format!("5 4 b 0{}", " -".repeat(24))).to_string().contains("found 24"));
    assert!(refused(format!("5 4 b 0{} -", empty)).to_string().contains("more than 5 times 5"));
    let wrong = refused(format!("5 4 b 0{}", cells(" - x")));
    assert!(wrong.to_string().contains("cell b1") && wrong.column() == Some(11), "{wrong}");
    let many = refused(format!("5 4 r 0{}", cells(" b b")));
    assert!(many.to_string().contains("blue has too many"), "{many}");
    let both = refused(format!("5 4 b -1{}", cells(" b b b b - r r r r")));
    assert!(both.to_string().contains("both players"), "{both}");
    let over = refused(format!("5 4 b -1{}", cells(" b b b b - r r r - r")));
    assert!(over.to_string().contains("a move ago"), "{over}");
    let full = refused(format!("5 4 b 0{}", cells(" b r b r b - - - - - r")));
    assert!(full.to_string().contains("row of roll 0 is full") && full.column() == Some(7), "{full}");
    let late = refused(format!("5 4 r 0{}", cells(" b b b b - r r r - -")));
    assert!(late.to_string().contains("over"), "{late}");
    let twice = refused(format!("5 4 r -1{}", cells(" b b b b - r r r - - - r r r - b b b b - r - -")));
    assert!(twice.to_string().contains("no single last stone"), "{twice}");
    assert!(refused(String::new()).to_string().contains("board size is missing"));
}

fn network_matches_the_plain_one<S: Grid>(game: Dice<S>, games: u64) {
    let plain = network::untrained(&game, 9);
    let evaluation = Evaluation::Network(Network::new(&game, &plain));
    let mut carried = evaluation.root(&game, &game.start());
    along_random_games(game, games, |line, _| {
        let board = line.position();
        match (line.steps().last(), line.positions()) {
            (Some(step), [.., before, _]) => {
                let parent = carried;
                evaluation.advance(&game, &parent, before, *step, board, &mut carried);
            }
            _ => carried = evaluation.root(&game, board),
        }
        assert_eq!(carried, evaluation.root(&game, board), "sums carried along equal fresh ones to the bit");
        let mut active = Vec::new();
        streaks::Streaks.list(&game, board, &mut active);
        let exact = plain.forward(&active, &mut Activity::default());
        let fast = evaluation.evaluate(&game, board, &carried, Player::FIRST);
        assert!((fast - f64::from(exact)).abs() < 1e-5, "{fast} {exact}");
    });
}

#[test]
fn carried_network_equals_the_plain_one() {
    network_matches_the_plain_one(FIVE, 100);
    network_matches_the_plain_one(Dice { grid: AnyGrid::<u128>::new(9, 6) }, 10);
    network_matches_the_plain_one(Dice { grid: AnyGrid::<Wide>::new(17, 8) }, 2);
}

#[test]
fn network_shapes_are_those_of_the_thesis() {
    let shape = |size, win| network::shape(&Dice { grid: AnyGrid::<Wide>::new(size, win) });
    assert_eq!(
        [(5, 4), (9, 6), (13, 6), (17, 8)].map(|(size, win)| shape(size, win)),
        [[62, 10, 1], [174, 15, 1], [350, 20, 1], [590, 30, 1]]
    );
    assert_eq!(KINDS * 2, 12);
}

#[test]
fn pairs_by_hand() {
    let board = FIVE.read_position("5 4 b -1 b b - r r - - - - - b - b r - - - - - - - - - - r").unwrap();
    let [blue, red] = board.stones;
    // Blue: a1 b1; a3 c3 over b3; a1 c3 over b2; a1 a3 over a2. Red: d1 e1; d1 d3 over d2.
    assert_eq!(evaluation::pairs(&FIVE.grid, blue, red), 4);
    assert_eq!(evaluation::pairs(&FIVE.grid, red, blue), 2);
}

/// Whether a row of as many cells as win has no stone of the other and lacks no more stones than there are turns left.
fn slow_hope(cells: &[Vec<char>], own: char, win: i32, turns: usize) -> bool {
    let size = cells.len() as i32;
    let inside = |(row, column): &(i32, i32)| (0..size).contains(row) && (0..size).contains(column);
    (0..size).flat_map(|row| (0..size).map(move |column| (row, column))).any(|(row, column)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            let places: Vec<(i32, i32)> = (0..win).map(|n| (row + n * down, column + n * right)).collect();
            let letters = || places.iter().map(|(row, column)| cells[*row as usize][*column as usize]);
            places.iter().all(inside)
                && letters().all(|letter| letter == own || letter == '-')
                && letters().filter(|letter| *letter == '-').count() <= turns
        })
    })
}

#[test]
fn who_cannot_win_any_more_is_known() {
    fn check<S: Grid>(game: Dice<S>, rng: &mut Rng) -> u32 {
        let mut told = 0;
        for _ in 0..60 {
            let mut line = Line::new(game);
            while line.turn() != Turn::Over {
                let board = *line.position();
                let letters = cells(&game, &board);
                let left = letters.iter().flatten().filter(|letter| **letter == '-').count();
                let hope = |player: Player| {
                    let turns = if player == board.mover { left.div_ceil(2) } else { left / 2 };
                    slow_hope(&letters, ['b', 'r'][player.index()], game.grid.win() as i32, turns)
                };
                let wanted =
                    (-f64::from(u8::from(hope(Player::SECOND))), f64::from(u8::from(hope(Player::FIRST))));
                assert_eq!(
                    game.bounds(&board).unwrap_or((-1.0, 1.0)),
                    wanted,
                    "{}",
                    game.write_position(&board)
                );
                told += u32::from(wanted != (-1.0, 1.0));
                match line.turn() {
                    Turn::Chance => drop(line.sample(rng)),
                    _ => line.play(game.random_move(line.position(), rng)),
                }
            }
        }
        told
    }
    let mut rng = seeded(9);
    let mut told = check(FIVE, &mut rng);
    for (size, win) in [(3, 3), (4, 3), (6, 5), (11, 9)] {
        told += match AnyDice::new(size, win) {
            AnyDice::Five(game) => check(game, &mut rng),
            AnyDice::Small(game) => check(game, &mut rng),
            AnyDice::Large(game) => check(game, &mut rng),
        };
    }
    assert!(told > 1000, "something is known: {told}");
}
