//! Nodes on larger boards, which the Dice thesis leaves to later work (section 6.1).

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::random::{below, derive, seeded};
use plywood_core::{Error, Turn};

use super::measure::think;
use crate::{Context, Grid, Measured};

/// Plies that are searched.
pub const DEPTH: u32 = 5;
const BOARDS: [(u32, u32); 3] = [(9, 6), (13, 6), (17, 8)];
const SEARCHES: [(&str, &str); 4] = [
    ("Star1", "star1(bounds=off, table=2^16)"),
    ("Star2", "star2(bounds=off, table=2^16)"),
    ("StarETC", "star_etc(bounds=off, table=2^16)"),
    ("ours", "star_proof(bounds=off, table=2^16)"),
];
/// Steps of random play before a position is searched.
const STEPS: usize = 60;

/// Mean nodes of each search by board.
pub fn boards(context: &Context, (from, to): (f64, f64)) -> Result<Grid, Error> {
    let count = context.effort.amount(3, 20);
    let at = |place: usize| from + (to - from) * place as f64 / BOARDS.len() as f64;
    let rows = BOARDS.iter().enumerate().map(|(place, &(size, win))| {
        let game = plywood_players::game(&format!("dice(board={size}, win={win})"))?;
        let nodes =
            nodes(context, &*game, count, (at(place), at(place + 1)))?.into_iter().map(Measured::Exact);
        Ok((format!("{size}x{size}, {win} in a row"), nodes.collect()))
    });
    let names: Vec<String> = SEARCHES.iter().map(|(name, _)| name.to_string()).collect();
    let rows: Result<Vec<_>, Error> = rows.collect();
    Ok(Grid::measured(
        &format!("Mean nodes to depth {DEPTH} on larger boards, {count} positions each"),
        &names,
        0,
        rows?,
    ))
}

fn nodes(context: &Context, game: &dyn AnyGame, count: usize, shares: (f64, f64)) -> Result<Vec<f64>, Error> {
    let numbers: Vec<u64> = (0..count as u64).collect();
    let job = format!("{} to depth {DEPTH} by {SEARCHES:?}", game.spec());
    let found: Vec<Vec<u64>> = context.pieces(&job, &numbers, shares, |number| {
        let line = wander(game, derive(context.seed, number))?;
        SEARCHES.iter().map(|(_, spec)| Ok(think(game, spec, &*line, DEPTH, context.stop)?.nodes)).collect()
    })?;
    let mean = |search: usize| found.iter().map(|nodes| nodes[search] as f64).sum::<f64>() / count as f64;
    Ok((0..SEARCHES.len()).map(mean).collect())
}

/// A position of random play at which somebody is on turn; on the way to an end, the last such position.
fn wander(game: &dyn AnyGame, seed: u64) -> Result<Box<dyn AnyLine>, Error> {
    let mut rng = seeded(seed);
    let mut line = game.start();
    let mut last = game.start();
    for _ in 0..STEPS {
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => drop(line.sample(&mut rng)),
            Turn::Player(_) => {
                let moves = line.moves();
                line.step(&moves[below(&mut rng, moves.len())])?;
            }
        }
        if let Turn::Player(_) = line.turn() {
            last = line.boxed_clone();
        }
    }
    Ok(last)
}
