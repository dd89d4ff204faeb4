//! The simple agents: their classes of squares, their games against each other, and how they rank.

use plywood_core::random::{derive, seeded};
use plywood_core::{Budget, Error, Game, Task, Turn};
use plywood_games::othello::{Othello, agents::square_class};

use super::*;
use crate::{Cell, Context, Estimate, Evidence, Grid, Measured, Ruling};
use plywood_lab::report::show_number;
use plywood_lab::stats::median;

/// Table 2.1.
pub fn square_classes(context: &Context) -> Result<Evidence, Error> {
    let mut evidence = Evidence::new(
        "The classes as the agent has them, square by square; the four squares of the start are never played.",
    );
    let class = |row: usize, column: usize| square_class(8, (8 * row + column) as u8);
    evidence.grid(Grid::beside(context.entry, "Square classes", 0, |row, column| {
        Some(Measured::Exact(f64::from(class(row, column))))
    }));
    let squares = || (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let edge = |place: usize| place.min(7 - place);
    let exact = squares().all(|(row, column)| {
        let corner = edge(row) == 0 && edge(column) == 0;
        let touches = !corner && edge(row) <= 1 && edge(column) <= 1;
        (class(row, column) == 1) == corner && (class(row, column) == 5) == touches
    });
    let equal = squares().all(|(row, column)| {
        let printed = context.entry.rows[row].values[column];
        printed.is_nan() || printed == f64::from(class(row, column))
    });
    evidence.judge(
        "corners-first",
        Ruling::exact(exact && equal),
        "Class 1 is the four corners, class 5 the twelve squares that touch them, and all 60 classes are as printed.",
    );
    Ok(evidence)
}

fn play_agents(context: &Context, games: usize, shares: (f64, f64)) -> Result<Scores, Error> {
    let players: Vec<String> = (0..6).map(agent).collect();
    round_robin(context, "agents", &players, games, shares)
}

/// Table 5.1.
pub fn against_each_other(context: &Context) -> Result<Evidence, Error> {
    let games = games(context, FULL);
    let scores = play_agents(context, games, (0.0, 0.8))?;
    let mut evidence = started(
        format!(
            "Each pair plays half its games with either colour from the usual start.{}",
            agreement(context, &scores)
        ),
        games,
    );
    let grid = Grid::beside(context.entry, "Wins of the row player in 100 games", 1, |row, column| {
        with_average(&scores, row, column)
    });
    evidence.grid(grid.with_errors(printed_error));
    first_of_equals(context, &mut evidence, games)?;
    let mean: Vec<Tally> = scores.iter().map(|row| average(row)).collect();
    let shown = |place: usize| show_number(mean[place].rate(), 1);
    let others = |place: usize| (0..6).filter(move |other| *other != place);
    evidence.judge(
        "roxanne-best",
        Ruling::all(others(ROXANNE).map(|other| leads(&scores, ROXANNE, other, 10.0))),
        format!("Roxanne wins {} in 100, CPMR {}.", shown(ROXANNE), shown(CPMR)),
    );
    evidence.judge(
        "random-worst",
        Ruling::all(others(RANDOM).map(|other| leads(&scores, other, RANDOM, 10.0))),
        format!("Random wins {} in 100, Pot.Mob {}.", shown(RANDOM), shown(POTENTIAL)),
    );
    let chain = [ROXANNE, CPMR, CPM, MOBILITY, POTENTIAL, RANDOM];
    let listed: Vec<String> = chain.iter().map(|place| shown(*place)).collect();
    evidence.judge(
        "order",
        in_order(&scores, &chain.each_ref().map(std::slice::from_ref)),
        format!("Roxanne, CPMR, CPM, Mob, Pot.Mob, Random: {}.", listed.join(", ")),
    );
    Ok(evidence)
}

/// Pot.Mob against the others when it takes the first of equal moves: its games with CPM and CPMR are then nearly the same every
/// time and have next to no draws, as printed.
fn first_of_equals(context: &Context, evidence: &mut Evidence, games: usize) -> Result<(), Error> {
    let player = "policy(name=potential(frontier=empties, ties=first))";
    let others: Vec<String> = [RANDOM, ROXANNE, MOBILITY, CPM, CPMR].map(agent).to_vec();
    let experiment = {
        let players: Vec<String> = [player.to_string()].into_iter().chain(others).collect();
        let mut experiment = Experiment::of_match("othello", &players, games as u32, context.seed);
        experiment.mode = Mode::Gauntlet;
        experiment
    };
    let results = context.play("first-of-equals", &experiment, (0.8, 1.0))?;
    let printed = &context.entry.rows[POTENTIAL].values;
    let columns = ["wins in 100", "draws in 100"].map(String::from).to_vec();
    let rows = [RANDOM, ROXANNE, MOBILITY, CPM, CPMR].iter().zip(&results).map(|(place, result)| {
        let [_, draws, _] = result.total.0;
        let draws = Tally { wins: draws, games: result.games };
        let wins = Cell {
            published: Some(printed[*place]),
            measured: tallies(result)[0].measured(),
            error: Some(printed_error(printed[*place])),
        };
        (
            context.entry.columns[*place].clone(),
            vec![wins, Cell { measured: draws.measured(), ..Cell::default() }],
        )
    });
    evidence.grid(Grid {
        title: "Pot.Mob when it takes the first of equal moves".to_string(),
        columns,
        rows: rows.collect(),
        decimals: 1,
    });
    evidence.reading(
        "Tried for Pot.Mob's 44.4 and 53.6 against CPM and CPMR: frontiers by discs, contacts and empties, for Pot.Mob and CPM apart; \
         ties at random, the first in reading order, and the first in the mirrored order, for Pot.Mob, CPMR and all; 1000 games each. None \
         comes near both (6 to 30 at random; 0 to 50 with the first). With the first of equals there is no draw, as printed, because \
         nearly the same few games are played again and again: then the score measures the order of the squares, not strength.",
    );
    Ok(())
}

/// Strength of the six in one of the lists of section 5.5: by how much one stands above another, in wins of 100.
type Ladder<'a> = Box<dyn Fn(usize, usize) -> Estimate + 'a>;

/// The claim that two lists order all pairs alike but one, which they order the other way round; pairs that the print calls equal
/// must be within two in 100 in both.
fn follows(one: &Ladder, other: &Ladder) -> Ruling {
    let pairs = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b)));
    let claim = |(a, b): (usize, usize)| {
        let [first, second] = [one(a, b), other(a, b)];
        match (a, b) {
            (CPM, CPMR) => Ruling::all([Ruling::below(&first, 0.0), Ruling::above(&second, 0.0)]),
            (ROXANNE, POTENTIAL) => {
                Ruling::all([first, second].iter().map(|lead| Ruling::within(lead, (-2.0, 2.0))))
            }
            _ => Ruling::any([
                Ruling::all([Ruling::above(&first, 0.0), Ruling::above(&second, 0.0)]),
                Ruling::all([Ruling::below(&first, 0.0), Ruling::below(&second, 0.0)]),
            ]),
        }
    };
    Ruling::all(pairs.map(claim)).ruled(
        "each of 13 pairs in the same order in both lists, Roxanne and Pot.Mob within two in 100 in both, CPM and CPMR swapped",
    )
}

