//! `Party`: people at a table who play random legal moves, and remember their commands and the answers.

use serde_json::{Value, json};

use crate::http::Reply;
use crate::ids::{command_id, token};
use crate::line::Line;
use kosti_testkit::TestRng;

/// A command that was sent.
#[derive(Debug, Clone)]
pub struct SentCommand {
    pub command: String,
    pub request: Value,
    /// The version after it, if the first answer gave it.
    pub version: Option<String>,
    /// Whether it was acknowledged; any other command may be recorded or not.
    pub acknowledged: bool,
}

pub struct Party {
    pub table: String,
    /// By seat.
    tokens: Vec<String>,
    /// The state of the table, as far as the players know.
    pub view: Value,
    pub sent: Vec<SentCommand>,
    pub rng: TestRng,
    /// Commands that were sent again, and those of them that the server had executed already.
    pub repeated: u64,
    pub recognised: u64,
}

/// Games of both families, with few and many boxes, with a lot for the start.
pub const GAMES: [&str; 7] = ["yatzy", "thousand", "school", "generals", "crag", "balut", "dice-poker"];

impl Party {
    /// Opens a table and takes the seats. In some games one person has both.
    pub async fn open(line: &mut Line, seed: u64, game: &str) -> Self {
        let mut rng = TestRng::new(seed);
        let apart = game != "generals" && rng.one_in(2);
        let opener = token(&mut rng);
        let other = if apart { token(&mut rng) } else { opener.clone() };
        let second = if apart { json!({}) } else { json!({ "name": "Petro" }) };
        let command = command_id(&mut rng);
        let body = json!({ "game": game, "seats": [{ "name": "Olena" }, second], "command": command });
        let reply = line.post("/api/v1/tables", &opener, &body).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        let opened = reply.json();
        let table = opened["table"]["id"].as_str().unwrap().to_owned();
        let (tokens, view) = (vec![opener, other], opened["table"].clone());
        let mut party = Self { table, tokens, view, sent: Vec::new(), rng, repeated: 0, recognised: 0 };
        party.note_command(command, json!({ "open": game }), None);
        if apart {
            party.join(line, &opened["invite"]).await;
        }
        assert_eq!(party.view["status"], "playing");
        party
    }

    async fn join(&mut self, line: &mut Line, invite: &Value) {
        let command = command_id(&mut self.rng);
        let body = json!({ "invite": invite, "name": "Petro", "command": command });
        let reply = line.post(&self.path("/seats"), &self.tokens[1], &body).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        self.view = reply.json()["table"].clone();
        self.note_command(command, json!({ "join": 1 }), None);
    }

    pub fn path(&self, of: &str) -> String {
        format!("/api/v1/tables/{}{of}", self.table)
    }

    pub fn token(&self) -> &str {
        &self.tokens[0]
    }

    pub fn version(&self) -> &str {
        self.view["version"].as_str().unwrap()
    }

    /// The number of acknowledged commands.
    pub fn acknowledged(&self) -> usize {
        self.sent.iter().filter(|sent| sent.acknowledged).count()
    }

    fn note_command(&mut self, command: String, request: Value, version: Option<String>) {
        self.sent.push(SentCommand { command, request, version, acknowledged: true });
    }

    /// The next move: the token of its player, and the body to send. `None` when the game is over.
    pub fn decide(&mut self) -> Option<(String, Value)> {
        let (seat, action) = choose(&self.view, &mut self.rng)?;
        let command = command_id(&mut self.rng);
        let mut body = json!({ "version": self.version(), "action": action, "command": command });
        if let Some(seat) = seat {
            body["seat"] = json!(seat);
        }
        Some((self.tokens[seat.unwrap_or(0)].clone(), body))
    }

    /// Makes a move, repeated until it is acknowledged. Returns false when the game is over.
    pub async fn act(&mut self, line: &mut Line) -> bool {
        let Some((token, body)) = self.decide() else { return false };
        self.send_until_acknowledged(line, &token, &body, false).await;
        true
    }

    /// Sends a move until it is acknowledged; `was_sent` if it may have reached the server already.
    pub async fn send_until_acknowledged(
        &mut self,
        line: &mut Line,
        token: &str,
        body: &Value,
        was_sent: bool,
    ) {
        let path = self.path("/actions");
        let mut unclear = was_sent;
        let reply = loop {
            let known = if unclear { Some(self.fetch_table(line).await) } else { None };
            self.repeated += u64::from(unclear);
            let Some(reply) = line.try_send("POST", &path, token, Some(body)).await else {
                unclear = true;
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                continue;
            };
            assert_eq!(reply.status, 200, "{body}: {}", reply.text());
            // A new chain of the server is a new version too, without a move.
            if let Some(known) = known.filter(|known| game(known) != game(&self.view)) {
                assert_eq!(reply.json()["table"]["version"], known["version"], "executed twice: {body}");
                self.recognised += 1;
            }
            break reply;
        };
        self.view = reply.json()["table"].clone();
        assert_ne!(self.view["version"], body["version"]);
        let version = (!unclear).then(|| self.version().to_owned());
        let command = body["command"].as_str().unwrap().to_owned();
        self.note_command(command, body["action"].clone(), version);
    }

