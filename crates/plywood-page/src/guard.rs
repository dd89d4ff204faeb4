//! Who may send requests, and how many.
//!
//! A page of another site must not reach this server. The `Host` must be this machine, because another name
//! could be made to point here. If a browser states the origin of a request (`Origin`, `Sec-Fetch-Site`), the
//! origin must be this server. Answers carry a policy that forbids all scripts and styles but ours. Bodies
//! are small, and every request has a deadline.

use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

use crate::{Refusal, Shared};

/// The largest body of a request, in bytes.
pub const BODY: usize = 512 * 1024;
/// How long an answer may take to begin, and how long a body may pause.
const PATIENCE: Duration = Duration::from_secs(60);

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Puts the guard in front of a router.
pub fn guarded(router: Router, app: &Shared) -> Router {
    router
        .layer(DefaultBodyLimit::max(BODY))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(RequestBodyTimeoutLayer::new(PATIENCE))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, PATIENCE))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), check))
}

async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let mut answer = match from_here(request.headers(), &app.settings.host) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    // What the layers refuse without words gets some.
    if answer.headers().get(header::CONTENT_TYPE).is_none_or(|kind| kind == "text/plain; charset=utf-8") {
        let words = match answer.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Some(format!("a request has at most {BODY} bytes")),
            StatusCode::METHOD_NOT_ALLOWED => Some("this is not how that path is asked".to_string()),
            StatusCode::GATEWAY_TIMEOUT => Some("the answer took too long".to_string()),
            _ => None,
        };
        if let Some(words) = words {
            answer = Refusal::new(answer.status(), words).into_response();
        }
    }
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Refusal::internal("something went wrong inside; what was asked for is left as it was").into_response()
}

/// Whether a request comes from a page of ours, or from no page at all.
fn from_here(headers: &HeaderMap, ours: &str) -> Result<(), Refusal> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or_default();
    if !is_here(host, ours) {
        return Err(Refusal::forbidden(format!(
            "this server is not {host:?}; ask it as localhost or by the address it printed"
        )));
    }
    if let Some(origin) = text(header::ORIGIN)
        && origin.strip_prefix("http://") != Some(host)
    {
        return Err(Refusal::forbidden(format!("pages of {origin:?} may not ask this server")));
    }
    match text(HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin" | "none") => Ok(()),
        // A link from elsewhere may open the page, which then asks for itself.
        Some(_) if text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate") => Ok(()),
        Some(_) => Err(Refusal::forbidden("pages of other sites may not ask this server")),
    }
}

/// Whether a `Host` is this machine as it was asked to listen: loopback, or the name or any address where `--host` was
/// given. An address cannot be made to point elsewhere, a name can.
fn is_here(host: &str, ours: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let address = name.parse::<IpAddr>();
    let only_loopback = ours == "localhost" || ours.parse::<IpAddr>().is_ok_and(|ours| ours.is_loopback());
    name.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.is_loopback() || !only_loopback)
        || !only_loopback && name.eq_ignore_ascii_case(ours)
}

/// Who asks: what a tab calls itself, so that all get their share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Client(pub String);

/// The header by which a tab names itself.
pub const CLIENT: HeaderName = HeaderName::from_static("x-plywood-client");

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let Some(value) = parts.headers.get(CLIENT) else { return Ok(Client("nobody".to_string())) };
        let name = value.to_str().unwrap_or_default();
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if name.is_empty() || name.len() > 64 || !name.chars().all(fits) {
            return Err(Refusal::bad(format!("{CLIENT} is up to 64 letters, digits and dashes")));
        }
        Ok(Client(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_here() {
        for host in ["localhost:80", "LOCALHOST", "127.0.0.1:8080", "[::1]:8080", "127.0.0.2"] {
            assert!(is_here(host, "127.0.0.1"), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:80",
            "",
            "10.0.0.1:80",
            "[2001:db8::1]:80",
            "127.0.0.1.nip.io",
        ] {
            assert!(!is_here(host, "127.0.0.1"), "{host}");
        }
        assert!(is_here("10.0.0.1:80", "0.0.0.0") && is_here("box.local:80", "box.local"));
        assert!(!is_here("evil.example", "0.0.0.0"));
    }

    #[test]
    fn other_sites_are_refused() {
        let ask = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            from_here(&headers.collect(), "127.0.0.1").is_ok()
        };
        let host = ("host", "localhost:8080");
        assert!(ask(&[host]) && ask(&[host, ("origin", "http://localhost:8080")]));
        assert!(ask(&[host, ("sec-fetch-site", "same-origin")]));
        assert!(ask(&[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        for origin in ["http://evil.example", "null", "https://localhost:8080", "http://localhost:8081"] {
            assert!(!ask(&[host, ("origin", origin)]), "{origin}");
        }
        assert!(!ask(&[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "cors")]));
        assert!(!ask(&[]), "no host");
    }
}
