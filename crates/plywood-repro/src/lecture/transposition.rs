//! Slides "Transposition Tables", "Saving a State" and "Checking the TT": bounds are bounds, and the table changes no value.

use plywood_core::random::{below, derive, seeded};
use plywood_core::{Budget, Error, Game, Knowledge, Spec, Task};
use plywood_games::randomtree::RandomTree;
use plywood_search::plain::{Fail, PlainAlphaBeta, oracle};

use crate::{Context, Evidence, Grid, Measured, Ruling};
use plywood_lab::experiment::Openings;

/// Runs the checks.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let (windows, positions) = (context.effort.amount(3000, 100_000), context.effort.amount(2000, 5000));
    let mut evidence = Evidence::new(
        "Random trees searched with random windows by fail-soft alpha-beta, against plain minimax; connect-four positions after \
         8 random plies searched 6 plies deep with and without a table that matches on depth.",
    );
    evidence.scale("windows", windows, "none");
    evidence.scale("positions", positions, "none");
    let (mut low, mut high, mut exact, mut wrong) = (0u32, 0u32, 0u32, 0u32);
    for index in 0..windows as u64 {
        let mut rng = seeded(derive(context.seed, index));
        let spec: Spec = format!("randomtree(width=3, scale=20, seed={index})").parse()?;
        let game = RandomTree::from_spec(&spec)?;
        let evaluator = game.evaluator(&Spec::word("v0"))?;
        let alpha = 30.0 + below(&mut rng, 40) as f64;
        let beta = alpha + 1.0 + below(&mut rng, 10) as f64;
        let found = PlainAlphaBeta::new(&game, &evaluator, Fail::Soft).search(&game.start(), 4, alpha, beta);
        let value = oracle(&game, &evaluator, &game.start(), 4);
        let right = if found <= alpha {
            low += 1;
            value <= found
        } else if found >= beta {
            high += 1;
            value >= found
        } else {
            exact += 1;
            value == found
        };
        wrong += u32::from(!right);
        (context.progress)(0.5 * index as f64 / windows as f64);
    }
    evidence.judge(
        "bounds",
        Ruling::never(u64::from(wrong), windows as u64),
        format!("{low} values at or below the window, {high} at or above, {exact} inside; {wrong} on the wrong side."),
    );

    let game = plywood_players::game("connect4")?;
    let list = Openings::Random { plies: 8 }.make(&*game, positions, context.seed)?;
    let mut plain = game.player(&"ab(depth=6, table=off)".parse()?)?;
    let mut with_table = game.player(&"ab(depth=6, table=2^16, match=exact)".parse()?)?;
    let (mut same, mut nodes) = (0, [0u64; 2]);
    for (index, position) in list.iter().enumerate() {
        let line = game.read(position)?;
        let mut values = [0.0; 2];
        for (slot, player) in [&mut plain, &mut with_table].into_iter().enumerate() {
            player.new_game();
            let report = player.think(&*line, Task::new(Budget::UNSET).stop(context.stop))?;
            values[slot] = report.value;
            nodes[slot] += report.nodes;
        }
        same += u32::from(values[0] == values[1]);
        (context.progress)(0.5 + 0.5 * index as f64 / list.len() as f64);
    }
    let columns = ["positions", "same value", "nodes without", "nodes with"].map(String::from).to_vec();
    let cells =
        [list.len() as f64, f64::from(same), nodes[0] as f64, nodes[1] as f64].map(Measured::Exact).to_vec();
    evidence.grid(Grid::measured(
        "Connect four to depth 6",
        &columns,
        0,
        vec![("all positions".to_string(), cells)],
    ));
    evidence.judge(
        "same-value",
        Ruling::never(list.len() as u64 - u64::from(same), list.len() as u64),
        format!("{same} of {} positions have the same value with and without the table.", list.len()),
    );
    Ok(evidence)
}
