//! The client's files, embedded in the program.
//!
//! Only embedded names are served; any other path names nothing.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use plywood_core::picture::svg::style_sheet;

use crate::error::Refusal;

static CLIENT: Dir = include_dir!("$CARGO_MANIFEST_DIR/client");

/// Serves a file of the client.
pub async fn serve(uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    if name == "picture.css" {
        return file("css", style_sheet().into_bytes());
    }
    match CLIENT.get_file(name) {
        Some(found) => file(name.rsplit('.').next().unwrap_or_default(), found.contents().to_vec()),
        None => {
            Refusal::new(StatusCode::NOT_FOUND, "there is no such page; the page begins at /").into_response()
        }
    }
}

fn file(ending: &str, content: Vec<u8>) -> Response {
    let kind = match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], content).into_response()
}
