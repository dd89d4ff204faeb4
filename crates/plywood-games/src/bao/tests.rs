use super::transcript::Transcript;
use super::*;
use crate::testing::{perft, refused};
use plywood_core::random::seeded;
use plywood_core::{Notation, StaticEvaluator, conformance};

/// Figure C.4 of the thesis.
const FIGURE: &str = include_str!("figure-c4.txt");

/// The whole start positions of appendix D.
const POSITIONS: &str = include_str!("positions.txt");

fn starts() -> Vec<Board> {
    POSITIONS.lines().map(|line| Bao::new().read_position(line).unwrap()).collect()
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
