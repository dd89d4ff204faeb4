//! An evaluation of one's own, in a search that is put together by hand, against Monte Carlo search.

use plywood::games::tictactoe::TicTacToe;
use plywood::{
    AlphaBeta, Budget, Game, Line, MonteCarlo, Notation, Player, Search, StaticEvaluator, Task, Turn,
    Uniform, Zero, alphabeta,
};

/// The centre is worth three points, a corner two, any other square one.
#[derive(Clone)]
struct Squares;

impl StaticEvaluator<TicTacToe> for Squares {
    fn look(&self, game: &TicTacToe, board: &<TicTacToe as Game>::Position, player: Player) -> i32 {
        let text = game.write_position(board);
        let squares = text.chars().filter(|sign| *sign != '/').zip([2, 1, 2, 1, 3, 1, 2, 1, 2]);
        let crosses: i32 = squares
            .map(|(sign, worth)| match sign {
                'X' => worth,
                'O' => -worth,
                _ => 0,
            })
            .sum();
        if player == Player::FIRST { crosses } else { -crosses }
    }
    fn bounds(&self, _: &TicTacToe) -> (i32, i32) {
        (-15, 15)
    }
}

/// Plays a game.
pub fn main() {
    // Every switch that is not named is what `ab` means.
    let shallow = alphabeta::Config { killers: false, ..Default::default() };
    let mut searches: [Box<dyn Search<TicTacToe>>; 2] = [
        Box::new(AlphaBeta::new(Squares, shallow)),
        Box::new(MonteCarlo::new(Uniform, Uniform, Zero, Default::default())),
    ];
    let budget = Budget { depth: Some(3), simulations: Some(2000), ..Budget::UNSET };
    let mut line = Line::new(TicTacToe);
    let mut told = Vec::new();
    while let Turn::Player(player) = line.turn() {
        let report = searches[player.index()].think(&line, Task::new(budget).seed(1));
        let chosen = report.best.expect("who is on turn has a move");
        told.push(format!("{} {:+.2}", TicTacToe.write_move(line.position(), chosen), report.value));
        line.play(chosen);
    }
    println!("{}\n{}", told.join("\n"), TicTacToe.draw(line.position()));
    assert!(told[0].starts_with("b2"), "the centre counts most: {told:?}");
    assert!(line.payoff(Player::FIRST) >= 0, "three plies are enough not to lose");
}
