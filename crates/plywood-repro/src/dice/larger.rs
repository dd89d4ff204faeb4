//! Nodes on larger boards, which the Dice thesis leaves to later work (section 6.1).

use plywood_core::random::{derive, seeded};
use plywood_core::{Budget, Error, Knowledge, Line, Search, Spec, Turn};
use plywood_games::dice::AnyDice;
use plywood_players::searches;

use crate::{Context, Grid, Measured};

/// Plies that are searched.
pub const DEPTH: u32 = 5;
const BOARDS: [(u32, u32); 3] = [(9, 6), (13, 6), (17, 8)];
const SEARCHES: [(&str, &str); 4] = [
    ("Star1", "star1(table=2^16)"),
    ("Star2", "star2(table=2^16)"),
    ("StarETC", "star_etc(table=2^16)"),
    ("ours", "star_proof(table=2^16)"),
];
/// Steps of random play before a position is searched.
const STEPS: usize = 60;

/// Mean nodes of each search by board.
pub fn boards(context: &Context) -> Result<Grid, Error> {
    let count = context.scale.amount(3, 20);
    let rows = BOARDS.iter().map(|&(size, win)| {
        let nodes = match AnyDice::new(size, win) {
            AnyDice::Five(game) => nodes(context, &game, count),
            AnyDice::Small(game) => nodes(context, &game, count),
            AnyDice::Large(game) => nodes(context, &game, count),
        };
        Ok((format!("{size}x{size}, {win} in a row"), nodes?.into_iter().map(Measured::Exact).collect()))
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

fn nodes<G: Knowledge>(context: &Context, game: &G, count: usize) -> Result<Vec<f64>, Error> {
    let mut sums = vec![0.0; SEARCHES.len()];
    for number in 0..count {
        let line = wander(game, derive(context.seed, number as u64));
        for ((_, spec), sum) in SEARCHES.iter().zip(&mut sums) {
            let (mut search, _): (Box<dyn Search<G>>, _) = searches::make(game, &spec.parse::<Spec>()?)?;
            let report = search.think(&line, &Budget::depth(DEPTH), 1, context.stop, &mut ());
            *sum += report.nodes as f64 / count as f64;
        }
    }
    Ok(sums)
}

/// A position of random play at which somebody is on turn; on the way to an end, the last such position.
fn wander<G: Knowledge>(game: &G, seed: u64) -> Line<G> {
    let mut rng = seeded(seed);
    let mut line = Line::new(game.clone());
    let mut last = line.clone();
    for _ in 0..STEPS {
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => drop(line.sample(&mut rng)),
            Turn::Player(_) => line.play(game.random_move(line.position(), &mut rng)),
        }
        if let Turn::Player(_) = line.turn() {
            last = line.clone();
        }
    }
    last
}
