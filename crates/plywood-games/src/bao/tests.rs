use super::transcript::Transcript;
use super::*;
use crate::testing::{perft, refused};
use plywood_core::random::seeded;
use plywood_core::{Notation, StaticEvaluator, conformance};

/// Figure C.4 of the thesis.
const FIGURE: &str = include_str!("figure-c4.txt");

fn starts() -> Vec<Board> {
    APPENDIX_D.lines().map(|line| Bao::new().read_position(line).unwrap()).collect()
}

#[test]
fn conforms() {
    conformance::rules(&Bao::new(), 60);
    conformance::evaluators(&Bao::new(), 20);
}

#[test]
fn rules_come_from_the_spec() {
    let made = |text: &str| Bao::from_spec(&text.parse().unwrap());
    assert_eq!(made("bao"), Ok(Bao::new()));
    assert_eq!(made("bao(takasia=off, limit=200)"), Ok(Bao { takasia: false, limit: 200 }));
    assert!(made("bao(limit=5)").unwrap_err().to_string().contains("64"));
}

#[test]
fn counts_positions_from_the_start() {
    let game = Bao::new();
    let counts: Vec<u64> = (1..=7).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [4, 14, 38, 124, 405, 1_430, 5_655]);
}

#[test]
fn counts_positions_of_appendix_d() {
    let sums =
        (1..=3).map(|depth| starts().iter().map(|board| perft(&Bao::new(), board, depth)).sum::<u64>());
    assert_eq!(starts().len(), 81);
    assert_eq!(sums.collect::<Vec<_>>(), [362, 1_700, 8_868]);
}

#[test]
fn the_game_of_figure_c4_replays_to_its_end() {
    let game = Bao::new();
    let transcript = Transcript::read(FIGURE).unwrap();
    assert_eq!(transcript.write(), FIGURE);
    let mut board = game.start();
    let mut sown = Vec::new();
    for text in &transcript.moves {
        let start = game.read_move(&board, text).unwrap();
        assert_eq!(game.write_move(&board, start), *text, "{}", game.draw(&board));
        let stones = game.acts(&board, start).into_iter().map(|act| match act {
            Act::Put { .. } => 1,
            Act::Sow { count, .. } => u32::from(count),
            _ => 0,
        });
        sown.push(stones.sum::<u32>());
        board = game.play(&board, start);
    }
    assert_eq!((transcript.moves.len(), sown[49]), (52, 51), "move 25 of North is the longest");
    assert_eq!(sown.iter().max(), Some(&51));
}

/// Random games from the start and from appendix D, every move of every position against the literal reading.
fn equals_the_literal_reading(games: u32, rules: Bao, seed: u64) {
    let mut rng = seeded(seed);
    let starts = starts();
    for number in 0..games {
        let mut board =
            if number % 2 == 0 { rules.start() } else { starts[number as usize / 2 % starts.len()] };
        for _ in 0..400 {
            let mut fast = Vec::new();
            let _ = rules.children(&board, |start, after| {
                fast.push((start, after));
                ControlFlow::<()>::Continue(())
            });
            let mut slow = literal::children(&rules, &board);
            let order = |(start, _): &(Start, Board)| rules.move_slot(*start);
            fast.sort_by_key(order);
            slow.sort_by_key(order);
            assert_eq!(fast, slow, "{}", rules.write_position(&board));
            assert_eq!(rules.turn(&board) == Turn::Over, slow.is_empty());
            if slow.is_empty() {
                break;
            }
            board = slow[plywood_core::random::below(&mut rng, slow.len())].1;
        }
    }
}

/// `PLYWOOD_REPEAT=100000` for the long version.
#[test]
fn plays_as_the_rules_are_written() {
    let games = std::env::var("PLYWOOD_REPEAT").ok().and_then(|games| games.parse().ok()).unwrap_or(1_000);
    equals_the_literal_reading(games, Bao::new(), 1);
    equals_the_literal_reading(games.div_ceil(10), Bao { takasia: false, limit: 64 }, 2);
}

