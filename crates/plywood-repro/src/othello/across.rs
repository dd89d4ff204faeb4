//! Across games: the question of the thesis's appendix A, in which games Monte Carlo search does well.
//!
//! In every registered game of two opposed players UCT meets alpha-beta (expectimax where there is chance) at equal time,
//! and itself at half the simulations. The first depends on the machine and on its load.

use plywood_core::game::Sum;
use plywood_core::{Chance, Error};
use plywood_players::registry;

use crate::{Context, Evidence, Grid, Measured};
use plywood_lab::experiment::Experiment;
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::Interval;

/// Time a move.
const TIME: &str = "5ms";
/// Simulations of the stronger side; the weaker one has half.
const BUDGETS: [u32; 4] = [100, 200, 400, 800];

/// A game and the search that stands for alpha-beta in it.
fn games() -> Vec<(String, &'static str)> {
    let specs =
        registry().games.iter().map(|entry| entry.examples[0]).filter(|spec| !spec.starts_with("tree:"));
    let fits = |spec: &str| {
        let nature = plywood_players::game(spec).ok()?.nature();
        let search = match nature.chance {
            Chance::None => "ab",
            Chance::Enumerable => "expectimax",
            Chance::Sampled => return None,
        };
        (nature.players == 2 && nature.sum == Sum::Zero).then_some((spec.to_string(), search))
    };
    specs.filter_map(fits).collect()
}

/// The score of the first player, with its interval.
fn score(
    context: &Context,
    name: &str,
    game: &str,
    players: [String; 2],
    games: u32,
    shares: (f64, f64),
) -> Result<Option<Interval>, Error> {
    let mut experiment = Experiment::of_match(game, &players, games, context.seed);
    experiment.openings = "random(plies=2)".to_string();
    experiment.longest = 400;
    let results = context.play(name, &experiment, shares)?;
    Ok(results.first().and_then(|result| result.score()))
}

/// Plays, and adds a table and a plot to the evidence.
pub fn play(context: &Context, evidence: &mut Evidence, shares: (f64, f64)) -> Result<(), Error> {
    let small = context.glance();
    let number = context.effort.amount(8, 100).next_multiple_of(2) as u32;
    let all = games();
    let mut columns = vec![format!("against alpha-beta, {TIME} a move")];
    columns.extend(BUDGETS.map(|budget| format!("{budget} against {} simulations", budget / 2)));
    let mut rows = Vec::new();
    let mut plot = Plot::new("UCT with N simulations against UCT with half as many", "log2 of N", "score");
    let step = (shares.1 - shares.0) / all.len().max(1) as f64;
    for (index, (game, rival)) in all.iter().enumerate() {
        let here = (shares.0 + step * index as f64, shares.0 + step * (index + 1) as f64);
        let unknown = Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        let timed = if small {
            None
        } else {
            let players = [format!("uct(time={TIME})"), format!("{rival}(time={TIME})")];
            score(context, &format!("time{index}"), game, players, number, here)?
        };
        let mut cells = vec![timed.unwrap_or(unknown)];
        let mut series = Series::new(game.clone(), Mark::Line, Vec::new());
        // A small run asks one game for all.
        let budgets = if small && index > 0 { &BUDGETS[..0] } else { &BUDGETS[..] };
        for budget in budgets {
            let players = [*budget, budget / 2].map(|simulations| format!("uct(simulations={simulations})"));
            let found = score(context, &format!("half{index}-{budget}"), game, players, number, here)?;
            if let Some(found) = found {
                series.points.push((libm::log2(f64::from(*budget)), found.value));
            }
            cells.push(found.unwrap_or(unknown));
        }
        if !series.points.is_empty() {
            plot = plot.with(series);
        }
        let measured: Vec<Measured> =
            cells.into_iter().filter(|cell| !cell.value.is_nan()).map(Measured::Sampled).collect();
        if measured.len() == columns.len() {
            rows.push((game.clone(), measured));
        }
    }
    if !rows.is_empty() {
        evidence.grid(Grid::measured("Score of UCT across games", &columns, 2, rows));
    }
    evidence.plot(plot);
    Ok(())
}
