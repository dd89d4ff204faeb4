//! The next step: the command that would decide an undecided test.

use plywood_core::Error;

use crate::experiment::{Contestants, Experiment};
use crate::matches::PairingResult;
use crate::stats::{Decision, Model};
use crate::store::RunRow;

/// Times the games so far that are suggested at most: where the ratio hardly moves, nobody knows how many it takes.
const MOST: f64 = 1000.0;

/// How many games would decide a test if the ratio goes on as it did, rounded up; none where it is decided.
pub fn games_to_decide(result: &PairingResult) -> Option<u32> {
    let sprt = result.sprt.filter(|sprt| sprt.decision == Decision::Continue)?;
    let bound = if sprt.ratio < 0.0 { sprt.bounds.0 } else { sprt.bounds.1 };
    let factor = if sprt.ratio == 0.0 { MOST } else { (1.2 * bound / sprt.ratio).clamp(2.0, MOST) };
    let games = (factor * result.games.max(10) as f64).ceil() as u32;
    // Two digits say enough.
    let unit = 10_u32.pow(games.ilog10().saturating_sub(1));
    Some(games.div_ceil(unit).saturating_mul(unit))
}

/// The advice for a match, given the command that goes on with a number of games; empty where there is
/// nothing to decide.
pub fn text(results: &[PairingResult], command: impl Fn(u32) -> String) -> String {
    let needed = results.iter().filter_map(games_to_decide).max();
    needed.map_or(String::new(), |games| {
        format!(
            "undecided: about {games} games would decide it if they go on like this:\n  {}\n",
            command(games)
        )
    })
}

/// The advice for a stored match.
pub fn of_stored(run: &RunRow, results: &[PairingResult]) -> Result<String, Error> {
    let experiment = Experiment::read(&run.experiment)?;
    Ok(text(results, |games| format!("{} --name {}", command(&experiment, games), quoted(&run.name))))
}

/// The command that plays an experiment with a number of games.
pub fn command(experiment: &Experiment, games: u32) -> String {
    let Experiment { game, seed, openings, swap, longest, clock, players, sprt, .. } = experiment;
    let mut words = vec!["plywood match".to_string(), quoted(game)];
    for player in players {
        match player {
            Contestants::One(spec) => words.push(quoted(spec)),
            sweep => {
                words.extend(sweep.specs().unwrap_or_default().iter().map(|spec| quoted(&spec.to_string())))
            }
        }
    }
    words.push(format!("--games {games} --seed {seed} --openings {}", quoted(openings)));
    if !swap {
        words.push("--no-swap".to_string());
    }
    if *longest != Experiment::LONGEST {
        words.push(format!("--longest {longest}"));
    }
    if let Some(clock) = clock {
        words.push(format!("--clock {}", quoted(clock)));
    }
    if let Some(test) = sprt {
        words.push(format!("--sprt={},{} --alpha {} --beta {}", test.elo0, test.elo1, test.alpha, test.beta));
        if test.model == Model::Logistic {
            words.push("--model logistic".to_string());
        }
    }
    words.join(" ")
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,=:+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