/// The claim that Roxanne is first of the agents and fourth in the other two lists: below CPM, CPMR and Mob, above Random.
fn misleads(agents: &Ladder, others: [&Ladder; 2]) -> Ruling {
    let best =
        (0..6).filter(|other| *other != ROXANNE).map(|other| Ruling::above(&agents(ROXANNE, other), 0.0));
    let fourth = others.into_iter().flat_map(|ladder| {
        let above = [CPM, CPMR, MOBILITY].map(|other| Ruling::below(&ladder(ROXANNE, other), 0.0));
        above.into_iter().chain([Ruling::above(&ladder(ROXANNE, RANDOM), 0.0)])
    });
    Ruling::all(best.chain(fourth)).ruled(
        "above all others among the agents; below CPM, CPMR and Mob and above Random in the other two lists",
    )
}

/// Ranks from 1 for the strongest; within two in 100 of the one before is the same rank.
fn ranks(strengths: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|a, b| strengths[*b].total_cmp(&strengths[*a]));
    let mut ranks = vec![0.0; strengths.len()];
    let mut rank = 0;
    for (index, place) in order.iter().enumerate() {
        if index == 0 || strengths[order[index - 1]] - strengths[*place] > 2.0 {
            rank += 1;
        }
        ranks[*place] = f64::from(rank);
    }
    ranks
}

