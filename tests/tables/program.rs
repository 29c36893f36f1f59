//! A program that plays: it listens, makes a legal move on its turn, and gives its links.

use kosti_dice::fair::Chain;
use serde_json::{Value, json};

use super::player::{Player, on_turn};
use super::test_server::{expect_ok, with_timeout};
use kosti_test_server::http::Events;
use kosti_testkit::TestRng;

/// A legal action, derived from the view of the table: throws, boxes, selections.
pub fn choose(table: &Value, rng: &mut TestRng) -> Value {
    let turn = &table["turn"];
    if turn.is_null() || turn["throw"] == 0 {
        return json!({ "keep": [] });
    }
    let selections = table["selections"].as_array().unwrap();
    if !selections.is_empty() {
        let selection = &selections[rng.below(selections.len())];
        let then = selection["then"].as_array().unwrap();
        return json!({ "take": selection["take"], "then": then[rng.below(then.len())] });
    }
    let offers = table["offers"].as_array().unwrap();
    let mut written: Vec<Value> = Vec::new();
    for offer in offers {
        if !offer["score"].is_null() {
            written.push(json!({ "score": offer["box"] }));
        }
        if offer["cross"] == true {
            written.push(json!({ "cross": offer["box"] }));
        }
        if offer["announce"] == true {
            written.push(json!({ "announce": offer["box"] }));
        }
    }
    if turn["rethrow"] == true && (written.is_empty() || rng.below(3) == 0) {
        if let Some(keeps) = turn["keeps"].as_array() {
            return json!({ "keep": keeps[rng.below(keeps.len())] });
        }
        let dice = turn["dice"].as_array().unwrap();
        // Not all dice may be kept.
        let keep: Vec<&Value> = dice.iter().skip(1).filter(|_| rng.below(2) == 0).collect();
        return json!({ "keep": keep });
    }
    written.swap_remove(rng.below(written.len()))
}

/// Whether an action throws dice at this table.
pub fn throws(action: &Value) -> bool {
    action.get("keep").is_some() || action["then"] == "throw"
}

/// A client's chain at a table, counted from the throw that it began after.
pub struct Links {
    pub chain: Chain,
    pub base: u64,
}

impl Links {
    pub fn of(&mut self, number: u64) -> Value {
        self.chain.link(number - self.base).unwrap().to_string().into()
    }
}

/// Plays a seat until the game is over; returns the number of links given as a witness.
pub async fn play(
    mut player: Player,
    mut events: Events,
    mut links: Option<Links>,
    mut rng: TestRng,
) -> usize {
    let seats: Vec<u64> = expect_ok(&player.get("").await)["you"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s.as_u64().unwrap())
        .collect();
    let mut witnessed = 0;
    loop {
        let event = with_timeout(events.next_event()).await.unwrap().expect("the game goes on");
        let table = &event.data["table"];
        if table["status"] == "over" {
            return witnessed;
        }
        player.seen = table.clone();
        let air = &table["air"];
        if let Some(witness) = air["witness"].as_u64() {
            if seats.contains(&witness) {
                let number = air["number"].as_u64().unwrap();
                let link = links.as_mut().expect("only who has a chain is asked").of(number);
                let body =
                    json!({ "seat": witness, "number": number, "link": link, "history": table["history"] });
                expect_ok(&player.post("/witness", body).await);
                witnessed += 1;
            }
            continue;
        }
        if !on_turn(table).is_some_and(|seat| seats.contains(&seat)) {
            continue;
        }
        let action = choose(table, &mut rng);
        let mut body = json!({ "version": table["version"], "action": action });
        if let (true, Some(links)) = (throws(&action), &mut links) {
            body["link"] = links.of(table["throws"].as_u64().unwrap() + 1);
            body["history"] = table["history"].clone();
        }
        expect_ok(&player.post("/actions", body).await);
    }
}
