//! A match whose every game is kept: the same program goes on where it was stopped, and what is stored can be read again.

use std::path::Path;

use plywood::lab::matches::{run, stored_results};
use plywood::lab::runner::{RunError, RunOptions};
use plywood::report::summary;
use plywood::{Experiment, Plan, Stop, Store, game};

/// Plays, goes on, and reads.
pub fn main() -> Result<(), RunError> {
    let folder = std::env::temp_dir().join(format!("plywood-stored-match-{}", std::process::id()));
    let experiment = Experiment {
        openings: "random(plies=2)".to_string(),
        ..Experiment::of_match("kalah(holes=4, seeds=3)", &["ab(depth=4)", "uct(simulations=100)"], 20, 1)
    };
    let played = play(&folder, &experiment)?;
    assert_eq!(played, 20);
    // Nothing is missing the second time; ten games more are ten games more.
    assert_eq!(play(&folder, &experiment)?, 0);
    assert_eq!(play(&folder, &Experiment { games: 30, ..experiment })?, 10);

    let store = Store::open_read(&folder)?;
    let results = stored_results(&store, &store.run("kalah")?)?;
    print!("{}", summary::text(&results));
    let score = results[0].score().expect("thirty games have a score");
    assert!(results[0].games == 30 && score.low <= score.value && score.value <= score.high);
    drop(store);
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

/// Plays what is missing and says how many games that were.
fn play(folder: &Path, experiment: &Experiment) -> Result<u64, RunError> {
    let plan = Plan::new("kalah", experiment.clone(), experiment.write(), folder, None, &game)?;
    let mut options = RunOptions::default();
    options.allowed.changed = true; // more games than before are welcome
    let (ran, _) = run(&plan, Store::open(folder)?, options, &Stop::new(), &mut |_| {})?;
    Ok(ran.fresh)
}
