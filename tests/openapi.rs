//! Checks the description of the API: schemathesis reads it from a running server, sends valid and invalid requests
//! for all operations, and must find no fault.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kosti_test_server::http::Client;
use kosti_test_server::server::Server;
use serde_json::{Value, json};

/// The token that opened every table.
const TOKEN: &str = "schemathesis-opened-all-of-these-tables-xxx";
const ONE_DIE: &str = "name = \"One die\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"\n";

fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The path of schemathesis, which is installed if it is missing.
fn schemathesis() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let mut install = Command::new("python3");
    install.arg(path("tests/install.py")).arg(path("tests/schemathesis/requirements.txt"));
    install.arg(&directory).stdin(Stdio::null());
    let done = install.output().expect("python3 runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    directory.join("bin/schemathesis")
}

/// Existing tables.
struct Pool {
    client: Client,
    tables: Vec<String>,
    /// Tables where an operation works, by operation; where it works once per table, several.
    suited: BTreeMap<&'static str, Vec<String>>,
    invites: BTreeMap<String, String>,
}

impl Pool {
    async fn post(&mut self, path: &str, body: &Value) -> Value {
        let reply = self.client.post(path, Some(TOKEN), body).await.unwrap();
        assert!(reply.status < 300, "{path}, {body}: {}", reply.text());
        reply.json()
    }

    async fn open(&mut self, body: &Value) -> String {
        let opened = self.post("/api/v1/tables", body).await;
        let id = opened["table"]["id"].as_str().unwrap().to_owned();
        self.invites.insert(id.clone(), opened["invite"].as_str().unwrap().to_owned());
        id
    }

    async fn act(&mut self, id: &str, action: &Value) {
        let shown = self.client.get(&format!("/api/v1/tables/{id}"), None).await.unwrap().json();
        let body = json!({ "version": shown["table"]["version"], "action": action });
        self.post(&format!("/api/v1/tables/{id}/actions"), &body).await;
    }

    /// A game that has ended.
    async fn over(&mut self) -> String {
        let id = self.open(&json!({ "rules": ONE_DIE, "seats": [{ "name": "Olena" }] })).await;
        self.act(&id, &json!({ "keep": [] })).await;
        self.act(&id, &json!({ "score": "any" })).await;
        id
    }

    async fn fill(&mut self, openings: &[Value]) {
        for opening in openings.iter().chain(openings) {
            let id = self.open(opening).await;
            self.tables.push(id);
        }
        for _ in 0..3 {
            let over = self.over().await;
            self.tables.push(over);
        }
        // A game that goes on, with dice on the table and advice for all.
        for operation in [
            "GET /api/v1/tables/{table}",
            "GET /api/v1/tables/{table}/advice",
            "GET /api/v1/tables/{table}/events",
            "GET /api/v1/tables/{table}/invite",
            "GET /api/v1/tables/{table}/record",
            "GET /api/v1/tables/{table}/rules",
            "POST /api/v1/tables/{table}/actions",
            "PUT /api/v1/tables/{table}/seats/{seat}/anchor",
            "PUT /api/v1/tables/{table}/seats/{seat}/bot",
        ] {
            let thrown = self.open(&openings[1]).await;
            self.act(&thrown, &json!({ "keep": [] })).await;
            self.tables.push(thrown.clone());
            self.suited.insert(operation, vec![thrown]);
        }
        let deleted = self.open(&openings[0]).await;
        let gone =
            self.client.send("DELETE", &format!("/api/v1/tables/{deleted}"), Some(TOKEN), &[], None).await;
        assert_eq!(gone.unwrap().status, 204);
        self.tables.push(deleted);
        for _ in 0..12 {
            let seating = [
                "DELETE /api/v1/tables/{table}",
                "DELETE /api/v1/tables/{table}/seats/{seat}",
                "POST /api/v1/tables/{table}/start",
                "POST /api/v1/tables/{table}/seats",
            ];
            for operation in seating {
                let id = self.open(&openings[0]).await;
                self.suited.entry(operation).or_default().push(id);
            }
            let over = self.over().await;
            self.suited.entry("POST /api/v1/tables/{table}/rematch").or_default().push(over);
            let id = self.open(&openings[1]).await;
            let bot =
                (format!("/api/v1/tables/{id}/seats/0/bot"), json!({ "level": "beginner" }).to_string());
            let reply =
                self.client.send("PUT", &bot.0, Some(TOKEN), &[], Some(bot.1.as_bytes())).await.unwrap();
            assert_eq!(reply.status, 200, "{}", reply.text());
            self.suited.entry("DELETE /api/v1/tables/{table}/seats/{seat}/bot").or_default().push(id);
        }
    }
}

/// Tables of every kind, as they are opened.
fn openings() -> Vec<Value> {
    let two = json!([{ "name": "Olena" }, { "name": "Petro" }]);
    vec![
        json!({ "game": "school", "seats": [{ "name": "Olena" }, {}, {}] }),
        json!({ "game": "yatzy", "seats": two, "coach": "all" }),
        json!({ "game": "thousand", "seats": two }),
        json!({ "game": "school", "seats": two, "dice": "real" }),
        json!({ "rules": ONE_DIE, "seats": [{ "name": "Olena" }], "coach": "all" }),
        json!({ "game": "crag", "seats": [{ "name": "Olena" }, { "bot": "beginner" }], "coach": "off" }),
    ]
}

