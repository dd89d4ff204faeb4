//! Game-tree search: one family of algorithms a module, and the parts that they share.
//!
//! - [`plain`]: minimax, expectimax and alpha-beta as in textbooks; the oracles of everything else.
//! - [`alphabeta`]: the one enhanced search for decision nodes, every enhancement a switch.
//! - [`expectimax`]: its behaviour at chance nodes.
//! - [`mcts`]: Monte Carlo search, flat and in trees.
//! - [`multiplayer`]: more than two players.
//! - [`proof`]: proof-number search, best-first and depth-first.
//! - [`lambda`]: wins by threats.
//! - [`retrograde`]: endgame databases.
//! - [`policy`]: players that do not look ahead.
//! - [`single`]: one player, the cheapest way to a goal.
//! - [`opponent`]: searches with a model of the opponent.
//! - [`perft`](mod@perft): counting positions.
//! - Shared parts: [`deepening`], [`table`], [`ordering`], [`marks`], [`meter`], [`cache`], [`scale`],
//!   [`observe`], [`room`], [`shares`].

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod alphabeta;
pub mod cache;
pub mod deepening;
pub mod expectimax;
pub mod lambda;
pub mod marks;
pub mod mcts;
pub mod meter;
pub mod multiplayer;
pub mod observe;
pub mod opponent;
pub mod ordering;
pub mod perft;
pub mod plain;
pub mod policy;
pub mod proof;
pub mod retrograde;
pub mod room;
pub mod scale;
pub mod shares;
pub mod single;
pub mod table;
