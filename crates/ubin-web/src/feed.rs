//! Answers that come in parts: a stream of events, or lines.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::Frame;
use tokio::sync::mpsc;

use crate::refusal::HttpRefusal;

/// Parts that wait for a slow reader.
const WAITING: usize = 32;

/// How parts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamForm {
    /// Server-sent events.
    Events,
    /// One JSON object a line; only results have a line.
    Lines,
}

impl StreamForm {
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            StreamForm::Events => "text/event-stream",
            StreamForm::Lines => "application/x-ndjson",
        }
    }

    /// A part. JSON of ours has no line breaks, so it is one line of data.
    fn event(self, name: &str, json: &str) -> Bytes {
        match self {
            StreamForm::Events => format!("event: {name}\ndata: {json}\n\n").into(),
            StreamForm::Lines => format!("{json}\n").into(),
        }
    }
}

/// What goes through the channel.
#[derive(Debug)]
enum Message {
    Part(Bytes),
    /// The last part, when there is no answer.
    Refused(HttpRefusal),
}

/// Why a part was not taken.
pub(crate) enum Unsent {
    /// There is no room now: the part itself.
    Full(Bytes),
    /// The client has gone.
    Closed,
}

/// Where parts are put in.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    form: StreamForm,
    messages: mpsc::Sender<Message>,
}

impl Sender {
    pub(crate) fn event(&self, name: &str, json: &str) -> Bytes {
        self.form.event(name, json)
    }

    /// Puts a part in if there is room.
    pub(crate) fn try_send(&self, part: Bytes) -> Result<(), Unsent> {
        self.messages.try_send(Message::Part(part)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(Message::Part(part)) => Unsent::Full(part),
            _ => Unsent::Closed,
        })
    }

    /// Puts a part in that must not be lost, when there is room.
    pub(crate) async fn send(&self, name: &str, json: &str) {
        // An error means that the client has gone.
        let _ = self.messages.send(Message::Part(self.event(name, json))).await;
    }

    /// Puts the refusal in that takes the place of the answer.
    pub(crate) async fn refuse(&self, refusal: HttpRefusal) {
        let _ = self.messages.send(Message::Refused(refusal)).await;
    }

    /// Puts in what may be lost: of progress only the latest counts, and lines have none.
    pub(crate) fn offer(&self, name: &str, json: &str) {
        if self.form == StreamForm::Events {
            let _ = self.try_send(self.event(name, json));
        }
    }

    /// Ends when the client has gone.
    pub(crate) async fn closed(&self) {
        self.messages.closed().await;
    }
}

/// A body made of parts. When the client goes, it is dropped, and the sender knows.
pub(crate) struct Feed {
    form: StreamForm,
    /// The first part, when it was waited for.
    first: Option<Bytes>,
    messages: mpsc::Receiver<Message>,
}

impl Feed {
    /// Waits for the first part. A refusal that comes in its place is given back: it can still have a status.
    pub(crate) async fn begun(mut self) -> Result<Body, HttpRefusal> {
        match self.messages.recv().await {
            Some(Message::Refused(refusal)) => return Err(refusal),
            Some(Message::Part(part)) => self.first = Some(part),
            None => {}
        }
        Ok(Body::new(self))
    }
}

impl http_body::Body for Feed {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let form = self.form;
        self.messages.poll_recv(context).map(|message| {
            message.map(|message| {
                Ok(Frame::data(match message {
                    Message::Part(part) => part,
                    Message::Refused(refusal) => form.event("error", &refusal.json()),
                }))
            })
        })
    }
}

/// A sender, and the body that gives what it sends.
pub(crate) fn feed(form: StreamForm) -> (Sender, Feed) {
    let (sender, messages) = mpsc::channel(WAITING);
    (Sender { form, messages: sender }, Feed { form, first: None, messages })
}
