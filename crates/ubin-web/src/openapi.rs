//! The OpenAPI document: its paths are made from the routes, its schemas from the types that requests are read into and answers are written from.

use std::borrow::Cow;

use axum::response::Response;
use ubin::report::pack::PackAllReport;
use ubin_front::about::SetEntry;
use ubin_front::question::Question;
use ubin_front::tables::{BuildFields, TableRow};
use ubin_front::words::WordSet;
use ubin_front::{JobProgress, PackSolutionLine, Refused};
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ComponentsBuilder, Ref};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OneOfBuilder, OpenApi, OpenApiBuilder, RefOr, ResponseBuilder, Schema,
};

use crate::routes::{Health, StopFields, Stopping};
use crate::service::Reply;
use crate::verbs::{VERBS, VerbRoute};

/// The schema of a type: its name, and how to add it with all that it refers to.
#[derive(Clone, Copy)]
pub(crate) struct SchemaOf {
    name: fn() -> Cow<'static, str>,
    add: fn(&mut Vec<(String, RefOr<Schema>)>),
}

pub(crate) const fn schema_of<T: ToSchema>() -> SchemaOf {
    SchemaOf { name: T::name, add: add::<T> }
}

fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into(), T::schema()));
    T::schemas(schemas);
}

impl SchemaOf {
    fn reference(self) -> RefOr<Schema> {
        Ref::from_schema_name((self.name)()).into()
    }
}

/// What a route answers with.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    /// A report.
    Json(SchemaOf),
    /// A report of the one family, or of the other.
    Both(SchemaOf, SchemaOf),
    /// A list of these.
    List(SchemaOf),
    /// A picture.
    Picture,
    /// This document.
    Document,
}

pub(crate) const fn both<S: ToSchema, P: ToSchema>() -> Gives {
    Gives::Both(schema_of::<S>(), schema_of::<P>())
}

/// A route: what it does, what it takes and what it gives.
struct Route {
    method: HttpMethod,
    path: Cow<'static, str>,
    summary: &'static str,
    takes: Option<SchemaOf>,
    gives: Gives,
}

const fn get(path: &'static str, summary: &'static str, gives: Gives) -> Route {
    Route { method: HttpMethod::Get, path: Cow::Borrowed(path), summary, takes: None, gives }
}

const fn post<T: ToSchema>(path: &'static str, summary: &'static str, gives: Gives) -> Route {
    Route { method: HttpMethod::Post, path: Cow::Borrowed(path), summary, takes: Some(schema_of::<T>()), gives }
}

const fn json<T: ToSchema>() -> Gives {
    Gives::Json(schema_of::<T>())
}

const fn list<T: ToSchema>() -> Gives {
    Gives::List(schema_of::<T>())
}

/// The routes that are no verbs.
fn own_routes() -> [Route; 7] {
    [
        get("/api/health", "How the server is, and what one request may use", json::<Health>()),
        get("/api/openapi.json", "This document", Gives::Document),
        get("/api/sets", "The built-in packing puzzles", list::<SetEntry>()),
        get("/api/words", "The words that fields take: methods, heuristics, metrics, ...", list::<WordSet>()),
        get("/api/tables", "The cache of pattern tables", list::<TableRow>()),
        post::<BuildFields>("/api/tables", "Builds pattern tables and keeps them", json::<TableRow>()),
        post::<StopFields>("/api/stop", "Ends a job with what it has", json::<Stopping>()),
    ]
}

/// Schemas that no route names: refusals, and what streams give.
const OTHERS: [SchemaOf; 4] =
    [schema_of::<Refused>(), schema_of::<JobProgress>(), schema_of::<PackSolutionLine>(), schema_of::<PackAllReport>()];

impl VerbRoute {
    /// Where it is asked.
    pub(crate) fn path(&self) -> String {
        format!("/api/{}", self.name)
    }

    fn route(&self) -> Route {
        let about = Question::VERBS.iter().find(|(name, _)| *name == self.name);
        Route {
            method: HttpMethod::Post,
            path: self.path().into(),
            summary: about.map_or("", |(_, about)| about.trim()),
            takes: Some(self.takes),
            gives: self.gives,
        }
    }
}

/// The document.
pub(crate) async fn document() -> Response {
    Reply::json(&openapi()).into_response()
}

fn openapi() -> OpenApi {
    let info = InfoBuilder::new()
        .title("ubin")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Tile puzzles, solved. Answers are the JSON of the command line. With Accept: text/event-stream a POST is answered by events: job, progress (ten a second), solution (with all), and result or error.",
        ))
        .build();
    let mut document = OpenApiBuilder::new().info(info).build();
    let mut schemas = Vec::new();
    OTHERS.iter().for_each(|schema| (schema.add)(&mut schemas));
    for route in own_routes().into_iter().chain(VERBS.iter().map(VerbRoute::route)) {
        route.takes.iter().for_each(|schema| (schema.add)(&mut schemas));
        route.gives.schemas().for_each(|schema| (schema.add)(&mut schemas));
        let item = PathItem::new(route.method.clone(), route.operation());
        match document.paths.paths.get_mut(route.path.as_ref()) {
            Some(known) => known.merge_operations(item),
            None => drop(document.paths.paths.insert(route.path.into_owned(), item)),
        }
    }
    document.components = Some(ComponentsBuilder::new().schemas_from_iter(schemas).build());
    document
}

impl Route {
    fn operation(&self) -> Operation {
        let mut operation = OperationBuilder::new().summary(Some(self.summary)).response("200", self.gives.response());
        if let Some(takes) = self.takes {
            let content = ContentBuilder::new().schema(Some(takes.reference())).build();
            operation =
                operation.request_body(Some(RequestBodyBuilder::new().content("application/json", content).build()));
            for (status, why) in REFUSALS {
                let content = ContentBuilder::new().schema(Some(schema_of::<Refused>().reference())).build();
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

impl Gives {
    fn schemas(self) -> impl Iterator<Item = SchemaOf> {
        let (first, second) = match self {
            Gives::Json(one) | Gives::List(one) => (Some(one), None),
            Gives::Both(slide, pack) => (Some(slide), Some(pack)),
            Gives::Picture | Gives::Document => (None, None),
        };
        first.into_iter().chain(second)
    }

    fn response(self) -> utoipa::openapi::Response {
        let json = |content: RefOr<Schema>| {
            let content = ContentBuilder::new().schema(Some(content)).build();
            ResponseBuilder::new().description("the answer").content("application/json", content)
        };
        match self {
            Gives::Json(one) => json(one.reference()),
            Gives::Both(slide, pack) => {
                let either = OneOfBuilder::new().item(slide.reference()).item(pack.reference()).build();
                json(RefOr::T(Schema::OneOf(either)))
            }
            Gives::List(one) => json(RefOr::T(Schema::Array(ArrayBuilder::new().items(one.reference()).build()))),
            Gives::Document => ResponseBuilder::new().description("OpenAPI 3.1"),
            Gives::Picture => {
                let picture = ResponseBuilder::new().description("the picture");
                ["image/svg+xml", "image/png", "image/gif"]
                    .into_iter()
                    .fold(picture, |picture, kind| picture.content(kind, ContentBuilder::new().build()))
            }
        }
        .build()
    }
}
