//! The verbs as routes: one table, one handler for all of them.
//!
//! A question is read from the body. What is no search is answered at once; everything else waits for a place among the jobs.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use ubin::report::distances::DistancesReport;
use ubin::report::pack::{
    PackChallengeReport, PackCheckReport, PackCompareReport, PackCountReport, PackHintReport, PackSolveReport,
};
use ubin::report::slide::{
    SlideCheckReport, SlideCompareReport, SlideCountReport, SlideGenerateReport, SlideHintReport, SlideSolveReport,
};
use ubin::report::tree::{PackTree, SlideTree};
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::question::{
    CheckQuestion, CompareQuestion, CountQuestion, DistancesQuestion, GenerateQuestion, HeuristicsQuestion,
    HintQuestion, ModelQuestion, PuzzleFields, Question, RenderQuestion, SolutionsQuestion, SolveQuestion,
    TraceQuestion, TreeQuestion, VerifyQuestion,
};
use ubin_front::report::HeuristicsReport;
use ubin_front::{PackModelReport, Report, SlideModelReport, SolutionsReport, TraceReport, VerifyReport};

use crate::body::body;
use crate::job::WebJob;
use crate::openapi::{Gives, SchemaOf, both, schema_of};
use crate::refusal::HttpRefusal;
use crate::service::{JobOrder, Reply, Service, failed};

/// A verb: what it takes and what it gives.
pub(crate) struct VerbRoute {
    pub(crate) name: &'static str,
    pub(crate) takes: SchemaOf,
    pub(crate) gives: Gives,
}

const fn verb<Q: utoipa::ToSchema>(name: &'static str, gives: Gives) -> VerbRoute {
    VerbRoute { name, takes: schema_of::<Q>(), gives }
}

/// All verbs: `POST /api/NAME`.
#[rustfmt::skip]
pub(crate) static VERBS: [VerbRoute; Question::VERBS.len()] = [
    verb::<CheckQuestion>("check", both::<SlideCheckReport, PackCheckReport>()),
    verb::<SolveQuestion>("solve", both::<SlideSolveReport, PackSolveReport>()),
    verb::<CountQuestion>("count", both::<SlideCountReport, PackCountReport>()),
    verb::<HintQuestion>("hint", both::<SlideHintReport, PackHintReport>()),
    verb::<GenerateQuestion>("generate", both::<SlideGenerateReport, PackChallengeReport>()),
    verb::<CompareQuestion>("compare", both::<SlideCompareReport, PackCompareReport>()),
    verb::<TreeQuestion>("tree", both::<SlideTree, PackTree>()),
    verb::<RenderQuestion>("render", Gives::Picture),
    verb::<VerifyQuestion>("verify", Gives::Json(schema_of::<VerifyReport>())),
    verb::<ModelQuestion>("model", both::<SlideModelReport, PackModelReport>()),
    verb::<TraceQuestion>("trace", Gives::Json(schema_of::<TraceReport>())),
    verb::<DistancesQuestion>("distances", Gives::Json(schema_of::<DistancesReport>())),
    verb::<HeuristicsQuestion>("heuristics", Gives::Json(schema_of::<HeuristicsReport>())),
    verb::<SolutionsQuestion>("solutions", Gives::Json(schema_of::<SolutionsReport>())),
];

/// Answers a request for a verb.
pub(crate) async fn ask(verb: &'static str, service: Arc<Service>, request: Request) -> Result<Response, Response> {
    let asked = Moment::now();
    let events = wants_events(request.headers());
    let body = body(request).await?;
    let question = Question::read_fields(verb, &body).map_err(|refusal| HttpRefusal::from(refusal).into_response())?;
    service.answer(question, asked, events).await.map_err(HttpRefusal::into_response)
}

pub(crate) fn wants_events(headers: &HeaderMap) -> bool {
    let is_events = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains("text/event-stream"));
    headers.get_all(ACCEPT).iter().any(is_events)
}

/// What a question takes of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// Microseconds: it is answered where it stands.
    None,
    /// A thread for a moment: a packing board may have millions of cells.
    Moment,
    /// A search.
    Search,
}

impl Effort {
    fn of(question: &Question) -> Effort {
        let family = question.puzzle().map(PuzzleFields::family);
        match (question, family) {
            (Question::Check(_) | Question::Model(_), Some(Family::Slide)) => Effort::None,
            (Question::Model(_), Some(Family::Pack)) | (Question::Verify(_), _) => Effort::Moment,
            _ => Effort::Search,
        }
    }
}

impl Service {
    async fn answer(&self, question: Question, asked: Moment, events: bool) -> Result<Response, HttpRefusal> {
        // A sliding board is short, so a mistake in it is answered before the question waits for its place.
        if let Some(puzzle) = question.puzzle()
            && puzzle.family() == Family::Slide
        {
            puzzle.read(|_| ())?;
        }
        match Effort::of(&question) {
            Effort::None => {
                let job = self.jobs.aside(asked);
                let reply = reply(&question, &job)?;
                self.at_once(&job, reply, events).await
            }
            Effort::Moment => {
                let (job, place) = (Arc::new(self.jobs.aside(asked)), self.jobs.moment().await);
                let worker = job.clone();
                let thread = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    reply(&question, &worker)
                });
                let reply = thread.await.unwrap_or_else(|error| Err(failed(&error)))?;
                self.at_once(&job, reply, events).await
            }
            Effort::Search => {
                let gives_parts = matches!(&question, Question::Solve(asked) if asked.all);
                let limits = question.limits().clone();
                let work = Box::new(move |job: &WebJob| reply(&question, job));
                self.in_turn(JobOrder { asked, limits, work, gives_parts }, events).await
            }
        }
    }
}

/// The answer to a question.
fn reply(question: &Question, job: &WebJob) -> Result<Reply, HttpRefusal> {
    match ubin_front::answer(question, job)? {
        Report::File { form, bytes } => Ok(Reply::Bytes(form.media_type(), bytes)),
        report => match report.nothing_made(question) {
            Some(error) => Err(HttpRefusal::of(error)),
            None => Ok(Reply::Json(report.json())),
        },
    }
}
