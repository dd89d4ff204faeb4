//! `plywood games`: every game, or one with all that is known of it.

use anyhow::Context;
use plywood_core::facade::AnyGame;
use plywood_core::quantity::said_count;
use plywood_core::{About, Chance, Key, PayoffKind};
use plywood_lab::report::worth;
use plywood_players::choice::{Purpose, choose};
use plywood_players::games::GameEntry;
use plywood_players::registry;
use serde::Serialize;

use crate::terminal::{print, print_json, print_sentence, width, wrap, wrapped};

/// List every game, or show one with its keys, evaluations and players
#[derive(clap::Args)]
#[command(after_help = "Examples: plywood games kalah; plywood games --json")]
pub struct Arguments {
    /// A game, to show everything about it
    game: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    about: About,
    examples: &'static [&'static str],
    unit: &'static str,
    evaluations: Vec<About>,
    policies: Vec<About>,
    oracles: Vec<About>,
    players: Vec<About>,
    #[serde(skip)]
    made: Box<dyn AnyGame>,
}

impl Listed {
    fn new(entry: &GameEntry, spec: &str) -> anyhow::Result<Listed> {
        let made = plywood_players::game(spec).context("game")?;
        Ok(Listed {
            about: entry.about,
            examples: entry.examples,
            unit: worth::unit(&*made),
            evaluations: made.evaluators().to_vec(),
            policies: made.policies().to_vec(),
            oracles: made.oracles().to_vec(),
            players: made.specialists().iter().map(|one| one.about).collect(),
            made,
        })
    }
}

impl Arguments {
    /// Lists the games.
    pub fn run(self) -> anyhow::Result<()> {
        if let Some(spec) = &self.game {
            return self.one(spec);
        }
        let games: Vec<Listed> = registry()
            .games
            .iter()
            .map(|entry| Listed::new(entry, entry.examples[0]))
            .collect::<Result<_, _>>()?;
        if self.json {
            return print_json(&serde_json::json!({ "games": games }));
        }
        let rows: Vec<Vec<String>> = games
            .iter()
            .map(|game| {
                let keys: Vec<&str> = game.about.keys.iter().map(|key| key.name).collect();
                vec![game.about.name.to_string(), game.about.about.to_string(), keys.join(", ")]
            })
            .collect();
        print(wrapped(&["game", "what it is", "keys"], &rows, width()))?;
        print("\n")?;
        print_sentence("plywood games GAME shows what its keys mean, how it is evaluated and who plays it")
    }

    fn one(&self, spec: &str) -> anyhow::Result<()> {
        let name = spec.split(['(', ':']).next().unwrap_or_default().trim();
        // Of a game that is nothing without its arguments, as a written tree, the first example stands for all.
        let known = registry().games.iter().find(|entry| entry.about.name == name);
        let (entry, spec) = match known {
            Some(entry) if !entry.examples.contains(&name) && spec.trim() == name => {
                (entry, entry.examples[0])
            }
            Some(entry) => (entry, spec),
            None => anyhow::bail!(
                "unknown game {name:?}; known: {}",
                plywood_core::error::one_of(registry().games.iter().map(|entry| entry.about.name))
            ),
        };
        let game = Listed::new(entry, spec)?;
        if self.json {
            return print_json(&game);
        }
        print_sentence(&format!("{}: {}", game.about.name, game.about.about))?;
        if !game.about.source.is_empty() {
            print_sentence(&format!("source: {}", game.about.source))?;
        }
        print_sentence(&nature(&*game.made))?;
        let lists =
            [("evaluations", &game.evaluations), ("playouts", &game.policies), ("oracles", &game.oracles)];
        print(section("keys", keys(game.about.keys)))?;
        for (head, list) in lists {
            print(section(head, described(list)))?;
        }
        print(section("players of its own", described(&game.players)))?;
        let chosen = choose(&*game.made, Purpose::Play);
        let examples: Vec<String> = game.examples.iter().map(|example| format!("  {example:?}\n")).collect();
        print(section("specs", examples.concat()))?;
        print(format!(
            "\nexample: plywood search {:?} --with {chosen:?}\nplywood searches {name} lists all that play it\n",
            game.examples[game.examples.len() - 1],
        ))
    }
}

/// What kind of game it is, in a line.
fn nature(game: &dyn AnyGame) -> String {
    let nature = game.nature();
    let chance = match nature.chance {
        Chance::None => "no chance",
        Chance::Enumerable => "chance",
        Chance::Sampled => "chance that can only be drawn",
    };
    let (low, high) = nature.bounds;
    let values = match nature.payoff {
        PayoffKind::Outcome if nature.players == 1 => "values: 1 is solved".to_string(),
        PayoffKind::Outcome => "values: 1 wins, 0 draws, -1 loses".to_string(),
        PayoffKind::Margin => format!("values: {} from {low} to {high}", game.unit()),
        PayoffKind::Probability => "values: from -1, lost for certain, to 1, won for certain".to_string(),
    };
    format!("{}, {chance}; {values}", said_count(nature.players as u64, "player", "players"))
}

fn section(head: &str, text: String) -> String {
    if text.is_empty() { text } else { format!("\n{head}\n{text}") }
}

/// Things with their keys below each.
fn described(list: &[About]) -> String {
    let wide = list.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let one = |one: &About| entries(&[(one.name.to_string(), one.about)], 2, wide) + &keys_below(one.keys, 4);
    list.iter().map(one).collect()
}

/// Keys with their defaults and meanings, indented.
pub fn keys(keys: &[Key]) -> String {
    keys_below(keys, 2)
}

fn keys_below(keys: &[Key], indent: usize) -> String {
    let named: Vec<(String, &str)> =
        keys.iter().map(|key| (format!("{}={}", key.name, key.default), key.about)).collect();
    entries(&named, indent, named.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0))
}

/// Names and what they mean side by side, indented, within the terminal.
fn entries(named: &[(String, &str)], indent: usize, wide: usize) -> String {
    let room = width().saturating_sub(indent + wide + 2).max(24);
    let mut text = String::new();
    for (name, about) in named {
        for (number, line) in wrap(about, room).iter().enumerate() {
            let name = if number == 0 { name.as_str() } else { "" };
            text += format!("{:indent$}{name:<wide$}  {line}", "").trim_end();
            text += "\n";
        }
    }
    text
}
