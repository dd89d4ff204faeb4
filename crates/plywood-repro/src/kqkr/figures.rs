//! Figures 5.10 to 5.14: lengths, what Black expected, correct moves, how many games differ, how deep was searched.

use std::collections::BTreeSet;

use plywood_core::{Error, Notation};
use plywood_games::chess::Chess;
use plywood_lab::report::{Mark, Plot, Series};
use plywood_lab::stats::association::correlation;
use plywood_search::retrograde::Indexed;

use super::play::{Defender, Ply, Told};
use super::tables::{
    above_two, correct_told, gain, large_told, lengths_told, mean_depths, more_correct, peak_seven,
};
use super::{DEEPEST, Games, matches};
use crate::{Cell, Context, Estimate, Evidence, Grid, Measured, Ruling};

const POSITIONS: [&str; 2] = ["Browne-BELLE 1", "Browne-BELLE 2"];
/// The positions after the first move of both sides.
const AFTER_ONE: [&str; 2] = ["8/1K2r3/5k2/Q7/8/8/8/8 w - - 0 1", "3Q4/1K6/8/8/1r6/2k5/8/8 w - - 0 1"];
/// Plies after which different games are counted.
const FORTY: usize = 40;
/// Differences of expectations, of depths and of branching that count as none.
const SAME_SURPLUS: f64 = 0.5;
const SAME_BRANCHING: f64 = 0.25;

/// Speculative depths from a first one on.
fn depths(from: usize) -> impl Iterator<Item = usize> + Clone {
    from..=DEEPEST as usize
}

/// A curve for each position.
fn curves(title: &str, unit: &str, from: usize, of: impl Fn(usize, usize) -> Estimate) -> Plot {
    let mut plot = Plot::new(title, "speculative depth", unit);
    for (position, name) in POSITIONS.into_iter().enumerate() {
        let points = depths(from).map(|depth| (depth as f64, of(position, depth).value));
        let points = points.filter(|(_, value)| !value.is_nan()).collect();
        plot = plot.with(Series::new(name, Mark::Line, points));
    }
    plot
}

/// Our own numbers by position and depth.
fn table(title: &str, from: usize, decimals: usize, of: impl Fn(usize, usize) -> Estimate) -> Grid {
    let columns: Vec<String> = depths(from).map(|depth| depth.to_string()).collect();
    let cell = |found: Estimate| {
        let measured = (!found.value.is_nan()).then(|| Measured::from(found));
        Cell { measured, ..Cell::default() }
    };
    let row = |position: usize| depths(from).map(|depth| cell(of(position, depth))).collect();
    let rows = POSITIONS.into_iter().enumerate().map(|(position, name)| (name.to_string(), row(position)));
    Grid { title: title.to_string(), columns, rows: rows.collect(), decimals }
}

