//! The routes: which request is answered by whom.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::Serialize;
use ubin::pack::sets::SETS;
use utoipa::ToSchema;

use crate::app::{App, Reply};
use crate::ask::{self, Fields as _};
use crate::door::guard;
use crate::job::Counts;
use crate::openapi;
use crate::problem::Problem;
use crate::verbs::Ask;
use crate::{assets, tables};

/// The most bytes of a request's body.
pub const MOST_BODY: usize = 64 << 10;
/// How long a body may take to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// What is read of a body that is too long, so that its sender gets to read our answer.
const DRAINED: usize = 1 << 20;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/sets", get(sets))
        .route("/api/tables", get(list_tables).post(build_table))
        .route("/api/check", post(answer::<ask::Check>))
        .route("/api/solve", post(answer::<ask::Solve>))
        .route("/api/count", post(answer::<ask::Count>))
        .route("/api/hint", post(answer::<ask::Hint>))
        .route("/api/generate", post(answer::<ask::Generate>))
        .route("/api/compare", post(answer::<ask::Compare>))
        .route("/api/tree", post(answer::<ask::Tree>))
        .route("/api/render", post(answer::<ask::Render>))
        .route("/api/model", post(answer::<ask::Model>))
        .route("/api/trace", post(answer::<ask::Trace>))
        .route("/api/solutions", post(answer::<ask::Solutions>))
        .route("/api/stop", post(stop))
        .method_not_allowed_fallback(other_method)
        .fallback(assets::serve)
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

async fn other_method(method: Method, uri: Uri) -> Problem {
    Problem::method(&method, uri.path())
}

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    status: &'static str,
    version: &'static str,
    jobs: Counts,
    limits: Limits,
}

/// What one request may use at most.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Limits {
    time_limit_ms: u64,
    /// `null` when there is none.
    node_limit: Option<u64>,
    memory_limit_bytes: u64,
    threads: usize,
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let caps = app.jobs.caps();
    let limits = Limits {
        time_limit_ms: u64::try_from(caps.time.as_millis()).unwrap_or(u64::MAX),
        node_limit: caps.nodes,
        memory_limit_bytes: caps.memory,
        threads: caps.threads,
    };
    let health = Health { status: "ok", version: env!("CARGO_PKG_VERSION"), jobs: app.jobs.counts(), limits };
    Reply::json(&health).into_response()
}

/// A built-in set.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Set {
    /// Its name, which every route takes for the puzzle.
    name: &'static str,
    /// What it is.
    title: &'static str,
    /// Its text.
    text: String,
}

async fn sets() -> Response {
    let sets: Vec<Set> = SETS.iter().map(|set| Set { name: set.name, title: set.about, text: set.text() }).collect();
    Reply::json(&sets).into_response()
}

async fn list_tables(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let cache = app.cache.clone().ok_or_else(tables::absent)?;
    // Looking into a folder is short, but not nothing.
    let rows = tokio::task::spawn_blocking(move || tables::list(&cache)).await;
    let rows = rows.map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "the list failed"))??;
    Ok(Reply::json(&rows).into_response())
}

async fn build_table(State(app): State<Arc<App>>, request: Request) -> Result<Response, Response> {
    let events = wants_events(request.headers());
    let body = body(request).await?;
    let fields = ask::BuildTable::read(&body).map_err(Problem::into_response)?;
    let cache = app.cache.clone().ok_or_else(|| tables::absent().into_response())?;
    let task = fields.task(cache).map_err(Problem::into_response)?;
    app.answer(task, events).await.map_err(Problem::into_response)
}

/// A job that was told to stop.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stopping {
    job: String,
    stopped: bool,
}

async fn stop(State(app): State<Arc<App>>, request: Request) -> Result<Response, Response> {
    let body = body(request).await?;
    let ask::StopJob { job, .. } = ask::StopJob::read(&body).map_err(Problem::into_response)?;
    if !app.jobs.stop(&job) {
        let message = "there is no such job, or it has ended";
        return Err(Problem::new(StatusCode::NOT_FOUND, "no-job", message).into_response());
    }
    Ok(Reply::json(&Stopping { job, stopped: true }).into_response())
}

/// Reads a request's fields, makes them a task, and answers it.
async fn answer<A: Ask>(State(app): State<Arc<App>>, request: Request) -> Result<Response, Response> {
    let events = wants_events(request.headers());
    let body = body(request).await?;
    let task = A::read(&body).and_then(Ask::task).map_err(Problem::into_response)?;
    app.answer(task, events).await.map_err(Problem::into_response)
}

fn wants_events(headers: &HeaderMap) -> bool {
    let is_events = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("text/event-stream"));
    headers.get_all(ACCEPT).iter().any(is_events)
}

/// Reads a body within its time and size.
async fn body(request: Request) -> Result<Bytes, Response> {
    let kind = request.headers().get(CONTENT_TYPE).map(|kind| kind.as_bytes().to_ascii_lowercase());
    let is_json = kind.is_none_or(|kind| kind.starts_with(b"application/json"));
    let length = http_body::Body::size_hint(request.body()).lower();
    let mut body = request.into_body();
    if length > MOST_BODY as u64 {
        return Err(too_long(body).await);
    }
    let read = tokio::time::timeout(BODY_TIME, Limited::new(&mut body, MOST_BODY).collect()).await;
    match read {
        Ok(Ok(read)) if is_json => Ok(read.to_bytes()),
        Ok(Ok(_)) => {
            let message = "the body must be JSON: Content-Type application/json";
            Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", message).into_response())
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long(body).await),
        Ok(Err(_)) => Err(last(Problem::new(StatusCode::BAD_REQUEST, "bad-body", "the body was cut off"))),
        Err(_) => Err(last(Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body took longer than 10 s"))),
    }
}

/// The last answer on a connection: what follows on it would be the rest of the body.
fn last(problem: Problem) -> Response {
    let mut response = problem.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Refuses a body, after reading a little more of it: who is still sending when the connection closes sees an error, not our answer.
async fn too_long(body: Body) -> Response {
    let rest = Limited::new(body, DRAINED).collect();
    // Whatever comes of it, the answer is the same.
    let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
    let message = format!("the body is longer than {} KiB", MOST_BODY >> 10);
    last(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message))
}
