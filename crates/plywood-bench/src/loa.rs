//! Lines of action: nodes a second with each evaluation, and games of the opponent-model thesis's table 5.1 at depth 5.

use std::time::Instant;

use plywood_core::{Budget, Task, Turn};
use plywood_games::loa::POSITIONS;
use plywood_lab::experiment::problems;

use super::Row;

/// Positions that are searched with each evaluation, and how deep.
const SEARCHED: (usize, u32) = (6, 5);

/// What is measured.
pub fn rows() -> Vec<Row> {
    let game = plywood_players::game("loa").expect("the game is registered");
    let starts = problems(&*game, POSITIONS.as_bytes(), None).expect("the positions that ship can be read");
    let mut rows = Vec::new();
    for eval in ["centre", "mobility", "concentration", "modern", "network(weights=a)"] {
        let spec = format!("ab(eval={eval}, depth={}, table=off)", SEARCHED.1);
        let mut player =
            game.player(&spec.parse().expect("it is written here")).expect("it is a player of the game");
        let (mut nodes, start) = (0, Instant::now());
        // Every fifth position, so that all stages of games are there.
        for start in starts.iter().step_by(5).take(SEARCHED.0) {
            player.new_game();
            let report = player.think(&*start.line, Task::new(Budget::UNSET).seed(1));
            nodes += report.expect("a depth is a budget it keeps").nodes;
        }
        let speed = nodes as f64 / start.elapsed().as_secs_f64();
        rows.push(Row::new(format!("loa: alpha-beta, {eval}"), speed, "nodes/s", "no table, depth 5"));
    }
    let opponent = "ab(eval=network(weights=b), depth=5, table=1MB, match=exact)";
    for (name, first) in [
        ("alpha-beta", "ab(eval=network(weights=a), depth=5, table=1MB, match=exact)"),
        ("OM", "om(own=network(weights=a), opponent=network(weights=b), depth=5, table=1MB, match=exact)"),
    ] {
        let mut players = [first, opponent].map(|spec| {
            game.player(&spec.parse().expect("it is written here")).expect("it is a player of the game")
        });
        let mut line = starts[1].line.boxed_clone();
        let start = Instant::now();
        let mut plies = 0;
        while let Turn::Player(seat) = line.turn() {
            let report = players[seat.index()].think(&*line, Task::new(Budget::UNSET).seed(1));
            let best =
                report.expect("a depth is a budget it keeps").best.expect("a player on turn has a move");
            line.step(&best).expect("it is legal");
            plies += 1;
        }
        let beside = format!("{plies} plies, one core");
        let name = format!("loa: a game of table 5.1 at depth 5, {name}");
        rows.push(Row::new(name, start.elapsed().as_secs_f64(), "s", beside));
    }
    rows
}