/// Figure 5.10.
pub fn lengths(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = games.evidence("Mean length of the games in moves.");
    evidence.grid(Grid::beside(context.entry, "Mean length", 1, |position, depth| {
        Some(games.length(position, depth).into())
    }));
    evidence.plot(curves("Mean length of the games", "moves", 0, |position, depth| {
        games.length(position, depth)
    }));
    // Jansen's defenders against the same opponent: no part of the thesis's experiment.
    let jansen = [Defender::Random, Defender::BestOptimal, Defender::Heuristic];
    let (others, ..) = matches(context, &jansen)?;
    let length =
        |games: &Vec<Told>| Estimate::mean(&games.iter().map(Told::length).collect::<Vec<_>>()).into();
    let rows = POSITIONS
        .into_iter()
        .zip(&others)
        .map(|(name, cells)| (name.to_string(), cells.iter().map(length).collect()));
    let columns = ["R", "B", "HP"].map(String::from);
    evidence.grid(Grid::measured(
        "Mean length with Jansen's programs (2.1.4) as defenders",
        &columns,
        1,
        rows.collect(),
    ));
    evidence.reading("HP's probabilities were not published: a reply of White is half as likely for every three plies that it loses, and HP gives away a move at most.");
    let longer = |position: usize, depth: usize| Ruling::above(&gain(&games, position, depth), 0.0);
    let shorter = |position: usize, depth: usize| Ruling::below(&gain(&games, position, depth), 0.0);
    let best = depths(0)
        .filter(|depth| *depth != 4)
        .map(|depth| Ruling::above(&games.length(0, 4).minus(games.length(0, depth)), 0.0));
    evidence.judge(
        "pos1-longer",
        Ruling::all(depths(1).map(|depth| longer(0, depth)).chain(best)),
        lengths_told(&games, 0),
    );
    let without_six = depths(1).filter(|depth| *depth != 6).map(|depth| longer(0, depth));
    evidence.judge("pos1-significant", Ruling::all(without_six), lengths_told(&games, 0));
    let named = [3, 5, 6, 8, 9, 10, 11].map(|depth| shorter(1, depth));
    evidence.judge("pos2-shorter", Ruling::all(named), lengths_told(&games, 1));
    let base = games.length(1, 0).minus(games.length(0, 0));
    evidence.judge(
        "base-better-in-2",
        Ruling::above(&base, 0.0),
        format!("At depth 0 games last {} moves longer in position 2.", base.told(1)),
    );
    let steps = |position: usize| {
        let change = |depth: usize| games.length(position, depth + 1).minus(games.length(position, depth));
        (0..DEEPEST as usize).map(change).collect::<Vec<_>>()
    };
    let irregular = [0, 1].map(|position| {
        let steps = steps(position);
        let up = Ruling::any(steps.iter().map(|step| Ruling::above(step, 0.0)));
        let down = Ruling::any(steps.iter().map(|step| Ruling::below(step, 0.0)));
        Ruling::all([up, down])
    });
    evidence.judge(
        "depth-matters",
        Ruling::any(irregular)
            .ruled("from one depth to the next games become longer somewhere and shorter elsewhere"),
        format!("{} {}", lengths_told(&games, 0), lengths_told(&games, 1)),
    );
    let differs =
        |position: usize, depth: usize| Ruling::any([longer(position, depth), shorter(position, depth)]);
    let all = (0..2).flat_map(|position| depths(1).map(move |depth| (position, depth)));
    let significant = Ruling::most(all.clone().map(|(position, depth)| differs(position, depth)));
    let count =
        all.filter(|(position, depth)| differs(*position, *depth).verdict() == crate::Verdict::Holds).count();
    evidence.judge(
        "few-significant",
        significant.contrary().ruled("not more than half of the cases differ from depth 0"),
        format!("{count} of 22 cases differ significantly from depth 0."),
    );
    Ok(evidence)
}

/// Figure 5.11.
pub fn surplus(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = games.evidence(
        "What Black's search expected beyond the distance to mate, in moves, averaged over his moves.",
    );
    evidence.reading("Moves after which Black expected a draw or better have no distance and are left out.");
    let mean = |game: &Told| {
        let surplus = game.surplus();
        (!surplus.is_empty()).then(|| surplus.iter().sum::<f64>() / surplus.len() as f64)
    };
    let surplus = |position: usize, depth: usize| {
        Estimate::mean(&games.cells[position][depth].iter().filter_map(mean).collect::<Vec<_>>())
    };
    evidence.grid(table("Prediction surplus in moves", 1, 2, surplus));
    evidence.plot(curves("Prediction surplus", "moves", 1, surplus));
    let linear = [0, 1].map(|position| {
        let points: Vec<(f64, f64, f64)> = depths(1)
            .map(|depth| {
                let found = surplus(position, depth);
                (depth as f64, found.value, found.error)
            })
            .collect();
        let rises = Ruling::above(&surplus(position, DEEPEST as usize).minus(surplus(position, 1)), 0.0);
        Ruling::all([Ruling::fits_line(&points, 0.9, games.games as u64), rises])
    });
    let seen = |position: usize| {
        let [first, last] = [1, DEEPEST as usize].map(|depth| surplus(position, depth).told(2));
        format!("{}: {first} at depth 1, {last} at depth {DEEPEST}.", POSITIONS[position])
    };
    evidence.judge("linear", Ruling::all(linear), format!("{} {}", seen(0), seen(1)));
    let same = depths(1).map(|depth| {
        Ruling::within(&surplus(0, depth).minus(surplus(1, depth)), (-SAME_SURPLUS, SAME_SURPLUS))
    });
    evidence.judge("same-positions", Ruling::all(same), format!("{} {}", seen(0), seen(1)));
    Ok(evidence)
}

