//! `plywood searches`: every search with its keys, defaults and source.

use plywood_core::Budget;
use plywood_players::SEARCHES;

use super::games::keys;
use crate::terminal::{print, print_json, table};

/// List every search with its keys, defaults and source
#[derive(clap::Args)]
#[command(after_help = "Example: plywood searches ab")]
pub struct Arguments {
    /// Show only this search, with its keys
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Lists the searches.
    pub fn run(self) -> anyhow::Result<()> {
        let chosen: Vec<_> = SEARCHES
            .iter()
            .map(|entry| &entry.about)
            .filter(|about| self.name.as_deref().is_none_or(|name| about.name == name))
            .collect();
        if let (Some(name), true) = (&self.name, chosen.is_empty()) {
            let known = plywood_core::error::one_of(SEARCHES.iter().map(|entry| entry.about.name));
            anyhow::bail!("unknown search {name:?}; known: {known}");
        }
        if self.json {
            return print_json(&serde_json::json!({ "searches": chosen, "budget": Budget::KEYS }));
        }
        let rows: Vec<Vec<String>> = chosen
            .iter()
            .map(|about| vec![about.name.to_string(), about.about.to_string(), about.source.to_string()])
            .collect();
        print(table(&["search", "what it is", "source"], &rows))?;
        for about in chosen.iter().filter(|about| !about.keys.is_empty()) {
            print(format!("\n{}\n{}", about.name, keys(about.keys)))?;
        }
        print(format!("\nevery search\n{}", keys(Budget::KEYS)))
    }
}
