//! How well a shallow search predicts a deeper one at chance nodes: the numbers for ChanceProbCut.
//!
//! Positions come from random games. A sound search values each to both depths. The deep value is fitted as
//! `slope` times the shallow one by least squares through zero; the deviation is the spread of the residual.

use plywood_core::random::{derive, seeded};
use plywood_core::{Evaluator, Game, Line, Turn, Value};

use super::ChanceRule;
use crate::alphabeta::{AlphaBeta, Config};

/// Positions are taken from random games; games without a bound on their length are followed this far.
const LONGEST_WALK: u32 = 200;

/// The rule that the positions were searched by, with ChanceProbCut fitted: the deep value to the shallow one, over
/// this number of chance positions of random games.
pub fn calibrate<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    depth: u32,
    reduction: u32,
    positions: usize,
    seed: u64,
) -> ChanceRule {
    let config = Config { chance: ChanceRule::STAR1.probing(1), ..Config::PLAIN };
    let value = |line: &Line<G>, depth: u32| {
        let open = (G::Value::LOWEST, G::Value::HIGHEST);
        AlphaBeta::new(evaluator.clone(), config.clone()).within(line, depth, open).to_f64()
    };
    let pairs: Vec<(f64, f64)> = (0..)
        .filter_map(|index| chance_position(game, derive(seed, index)))
        .take(positions)
        .map(|line| (value(&line, depth.saturating_sub(reduction)), value(&line, depth)))
        .collect();
    let sum = |term: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(x, y)| term(*x, *y)).sum::<f64>();
    let squares = sum(&|x, _| x * x);
    let slope = if squares > 0.0 { sum(&|x, y| x * y) / squares } else { 1.0 };
    let left = sum(&|x, y| (y - slope * x).powi(2)) / pairs.len().max(1) as f64;
    ChanceRule { cut: Some(1.5), reduction, slope, deviation: left.sqrt(), ..config.chance }
}

/// A position of a random game where chance is on turn; none where the game met no such position.
fn chance_position<G: Game>(game: &G, seed: u64) -> Option<Line<G>> {
    let mut rng = seeded(seed);
    let mut line = Line::new(game.clone());
    let mut found = Vec::new();
    for _ in 0..game.nature().longest.unwrap_or(LONGEST_WALK) {
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => {
                found.push(line.position().clone());
                line.sample(&mut rng);
            }
            Turn::Player(_) => line.play(game.random_move(line.position(), &mut rng)),
        }
    }
    if found.is_empty() {
        return None;
    }
    let place = plywood_core::random::below(&mut rng, found.len());
    Some(Line::from(game.clone(), found.swap_remove(place)))
}
