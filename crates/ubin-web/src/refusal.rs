//! Refusals over HTTP: those of the door to all questions, and the server's own, in one shape.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use ubin::run::Stop;
use ubin_front::{Refusal, RefusalReport, Refused};

/// Seconds after which a busy server is worth another try.
const RETRY: &str = "2";

/// A refusal and its status.
#[derive(Clone, Debug)]
pub(crate) struct HttpRefusal {
    pub(crate) status: StatusCode,
    /// What is wrong. Boxed, because most answers are none.
    pub(crate) error: Box<RefusalReport>,
}

impl HttpRefusal {
    /// A refusal of the server's own. It is about the request as a whole, so it has neither field nor values.
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> HttpRefusal {
        HttpRefusal { status, error: Box::new(RefusalReport::new(code, message)) }
    }

    /// A refusal of a question.
    pub(crate) fn of(error: RefusalReport) -> HttpRefusal {
        HttpRefusal { status: StatusCode::UNPROCESSABLE_ENTITY, error: Box::new(error) }
    }

    /// Something that the client can mend by another request.
    pub(crate) fn input(code: &str, message: impl Into<String>) -> HttpRefusal {
        HttpRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub(crate) fn not_found(path: &str) -> HttpRefusal {
        HttpRefusal::new(StatusCode::NOT_FOUND, "not-found", format!("there is nothing at {path}"))
    }

    pub(crate) fn method(method: &Method, path: &str) -> HttpRefusal {
        HttpRefusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", format!("{path} does not take {method}"))
    }

    /// All places are taken, and so are those to wait in.
    pub(crate) fn busy() -> HttpRefusal {
        let message = "all places are taken, and so are those to wait in: try again in a moment";
        HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// A job that was stopped before it had a place. One whose time was up may be asked again: nothing is wrong with it.
    pub(crate) fn waited(stop: Stop) -> HttpRefusal {
        let refusal = HttpRefusal::from(stop);
        match stop {
            Stop::Time => HttpRefusal { status: StatusCode::SERVICE_UNAVAILABLE, ..refusal },
            _ => refusal,
        }
    }

    /// Something went wrong that is no fault of the client's.
    pub(crate) fn failed(message: &str) -> HttpRefusal {
        HttpRefusal::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    pub(crate) fn json(&self) -> String {
        ubin_front::json(&Refused { error: (*self.error).clone() })
    }
}

impl From<Refusal> for HttpRefusal {
    fn from(refusal: Refusal) -> HttpRefusal {
        match refusal.code() {
            // A mistake of ours: nothing that the client could mend.
            "failed" => HttpRefusal { status: StatusCode::INTERNAL_SERVER_ERROR, error: Box::new(refusal.told()) },
            _ => HttpRefusal::of(refusal.told()),
        }
    }
}

impl From<Stop> for HttpRefusal {
    fn from(stop: Stop) -> HttpRefusal {
        Refusal::from(stop).into()
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, [(CONTENT_TYPE, "application/json")], self.json()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY));
        }
        response
    }
}