/// Figure 5.12.
pub fn correct(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = games
        .evidence("Share of White's moves without an error, and of those that lose more than two moves.");
    evidence.grid(Grid::beside(
        context.entry,
        "Moves without an error in per cent",
        2,
        |position, column| Some(games.correct(position, column + 1).times(100.0).into()),
    ));
    evidence.grid(table("Moves that lose more than two, in per cent", 0, 2, |position, depth| {
        games.each(position, depth, above_two).times(100.0)
    }));
    evidence.plot(curves("Moves without an error", "per cent", 0, |position, depth| {
        games.correct(position, depth).times(100.0)
    }));
    evidence.plot(curves("Moves that lose more than two", "per cent", 0, |position, depth| {
        games.each(position, depth, above_two).times(100.0)
    }));
    let fewer = depths(1).map(|depth| Ruling::above(&more_correct(&games, depth), 0.0));
    evidence.judge("fewer-errors-2", Ruling::most(fewer), correct_told(&games));
    let groups: Vec<Vec<(f64, f64)>> = games
        .cells
        .iter()
        .flat_map(|cells| &cells[1..])
        .map(|cell| {
            let both = |game: &Told| {
                let wrong = game.errors().filter(|size| *size > 0).count() as f64;
                (game.length(), 1.0 - wrong / game.priced())
            };
            cell.iter().map(both).collect()
        })
        .collect();
    let together = |groups: &[Vec<(f64, f64)>]| {
        let mean = |of: fn(&(f64, f64)) -> f64| -> Vec<f64> {
            groups.iter().map(|group| group.iter().map(of).sum::<f64>() / group.len().max(1) as f64).collect()
        };
        correlation(&mean(|game| game.0), &mean(|game| game.1))
    };
    let found = Estimate::drawn(&groups, together);
    evidence.judge(
        "agrees-with-length",
        Ruling::below(&found, 0.0),
        format!(
            "The correlation of mean length and share of correct moves over the 22 matches is {}.",
            found.told(2)
        ),
    );
    evidence.judge("peak-7", peak_seven(&games), large_told(&games));
    Ok(evidence)
}

/// Different beginnings of `plies` plies.
fn distinct(games: &[&Told], plies: usize) -> usize {
    let beginning = |game: &&Told| -> Vec<String> {
        game.plies.iter().take(plies).map(|ply| ply.chosen.clone()).collect()
    };
    games.iter().map(beginning).collect::<BTreeSet<_>>().len()
}

