//! Tables with real dice: people type them in, and correct wrong entries.

use serde_json::{Value, json};

use super::player::{Player, place};
use super::test_server::{TestServer, expect_ok, expect_refusal};

async fn table_of_two(host: &TestServer, game: &str) -> Player {
    let seats = json!([{ "name": "Olena" }, { "name": "Petro" }]);
    Player::open(host, &json!({ "game": game, "dice": "real", "seats": seats })).await
}

#[tokio::test]
async fn real_dice_fall_as_somebody_says() {
    let host = TestServer::new();
    let mut both = table_of_two(&host, "crag").await;
    let before = place(&both.seen);
    for (action, kind) in [
        (json!({ "keep": [] }), "dice-needed"),
        (json!({ "keep": [], "fell": [1, 2] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [1, 2, 3, 4] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [1, 2, 7] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [0, 2, 3] }), "bad-dice"),
        (json!({ "keep": [], "fell": vec![1; 40] }), "bad-dice"),
    ] {
        expect_refusal(&both.act(action).await, 422, kind);
    }
    assert_eq!(place(&both.refresh().await), before);
    let table = both.act_ok(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    assert_eq!(table["turn"]["dice"], json!([1, 6, 6]));
    expect_refusal(&both.act(json!({ "keep": [5], "fell": [1, 1] })).await, 422, "keep-not-there");
    expect_refusal(&both.act(json!({ "score": "crag", "fell": [1, 1, 1] })).await, 422, "dice-not-needed");
    let table = both.act_ok(json!({ "score": "crag" })).await;
    assert_eq!(table["seats"][0]["total"], 50);
    // The same token holds both seats; the one on turn is meant.
    let table = both.act_ok(json!({ "keep": [], "fell": [1, 2, 3] })).await;
    assert_eq!(table["turn"]["seat"], 1);
    expect_refusal(
        &both.put("/seats/0/bot", json!({ "level": "regular" })).await,
        422,
        "bots-need-virtual-dice",
    );
}

#[tokio::test]
async fn what_was_written_wrong_is_corrected_and_the_history_tells() {
    let host = TestServer::new();
    let mut both = table_of_two(&host, "crag").await;
    both.act_ok(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    let before = both.act_ok(json!({ "score": "crag" })).await;
    let wrong = json!({ "correct": { "seat": 0, "box": "sixes", "entry": 12 } });
    expect_refusal(&both.act(wrong).await, 422, "no-such-entry");
    let impossible = json!({ "correct": { "seat": 0, "box": "crag", "entry": 13 } });
    expect_refusal(&both.act(impossible).await, 422, "impossible-entry");
    assert_eq!(place(&both.refresh().await), place(&before));
    let moved = json!({ "correct": { "seat": 0, "box": "crag", "to": "sixes", "entry": 12 } });
    let after = both.act_ok(moved).await;
    assert_eq!(after["seats"][0]["sheet"], json!({ "sixes": 12 }));
    assert_ne!(after["history"], before["history"]);
    let record = both.get("/record").await;
    expect_ok(&record);
    let notes: Vec<&str> = kosti_table::commits(std::str::from_utf8(&record.body).unwrap());
    let last: serde_json::Value = serde_json::from_str(notes.last().unwrap()).unwrap();
    assert!(last.to_string().contains("entry-corrected"), "{last}");
    // Commits are never changed: the wrong entry is still in an earlier one.
    assert!(notes.iter().any(|note| note.contains("\"scored\"")), "{notes:?}");
}

#[tokio::test]
async fn a_score_of_a_race_is_corrected() {
    let host = TestServer::new();
    let mut both = table_of_two(&host, "thousand").await;
    let after = both.act_ok(json!({ "correct": { "seat": 1, "score": 100 } })).await;
    assert_eq!(after["seats"][1]["total"], 100);
    expect_refusal(
        &both.act(json!({ "correct": { "seat": 1, "score": -5000 } })).await,
        422,
        "impossible-standing",
    );
}

#[tokio::test]
async fn virtual_dice_are_nothing_to_correct() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let thrown = olena.act_ok(json!({ "keep": [] })).await;
    let offer = thrown["offers"].as_array().unwrap().iter().find(|o| !o["score"].is_null()).unwrap();
    let before = olena.act_ok(json!({ "score": offer["box"] })).await;
    let correct = json!({ "correct": { "seat": 0, "box": offer["box"], "entry": 0 } });
    expect_refusal(&olena.act(correct).await, 422, "only-real-dice");
    assert_eq!(place(&olena.refresh().await), place(&before));
}

/// Typing errors: entries are undone step by step, newest first, by a player who may enter them.
#[tokio::test]
async fn what_was_entered_is_taken_back_step_by_step() {
    let host = TestServer::new();
    let mut both = table_of_two(&host, "crag").await;
    let begun = both.refresh().await;
    expect_refusal(&both.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    let threw = both.act_ok(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    assert_eq!(threw["may_undo"], 0);
    let again = both.act_ok(json!({ "keep": [6, 6], "fell": [2] })).await;
    both.act_ok(json!({ "score": "sixes" })).await;
    let others = both.act_ok(json!({ "keep": [], "fell": [1, 2, 3] })).await;
    assert_eq!((&others["turn"]["seat"], &others["may_undo"]), (&json!(1), &json!(1)));
    let same = |one: &Value, other: &Value| {
        for part in ["turn", "offers", "seats", "status"] {
            assert_eq!(one[part], other[part], "{part}");
        }
    };
    both.act_ok(json!({ "undo": true })).await;
    same(&both.act_ok(json!({ "undo": true })).await, &again);
    same(&both.act_ok(json!({ "undo": true })).await, &threw);
    same(&both.act_ok(json!({ "undo": true })).await, &begun);
    expect_refusal(&both.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    // The next game starts as if nothing of that had been entered; the record keeps it.
    both.act_ok(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    both.act_ok(json!({ "score": "crag" })).await;
    let record = both.get("/record").await.text();
    assert_eq!(record.matches("took it back").count(), 4, "{record}");
    kosti_table::verify_download(&record, &kosti_test_server::consistency::RulesCache).unwrap();
    let history = host.get(&format!("/t/{}/history", both.table)).await.text();
    assert_eq!(history.matches("<s>").count(), 4, "{history}");
    // After a restart too.
    let host = host.restart();
    let mut both = both.reconnect(&host).await;
    let before = both.refresh().await;
    assert_eq!(before["seats"][0]["total"], 50);
    let back = both.act_ok(json!({ "undo": true })).await;
    assert_eq!(back["turn"]["dice"], json!([1, 6, 6]));
}

#[tokio::test]
async fn a_correction_is_taken_back_too() {
    let host = TestServer::new();
    let mut both = table_of_two(&host, "thousand").await;
    both.act_ok(json!({ "correct": { "seat": 1, "score": 100 } })).await;
    let after = both.act_ok(json!({ "undo": true })).await;
    assert_eq!(after["seats"][1]["total"], 0);
}
