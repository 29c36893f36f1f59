//! Checks docs/api.md: its requests get the documented answers, and no event, problem or path is missing.
//! docs/player.py plays by it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kosti_test_server::http::{Client, Reply};
use kosti_test_server::server::Server;
use serde_json::{Value, json};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn page() -> String {
    read("docs/api.md")
}

/// The fenced blocks of a page: the text after the fence, and the lines within.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    blocks
}

/// Splits a command line as a shell does: quotes, and variables outside of single quotes.
fn words(line: &str, variables: &BTreeMap<&str, String>) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut quote, mut rest) = (None, line.chars().peekable());
    while let Some(c) = rest.next() {
        let word = words.last_mut().unwrap();
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('\\', Some('"')) => word.extend(rest.next()),
            ('$', None | Some('"')) => {
                let mut name = String::new();
                while let Some(c) = rest.next_if(char::is_ascii_uppercase) {
                    name.push(c);
                }
                word.push_str(variables.get(name.as_str()).unwrap_or_else(|| panic!("no {name} for {line}")));
            }
            (' ', None) => words.push(String::new()),
            (c, _) => word.push(c),
        }
    }
    words
}

/// A curl command as a request.
#[derive(Debug, Default)]
struct Asked {
    path: String,
    stream: bool,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

impl Asked {
    fn parse(line: &str, variables: &BTreeMap<&str, String>) -> Self {
        let mut asked = Self::default();
        let mut words = words(line, variables).into_iter();
        assert_eq!(words.next().as_deref(), Some("curl"), "{line}");
        while let Some(word) = words.next() {
            match word.as_str() {
                "-N" => asked.stream = true,
                "-H" => {
                    let header = words.next().unwrap();
                    let (name, value) = header.split_once(": ").unwrap();
                    asked.headers.push((name.to_ascii_lowercase(), value.to_owned()));
                }
                "--json" => asked.body = words.next(),
                path => asked.path = path.to_owned(),
            }
        }
        asked
    }
}

/// The place where an answer differs: `…` matches any text, and lists may be longer.
fn differs(wanted: &Value, got: &Value, at: &str) -> Option<String> {
    match (wanted, got) {
        (Value::Object(wanted), Value::Object(got)) => wanted.iter().find_map(|(key, value)| {
            let at = format!("{at}/{key}");
            got.get(key).map_or_else(|| Some(format!("{at} is missing")), |got| differs(value, got, &at))
        }),
        (Value::Array(wanted), Value::Array(got)) if wanted.len() <= got.len() => {
            let mut pairs = wanted.iter().zip(got).enumerate();
            pairs.find_map(|(i, (wanted, got))| differs(wanted, got, &format!("{at}/{i}")))
        }
        (Value::String(any), Value::String(_)) if any == "…" => None,
        _ if wanted == got => None,
        _ => Some(format!("{at} is {got} and should be {wanted}")),
    }
}

/// The first event of a stream.
async fn first_event(server: &Server, asked: &Asked) -> Value {
    let client = Client::connect(server.address).await.unwrap();
    let last = asked.headers.iter().find(|(name, _)| name == "last-event-id").map(|(_, id)| id.as_str());
    let mut events = client.events(&asked.path, None, last).await.unwrap().unwrap();
    events.next_event().await.unwrap().unwrap().data
}

async fn answer(client: &mut Client, asked: &Asked) -> Reply {
    let headers: Vec<(&str, &str)> = asked.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let method = if asked.body.is_some() { "POST" } else { "GET" };
    client.send(method, &asked.path, None, &headers, asked.body.as_deref().map(str::as_bytes)).await.unwrap()
}

#[tokio::test]
async fn every_request_gets_the_answer_beside_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut client = Client::connect(server.address).await.unwrap();
    let mut variables = BTreeMap::from([
        ("KOSTI", "/api/v1".to_owned()),
        ("OLENA", "o".repeat(43)),
        ("PETRO", "p".repeat(43)),
    ]);
    let page = page();
    let (mut answered, mut answers) = (None, 0);
    for (info, lines) in blocks(&page) {
        let text = lines.join("\n");
        match info {
            "sh" => {
                for line in lines.iter().filter(|line| line.starts_with("curl")) {
                    let asked = Asked::parse(line, &variables);
                    if asked.stream {
                        answered = Some((None, first_event(&server, &asked).await));
                        continue;
                    }
                    let reply = answer(&mut client, &asked).await;
                    let result = reply.json();
                    for (name, value) in [
                        ("TABLE", &result["table"]["id"]),
                        ("VERSION", &result["table"]["version"]),
                        ("INVITE", &result["invite"]),
                    ] {
                        if let Some(value) = value.as_str() {
                            variables.insert(name, value.to_owned());
                        }
                    }
                    answered = Some((Some(reply.status), result));
                }
            }
            "json" => {
                let (status, result) = answered.take().expect("a request stands before its answer");
                let (wanted, text) = match text.split_once('\n') {
                    Some((status, text)) => (Some(status.parse().unwrap()), text.to_owned()),
                    None => (None, text),
                };
                assert_eq!(status, wanted, "{text}\n{result}");
                let difference = differs(&serde_json::from_str(&text).unwrap(), &result, "");
                assert!(difference.is_none(), "{}\n{result}", difference.unwrap_or_default());
                answers += 1;
            }
            other => panic!("no kind of block: {other}"),
        }
    }
    assert!(answers >= 7, "only {answers} answers");
}

