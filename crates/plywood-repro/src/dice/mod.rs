//! Dice thesis: examples that need no play (`examples.rs`), complexity on regular trees (`complexity.rs`), nodes and time
//! to a depth (`nodes.rs`, `times.rs`, `larger.rs`, what they share in `measure.rs`), strength (`strength.rs`).

mod complexity;
mod examples;
mod larger;
mod measure;
mod nodes;
mod slope;
mod strength;
mod times;

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
    Reproduction { id: "dice/figure5.5", run: times::summary },
    Reproduction { id: "dice/figure5.6", run: times::by_position },
    Reproduction { id: "dice/figure5.7", run: times::by_position },
    Reproduction { id: "dice/text2-complexity", run: complexity::run },
    Reproduction { id: "dice/text5.3-savings", run: times::savings },
    Reproduction { id: "dice/text6.1-move-ordering", run: nodes::event_order },
    Reproduction { id: "dice/text4.2-evaluation", run: strength::evaluation },
];
