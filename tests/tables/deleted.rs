//! A deleted table leaves nothing but the fact that it was deleted.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::{Client, Reply};

const OLENA: &str = "Olena-4711-Unforgettable";
const PETRO: &str = "Petro-4712-Unforgettable";
const REMARK: &str = "This remark stands in no other rules file";

/// The files of the server that contain one of the texts.
fn files_with_secrets(host: &TestServer) -> Vec<String> {
    let mut found = Vec::new();
    for file in fs::read_dir(host.data.path()).unwrap() {
        let path = file.unwrap().path();
        // Files appear and vanish while the server runs.
        let Ok(bytes) = fs::read(&path) else { continue };
        for text in [OLENA, PETRO, REMARK] {
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(format!("{text} in {}", path.display()));
            }
        }
    }
    found
}

async fn until_nothing_is_found(host: &TestServer) {
    with_timeout(async {
        while !files_with_secrets(host).is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
}

fn opening() -> Value {
    let rules =
        format!("{}\n# {}\n", include_str!("../../games/toy/coin.toml"), format!("{REMARK}. ").repeat(400));
    json!({ "rules": rules, "seats": [{ "name": OLENA }, {}] })
}

async fn send(client: &mut Client, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
    let body = body.map(Value::to_string);
    with_timeout(client.send(method, path, Some(token), &[], body.as_ref().map(String::as_bytes)))
        .await
        .unwrap()
}

#[tokio::test]
async fn its_names_and_texts_are_gone_from_the_disk() {
    let host = TestServer::new();
    let other = Player::two(&host, "crag").await;
    let token = "o".repeat(43);
    let command = "6f1dd1c6-3c5e-4d0a-9d5c-0a4a36a9a3b1";
    let mut body = opening();
    body["command"] = command.into();
    let mut client = host.client().await;
    let opened = expect_ok(&send(&mut client, "POST", "/api/v1/tables", &token, Some(&body)).await);
    let mut olena = Player::from_answer(client, &opened);
    let mut petro = olena.join(&host, json!({ "name": PETRO })).await;
    olena.refresh().await;
    olena.act_ok(json!({ "keep": [] })).await;
    assert!(!files_with_secrets(&host).is_empty());
    let mine = async |client: &mut Client| {
        expect_ok(&send(client, "GET", "/api/v1/mine", &token, None).await)["tables"]
            .as_array()
            .unwrap()
            .len()
    };
    with_timeout(async {
        while mine(&mut olena.client).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;

    // Petro may not delete it, so nothing is gone.
    expect_refusal(&petro.send("DELETE", "", None).await, 403, "only-opener");
    assert!(!files_with_secrets(&host).is_empty());
    assert_eq!(olena.send("DELETE", "", None).await.status, 204);
    until_nothing_is_found(&host).await;
    assert_eq!(mine(&mut olena.client).await, 0);

    for host in [host.restart().restart()] {
        assert_eq!(files_with_secrets(&host), [""; 0]);
        let mut client = host.client().await;
        for end in ["", "/events", "/record", "/rules", "/advice"] {
            expect_refusal(&send(&mut client, "GET", &olena.path(end), &token, None).await, 410, "gone");
        }
        // Nobody can open it again: neither with the original command, nor as a player who knows its version.
        expect_refusal(&send(&mut client, "POST", "/api/v1/tables", &token, Some(&body)).await, 410, "gone");
        let keep = json!({ "version": olena.version(), "action": { "keep": [] } });
        expect_refusal(
            &send(&mut client, "POST", &olena.path("/actions"), &token, Some(&keep)).await,
            410,
            "gone",
        );
        let page = host.get(&format!("/t/{}", olena.table)).await;
        assert_eq!(page.status, 410);
        // Other tables are unchanged.
        let table = expect_ok(&host.get(&other.0.path("")).await);
        assert_eq!(table["table"]["seats"][1]["name"], "Petro", "{table}");
    }
}

/// A server that is killed right after the deletion continues erasing after its restart.
#[tokio::test]
async fn a_server_that_was_killed_goes_on_erasing() {
    let host = TestServer::new();
    let mut olena = Player::open(&host, &opening()).await;
    assert_eq!(olena.send("DELETE", "", None).await.status, 204);
    let host = host.restart();
    until_nothing_is_found(&host).await;
    expect_refusal(&host.get(&olena.path("")).await, 410, "gone");
}
