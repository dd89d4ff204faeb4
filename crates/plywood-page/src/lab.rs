//! The lab in a browser: start, stop and resume runs, see them grow, look at every game.
//!
//! A run is begun by the text of its file, as the command line reads it; the client's form writes such a text. Everything
//! goes through the lab's store in the data folder: the page keeps nothing of its own, and a killed server loses nothing
//! but the games under way.

mod examples;
pub mod shown;
#[cfg(test)]
mod tests;
pub mod work;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plywood_core::parallel::cores;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Body, Path, Query};
use crate::guard::Client;
use crate::jobs::Lane;
use crate::{Refusal, Settings, Shared};
use shown::{RunLine, RunShown, failed, find};
use work::Work;

/// Games of a list at most.
const LISTED: usize = 200;

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(examples))
        .routes(routes!(list, begin))
        .routes(routes!(show))
        .routes(routes!(resume))
        .routes(routes!(plot))
        .routes(routes!(export))
        .routes(routes!(games))
        .routes(routes!(game))
}

/// Does work that waits for files, away from the threads that answer.
pub(crate) async fn aside<T: Send + 'static>(
    app: &Shared,
    work: impl FnOnce(&Settings) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let app = app.clone();
    let done = tokio::task::spawn_blocking(move || work(&app.settings)).await;
    done.unwrap_or_else(|_| Err(Refusal::internal("the work failed inside; this is a fault of ours")))
}

/// A file to begin with.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Example {
    /// A description.
    pub title: &'static str,
    /// Its text.
    pub text: String,
}

/// Files to begin with: a match, a tournament, the Dice batch, a tuning.
#[utoipa::path(get, path = "/lab/examples", tag = "lab", responses((status = 200, body = [Example])))]
async fn examples() -> Json<Vec<Example>> {
    Json(examples::all())
}

/// The activity of a run: the job of its kind and name.
fn title(kind: &str, name: &str) -> String {
    format!("{kind} {name}")
}

/// Names the job that works at a run or did last.
fn with_job(app: &Shared, mut line: RunLine) -> RunLine {
    if let Some(job) = app.jobs.latest(&title(&line.kind, &line.name)) {
        (line.running, line.job) = (!job.is_over(), Some(job.id.clone()));
    }
    line
}

/// All runs of the data folder, the newest first.
#[utoipa::path(get, path = "/lab/runs", tag = "lab",
    responses((status = 200, body = [RunLine]), (status = 409, body = Refusal)))]
async fn list(State(app): State<Shared>) -> Result<Json<Vec<RunLine>>, Refusal> {
    let lines = aside(&app, |settings| shown::list(settings).map_err(failed)).await?;
    Ok(Json(lines.into_iter().map(|line| with_job(&app, line)).collect()))
}

/// A run to begin.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The text of an experiment, suite or tuning file.
    text: String,
    /// The run's name; by default made from what it is.
    #[serde(default)]
    name: Option<String>,
    /// Go on although another build began.
    #[serde(default)]
    any_build: bool,
}

/// A run that was begun, or goes on.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Begun {
    /// Its name.
    run: String,
    /// `match`, `suite` or `tuning`.
    kind: &'static str,
    /// The job that works at it; its progress streams from `/jobs/{id}/events`.
    job: String,
}

/// Begins a run, or goes on with the one of that name where it is of the same experiment.
#[utoipa::path(post, path = "/lab/runs", tag = "lab", request_body = Begin,
    responses((status = 200, body = Begun), (status = 400, body = Refusal), (status = 409, body = Refusal)))]
async fn begin(
    State(app): State<Shared>,
    client: Client,
    Body(asked): Body<Begin>,
) -> Result<Json<Begun>, Refusal> {
    if let Some(name) = asked.name.as_deref().filter(|name| !name.trim().is_empty()) {
        work::check_name(name)?;
    }
    start(&app, &client, asked).await.map(Json)
}

async fn start(app: &Shared, client: &Client, asked: Begin) -> Result<Begun, Refusal> {
    let Begin { text, name, any_build } = asked;
    let name = name.map(|name| name.trim().to_string()).filter(|name| !name.is_empty());
    let work = aside(app, move |settings| Ok(Work::read(&text, name.as_deref(), settings)?)).await?;
    let (run, kind) = (work.name().to_string(), work.kind());
    let title = title(kind, &run);
    if let Some(job) = app.jobs.under_way(&title) {
        return Ok(Begun { run, kind, job: job.id.clone() });
    }
    let shared = app.clone();
    // Half the machine: people who play meanwhile shall not wait.
    let threads = (cores() / 2).max(1);
    let job = app.jobs.submit(client, Lane::Long, title, move |desk| {
        let ended = work
            .run(&shared.settings, any_build, (threads, desk.stop()), &mut |progress| {
                desk.show("progress", progress)
            })
            .map_err(failed)?;
        Ok(serde_json::to_value(ended).unwrap_or_default())
    })?;
    Ok(Begun { run, kind, job: job.id.clone() })
}

