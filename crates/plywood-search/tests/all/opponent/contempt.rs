//! Contempt: what a draw is worth to the player who searches, in tic-tac-toe, where most games are drawn.

use plywood_core::{Budget, Game, Knowledge, Line, Player, Search, Spec, StaticEvaluator, Task, Turn};
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::opponent::definition::Definition;
use plywood_search::opponent::om::{Om, OmConfig, Version};
use plywood_search::opponent::prom::{OpponentType, Prom, PromConfig};
use plywood_search::scale::WIN;
use plywood_small_games::tictactoe::{Evaluation, TicTacToe};

use super::support::tic_tac_toe;

type Board = <TicTacToe as Game>::Position;

/// OM search and minimax written out, both for MAX; a draw is worth `draw` to MAX.
struct Oracle {
    max: Player,
    draw: i32,
}

impl Oracle {
    fn leaf(&self, evaluation: Evaluation, board: &Board, ply: u32) -> i32 {
        if TicTacToe.turn(board) != Turn::Over {
            return evaluation.look(&TicTacToe, board, self.max);
        }
        match TicTacToe.payoff(board, self.max) {
            0 => self.draw,
            payoff => payoff * (WIN - ply as i32),
        }
    }

    fn children(&self, board: &Board) -> Vec<Board> {
        Definition::new(&TicTacToe, board).children(board).into_iter().map(|(_, child)| child).collect()
    }

    fn minimax(&self, evaluation: Evaluation, board: &Board, ply: u32, depth: u32) -> i32 {
        if depth == 0 || TicTacToe.turn(board) == Turn::Over {
            return self.leaf(evaluation, board, ply);
        }
        let values = self
            .children(board)
            .into_iter()
            .map(|child| self.minimax(evaluation, &child, ply + 1, depth - 1));
        let own = TicTacToe.turn(board) == Turn::Player(self.max);
        if own { values.max() } else { values.min() }.unwrap()
    }

    fn om(&self, own: Evaluation, model: Evaluation, board: &Board, ply: u32, depth: u32) -> i32 {
        if depth == 0 || TicTacToe.turn(board) == Turn::Over {
            return self.leaf(own, board, ply);
        }
        let children = self.children(board);
        let below = |child: &Board| self.om(own, model, child, ply + 1, depth - 1);
        if TicTacToe.turn(board) == Turn::Player(self.max) {
            return children.iter().map(below).max().unwrap();
        }
        let chosen = children.iter().min_by_key(|child| self.minimax(model, child, ply + 1, depth - 1));
        below(chosen.unwrap())
    }
}

/// A value as reports tell it.
fn told(value: i32) -> f64 {
    if value.abs() > WIN - 100 { f64::from(value.signum()) } else { f64::from(value) / 9.0 }
}

#[test]
fn every_search_has_the_oracles_value() {
    let [own, model] = ["open_lines", "zero"].map(|name| TicTacToe.evaluator(&Spec::word(name)).unwrap());
    let mut drawn = 0;
    for seed in 0..400_u64 {
        let Some(line) = tic_tac_toe(seed, 3 + seed % 4) else { continue };
        let depth = 2 + (seed % 5) as u32;
        for contempt in [-3, 0, 2, 5] {
            let config = Config { contempt, ..Config::PLAIN };
            let oracle = Oracle { max: line.turn().view(), draw: -contempt };
            let think = |mut search: Box<dyn Search<TicTacToe>>| {
                search.think(&line, Task::new(Budget::depth(depth))).value
            };
            let minimax = told(oracle.minimax(own, line.position(), 0, depth));
            assert_eq!(think(Box::new(AlphaBeta::new(own, config.clone()))), minimax, "seed {seed}");
            let expected = told(oracle.om(own, model, line.position(), 0, depth));
            for version in [Version::Probes, Version::OnePass] {
                let settings = OmConfig { version, ..OmConfig::PLAIN };
                let om = Om::new(own, model, config.clone(), settings);
                assert_eq!(think(Box::new(om)), expected, "{version:?}, contempt {contempt}, seed {seed}");
            }
            // One sure type is OM search.
            let types = vec![OpponentType::plain(1, 1.0)];
            let prom = Prom::new(vec![own, model], types, config.clone(), PromConfig::PLAIN);
            let value = think(Box::new(prom));
            assert!(
                (value - expected).abs() < 2e-3,
                "{value} for {expected}, contempt {contempt}, seed {seed}"
            );
            drawn += u32::from(expected == told(-contempt));
        }
    }
    assert!(drawn > 100, "{drawn} values are draws");
}

/// The start is a draw, and worth what a draw is worth.
#[test]
fn a_drawn_game_is_worth_minus_the_contempt() {
    let zero = TicTacToe.evaluator(&Spec::word("zero")).unwrap();
    let line = Line::new(TicTacToe);
    let value = |contempt| {
        let config = Config { contempt, ..Config::PLAIN };
        let mut om = Om::new(zero, zero, config, OmConfig::PLAIN);
        om.think(&line, Task::new(Budget::depth(9))).value
    };
    assert_eq!((value(4), value(0), value(-4)), (-4.0 / 9.0, 0.0, 4.0 / 9.0));
}