/// The three lists of section 5.5.
pub fn orderings(context: &Context) -> Result<Evidence, Error> {
    let agents = play_agents(context, games(context, 400), (0.0, 0.1))?;
    let number = games(context, 200);
    let against = simulations::play_against_agents(context, [50; 6], number, (0.1, 0.55))?;
    let inside = simulations::play_each_other(context, [50; 6], number, (0.55, 1.0))?;
    // An agent resists Monte Carlo players as much as they win less against it.
    let resists = |one: usize, other: usize| {
        let parts: Vec<(f64, Tally)> =
            against.iter().flat_map(|row| [(-1.0 / 6.0, row[one]), (1.0 / 6.0, row[other])]).collect();
        combined(&parts)
    };
    let means = |scores: &Scores| -> Vec<f64> { scores.iter().map(|row| average(row).rate()).collect() };
    let resisted: Vec<f64> = (0..6)
        .map(|column| -average(&against.iter().map(|row| row[column]).collect::<Vec<_>>()).rate())
        .collect();
    let columns = [ranks(&means(&agents)), ranks(&resisted), ranks(&means(&inside))];
    let mut evidence =
        started("Ranks by the averages of tables 5.1, 5.2 (by column) and 5.4, played anew.", number);
    evidence.reading("In the table of ranks, players within two in 100 share one; verdicts rest on the averages, not on these ranks.");
    evidence.grid(Grid::beside(context.entry, "Ranks", 0, |row, column| {
        Some(Measured::Exact(columns[column][row]))
    }));
    let ladders: [Ladder; 3] = [
        Box::new(|one, other| lead(&agents, one, other)),
        Box::new(resists),
        Box::new(|one, other| lead(&inside, one, other)),
    ];
    let listed = |values: &[f64]| {
        values.iter().map(|value| show_number(value.abs(), 1)).collect::<Vec<_>>().join(", ")
    };
    evidence.judge(
        "mc-rank-follows",
        follows(&ladders[1], &ladders[2]),
        format!(
            "Wins in 100 against the agents {}; of the Monte Carlo players {}.",
            listed(&resisted),
            listed(&means(&inside))
        ),
    );
    let ranks = [0, 1, 2].map(|column| columns[column][ROXANNE]);
    evidence.judge(
        "agent-rank-misleads",
        misleads(&ladders[0], [&ladders[1], &ladders[2]]),
        format!("Roxanne ranks {}, {} and {}.", ranks[0], ranks[1], ranks[2]),
    );
    Ok(evidence)
}

/// Random games on a board: plies a game and moves a ply.
fn random_games(size: u32, playouts: usize, seed: u64) -> Result<(f64, f64), Error> {
    let game = Othello::from_spec(&format!("othello(size={size})").parse()?)?;
    let mut rng = seeded(seed);
    let (mut moves, mut choices) = (0_u64, 0_u64);
    for _ in 0..playouts {
        let mut board = game.start();
        while game.turn(&board) != Turn::Over {
            moves += 1;
            choices += game.count_moves(&board) as u64;
            board = game.play(&board, game.random_move(&board, &mut rng));
        }
    }
    Ok((moves as f64 / playouts as f64, choices as f64 / moves as f64))
}

/// Boards and playouts a move that flat Monte Carlo search is timed with.
const BOARDS: [u32; 3] = [4, 6, 8];
const PLAYOUTS: [u32; 4] = [500, 1000, 2000, 4000];

/// How the time of a move grows with N, B and L: the slopes of its logarithm over that of N on one board, and over that of N B L over
/// all boards. Playouts choose by `roxanne`, which looks at every legal move.
fn growth(context: &Context, sizes: &[(f64, f64)]) -> Result<[Estimate; 2], Error> {
    let repeats = if context.glance() { 2 } else { 10 };
    let mut groups: Vec<Vec<f64>> = Vec::new();
    let mut points = Vec::new();
    for (size, (length, width)) in BOARDS.iter().zip(sizes) {
        let game = plywood_players::game(&format!("othello(size={size})"))?;
        for playouts in PLAYOUTS {
            let spec = format!("mc(playout=roxanne, simulations={playouts})").parse()?;
            let mut times = Vec::new();
            for repeat in 0..repeats {
                let begun = std::time::Instant::now();
                game.player(&spec)?
                    .think(&*game.start(), Task::new(Budget::UNSET).seed(repeat).stop(context.stop))?;
                times.push(libm::log(begun.elapsed().as_secs_f64()));
            }
            groups.push(times);
            points.push((libm::log(f64::from(playouts)), libm::log(f64::from(playouts) * width * length)));
        }
    }
    let slope = |groups: &[Vec<f64>], points: &dyn Fn(usize) -> f64, from: usize| {
        let line: Vec<(f64, f64)> = groups
            .iter()
            .enumerate()
            .skip(from)
            .map(|(place, times)| (points(place), median(times)))
            .collect();
        gradient(&line)
    };
    let last_board = points.len() - PLAYOUTS.len();
    Ok([
        Estimate::drawn(&groups, |groups| slope(groups, &|place| points[place].0, last_board)),
        Estimate::drawn(&groups, |groups| slope(groups, &|place| points[place].1, 0)),
    ])
}

