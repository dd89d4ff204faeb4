//! `plywood games`: every game with its keys.

use plywood_core::{About, Key};
use plywood_players::GAMES;
use serde::Serialize;

use crate::terminal::{print, print_json, table};

/// List every game with its keys
#[derive(clap::Args)]
#[command(after_help = "Example: plywood games --json")]
pub struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    about: About,
    examples: &'static [&'static str],
    evaluations: Vec<About>,
    policies: Vec<About>,
}

impl Arguments {
    /// Lists the games.
    pub fn run(self) -> anyhow::Result<()> {
        let mut games = Vec::new();
        for entry in GAMES {
            let example = plywood_players::game(entry.examples[0])?;
            games.push(Listed {
                about: entry.about,
                examples: entry.examples,
                evaluations: example.evaluators().to_vec(),
                policies: example.policies().to_vec(),
            });
        }
        if self.json {
            return print_json(&serde_json::json!({ "games": games }));
        }
        let names = |list: &[About]| list.iter().map(|about| about.name).collect::<Vec<_>>().join(", ");
        let rows: Vec<Vec<String>> = games
            .iter()
            .map(|game| {
                vec![game.about.name.to_string(), game.about.about.to_string(), names(&game.evaluations)]
            })
            .collect();
        print(table(&["game", "what it is", "evaluations"], &rows))?;
        for game in games.iter().filter(|game| !game.about.keys.is_empty()) {
            print(format!("\n{}\n", game.about.name))?;
            print(keys(game.about.keys))?;
        }
        print("\nSpecs: ")?;
        let examples: Vec<&str> = games.iter().flat_map(|game| game.examples).copied().collect();
        print(examples.join("   ") + "\n")
    }
}

/// Keys with their defaults and meanings, indented.
pub fn keys(keys: &[Key]) -> String {
    let rows: Vec<Vec<String>> = keys
        .iter()
        .map(|key| vec![format!("  {}={}", key.name, key.default), key.about.to_string()])
        .collect();
    let width = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    rows.iter().map(|row| format!("{:<width$}  {}\n", row[0], row[1])).collect()
}
