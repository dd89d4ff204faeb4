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
    ("ours", "star_proof(table=2^16)"),
];
/// Steps of random play before a position is searched.
const STEPS: usize = 60;

/// Mean nodes of each search by board.
pub fn boards(context: &Context) -> Result<Grid, Error> {
    let count = context.effort.amount(3, 20);
    let rows = BOARDS.iter().map(|&(size, win)| {
        let game = plywood_players::game(&format!("dice(board={size}, win={win})"))?;
        let nodes = nodes(context, &*game, count)?.into_iter().map(Measured::Exact);
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

fn nodes(context: &Context, game: &dyn AnyGame, count: usize) -> Result<Vec<f64>, Error> {
    let mut sums = vec![0.0; SEARCHES.len()];
    for number in 0..count {
        let line = wander(game, derive(context.seed, number as u64))?;
        for ((_, spec), sum) in SEARCHES.iter().zip(&mut sums) {
            *sum += think(game, spec, &*line, DEPTH, context.stop)?.nodes as f64 / count as f64;
        }
    }
    Ok(sums)
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
