//! The page, embedded when the program is built. There is no file to look up: a path is a row of the table or unknown.

use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};

use crate::refusal::HttpRefusal;

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    /// Changes with the contents.
    tag: &'static str,
    bytes: &'static [u8],
}

const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path.
fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

/// Answers every path that is not one of the routes.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return HttpRefusal::not_found(path).into_response();
    }
    let Some(asset) = find(path) else { return HttpRefusal::not_found(path).into_response() };
    if method != Method::GET && method != Method::HEAD {
        return ([(ALLOW, "GET, HEAD")], HttpRefusal::method(&method, path)).into_response();
    }
    let known = headers.get_all(IF_NONE_MATCH).iter().any(|tags| is_among(asset.tag, tags.as_bytes()));
    let common = [(ETAG, asset.tag), (CACHE_CONTROL, "no-cache")];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, asset.kind)], asset.bytes).into_response()
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
        assert_eq!(find("/").map(|asset| asset.kind), Some("text/html; charset=utf-8"));
        for path in ["", "/..", "/../Cargo.toml", "/index.html/", "//index.html", "/%69ndex.html", "/Cargo.toml"] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn tags_in_a_list() {
        assert!(is_among("\"a\"", b"\"b\", W/\"a\""));
        assert!(!is_among("\"a\"", b"\"ab\""));
    }
}
