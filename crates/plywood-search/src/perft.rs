//! Counting positions: the usual pin for rules.

use std::ops::ControlFlow;

use plywood_core::facade::Perft;
use plywood_core::{Game, Stop, Turn};

/// Counts the positions exactly `depth` plies below, moves and chance events counted alike, and the games that were
/// over earlier. The last ply is counted, not played. None when it was asked to stop.
///
/// ```
/// use plywood_core::{Game, Stop};
/// use plywood_search::perft::perft;
/// use plywood_small_games::tictactoe::TicTacToe;
///
/// let count = perft(&TicTacToe, &TicTacToe.start(), 3, &Stop::new()).unwrap();
/// assert_eq!(count.leaves, 9 * 8 * 7);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, stop: &Stop) -> Option<Perft> {
    let mut count = Perft::default();
    walk(game, position, depth, stop, &mut count).is_continue().then_some(count)
}

fn walk<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &Stop,
    count: &mut Perft,
) -> ControlFlow<()> {
    if depth <= 1 {
        last(game, position, depth, count);
        return ControlFlow::Continue(());
    }
    match game.turn(position) {
        Turn::Over => count.finished += 1,
        // Children that are counted at once need not be written down to be walked.
        Turn::Player(_) if depth == 2 => {
            return game.children(position, |_, child| {
                last(game, &child, 1, count);
                ControlFlow::Continue(())
            });
        }
        Turn::Player(_) => {
            if depth > 4 && stop.raised() {
                return ControlFlow::Break(());
            }
            return game.children(position, |_, child| walk(game, &child, depth - 1, stop, count));
        }
        Turn::Chance => {
            return game.events(position, |_, _, child| walk(game, &child, depth - 1, stop, count));
        }
    }
    ControlFlow::Continue(())
}

/// Counts what lies at most one ply below.
#[inline(always)]
fn last<G: Game>(game: &G, position: &G::Position, depth: u32, count: &mut Perft) {
    match game.turn(position) {
        _ if depth == 0 => count.leaves += 1,
        Turn::Over => count.finished += 1,
        Turn::Player(_) => count.leaves += game.count_moves(position) as u64,
        Turn::Chance => {
            let _ = game.events(position, |_, _, _| {
                count.leaves += 1;
                ControlFlow::<()>::Continue(())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_small_games::tictactoe::TicTacToe;

    #[test]
    fn tictactoe_has_255168_games() {
        let games = perft(&TicTacToe, &TicTacToe.start(), 9, &Stop::new()).unwrap();
        assert_eq!(games.leaves + games.finished, 255_168);
    }
}
