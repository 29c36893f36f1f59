//! A player at a table: a connection, a token, and the last known state.

use std::time::Duration;

use serde_json::{Value, json};

use super::test_server::{TestServer, expect_ok, with_timeout};
use kosti_test_server::http::{Client, Reply};

pub struct Player {
    pub client: Client,
    pub table: String,
    pub token: Option<String>,
    pub invite: String,
    pub seen: Value,
}

impl Player {
    pub async fn open(host: &TestServer, body: &Value) -> Self {
        let mut client = host.client().await;
        let opened = expect_ok(&with_timeout(client.post("/api/v1/tables", None, body)).await.unwrap());
        Self::from_answer(client, &opened)
    }

    /// Olena opens a table for two.
    pub async fn olena(host: &TestServer, game: &str) -> Self {
        Self::open(host, &json!({ "game": game, "seats": [{ "name": "Olena" }, {}] })).await
    }

    /// Olena and Petro at a new table.
    pub async fn two(host: &TestServer, game: &str) -> (Self, Self) {
        let mut olena = Self::olena(host, game).await;
        let petro = olena.join(host, json!({ "name": "Petro" })).await;
        olena.refresh().await;
        (olena, petro)
    }

    pub fn from_answer(client: Client, answer: &Value) -> Self {
        let text = |of: &Value| of.as_str().unwrap().to_owned();
        Self {
            client,
            table: text(&answer["table"]["id"]),
            token: Some(text(&answer["token"])),
            invite: text(&answer["invite"]),
            seen: answer["table"].clone(),
        }
    }

    /// Another player joins with the invitation to this table.
    pub async fn join(&self, host: &TestServer, mut body: Value) -> Self {
        let mut client = host.client().await;
        body["invite"] = self.invite.as_str().into();
        let path = format!("/api/v1/tables/{}/seats", self.table);
        let joined = expect_ok(&with_timeout(client.post(&path, None, &body)).await.unwrap());
        Self::from_answer(client, &joined)
    }

    /// The same table with nothing but its id.
    pub async fn spectator(&self, host: &TestServer) -> Self {
        let (table, invite) = (self.table.clone(), String::new());
        Self { client: host.client().await, table, token: None, invite, seen: self.seen.clone() }
    }

    /// The same person, with a new connection.
    pub async fn reconnect(&self, host: &TestServer) -> Self {
        let (table, invite, token) = (self.table.clone(), self.invite.clone(), self.token.clone());
        Self { client: host.client().await, table, token, invite, seen: self.seen.clone() }
    }

    pub fn token(&self) -> &str {
        self.token.as_deref().expect("whoever sits there has one")
    }

    pub fn path(&self, end: &str) -> String {
        format!("/api/v1/tables/{}{end}", self.table)
    }

    pub async fn send(&mut self, method: &str, end: &str, body: Option<&Value>) -> Reply {
        let (path, body) = (self.path(end), body.map(Value::to_string));
        let sending =
            self.client.send(method, &path, self.token.as_deref(), &[], body.as_ref().map(String::as_bytes));
        let reply = with_timeout(sending).await.unwrap();
        let response = reply.json();
        if response["table"].is_object() {
            self.seen = response["table"].clone();
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

    /// Reads the current state.
    pub async fn refresh(&mut self) -> Value {
        expect_ok(&self.get("").await);
        self.seen.clone()
    }

    pub fn version(&self) -> Value {
        self.seen["version"].clone()
    }

    /// Acts on the last known version.
    pub async fn act(&mut self, action: Value) -> Reply {
        let body = json!({ "version": self.version(), "action": action });
        self.post("/actions", body).await
    }

    /// Acts, and expects success.
    pub async fn act_ok(&mut self, action: Value) -> Value {
        let reply = self.act(action).await;
        expect_ok(&reply);
        self.seen.clone()
    }

    /// Waits until the table is in this state.
    pub async fn wait_until(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        with_timeout(async {
            loop {
                let table = self.refresh().await;
                if is_so(&table) {
                    return table;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }
}

/// The part of the state that a rejected command must not change.
pub fn place(table: &Value) -> Value {
    json!([table["version"], table["history"], table["throws"], table["seats"], table["turn"], table["air"]])
}

/// The seat on turn.
pub fn on_turn(table: &Value) -> Option<u64> {
    table["turn"]["seat"].as_u64().or_else(|| table["lot"][0].as_u64())
}
