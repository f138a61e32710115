//! What goes wrong, as JSON: one shape for every refusal.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use ubin_front::Fault;
use utoipa::ToSchema;

/// A refusal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    pub(crate) error: Told,
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) status: u16,
}

/// What is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Told {
    /// A short name for programs: `bad-puzzle`, `bad-goal`, `bad-option`, `bad-json`, `busy`, ...
    pub(crate) code: &'static str,
    /// What a person should know: the words of the command line.
    pub(crate) message: String,
    /// For a mistake in a text, its own short name, such as `tile-twice`.
    pub(crate) mistake: Option<&'static str>,
    /// The line of the mistake, from 1.
    pub(crate) line: Option<usize>,
    /// Its column in characters, from 1.
    pub(crate) column: Option<usize>,
    /// The line with a caret, as a terminal shows it.
    pub(crate) snippet: Option<String>,
}

/// Seconds after which a busy server is worth another try.
const RETRY: &str = "2";

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Problem {
        let error = Told { code, message: message.into(), mistake: None, line: None, column: None, snippet: None };
        Problem { error, status: status.as_u16() }
    }

    /// Something in the request that its sender can mend.
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub(crate) fn option(name: &str, expected: impl std::fmt::Display) -> Problem {
        Problem::input("bad-option", format!("{name}: {expected}"))
    }

    pub(crate) fn not_found(path: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", format!("there is nothing at {path}"))
    }

    pub(crate) fn method(method: &Method, path: &str) -> Problem {
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", format!("{path} does not take {method}"))
    }

    /// All places are taken, and so are those to wait in.
    pub(crate) fn busy() -> Problem {
        let message = "all places are taken, and so are those to wait in: try again in a moment";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The job ended before it had an answer, and there is nothing to tell.
    pub(crate) fn stopped(stop: ubin::run::Stop) -> Problem {
        let code = if stop == ubin::run::Stop::Interrupted { "interrupted" } else { "limit" };
        Problem::input(code, format!("stopped: {stop}"))
    }

    pub(crate) fn json(&self) -> String {
        ubin_front::json(self)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let mut problem = match &fault {
            Fault::Text { name, message, .. } if name.starts_with("--goal") => Problem::input("bad-goal", message),
            Fault::Text { message, .. } => Problem::input("bad-puzzle", message),
            Fault::Plain(message) => Problem::input("bad-option", message),
            Fault::Closed => Problem::input("interrupted", "the client has gone"),
        };
        if let Fault::Text { code, .. } = &fault {
            problem.error.mistake = Some(code);
            problem.error.snippet = Some(fault.in_plain());
        }
        let place = fault.place();
        problem.error.line = place.map(|at| at.line);
        problem.error.column = place.map(|at| at.column);
        problem
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, [(CONTENT_TYPE, "application/json")], self.json()).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, axum::http::HeaderValue::from_static(RETRY));
        }
        response
    }
}