/// The slope of a straight line through points by least squares.
fn gradient(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let [x, y] = [
        points.iter().map(|point| point.0).sum::<f64>() / count,
        points.iter().map(|point| point.1).sum::<f64>() / count,
    ];
    let both: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    both / points.iter().map(|point| (point.0 - x) * (point.0 - x)).sum::<f64>()
}

/// Table A.1: the size of the tree from random games, and what a move costs.
pub fn tree_sizes(context: &Context) -> Result<Evidence, Error> {
    let playouts = context.effort.amount(20_000, 20_000).max(200);
    let sizes = BOARDS
        .iter()
        .map(|size| random_games(*size, playouts, derive(context.seed, 0xA1)))
        .collect::<Result<Vec<_>, Error>>()?;
    let (length, width) = sizes[2];
    let size = length * libm::log10(width);
    let mut evidence = Evidence::timed(format!(
        "Othello from random games: {} plies, {} moves a ply. Beside it, the question of appendix A: UCT against alpha-beta at equal time and \
         against itself at half the simulations, in every game of two opposed players.",
        show_number(length, 1),
        show_number(width, 2)
    ));
    evidence.replaced("The other three games are as printed.");
    evidence.reading(
        "Cost is the time of a move by flat Monte Carlo search from the start, on boards of 4, 6 and 8 squares a side, whose B and L come from \
         random games. Proportional means that its logarithm rises by 0.85 to 1.15 for one of N, and of N B L over all boards.",
    );
    evidence.scale("random games", playouts, "not said");
    evidence.grid(Grid::beside(context.entry, "log10 of B^L", 1, |_, column| {
        (column == 1).then_some(Measured::Exact(size))
    }));
    let printed = &context.entry.rows[0].values;
    evidence.judge(
        "order",
        Ruling::exact(printed[0] < size && size < printed[2] && printed[2] < printed[3]),
        format!("10^{} lies between 10^{} and 10^{}.", show_number(size, 1), printed[0], printed[2]),
    );
    let slopes = growth(context, &sizes)?;
    evidence.judge(
        "mc-less-affected",
        Ruling::all(slopes.iter().map(|slope| Ruling::within(slope, (0.85, 1.15)))),
        format!(
            "The time of a move grows as N to the power {}, as N B L to the power {}.",
            slopes[0].told(2),
            slopes[1].told(2)
        ),
    );
    across::play(context, &mut evidence, (0.05, 1.0))?;
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    /// A ladder of strengths with a small error.
    fn ladder(strengths: [f64; 6]) -> Ladder<'static> {
        Box::new(move |one, other| Estimate::known(strengths[one] - strengths[other], 0.3, 1000))
    }

    #[test]
    fn a_swap_of_roxanne_and_mobility_is_no_agreement() {
        // Random, Roxanne, Mob, Pot.Mob, CPM, CPMR.
        let resisting = ladder([10.0, 30.0, 40.0, 30.0, 60.0, 65.0]);
        let right = ladder([20.0, 42.0, 47.0, 42.5, 70.0, 68.0]);
        assert_eq!(follows(&resisting, &right).verdict(), Verdict::Holds);
        let swapped = ladder([20.0, 47.0, 42.0, 47.5, 70.0, 68.0]);
        assert_eq!(follows(&resisting, &swapped).verdict(), Verdict::DoesNotHold);
        let unswapped = ladder([20.0, 42.0, 47.0, 42.5, 68.0, 70.0]);
        assert_eq!(follows(&resisting, &unswapped).verdict(), Verdict::DoesNotHold);
        let agents = ladder([20.0, 80.0, 42.0, 41.0, 51.0, 57.0]);
        assert_eq!(misleads(&agents, [&resisting, &right]).verdict(), Verdict::Holds);
        assert_eq!(misleads(&agents, [&resisting, &swapped]).verdict(), Verdict::DoesNotHold);
    }
}
