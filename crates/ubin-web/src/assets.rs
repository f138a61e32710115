//! The page, embedded when the program is built. There is no file to look up: a path is a row of the table or unknown.
//!
//! Files are named after their contents, so a browser asks for each once; only the document, which names them, is asked for again.

use std::sync::LazyLock;

use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use ubin_front::{Language, about, words};

use crate::refusal::HttpRefusal;

/// A file of the page.
pub(crate) struct Asset {
    /// Its name in the sources.
    pub(crate) source: &'static str,
    /// Its name for browsers; empty for those that are made anew for every use.
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    /// Changes with the contents.
    tag: &'static str,
    pub(crate) bytes: &'static [u8],
    /// `bytes`, packed by gzip.
    pub(crate) gzip: &'static [u8],
}

pub(crate) const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// How long a browser may keep a file whose name changes with its contents.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The file of a name in the sources.
pub(crate) fn source(name: &str) -> &'static Asset {
    ASSETS.iter().find(|asset| asset.source == name).expect("the build has made it")
}

/// The document with what the page should know before it asks: words of menus, built-in sets, and sentences by their codes.
pub(crate) fn document() -> String {
    let text = std::str::from_utf8(source("index.html").bytes).expect("the document is text");
    let sentences = serde_json::json!({ "id": sentences(Language::Id) });
    let known =
        serde_json::json!({ "words": words::sets(), "sets": about::sets(), "sentences": sentences }).to_string();
    // The end of a script is the only thing that its text must not have.
    let known = known.replace("</", "<\\/");
    text.replace("</head>", &format!("  <script type=\"application/json\" id=\"known\">{known}</script>\n  </head>"))
}

/// The sentences of a language's table that the page says, too: of reasons, mistakes and refusals, and the words in them.
fn sentences(language: Language) -> serde_json::Map<String, serde_json::Value> {
    const SAID: [&str; 8] = ["reason", "mistake", "refusal", "at", "lacking", "colouring", "header", "family"];
    let is_said = |name: &&str| name.split_once('.').is_some_and(|(kind, _)| SAID.contains(&kind));
    language.names().filter(is_said).filter_map(|name| Some((name.to_string(), language.entry(name)?.into()))).collect()
}

static DOCUMENT: LazyLock<String> = LazyLock::new(document);
static DOCUMENT_TAG: LazyLock<String> = LazyLock::new(|| format!("\"{}\"", tag(DOCUMENT.as_bytes())));

/// A word that changes with bytes.
pub(crate) fn tag(bytes: &[u8]) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The file at a path.
fn find(path: &str) -> Option<&'static Asset> {
    let name = path.strip_prefix('/').filter(|name| !name.is_empty())?;
    ASSETS.iter().find(|asset| asset.name == name)
}

/// Answers every path that is not one of the routes.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return HttpRefusal::not_found(path).into_response();
    }
    let is_document = path == "/" || path == "/index.html";
    let asset = find(path);
    if asset.is_none() && !is_document {
        return HttpRefusal::not_found(path).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ([(ALLOW, "GET, HEAD")], HttpRefusal::method(&method, path)).into_response();
    }
    match asset {
        Some(asset) => file(asset, &headers),
        None => index(&headers),
    }
}

/// The document, which is asked for every time and rarely sent.
fn index(headers: &HeaderMap) -> Response {
    let tag = HeaderValue::from_str(&DOCUMENT_TAG).expect("a tag is a word");
    let common = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    let is_known = headers.get_all(IF_NONE_MATCH).iter().any(|tags| is_among(&DOCUMENT_TAG, tags.as_bytes()));
    match is_known {
        true => (StatusCode::NOT_MODIFIED, common).into_response(),
        false => (common, [(CONTENT_TYPE, source("index.html").kind)], DOCUMENT.as_str()).into_response(),
    }
}

/// A file that never changes, packed where the client can unpack it.
fn file(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let tag = HeaderValue::from_str(&format!("\"{}\"", asset.tag)).expect("a tag is a word");
    let is_known =
        headers.get_all(IF_NONE_MATCH).iter().any(|tags| is_among(tag.to_str().unwrap_or_default(), tags.as_bytes()));
    let common = [
        (ETAG, tag),
        (CACHE_CONTROL, HeaderValue::from_static(FOR_EVER)),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    match unpacks(headers) {
        true => (common, [(CONTENT_TYPE, asset.kind), (CONTENT_ENCODING, "gzip")], asset.gzip).into_response(),
        false => (common, [(CONTENT_TYPE, asset.kind)], asset.bytes).into_response(),
    }
}

/// Whether a client says that it unpacks gzip.
fn unpacks(headers: &HeaderMap) -> bool {
    let names = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    names.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"))
            && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Whether a tag is in a list of tags.
fn is_among(tag: &str, tags: &[u8]) -> bool {
    let Ok(tags) = std::str::from_utf8(tags) else { return false };
    tags.split(',').map(|known| known.trim().trim_start_matches("W/")).any(|known| known == tag || known == "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_nothing_else() {
        let names = ["page.js", "worker.js", "page.css", "icon.svg"].map(|name| format!("/{}", source(name).name));
        assert!(names.iter().all(|name| find(name).is_some()), "{names:?}");
        for path in ["", "/", "/..", "/../Cargo.toml", "/page.js", "//index.html", "/%69ndex.html", "/Cargo.toml"] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_document_names_files_that_are_there() {
        let text = document();
        for name in ["page.js", "page.css", "icon.svg"] {
            assert!(text.contains(&format!("\"{}\"", source(name).name)), "{name}");
        }
        assert!(!text.contains("\"main.js\"") && !text.contains("css/"), "{text}");
        assert_eq!(text.matches("rel=\"stylesheet\"").count(), 1);
    }

    #[test]
    fn tags_in_a_list() {
        assert!(is_among("\"a\"", b"\"b\", W/\"a\""));
        assert!(!is_among("\"a\"", b"\"ab\""));
    }

    #[test]
    fn packed_only_where_it_is_asked_for() {
        let check = |value: Option<&'static str>, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.extend(value.map(|value| (ACCEPT_ENCODING, HeaderValue::from_static(value))));
            assert_eq!(unpacks(&headers), expected, "{value:?}");
        };
        check(None, false);
        check(Some("gzip, deflate, br"), true);
        check(Some("br;q=1.0, GZIP;q=0.5"), true);
        check(Some("gzip;q=0"), false);
        check(Some("identity"), false);
    }
}
