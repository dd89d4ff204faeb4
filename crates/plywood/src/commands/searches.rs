//! `plywood searches`: every search with its keys, defaults and source; or what fits a game.

use plywood_core::facade::AnyGame;
use plywood_core::{About, Budget, Declaration, Key, Limit, Spec};
use plywood_players::choice::{Purpose, choose};
use plywood_players::games::GameEntry;
use plywood_players::registry::registry;
use plywood_players::searches;
use plywood_players::specialists::{self, Fit};
use serde::Serialize;

use super::games::keys;
use crate::terminal::{print, print_json, print_sentence, width, wrap, wrapped};

/// List every search with its keys, defaults and source, or the searches that fit a game, and why others do not
#[derive(clap::Args)]
#[command(after_help = "Examples: plywood searches ab; plywood searches \"kalah(holes=4)\"")]
pub struct Arguments {
    /// A search or a player, to show its keys; or a game, to show what plays it
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A search or a specialist as it is listed.
#[derive(Clone, Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
    keys: Vec<Key>,
    source: &'static str,
    /// The budgets it keeps.
    keeps: &'static [Limit],
    /// The games it belongs to; none where it is for any that it fits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    games: Vec<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
}

impl Listed {
    fn new(player: &Declaration, games: Vec<&'static str>) -> Listed {
        let About { name, about, source, .. } = player.about;
        Listed { name, about, keys: player.keys(), source, keeps: player.keeps, games, exact: player.exact }
    }
    fn row(&self) -> Vec<String> {
        let exact = if self.exact { " (exact)" } else { "" };
        let source = if self.games.is_empty() { self.source.to_string() } else { self.games.join(", ") };
        vec![self.name.to_string(), format!("{}{exact}", self.about), source]
    }
    /// All that is to say of it.
    fn whole(&self) -> String {
        let exact = if self.exact { " (exact)" } else { "" };
        let mut sentences = vec![format!("{}: {}{exact}", self.name, self.about)];
        if !self.source.is_empty() {
            sentences.push(format!("source: {}", self.source));
        }
        if !self.games.is_empty() {
            sentences.push(format!("for: {}", self.games.join(", ")));
        }
        let mut text =
            sentences.iter().flat_map(|one| wrap(one, width())).map(|line| line + "\n").collect::<String>();
        let kept: Vec<_> = self.keeps.iter().map(|limit| limit.key()).collect();
        if !self.keys.is_empty() {
            text += &format!("\nkeys\n{}", keys(&self.keys));
        }
        text += &match &kept[..] {
            [] => "\nit keeps no budget\n".to_string(),
            kept => format!("\nbudgets\n{}", keys(kept)),
        };
        text += &format!("\nof any player\n{}", keys(&registry().keys()));
        text + &format!("\nexample: {}\n\n", self.example())
    }

    /// A command that uses it, with a budget that it keeps.
    fn example(&self) -> String {
        if registry().is_program(self.name) && self.games.is_empty() {
            return r#"plywood search connect4 --with 'engine(cmd="plywood engine connect4 ab", time=2s)'"#
                .to_string();
        }
        let budget = match self
            .keeps
            .iter()
            .find(|limit| **limit != Limit::Depth || self.exact)
            .or(self.keeps.first())
        {
            Some(Limit::Depth) => "(depth=4)",
            Some(Limit::Nodes | Limit::Evaluations) => "(nodes=100k)",
            Some(Limit::Simulations) => "(simulations=10k)",
            Some(Limit::Time) => "(time=2s)",
            None => "",
        };
        let fits = |entry: &&GameEntry| {
            let player =
                plywood_players::game(entry.examples[0]).and_then(|game| game.player(&Spec::word(self.name)));
            player.is_ok()
        };
        let own = self.games.first().copied();
        let game = own
            .or_else(|| registry().games.iter().find(fits).map(|entry| entry.about.name))
            .unwrap_or("GAME");
        format!("plywood search {game} --with \"{}{budget}\"", self.name)
    }
}

