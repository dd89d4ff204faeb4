//! Plywood for Python: the native half of the package.
//!
//! Games, positions and players of the core's facade as Python classes (`game`, `position`, `search`); games
//! and evaluations written in Python behind the same facade (`own`); matches, suites and the store (`lab`);
//! the pieces of work for a cluster (`work`, `tuning`, `entry`); shots of billiards as arrays (`billiards`).
//! Code that is not hot is Python in `python/plywood`. The interpreter's lock is released during searches and
//! matches, and the waiting thread watches for Ctrl-C (`waiting`).

mod billiards;
mod convert;
mod entry;
mod game;
mod lab;
mod own;
mod position;
mod search;
mod statistics;
mod trouble;
mod tuning;
mod tutor;
mod waiting;
mod work;

use pyo3::prelude::*;

/// The native half of the package `plywood`.
#[pymodule]
fn native(py: Python<'_>, module: &Bound<'_, PyModule>) -> PyResult<()> {
    trouble::quiet();
    plywood::install();
    let at_the_end = wrap_pyfunction!(waiting::stop_searches, module)?;
    py.import("atexit")?.call_method1("register", (at_the_end,))?;
    module.add("Error", py.get_type::<trouble::PlywoodError>())?;
    module.add("__version__", plywood::lab::store::version())?;
    module.add("__build__", plywood::lab::store::commit())?;
    module.add("__code__", plywood_repro::ROOM.digest())?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<search::Player>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<search::Report>()?;
    module.add_class::<search::Row>()?;
    module.add_class::<search::Tree>()?;
    module.add_class::<tutor::Tutor>()?;
    module.add_class::<lab::Store>()?;
    module.add_class::<work::Work>()?;
    module.add_class::<work::Run>()?;
    module.add_class::<tuning::Tuning>()?;
    module.add_class::<tuning::Course>()?;
    module.add_class::<entry::Entry>()?;
    module.add_class::<entry::EntryRun>()?;
    module.add_class::<entry::Pieces>()?;
    module.add_class::<billiards::Shot>()?;
    module.add_function(wrap_pyfunction!(game::game, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::searches, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_match, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_suite, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_training, module)?)?;
    module.add_function(wrap_pyfunction!(lab::merge, module)?)?;
    module.add_function(wrap_pyfunction!(billiards::shoot, module)?)?;
    module.add_function(wrap_pyfunction!(billiards::frame, module)?)?;
    statistics::add(module)
}
