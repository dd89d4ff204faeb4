//! The switches of Monte Carlo search: each is declared once, with its key, default and meaning.

use plywood_core::settings::{Bytes, Takes, number, whole};
use plywood_core::{settings, words};

/// How simulations are shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Every move of the root gets as many (section 3.2).
    Flat,
    /// UCB1 among the moves of the root (section 3.3).
    Bandit,
    /// UCB1 at every node of a growing tree (section 4.2).
    Tree,
}

words! {
    /// The worth of a simulation to the formula.
    pub enum Reward {
        /// From 0 for the lowest payoff to 1 for the highest: what UCB1 is proven for.
        Unit = "unit",
        /// From -1 to 1, as a negation at every ply suggests.
        Signed = "signed",
    }
}

words! {
    /// How a move is chosen when the simulations are spent.
    pub enum FinalMove {
        /// The most visits.
        Visits = "visits",
        /// The highest mean.
        Mean = "mean",
    }
}

words! {
    /// Whether a simulation counts at the node its playout starts from.
    pub enum Leaf {
        /// It does.
        Counted = "counted",
        /// It does not.
        Skipped = "skipped",
    }
}

words! {
    /// The worth of a leaf.
    pub enum LeafValue {
        /// What a playout comes to.
        Playout = "playout",
        /// What the evaluation says.
        Evaluation = "eval",
    }
}

words! {
    /// How several threads work together.
    pub enum Parallel {
        /// On one tree, with virtual losses.
        Tree = "tree",
        /// Each on its own, summed at the root.
        Root = "root",
    }
}

settings! {
    /// The switches.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Config {
        group SHARED {
            /// the chance of a random move in place of the opponent's policy, 0 to 1
            noise as "noise": f64 = "0", number(0.0, 1.0); 0.0,
            /// threads, 1 to 256
            threads as "threads": usize = "1", whole(1, 256); 1,
            /// whether a move that wins at once is the only one considered
            decisive as "decisive": bool = "off", Takes::Switch; false,
        }
        group BANDIT {
            /// the factor before sqrt(2 ln N / n)
            exploration as "c": f64 = "1", number(0.0, 1e6); 1.0,
            /// rewards from 0 to 1 (unit) or from -1 to 1 (signed)
            reward as "reward": Reward = "unit", Reward::TAKES; Reward::Unit,
            /// the move that is played: most visits or highest mean
            final_move as "choose": FinalMove = "visits", FinalMove::TAKES; FinalMove::Visits,
        }
        group TREE {
            /// whether a simulation counts at the node its playout starts from: counted or skipped
            leaf as "leaf": Leaf = "counted", Leaf::TAKES; Leaf::Counted,
            /// first-play urgency: the worth of an untried move, 0 to 1
            first_play as "fpu": Option<f64> = "none", number(0.0, 1.0).or("none"); None,
            /// at how many visits all-moves-as-first and own statistics weigh alike; 0 is off
            rave as "rave": f64 = "0", number(0.0, 1e9); 0.0,
            /// progressive bias: the weight of the evaluation; 0 is off
            bias as "bias": f64 = "0", number(0.0, 1e6); 0.0,
            /// implicit minimax: the share of the evaluation backed up by minimax, 0 to 1
            implicit as "implicit": f64 = "0", number(0.0, 1.0); 0.0,
            /// what a leaf is worth: what a playout comes to, or what the evaluation says (eval)
            leaves as "leaves": LeafValue = "playout", LeafValue::TAKES; LeafValue::Playout,
            /// whether proven values are backed up
            solver as "solver": bool = "off", Takes::Switch; false,
            /// whether the tree is kept between moves
            reuse as "reuse": bool = "off", Takes::Switch; false,
            /// where chance can only be drawn: a node visited n times has widen * n^widen_power unfinished events, above 0
            widen as "widen": f64 = "2", number(1e-3, 1e9); 2.0,
            /// the power there, 0 to 1; with 1 every visit draws anew
            widen_power as "widen_power": f64 = "0.75", number(0.0, 1.0); 0.75,
            /// for the tree; when it is full the tree stops growing
            memory as "memory": Bytes = "256MB", Takes::Memory { least: 1 << 20 }; Bytes(1 << 28),
            /// threads share one tree (tree) or sum their roots (root)
            parallel as "parallel": Parallel = "tree", Parallel::TAKES; Parallel::Tree,
        }
        fixed {
            /// How simulations are shared out.
            family: Family = Family::Tree,
        }
    }
}

impl Config {
    /// Plain search of a family: everything else off.
    pub const fn plain(family: Family) -> Config {
        Config { family, ..Config::PLAIN }
    }

    /// What a family is where its keys say nothing else: without a tree threads sum their roots, and without visits of
    /// their own choosing moves are chosen by their mean.
    pub const fn of(family: Family) -> Config {
        let plain = Config::plain(family);
        match family {
            Family::Tree => plain,
            Family::Flat | Family::Bandit => {
                Config { parallel: Parallel::Root, final_move: FinalMove::Mean, ..plain }
            }
        }
    }

    /// Whether nothing but visits and rewards decides where to go.
    pub(super) fn is_plain(&self) -> bool {
        self.first_play.is_none()
            && self.rave == 0.0
            && self.bias == 0.0
            && self.implicit == 0.0
            && !self.solver
    }

    /// Whether children are evaluated when a node is expanded.
    pub(super) fn guesses(&self) -> bool {
        self.bias > 0.0 || self.implicit > 0.0
    }
}
