//! Searches step by step: windows, cuts, backed-up values.
//!
//! A search of a small game or of a written tree is traced once, as `plywood tree` does it, and kept for a while; the
//! client then asks for its picture at any moment. The trees of the documents' figures are the examples.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::picture::Theme;
use plywood_core::quantity::number;
use plywood_core::{Place, Spec, Trace};
use plywood_lab::drawing::{self, Moment, Sign, bare_picture_at, moments, picture_at, signs};
use plywood_players::choice::Purpose;
use plywood_repro::published;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Body, Path, Query};
use crate::guard::Client;
use crate::jobs::Lane;
use crate::workshop::place_schema;
use crate::{Refusal, Settings, Shared, new_id};

/// Calls of a search that are kept.
const CALLS: usize = 2000;
/// Calls that a search which is drawn may make, about, and playouts.
const MOST_CALLS: f64 = 3e6;
const PLAYOUTS: u64 = 2000;
/// Trees that are kept.
const KEPT: usize = 64;

/// Searches that were traced, the newest last.
#[derive(Default)]
pub struct Trees(Mutex<VecDeque<(String, Arc<Trace>)>>);

impl Trees {
    fn keep(&self, trace: Trace) -> String {
        let id = new_id();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((id.clone(), Arc::new(trace)));
        while kept.len() > KEPT {
            kept.pop_front();
        }
        id
    }

    fn find(&self, id: &str) -> Result<Arc<Trace>, Refusal> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == id).map(|(_, trace)| trace.clone());
        found.ok_or_else(|| {
            Refusal::missing("there is no such tree; only the last ones are kept, draw it again")
        })
    }
}

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(examples))
        .routes(routes!(draw))
        .routes(routes!(at))
        .routes(routes!(file))
}

/// A tree of a document.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Example {
    /// Its content and source.
    title: String,
    /// The game's spec.
    game: String,
    /// The search.
    search: String,
}

/// The trees of the documents' figures, and a few small games.
#[utoipa::path(get, path = "/trees/examples", tag = "tree", responses((status = 200, body = [Example])))]
async fn examples() -> Json<Vec<Example>> {
    Json(listed())
}

fn listed() -> Vec<Example> {
    let plain = "ab(table=off, deepening=off, killers=off, history=off)";
    let own = [
        ("Alpha-beta cuts two leaves", "tree:(A=[3 12 8] B=[2 4 6] C=[14 5 2])", plain),
        (
            "Principal variation search",
            "tree:([3 12 8] [2 4 6] [14 5 2])",
            "pvs(table=off, deepening=off, killers=off, history=off)",
        ),
        (
            "MTD(f): null windows home in",
            "tree:([3 12 8] [2 4 6] [14 5 2])",
            "mtdf(deepening=off, killers=off, history=off)",
        ),
        (
            "Expectimax",
            "tree:({0.5:[3 5] 0.5:[1 9]} {0.9:[4 6] 0.1:[8 2]})",
            "expectimax(table=off, deepening=off)",
        ),
        ("Max^n with three players", "nim3(matches=4)", "maxn"),
        ("Nim by alpha-beta", "nim(matches=5)", plain),
        ("UCT in tic-tac-toe", "tictactoe", "uct(simulations=40)"),
    ];
    let own = own.map(|(title, game, search)| Example {
        title: title.to_string(),
        game: game.to_string(),
        search: search.to_string(),
    });
    // Leaves with two values are for a player and that player's model of the other.
    let printed = published::entries().iter().filter_map(|entry| {
        let tree = entry.tree.as_deref()?;
        let search = if tree.contains('/') { "om(opponent=v1)" } else { plain };
        let (game, search) = (format!("tree:{tree}"), search.to_string());
        Some(Example { title: format!("{} ({})", entry.title, entry.place()), game, search })
    });
    own.into_iter().chain(printed).collect()
}

/// The search to draw.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The game, such as `tree:([3 12 8] [2 4 6])`, and where in it.
    #[schema(schema_with = place_schema)]
    at: Place,
    /// The search; without it a plain one that fits the game.
    #[serde(default)]
    search: Option<String>,
}

/// A search that was drawn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Drawn {
    /// Its name, for a while.
    id: String,
    /// The search that was used.
    search: String,
    /// Calls that are kept.
    calls: usize,
    /// Whether there were more.
    truncated: bool,
    /// The events, one after the other.
    #[schema(value_type = [Object])]
    moments: Vec<Moment>,
    /// The signs in the drawing, and their meaning.
    legend: Vec<Meaning>,
}

/// A line of the legend.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Meaning {
    /// A node as it is drawn, where it is one.
    svg: Option<String>,
    /// Else a text as it stands in the drawing.
    text: String,
    /// Its meaning.
    meaning: String,
}

impl Meaning {
    fn new((sign, meaning): (Sign, String)) -> Meaning {
        match sign {
            Sign::Drawn(picture) => {
                Meaning { svg: Some(picture.svg(Theme::Page)), text: String::new(), meaning }
            }
            Sign::Written(text) => Meaning { svg: None, text, meaning },
        }
    }
}

/// Traces a search of a small game or a written tree.
#[utoipa::path(post, path = "/trees", tag = "tree", request_body = Wanted,
    responses((status = 200, body = Drawn), (status = 400, body = Refusal), (status = 429, body = Refusal)))]
