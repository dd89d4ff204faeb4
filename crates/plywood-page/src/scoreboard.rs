//! The reproduction scoreboard: every published entry with its last verdicts, and a run of it at the default scale.
//!
//! Pages and records are written to `report` in the data folder, as `plywood repro --out` does; where nothing was run here
//! the verdicts kept with the program are shown, and the numbers as they were printed.

use std::path::PathBuf;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use plywood_core::parallel::cores;
use plywood_lab::report::Plot;
use plywood_repro::published::{self, Entry};
use plywood_repro::record::Record;
use plywood_repro::scoreboard::{Standing, scoreboard, totals};
use plywood_repro::{Grid, Hands, Order, find, reproduce};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Path;
use crate::guard::Client;
use crate::jobs::Lane;
use crate::lab::{aside, svg};
use crate::{Refusal, Settings, Shared};

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show, run)).routes(routes!(plot))
}

/// An entry of the list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Line {
    /// Its name, a family and a place.
    id: String,
    /// What it shows.
    title: String,
    /// The document and the place in it.
    place: String,
    /// `ready`, `not yet` or `cannot`.
    state: String,
    /// Why it cannot be run, where it cannot.
    reason: Option<String>,
    /// How many claims it makes.
    claims: usize,
    /// Claims that hold, do not hold, and are undecided, by its last run.
    verdicts: Option<[usize; 3]>,
    /// The day, scale and seconds of its last run.
    last: Option<String>,
    /// The job that runs it, where one does.
    job: Option<String>,
}

/// The whole board.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Board {
    /// Claims of the documents that hold, do not hold, are undecided, and that no run has judged.
    totals: [usize; 4],
    /// Every entry.
    entries: Vec<Line>,
}

fn folder(settings: &Settings) -> PathBuf {
    settings.data.join("report")
}

fn title(id: &str) -> String {
    format!("reproduction {id}")
}

/// When and how a record was made.
fn made(record: &Record) -> String {
    format!(
        "{}, scale {}, {:.0} s, build {}",
        record.day(),
        record.made.scale,
        record.made.seconds,
        record.build
    )
}

/// Every published entry with its last verdicts.
#[utoipa::path(get, path = "/scoreboard", tag = "scoreboard", responses((status = 200, body = Board)))]
async fn list(State(app): State<Shared>) -> Result<Json<Board>, Refusal> {
    let standings = aside(&app, |settings| Ok(scoreboard(&folder(settings)))).await?;
    let line = |one: &Standing| Line {
        id: one.id.to_string(),
        title: one.title.to_string(),
        place: one.place.clone(),
        state: one.state.to_string(),
        reason: one.reason.map(str::to_string),
        claims: one.claims,
        verdicts: one.last.as_ref().map(Record::counts),
        last: one.last.as_ref().map(made),
        job: app.jobs.under_way(&title(one.id)).map(|job| job.id.clone()),
    };
    let totals = totals(standings.iter().filter(|one| one.is_documents()));
    Ok(Json(Board { totals, entries: standings.iter().map(line).collect() }))
}

/// The entry of an id, or a refusal.
fn entry(id: &str) -> Result<&'static Entry, Refusal> {
    published::entry(id).ok_or_else(|| {
        Refusal::missing(format!("there is no published entry {id:?}; GET /api/v1/scoreboard lists them"))
    })
}

/// What the last run here wrote down; none where nothing was run here.
fn outcome(settings: &Settings, id: &str) -> Option<Value> {
    let text = std::fs::read_to_string(folder(settings).join(id).join("data.json")).ok()?;
    let mut data: Value = serde_json::from_str(&text).ok()?;
    Some(data["outcome"].take())
}

/// An entry: its claims with their verdicts, published numbers beside measured ones.
#[utoipa::path(get, path = "/scoreboard/{family}/{name}", tag = "scoreboard",
    params(("family" = String, Path, description = "such as om"), ("name" = String, Path, description = "such as figure1.3")),
    responses((status = 200, body = Object), (status = 404, body = Refusal)))]
