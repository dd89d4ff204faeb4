//! Games in which models of opponents are tried: how fast they are searched.

use super::{Row, chess};

/// Chess.
pub fn run() -> Vec<Row> {
    chess::rows()
}
