//! The OpenAPI document and the routes say the same.

mod common;

use std::collections::BTreeSet;

use common::start;
use serde_json::{Map, Value};
use ubin_front::question::Question;

/// Methods and paths: those that the router's own text has, and the verbs.
fn routed() -> BTreeSet<(String, String)> {
    let text = include_str!("../src/routes.rs");
    let mut found: BTreeSet<_> =
        Question::VERBS.iter().map(|(verb, _)| ("post".into(), format!("/api/{verb}"))).collect();
    for line in text.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, handlers) = line.split_once('"').unwrap();
        for method in ["get", "post"] {
            if handlers.contains(&format!("{method}(")) {
                found.insert((method.to_string(), path.to_string()));
            }
        }
    }
    found
}

#[test]
fn the_document_has_every_route_and_no_other() {
    let server = start();
    let document = server.get("/api/openapi.json").json();
    let documented: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| (method.clone(), path.clone())))
        .collect();
    assert!(routed().len() >= 19);
    assert_eq!(documented, routed());
    for (method, path) in documented {
        // An empty object is enough to see that there is a handler.
        let answer = if method == "get" { server.get(&path) } else { server.send("POST", &path, &[], "{}") };
        assert!(matches!(answer.status, 200 | 422), "{method} {path}: {}", answer.status);
    }
}

/// Every reference in a value.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get("$ref") {
                found.push(reference.clone());
            }
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn references_lead_somewhere() {
    let document = start().get("/api/openapi.json").json();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 40, "{}", found.len());
    for reference in found {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(document["components"]["schemas"][name].is_object(), "{reference}");
    }
}

/// The fields that a request may have, by its schema.
fn fields(document: &Value, schema: &Value, found: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/components/schemas/")) {
        fields(document, &document["components"]["schemas"][name], found);
    }
    found.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fields(document, part, found);
    }
}

/// What the document says that a request takes is taken, and nothing else is.
#[test]
fn documented_fields_are_the_fields_that_are_read() {
    let server = start();
    let document = server.get("/api/openapi.json").json();
    let mut checked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let schema = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        let mut names = BTreeSet::new();
        fields(&document, schema, &mut names);
        let given = [
            ("puzzle", "1 2/3 -"),
            ("moves", ""),
            ("family", "slide"),
            ("job", "nobody"),
            ("answer", "D"),
            ("size", "2x2"),
        ];
        let given: Vec<_> = given.into_iter().filter(|(name, _)| names.contains(*name)).collect();
        let code = |name: &str| {
            let mut body: Map<String, Value> =
                given.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            body.entry(name).or_insert(Value::Null);
            let answer = server.post(path, &Value::Object(body));
            if answer.status == 200 { String::new() } else { answer.code() }
        };
        for name in &names {
            assert_ne!(code(name), "unknown-field", "{path} {name}");
            checked += 1;
        }
        if !names.is_empty() {
            assert_eq!(code("no_such_field"), "unknown-field", "{path}");
        }
    }
    assert!(checked > 100, "{checked}");
}
