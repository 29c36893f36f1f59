//! Health, metrics and the description of the API.

use std::process::Stdio;

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, with_timeout};
use kosti_test_server::http::Client;
use kosti_test_server::server::Server;

fn count(metrics: &str, name: &str) -> f64 {
    let line =
        metrics.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{'])));
    let line = line.unwrap_or_else(|| panic!("no {name} in {metrics}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn the_server_says_how_it_is_and_counts() {
    let host = TestServer::new();
    assert_eq!(host.get("/healthz").await.text(), "ok\n");
    let before = host.get("/metrics").await;
    assert!(before.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    olena.act_ok(json!({ "keep": [] })).await;
    let _stream = host.listen(&olena.table, "", None, None).await;
    let text = host.get("/metrics").await.text();
    // Every line is a comment, or a name with its value.
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        assert!(name.starts_with("kosti_") && value.parse::<f64>().is_ok(), "{line}");
    }
    assert_eq!(text.lines().last(), Some("# EOF"));
    // Petro has joined, Olena has thrown.
    assert_eq!(count(&text, "kosti_commands_total"), 2.0);
    assert_eq!(count(&text, "kosti_event_streams"), 1.0);
    assert_eq!(count(&text, "kosti_tables_in_memory"), 1.0);
    assert!(count(&text, "kosti_command_seconds_count") >= 1.0);
    assert!(text.contains("kosti_requests_total{status=\"201\"} 2"), "{text}");
}

/// Requests from elsewhere, or through a proxy, get no metrics.
#[tokio::test]
async fn numbers_are_for_this_machine() {
    let host = TestServer::with(&["--behind-proxy", "--public-url", "https://dice.example"]);
    let ask = async |headers: &[(&str, &str)]| {
        let mut client = host.client().await;
        with_timeout(client.send("GET", "/metrics", None, headers, None)).await.unwrap().status
    };
    assert_eq!(ask(&[]).await, 200);
    assert_eq!(ask(&[("host", "localhost:9000")]).await, 200);
    for elsewhere in [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-for", "127.0.0.1"),
        ("forwarded", "for=203.0.113.9"),
        ("via", "1.1 proxy"),
        ("host", "dice.example"),
        ("host", "192.168.1.7"),
    ] {
        assert_eq!(ask(&[elsewhere]).await, 404, "{elsewhere:?}");
    }
}

#[tokio::test]
async fn numbers_have_an_address_of_their_own() {
    let data = tempfile::tempdir().unwrap();
    // A port that was free a moment ago: another process may take it.
    let (host, metrics) = loop {
        let metrics = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = Server::command(data.path(), &["--metrics", &metrics.to_string()]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        if let Ok(server) = Server::try_of(child) {
            break (TestServer { server, data }, metrics);
        }
    };
    assert_eq!(host.get("/metrics").await.status, 404);
    let mut client = Client::connect(metrics).await.unwrap();
    let elsewhere = [("host", "kosti.internal"), ("x-forwarded-for", "203.0.113.9")];
    let reply = with_timeout(client.send("GET", "/metrics", None, &elsewhere, None)).await.unwrap();
    assert!(reply.status == 200 && reply.text().contains("kosti_requests_total"), "{reply:?}");
    for path in ["/", "/healthz", "/api/v1/games"] {
        assert_eq!(with_timeout(client.get(path, None)).await.unwrap().status, 404, "{path}");
    }
    assert!(host.server.stop().success());
}

#[tokio::test]
async fn the_api_describes_itself() {
    let host = TestServer::new();
    let reply = host.get("/api/v1/openapi.json").await;
    let described = expect_ok(&reply);
    assert!(described["openapi"].as_str().unwrap().starts_with("3.1."), "{}", described["openapi"]);
    let paths = described["paths"].as_object().unwrap();
    for path in [
        "/tables",
        "/tables/{table}",
        "/tables/{table}/actions",
        "/tables/{table}/events",
        "/games",
        "/score",
    ] {
        assert!(paths.contains_key(&format!("/api/v1{path}")), "{path}");
    }
    // Every reference resolves.
    references(&described, &mut |reference| {
        let place = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference}"));
        assert!(described.pointer(place).is_some(), "{reference}");
    });
}

fn references(value: &Value, seen: &mut impl FnMut(&str)) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get("$ref") {
                seen(reference);
            }
            map.values().for_each(|value| references(value, seen));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, seen)),
        _ => {}
    }
}

#[tokio::test]
async fn the_page_of_the_api_loads_with_everything_it_needs() {
    let host = TestServer::new();
    let page = host.get("/api/v1/docs/").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe-eval"), "{policy}");
    let text = page.text();
    let mut scripts = 0;
    for mark in ["src=\"", "href=\""] {
        for part in text.split(mark).skip(1) {
            let link = part.split('"').next().unwrap();
            assert!(!link.contains("//"), "{link} is of another place");
            let link = link.trim_start_matches("./");
            let path = if link.starts_with('/') { link.to_owned() } else { format!("/api/v1/docs/{link}") };
            let reply = host.get(&path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(!reply.body.is_empty(), "{path}");
            scripts += usize::from(path.ends_with(".js"));
        }
    }
    assert!(scripts > 0, "{text}");
    // A script inside the page would not run.
    for part in text.split("<script").skip(1) {
        let inside = part.split_once('>').unwrap().1.split("</script").next().unwrap();
        assert!(inside.trim().is_empty(), "{inside}");
    }
}

#[tokio::test]
async fn questions_about_games_are_answered_as_on_the_command_line() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let games = expect_ok(&host.get("/api/v1/games").await);
    let ids: Vec<&str> = kosti_games::ids().collect();
    let answer = games.to_string();
    assert!(ids.iter().all(|id| answer.contains(&format!("\"{id}\""))), "{answer}");
    let asked = json!({ "game": "crag", "dice": [6, 6, 1], "throw": 1 });
    let score = expect_ok(&with_timeout(client.post("/api/v1/score", None, &asked)).await.unwrap());
    let mut asked = asked;
    asked["ask"] = "score".into();
    let line = run_ask(&asked);
    assert_eq!(score, line);
    let sound = json!({ "rules": include_str!("../../games/toy/coin.toml") });
    let checked = expect_ok(&with_timeout(client.post("/api/v1/check", None, &sound)).await.unwrap());
    assert_eq!(checked, json!({ "sound": true, "faults": "" }));
}

fn run_ask(asked: &Value) -> Value {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["--lang", "en", "ask"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{asked}").unwrap();
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}