    /// Records a move that was acknowledged at once.
    pub fn note_acknowledged(&mut self, body: &Value, reply: &Reply) {
        self.view = reply.json()["table"].clone();
        let (command, version) = (body["command"].as_str().unwrap().to_owned(), self.version().to_owned());
        self.note_command(command, body["action"].clone(), Some(version));
    }

    /// Repeats the last command, and checks that it is recognised and changes nothing.
    pub async fn repeat(&mut self, line: &mut Line, token: &str, body: &Value) {
        let reply = line.post(&self.path("/actions"), token, body).await;
        assert_eq!((reply.status, &reply.json()["table"]), (200, &self.view), "{body}");
    }

    /// Records a move that was sent without waiting for the answer.
    pub fn note_unanswered(&mut self, body: &Value) {
        let command = body["command"].as_str().unwrap().to_owned();
        self.sent.push(SentCommand {
            command,
            request: body["action"].clone(),
            version: None,
            acknowledged: false,
        });
    }

    /// The table on the server.
    async fn fetch_table(&mut self, line: &mut Line) -> Value {
        let reply = line.get(&self.path(""), self.token()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["table"].clone()
    }

    /// The same people and table, without the commands so far.
    pub fn without_commands(&self) -> Self {
        let (table, tokens, view) = (self.table.clone(), self.tokens.clone(), self.view.clone());
        let rng = self.rng.clone();
        Self { table, tokens, view, sent: Vec::new(), rng, repeated: 0, recognised: 0 }
    }

    /// The same for a journal that has lost records: the second person joins again if that is lost.
    pub async fn check_continues_from_loss(&mut self, line: &mut Line) {
        self.view = line.get(&self.path(""), "").await.json()["table"].clone();
        if self.view["status"] == "seating" {
            let invite = line.get(&self.path("/invite"), self.token()).await.json()["invite"].clone();
            self.join(line, &invite).await;
        }
        self.check_continues(line).await;
    }

    /// Checks that the table accepts a move, or a rematch after its end.
    pub async fn check_continues(&mut self, line: &mut Line) {
        self.view = line.get(&self.path(""), self.token()).await.json()["table"].clone();
        if !self.act(line).await {
            let path = self.path("/rematch");
            let reply = line.send("POST", &path, &self.tokens[0].clone(), None).await;
            assert_eq!(reply.status, 201, "{}", reply.text());
        }
    }
}

/// The view of a table without the fields that a new chain changes.
fn game(view: &Value) -> Value {
    let mut game = view.clone();
    for field in ["version", "history", "changed_at"] {
        game[field] = Value::Null;
    }
    game
}

/// A random legal action, and the seat that makes it, if it matters.
fn choose(view: &Value, rng: &mut TestRng) -> Option<(Option<usize>, Value)> {
    if view["status"] != "playing" {
        return None;
    }
    let number = |value: &Value| value.as_u64().and_then(|seat| usize::try_from(seat).ok());
    if let Some(seat) = number(&view["may_undo"]).filter(|_| rng.one_in(15)) {
        return Some((Some(seat), json!({ "undo": true })));
    }
    let turn = &view["turn"];
    let seat = number(&turn["seat"]);
    if turn.is_null() || turn["throw"] == 0 {
        return Some((seat, json!({ "keep": [] })));
    }
    let selections = view["selections"].as_array().unwrap();
    if !selections.is_empty() {
        let selection = rng.pick(selections);
        let then = rng.pick(selection["then"].as_array().unwrap());
        return Some((seat, json!({ "take": selection["take"], "then": then })));
    }
    let offers = view["offers"].as_array().unwrap().iter().flat_map(|offer| {
        let score = (!offer["score"].is_null()).then(|| json!({ "score": offer["box"] }));
        let cross = (offer["cross"] == true).then(|| json!({ "cross": offer["box"] }));
        let announce = (offer["announce"] == true).then(|| json!({ "announce": offer["box"] }));
        [score, cross, announce].into_iter().flatten()
    });
    let offers: Vec<Value> = offers.collect();
    if offers.is_empty() || (turn["rethrow"] == true && !rng.one_in(3)) {
        let dice = turn["dice"].as_array().unwrap();
        let mut keep: Vec<Value> = dice.iter().filter(|_| rng.one_in(2)).cloned().collect();
        // At least one die must be thrown.
        keep.truncate(dice.len() - 1);
        return Some((seat, json!({ "keep": keep })));
    }
    Some((seat, rng.pick(&offers).clone()))
}
