//! What is left of a deleted table: nothing but that it was deleted.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use super::house::{House, fine, patiently, refused};
use super::player::Player;
use kosti_testkit::http::{Client, Reply};

const OLENA: &str = "Olena-4711-Unforgettable";
const PETRO: &str = "Petro-4712-Unforgettable";
const REMARK: &str = "This remark stands in no other rules file";

/// Files of the server in which one of the texts stands.
fn found(house: &House) -> Vec<String> {
    let mut found = Vec::new();
    for file in fs::read_dir(house.data.path()).unwrap() {
        let path = file.unwrap().path();
        // Files come and go while the server runs.
        let Ok(bytes) = fs::read(&path) else { continue };
        for text in [OLENA, PETRO, REMARK] {
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(format!("{text} in {}", path.display()));
            }
        }
    }
    found
}

async fn until_nothing_is_found(house: &House) {
    patiently(async {
        while !found(house).is_empty() {
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
    patiently(client.send(method, path, Some(token), &[], body.as_ref().map(String::as_bytes))).await.unwrap()
}

#[tokio::test]
async fn its_names_and_texts_are_gone_from_the_disk() {
    let house = House::new();
    let other = Player::two(&house, "crag").await;
    let token = "o".repeat(43);
    let command = "6f1dd1c6-3c5e-4d0a-9d5c-0a4a36a9a3b1";
    let mut body = opening();
    body["command"] = command.into();
    let mut client = house.client().await;
    let opened = fine(&send(&mut client, "POST", "/api/v1/tables", &token, Some(&body)).await);
    let mut olena = Player::seated(client, &opened);
    let mut petro = olena.joined_by(&house, json!({ "name": PETRO })).await;
    olena.look().await;
    olena.does(json!({ "keep": [] })).await;
    assert!(!found(&house).is_empty());
    let mine = async |client: &mut Client| {
        fine(&send(client, "GET", "/api/v1/mine", &token, None).await)["tables"].as_array().unwrap().len()
    };
    patiently(async {
        while mine(&mut olena.client).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;

    // Petro cannot, and then nothing is gone.
    refused(&petro.send("DELETE", "", None).await, 403, "only-opener");
    assert!(!found(&house).is_empty());
    assert_eq!(olena.send("DELETE", "", None).await.status, 204);
    until_nothing_is_found(&house).await;
    assert_eq!(mine(&mut olena.client).await, 0);

    for house in [house.restart().restart()] {
        assert_eq!(found(&house), [""; 0]);
        let mut client = house.client().await;
        for end in ["", "/events", "/record", "/rules", "/advice"] {
            refused(&send(&mut client, "GET", &olena.path(end), &token, None).await, 410, "gone");
        }
        // Nobody opens it again: not with the command that once did, and not as a player who knows its version.
        refused(&send(&mut client, "POST", "/api/v1/tables", &token, Some(&body)).await, 410, "gone");
        let keep = json!({ "version": olena.version(), "action": { "keep": [] } });
        refused(&send(&mut client, "POST", &olena.path("/actions"), &token, Some(&keep)).await, 410, "gone");
        let page = house.get(&format!("/t/{}", olena.table)).await;
        assert_eq!(page.status, 410);
        // Others are as they were.
        let table = fine(&house.get(&other.0.path("")).await);
        assert_eq!(table["table"]["seats"][1]["name"], "Petro", "{table}");
    }
}

/// A server that is killed right after the deletion goes on with erasing when it starts again.
#[tokio::test]
async fn a_server_that_was_killed_goes_on_erasing() {
    let house = House::new();
    let mut olena = Player::open(&house, &opening()).await;
    assert_eq!(olena.send("DELETE", "", None).await.status, 204);
    let house = house.restart();
    until_nothing_is_found(&house).await;
    refused(&house.get(&olena.path("")).await, 410, "gone");
}
