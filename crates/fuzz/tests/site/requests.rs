//! Valid and invalid requests to every operation of the API.

use std::cell::RefCell;
use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Request, header};
use kosti_fuzz::http::table_state;
use kosti_fuzz::world::{KINDS, Kind, STRANGER, TOKEN, World, opening};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::json::{Edit, anything, apply_edits, edits};

/// An operation of the API.
#[derive(Debug, Clone)]
struct Operation {
    id: String,
    method: String,
    path: String,
    statuses: Vec<u16>,
}

fn operations() -> Vec<Operation> {
    let description: Value = serde_json::from_str(&kosti_server::description()).unwrap();
    let mut operations = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap().keys();
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                statuses: statuses.map(|status| status.parse().unwrap()).collect(),
            });
        }
    }
    operations
}

/// The body of a request.
#[derive(Debug, Clone)]
enum RequestBody {
    Edited(Vec<Edit>),
    Anything(Value),
    Bytes(Vec<u8>),
    Nothing,
}

/// A request to a table that is not open yet.
#[derive(Debug, Clone)]
struct Plan {
    operation: Operation,
    kind: Kind,
    seed: Index,
    body: RequestBody,
    /// Instead of the table's id.
    table: Option<String>,
    seat: String,
    query: String,
    headers: Vec<(&'static str, String)>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let body = prop_oneof![
        3 => Just(RequestBody::Edited(Vec::new())),
        6 => edits(3).prop_map(RequestBody::Edited),
        1 => anything().prop_map(RequestBody::Anything),
        1 => proptest::collection::vec(any::<u8>(), 0..200).prop_map(RequestBody::Bytes),
        1 => Just(RequestBody::Nothing),
    ];
    let table =
        prop_oneof![9 => Just(None), 1 => "[a-zA-Z2-7]{12}|%[0-9a-f]{2}|[!-.:-~]{1,20}".prop_map(Some)];
    let seat = prop_oneof![6 => "[012]", 1 => "[0-9-]{1,25}|[a-z%]{1,3}"];
    let query = prop_oneof![3 => Just(String::new()), 1 => "(after|witness|game|before)=[a-z0-9%-]{0,20}"];
    (
        proptest::sample::select(operations()),
        proptest::sample::select(KINDS.to_vec()),
        any::<Index>(),
        body,
        table,
        seat,
        query,
        headers(),
    )
        .prop_map(|(operation, kind, seed, body, table, seat, query, headers)| Plan {
            operation,
            kind,
            seed,
            body,
            table: table
                .map(|table| table.replace(['#', '?', '<', '>', '"', '\\', '^', '`', '{', '|', '}'], "x")),
            seat: seat.replace('%', "%2"),
            query: query.replace('%', "%2"),
            headers,
        })
}

fn headers() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let token = prop_oneof![
        8 => Just(Some(format!("Bearer {TOKEN}"))),
        1 => Just(Some(format!("Bearer {STRANGER}"))),
        1 => Just(None),
        1 => "[ -~]{0,60}".prop_map(Some),
    ];
    let kind = prop_oneof![8 => Just("application/json".to_owned()), 1 => "[a-z/]{0,20}"];
    let other = prop_oneof![
        6 => Just(None),
        1 => "[ -~]{0,40}".prop_map(|value| Some(("last-event-id", value))),
        1 => "[ -~]{0,40}".prop_map(|value| Some(("accept-language", value))),
        1 => "[ -~]{0,40}".prop_map(|value| Some(("origin", value))),
        1 => "(kosti-[a-z2-7]{0,12}=[a-z0-9]{0,43};? ?){0,3}".prop_map(|value| Some(("cookie", value))),
    ];
    (token, kind, other).prop_map(|(token, kind, other)| {
        let token = token.map(|token| ("authorization", token));
        token.into_iter().chain([("content-type", kind)]).chain(other).collect()
    })
}

/// Bodies that are mostly valid.
fn valid_bodies(operation: &str, version: &str, invite: &str) -> Vec<Value> {
    let act = |action: Value| json!({ "version": version, "action": action });
    let command = json!({ "command": "123e4567-e89b-42d3-a456-426614174000" });
    let small = json!({ "game": "crag", "dice": [4, 4, 5], "throw": 2, "sheet": {} });
    match operation {
        "open" => KINDS.map(opening).to_vec(),
        "act" => vec![
            act(json!({ "keep": [] })),
            act(json!({ "keep": [], "fell": [3, 3] })),
            act(json!({ "score": "any" })),
            act(json!({ "cross": "pair" })),
            act(json!({ "take": [1], "then": "bank" })),
            act(json!({ "undo": true })),
            act(json!({ "leave": true })),
            act(json!({ "return": true })),
            act(json!({ "correct": { "seat": 0, "box": "any", "entry": 5 } })),
            act(json!({ "correct": { "seat": 1, "score": 20, "turns_left": 0 } })),
        ],
        "join" => vec![
            json!({ "invite": invite, "name": "Ivan" }),
            json!({ "invite": invite, "name": "Ivan", "seat": 1, "anchor": "ab".repeat(32) }),
        ],
        "stand_in" => vec![json!({ "level": "beginner" }), json!({ "level": "perfect" })],
        "anchor" => vec![json!({ "anchor": "cd".repeat(32) })],
        "witness" => {
            vec![json!({ "seat": 0, "number": 1, "link": "ef".repeat(32), "history": "ab".repeat(32) })]
        }
        "start" => vec![json!({}), command],
        "score" => vec![small, json!({ "game": "thousand", "dice": [1, 1, 5], "aside": 2 })],
        "advise" => vec![small],
        "total" => vec![json!({ "game": "crag", "sheet": { "ones": 3 } })],
        "solve" | "balance" => vec![json!({ "game": "crag" })],
        "simulate" => vec![json!({ "game": "crag", "players": ["random"], "games": 10 })],
        "play" => vec![json!({ "game": "thousand", "seats": 2, "turns": [{ "seat": 0, "gain": 300 }] })],
        "check" => vec![json!({ "rules": opening(Kind::Sheet)["rules"] })],
        _ => vec![json!({})],
    }
}

