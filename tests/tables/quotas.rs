//! Daily quotas of an address.

use serde_json::{Value, json};

use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

const STRANGER: &str = "203.0.113.9";

async fn open(host: &TestServer, from: &str, body: &Value) -> Reply {
    let mut client = host.client().await;
    let headers = [("x-forwarded-for", from), ("accept-language", "uk")];
    let body = body.to_string();
    with_timeout(client.send("POST", "/api/v1/tables", None, &headers, Some(body.as_bytes()))).await.unwrap()
}

fn alone() -> Value {
    json!({ "game": "crag", "seats": [{ "name": "Olena" }] })
}

#[tokio::test]
async fn tables_of_a_day() {
    let host = TestServer::with(&["--rate", "0", "--behind-proxy", "--tables-per-day", "3"]);
    for _ in 0..3 {
        expect_ok(&open(&host, STRANGER, &alone()).await);
    }
    let reply = open(&host, STRANGER, &alone()).await;
    expect_refusal(&reply, 429, "over-quota");
    assert!(reply.json()["detail"].as_str().unwrap().contains("хвилин"), "{}", reply.text());
    let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((3600..=8 * 3600).contains(&wait), "{wait}");
    // The page says so too, and invalid requests do not count.
    let mut client = host.client().await;
    let form = [("x-forwarded-for", STRANGER), ("content-type", "application/x-www-form-urlencoded")];
    let page = with_timeout(client.send("POST", "/play", None, &form, Some(b"game=crag"))).await.unwrap();
    assert_eq!(page.status, 429, "{}", page.text());
    for _ in 0..5 {
        expect_refusal(
            &open(&host, "203.0.113.10", &json!({ "game": "none", "seats": [] })).await,
            422,
            "unknown-game",
        );
    }
    expect_ok(&open(&host, "203.0.113.10", &alone()).await);
    // Private networks and this machine have no limit.
    for home in ["192.168.1.7", "fd00::7", "127.0.0.1"] {
        for _ in 0..5 {
            expect_ok(&open(&host, home, &alone()).await);
        }
    }
}

#[tokio::test]
async fn bytes_of_a_day() {
    let host = TestServer::with(&["--rate", "0", "--behind-proxy", "--megabytes-per-day", "1"]);
    // A rules file with a long remark.
    let rules = format!("{}\n# {}\n", include_str!("../../games/toy/coin.toml"), "x".repeat(60_000));
    let large = json!({ "rules": rules, "seats": [{ "name": "Olena" }] });
    let mut opened = Vec::new();
    let reply = loop {
        let reply = open(&host, "2001:db8::1", &large).await;
        if reply.status != 201 {
            break reply;
        }
        opened.push(reply.json());
        assert!(opened.len() < 20);
    };
    expect_refusal(&reply, 429, "over-quota");
    assert!(opened.len() >= 10, "{}", opened.len());
    // Small commands use up the rest, for the whole network; the table can still be read.
    let table = &opened[0];
    let path = format!("/api/v1/tables/{}", table["table"]["id"].as_str().unwrap());
    let token = table["token"].as_str();
    let mut client = host.client().await;
    let keep = json!({ "version": "0", "action": { "keep": [] } }).to_string();
    let from = [("x-forwarded-for", "2001:db8::2")];
    let (mut acts, actions) = (0, format!("{path}/actions"));
    let reply = loop {
        let sent = client.send("POST", &actions, token, &from, Some(keep.as_bytes()));
        let reply = with_timeout(sent).await.unwrap();
        if reply.status != 409 {
            break reply;
        }
        acts += 1;
        assert!(acts < 2000);
    };
    expect_refusal(&reply, 429, "over-quota");
    expect_ok(&with_timeout(client.send("GET", &path, token, &from, None)).await.unwrap());
    expect_ok(&open(&host, "2001:db8:0:1::1", &large).await);
}

#[tokio::test]
async fn without_limits() {
    let options = ["--rate", "0", "--behind-proxy", "--tables-per-day", "0", "--megabytes-per-day", "0"];
    let host = TestServer::with(&options);
    for _ in 0..20 {
        expect_ok(&open(&host, STRANGER, &alone()).await);
    }
}

#[tokio::test]
async fn streams_of_one_network() {
    let host = TestServer::with(&["--rate", "0", "--behind-proxy"]);
    let table = expect_ok(&open(&host, STRANGER, &alone()).await);
    let path = format!("/api/v1/tables/{}/events", table["table"]["id"].as_str().unwrap());
    let mut open = Vec::new();
    let from = [("x-forwarded-for", STRANGER)];
    let refusal = loop {
        let stream = with_timeout(host.client().await.events_with(&path, &from)).await.unwrap();
        match stream {
            Ok(stream) => open.push(stream),
            Err(reply) => break reply,
        }
        assert!(open.len() <= 1000);
    };
    expect_refusal(&refusal, 429, "too-many");
    assert!(refusal.header("retry-after").is_some());
    assert_eq!(open.len(), 500);
    // Others can still listen, and so can a network that has closed a stream.
    let other = [("x-forwarded-for", "203.0.113.10")];
    assert!(with_timeout(host.client().await.events_with(&path, &other)).await.unwrap().is_ok());
    open.pop();
    with_timeout(async {
        while host.client().await.events_with(&path, &from).await.unwrap().is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
}
