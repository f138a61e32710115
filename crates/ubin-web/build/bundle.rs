//! Modules become one script: each a function that gives what it exports, in the order in which a browser would run them.
//!
//! Lines of comments are left out, and blanks at the beginning of lines: they are a quarter of what a browser would load. That is the same program as long as no two modules import each other and nothing that is exported changes later; both are refused here, with the names. Statements that import and export begin at the start of a line, as
//! the formatter of the page writes them; everything else is left as it stands.

use std::collections::{BTreeMap, BTreeSet};

/// A module, read.
struct Module {
    /// The modules that it imports, in order.
    imports: Vec<String>,
    /// Its text, with names taken from other modules' objects in place of imports, and without `export`.
    text: String,
    /// What it exports: the name outside, and the name within.
    exports: Vec<(String, String)>,
}

/// The script that begins with the module `entry`. `text` gives the text of a path.
pub(crate) fn script(entry: &str, text: &impl Fn(&str) -> String) -> String {
    let mut modules = BTreeMap::new();
    let mut order = Vec::new();
    visit(entry, text, &mut Vec::new(), &mut modules, &mut order);
    let mut out = String::from("// Made by crates/ubin-web/build from the modules that it names.\n");
    let mut seen = BTreeSet::new();
    for path in &order {
        let Module { text, exports, .. } = &modules[path];
        assert!(seen.insert(object(path)), "page/{path}: another module has the same name but for signs");
        // The first module of all waits for answers, which only a script's own level may do.
        if path == entry {
            out.push_str(&format!("\n// {path}\n{text}"));
            continue;
        }
        let given: Vec<String> = exports.iter().map(|(name, own)| format!("{name}: {own}")).collect();
        out.push_str(&format!(
            "\n// {path}\nconst {} = (() => {{\n{text}return {{ {} }};\n}})();\n",
            object(path),
            given.join(", ")
        ));
    }
    out
}

/// The name of the object with a module's exports.
fn object(path: &str) -> String {
    format!("${}", path.trim_end_matches(".js").replace(|sign: char| !sign.is_ascii_alphanumeric(), "_"))
}

/// Reads a module and those that it imports, the imported ones first.
fn visit(
    path: &str,
    text: &impl Fn(&str) -> String,
    above: &mut Vec<String>,
    modules: &mut BTreeMap<String, Module>,
    order: &mut Vec<String>,
) {
    if let Some(at) = above.iter().position(|known| known == path) {
        panic!("page: modules import each other: {} -> {path}", above[at..].join(" -> "));
    }
    if modules.contains_key(path) {
        return;
    }
    above.push(path.into());
    let module = read(path, &text(path));
    for import in &module.imports {
        visit(import, text, above, modules, order);
    }
    above.pop();
    modules.insert(path.into(), module);
    order.push(path.into());
}

fn read(path: &str, text: &str) -> Module {
    let mut module = Module { imports: Vec::new(), text: String::new(), exports: Vec::new() };
    let text = without_comments(text);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = String::from(line);
            while !statement.ends_with(';') {
                let next = lines.next().unwrap_or_else(|| panic!("page/{path}: an import without an end"));
                statement.push_str(next.trim());
            }
            import(path, &statement, &mut module);
        } else if line.starts_with("export {") && line.contains(" from ") {
            export_again(path, line, &mut module);
        } else if let Some(rest) = line.strip_prefix("export ") {
            export(path, rest, &mut module);
        } else {
            module.text.push_str(line);
        }
        module.text.push('\n');
    }
    module
}

/// The lines of a module that are no comments, without the blanks that they begin with. Within a template, whose quotes come in pairs, everything stays.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let (mut is_comment, mut quotes) = (false, 0);
    for line in text.lines() {
        let start = line.trim_start();
        if is_comment {
            is_comment = !start.ends_with("*/");
            continue;
        }
        let mut code = line;
        if quotes % 2 == 0 {
            code = start;
            let end = start.strip_prefix("/**").and_then(|rest| rest.split_once("*/"));
            is_comment = start.starts_with("/**") && end.is_none();
            if is_comment || start.starts_with("//") || end.is_some_and(|(_, rest)| rest.is_empty()) {
                continue;
            }
        }
        quotes += line.matches('`').count();
        kept.push_str(code);
        kept.push('\n');
    }
    kept
}

/// `import './x.js';`, `import x from './x.js';` or `import { a, b as c } from './x.js';`.
fn import(path: &str, statement: &str, module: &mut Module) {
    let bad = || -> ! { panic!("page/{path}: an import of a form that is not known: {statement}") };
    let mut quoted = statement.split('\'');
    let (Some(before), Some(from)) = (quoted.next(), quoted.next()) else { bad() };
    let from = resolved(path, from);
    let names = before.trim_start_matches("import").trim().trim_end_matches("from").trim();
    let taken = match names.strip_prefix('{').and_then(|names| names.strip_suffix('}')) {
        Some(names) => {
            let parts = names.split(',').map(str::trim).filter(|name| !name.is_empty());
            parts.map(|name| name.replace(" as ", ": ")).collect::<Vec<_>>().join(", ")
        }
        None if names.is_empty() => String::new(),
        None if names.chars().all(char::is_alphanumeric) => format!("default: {names}"),
        None => bad(),
    };
    if !taken.is_empty() {
        module.text.push_str(&format!("const {{ {taken} }} = {};", object(&from)));
    }
    module.imports.push(from);
}

/// `export { a, b } from './x.js';`: what another module exports.
fn export_again(path: &str, statement: &str, module: &mut Module) {
    import(path, &statement.replacen("export", "import", 1), module);
    let names = statement.trim_start_matches("export {").split('}').next().unwrap_or_default();
    module.exports.extend(names.split(',').map(|name| (name.trim().into(), name.trim().into())));
}

/// What follows `export`: a function, a class, a constant, `default`, or nothing at all.
fn export(path: &str, rest: &str, module: &mut Module) {
    if let Some(value) = rest.strip_prefix("default ") {
        module.text.push_str(&format!("const $default = {value}"));
        module.exports.push(("default".into(), "$default".into()));
        return;
    }
    if rest == "{};" {
        return;
    }
    let declared = ["async function ", "function ", "class ", "const "].iter().find_map(|word| rest.strip_prefix(word));
    let name: Option<String> =
        declared.map(|rest| rest.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect());
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        panic!("page/{path}: only functions, classes and constants by name are exported: export {rest}");
    };
    module.exports.push((name.clone(), name));
    module.text.push_str(rest);
}

/// The path that an import means, from the page's folder.
fn resolved(path: &str, import: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
