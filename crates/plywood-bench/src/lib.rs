//! Speeds: the measurements of each suite, interleaved and as medians, beside the known figures of other
//! programs.
//!
//! The machine is noisy, so rivals are measured in turn within one run, and the median of the rounds is
//! reported.

mod bao;
pub mod billiards;
mod chess;
mod core;
mod dice;
mod lab;
mod loa;
mod montecarlo;
mod opponent;
mod opponent_games;
mod othello;
mod pickpocket;
mod solvers;
mod threads;

use std::time::Instant;

use plywood_lab::stats::median;
use serde::Serialize;

/// A measured number.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What was measured.
    #[serde(skip)]
    pub name: String,
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What stands beside it: a peer's figure, an aim.
    pub beside: String,
}

impl Row {
    /// A measured number with what stands beside it.
    pub fn new(name: impl Into<String>, value: f64, unit: &'static str, beside: impl Into<String>) -> Row {
        Row { name: name.into(), value, unit, beside: beside.into() }
    }

    /// The number as people read it.
    pub fn shown(&self) -> String {
        match self.value.abs() {
            large if large >= 1e6 => format!("{:.1} M", self.value / 1e6),
            large if large >= 1e4 => format!("{:.1} k", self.value / 1e3),
            _ => format!("{:.3}", self.value),
        }
    }
}

/// Something to measure.
pub struct Suite {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it measures.
    pub about: &'static str,
    /// Whether it is measured when nobody asks for a suite by name.
    pub quick: bool,
    /// Measures.
    pub run: fn() -> Vec<Row>,
}

/// Every suite.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "core",
        about: "connect-four perft and alpha-beta beside hand-written code, perft of kalah and lines of action",
        quick: true,
        run: core::run,
    },
    Suite {
        name: "dice",
        about: "nodes a second, and every algorithm to depth 13 on 15 test positions, 2^16 and 2^22 table entries",
        quick: true,
        run: dice::run,
    },
    Suite {
        name: "dice-all",
        about: "the same on all 75 test positions, about ten minutes",
        quick: false,
        run: dice::run_all,
    },
    Suite {
        name: "opponent",
        about: "evaluations of opponent-model searches per evaluation of alpha-beta on random trees, and their speed",
        quick: true,
        run: opponent::run_suite,
    },
    Suite {
        name: "opponent-games",
        about: "chess perft beside cozy-chess's own, nodes a second by evaluation in chess and lines of action, the database of KQKR",
        quick: false,
        run: opponent_games::run,
    },
    Suite {
        name: "montecarlo",
        about: "Othello perft and playouts, UCT in Othello, connect four and lines of action, one core and two",
        quick: true,
        run: montecarlo::run,
    },
    Suite {
        name: "billiards",
        about: "shots and events a second of the simulator on one core; decisions and frames of PickPocket",
        quick: true,
        run: billiards::run,
    },
    Suite {
        name: "bao",
        about: "bao's perft, nodes a second by evaluation, games at depth 6 and tournaments on all cores",
        quick: true,
        run: bao::run,
    },
    Suite {
        name: "threads",
        about: "two threads against one to a given depth: connect four, Othello and Dice positions that take seconds",
        quick: false,
        run: threads::run,
    },
    Suite {
        name: "solvers",
        about: "connect four and the fifteen puzzle exactly: published positions, nodes and speed beside the peers",
        quick: false,
        run: solvers::run,
    },
    Suite {
        name: "othello",
        about: "the solver on the published endings 40 to 49, one thread and two, beside Edax; midgame; 20 empty squares",
        quick: false,
        run: othello::run,
    },
    Suite {
        name: "lab",
        about: "tic-tac-toe games stored with every move, sequential tests",
        quick: true,
        run: lab::run,
    },
];

/// Runs every rival once a round, for a number of rounds, and returns the median seconds of each.
pub fn interleaved(rounds: usize, rivals: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); rivals.len()];
    for _ in 0..rounds {
        for (rival, times) in rivals.iter_mut().zip(&mut times) {
            let start = Instant::now();
            rival();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.iter().map(|times| median(times)).collect()
}
