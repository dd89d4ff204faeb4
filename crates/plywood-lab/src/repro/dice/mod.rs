//! Dice thesis: examples that need no play (`examples.rs`), nodes to a depth (`nodes.rs`), strength (`strength.rs`).

mod examples;
mod nodes;
mod strength;

use super::Reproduction;

/// What runs.
pub const ENTRIES: &[Reproduction] = &[
    Reproduction { id: "dice/figure4.2", run: examples::scores },
    Reproduction { id: "dice/figure4.3", run: examples::wrong_move },
    Reproduction { id: "dice/figure4.4", run: examples::networks },
    Reproduction { id: "dice/figure4.5", run: nodes::sample_output },
    Reproduction { id: "dice/figure5.1", run: nodes::by_depth },
    Reproduction { id: "dice/figure5.2", run: nodes::summary },
    Reproduction { id: "dice/figure5.3", run: nodes::by_position },
    Reproduction { id: "dice/figure5.4", run: nodes::by_position },
    Reproduction { id: "dice/text6.1-move-ordering", run: nodes::event_order },
    Reproduction { id: "dice/text4.2-evaluation", run: strength::evaluation },
];
