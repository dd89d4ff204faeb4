//! The screen `lab`.

use utoipa_axum::router::OpenApiRouter;

use crate::Shared;

/// The routes.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
}