/// Figure 5.13.
pub fn diversity(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence =
        games.evidence("Different sequences of moves among all games of a position, by plies.");
    let all = |position: usize| games.cells[position].iter().flatten().collect::<Vec<_>>();
    evidence.grid(Grid::beside(context.entry, "Different games after 40 plies", 0, |position, _| {
        Some(Measured::Exact(distinct(&all(position), FORTY) as f64))
    }));
    let mut plot = Plot::new("Different games", "plies", "different sequences of moves");
    for (position, name) in POSITIONS.into_iter().enumerate() {
        let points = (0..=100).map(|plies| (plies as f64, distinct(&all(position), plies) as f64)).collect();
        plot = plot.with(Series::new(name, Mark::Line, points));
    }
    evidence.plot(plot);
    let share = |position: usize, depth: usize| {
        let cell: Vec<&Told> = games.cells[position][depth].iter().collect();
        distinct(&cell, FORTY) as f64 / cell.len().max(1) as f64
    };
    let apart: Vec<f64> = depths(0).map(|depth| share(0, depth) - share(1, depth)).collect();
    let apart = Estimate::mean(&apart);
    let [first, second] = [0, 1].map(|position| (distinct(&all(position), FORTY), all(position).len()));
    evidence.judge(
        "more-diverse-1",
        Ruling::above(&apart, 0.0),
        format!(
            "{} of {} games differ after 40 plies in position 1, {} of {} in position 2; match by match the share differs by {}.",
            first.0, first.1, second.0, second.1, apart.told(3)
        ),
    );
    let game = Chess::default();
    let class = game.read_class("KQKR")?;
    let numbers: Vec<Option<usize>> = AFTER_ONE
        .into_iter()
        .map(|fen| Ok(game.number(&class, &game.read_position(fen)?)))
        .collect::<Result<_, Error>>()?;
    evidence.judge(
        "same-after-one",
        Ruling::exact(numbers[0].is_some() && numbers[0] == numbers[1]),
        format!(
            "{} and {} have the same number in the database, which symmetric positions share.",
            AFTER_ONE[0], AFTER_ONE[1]
        ),
    );
    Ok(evidence)
}

/// Figure 5.14.
pub fn efficiency(context: &Context) -> Result<Evidence, Error> {
    let games = Games::of(context)?;
    let mut evidence = games.evidence("Depth reached and effective branching factor, the root of the evaluations by the depth, move by move.");
    let speculating: Vec<&Told> = games.cells.iter().flat_map(|cells| &cells[1..]).flatten().collect();
    let branching = |ply: &Ply| libm::pow(ply.evaluations as f64, 1.0 / f64::from(ply.depth));
    let of_game = |game: &Told, black: bool, from: usize, of: &dyn Fn(&Ply) -> f64| {
        let found: Vec<f64> = game
            .of_side(black)
            .skip(from)
            .filter(|ply| ply.depth > 0 && ply.evaluations > 0)
            .map(of)
            .collect();
        (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
    };
    let mean = |black: bool, of: &dyn Fn(&Ply) -> f64| {
        Estimate::mean(&speculating.iter().filter_map(|game| of_game(game, black, 0, of)).collect::<Vec<_>>())
    };
    let depth = |ply: &Ply| f64::from(ply.depth);
    let less = mean(false, &depth).minus(mean(true, &depth));
    let late = mean_depths(&games, 6);
    let most = mean(true, &depth);
    evidence.grid(Grid::beside(context.entry, "Plies", 1, |row, _| Some([less, late, most][row].into())));
    for (title, of) in
        [("Depth reached", &depth as &dyn Fn(&Ply) -> f64), ("Effective branching factor", &branching)]
    {
        let mut plot = Plot::new(title, "move", if title.starts_with('D') { "plies" } else { "moves a ply" });
        for (name, black) in [("OM search", true), ("alpha-beta", false)] {
            let at = |number: usize| {
                let found: Vec<f64> = speculating
                    .iter()
                    .filter_map(|game| game.of_side(black).nth(number))
                    .filter(|ply| ply.depth > 0 && ply.evaluations > 0)
                    .map(of)
                    .collect();
                (!found.is_empty())
                    .then(|| (number as f64 + 1.0, found.iter().sum::<f64>() / found.len() as f64))
            };
            plot = plot.with(Series::new(name, Mark::Line, (0..50).filter_map(at).collect()));
        }
        evidence.plot(plot);
    }
    evidence.judge(
        "one-ply",
        Ruling::within(&less, (0.5, 1.5)),
        format!("With the same nodes OM search reaches {} plies less.", less.told(2)),
    );
    let apart = mean(true, &branching).minus(mean(false, &branching));
    evidence.judge(
        "same-pruning",
        Ruling::within(&apart, (-SAME_BRANCHING, SAME_BRANCHING)),
        format!("The branching factor of OM search is {} larger.", apart.told(2)),
    );
    Ok(evidence)
}
