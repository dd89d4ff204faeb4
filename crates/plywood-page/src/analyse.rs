//! The screen `analyse`: the answers of searches to a position while they think (figure 4.5 of the Dice
//! thesis).

use axum::Json;
use axum::extract::State;
use plywood_core::{Place, Task};
use plywood_lab::report::worth;
use plywood_players::choice::Purpose;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Body;
use crate::guard::Client;
use crate::jobs::{JobView, Lane};
use crate::play::Telling;
use crate::workshop::place_schema;
use crate::{Refusal, Shared, aside};

/// Nodes of a growing tree that are shown.
const BRANCHES: usize = 40;

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// A position and a search.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Analysis {
    /// Where in which game.
    #[schema(schema_with = place_schema)]
    at: Place,
    /// The search, such as `ab(depth=8)`; without it one that fits the game.
    #[serde(default)]
    search: Option<String>,
    /// The seed of searches that draw numbers.
    #[serde(default)]
    seed: Option<u64>,
}

/// Searches a position, as a job: `row` for each iteration and `tick` while it thinks, `visits` and `tree` (the most visited
/// nodes) of searches that play out, `proving` (proof and disproof numbers) of those that prove, and the report in the end.
#[utoipa::path(post, path = "/analyse", tag = "analyse", request_body = Analysis,
    responses((status = 200, body = JobView), (status = 400, body = Refusal)))]
async fn analyse(
    State(app): State<Shared>,
    client: Client,
    Body(asked): Body<Analysis>,
) -> Result<Json<JobView>, Refusal> {
    aside(move || begin(&app, &client, asked)).await
}

fn begin(app: &Shared, client: &Client, asked: Analysis) -> Result<Json<JobView>, Refusal> {
    let (game, line) = app.settings.open(&asked.at)?;
    let spec = app.settings.spec(&*game, asked.search.as_deref(), Purpose::Play)?;
    let mut player = app.settings.player(&*game, &spec)?;
    let budget = app.settings.budget(&*game, &spec);
    let title = format!("{spec} on {}", game.spec());
    let job = app.jobs.submit(client, Lane::Waited, title, move |desk| {
        let seed = asked.seed.unwrap_or(1);
        let mut telling = Telling { desk, branches: BRANCHES };
        let task = Task::new(budget).seed(seed).stop(desk.stop()).telling(&mut telling);
        let report = player.think(&*line, task)?;
        let meaning = worth::meaning(&*game, line.turn().view(), report.value, report.proven);
        Ok(json!({ "spec": spec.to_string(), "report": report, "meaning": meaning, "unit": worth::unit(&*game) }))
    })?;
    Ok(Json(job.view()))
}
