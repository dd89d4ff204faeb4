//! Programs of others: what is sent to them, what is taken from them, and what our side answers.

use std::io::Cursor;

use plywood_core::{Budget, Clock, Player, Spec, Task, Turn};
use plywood_engines::line::Order;
use plywood_engines::serve::{Inbox, line, nboard};
use plywood_engines::{uci, words};
use plywood_registry::game;

#[test]
fn commands_are_split_into_words() {
    let of = |text: &str| words(text).unwrap();
    assert_eq!(of("edax -nboard"), ["edax", "-nboard"]);
    assert_eq!(of("  a 'b c'  ''"), ["a", "b c", ""]);
    assert_eq!(of("plywood engine connect4 'ab(depth=3, eval=lines)'")[3], "ab(depth=3, eval=lines)");
    assert!(words(" ").unwrap_err().contains("a program"));
    assert!(words("a 'b").unwrap_err().contains("never closed"));
}

#[test]
fn wrong_specs_are_refused_before_anything_is_started() {
    let refused = |of: &str, spec: &str| {
        let error = game(of).unwrap().player(&spec.parse::<Spec>().unwrap()).err().unwrap().to_string();
        error.lines().next().unwrap().to_string()
    };
    assert!(refused("nim", "engine(cmd=\"no-such-program\")").contains("there is no program"));
    assert!(refused("nim", "engine(cmd=sh, protocol=gtp)").contains("line, nboard or uci"));
    assert!(refused("nim", "engine(cmd=sh, protocol=nboard)").contains("nboard is for othello on 8x8"));
    assert!(refused("othello(size=6)", "engine(cmd=sh, protocol=nboard)").contains("nboard is for othello"));
    assert!(refused("othello", "engine(cmd=sh, protocol=nboard, nodes=5)").contains("it keeps depth"));
    assert!(refused("nim", "engine(cmd=sh, protocol=uci, simulations=5)").contains("depth, nodes or time"));
    assert!(refused("nim", "engine(cmd=sh, patience=none)").contains("for ever"));
    assert!(refused("nim", "engine(cmd=sh, options=Hash)").contains("with(Hash=64"));
    // Without a command it is whatever the game or the searches have by that name.
    assert!(refused("nim", "engine").contains("unknown search"));
    let player = game("nim").unwrap().player(&"engine(time=1500ms, cmd=sh, protocol=line)".parse().unwrap());
    assert_eq!(player.unwrap().normal(), "engine(cmd=sh, time=1.5s)");
}

#[test]
fn orders_are_read_back() {
    let clock = Some(Clock { left: 59.5, increment: 0.25 });
    let whole = Budget {
        depth: Some(7),
        nodes: Some(u64::MAX),
        evaluations: Some(3),
        simulations: Some(4),
        seconds: Some(0.125),
        clock,
    };
    for budget in [whole, Budget::UNSET, Budget::nodes(5)] {
        let order = Order { budget, seed: 77 };
        assert_eq!(Order::read(&order.written()), order);
    }
    // What is not known is passed over, what is wrong is as if it were not there.
    let odd = Order::read("wtime 5 depth six nodes 8 time -1 clock 3");
    assert_eq!(odd, Order { budget: Budget::nodes(8), seed: 0 });
}

#[test]
fn chess_programs_are_told_what_they_may_spend() {
    let order = |budget: Budget, seat| uci::order(&budget, Turn::Player(Player(seat)));
    let clock = Budget { clock: Some(Clock { left: 60.0, increment: 0.5 }), ..Budget::UNSET };
    assert_eq!(order(clock, 0), " wtime 60000 winc 500 btime 60000 binc 500");
    assert_eq!(order(clock, 1), " btime 60000 binc 500 wtime 60000 winc 500");
    assert_eq!(order(Budget { seconds: Some(0.5), ..clock }, 0), " movetime 500");
    assert_eq!(order(Budget { depth: Some(3), nodes: Some(9), ..Budget::UNSET }, 0), " depth 3 nodes 9");
    assert_eq!(order(Budget::UNSET, 0), " infinite");
    for (text, is) in
        [("e2e4", true), ("e7e8q", true), ("Nf3", false), ("e4", false), ("O-O-O", false), ("é2e4", false)]
    {
        assert_eq!(uci::is_move(text), is, "{text}");
    }
}

/// What our side of the line protocol answers to some lines.
fn answers(of: &str, player: &str, lines: &str) -> Vec<String> {
    let game = game(of).unwrap();
    let mut player = game.player(&player.parse().unwrap()).unwrap();
    let mut out = Vec::new();
    line::serve(&*game, &mut *player, &Inbox::new(Cursor::new(lines.to_string())), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn a_position_goes_in_and_a_move_comes_out() {
    let said = answers(
        "nim(matches=7)",
        "ab",
        "plywood 1\nwhat is this\ngame nim(matches=7)\nnew\nposition start\nstep 2\ngo depth 20 seed 1\nquit\nplywood 1\n",
    );
    assert_eq!(said[..2], ["plywood 1 ab", "ready"]);
    // Of five matches player 2 takes one and leaves four.
    assert!(said[2].starts_with("info depth ") && said[2].contains(" value 1 "), "{}", said[2]);
    assert_eq!(said[3..], ["move 1"]);
    let own = game("nim(matches=7)").unwrap();
    let mut line = own.start();
    line.step("2").unwrap();
    let report = own.player(&Spec::word("ab")).unwrap().think(&*line, Task::new(Budget::depth(20)).seed(1));
    assert_eq!(report.unwrap().best.as_deref(), Some("1"));
}

#[test]
fn what_is_wrong_is_said_and_the_talk_goes_on() {
    let said = answers(
        "nim(matches=7)",
        "ab(depth=9)",
        "game nim(matches=8)\ngame whist\nposition moon\nstep 1\ngo\nposition start\nstep 9\ngo\nposition start\ngo simulations 3\n\
         position start\ngo\n",
    );
    let begins = [
        "error this engine plays nim(matches=7)",
        "error unknown game",
        "error ",
        "error \"9\" is not",
        "error ab(depth=9) does not keep",
        "info ",
        "move ",
    ];
    assert_eq!(said.len(), begins.len(), "{said:?}");
    said.iter().zip(begins).for_each(|(line, begin)| assert!(line.starts_with(begin), "{line} {begin}"));
}

#[test]
fn nboard_lines_that_are_not_understood_are_ignored() {
    let mut engine = nboard::Engine::new(Some("ab(depth=1)")).unwrap();
    let mut out = Vec::new();
    let lines = "nboard 2\nset depth deep\nset depth -3\nset game (;GM[Chess];)\nset game\nmove Z9\nmove\nhint\nfoo bar\nset contempt 5\nlearn\nping 7\n";
    engine.serve(&Inbox::new(Cursor::new(lines)), &mut out).unwrap();
    let said = String::from_utf8(out).unwrap();
    let firm: Vec<&str> =
        said.lines().filter(|line| !line.starts_with("search") && !line.starts_with("status")).collect();
    assert_eq!(firm, ["set myname Plywood", "learned", "pong 7"]);
}
