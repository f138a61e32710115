//! The routes: which request is answered by which function.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use ubin_front::about::{self, RequestLimits};
use ubin_front::clock::Moment;
use ubin_front::tables::BuildFields;
use ubin_front::words;
use utoipa::ToSchema;

use crate::body::{body, read_own};
use crate::door::guard;
use crate::job::JobCounts;
use crate::refusal::HttpRefusal;
use crate::service::{Reply, Service, failed};
use crate::tables;
use crate::verbs::{VERBS, ask, wants_events};
use crate::{assets, openapi};

/// All routes.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/sets", get(sets))
        .route("/api/words", get(all_words))
        .route("/api/tables", get(list_tables).post(build_table))
        .route("/api/stop", post(stop));
    for verb in &VERBS {
        let handler = |State(service): State<Arc<Service>>, request: Request| ask(verb.name, service, request);
        router = router.route(&verb.path(), post(handler));
    }
    router
        .method_not_allowed_fallback(other_method)
        .fallback(assets::serve)
        .layer(from_fn_with_state(service.clone(), guard))
        .with_state(service)
}

async fn other_method(method: Method, uri: Uri) -> HttpRefusal {
    HttpRefusal::method(&method, uri.path())
}

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    status: &'static str,
    version: &'static str,
    jobs: JobCounts,
    limits: RequestLimits,
}

async fn health(State(service): State<Arc<Service>>) -> Response {
    let limits = RequestLimits::of(&service.jobs.allowance());
    let jobs = service.jobs.counts();
    Reply::json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION"), jobs, limits }).into_response()
}

async fn sets() -> Response {
    Reply::json(&about::sets()).into_response()
}

/// The closed sets of words: what the fields of questions take.
async fn all_words() -> Response {
    Reply::json(&words::sets()).into_response()
}

async fn list_tables(State(service): State<Arc<Service>>) -> Result<Response, HttpRefusal> {
    let cache = service.cache.clone().ok_or_else(tables::absent)?;
    // Looking into a folder is short, but not nothing.
    let rows = tokio::task::spawn_blocking(move || tables::list(&cache)).await.map_err(|error| failed(&error))?;
    Ok(Reply::json(&rows?).into_response())
}

async fn build_table(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Response> {
    let (asked, events) = (Moment::now(), wants_events(request.headers()));
    let body = body(request).await?;
    let built = async {
        let fields: BuildFields = read_own("tables", &body)?;
        let cache = service.cache.clone().ok_or_else(tables::absent)?;
        service.in_turn(tables::order(fields, cache, asked)?, events).await
    };
    built.await.map_err(HttpRefusal::into_response)
}

/// Ends a job with what it has.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct StopFields {
    /// Its name, as the stream's first event says.
    job: String,
}

/// A job that was asked to stop.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stopping {
    job: String,
    stopped: bool,
}

async fn stop(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Response> {
    let body = body(request).await?;
    let StopFields { job } = read_own("stop", &body).map_err(HttpRefusal::into_response)?;
    if !service.jobs.stop(&job) {
        let message = "there is no such job, or it has ended";
        return Err(HttpRefusal::new(StatusCode::NOT_FOUND, "no-job", message).into_response());
    }
    Ok(Reply::json(&Stopping { job, stopped: true }).into_response())
}