async fn draw(
    State(app): State<Shared>,
    client: Client,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Drawn>, Refusal> {
    let shared = app.clone();
    let (to, from) = tokio::sync::oneshot::channel();
    app.jobs.submit(&client, Lane::Waited, "a tree", move |_| {
        // Nobody waits any more where this fails.
        let _ = to.send(traced(&shared, wanted));
        Ok(serde_json::Value::Null)
    })?;
    from.await.unwrap_or_else(|_| Err(Refusal::conflict("it was stopped before it was drawn"))).map(Json)
}

fn traced(app: &Shared, wanted: Wanted) -> Result<Drawn, Refusal> {
    let Wanted { at, search } = wanted;
    let settings = &app.settings;
    let (game, line) = settings.open(&at)?;
    let spec = settings.spec(&*game, search.as_deref(), Purpose::Draw)?;
    let mut player = limited(settings, &*game, &*line, &spec)?;
    let trace = player.trace(&*line, CALLS)?;
    let (calls, truncated, moments) = (trace.nodes.len(), trace.truncated, moments(&trace));
    let legend = signs(&trace).into_iter().map(Meaning::new).collect();
    Ok(Drawn { id: app.trees.keep(trace), search: spec.to_string(), calls, truncated, moments, legend })
}

/// The player, with a depth and playouts that can be waited for: a search that is drawn keeps these and nothing else.
fn limited(
    settings: &Settings,
    game: &dyn AnyGame,
    line: &dyn AnyLine,
    spec: &Spec,
) -> Result<Box<dyn AnyPlayer>, Refusal> {
    let width = line.moves().len().max(line.events().len()).max(2) as f64;
    let deepest = (MOST_CALLS.ln() / width.ln()).max(1.0) as u64;
    let mut limited = spec.clone();
    for (key, most) in [("depth", deepest), ("simulations", PLAYOUTS)] {
        if spec.get(key).and_then(|value| number::<u64>(&value.name)).is_some_and(|own| own > most) {
            limited = limited.with(key, &most.to_string())?;
        }
    }
    settings.player(game, &limited)
}

/// When, and in which colours.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct When {
    /// The moment, from 0; the end without it.
    moment: Option<usize>,
    /// Of a file: `light`, `dark` or `auto`.
    theme: Option<String>,
}

/// The picture of a search at a moment, as SVG whose colours are the page's.
#[utoipa::path(get, path = "/trees/{id}", tag = "tree",
    params(("id" = String, Path, description = "the tree"), When),
    responses((status = 200, body = Object), (status = 404, body = Refusal)))]
async fn at(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(when): Query<When>,
) -> Result<Json<serde_json::Value>, Refusal> {
    let trace = app.trees.find(&id)?;
    let picture = bare_picture_at(&trace, when.moment.unwrap_or(usize::MAX));
    let svg = picture.svg(Theme::Page);
    Ok(Json(serde_json::json!({ "svg": svg, "words": picture.description, "targets": picture.targets })))
}

/// The same as a file of its own; without a moment the whole search.
#[utoipa::path(get, path = "/trees/{id}/svg", tag = "tree",
    params(("id" = String, Path, description = "the tree"), When),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = Refusal)))]
async fn file(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(when): Query<When>,
) -> Result<Response, Refusal> {
    let trace = app.trees.find(&id)?;
    let theme: Theme = when.theme.as_deref().unwrap_or("light").parse()?;
    let picture = match when.moment {
        Some(moment) => picture_at(&trace, moment),
        None => drawing::picture(&trace),
    };
    let place = "attachment; filename=\"tree.svg\"";
    let heads = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_DISPOSITION, place)];
    Ok((heads, picture.svg(theme)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::App;

    fn wanted(game: &str, search: Option<&str>) -> Wanted {
        Wanted {
            at: Place { game: game.to_string(), ..Place::default() },
            search: search.map(str::to_string),
        }
    }

    #[test]
    fn every_example_is_drawn() {
        plywood_registry::install();
        let app = App::new(Settings::default());
        let examples = listed();
        assert!(examples.len() > 20, "the documents have many trees");
        for Example { title, game, search } in examples {
            let drawn = traced(&app, wanted(&game, Some(&search)))
                .unwrap_or_else(|no| panic!("{title}: {}", no.error));
            assert!(drawn.calls > 2 && drawn.moments.len() >= drawn.calls, "{title}");
            assert!(drawn.legend.iter().any(|line| line.svg.is_some()), "{title}: nodes are explained");
            let trace = app.trees.find(&drawn.id).unwrap();
            assert!(
                picture_at(&trace, drawn.moments.len() / 2).svg(Theme::Page).contains("data-cell"),
                "{title}"
            );
        }
        app.jobs.close();
    }

    #[test]
    fn large_searches_are_limited_and_wrong_ones_explained() {
        plywood_registry::install();
        let app = App::new(Settings::default());
        for search in ["ab(depth=30, nodes=1G)", "uct", "uct(simulations=1G)", "minimax(depth=12)"] {
            let drawn = traced(&app, wanted("connect4", Some(search)))
                .unwrap_or_else(|no| panic!("{search}: {}", no.error));
            assert!(drawn.calls <= CALLS, "{search}");
        }
        let no = traced(&app, wanted("connect4", Some("dfpn"))).unwrap_err();
        assert!(no.error.contains("cannot be drawn"), "{}", no.error);
        let no = traced(&app, wanted("tree:([3", None)).unwrap_err();
        assert_eq!(no.status(), axum::http::StatusCode::BAD_REQUEST);
        assert!(app.trees.find("no such").is_err());
        app.jobs.close();
    }
}