/// The questions of docs/ask.md, by kind.
fn asks() -> BTreeMap<String, Vec<Value>> {
    let text = std::fs::read_to_string(path("docs/ask.md")).unwrap();
    let mut asks: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("{\"ask\"")) {
        let mut asked: Value = serde_json::from_str(line).unwrap();
        let ask = asked.as_object_mut().unwrap().remove("ask").unwrap();
        asks.entry(ask.as_str().unwrap().to_owned()).or_default().push(asked);
    }
    asks.insert(
        "solve".to_owned(),
        vec![json!({ "game": "crag" }), json!({ "game": "crag", "distribution": true })],
    );
    let random = json!({ "game": "crag", "players": ["random", "greedy"], "games": 100 });
    asks.insert("simulate".to_owned(), vec![random]);
    asks.insert("balance".to_owned(), vec![json!({ "game": "crag" })]);
    asks.insert("check".to_owned(), vec![json!({ "rules": ONE_DIE }), json!({ "rules": "dice = 5" })]);
    asks
}

/// Every operation of the description, such as `POST /api/v1/tables`, and whether it has invalid requests.
fn operations(description: &Value) -> Vec<(String, bool)> {
    let paths = description["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| -> Vec<(String, bool)> {
        let answer = |(method, operation): (&String, &Value)| {
            // Schemathesis neither exceeds the rate limits nor uses another name.
            let refuses =
                |status: &String| status.starts_with('4') && !matches!(status.as_str(), "421" | "429");
            let wrong = operation["responses"].as_object().unwrap().keys().any(refuses);
            (format!("{} {path}", method.to_uppercase()), wrong)
        };
        item.as_object().unwrap().iter().map(answer).collect()
    };
    paths.iter().flat_map(of).collect()
}

/// Every request body of the description has an example, and the example works.
#[tokio::test]
async fn examples_work() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let client = Client::connect(server.address).await.unwrap();
    let mut pool = Pool { client, tables: Vec::new(), suited: BTreeMap::new(), invites: BTreeMap::new() };
    let described = pool.client.get("/api/v1/openapi.json", None).await.unwrap().json();
    assert_eq!(described["info"]["title"], "Kosti API");
    let mut tried = 0;
    for (path, item) in described["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(content) = operation.pointer("/requestBody/content/application~1json") else { continue };
            let mut body = content["example"].clone();
            assert!(body.is_object(), "{method} {path} has no example");
            // A witness is asked only while it listens, and nobody listens here.
            if path.ends_with("/witness") {
                continue;
            }
            let mut path = path.replace("{seat}", "0");
            if path.contains("{table}") {
                // Versions and invitations differ per table.
                let seats = if path.ends_with("/seats") || path.ends_with("/start") { 0 } else { 1 };
                let table = pool.open(&openings()[seats]).await;
                if body.get("invite").is_some() {
                    body["invite"] = json!(pool.invites[&table]);
                }
                if body.get("version").is_some() {
                    let shown =
                        pool.client.get(&format!("/api/v1/tables/{table}"), None).await.unwrap().json();
                    body["version"] = shown["table"]["version"].clone();
                }
                path = path.replace("{table}", &table);
            }
            let (method, sent) = (method.to_uppercase(), body.to_string());
            let reply =
                pool.client.send(&method, &path, Some(TOKEN), &[], Some(sent.as_bytes())).await.unwrap();
            assert!(matches!(reply.status, 200 | 201), "{method} {path} {body}: {}", reply.text());
            assert!(!reply.text().contains("\"ignored\""), "{method} {path} {body}: {}", reply.text());
            tried += 1;
        }
    }
    assert!(tried > 12, "{tried}");
}

#[tokio::test]
async fn schemathesis_finds_nothing() {
    let schemathesis = schemathesis();
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let client = Client::connect(server.address).await.unwrap();
    let mut pool = Pool { client, tables: Vec::new(), suited: BTreeMap::new(), invites: BTreeMap::new() };
    pool.fill(&openings()).await;
    let answer = json!({
        "server": format!("http://{}", server.address),
        "tables": pool.tables,
        "suited": pool.suited,
        "invites": pool.invites,
        "openings": openings(),
        "asks": asks(),
    });
    let (pooled, seen) = (data.path().join("pool.json"), data.path().join("seen.json"));
    std::fs::write(&pooled, answer.to_string()).unwrap();
    let run = Command::new(schemathesis)
        .args(["--config-file", "schemathesis.toml", "run", "--no-color"])
        .args(if kosti_testkit::full_length() { &[][..] } else { &["--max-examples", "2"] })
        .arg(format!("http://{}/api/v1/openapi.json", server.address))
        .current_dir(path("tests/schemathesis"))
        .env("KOSTI_TOKEN", TOKEN)
        .env("KOSTI_POOL", pooled)
        .env("KOSTI_SEEN", &seen)
        // Leave nothing in the repository.
        .env("HYPOTHESIS_STORAGE_DIRECTORY", data.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));

    // Every operation must have succeeded at least once; otherwise no fault would prove nothing.
    let seen: BTreeMap<String, Vec<u16>> = serde_json::from_slice(&std::fs::read(seen).unwrap()).unwrap();
    // The server has closed the idle connection.
    let mut client = Client::connect(server.address).await.unwrap();
    let described = client.get("/api/v1/openapi.json", None).await.unwrap().json();
    let mut missing = Vec::new();
    for (operation, can_be_wrong) in operations(&described) {
        let statuses = seen.get(&operation).map_or(&[][..], Vec::as_slice);
        // A witness is asked only while it listens, which schemathesis does not.
        let done = operation.ends_with("/witness") || statuses.iter().any(|status| *status < 300);
        let refused = !can_be_wrong || statuses.iter().any(|status| *status >= 400);
        if !done || !refused {
            missing.push((operation, statuses));
        }
    }
    assert!(missing.is_empty(), "never did, or never refused: {missing:?}");
}
