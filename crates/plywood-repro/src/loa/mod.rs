//! Opponent-model thesis, sections 5.3 and 7.3: OM and PrOM search against alpha-beta in lines of action.
//!
//! Every match is thirty start positions with colours swapped, at one search depth. Players and games are fixed by their
//! specs, so nothing is drawn but the positions: a position's two games are one observation, and two matches are compared
//! position by position. The four entries have most matches in common and store them in one place.

mod matches;
mod tables;

use crate::Reproduction;

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "loa/table5.1", run: tables::opponent_model },
    Reproduction { id: "loa/table7.1", run: |context| tables::probabilistic(context, 0) },
    Reproduction { id: "loa/table7.2", run: |context| tables::probabilistic(context, 1) },
    Reproduction { id: "loa/table7.3", run: |context| tables::probabilistic(context, 2) },
];
