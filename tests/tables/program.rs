//! A program that plays: it listens, does something legal when it is its turn, and gives its links.

use kosti_dice::fair::Chain;
use serde_json::{Value, json};

use super::house::{fine, patiently};
use super::player::{Player, on_turn};
use kosti_testkit::http::Events;

/// Numbers that look random and are the same every time.
pub struct Whim(pub u64);

impl Whim {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Something legal, from what the table tells: throws, boxes, selections.
pub fn choose(table: &Value, whim: &mut Whim) -> Value {
    let turn = &table["turn"];
    if turn.is_null() || turn["throw"] == 0 {
        return json!({ "keep": [] });
    }
    let selections = table["selections"].as_array().unwrap();
    if !selections.is_empty() {
        let selection = &selections[whim.below(selections.len())];
        let then = selection["then"].as_array().unwrap();
        return json!({ "take": selection["take"], "then": then[whim.below(then.len())] });
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
    if turn["rethrow"] == true && (written.is_empty() || whim.below(3) == 0) {
        let dice = turn["dice"].as_array().unwrap();
        // All of them may not be kept.
        let keep: Vec<&Value> = dice.iter().skip(1).filter(|_| whim.below(2) == 0).collect();
        return json!({ "keep": keep });
    }
    written.swap_remove(whim.below(written.len()))
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

/// Plays one's seat until the game is over; how many links were given as a witness.
pub async fn play(mut player: Player, mut events: Events, mut links: Option<Links>, mut whim: Whim) -> usize {
    let seats: Vec<u64> = fine(&player.get("").await)["you"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s.as_u64().unwrap())
        .collect();
    let mut witnessed = 0;
    loop {
        let event = patiently(events.news()).await.unwrap().expect("the game goes on");
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
                let reply = player.post("/witness", body).await;
                // Late, and the throw went on without.
                let late = reply.json()["kind"] == "not-in-the-air";
                assert!(reply.status == 200 || late, "{}", reply.text());
                witnessed += usize::from(!late);
            }
            continue;
        }
        if !on_turn(table).is_some_and(|seat| seats.contains(&seat)) {
            continue;
        }
        let action = choose(table, &mut whim);
        let mut body = json!({ "version": table["version"], "action": action });
        if let (true, Some(links)) = (throws(&action), &mut links) {
            body["link"] = links.of(table["throws"].as_u64().unwrap() + 1);
            body["history"] = table["history"].clone();
        }
        fine(&player.post("/actions", body).await);
    }
}
