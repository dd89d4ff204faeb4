//! The slope of the logistic curve that squashes pair counting (Dice thesis, section 4.2.2).

use std::ops::ControlFlow;

use plywood_core::random::{Rng, below, derive, seeded};
use plywood_core::{Game, Player, Turn};
use plywood_games::dice::evaluation::pairs;
use plywood_games::dice::grid::Grid;
use plywood_games::dice::{AnyDice, Board, Dice};
use plywood_learn::logistic::{self, Sample};

/// The slope of the logistic curve that fits pair counting on a board best (Dice thesis, section 4.2.2): over
/// a number of games of players who take a win when there is one and else the move with the best count,
/// drawing among equal ones.
pub(super) fn pair_slope(board: u32, win: u32, games: u64, seed: u64) -> f64 {
    match AnyDice::new(board, win) {
        AnyDice::Five(game) => fit(&game, games, seed),
        AnyDice::Small(game) => fit(&game, games, seed),
        AnyDice::Large(game) => fit(&game, games, seed),
    }
}

fn fit<S: Grid>(game: &Dice<S>, games: u64, seed: u64) -> f64 {
    let mut samples: Vec<Sample> = Vec::new();
    for number in 0..games {
        let mut rng = seeded(derive(seed, number));
        let (mut position, first) = (game.start(), samples.len());
        let payoff = loop {
            match game.turn(&position) {
                Turn::Over => break game.payoff(&position, Player::FIRST),
                Turn::Chance => position = game.sample(&position, &mut rng).1,
                Turn::Player(player) => {
                    position = by_pairs(game, &position, player, &mut rng);
                    samples.push((lead(game, &position), 0.0));
                }
            }
        };
        samples[first..].iter_mut().for_each(|sample| sample.1 = payoff);
    }
    logistic::slope(&samples)
}

/// Blue's pairs less red's.
fn lead<S: Grid>(game: &Dice<S>, board: &Board<S::Bits>) -> f64 {
    let [blue, red] = board.stones;
    f64::from(pairs(&game.grid, blue, red)) - f64::from(pairs(&game.grid, red, blue))
}

fn by_pairs<S: Grid>(
    game: &Dice<S>,
    position: &Board<S::Bits>,
    player: Player,
    rng: &mut Rng,
) -> Board<S::Bits> {
    let mut best: Vec<Board<S::Bits>> = Vec::new();
    let mut most = f64::NEG_INFINITY;
    let _ = game.children(position, |_, child| {
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let won = game.turn(&child) == Turn::Over && game.payoff(&child, player) > 0.0;
        let value = if won { f64::INFINITY } else { sign * lead(game, &child) };
        if value > most {
            (most, best) = (value, Vec::new());
        }
        if value == most {
            best.push(child);
        }
        ControlFlow::<()>::Continue(())
    });
    best.swap_remove(below(rng, best.len()))
}

#[cfg(test)]
mod tests {
    use super::pair_slope;
    use plywood_games::dice::evaluation::fitted_slope;

    #[test]
    fn the_shipped_slopes_are_the_fitted_ones() {
        for (board, win) in [(5, 4), (7, 4)] {
            let (fresh, shipped) = (pair_slope(board, win, 20_000, 1), fitted_slope(board, win));
            assert!((fresh - shipped).abs() < 1e-3, "{board}x{board}: {fresh} against {shipped}");
        }
    }
}
