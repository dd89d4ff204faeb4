//! Sections 1.2.4 to 1.4: nim-5, its histories, its tree, its strategies, and what knowing the opponent is worth.

use std::collections::BTreeSet;

use plywood_core::Error;
use plywood_core::facade::{AnyGame, AnyLine};

use crate::published::Entry;
use crate::trees::{lines, minimax};
use crate::{Context, Evidence, Grid, Measured, Ruling};

const FULL: &str = "nim(matches=5)";
const RESTRICTED: &str = "nim(matches=5, strike=3)";

/// The entry's written tree as a game.
fn written(entry: &Entry) -> Result<Box<dyn AnyGame>, Error> {
    let text = entry.tree.as_deref().ok_or_else(|| Error::new(format!("{} has no tree", entry.id)))?;
    plywood_players::game(&format!("tree:{text}"))
}

/// The line after some moves.
fn after(game: &dyn AnyGame, moves: &[&str]) -> Result<Box<dyn AnyLine>, Error> {
    let mut line = game.start();
    moves.iter().try_for_each(|text| line.step(text))?;
    Ok(line)
}

/// Values of the moves from here, in order.
fn values(game: &dyn AnyGame, line: &dyn AnyLine) -> Result<Vec<f64>, Error> {
    let value = |text: &String| {
        let mut child = line.boxed_clone();
        child.step(text)?;
        minimax(game, &*child)
    };
    line.moves().iter().map(value).collect()
}

/// A list in the entry's setting, such as `All histories: empty, 1, 2.`.
fn listed(entry: &Entry, head: &str) -> BTreeSet<String> {
    let list =
        entry.setting.split_once(head).map_or("", |(_, rest)| rest.split('.').next().unwrap_or_default());
    list.split(',').map(|word| word.trim().replace("empty", "")).collect()
}

/// Figure 1.1.
pub fn histories(context: &Context) -> Result<Evidence, Error> {
    let game = plywood_players::game(FULL)?;
    let all = lines(&*game.start())?;
    let names = |finished: bool| -> BTreeSet<String> {
        all.iter()
            .filter(|(_, payoff)| payoff.is_some() || !finished)
            .map(|(moves, _)| moves.concat())
            .collect()
    };
    let mut evidence = Evidence::new(
        "Every line of the game is played out and compared with the two sets written out in the text.",
    );
    let columns = ["histories", "finished"].map(String::from).to_vec();
    let counts = vec![Measured::Exact(names(false).len() as f64), Measured::Exact(names(true).len() as f64)];
    evidence.grid(Grid::measured(
        "Histories of nim-5",
        &columns,
        0,
        vec![("played out".to_string(), counts)],
    ));
    for (claim, head, finished) in
        [("histories", "All histories:", false), ("endings", "Finished histories:", true)]
    {
        let (played, printed) = (names(finished), listed(context.entry, head));
        evidence.judge(
            claim,
            Ruling::exact(played == printed),
            format!(
                "{} played out, {} printed, {} in both.",
                played.len(),
                printed.len(),
                played.intersection(&printed).count()
            ),
        );
    }
    Ok(evidence)
}

/// Figure 1.2.
pub fn complete_tree(context: &Context) -> Result<Evidence, Error> {
    let (game, tree) = (plywood_players::game(FULL)?, written(context.entry)?);
    let leaves = |game: &dyn AnyGame| -> Result<Vec<(usize, f64)>, Error> {
        let all = lines(&*game.start())?;
        Ok(all.into_iter().filter_map(|(moves, payoff)| Some((moves.len(), payoff?))).collect())
    };
    let (played, printed) = (leaves(&*game)?, leaves(&*tree)?);
    let mut evidence = Evidence::new(
        "The tree of the entry is compared leaf by leaf with the game played out in the same order of moves.",
    );
    let columns = ["leaves", "won by player 1", "won by player 2"].map(String::from).to_vec();
    let row = |name: &str, leaves: &[(usize, f64)]| {
        let won = |payoff: f64| leaves.iter().filter(|leaf| leaf.1 == payoff).count() as f64;
        (name.to_string(), [leaves.len() as f64, won(1.0), won(-1.0)].map(Measured::Exact).to_vec())
    };
    evidence.grid(Grid::measured(
        "Leaves",
        &columns,
        0,
        vec![row("written tree", &printed), row("game", &played)],
    ));
    let by_length =
        printed.iter().all(|&(length, payoff)| payoff == if length % 2 == 1 { 1.0 } else { -1.0 });
    evidence.judge(
        "leaves",
        Ruling::exact(printed.len() == 13 && by_length && played == printed),
        format!(
            "{} leaves, every payoff given by its length; the game played out has the same.",
            printed.len()
        ),
    );
    Ok(evidence)
}

