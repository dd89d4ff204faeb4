//! Games used to test models of opponents: how fast they are searched.

use super::{Row, chess, loa};

/// Chess and its endings, then lines of action.
pub fn run() -> Vec<Row> {
    let mut rows = chess::rows();
    rows.extend(loa::rows());
    rows
}
