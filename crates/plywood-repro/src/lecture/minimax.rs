//! Slide "Minimax Properties": time, space, what a budget buys, and that the answer is right.

use plywood_core::{Budget, Error, Task};

use crate::trees::minimax;
use crate::{Context, Evidence, Grid, Measured, Ruling};

/// Runs the checks.
pub fn run(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "Plain minimax on uniform random trees counts evaluations at the horizon; a depth-first walk with all siblings on an explicit stack \
         counts stored nodes; nim with 1 to 18 matches, whose winner is known by arithmetic, checks the answer.",
    );
    let numbers = &context.entry.rows;
    evidence.grid(Grid::beside(context.entry, "What a time budget buys", 0, |row, _| {
        (row == 2).then_some(Measured::Exact(numbers[0].values[0] * numbers[1].values[0]))
    }));
    let sizes = [(2u32, 10u32), (3, 8), (4, 6), (6, 5), (10, 4)];
    let mut rows = Vec::new();
    let (mut time_holds, mut space_holds) = (true, true);
    for (width, depth) in sizes {
        let game = plywood_players::game(&format!("randomtree(width={width})"))?;
        let spec = format!("minimax(depth={depth}, deepening=off)").parse()?;
        let report =
            game.player(&spec)?.think(&*game.start(), Task::new(Budget::default()).stop(context.stop))?;
        let (leaves, stored) = (u64::from(width).pow(depth), stack_peak(width, depth));
        time_holds &= report.evaluations == leaves;
        space_holds &= stored <= width * depth + 1;
        let cells =
            [report.evaluations as f64, leaves as f64, f64::from(stored), f64::from(width * depth + 1)];
        rows.push((format!("b = {width}, m = {depth}"), cells.map(Measured::Exact).to_vec()));
    }
    let columns = ["leaves", "b^m", "stored nodes", "bm + 1"].map(String::from).to_vec();
    evidence.grid(Grid::measured("Counts on uniform trees", &columns, 0, rows));
    evidence.judge("time", Ruling::exact(time_holds), "Leaves equal b^m on all five sizes.");
    evidence.judge(
        "space",
        Ruling::exact(space_holds),
        "Stored nodes stay at or below bm + 1 on all five sizes.",
    );
    let bought = numbers[0].values[0] * numbers[1].values[0];
    evidence.judge(
        "budget",
        Ruling::exact(bought == numbers[2].values[0]),
        format!("100 s at 10⁴ nodes a second are {bought} nodes."),
    );
    let mut right = 0;
    // Larger heaps only cost more: plain minimax visits every line.
    for matches in 1..=18u32 {
        let game = plywood_players::game(&format!("nim(matches={matches}, most=3)"))?;
        let expected = if matches % 4 == 0 { -1.0 } else { 1.0 };
        right += u32::from(minimax(&*game, &*game.start())? == expected);
    }
    evidence.judge(
        "optimal",
        Ruling::exact(right == 18),
        format!("{right} of 18 heaps get the value that arithmetic gives."),
    );
    Ok(evidence)
}

/// The largest number of nodes on a stack that holds all siblings of the path.
fn stack_peak(width: u32, depth: u32) -> u32 {
    let (mut stack, mut peak) = (vec![0], 1);
    while let Some(ply) = stack.pop() {
        if ply < depth {
            stack.extend(std::iter::repeat_n(ply + 1, width as usize));
            peak = peak.max(stack.len() as u32);
        }
    }
    peak
}
