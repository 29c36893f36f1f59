//! Undo, rematch, deletion.

use kosti_testkit::TestRng;
use serde_json::{Value, json};

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};

/// Plays a table of people to its end.
async fn to_the_end(players: &mut [Player]) -> Value {
    let mut rng = TestRng::new(5);
    loop {
        let table = players[0].refresh().await;
        let Some(seat) = on_turn(&table) else { return table };
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.act_ok(choose(&table, &mut rng)).await;
    }
}

#[tokio::test]
async fn a_decision_is_taken_back_and_dice_are_not() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    expect_refusal(&olena.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    let thrown = olena.act_ok(json!({ "keep": [] })).await;
    expect_refusal(&olena.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    let offer = thrown["offers"].as_array().unwrap().iter().find(|o| !o["score"].is_null()).unwrap();
    let scored = olena.act_ok(json!({ "score": offer["box"] })).await;
    assert_eq!(scored["may_undo"], 0);
    petro.refresh().await;
    expect_refusal(&petro.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    let back = olena.act_ok(json!({ "undo": true })).await;
    assert_eq!((&back["turn"], &back["offers"]), (&thrown["turn"], &thrown["offers"]));
    assert_eq!(back["seats"], thrown["seats"]);
    // History only grows: the next throw is based on it.
    assert_ne!(back["history"], thrown["history"]);
}

#[tokio::test]
async fn a_rematch_is_one_table_however_often_it_is_asked_for() {
    let host = TestServer::new();
    let (mut olena, petro) = Player::two(&host, "crag").await;
    expect_refusal(&olena.post("/rematch", json!({})).await, 422, "not-over");
    let mut watching = olena.spectator(&host).await;
    let mut players = [olena, petro];
    to_the_end(&mut players).await;
    watching.token = Some("0123456789012345678901234567890123456789abc".to_owned());
    expect_refusal(&watching.post("/rematch", json!({})).await, 403, "not-yours");

    let [olena, petro] = &mut players;
    let before = olena.refresh().await;
    let (first, second) =
        tokio::join!(olena.send("POST", "/rematch", None), petro.send("POST", "/rematch", None));
    let (first, second) = (expect_ok(&first), expect_ok(&second));
    let third = expect_ok(&olena.send("POST", "/rematch", None).await);
    assert_eq!(first["table"]["id"], second["table"]["id"]);
    assert_eq!(first["table"]["id"], third["table"]["id"]);
    assert_eq!((&first["you"]["seats"], &second["you"]["seats"]), (&json!([0]), &json!([1])));
    let old = olena.refresh().await;
    assert_eq!(old["rematch"], first["table"]["id"]);
    // The loser starts.
    let total = |seat: usize| old["seats"][seat]["total"].as_i64().unwrap();
    let loses = if total(0) < total(1) { 0 } else { 1 };
    assert_eq!(on_turn(&first["table"]), Some(loses), "{old}");
    // The events were sent once.
    let version = |table: &Value| table["version"].as_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(version(&old), version(&before) + 1);
    // The same tokens hold.
    assert_eq!((&first["token"], &second["token"]), (&json!(olena.token()), &json!(petro.token())));
    let id = first["table"]["id"].as_str().unwrap().to_owned();
    assert_ne!(id, olena.table);
    for player in &mut players {
        player.table.clone_from(&id);
    }
    let end = to_the_end(&mut players).await;
    assert_eq!(end["status"], "over");
}

#[tokio::test]
async fn a_deleted_table_is_gone_for_everybody() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    let mut stream = host.listen(&olena.table, "", None, None).await;
    expect_refusal(&petro.delete("").await, 403, "only-opener");
    assert_eq!(olena.delete("").await.status, 204);
    let version = olena.version();
    for end in ["", "/rules", "/record", "/advice", "/events", "/invite"] {
        expect_refusal(&petro.get(end).await, 410, "gone");
    }
    let keep = json!({ "version": version, "action": { "keep": [] } });
    expect_refusal(&petro.post("/actions", keep).await, 410, "gone");
    let join = json!({ "invite": olena.invite, "name": "Taras" });
    expect_refusal(&petro.post("/seats", join).await, 410, "gone");
    expect_refusal(&olena.post("/rematch", json!({})).await, 410, "gone");
    expect_refusal(&olena.delete("").await, 410, "gone");
    // A listener gets the deletion, and then the stream ends.
    let mut last = None;
    with_timeout(async {
        while let Some(event) = stream.next_event().await.unwrap() {
            last = Some(event);
        }
    })
    .await;
    assert_eq!(last.unwrap().data["table"]["status"], "deleted");
    let host = host.restart();
    expect_refusal(&host.get(&olena.path("")).await, 410, "gone");
}

#[tokio::test]
async fn tables_that_never_were_are_unknown() {
    let host = TestServer::new();
    for id in ["nothing", "aaaaaaaaaaaaa", "0000000000000", "%00", "..%2f..%2fmaster.key", &"a".repeat(500)] {
        expect_refusal(&host.get(&format!("/api/v1/tables/{id}")).await, 404, "unknown-table");
    }
    expect_refusal(&host.get("/api/v1/nothing").await, 404, "not-found");
}

#[tokio::test]
async fn a_token_finds_its_tables_again() {
    let host = TestServer::new();
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    // The lists follow the journal.
    for (player, opener) in [(&mut olena, true), (&mut petro, false)] {
        let token = player.token().to_owned();
        let mine = with_timeout(async {
            loop {
                let reply = player.client.get("/api/v1/mine", Some(&token)).await.unwrap();
                let answer = expect_ok(&reply);
                if answer["tables"][0]["status"] == "playing" {
                    return answer;
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        })
        .await;
        assert_eq!(mine["tables"].as_array().unwrap().len(), 1);
        assert_eq!(
            (&mine["tables"][0]["id"], &mine["tables"][0]["opener"]),
            (&json!(player.table), &json!(opener))
        );
    }
    expect_refusal(&host.get("/api/v1/mine").await, 401, "no-token");
}
