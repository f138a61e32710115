//! The OpenAPI document: its schemas are made from the types that requests are read into and answers are written from.

use axum::response::Response;
use ubin::report;
use utoipa::OpenApi;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, Ref};
use utoipa::openapi::{ContentBuilder, InfoBuilder, OneOfBuilder, RefOr, ResponseBuilder, Schema};

use crate::app::Reply;
use crate::{ask, job, model, problem, routes, solutions, tables};

/// All schemas: those of requests and of the server's own answers by the names of their types, reports by family and name.
#[derive(OpenApi)]
#[openapi(components(schemas(
    ask::Check,
    ask::Solve,
    ask::Count,
    ask::Hint,
    ask::Generate,
    ask::Compare,
    ask::Tree,
    ask::Render,
    ask::Model,
    ask::Trace,
    ask::Solutions,
    ask::StopJob,
    ask::BuildTable,
    job::Progress,
    model::SlideModel,
    model::PackModel,
    model::Traced,
    problem::Problem,
    routes::Health,
    routes::Set,
    routes::Stopping,
    solutions::Known,
    tables::TableRow,
    report::slide::Check,
    report::slide::Solve,
    report::slide::Count,
    report::slide::Hint,
    report::slide::Generate,
    report::slide::Compare,
    report::pack::Checked,
    report::pack::Solved,
    report::pack::OneOfAll,
    report::pack::All,
    report::pack::Counted,
    report::pack::Hinted,
    report::pack::Generated,
    report::pack::Compare,
    report::tree::SlideTree,
    report::tree::PackTree,
)))]
struct Schemas;

/// What a route answers with.
enum Answer {
    /// A report.
    Json(&'static str),
    /// A report of the one family, or of the other.
    Both(&'static str, &'static str),
    /// A list of these.
    List(&'static str),
    /// A picture.
    Picture,
    /// This document.
    Document,
}

/// A route: what it does, what it takes and what it gives.
struct Route {
    method: HttpMethod,
    path: &'static str,
    summary: &'static str,
    takes: Option<&'static str>,
    gives: Answer,
}

const fn get(path: &'static str, summary: &'static str, gives: Answer) -> Route {
    Route { method: HttpMethod::Get, path, summary, takes: None, gives }
}

const fn post(path: &'static str, summary: &'static str, takes: &'static str, gives: Answer) -> Route {
    Route { method: HttpMethod::Post, path, summary, takes: Some(takes), gives }
}

const fn both(slide: &'static str, pack: &'static str) -> Answer {
    Answer::Both(slide, pack)
}

const ROUTES: [Route; 17] = [
    get("/api/health", "How the server is, and what one request may use", Answer::Json("Health")),
    get("/api/openapi.json", "This document", Answer::Document),
    get("/api/sets", "The built-in packing puzzles", Answer::List("Set")),
    get("/api/tables", "The cache of pattern tables", Answer::List("TableRow")),
    post("/api/tables", "Builds pattern tables and keeps them", "BuildTable", Answer::Json("TableRow")),
    post("/api/check", "Whether a puzzle can be solved, and why", "Check", both("slide.Check", "pack.Checked")),
    post("/api/solve", "A solution; with all, every solution", "Solve", both("slide.Solve", "pack.Solved")),
    post("/api/count", "The number of solutions", "Count", both("slide.Count", "pack.Counted")),
    post("/api/hint", "The next good move or piece", "Hint", both("slide.Hint", "pack.Hinted")),
    post("/api/generate", "New puzzles", "Generate", both("slide.Generate", "pack.Generated")),
    post("/api/compare", "Methods side by side", "Compare", both("slide.Compare", "pack.Compare")),
    post("/api/tree", "The search tree as it grew", "Tree", both("tree.SlideTree", "tree.PackTree")),
    post("/api/render", "A picture of a puzzle, its moves or its solution", "Render", Answer::Picture),
    post("/api/model", "The puzzle as it is read", "Model", both("SlideModel", "PackModel")),
    post("/api/trace", "g, h and f along some moves", "Trace", Answer::Json("Traced")),
    post("/api/solutions", "How many solutions a packing has, and some", "Solutions", Answer::Json("Known")),
    post("/api/stop", "Ends a job with what it has", "StopJob", Answer::Json("Stopping")),
];

/// The document.
pub(crate) async fn document() -> Response {
    Reply::json(&openapi()).into_response()
}

fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = Schemas::openapi();
    document.info = InfoBuilder::new()
        .title("ubin")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Tile puzzles, solved. Answers are the JSON of the command line. With Accept: text/event-stream a POST is answered by events: job, progress (ten a second), solution (with all), and result or error.",
        ))
        .build();
    for route in &ROUTES {
        let item = PathItem::new(route.method.clone(), route.operation());
        match document.paths.paths.get_mut(route.path) {
            Some(known) => known.merge_operations(item),
            None => drop(document.paths.paths.insert(route.path.into(), item)),
        }
    }
    document
}

fn schema(name: &str) -> RefOr<Schema> {
    Ref::from_schema_name(name).into()
}

impl Route {
    fn operation(&self) -> Operation {
        let mut operation = OperationBuilder::new().summary(Some(self.summary)).response("200", self.gives.response());
        if let Some(takes) = self.takes {
            let content = ContentBuilder::new().schema(Some(schema(takes))).build();
            operation =
                operation.request_body(Some(RequestBodyBuilder::new().content("application/json", content).build()));
            for (status, why) in REFUSALS {
                let content = ContentBuilder::new().schema(Some(schema("Problem"))).build();
                let response = ResponseBuilder::new().description(why).content("application/json", content);
                operation = operation.response(status, response);
            }
        }
        operation.build()
    }
}

/// How requests are refused.
const REFUSALS: [(&str, &str); 6] = [
    ("403", "the request comes from the page of another site"),
    ("408", "the body took too long"),
    ("413", "the body is too long"),
    ("421", "the Host header does not name this server"),
    ("422", "something in the request is wrong; a mistake in a puzzle has its line and column"),
    ("503", "all places are taken: try again after Retry-After"),
];

impl Answer {
    fn response(&self) -> utoipa::openapi::Response {
        let json = |content: RefOr<Schema>| {
            let content = ContentBuilder::new().schema(Some(content)).build();
            ResponseBuilder::new().description("the answer").content("application/json", content)
        };
        match self {
            Answer::Json(name) => json(schema(name)),
            Answer::Both(slide, pack) => {
                let either = OneOfBuilder::new().item(schema(slide)).item(schema(pack)).build();
                json(RefOr::T(Schema::OneOf(either)))
            }
            Answer::List(name) => json(RefOr::T(Schema::Array(ArrayBuilder::new().items(schema(name)).build()))),
            Answer::Document => ResponseBuilder::new().description("OpenAPI 3.1"),
            Answer::Picture => {
                let picture = ResponseBuilder::new().description("the picture");
                ["image/svg+xml", "image/png", "image/gif"]
                    .into_iter()
                    .fold(picture, |picture, kind| picture.content(kind, ContentBuilder::new().build()))
            }
        }
        .build()
    }
}
