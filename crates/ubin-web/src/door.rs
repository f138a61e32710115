//! Who may come in: the Host and Origin of every request, and the headers of every answer.
//!
//! A page of another site can make a browser send requests to a loopback port. Two things give it away: the name it used for us (a name of its own that leads to our address) and the origin that
//! the browser tells. So a request is refused unless it names us by an address of ours or as `localhost` (421), and a POST unless it comes from our own page or from no page at all (403).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::refusal::HttpRefusal;
use crate::service::Service;

/// What the page may load: from us only, and pictures that it makes itself.
const POLICY: &str =
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
/// Who may show it in a frame: no page, so that none can lay its own buttons over ours.
const FRAMES: &str = "; frame-ancestors 'none'";

/// What every answer says beside its own headers.
const HEADERS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The names by which requests may call us.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    /// The name given with `--host`, if it is one.
    name: Option<String>,
    /// Whether we listen to other machines: then every address may be ours.
    is_open: bool,
    port: u16,
    /// Whether pages of other sites may show ours in a frame.
    allows_frames: bool,
}

impl Door {
    pub(crate) fn new(host: &str, address: IpAddr, port: u16) -> Door {
        let name = host.parse::<IpAddr>().is_err().then(|| host.to_ascii_lowercase());
        Door { name, is_open: !address.is_loopback(), port, allows_frames: false }
    }

    pub(crate) fn allowing_frames(self, allows_frames: bool) -> Door {
        Door { allows_frames, ..self }
    }

    /// What the page may load, and who may show it.
    fn policy(&self) -> HeaderValue {
        let frames = if self.allows_frames { "" } else { FRAMES };
        HeaderValue::from_str(&format!("{POLICY}{frames}")).expect("a policy is plain text")
    }

    /// Why a request is refused.
    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<HttpRefusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).filter(|_| hosts.next().is_none());
        let Some(host) = host.filter(|host| self.is_ours(host)) else {
            let message =
                "the Host header does not name this server by its address: another site may have sent you here";
            return Some(HttpRefusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
        };
        if *method == Method::POST && !comes_from(host, headers) {
            let message = "the request comes from the page of another site";
            return Some(HttpRefusal::new(StatusCode::FORBIDDEN, "origin", message));
        }
        None
    }

    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_known = match bare.parse::<IpAddr>() {
            Ok(address) => self.is_open || address.is_loopback(),
            Err(_) => {
                let name = name.to_ascii_lowercase();
                name == "localhost" || self.name.as_ref() == Some(&name)
            }
        };
        is_known && port == Some(self.port)
    }
}

/// Whether a request comes from our own page, or from no page at all.
fn comes_from(host: &str, headers: &HeaderMap) -> bool {
    let ours = format!("http://{host}");
    let is_ours = |origin: &HeaderValue| origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(&ours));
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    headers.get_all(ORIGIN).iter().all(is_ours) && matches!(site, None | Some(b"same-origin" | b"none"))
}

/// Lets a request in or refuses it, and puts the headers on its answer.
pub(crate) async fn guard(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let mut response = match service.door.refusal(request.method(), request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, service.door.policy());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_loopback_server() {
        let door = Door::new("127.0.0.1", IpAddr::from([127, 0, 0, 1]), 8000);
        for host in ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000", "[::1]:8000", "127.0.0.2:8000"] {
            assert!(door.is_ours(host), "{host}");
        }
        for host in ["", "127.0.0.1", "localhost", "localhost:80", "evil.example:8000", "192.168.0.1:8000", "[::1]"] {
            assert!(!door.is_ours(host), "{host}");
        }
        assert!(Door::new("127.0.0.1", IpAddr::from([127, 0, 0, 1]), 80).is_ours("localhost"));
        assert!(Door::new("::1", IpAddr::from([127, 0, 0, 1]), 80).is_ours("[::1]"));
    }

    #[test]
    fn names_of_an_open_server() {
        let door = Door::new("box.lan", IpAddr::from([192, 168, 0, 7]), 8000);
        for host in ["192.168.0.7:8000", "box.lan:8000", "BOX.lan:8000", "[fe80::1]:8000"] {
            assert!(door.is_ours(host), "{host}");
        }
        assert!(!door.is_ours("evil.example:8000"));
    }

    #[test]
    fn origins() {
        let check = |pairs: &[(&'static str, &'static str)], expected: bool| {
            let headers: HeaderMap = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(comes_from("localhost:8000", &headers), expected, "{pairs:?}");
        };
        check(&[], true);
        check(&[("origin", "http://localhost:8000")], true);
        check(&[("origin", "http://localhost:8000"), ("sec-fetch-site", "same-origin")], true);
        check(&[("origin", "null")], false);
        check(&[("origin", "http://localhost:8001")], false);
        check(&[("origin", "https://localhost:8000")], false);
        check(&[("origin", "http://evil.example")], false);
        check(&[("sec-fetch-site", "cross-site")], false);
    }
}
