//! `plywood rivals`: what a learned model of an opponent is worth at equal nodes.

use std::path::PathBuf;

use plywood_core::parallel::cores;
use plywood_lab::stats::Interval;
use plywood_lab::store::default_folder;
use plywood_study::rivals::{Outcome, Place, Plan};

use crate::terminal::{interrupt, print, print_json, spinner, table};

/// Learn models of opponents from watched games, and play the opponents with and without the models at equal nodes
#[derive(clap::Args)]
#[command(after_help = "Example: plywood rivals othello --games 400\n\
                        Each opponent is watched against alpha-beta, and its model is learned from those games alone. Players that use the model in \
                        several ways, and alpha-beta, then meet the opponent from new openings with the same nodes a move. Last, each model meets \
                        another opponent, for which it is wrong. \"more\" is the difference to alpha-beta, opening by opening.")]
pub struct Arguments {
    /// The game
    game: String,
    /// An opponent; may be given several times
    #[arg(long, value_name = "SPEC")]
    opponent: Vec<String>,
    /// Our evaluation; by default centre in lines of action, squares in Othello, else the game's first
    #[arg(long, value_name = "EVALUATION")]
    own: Option<String>,
    /// Nodes a move, for alpha-beta and for every use of a model
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Games in which an opponent is watched
    #[arg(long, default_value_t = 30)]
    observed: u32,
    /// Plies that types of a model look ahead
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// The most minimax value to give up for a better prospect, in points of our evaluation
    #[arg(long, default_value_t = 10.0)]
    margin: f64,
    /// Games of every match
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Random plies of the openings
    #[arg(long, default_value_t = 6)]
    plies: u32,
    /// Seed of openings and lessons
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The data folder; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Threads that play; by default all cores
    #[arg(long)]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Our evaluation and the opponents' in games that have enough of them: opponents look two plies ahead with sums that no
/// name stands for.
const SETTINGS: [(&str, &str, [&str; 3]); 2] = [
    ("loa", "centre", ["concentration=1, mobility=4", "concentration=1, centre=3", "centre=1, mobility=1"]),
    ("othello", "squares", ["iago=1, squares=50", "squares=1, discs=-5", "iago=1, discs=1000"]),
];

impl Arguments {
    /// Watches, learns and plays.
    pub fn run(self) -> anyhow::Result<()> {
        anyhow::ensure!(self.games >= 2 && self.observed >= 1, "--games is 2 or more, --observed 1 or more");
        anyhow::ensure!(self.margin >= 0.0, "--margin is zero or more");
        let game = plywood_players::game(&self.game)?;
        let set = SETTINGS.iter().find(|(name, ..)| *name == game.normal());
        let opponent = |eval: &str| format!("mstar(levels=levels({eval}), depth=2)");
        let opponents: Vec<String> = match (self.opponent.is_empty(), set) {
            (false, _) => self.opponent.clone(),
            (true, Some((.., sums))) => {
                sums.iter().map(|sum| opponent(&format!("weighted({sum})"))).collect()
            }
            // Every evaluation but the default is an opponent's.
            (true, None) => {
                let others = game.evaluators().iter().skip(1).filter(|about| about.name != "zero");
                others.map(|about| opponent(about.name)).collect()
            }
        };
        anyhow::ensure!(!opponents.is_empty(), "{} has no other evaluation: name an --opponent", self.game);
        let own = set.map_or(game.evaluators()[0].name, |set| set.1);
        let plan = Plan {
            game: self.game.clone(),
            opponents,
            own: self.own.clone().unwrap_or_else(|| own.to_string()),
            nodes: self.nodes,
            observed: self.observed,
            depth: self.depth,
            margin: self.margin,
            games: self.games.next_multiple_of(2),
            plies: self.plies,
            seed: self.seed,
        };
        let folder = self.data.clone().unwrap_or_else(default_folder);
        let bar = spinner("rivals");
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let outcomes = plan.run(Place {
            folder: &folder,
            threads,
            stop: &interrupt(),
            tell: &mut |doing| bar.set_message(doing.to_string()),
        })?;
        bar.finish_and_clear();
        if self.json {
            return print_json(&serde_json::json!({ "nodes": plan.nodes, "outcomes": outcomes }));
        }
        show(&plan, &outcomes)
    }
}

fn show(plan: &Plan, outcomes: &[Outcome]) -> anyhow::Result<()> {
    let told =
        |interval: Interval| format!("{:+.3} [{:+.3}, {:+.3}]", interval.value, interval.low, interval.high);
    for opponent in &plan.opponents {
        print(format!("against {opponent}, {} nodes a move\n\n", plan.nodes))?;
        let of = outcomes.iter().filter(|one| one.opponent == *opponent);
        let rows: Vec<Vec<String>> = of
            .map(|one| {
                let model = match &one.model_of {
                    None => "none".to_string(),
                    Some(of) if of == opponent => "its own".to_string(),
                    Some(of) => format!("of {of}"),
                };
                let score = format!(
                    "{:.3} [{:.3}, {:.3}]",
                    one.score.value,
                    one.score.low.max(0.0),
                    one.score.high.min(1.0)
                );
                vec![
                    one.player.clone(),
                    model,
                    one.games.to_string(),
                    score,
                    one.more.map_or(String::new(), told),
                ]
            })
            .collect();
        print(table(&["player", "model", "games", "score", "more than alpha-beta"], &rows) + "\n")?;
    }
    Ok(())
}