/// How a run goes on.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// Go on although another build began.
    #[serde(default)]
    any_build: bool,
}

/// Goes on with a run from where it was stopped or killed.
#[utoipa::path(post, path = "/lab/runs/{name}/resume", tag = "lab", request_body = Resume,
    params(("name" = String, Path, description = "the run")),
    responses((status = 200, body = Begun), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
async fn resume(
    State(app): State<Shared>,
    client: Client,
    Path(name): Path<String>,
    Body(asked): Body<Resume>,
) -> Result<Json<Begun>, Refusal> {
    let wanted = name.clone();
    let text = aside(&app, move |settings| find(settings, &wanted)?.text(settings)).await?;
    start(&app, &client, Begin { text, name: Some(name), any_build: asked.any_build }).await.map(Json)
}

/// A run with its results.
#[utoipa::path(get, path = "/lab/runs/{name}", tag = "lab",
    params(("name" = String, Path, description = "the run")),
    responses((status = 200, body = RunShown), (status = 404, body = Refusal)))]
async fn show(State(app): State<Shared>, Path(name): Path<String>) -> Result<Json<RunShown>, Refusal> {
    let wanted = name.clone();
    let found = aside(&app, move |settings| find(settings, &wanted)?.shown(settings)).await;
    match found {
        Ok(mut shown) => {
            shown.run = with_job(&app, shown.run);
            Ok(Json(shown))
        }
        // What was just begun, or waits for its turn, is not in the store yet; what failed at once never will be.
        Err(refusal) => {
            let begun = ["match", "suite", "tuning"].map(|kind| with_job(&app, RunLine::begun(&name, kind)));
            let begun = begun.into_iter().find(|line| line.job.is_some()).ok_or(refusal)?;
            Ok(Json(RunShown::begun(begun)))
        }
    }
}

/// A plot of a run as SVG.
#[utoipa::path(get, path = "/lab/runs/{name}/plots/{number}", tag = "lab",
    params(("name" = String, Path, description = "the run"), ("number" = usize, Path, description = "the plot, from 0")),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = Refusal)))]
async fn plot(
    State(app): State<Shared>,
    Path((name, number)): Path<(String, usize)>,
) -> Result<Response, Refusal> {
    let plot = aside(&app, move |settings| find(settings, &name)?.plot(number)).await?;
    Ok(svg(plot.svg()))
}

/// A drawing as an answer.
pub(crate) fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}

/// A run as a file: `json`, `csv`, `md` or `games`.
#[utoipa::path(get, path = "/lab/runs/{name}/export/{form}", tag = "lab",
    params(("name" = String, Path, description = "the run"), ("form" = String, Path, description = "json, csv, md or games")),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Refusal)))]
async fn export(
    State(app): State<Shared>,
    Path((name, form)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let (text, ending) =
        aside(&app, move |settings| find(settings, &name)?.exported(&form, settings)).await?;
    let kind = match ending {
        "json" => "application/json",
        "csv" => "text/csv; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let place = format!("attachment; filename=\"run.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, place)], text)
        .into_response())
}

/// Which games of a run.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct Listing {
    /// The first.
    #[serde(default)]
    from: usize,
    /// How many, at most 200.
    count: Option<usize>,
}

/// The games of a run, without their steps.
#[utoipa::path(get, path = "/lab/runs/{name}/games", tag = "lab",
    params(("name" = String, Path, description = "the run"), Listing),
    responses((status = 200, body = [Object]), (status = 404, body = Refusal)))]
async fn games(
    State(app): State<Shared>,
    Path(name): Path<String>,
    Query(asked): Query<Listing>,
) -> Result<Json<Vec<Value>>, Refusal> {
    let count = asked.count.unwrap_or(LISTED).min(LISTED);
    aside(&app, move |settings| find(settings, &name)?.games(asked.from, count)).await.map(Json)
}

/// Where in a game.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct After {
    /// Steps from its start.
    ply: Option<usize>,
}

/// One game of a run after a number of steps, with its board.
#[utoipa::path(get, path = "/lab/runs/{name}/games/{index}", tag = "lab",
    params(("name" = String, Path, description = "the run"), ("index" = usize, Path, description = "the game, from 0"), After),
    responses((status = 200, body = Object), (status = 404, body = Refusal)))]
async fn game(
    State(app): State<Shared>,
    Path((name, index)): Path<(String, usize)>,
    Query(asked): Query<After>,
) -> Result<Json<Value>, Refusal> {
    aside(&app, move |settings| find(settings, &name)?.game(index, asked.ply, settings)).await.map(Json)
}
