//! The core's hot paths: move generation and alpha-beta, generic beside hand-written.

use std::hint::black_box;

use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Line, Search, Stop, Task, Zero};
use plywood_games::connect4::shape::Standard;
use plywood_games::connect4::{Connect4, Evaluation};
use plywood_games::kalah::Kalah;
use plywood_games::loa::LinesOfAction;
use plywood_search::alphabeta::{AlphaBeta, Config};
use plywood_search::deepening::Schedule;
use plywood_search::perft::perft;
use plywood_search::plain::{Fail, PlainAlphaBeta};

use super::{Row, interleaved};

const ROUNDS: usize = 9;
const DEPTH: u32 = 11;

/// Measures.
pub fn run() -> Vec<Row> {
    let connect4 = Connect4::<Standard>::default();
    let kalah = Kalah::from_spec(&plywood_core::Spec::word("kalah")).expect("kalah as usual");
    let loa = LinesOfAction;
    let stop = Stop::new();
    let leaves = |count: Option<plywood_core::facade::Perft>| count.map_or(0, |count| count.leaves);

    // Perft.
    let (mut four, mut seeds, mut lines) = (0, 0, 0);
    let perfts = interleaved(
        ROUNDS,
        &mut [
            &mut || four = leaves(perft(&connect4, &connect4.start(), 9, &stop)),
            &mut || seeds = leaves(perft(&kalah, &kalah.start(), 10, &stop)),
            &mut || lines = leaves(perft(&loa, &loa.start(), 4, &stop)),
        ],
    );

    // Alpha-beta with value zero everywhere and no table: hand-written, plain generic, full with every switch
    // off.
    let (mut by_hand, mut hand_leaves) = (0, 0);
    let (mut plain_nodes, mut plain_leaves) = (0, 0);
    let mut full_nodes = 0;
    let line = Line::new(connect4);
    let budget = Budget::depth(DEPTH);
    let searches = interleaved(
        ROUNDS,
        &mut [
            &mut || {
                let mut search = ByHand::default();
                black_box(search.node(0, 0, DEPTH, -i32::MAX, i32::MAX, 0));
                (by_hand, hand_leaves) = (search.nodes, search.leaves);
            },
            &mut || {
                let mut search = PlainAlphaBeta::new(&connect4, &Zero, Fail::Soft);
                black_box(search.search(&connect4.start(), DEPTH, -i32::MAX, i32::MAX));
                (plain_nodes, plain_leaves) = (search.nodes, search.leaves);
            },
            &mut || {
                let mut search = AlphaBeta::new(Zero, Config::PLAIN);
                full_nodes = search.think(&line, Task::new(budget).stop(&stop)).nodes;
            },
        ],
    );

    // With a table and a real evaluation.
    let config = Config {
        table: Size::Bytes(64 << 20),
        killers: true,
        history: true,
        deepening: Schedule::Steps,
        ..Config::PLAIN
    };
    let mut enhanced = AlphaBeta::new(Evaluation::Lines, config);
    let mut enhanced_nodes = 0;
    let real = interleaved(
        ROUNDS,
        &mut [&mut || {
            enhanced.new_game();
            enhanced_nodes = enhanced.think(&line, Task::new(Budget::depth(14)).stop(&stop)).nodes;
        }],
    );

    debug_assert_eq!(by_hand, plain_nodes, "both visit the same tree");
    let rate = |count: u64, seconds: f64| count as f64 / seconds;
    vec![
        Row::new("connect4 perft 9", rate(four, perfts[0]), "leaves/s", "board-game 259 M, minimax 200 M"),
        Row::new("kalah perft 10", rate(seeds, perfts[1]), "leaves/s", ""),
        Row::new("loa perft 4", rate(lines, perfts[2]), "leaves/s", ""),
        Row::new("connect4 depth 11, hand-written negamax", rate(hand_leaves, searches[0]), "leaves/s", ""),
        Row::new(
            "connect4 depth 11, plain alpha-beta",
            rate(plain_leaves, searches[1]),
            "leaves/s",
            "minimax 58 M, OpenSpiel 2.8 M",
        ),
        Row::new(
            "plain alpha-beta / hand-written",
            searches[1] / searches[0],
            "times the time",
            "at most 1.25",
        ),
        Row::new(
            "full search, every switch off / hand-written",
            searches[2] / searches[0] * by_hand as f64 / full_nodes as f64,
            "times the time a node",
            "at most 1.7",
        ),
        Row::new(
            "connect4 depth 14, table and evaluation",
            rate(enhanced_nodes, real[0]),
            "nodes/s",
            "minimax 7 to 8 M",
        ),
    ]
}

/// Negamax for connect four as one would write it for this game alone, on the same bitboards, in the same order.
#[derive(Default)]
struct ByHand {
    nodes: u64,
    leaves: u64,
}

impl ByHand {
    const BOTTOM: u64 = 0x0000_0408_1020_4081;
    const BOARD: u64 = Self::BOTTOM * 0b111111;
    const ORDER: [u64; 7] = [3, 4, 2, 5, 1, 6, 0];

    fn has_four(stones: u64) -> bool {
        [1, 6, 7, 8].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    fn node(&mut self, own: u64, all: u64, depth: u32, mut alpha: i32, beta: i32, ply: i32) -> i32 {
        if Self::has_four(all ^ own) {
            self.leaves += u64::from(depth == 0);
            return ply - 1_000_000_000;
        }
        if all == Self::BOARD || depth == 0 {
            self.leaves += u64::from(depth == 0);
            return 0;
        }
        let mut best = -i32::MAX;
        let playable = (all + Self::BOTTOM) & Self::BOARD;
        for column in Self::ORDER {
            let cell = playable & (0b111111 << (7 * column));
            if cell == 0 {
                continue;
            }
            self.nodes += 1;
            let value = -self.node(all ^ own, all | cell, depth - 1, -beta, -alpha, ply + 1);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}
