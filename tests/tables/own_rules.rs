//! Rules files that are wrong or too large.

use std::process::Command;

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};

/// Points decide it, so it takes a minute to solve.
const HEAVY: &str = include_str!("../../games/balut.toml");
const SEATS: &str = r#"[{"name":"Olena"}]"#;

fn seats() -> Value {
    serde_json::from_str(SEATS).unwrap()
}

#[tokio::test]
async fn every_fault_of_a_wrong_file_is_told() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let rules = "name = \"Sunday\"\ndice = 99\nthrows = 3\n[box.any]\nscore = \"everything\"\n";
    let body = json!({ "rules": rules, "seats": seats() });
    let reply = with_timeout(client.post("/api/v1/tables", None, &body)).await.unwrap();
    expect_refusal(&reply, 422, "bad-rules");
    let detail = reply.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("dice = 99") && detail.contains("everything"), "{detail}");
    let checked = expect_ok(
        &with_timeout(client.post("/api/v1/check", None, &json!({ "rules": rules }))).await.unwrap(),
    );
    assert_eq!(checked["sound"], false);
    assert!(checked["faults"].as_str().unwrap().contains("dice = 99"), "{checked}");
    for rules in ["", "\u{0}", "[[[[", "name = 1", &"[a]\n".repeat(10_000), &"x=[".repeat(10_000)] {
        let body = json!({ "rules": rules, "seats": seats() });
        let reply = with_timeout(client.post("/api/v1/tables", None, &body)).await.unwrap();
        expect_refusal(&reply, 422, "bad-rules");
    }
}

#[tokio::test]
async fn a_file_that_takes_long_stops_no_other_table() {
    let host = TestServer::new();
    // A new game that takes far longer to solve than a few moves.
    let rules = format!("players = {{ max = 7 }}\n{HEAVY}");
    let body = json!({ "rules": rules, "coach": "all", "seats": seats() });
    let mut heavy = Player::open(&host, &body).await;
    heavy.act_ok(json!({ "keep": [] })).await;
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    let asking = tokio::spawn(async move { heavy.get("/advice").await });
    let sandbox = with_timeout(async {
        loop {
            if let Some(child) = children(host.server.child.id()).into_iter().find(|id| is_sandbox(id)) {
                break child;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    // The process is stopped, so that it cannot finish on any machine.
    assert!(Command::new("kill").args(["-STOP", &sandbox]).status().unwrap().success());
    for _ in 0..5 {
        for player in [&mut olena, &mut petro] {
            player.refresh().await;
            let thrown = player.act_ok(json!({ "keep": [] })).await;
            let offer = thrown["offers"].as_array().unwrap().iter().find(|o| !o["score"].is_null()).unwrap();
            player.act_ok(json!({ "score": offer["box"] })).await;
        }
    }
    assert!(!asking.is_finished());
    // The work ends when the client disconnects.
    asking.abort();
    with_timeout(async {
        while !children(host.server.child.id()).is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    expect_ok(&olena.get("").await);
}

/// Whether this process runs the sandbox. Before, it is a copy of the server, which waits for it: it must not be stopped then.
fn is_sandbox(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.contains("judge"))
}

/// The ids of the processes that this one has started and that still run.
fn children(id: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let children = |thread: std::io::Result<std::fs::DirEntry>| {
        // A thread may have ended meanwhile.
        std::fs::read_to_string(thread.ok()?.path().join("children")).ok()
    };
    threads
        .filter_map(children)
        .flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
