//! Answers that come in parts: a stream of events, or lines.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::Frame;
use tokio::sync::mpsc;

/// Parts that wait for a slow reader.
const WAITING: usize = 32;

/// How parts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Server-sent events.
    Events,
    /// One JSON object a line; only results have a line.
    Lines,
}

impl Form {
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Form::Events => "text/event-stream",
            Form::Lines => "application/x-ndjson",
        }
    }
}

/// Where parts are put in.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    form: Form,
    parts: mpsc::Sender<Bytes>,
}

impl Sender {
    /// A part. JSON of ours has no line breaks, so it is one line of data.
    pub(crate) fn event(&self, name: &str, json: &str) -> Bytes {
        match self.form {
            Form::Events => format!("event: {name}\ndata: {json}\n\n").into(),
            Form::Lines => format!("{json}\n").into(),
        }
    }

    /// Puts a part in if there is room: `Some` gives it back when there is none now, `None` says that nobody reads.
    pub(crate) fn try_send(&self, part: Bytes) -> Result<(), Option<Bytes>> {
        self.parts.try_send(part).map_err(|error| match error {
            mpsc::error::TrySendError::Full(part) => Some(part),
            mpsc::error::TrySendError::Closed(_) => None,
        })
    }

    /// Puts a part in that must not be lost, when there is room.
    pub(crate) async fn send(&self, name: &str, json: &str) {
        // An error means that nobody reads any more.
        let _ = self.parts.send(self.event(name, json)).await;
    }

    /// Puts in what may be lost: of progress only the latest counts, and lines have none.
    pub(crate) fn offer(&self, name: &str, json: &str) {
        if self.form == Form::Events {
            let _ = self.try_send(self.event(name, json));
        }
    }

    /// Ends when nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.parts.closed().await;
    }
}

/// A body made of parts. When the client goes, it is dropped, and the sender knows.
struct Feed {
    parts: mpsc::Receiver<Bytes>,
}

impl http_body::Body for Feed {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.parts.poll_recv(context).map(|part| part.map(|part| Ok(Frame::data(part))))
    }
}

/// A sender, and the body that gives what it sends.
pub(crate) fn feed(form: Form) -> (Sender, Body) {
    let (sender, parts) = mpsc::channel(WAITING);
    (Sender { form, parts: sender }, Body::new(Feed { parts }))
}