async fn show(
    State(app): State<Shared>,
    Path((family, name)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    let entry = entry(&format!("{family}/{name}"))?;
    // Looked for before what it writes: one that ends meanwhile is still heard of.
    let job = app.jobs.under_way(&title(&entry.id)).map(|job| job.id.clone());
    let (outcome, record) = aside(&app, move |settings| {
        Ok((outcome(settings, &entry.id), Record::last(&folder(settings), &entry.id)))
    })
    .await?;
    let judged = |claim: &str| record.as_ref()?.judgements.iter().find(|judgement| judgement.claim == claim);
    let claims: Vec<Value> = (entry.claims.iter())
        .map(|claim| {
            let judgement = judged(&claim.id);
            json!({
                "id": claim.id, "text": claim.text, "check": claim.check,
                "verdict": judgement.map(|judgement| judgement.verdict.words()),
                "seen": judgement.map(|judgement| &judgement.seen),
                "rule": judgement.map(|judgement| &judgement.rule),
            })
        })
        .collect();
    // Printed numbers stand alone until there are measured ones to stand beside.
    let printed = || json!([Grid::beside(entry, "As printed", 4, |_, _| None)]);
    let grids = outcome.as_ref().map(|outcome| outcome["grids"].clone()).filter(Value::is_array);
    let plots = outcome.as_ref().and_then(|outcome| outcome["plots"].as_array());
    let plots: Vec<Value> = plots.into_iter().flatten().map(|plot| plot["title"].clone()).collect();
    Ok(Json(json!({
        "id": entry.id, "title": entry.title, "place": entry.place(), "setting": entry.setting, "unit": entry.unit,
        "damaged": entry.damaged, "claims": claims, "last": record.as_ref().map(made),
        "runs": find(&entry.id).is_ok(), "why_not": find(&entry.id).err().map(|error| error.to_string()),
        "grids": grids.unwrap_or_else(printed), "plots": plots,
        "method": outcome.as_ref().map(|outcome| outcome["method"].clone()),
        "job": job,
    })))
}

/// A plot of an entry's last run here.
#[utoipa::path(get, path = "/scoreboard/{family}/{name}/plots/{number}", tag = "scoreboard",
    params(("family" = String, Path, description = "such as om"), ("name" = String, Path, description = "such as figure1.3"),
        ("number" = usize, Path, description = "the plot, from 0")),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = Refusal)))]
async fn plot(
    State(app): State<Shared>,
    Path((family, name, number)): Path<(String, String, usize)>,
) -> Result<Response, Refusal> {
    let entry = entry(&format!("{family}/{name}"))?;
    let outcome = aside(&app, move |settings| Ok(outcome(settings, &entry.id))).await?;
    let plot =
        outcome.and_then(|outcome| serde_json::from_value::<Plot>(outcome["plots"][number].clone()).ok());
    plot.map(|plot| svg(plot.svg()))
        .ok_or_else(|| Refusal::missing("the last run of this entry has no such plot"))
}

/// A reproduction that was begun.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Begun {
    /// The job that runs it.
    job: String,
}

/// Runs an entry at the default scale, at most a few minutes.
#[utoipa::path(post, path = "/scoreboard/{family}/{name}", tag = "scoreboard",
    params(("family" = String, Path, description = "such as om"), ("name" = String, Path, description = "such as figure1.3")),
    responses((status = 200, body = Begun), (status = 400, body = Refusal), (status = 404, body = Refusal)))]
async fn run(
    State(app): State<Shared>,
    client: Client,
    Path((family, name)): Path<(String, String)>,
) -> Result<Json<Begun>, Refusal> {
    let id = &entry(&format!("{family}/{name}"))?.id;
    find(id)?;
    let title = title(id);
    if let Some(job) = app.jobs.under_way(&title) {
        return Ok(Json(Begun { job: job.id.clone() }));
    }
    let settings = app.settings.clone();
    let job = app.jobs.submit(&client, Lane::Long, title, move |desk| {
        let threads = (cores() / 2).max(1);
        let order = Order::new("1", 1, threads)?;
        let progress = |share: f64| desk.show("progress", &json!({ "share": share }));
        let (evidence, made, _) =
            reproduce(&folder(&settings), id, &order, Hands::Own, desk.stop(), &progress)?;
        Ok(json!({ "id": id, "seconds": made.seconds, "claims": evidence.judgements.len() }))
    })?;
    Ok(Json(Begun { job: job.id.clone() }))
}