/// The names of an enum's variants, as in the interface.
fn variants(file: &str, name: &str) -> BTreeSet<String> {
    let text = read(file);
    let body = text
        .split_once(&format!("pub enum {name} {{"))
        .or_else(|| text.split_once(&format!("enum {name} {{")));
    let body = body.unwrap().1.split_once("\n}").unwrap().0;
    let variants = body.lines().filter_map(|line| {
        let name = line.strip_prefix("    ")?;
        let name: &str = name.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
        name.starts_with(|c: char| c.is_ascii_uppercase()).then(|| kebab(name))
    });
    let variants: BTreeSet<String> = variants.collect();
    assert!(variants.len() > 10, "{file} has changed its form");
    variants
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// The text in backticks in the first column of the table under this heading.
fn first_column(page: &str, heading: &str) -> BTreeSet<String> {
    let section = page.split("\n## ").find(|section| section.starts_with(heading)).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn every_problem_is_told() {
    let mut kinds = variants("crates/web/src/problem.rs", "Problem");
    kinds.extend(variants("crates/app/src/error.rs", "AppError"));
    kinds.extend(variants("crates/table/src/command_error.rs", "CommandError"));
    kinds.extend(variants("crates/engine/src/action.rs", "Refusal"));
    // These carry the kind of another error, or are never sent.
    for inner in ["app", "refused", "illegal", "ask", "new-chain-needed"] {
        assert!(kinds.remove(inner), "{inner}");
    }
    // Only forms of pages cause these.
    for form in ["bad-points", "bad-upload", "not-text"] {
        assert!(kinds.remove(form), "{form}");
    }
    assert_eq!(first_column(&page(), "Problems"), kinds);
}

#[test]
fn every_fact_is_told() {
    assert_eq!(first_column(&page(), "What happens"), variants("crates/table/src/event.rs", "TableEvent"));
}

fn player(link: &str, invite: &str, name: &str) -> Child {
    let mut player = Command::new("python3");
    player.args(["docs/player.py", link, invite, name]).current_dir(env!("CARGO_MANIFEST_DIR"));
    player.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The output of a player that has played to the end.
fn output_of(player: Child) -> String {
    let output = player.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Two programs that know only a link and an invitation.
async fn two_players_play(game: &str) {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut client = Client::connect(server.address).await.unwrap();
    let opened = client
        .post("/api/v1/tables", None, &json!({ "game": game, "seats": [{}, {}] }))
        .await
        .unwrap()
        .json();
    let (id, invite) = (opened["table"]["id"].as_str().unwrap(), opened["invite"].as_str().unwrap());
    let link = format!("http://{}/api/v1/tables/{id}", server.address);
    let players = ["Olena", "Petro"].map(|name| player(&link, invite, name));
    let said = players.map(output_of);
    assert_eq!(said[0], said[1]);
    let table = client.get(&format!("/api/v1/tables/{id}"), None).await.unwrap().json();
    assert_eq!(table["table"]["status"], "over");
    let throws = table["table"]["throws"].as_u64().unwrap();
    assert!(said[0].ends_with(&format!("checked {throws} throws of {throws}\n")), "{}", said[0]);

    // The record proves the same to others.
    let record = client.get(&format!("/api/v1/tables/{id}/record"), None).await.unwrap();
    let mut verify = Command::new("python3")
        .args(["tests/reference/fair.py", "verify"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    verify.stdin.take().unwrap().write_all(&record.body).unwrap();
    let verified = verify.wait_with_output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

/// A server that asks for more than the next link, tries histories, drops witnesses and changes dice.
#[test]
fn the_player_withstands_a_server_that_cheats() {
    let mut attacks = Command::new("python3");
    attacks.arg("tests/reference/attacks.py").current_dir(env!("CARGO_MANIFEST_DIR"));
    let result = output_of(
        attacks
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(result, "11 withstood\n");
}

#[tokio::test]
async fn two_players_fill_their_sheets() {
    two_players_play("school").await;
}

#[tokio::test]
async fn two_players_race() {
    two_players_play("thousand").await;
}