fn request(plan: &Plan, id: &str, valid: &[Value]) -> Request<Body> {
    let Plan { operation, seed, body, table, seat, query, headers, .. } = plan;
    let path = operation.path.replace("{table}", table.as_deref().unwrap_or(id)).replace("{seat}", seat);
    let bytes = match body {
        RequestBody::Edited(edits) => {
            Some(apply_edits(seed.get(valid).clone(), edits).to_string().into_bytes())
        }
        RequestBody::Anything(value) => Some(value.to_string().into_bytes()),
        RequestBody::Bytes(bytes) => Some(bytes.clone()),
        RequestBody::Nothing => None,
    };
    let mut request = Request::builder().method(operation.method.as_str()).uri(format!("{path}?{query}"));
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    if operation.method == "GET" {
        request = request.header(header::ACCEPT, "*/*");
    }
    request.body(bytes.map_or_else(Body::empty, Body::from)).unwrap()
}

/// The status of each kind of problem in docs/api.md.
fn documented_statuses() -> BTreeMap<String, u64> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let page = std::fs::read_to_string(page).unwrap();
    let problems = page.split("\n## ").find(|section| section.starts_with("Problems")).unwrap();
    let mut statuses = BTreeMap::new();
    for row in problems.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').collect();
        let status: u64 = cells[2].trim().parse().unwrap();
        statuses.extend(cells[1].split('`').skip(1).step_by(2).map(|kind| (kind.to_owned(), status)));
    }
    statuses
}

/// Sends a request, and checks everything that must hold. Returns the status.
async fn check(world: &World, plan: &Plan, statuses: &BTreeMap<String, u64>) -> Result<u16, TestCaseError> {
    let (id, invite) = world.open(plan.kind).await;
    let before = table_state(world, &id).await;
    let version = before[0].as_str().unwrap_or("1");
    let valid = valid_bodies(&plan.operation.id, version, &invite);
    let reply = world.send(request(plan, &id, &valid)).await;
    let problem = reply.json();
    prop_assert!(reply.status < 500 || reply.status == 503, "{} {problem}", reply.status);
    if reply.status >= 400 {
        // A random path may belong to another operation, or to none.
        let known = plan.operation.statuses.contains(&reply.status);
        prop_assert!(known || [404, 405].contains(&reply.status), "{} {problem}", reply.status);
        prop_assert_eq!(&reply.kind, "application/problem+json");
        prop_assert_eq!(&problem["status"], &json!(reply.status));
        // The errors of `kosti ask` have a page of their own.
        let status = problem["kind"].as_str().and_then(|kind| statuses.get(kind)).copied().unwrap_or(422);
        prop_assert_eq!(status, u64::from(reply.status), "docs/api.md has another status for {}", problem);
        for field in ["kind", "detail", "title", "type"] {
            prop_assert!(
                problem[field].as_str().is_some_and(|text| !text.is_empty()),
                "{field} of {problem}"
            );
        }
        prop_assert_eq!(table_state(world, &id).await, before, "rejected, but changed: {}", problem);
    } else {
        prop_assert!(plan.operation.statuses.contains(&reply.status), "{}", reply.status);
    }
    Ok(reply.status)
}

#[test]
fn no_request_breaks_anything() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let world = runtime.block_on(async { World::new() });
    let statuses = documented_statuses();
    let seen: RefCell<BTreeMap<String, Vec<u16>>> = RefCell::default();
    let cases = if kosti_testkit::full_length() { 4000 } else { 300 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&plans(), |plan| {
        let status = runtime.block_on(check(&world, &plan, &statuses))?;
        seen.borrow_mut().entry(plan.operation.id).or_default().push(status);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let seen = seen.into_inner();
    let succeeded = |status: &u16| *status < 300;
    if !kosti_testkit::full_length() {
        // With so few requests most operations succeed, but not all.
        let worked = seen.values().filter(|statuses| statuses.iter().any(succeeded)).count();
        assert!(2 * worked > operations().len(), "{seen:?}");
        return;
    }
    // Every operation must have succeeded and rejected, or nothing was tested.
    for operation in operations() {
        let statuses = seen.get(&operation.id).map_or(&[][..], Vec::as_slice);
        assert!(
            // No client listens as a witness.
            operation.id == "witness" || statuses.iter().any(succeeded),
            "{} never succeeded: {statuses:?}",
            operation.id
        );
        let refused = statuses.iter().any(|status| *status >= 400);
        let asks_nothing = ["games", "statistics"].contains(&operation.id.as_str());
        assert!(asks_nothing || refused, "{} never rejected: {statuses:?}", operation.id);
    }
}
