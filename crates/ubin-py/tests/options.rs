//! The options that Python's type checkers know are the fields of the questions: `_options.py` is made from their schemas.
//!
//! `UBIN_UPDATE_OPTIONS=1 cargo test -p ubin-py --test options` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use ubin_front::question::{
    CheckQuestion, CompareQuestion, CountQuestion, GenerateQuestion, HintQuestion, LookFields, RenderQuestion,
    SolveQuestion, TreeQuestion, VerifyQuestion,
};
use utoipa::ToSchema;

/// What a function takes by itself.
const OWN: [&str; 3] = ["puzzle", "answer", "family"];
/// What only a sliding search takes.
const SLIDING: [&str; 10] =
    ["goal", "heuristic", "metric", "notation", "order", "prove", "size", "variant", "weight", "width"];

/// The schemas of all types by their names.
#[derive(Default)]
struct Schemas {
    by_name: BTreeMap<String, Value>,
}

impl Schemas {
    fn add<T: ToSchema>(&mut self) {
        let mut found = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut found);
        for (name, schema) in found {
            self.by_name.insert(name, serde_json::to_value(schema).expect("a schema is JSON"));
        }
    }

    fn referred(&self, schema: &Value) -> Option<(&String, &Value)> {
        self.by_name.get_key_value(schema["$ref"].as_str()?.rsplit('/').next()?)
    }

    /// The fields of a type, with those of its groups, by name.
    fn fields(&self, schema: &Value) -> BTreeMap<String, Value> {
        let mut fields = BTreeMap::new();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            fields.extend(self.fields(self.referred(part).map_or(part, |(_, group)| group)));
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            fields.insert(name.clone(), field.clone());
        }
        fields
    }

    /// The type that Python has for a field.
    fn python(&self, schema: &Value) -> String {
        if let Some((name, referred)) = self.referred(schema) {
            return if referred["enum"].is_array() { name.clone() } else { "dict[str, Any]".into() };
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            return choices.iter().map(|choice| self.python(choice)).collect::<Vec<_>>().join(" | ");
        }
        match &schema["type"] {
            Value::Array(names) => {
                names.iter().map(|name| python_name(name, schema, self)).collect::<Vec<_>>().join(" | ")
            }
            name => python_name(name, schema, self),
        }
    }

    /// One class of options.
    fn class(&self, name: &str, question: &str, takes: &dyn Fn(&str) -> bool) -> String {
        let schema = &self.by_name[question];
        let about = schema["description"].as_str().expect("questions are documented");
        let mut text = format!("\n\nclass {name}(TypedDict, total=False):\n    \"\"\"{about}\"\"\"\n");
        for (field, schema) in self.fields(schema).iter().filter(|(field, _)| takes(field)) {
            // A puzzle may be given as rows or as an array.
            let kind = match field.as_str() {
                "goal" | "more" => "Any".into(),
                _ => self.python(schema),
            };
            writeln!(text, "\n    {field}: {kind}").expect("text is written");
            if let Some(about) = description(schema) {
                writeln!(text, "    \"\"\"{about}\"\"\"").expect("text is written");
            }
        }
        text
    }
}

fn python_name(name: &Value, schema: &Value, schemas: &Schemas) -> String {
    match name.as_str() {
        Some("null") => "None".into(),
        Some("boolean") => "bool".into(),
        Some("integer") => "int".into(),
        Some("number") => "float".into(),
        Some("string") => "str".into(),
        Some("array") => format!("list[{}]", schemas.python(&schema["items"])),
        _ => "Any".into(),
    }
}

/// What is said of a field, which stands beside a reference where there is one.
fn description(schema: &Value) -> Option<&str> {
    let own = schema["description"].as_str();
    own.or_else(|| schema["oneOf"].as_array()?.iter().find_map(|choice| choice["description"].as_str()))
}

fn options() -> String {
    let mut schemas = Schemas::default();
    schemas.add::<CheckQuestion>();
    schemas.add::<SolveQuestion>();
    schemas.add::<CountQuestion>();
    schemas.add::<HintQuestion>();
    schemas.add::<GenerateQuestion>();
    schemas.add::<CompareQuestion>();
    schemas.add::<TreeQuestion>();
    schemas.add::<RenderQuestion>();
    schemas.add::<VerifyQuestion>();
    schemas.add::<LookFields>();
    let mut text = String::from(
        "\"\"\"The options of every verb: made from the questions of ubin-front by tests/options.rs.\"\"\"\n\nfrom __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict\n",
    );
    for (name, schema) in schemas.by_name.iter().filter(|(_, schema)| schema["enum"].is_array()) {
        let words: Vec<String> = schema["enum"].as_array().into_iter().flatten().map(ToString::to_string).collect();
        write!(text, "\n{name} = Literal[{}]", words.join(", ")).expect("text is written");
    }
    text.push('\n');
    let look = schemas.fields(&schemas.by_name["LookFields"]);
    let but = |names: &'static [&'static str]| move |field: &str| !OWN.contains(&field) && !names.contains(&field);
    text += &schemas.class("CheckOptions", "CheckQuestion", &but(&[]));
    text += &schemas.class("SolveOptions", "SolveQuestion", &but(&["all", "limit", "unlabelled"]));
    let all = but(&["all"]);
    text += &schemas.class("SolutionsOptions", "SolveQuestion", &|field| all(field) && !SLIDING.contains(&field));
    text += &schemas.class("CountOptions", "CountQuestion", &but(&[]));
    text += &schemas.class("HintOptions", "HintQuestion", &but(&[]));
    text += &schemas.class("GenerateOptions", "GenerateQuestion", &|field| field == "puzzle" || but(&[])(field));
    // Trees and comparisons draw themselves.
    let data = |field: &str| but(&["format"])(field) && !look.contains_key(field);
    text += &schemas.class("CompareOptions", "CompareQuestion", &data);
    text += &schemas.class("TreeOptions", "TreeQuestion", &data);
    text += &schemas.class("RenderOptions", "RenderQuestion", &but(&[]));
    text += &schemas.class("LookOptions", "RenderQuestion", &|field| field == "format" || look.contains_key(field));
    text += &schemas.class("VerifyOptions", "VerifyQuestion", &but(&[]));
    text
}

#[test]
fn python_knows_the_options_that_the_questions_have() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/pyubin/_options.py");
    let made = options();
    if std::env::var_os("UBIN_UPDATE_OPTIONS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &made).expect("the package can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the package has its options");
    assert_eq!(kept, made, "{} is not what the questions say: UBIN_UPDATE_OPTIONS=1 writes it anew", path.display());
}
