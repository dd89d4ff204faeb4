//! Games in which models of opponents are tried: how fast they are searched.

use super::{Row, loa};

/// Lines of action.
pub fn run() -> Vec<Row> {
    loa::rows()
}