#[test]
fn the_shortest_game_has_five_plies() {
    fn ends(game: &Bao, board: &Board, depth: u32) -> bool {
        if game.turn(board) == Turn::Over {
            return true;
        }
        depth > 0
            && game
                .children(board, |_, after| {
                    if ends(game, &after, depth - 1) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break()
    }
    let game = Bao::new();
    assert!(!ends(&game, &game.start(), 4) && ends(&game, &game.start(), 5));
}

#[test]
fn the_default_evaluation_is_keener_to_take_a_house_than_to_keep_one() {
    let game = Bao::new();
    let evaluate =
        |text: &str, player| Evaluation::Default.look(&game, &game.read_position(text).unwrap(), player);
    // South's A4 faces North's house a5 and the other way round; six stones each in their houses.
    let both = "0,0,0,1,6,2,1,0/0,0,0,0,0,0,0,0:22h 0,0,0,1,6,2,1,0/0,0,0,0,0,0,0,0:22h 1";
    assert_eq!([Player::FIRST, Player::SECOND].map(|player| evaluate(both, player)), [50, 50]);
    let takes = "0,0,0,1,6,2,1,0/0,0,0,0,0,0,0,0:22h 0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0:22h 1";
    // South can capture six stones at five points each and the house, North one stone.
    assert_eq!([Player::FIRST, Player::SECOND].map(|player| evaluate(takes, player)), [125, -75]);
}

#[test]
fn wrong_positions_are_refused_with_the_rule() {
    let game = Bao::new();
    let row = "0,0,0,0,0,0,0,0";
    refused(
        &game,
        &format!("0,0,0,0,6,2,2,0/{row}:22h 0,0,0,0,6,2,2,0/{row}:22h"),
        Some(72),
        "player on turn",
    );
    refused(&game, &format!("0,0,0,0,6,2,2,0/{row}:21h 0,0,0,0,6,2,2,0/{row}:22h 1"), None, "64 stones");
    refused(&game, &format!("0,0,0,0,6,2,3,0/{row}:21h 0,0,0,0,6,2,2,0/{row}:22h 1"), None, "rule 2.2");
    refused(&game, &format!("0,0,0,6,0,2,2,0/{row}:22h 0,0,0,0,6,2,2,0/{row}:22h 1"), Some(1), "rule 2.5a");
    refused(&game, &format!("0,0,0,6,2,2,0/{row}:22 0,0,0,0,6,2,2,0/{row}:22h 1"), Some(1), "8 holes");
    refused(
        &game,
        &format!("0,0,0,0,6,2,2,0/{row}:23h 0,0,0,0,6,2,2,0/{row}:22h 1"),
        Some(33),
        "a store of 0 to 22",
    );
    refused(
        &game,
        &format!("0,0,0,0,6,2,2,0/{row}:22h 0,0,0,0,6,2,2,0/{row}:22h 1 takasia:A3"),
        Some(75),
        "rule 4.1",
    );
    let error = game.read_move(&game.start(), "5L").unwrap_err().to_string();
    assert!(error.contains("6L*") && error.contains("7R*"), "{error}");
}

#[test]
fn transcripts_with_faults_are_refused_with_the_line() {
    let refused = |text: &str| Transcript::read(text).unwrap_err().to_string();
    assert!(refused("South: a\n1: 7L* 5R").contains("line 2: expected a semicolon"));
    assert!(refused("2: 7L* 5R;").contains("expected move 1"));
    assert!(refused("1: 7L* 5R 6R;").contains("found 3 moves"));
    assert!(refused("1: 7L*;\n2: 6R;").contains("expected move 1"));
    assert!(refused("winner").contains("colon"));
}

/// Positions of random games.
fn walked(games: u64) -> Vec<Board> {
    let game = Bao::new();
    let mut boards = Vec::new();
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut board = game.start();
        while game.turn(&board) != Turn::Over && boards.len() < 100 * games as usize {
            boards.push(board);
            board = game.play(&board, game.random_move(&board, &mut rng));
        }
    }
    boards
}

const PLAYERS: [Player; 2] = [Player::FIRST, Player::SECOND];

#[test]
fn genes_can_say_what_the_default_evaluation_says_of_both() {
    let mut genes = [0; features::SEEN];
    genes[features::HOLES..features::HOLES + 8].fill(3);
    genes[features::HOLES + 8..features::CAPTURES].fill(5);
    genes[features::CAPTURES..features::OWNED].fill(5);
    genes[features::OWNED] = 200;
    genes[features::TAKES] = 75; // half of 100 and 50
    let game = Bao::new();
    let bred = Evaluation::Linear(std::sync::Arc::new(learned::Weights::of_genes(&genes)));
    assert!(bred.mirrors());
    for board in walked(40) {
        let [south, north] = PLAYERS.map(|player| Evaluation::Default.look(&game, &board, player));
        assert_eq!(2 * bred.look(&game, &board, Player::FIRST), south - north);
    }
}

#[test]
fn what_searches_ask_is_what_trainers_teach() {
    use plywood_eval::{Gaussian, Linear, Model};
    let mut rng = seeded(5);
    let mut draw = |count: usize| -> Vec<f64> {
        (0..count).map(|_| plywood_core::random::unit(&mut rng) - 0.5).collect()
    };
    let linear = Linear(draw(2 * features::SEEN));
    let weights = learned::Weights::of_model(&linear.0).unwrap();
    let centres: Vec<Vec<f64>> = (0..learned::NUCLEI).map(|_| draw(2 * features::SEEN)).collect();
    let mut gaussian = Gaussian::spread(&centres, &[0.02; 2 * features::SEEN], &[0.0; 2 * features::SEEN]);
    let moved = draw(gaussian.parameters().len());
    gaussian.parameters_mut().iter_mut().zip(moved).for_each(|(one, by)| *one += 0.2 * by);
    let network = learned::Network::new(&gaussian).unwrap();
    for board in walked(20) {
        for player in PLAYERS {
            let inputs = features::inputs(&board, player);
            let points = f64::from(weights.value(&board, player));
            // Weights are rounded to whole points, each stone's at most by half of one.
            assert!((points - 10_000.0 * linear.score(&inputs)).abs() < 200.0);
            assert!(points.abs() <= f64::from(weights.most()));
            let value = f64::from(network.value(&board, player)) / f64::from(learned::Network::MOST);
            assert!((value - gaussian.value(&inputs)).abs() < 1e-3, "{value} {}", gaussian.value(&inputs));
        }
    }
    assert!(learned::Weights::of_model(&[f64::NAN; 2 * features::SEEN]).is_none());
    assert!(learned::Weights::of_model(&[0.0]).is_none());
}

#[test]
fn an_evaluation_can_be_made_for_one_player() {
    use plywood_core::Knowledge;
    let game = Bao::new();
    let make = |text: &str| game.evaluator(&text.parse().unwrap());
    let (plain, north) = (make("default").unwrap(), make("default(max=north)").unwrap());
    assert!(!plain.mirrors() && north.mirrors());
    for board in walked(10) {
        let value = plain.look(&game, &board, Player::SECOND);
        assert_eq!(PLAYERS.map(|player| north.look(&game, &board, player)), [-value, value]);
    }
    assert!(make("default(max=east)").unwrap_err().to_string().contains("south"));
    assert!(make("ga3(file=\"nowhere.txt\")").unwrap_err().to_string().contains("nowhere.txt"));
}

#[test]
fn what_ships_can_be_read() {
    use plywood_eval::Learned;
    for name in ["ga3", "tdl2b", "ngnd6a"] {
        let file = Learned::read(learned::shipped(name)).unwrap();
        assert!(file.command.starts_with("plywood train \"bao\""), "{}", file.command);
        let read = match name {
            "ga3" => learned::read_genes(&file).is_ok(),
            "tdl2b" => learned::read_linear(&file).is_ok(),
            _ => learned::read_gaussian(&file).is_ok(),
        };
        assert!(read, "{name}");
    }
}

#[test]
fn seeds_are_followed_one_by_one() {
    crate::testing::heaps_are_counted(&Bao::default(), 20);
}