/// Every player of one game, with the games that have it.
fn specialists() -> Vec<Listed> {
    let mut list: Vec<Listed> = Vec::new();
    for (game, specialist) in specialists::all() {
        match list
            .iter_mut()
            .find(|listed| listed.name == specialist.about.name && listed.about == specialist.about.about)
        {
            Some(listed) => listed.games.push(game),
            None => list.push(Listed::new(&specialist, vec![game])),
        }
    }
    list
}

impl Arguments {
    /// Lists the searches.
    pub fn run(self) -> anyhow::Result<()> {
        let programs = registry().programs.iter().map(|program| &program.entry);
        let searches = searches::all().chain(programs);
        let generic: Vec<Listed> = searches.map(|entry| Listed::new(entry, Vec::new())).collect();
        let own = specialists();
        let Some(name) = &self.name else { return self.all(&generic, &own) };
        let found: Vec<Listed> =
            generic.iter().chain(&own).filter(|listed| listed.name == name).cloned().collect();
        if !found.is_empty() {
            if self.json {
                return print_json(&serde_json::json!({ "searches": found, "budget": Budget::KEYS }));
            }
            return found.iter().try_for_each(|listed| print(listed.whole()));
        }
        let of_game = name.split(['(', ':']).next().unwrap_or_default().trim();
        if registry().games.iter().any(|entry| entry.about.name == of_game) {
            return self.fit(&*plywood_players::game(name)?);
        }
        // Several games have a player of one name.
        let mut names: Vec<&str> = Vec::new();
        let every = generic.iter().chain(&own).map(|listed| listed.name);
        every.for_each(|name| {
            if !names.contains(&name) {
                names.push(name)
            }
        });
        let known = plywood_core::error::one_of(names);
        anyhow::bail!("unknown search {name:?}; known: {known}; or give a game");
    }

    fn all(&self, generic: &[Listed], own: &[Listed]) -> anyhow::Result<()> {
        if self.json {
            return print_json(
                &serde_json::json!({ "searches": generic, "specialists": own, "budget": Budget::KEYS }),
            );
        }
        let rows = |list: &[Listed]| list.iter().map(Listed::row).collect::<Vec<_>>();
        print(wrapped(&["search", "what it is", "source"], &rows(generic), width()))?;
        let own = wrapped(&["player of one game", "what it is", "game"], &rows(own), width());
        print(format!("\n{own}\n"))?;
        print_sentence("plywood searches SEARCH shows its keys, plywood searches GAME what plays a game")
    }

    fn fit(&self, game: &dyn AnyGame) -> anyhow::Result<()> {
        let Fit { own, fitting, unfit } = specialists::fit(game);
        let own: Vec<Listed> = own.iter().map(|one| Listed::new(one, Vec::new())).collect();
        let fitting: Vec<Listed> = fitting.into_iter().map(|entry| Listed::new(entry, Vec::new())).collect();
        if self.json {
            let unfit: Vec<_> = unfit
                .iter()
                .map(|(entry, why)| serde_json::json!({ "name": entry.about.name, "why": why }))
                .collect();
            return print_json(&serde_json::json!({
                "game": game.spec(), "own": own, "fitting": fitting, "unfit": unfit,
                "default": choose(game, Purpose::Play),
            }));
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (listed, of) in own.iter().map(|one| (one, "its own")).chain(fitting.iter().map(|one| (one, "")))
        {
            let budgets = listed.keeps.iter().map(|limit| limit.key().name).collect::<Vec<_>>().join(", ");
            let [name, about] = [0, 1].map(|column| listed.row()[column].clone());
            rows.push(vec![name, of.to_string(), about, budgets]);
        }
        print(format!("what plays {}\n\n", game.spec()))?;
        print(wrapped(&["search", "", "what it is", "budgets"], &rows, width()))?;
        print(format!("\nwhen none is named: {}\n", choose(game, Purpose::Play)))?;
        if unfit.is_empty() {
            return Ok(());
        }
        let rows: Vec<Vec<String>> =
            unfit.iter().map(|(entry, why)| vec![entry.about.name.to_string(), why.to_string()]).collect();
        print(format!("\n{}", wrapped(&["does not fit", "why"], &rows, width())))
    }
}
