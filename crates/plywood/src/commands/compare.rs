//! `plywood compare`: two evaluations of a game beside each other.

use anyhow::Context;
use plywood_players::game;
use plywood_study::compare::{Better, Compared, Plan, compare};

use crate::terminal::{ended, interrupt, print, print_json, spinner, table};

/// Compare two evaluations of a game: eight orderings, errors, admissibility, and their greatest difference
#[derive(clap::Args)]
#[command(
    after_help = "Example: plywood compare othello iago squares --positions 100 --truth \"ab(depth=6)\"\n\
                        The first evaluation is ours, the second the opponent's. The pair is admissible for `om` if ours is better and \
                        never overestimates a position that the opponent's does not overestimate. `plywood games NAME` lists \
                        evaluations; weighted(NAME=2, OTHER=1) is a sum of several."
)]
pub struct Arguments {
    /// The game, such as othello or "kalah(holes=4, seeds=3)"
    game: String,
    /// Our evaluation
    first: String,
    /// The opponent's evaluation
    second: String,
    /// Positions of random games to compare them on
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Plies of the trees that errors are counted on and of the players of the tournament
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// The search that gives the true value of a position; by default one of six plies with the first evaluation at its horizon
    #[arg(long, value_name = "SPEC")]
    truth: Option<String>,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Compares.
    pub fn run(self) -> anyhow::Result<()> {
        anyhow::ensure!((2..=1_000_000).contains(&self.positions), "--positions goes from 2 to 1000000");
        anyhow::ensure!((1..=20).contains(&self.depth), "--depth goes from 1 to 20");
        let game = game(&self.game).context("game")?;
        let own = self.first.parse().context("the first evaluation")?;
        let truth = self.truth.unwrap_or_else(|| format!("mstar(levels=levels({own}), depth=6)"));
        let plan = Plan {
            own,
            other: self.second.parse().context("the second evaluation")?,
            truth: truth.parse().context("truth")?,
            positions: self.positions,
            depth: self.depth,
            seed: self.seed,
        };
        let bar = spinner("comparing");
        let compared = compare(&*game, &plan, &interrupt(), &mut |done| {
            bar.set_message(format!("comparing, {done} of {} positions", plan.positions));
        })?;
        bar.finish_and_clear();
        // Games and searches that were broken off say nothing about the evaluations.
        ended(())?;
        if self.json {
            return print_json(&compared);
        }
        show(&compared)
    }
}

fn show(compared: &Compared) -> anyhow::Result<()> {
    let [first, second] = &compared.evaluations;
    print(format!(
        "{} positions, {} of them proven by {}\n\n",
        compared.positions, compared.proven, compared.truth
    ))?;
    let number = |value: f64| format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_string();
    let rows: Vec<Vec<String>> = compared
        .orderings
        .iter()
        .map(|one| {
            let [a, b] = one.values.map_or([String::new(), String::new()], |values| values.map(number));
            let better = match one.better {
                Better::First => first,
                Better::Second => second,
                Better::Neither => "neither",
            };
            vec![one.number.to_string(), one.name.to_string(), a, b, better.to_string()]
        })
        .collect();
    print(table(&["", "ordering", first, second, "better"], &rows))?;
    let errors = &compared.errors;
    let admissible = if compared.admissible { "admissible" } else { "not admissible" };
    print(format!(
        "\n{admissible} for opponent-model search: {first} overestimates {} positions that {second} does not\n\
         greatest difference at a position: {} points\n\
         errors on {} trees: type I {}, II {}, III {}, IV {}; OM search gains {} on the true value\n",
        compared.violations,
        number(compared.bound),
        errors.trees,
        errors.type_1,
        errors.type_2,
        errors.type_3,
        errors.type_4,
        number(errors.gain),
    ))
}
