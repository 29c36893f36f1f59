//! Requests to the site, without sockets:
//!
//! ```text
//! sheet
//! POST /api/v1/tables/{table}/actions
//! authorization: Bearer {token}
//! content-type: application/json
//!
//! {"version": "{version}", "action": {"keep": []}}
//! ---
//! GET /t/{table}
//! ```
//!
//! The first line is the [`Kind`](crate::world::Kind) of their table; the words in braces are replaced.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

use crate::world::{KINDS, Reply, TOKEN, World, with_world};

/// The most requests of one input.
const MOST_REQUESTS: usize = 4;
/// Parts of paths where games are solved, which takes long.
const LONG: [&str; 4] = ["/advise", "/balance", "/simulate", "/solve"];
/// Markup that no page may repeat unescaped.
const MARKUP: &[u8] = b"<fuzz";

/// No request breaks anything: a rejected one gets a reason and changes nothing; neither does one that only reads.
pub fn http(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((kind, requests)) = text.split_once('\n') else { return };
    let Some(kind) = KINDS.into_iter().find(|known| known.name() == kind) else { return };
    with_world(async |world| {
        let (id, invite) = world.open(kind).await;
        for request in requests.split("\n---\n").take(MOST_REQUESTS) {
            check(world, &id, &invite, request).await;
        }
    });
}

async fn check(world: &World, id: &str, invite: &str, written: &str) {
    let before = table_state(world, id).await;
    let version = before[0].as_str().unwrap_or("1");
    let history = before[1].as_str().unwrap_or_default();
    let words = [
        ("{table}", id),
        ("{invite}", invite),
        ("{version}", version),
        ("{history}", history),
        ("{token}", TOKEN),
    ];
    let written = words.iter().fold(written.to_owned(), |text, (word, is)| text.replace(word, is));
    let Some(request) = parse_request(&written) else { return };
    let path = request.uri().path().to_owned();
    if LONG.iter().any(|part| path.contains(part)) {
        return;
    }
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let has_body = request.method() != Method::HEAD;
    let reply = world.send(request).await;
    assert!(reply.status < 500 || reply.status == 503, "{} {}", reply.status, reply.json());
    if reply.status >= 400 && has_body && path.starts_with("/api/") {
        check_problem(&reply);
    }
    if reply.kind.starts_with("text/html") {
        assert!(
            !reply.body.windows(MARKUP.len()).any(|part| part == MARKUP),
            "the page repeats markup of the request"
        );
    }
    if only_reads || reply.status >= 400 {
        assert_eq!(table_state(world, id).await, before, "changed by {} {}", reply.status, reply.json());
    }
}

fn check_problem(reply: &Reply) {
    let problem = reply.json();
    assert_eq!(reply.kind, "application/problem+json");
    assert_eq!(problem["status"], json!(reply.status));
    for field in ["kind", "detail", "title", "type"] {
        assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {problem}");
    }
}

/// Parses a request; `None` if it cannot be sent.
fn parse_request(written: &str) -> Option<Request<Body>> {
    let (head, body) = written.split_once("\n\n").unwrap_or((written, ""));
    let mut lines = head.lines();
    let (method, target) = lines.next()?.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(target);
    for line in lines {
        let (name, value) = line.split_once(": ")?;
        request = request.header(name, value);
    }
    request.body(Body::from(body.to_owned())).ok()
}

/// The version and history of a table, or its problem.
pub async fn table_state(world: &World, id: &str) -> Value {
    let shown = world.get(&format!("/api/v1/tables/{id}")).await.json();
    let (table, kind) = (&shown["table"], &shown["kind"]);
    json!([table["version"], table["history"], kind])
}
