//! Bodies of requests: read within a time and a size, and the fields of those that are no questions.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use ubin_front::{AskError, Refusal};

use crate::refusal::HttpRefusal;

/// The most bytes of a request's body.
pub const MOST_BODY: usize = 64 << 10;
/// How long a body may take to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// What is read of a body that is too long, so that its sender gets to read our answer.
const DRAINED: usize = 1 << 20;

/// Reads a body within its time and size.
pub(crate) async fn body(request: Request) -> Result<String, Response> {
    let kind = request.headers().get(CONTENT_TYPE).map(|kind| kind.as_bytes().to_ascii_lowercase());
    let is_json = kind.is_none_or(|kind| kind.starts_with(b"application/json"));
    let length = http_body::Body::size_hint(request.body()).lower();
    let mut body = request.into_body();
    if length > MOST_BODY as u64 {
        return Err(too_long(body).await);
    }
    let read = tokio::time::timeout(BODY_TIME, Limited::new(&mut body, MOST_BODY).collect()).await;
    match read {
        Ok(Ok(read)) if is_json => text(read.to_bytes().into()).map_err(HttpRefusal::into_response),
        Ok(Ok(_)) => {
            let message = "the body must be JSON: Content-Type application/json";
            Err(HttpRefusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", message).into_response())
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long(body).await),
        Ok(Err(_)) => Err(last(HttpRefusal::new(StatusCode::BAD_REQUEST, "bad-body", "the body was cut off"))),
        Err(_) => Err(last(HttpRefusal::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body took longer than 10 s"))),
    }
}

fn text(bytes: Vec<u8>) -> Result<String, HttpRefusal> {
    let refusal = |error: std::string::FromUtf8Error| Refusal::from(AskError::BadJson { error: error.to_string() });
    Ok(String::from_utf8(bytes).map_err(refusal)?)
}

/// The last answer on a connection: what follows on it would be the rest of the body.
fn last(refusal: HttpRefusal) -> Response {
    let mut response = refusal.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Refuses a body, after reading a little more of it: a client that is still sending when the connection closes sees an error, not our answer.
async fn too_long(body: Body) -> Response {
    let rest = Limited::new(body, DRAINED).collect();
    // Whatever comes of it, the answer is the same.
    let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
    let message = format!("the body is longer than {} KiB", MOST_BODY >> 10);
    last(HttpRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message))
}

/// Reads the fields of a request that is no question.
pub(crate) fn read_own<T: Serialize + DeserializeOwned>(route: &'static str, body: &str) -> Result<T, HttpRefusal> {
    let given: Map<String, Value> = match serde_json::from_str(body) {
        Ok(Value::Object(given)) => given,
        Ok(_) => return Err(Refusal::from(AskError::NotAnObject).into()),
        Err(error) => return Err(Refusal::from(AskError::BadJson { error: error.to_string() }).into()),
    };
    let own: T = serde_json::from_value(Value::Object(given.clone()))
        .map_err(|error| HttpRefusal::input("bad-option", error.to_string()))?;
    // Every field that it takes is written, given or not: what is not written was not taken.
    let taken = serde_json::to_value(&own).unwrap_or_default();
    match given.into_iter().find(|(name, _)| taken.get(name).is_none()) {
        Some((name, _)) => Err(AskError::UnknownField { verb: route }.at(name).into()),
        None => Ok(own),
    }
}
