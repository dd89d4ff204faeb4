//! Section 5.5.2: how long games of bao are and how many moves there are, from random play.

use std::collections::HashSet;

use plywood_core::random::{below, derive, seeded};
use plywood_core::{Error, Turn};
use plywood_lab::stats::{Summary, median};
use serde::{Deserialize, Serialize};

use super::game;
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};

/// A random game: plies, and positions, moves and forced moves in either stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Walk {
    plies: u32,
    positions: [u32; 2],
    moves: [u32; 2],
    forced: u32,
    most: u32,
}

/// Plies of the first stage: each player puts 22 stones.
const STAGE: u32 = 44;

fn walk(seed: u64) -> Result<Walk, Error> {
    let (game, mut rng, mut walk) = (game()?, seeded(seed), Walk::default());
    let mut line = game.start();
    loop {
        let moves = line.moves();
        if moves.is_empty() {
            return Ok(walk);
        }
        let stage = usize::from(walk.plies >= STAGE);
        walk.positions[stage] += 1;
        walk.moves[stage] += moves.len() as u32;
        walk.forced += u32::from(moves.len() == 1);
        walk.most = walk.most.max(moves.len() as u32);
        line.step(&moves[below(&mut rng, moves.len())])?;
        walk.plies += 1;
    }
}

/// The plies of the shortest game.
fn shortest() -> Result<u32, Error> {
    let game = game()?;
    let mut now = vec![game.start()];
    let mut plies = 0;
    loop {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for line in &now {
            if line.turn() == Turn::Over {
                return Ok(plies);
            }
            for step in line.moves() {
                let mut child = line.boxed_clone();
                child.step(&step)?;
                if seen.insert(child.position()) {
                    next.push(child);
                }
            }
        }
        (now, plies) = (next, plies + 1);
    }
}

/// Plays random games.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let count = context.effort.amount(20_000, 20_000);
    let numbers: Vec<u64> = (0..count as u64).collect();
    let walks =
        context.pieces("random games", &numbers, (0.0, 1.0), |number| walk(derive(context.seed, number)))?;
    let shortest = shortest()?;
    let mut evidence = Evidence::new(
        "Games of random moves from the start, and every game of a few plies for the shortest one. The numbers of positions are estimates that the \
         text quotes; they are not counted here.",
    );
    evidence.scale("random games", count, "not said");
    let lengths: Vec<f64> = walks.iter().map(|walk| f64::from(walk.plies)).collect();
    let length = Estimate::drawn(std::slice::from_ref(&lengths), |groups| median(&groups[0]));
    // A game is an observation, its positions are not.
    let branching = |stage: usize| {
        Estimate::drawn(std::slice::from_ref(&walks), |groups| {
            let sum = |of: fn(&Walk, usize) -> u32| -> f64 {
                groups[0].iter().map(|walk| f64::from(of(walk, stage))).sum()
            };
            sum(|walk, stage| walk.moves[stage]) / sum(|walk, stage| walk.positions[stage]).max(1.0)
        })
    };
    let (namua, mtaji) = (branching(0), branching(1));
    let most = walks.iter().map(|walk| walk.most).max().unwrap_or(0);
    let digits = Estimate::drawn(std::slice::from_ref(&walks), |groups| {
        let all: Vec<f64> = groups[0].iter().map(|walk| f64::from(walk.plies)).collect();
        let (moves, positions) = groups[0].iter().fold((0.0, 0.0), |(moves, positions), walk| {
            (
                moves + f64::from(walk.moves[0] + walk.moves[1]),
                positions + f64::from(walk.positions[0] + walk.positions[1]),
            )
        });
        Summary::of(&all).map_or(0.0, |one| one.mean) * libm::log10(moves / f64::max(positions, 1.0))
    });
    let (low, high) = if namua.value < mtaji.value { (namua, mtaji) } else { (mtaji, namua) };
    evidence.reading(
        "The size of the tree is the mean number of moves to the power of the mean length. The most moves in any position is a bound; ours is the \
         most that was seen.",
    );
    evidence.grid(Grid::beside(context.entry, "Properties of bao", 1, |row, _| match row {
        2 => Some(digits.into()),
        3 => Some(Measured::Exact(f64::from(shortest))),
        6 => Some(Measured::Exact(f64::from(most))),
        7 => Some(low.into()),
        8 => Some(high.into()),
        9 => Some(Measured::Exact(f64::from(STAGE))),
        10 => Some(length.into()),
        _ => None,
    }));
    evidence.judge(
        "shortest",
        Ruling::exact(shortest == 5),
        format!("The shortest game has {shortest} plies."),
    );
    evidence.judge(
        "length",
        Ruling::within(&length, (50.0, 60.0)),
        format!("Median {} plies.", length.told(1)),
    );
    evidence.judge(
        "branching",
        Ruling::all([&namua, &mtaji].map(|one| Ruling::within(one, (3.0, 5.0)))),
        format!("Namua {}, mtaji {}.", namua.told(2), mtaji.told(2)),
    );
    let (forced, positions) = walks.iter().fold((0, 0), |(forced, positions), walk| {
        (forced + walk.forced, positions + walk.positions[0] + walk.positions[1])
    });
    let share = Estimate::drawn(&[walks], |groups| {
        let sum = |of: fn(&Walk) -> u32| -> f64 { groups[0].iter().map(|walk| f64::from(of(walk))).sum() };
        sum(|walk| walk.forced) / sum(|walk| walk.positions[0] + walk.positions[1]).max(1.0)
    });
    evidence.judge(
        "forced",
        Ruling::above(&share, 0.1).ruled("more than a tenth of positions"),
        format!("{forced} of {positions} positions have one move: {}.", share.told(3)),
    );
    Ok(evidence)
}
