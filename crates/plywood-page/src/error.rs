//! Refusals: what was wrong and what would be right, as JSON with a fitting status.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use plywood_core::{Error, ErrorKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why a request was refused.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Refusal {
    /// The fault, and the right form.
    pub error: String,
    /// The column of the text where reading failed, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The kind, where a program can act on it: `misfit`, `interrupted` or `storage`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    #[serde(skip)]
    status: u16,
}

impl Refusal {
    /// A refusal with a status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal { error: error.into(), column: None, kind: None, status: status.as_u16() }
    }
    /// The request makes no sense.
    pub fn bad(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }
    /// The request is not allowed here.
    pub fn forbidden(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, error)
    }
    /// There is no such thing.
    pub fn missing(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error)
    }
    /// It does not fit what has happened meanwhile.
    pub fn conflict(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, error)
    }
    /// Too much was asked for at once.
    pub fn busy(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, error)
    }
    /// Something failed that should not.
    pub fn internal(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }
    /// Its status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let (column, text) = (error.column(), error.to_string());
        match error.kind() {
            ErrorKind::Input => Refusal { column, ..Refusal::bad(text) },
            kind @ ErrorKind::Storage => Refusal { kind: Some(kind.word()), ..Refusal::conflict(text) },
            kind => Refusal { column, kind: Some(kind.word()), ..Refusal::bad(text) },
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}

/// The body of a request, as JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;
    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(body)| Body(body))
            .map_err(|why: JsonRejection| Refusal::new(why.status(), why.body_text()))
    }
}

/// The query after the question mark of an address.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|query| Query(query.0))
            .map_err(|why: QueryRejection| Refusal::new(why.status(), why.body_text()))
    }
}

/// The parts of a path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|path| Path(path.0))
            .map_err(|why: PathRejection| Refusal::new(why.status(), why.body_text()))
    }
}
