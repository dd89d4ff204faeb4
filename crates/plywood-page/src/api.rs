//! All routes, and their description.
//!
//! The module of a screen has `routes()`. A handler states its path, input and output by `#[utoipa::path]`
//! and is routed by that alone, so nothing is served without a description.

use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    Refusal, Shared, analyse, assets, billiards, catalogue, guard, jobs, lab, play, scoreboard, tree,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plywood",
        description = "Games, searches and the lab. Long work is a job: its events stream from /jobs/{id}/events, and \
                       what it came to stays at /jobs/{id} for a while. A client may name itself by the header \
                       x-plywood-client, and gets its share of the work under that name."
    ),
    components(schemas(Refusal))
)]
struct Head;

/// The versioned half, described.
fn described() -> OpenApiRouter<Shared> {
    let screens = OpenApiRouter::new()
        .merge(catalogue::routes())
        .merge(jobs::routes())
        .merge(play::routes())
        .merge(billiards::routes())
        .merge(analyse::routes())
        .merge(tree::routes())
        .merge(lab::routes())
        .merge(scoreboard::routes());
    OpenApiRouter::with_openapi(Head::openapi()).nest("/api/v1", screens)
}

/// The description of the API.
pub fn description() -> utoipa::openapi::OpenApi {
    described().into_openapi()
}

/// Everything that is served.
pub fn router(app: &Shared) -> Router {
    let (router, description) = described().split_for_parts();
    let router = router
        .route("/api/v1/openapi.json", get(|| async { Json(description) }))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .fallback(assets::serve)
        .with_state(app.clone());
    guard::guarded(router, app)
}

async fn nothing() -> Refusal {
    Refusal::missing("the API has no such path; /api/v1/openapi.json describes it")
}
