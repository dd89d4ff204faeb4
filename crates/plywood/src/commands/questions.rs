//! `plywood questions`: what the opponent-model thesis leaves open, measured at equal nodes.

use std::path::PathBuf;

use plywood_core::parallel::cores;
use plywood_lab::stats::Interval;
use plywood_lab::store::default_folder;
use plywood_study::questions::{Answer, Questions};
use plywood_study::rivals::Place;

use crate::terminal::{interrupt, print, print_json, spinner, table};

/// Measure searches with models at equal nodes: depths as types, kinds of risk, bounded sum, mutual models, fallibility
#[derive(clap::Args)]
#[command(after_help = "Example: plywood questions othello --games 200\n\
                        Every player knows the opponents' evaluation. \"more\" is the difference to alpha-beta with our own evaluation, opening \
                        by opening; brackets are 95 % intervals.")]
pub struct Arguments {
    /// The game
    game: String,
    /// Our evaluation; by default centre in lines of action, squares in Othello, tdl2b in bao, else the game's first
    #[arg(long, value_name = "EVALUATION")]
    own: Option<String>,
    /// The opponents' evaluation; by default concentration in lines of action, iago in Othello, default in bao, else the
    /// game's second
    #[arg(long, value_name = "EVALUATION")]
    theirs: Option<String>,
    /// Nodes a move, for every player
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Opponents look from one to this number of plies ahead
    #[arg(long, default_value_t = 3)]
    deepest: u32,
    /// The most minimax value to give up, in points of our evaluation
    #[arg(long, default_value_t = 10.0)]
    margin: f64,
    /// The assumed greatest difference of the evaluations at leaves, for the bounded sum; `plywood compare` measures it
    #[arg(long, default_value_t = 200.0)]
    bound: f64,
    /// Games of every match
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Random plies of the openings
    #[arg(long, default_value_t = 6)]
    plies: u32,
    /// Seed of the openings
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

/// Our evaluation and the opponents' in games that have several.
const SETTINGS: [(&str, &str, &str); 3] =
    [("loa", "centre", "concentration"), ("othello", "squares", "iago"), ("bao", "tdl2b", "default")];

impl Arguments {
    /// Plays and tells.
    pub fn run(self) -> anyhow::Result<()> {
        anyhow::ensure!(self.games >= 2 && self.deepest >= 1, "--games is 2 or more, --deepest 1 or more");
        anyhow::ensure!(self.margin >= 0.0 && self.bound >= 0.0, "--margin and --bound are zero or more");
        let game = plywood_players::game(&self.game)?;
        let set = SETTINGS.iter().find(|(name, ..)| *name == game.normal());
        let listed: Vec<&str> = game.evaluators().iter().map(|about| about.name).collect();
        let (own, theirs) = set.map_or((listed[0], listed[1 % listed.len()]), |set| (set.1, set.2));
        let questions = Questions {
            game: self.game.clone(),
            own: self.own.clone().unwrap_or_else(|| own.to_string()),
            theirs: self.theirs.clone().unwrap_or_else(|| theirs.to_string()),
            nodes: self.nodes,
            deepest: self.deepest,
            margin: self.margin,
            bound: self.bound,
            games: self.games,
            plies: self.plies,
            seed: self.seed,
        };
        let folder = self.data.clone().unwrap_or_else(default_folder);
        let bar = spinner("questions");
        let answers = questions.run(Place {
            folder: &folder,
            threads: self.threads.unwrap_or_else(cores).max(1),
            stop: &interrupt(),
            tell: &mut |doing| bar.set_message(doing.to_string()),
        })?;
        bar.finish_and_clear();
        if self.json {
            return print_json(&serde_json::json!({ "nodes": questions.nodes, "answers": answers }));
        }
        show(&questions, &answers)
    }
}

fn show(questions: &Questions, answers: &[Answer]) -> anyhow::Result<()> {
    let told =
        |interval: Interval| format!("{:+.3} [{:+.3}, {:+.3}]", interval.value, interval.low, interval.high);
    for depth in 1..=questions.deepest {
        let opponent = questions.opponent(depth);
        print(format!("against {opponent}, {} nodes a move, ours {}\n\n", questions.nodes, questions.own))?;
        let rows: Vec<Vec<String>> = answers
            .iter()
            .filter(|one| one.outcome.opponent == opponent)
            .map(|Answer { question, outcome }| {
                let (low, high) = (outcome.score.low.max(0.0), outcome.score.high.min(1.0));
                vec![
                    question.clone(),
                    outcome.player.clone(),
                    outcome.games.to_string(),
                    format!("{:.3} [{low:.3}, {high:.3}]", outcome.score.value),
                    outcome.more.map_or(String::new(), told),
                ]
            })
            .collect();
        print(table(&["question", "player", "games", "score", "more than alpha-beta"], &rows) + "\n")?;
    }
    Ok(())
}
