//! Somebody at a table: a connection, a token, and the table as it was last seen.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::house::{House, fine, patiently};
use kosti_testkit::http::{Client, Reply};

pub struct Player {
    pub client: Client,
    pub table: String,
    pub token: Option<String>,
    pub invite: String,
    pub seen: Value,
    used: Instant,
}

/// The server closes a connection that nobody has used for longer.
const UNUSED: Duration = Duration::from_secs(3);

impl Player {
    pub async fn open(house: &House, body: &Value) -> Self {
        let mut client = house.client().await;
        let opened = fine(&patiently(client.post("/api/v1/tables", None, body)).await.unwrap());
        Self::seated(client, &opened)
    }

    /// Olena opens a table for two.
    pub async fn olena(house: &House, game: &str) -> Self {
        Self::open(house, &json!({ "game": game, "seats": [{ "name": "Olena" }, {}] })).await
    }

    /// Olena and Petro at a table of their own.
    pub async fn two(house: &House, game: &str) -> (Self, Self) {
        let mut olena = Self::olena(house, game).await;
        let petro = olena.joined_by(house, json!({ "name": "Petro" })).await;
        olena.look().await;
        (olena, petro)
    }

    pub fn seated(client: Client, answer: &Value) -> Self {
        let text = |of: &Value| of.as_str().unwrap().to_owned();
        Self {
            client,
            table: text(&answer["table"]["id"]),
            token: Some(text(&answer["token"])),
            invite: text(&answer["invite"]),
            seen: answer["table"].clone(),
            used: Instant::now(),
        }
    }

    /// Somebody else sits down with the invitation to this table.
    pub async fn joined_by(&self, house: &House, mut body: Value) -> Self {
        let mut client = house.client().await;
        body["invite"] = self.invite.as_str().into();
        let path = format!("/api/v1/tables/{}/seats", self.table);
        let joined = fine(&patiently(client.post(&path, None, &body)).await.unwrap());
        Self::seated(client, &joined)
    }

    /// The same table with nothing but its id.
    pub async fn spectator(&self, house: &House) -> Self {
        let (table, invite) = (self.table.clone(), String::new());
        let (seen, used) = (self.seen.clone(), Instant::now());
        Self { client: house.client().await, table, token: None, invite, seen, used }
    }

    /// The same person, with a new connection.
    pub async fn again(&self, house: &House) -> Self {
        let (table, invite, token) = (self.table.clone(), self.invite.clone(), self.token.clone());
        let (seen, used) = (self.seen.clone(), Instant::now());
        Self { client: house.client().await, table, token, invite, seen, used }
    }

    pub fn token(&self) -> &str {
        self.token.as_deref().expect("whoever sits there has one")
    }

    pub fn path(&self, end: &str) -> String {
        format!("/api/v1/tables/{}{end}", self.table)
    }

    pub async fn send(&mut self, method: &str, end: &str, body: Option<&Value>) -> Reply {
        if self.used.elapsed() > UNUSED {
            self.client = Client::connect(self.client.address()).await.unwrap();
        }
        self.used = Instant::now();
        let (path, body) = (self.path(end), body.map(Value::to_string));
        let sending =
            self.client.send(method, &path, self.token.as_deref(), &[], body.as_ref().map(String::as_bytes));
        let reply = patiently(sending).await.unwrap();
        let told = reply.json();
        if told["table"].is_object() {
            self.seen = told["table"].clone();
        }
        reply
    }

    pub async fn get(&mut self, end: &str) -> Reply {
        self.send("GET", end, None).await
    }

    pub async fn post(&mut self, end: &str, body: Value) -> Reply {
        self.send("POST", end, Some(&body)).await
    }

    pub async fn put(&mut self, end: &str, body: Value) -> Reply {
        self.send("PUT", end, Some(&body)).await
    }

    pub async fn delete(&mut self, end: &str) -> Reply {
        self.send("DELETE", end, None).await
    }

    /// The table as it stands.
    pub async fn look(&mut self) -> Value {
        fine(&self.get("").await);
        self.seen.clone()
    }

    pub fn version(&self) -> Value {
        self.seen["version"].clone()
    }

    /// Does something on what was last seen.
    pub async fn act(&mut self, action: Value) -> Reply {
        let body = json!({ "version": self.version(), "action": action });
        self.post("/actions", body).await
    }

    /// Does something that must go well.
    pub async fn does(&mut self, action: Value) -> Value {
        let reply = self.act(action).await;
        fine(&reply);
        self.seen.clone()
    }

    /// Waits until the table is as it should be.
    pub async fn until(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        patiently(async {
            loop {
                let table = self.look().await;
                if is_so(&table) {
                    return table;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }
}

/// What must not change when something is refused.
pub fn place(table: &Value) -> Value {
    json!([table["version"], table["history"], table["throws"], table["seats"], table["turn"], table["air"]])
}

/// The seat on turn.
pub fn on_turn(table: &Value) -> Option<u64> {
    table["turn"]["seat"].as_u64().or_else(|| table["lot"][0].as_u64())
}
