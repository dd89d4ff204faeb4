//! Trainers by name: one program, so that all there is is linked once.

mod bao_training;
mod learning;
mod old_files;
mod training;

use plywood_core::{Error, Played, Spec, Stop};
use plywood_training::{Mark, Trained};

/// Trains, with all games there are.
fn train(
    game: &str,
    spec: &Spec,
    observed: &[Played],
    stop: &Stop,
    tell: &mut dyn FnMut(&Mark),
) -> Result<Trained, Error> {
    plywood_registry::install();
    plywood_training::train(game, spec, observed, stop, tell)
}
