//! Invalid request bodies.

use std::io;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::player::{Player, place};
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

const JSON: &str = "application/json";

async fn send(host: &TestServer, player: &Player, kind: Option<&str>, body: &[u8]) -> Reply {
    let headers: Vec<(&str, &str)> = match kind {
        Some(kind) => vec![("content-type", kind)],
        // The client would send JSON by default.
        None => vec![("content-type", "")],
    };
    let mut client = host.client().await;
    let path = player.path("/actions");
    with_timeout(client.send("POST", &path, player.token.as_deref(), &headers, Some(body))).await.unwrap()
}

#[tokio::test]
async fn what_is_no_json_is_told_apart_and_does_nothing() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let before = place(&olena.seen);
    let right = json!({ "version": olena.version(), "action": { "keep": [] } }).to_string();
    for kind in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("multipart/form-data")]
    {
        expect_refusal(&send(&host, &olena, kind, right.as_bytes()).await, 415, "not-json");
    }
    for body in [
        &b""[..],
        b"not json",
        b"{",
        b"[]",
        b"null",
        b"{} {}",
        b"\xff\xfe{}",
        b"{\"version\":\"2\",\"action\":{\"score\":\"\xc3\x28\"}}",
        b"{\"version\":2,\"action\":{\"keep\":[]}}",
        b"{\"version\":\"-1\",\"action\":{\"keep\":[]}}",
        b"{\"version\":\"99999999999999999999999\",\"action\":{\"keep\":[]}}",
        b"{\"version\":\"2\",\"seat\":-1,\"action\":{\"keep\":[]}}",
        b"{\"version\":\"2\",\"action\":{\"keep\":[-1]}}",
        b"{\"version\":\"2\",\"action\":{\"keep\":[1e99]}}",
        b"{\"version\":\"2\",\"version\":\"2\",\"action\":{\"keep\":[]}}",
    ] {
        let reply = send(&host, &olena, Some(JSON), body).await;
        assert_eq!(reply.status, 400, "{:?}", String::from_utf8_lossy(body));
        expect_refusal(&reply, 400, "bad-json");
    }
    let nested = ["[".repeat(60_000), "]".repeat(60_000)].concat();
    expect_refusal(&send(&host, &olena, Some(JSON), nested.as_bytes()).await, 400, "bad-json");
    assert_eq!(place(&olena.refresh().await), before);
    // It is still JSON with a charset.
    expect_ok(&send(&host, &olena, Some("application/json; charset=utf-8"), right.as_bytes()).await);
}

#[tokio::test]
async fn fields_that_nobody_knows_do_not_matter() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let body = json!({ "version": olena.version(), "action": { "keep": [], "dice": [6, 6, 6] }, "seed": 1 });
    let response = expect_ok(&olena.post("/actions", body).await);
    assert_eq!((&response["table"]["throws"], &response["table"]["turn"]["throw"]), (&json!(1), &json!(1)));
}

/// Serde would read the fields of a struct from an array, too.
#[tokio::test]
async fn an_array_is_no_object() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let before = place(&olena.seen);
    let reply = olena.post("/actions", json!([olena.version(), null, { "keep": [] }])).await;
    expect_refusal(&reply, 400, "bad-json");
    assert_eq!(place(&olena.refresh().await), before);
    for body in [
        json!({ "game": "crag", "seats": [[null, null]] }),
        json!({ "game": "crag", "seats": [["Olena", null], {}] }),
        json!(["crag", null, {}, "virtual", "own", [{ "name": "Olena" }], null]),
    ] {
        let reply = with_timeout(olena.client.post("/api/v1/tables", None, &body)).await.unwrap();
        expect_refusal(&reply, 400, "bad-json");
    }
}

#[tokio::test]
async fn what_is_too_large_is_refused_before_it_is_read() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let before = place(&olena.seen);
    let large =
        json!({ "version": olena.version(), "action": { "score": "x".repeat(200 * 1024) } }).to_string();
    assert_eq!(too_large(&host, &olena, &large, false).await.unwrap(), 413);
    assert_eq!(too_large(&host, &olena, &large, true).await.unwrap(), 413);
    // A rules file has a limit of its own.
    let rules = format!("name = \"{}\"", "x".repeat(70 * 1024));
    let body = json!({ "rules": rules, "seats": [{ "name": "Olena" }] });
    let reply = with_timeout(olena.client.post("/api/v1/tables", None, &body)).await.unwrap();
    expect_refusal(&reply, 413, "too-large");
    assert_eq!(place(&olena.refresh().await), before);
}

/// The status of the answer while the server does not read the rest of the body.
async fn too_large(host: &TestServer, player: &Player, body: &str, chunked: bool) -> io::Result<u16> {
    let stream = TcpStream::connect(host.server.address).await?;
    let (mut from, mut to) = stream.into_split();
    let length = if chunked {
        "transfer-encoding: chunked".to_owned()
    } else {
        format!("content-length: {}", body.len())
    };
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n{length}\r\n\r\n",
        player.path("/actions"),
        player.token()
    );
    to.write_all(head.as_bytes()).await?;
    let body = if chunked { format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()) } else { body.to_owned() };
    // The server may close before it has read everything.
    let sending = tokio::spawn(async move {
        let _ = to.write_all(body.as_bytes()).await;
        to
    });
    let mut answer = vec![0; 12];
    with_timeout(from.read_exact(&mut answer)).await?;
    drop(sending.await);
    let status = String::from_utf8_lossy(&answer).rsplit(' ').next().and_then(|status| status.parse().ok());
    Ok(status.unwrap_or(0))
}

#[tokio::test]
async fn problems_are_told_in_the_language_of_whoever_asks() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let mut response: Vec<Value> = Vec::new();
    for language in ["en", "uk", "uk-UA,en;q=0.5", "fr", "fr;q=1, uk;q=0.3"] {
        let headers = [("accept-language", language)];
        let reply =
            with_timeout(client.send("GET", "/api/v1/tables/nothing", None, &headers, None)).await.unwrap();
        expect_refusal(&reply, 404, "unknown-table");
        response.push(reply.json()["detail"].clone());
    }
    let [english, ukrainian] = ["there is no such table".into(), response[1].clone()];
    assert_eq!(response, [&english, &ukrainian, &ukrainian, &english, &ukrainian].map(Value::clone));
    assert!(ukrainian.as_str().unwrap().contains("стол"), "{ukrainian}");
}

#[tokio::test]
async fn methods_that_are_none_here_say_which_are() {
    let host = TestServer::new();
    let mut client = host.client().await;
    for (method, path) in
        [("DELETE", "/api/v1/tables"), ("PATCH", "/api/v1/tables/aaaaaaaaaaaaa"), ("PUT", "/healthz")]
    {
        let reply = with_timeout(client.send(method, path, None, &[], None)).await.unwrap();
        expect_refusal(&reply, 405, "method-not-allowed");
        assert!(reply.header("allow").is_some_and(|allow| !allow.is_empty()), "{method} {path}");
    }
}
