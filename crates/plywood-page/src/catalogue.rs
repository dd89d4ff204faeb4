//! The games and their players: the registry's own tables, from which the page offers names and keys.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use plywood_core::facade::AnyGame;
use plywood_core::{About, Declaration, Key, Nature};
use plywood_lab::report::worth;
use plywood_players::choice::{Purpose, choose};
use plywood_players::games::GameEntry;
use plywood_players::registry;
use plywood_players::specialists::{self, Fit};
use plywood_study::levels::{Level, levels};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Query;
use crate::{Refusal, Settings, Shared, aside};

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(games)).routes(routes!(players))
}

/// A game of the registry.
#[derive(Serialize, utoipa::ToSchema)]
struct GameListed {
    /// Its name in a spec.
    name: &'static str,
    /// What it is, in a line.
    about: &'static str,
    /// Its keys with their defaults and meanings.
    #[schema(value_type = [Object])]
    keys: &'static [Key],
    /// The document and section it comes from.
    source: &'static str,
    /// Specs that stand for all.
    examples: &'static [&'static str],
    /// How many players the first example has.
    players: usize,
    /// Whether it is played on a table with pockets.
    billiards: bool,
}

/// Every game.
#[utoipa::path(get, path = "/games", tag = "catalogue", responses((status = 200, body = [GameListed])))]
async fn games() -> Json<&'static [GameListed]> {
    // Games are made to be counted: once is enough.
    static LISTED: LazyLock<Vec<GameListed>> =
        LazyLock::new(|| registry().games.iter().map(listed).collect());
    Json(&LISTED)
}

fn listed(entry: &GameEntry) -> GameListed {
    GameListed {
        name: entry.about.name,
        about: entry.about.about,
        keys: entry.about.keys,
        source: entry.about.source,
        examples: entry.examples,
        players: plywood_players::game(entry.examples[0]).map_or(2, |game| game.nature().players),
        billiards: plywood_billiards::game::is_billiards(entry.about.name),
    }
}

/// Which game.
#[derive(Deserialize, utoipa::IntoParams)]
struct OfGame {
    /// The game's spec.
    game: String,
}

/// A player of a game.
#[derive(Serialize, utoipa::ToSchema)]
struct PlayerListed {
    /// Its name in a spec.
    name: &'static str,
    /// What it is, in a line.
    about: &'static str,
    /// Its keys with their defaults and meanings, those of its budgets included.
    #[schema(value_type = [Object])]
    keys: Vec<Key>,
    /// The document and section it comes from.
    source: &'static str,
    /// Whether it is the game's own.
    own: bool,
}

/// What plays a game.
#[derive(Serialize, utoipa::ToSchema)]
struct Players {
    /// The game's spec.
    game: String,
    /// What the game declares about itself.
    #[schema(value_type = Object)]
    nature: Nature,
    /// What values are counted in.
    unit: &'static str,
    /// The player where none is named.
    default: &'static str,
    /// Levels for people, the weakest first.
    #[schema(value_type = [Object])]
    levels: Vec<Level>,
    /// All that plays it, the game's own first.
    players: Vec<PlayerListed>,
    /// Evaluations.
    #[schema(value_type = [Object])]
    evaluations: &'static [About],
    /// Playout policies.
    #[schema(value_type = [Object])]
    policies: &'static [About],
    /// Oracles.
    #[schema(value_type = [Object])]
    oracles: &'static [About],
}

/// What plays a game: levels for people, players with their keys, evaluations.
#[utoipa::path(get, path = "/players", tag = "catalogue", params(OfGame),
    responses((status = 200, body = Players), (status = 400, body = Refusal)))]
async fn players(State(app): State<Shared>, Query(asked): Query<OfGame>) -> Result<Json<Players>, Refusal> {
    aside(move || {
        let game = app.settings.game(&asked.game)?;
        Ok(Json(app.settings.players(&*game)))
    })
    .await
}

impl Settings {
    fn players(&self, game: &dyn AnyGame) -> Players {
        let Fit { own, fitting, .. } = specialists::fit(game);
        let listed = |player: &Declaration, own: bool| {
            let About { name, about, source, .. } = player.about;
            let keys = Key::joined(&[&player.keys(), &player.budgets()]);
            PlayerListed { name, about, keys, source, own }
        };
        let own = own.iter().map(|one| listed(one, true));
        let programs = if self.engines { registry().programs } else { &[] };
        let fitting = fitting.into_iter().chain(programs.iter().map(|program| &program.entry));
        let fitting = fitting.map(|entry| listed(entry, false));
        Players {
            game: game.spec(),
            nature: game.nature(),
            unit: worth::unit(game),
            default: choose(game, Purpose::Play),
            levels: levels(game),
            players: own.chain(fitting).collect(),
            evaluations: game.evaluators(),
            policies: game.policies(),
            oracles: game.oracles(),
        }
    }
}
