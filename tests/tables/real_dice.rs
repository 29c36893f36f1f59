//! Tables with real dice: people say how they fell, and correct what was written wrong.

use serde_json::{Value, json};

use super::games::Files;
use super::house::{House, fine, refused};
use super::player::{Player, place};

async fn table_of_two(house: &House, game: &str) -> Player {
    let seats = json!([{ "name": "Olena" }, { "name": "Petro" }]);
    Player::open(house, &json!({ "game": game, "dice": "real", "seats": seats })).await
}

#[tokio::test]
async fn real_dice_fall_as_somebody_says() {
    let house = House::new();
    let mut both = table_of_two(&house, "crag").await;
    let before = place(&both.seen);
    for (action, kind) in [
        (json!({ "keep": [] }), "dice-needed"),
        (json!({ "keep": [], "fell": [1, 2] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [1, 2, 3, 4] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [1, 2, 7] }), "wrong-dice"),
        (json!({ "keep": [], "fell": [0, 2, 3] }), "bad-dice"),
        (json!({ "keep": [], "fell": vec![1; 40] }), "bad-dice"),
    ] {
        refused(&both.act(action).await, 422, kind);
    }
    assert_eq!(place(&both.look().await), before);
    let table = both.does(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    assert_eq!(table["turn"]["dice"], json!([1, 6, 6]));
    refused(&both.act(json!({ "keep": [5], "fell": [1, 1] })).await, 422, "keep-not-there");
    refused(&both.act(json!({ "score": "crag", "fell": [1, 1, 1] })).await, 422, "dice-not-needed");
    let table = both.does(json!({ "score": "crag" })).await;
    assert_eq!(table["seats"][0]["total"], 50);
    // The same token holds both seats, and the one on turn is meant.
    let table = both.does(json!({ "keep": [], "fell": [1, 2, 3] })).await;
    assert_eq!(table["turn"]["seat"], 1);
    refused(&both.put("/seats/0/bot", json!({ "level": "regular" })).await, 422, "bots-need-virtual-dice");
}

#[tokio::test]
async fn what_was_written_wrong_is_corrected_and_the_history_tells() {
    let house = House::new();
    let mut both = table_of_two(&house, "crag").await;
    both.does(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    let before = both.does(json!({ "score": "crag" })).await;
    let wrong = json!({ "correct": { "seat": 0, "box": "sixes", "entry": 12 } });
    refused(&both.act(wrong).await, 422, "no-such-entry");
    let impossible = json!({ "correct": { "seat": 0, "box": "crag", "entry": 13 } });
    refused(&both.act(impossible).await, 422, "impossible-entry");
    assert_eq!(place(&both.look().await), place(&before));
    let moved = json!({ "correct": { "seat": 0, "box": "crag", "to": "sixes", "entry": 12 } });
    let after = both.does(moved).await;
    assert_eq!(after["seats"][0]["sheet"], json!({ "sixes": 12 }));
    assert_ne!(after["history"], before["history"]);
    let record = both.get("/record").await;
    fine(&record);
    let notes: Vec<&str> = kosti_table::notes(std::str::from_utf8(&record.body).unwrap());
    let last: serde_json::Value = serde_json::from_str(notes.last().unwrap()).unwrap();
    assert!(last.to_string().contains("entry-corrected"), "{last}");
    // What is written stays written: the entry that was wrong is in the notes before it.
    assert!(notes.iter().any(|note| note.contains("\"scored\"")), "{notes:?}");
}

#[tokio::test]
async fn a_score_of_a_race_is_corrected() {
    let house = House::new();
    let mut both = table_of_two(&house, "thousand").await;
    let after = both.does(json!({ "correct": { "seat": 1, "score": 100 } })).await;
    assert_eq!(after["seats"][1]["total"], 100);
    refused(&both.act(json!({ "correct": { "seat": 1, "score": -5000 } })).await, 422, "impossible-standing");
}

#[tokio::test]
async fn virtual_dice_are_nothing_to_correct() {
    let house = House::new();
    let (mut olena, _petro) = Player::two(&house, "crag").await;
    let thrown = olena.does(json!({ "keep": [] })).await;
    let offer = thrown["offers"].as_array().unwrap().iter().find(|o| !o["score"].is_null()).unwrap();
    let before = olena.does(json!({ "score": offer["box"] })).await;
    let correct = json!({ "correct": { "seat": 0, "box": offer["box"], "entry": 0 } });
    refused(&olena.act(correct).await, 422, "only-real-dice");
    assert_eq!(place(&olena.look().await), place(&before));
}

/// People mistype: what was entered is taken back, newest first, by who may enter it.
#[tokio::test]
async fn what_was_entered_is_taken_back_step_by_step() {
    let house = House::new();
    let mut both = table_of_two(&house, "crag").await;
    let begun = both.look().await;
    refused(&both.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    let threw = both.does(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    assert_eq!(threw["may_undo"], 0);
    let again = both.does(json!({ "keep": [6, 6], "fell": [2] })).await;
    both.does(json!({ "score": "sixes" })).await;
    let others = both.does(json!({ "keep": [], "fell": [1, 2, 3] })).await;
    assert_eq!((&others["turn"]["seat"], &others["may_undo"]), (&json!(1), &json!(1)));
    let same = |one: &Value, other: &Value| {
        for part in ["turn", "offers", "seats", "status"] {
            assert_eq!(one[part], other[part], "{part}");
        }
    };
    both.does(json!({ "undo": true })).await;
    same(&both.does(json!({ "undo": true })).await, &again);
    same(&both.does(json!({ "undo": true })).await, &threw);
    same(&both.does(json!({ "undo": true })).await, &begun);
    refused(&both.act(json!({ "undo": true })).await, 422, "nothing-to-undo");
    // The next game is as if nothing of that had been entered; what was entered stays in the record.
    both.does(json!({ "keep": [], "fell": [6, 6, 1] })).await;
    both.does(json!({ "score": "crag" })).await;
    let record = both.get("/record").await.text();
    assert_eq!(record.matches("took it back").count(), 4, "{record}");
    kosti_table::verify_download(&record, &Files).unwrap();
    let history = house.get(&format!("/t/{}/history", both.table)).await.text();
    assert_eq!(history.matches("<s>").count(), 4, "{history}");
    // After a restart too.
    let house = house.restart();
    let mut both = both.again(&house).await;
    let before = both.look().await;
    assert_eq!(before["seats"][0]["total"], 50);
    let back = both.does(json!({ "undo": true })).await;
    assert_eq!(back["turn"]["dice"], json!([1, 6, 6]));
}

#[tokio::test]
async fn a_correction_is_taken_back_too() {
    let house = House::new();
    let mut both = table_of_two(&house, "thousand").await;
    both.does(json!({ "correct": { "seat": 1, "score": 100 } })).await;
    let after = both.does(json!({ "undo": true })).await;
    assert_eq!(after["seats"][1]["total"], 0);
}