/// Figure 1.3.
pub fn strategies(_: &Context) -> Result<Evidence, Error> {
    let game = plywood_players::game(FULL)?;
    let (root, replies) = (game.start(), after(&*game, &["1"])?);
    let (value, first, second) =
        (minimax(&*game, &*root)?, values(&*game, &*root)?, values(&*game, &*replies)?);
    let mut evidence = Evidence::new("Minimax to the end of the game.");
    let columns = ["take 1", "take 2", "take 3"].map(String::from).to_vec();
    let row = |name: &str, values: &[f64]| {
        (name.to_string(), values.iter().copied().map(Measured::Exact).collect())
    };
    let rows = vec![row("first move", &first), row("reply to 1", &second)];
    evidence.grid(Grid::measured("Value for player 1", &columns, 0, rows));
    evidence.judge("win", Ruling::exact(value == 1.0), format!("The value of the start is {value}."));
    evidence.judge(
        "first-move",
        Ruling::exact(first == [1.0, -1.0, -1.0]),
        format!("The first moves have values {first:?}."),
    );
    evidence.judge(
        "all-replies-equal",
        Ruling::exact(second == [1.0; 3]),
        format!("The replies to 1 have values {second:?}."),
    );
    Ok(evidence)
}

/// The place of the largest value, the first of equals.
fn best(values: &[f64]) -> usize {
    (0..values.len()).fold(0, |best, index| if values[index] > values[best] { index } else { best })
}

/// Figure 1.4.
pub fn reduced_game(context: &Context) -> Result<Evidence, Error> {
    let (game, tree) = (plywood_players::game(FULL)?, written(context.entry)?);
    let full = values(&*game, &*game.start())?;
    let reduced = values(&*tree, &*tree.start())?;
    let mut evidence = Evidence::new("Minimax of the full game and of the two-ply tree with V = 1/(6 - n).");
    let columns = ["take 1", "take 2", "take 3"].map(String::from).to_vec();
    let row = |name: &str, values: &[f64]| {
        (name.to_string(), values.iter().copied().map(Measured::Exact).collect())
    };
    let rows = vec![row("full game", &full), row("reduced game", &reduced)];
    evidence.grid(Grid::measured("Value of the first move", &columns, 3, rows));
    evidence.judge(
        "same-move",
        Ruling::exact(best(&full) == 0 && best(&reduced) == 0),
        format!(
            "The best first move is to take {} in the full and {} in the reduced game.",
            best(&full) + 1,
            best(&reduced) + 1
        ),
    );
    Ok(evidence)
}

/// Figure 1.5.
pub fn restricted_game(context: &Context) -> Result<Evidence, Error> {
    let (game, restricted) = (plywood_players::game(FULL)?, plywood_players::game(RESTRICTED)?);
    let full = minimax(&*game, &*game.start())?;
    let value = minimax(&*restricted, &*restricted.start())?;
    let moves: Vec<String> = context.entry.rows[0].values.iter().map(f64::to_string).collect();
    let mut line = restricted.start();
    let mut along = Vec::new();
    for text in &moves {
        line.step(text)?;
        along.push(minimax(&*restricted, &*line)?);
    }
    let over = line.turn() == plywood_core::Turn::Over;
    let mut evidence =
        Evidence::new("Minimax of the game in which player 1 never takes three, along the printed line.");
    evidence.grid(Grid::beside(context.entry, "The printed line", 0, |_, _| None));
    let row = ("after the move".to_string(), along.iter().copied().map(Measured::Exact).collect());
    evidence.grid(Grid::measured("Value for player 1 along the line", &context.entry.columns, 0, vec![row]));
    evidence.judge(
        "player2-wins",
        Ruling::exact(value == -1.0),
        format!("The value of the restricted game is {value}."),
    );
    evidence.judge(
        "variation",
        Ruling::exact(over && along.iter().all(|value| *value == -1.0)),
        format!(
            "Values along the line: {along:?}; the game is {}over at its end.",
            if over { "" } else { "not " }
        ),
    );
    evidence.judge(
        "model-pays",
        Ruling::exact(full == 1.0 && value == -1.0),
        format!("Player 1 gets {full} in the full game and {value} in the restricted one."),
    );
    Ok(evidence)
}
