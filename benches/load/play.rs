//! Players that move as soon as they get an answer.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::Plan;
use crate::lean::{Connection, Stream, after};

/// A table of two and the tokens of its seats.
pub(crate) struct Seated {
    pub(crate) id: String,
    pub(crate) tokens: [String; 2],
    /// The version after both players have joined.
    version: String,
}

/// Opens tables of two.
pub(crate) async fn seat_tables(address: SocketAddr, tables: usize) -> Result<Vec<Seated>> {
    let game = kosti_games::ids().find(|id| {
        let rules = kosti_games::file(id).and_then(|file| file.rules(&Default::default()).ok());
        rules.is_some_and(|rules| rules.sheet().is_some())
    });
    let mut connection = Connection::open(address).await?;
    let mut seated = Vec::new();
    for _ in 0..tables {
        let body = json!({ "game": game, "seats": [{ "name": "Olena" }, {}] }).to_string();
        let opened: Value = serde_json::from_str(connection.post("/api/v1/tables", "", &body).await?)?;
        let id = opened["table"]["id"].as_str().context("no table")?.to_owned();
        let join = json!({ "invite": opened["invite"], "name": "Petro" }).to_string();
        let path = format!("/api/v1/tables/{id}/seats");
        let joined: Value = serde_json::from_str(connection.post(&path, "", &join).await?)?;
        let token = |of: &Value| of["token"].as_str().map(str::to_owned).context("no token");
        let version = joined["table"]["version"].as_str().context("no version")?.to_owned();
        seated.push(Seated { id, tokens: [token(&opened)?, token(&joined)?], version });
    }
    Ok(seated)
}

/// One throw at a new table.
pub(crate) async fn first_move(address: SocketAddr, table: &Seated) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    let path = format!("/api/v1/tables/{}/actions", table.id);
    for token in &table.tokens {
        let body = format!(r#"{{"version":"{}","action":{{"keep":[]}}}}"#, table.version);
        connection.post(&path, token, &body).await?;
        if connection.status == 200 {
            return Ok(());
        }
    }
    bail!("nobody may throw")
}

/// The players of some tables, two each, with an open stream for each of them. They play on wherever they stopped.
pub(crate) struct Crowd(Vec<Pair>);

/// The two players of a table, each on a connection of their own.
struct Pair {
    connections: [Connection; 2],
    turn: Turn,
    tables: Tables,
}

/// The tables of a pair.
enum Tables {
    /// One table is enough for a bare server, which knows no end.
    Bare { path: String },
    /// The table of the present game, and those of the next ones: opening a table is not measured.
    Kosti { path: String, tokens: [String; 2], next: Vec<Seated> },
}

/// The next move.
struct Turn {
    seat: usize,
    action: String,
    version: String,
}

impl Turn {
    fn first(version: String) -> Self {
        Self { seat: 0, action: r#"{"keep":[]}"#.to_owned(), version }
    }
}

impl Crowd {
    /// Pairs at tables of Kosti, with as many games as they may need. With several servers, the two players of a table
    /// use different ones.
    pub(crate) async fn at_kosti(at: &[SocketAddr], plan: &Plan) -> Result<Self> {
        let mut pairs = Vec::new();
        for nth in 0..plan.tables {
            let at = [at[nth % at.len()], at[(nth + 1) % at.len()]];
            let mut next = seat_tables(at[0], plan.games).await?;
            for table in &next {
                for (token, address) in table.tokens.iter().zip(at) {
                    tokio::spawn(Stream::open(address, &table.id, token).await?.drain());
                }
            }
            let Seated { id, tokens, version } = next.pop().context("no game")?;
            let connections = [Connection::open(at[0]).await?, Connection::open(at[1]).await?];
            let tables = Tables::Kosti { path: actions_of(&id), tokens, next };
            pairs.push(Pair { connections, turn: Turn::first(version), tables });
        }
        Ok(Self(pairs))
    }

    /// Pairs that send the same requests to a bare server. It has as many streams.
    pub(crate) async fn at_bare(at: &[SocketAddr], plan: &Plan) -> Result<Self> {
        let mut pairs = Vec::new();
        for nth in 0..plan.tables {
            let games = (nth * plan.games) as u64..((nth + 1) * plan.games) as u64;
            let ids: Vec<String> =
                games.map(|bits| kosti_journal::TableId::from_bits(bits).to_string()).collect();
            for id in &ids {
                for _ in 0..2 {
                    tokio::spawn(Stream::open(at[0], id, "").await?.drain());
                }
            }
            let connections = [Connection::open(at[0]).await?, Connection::open(at[0]).await?];
            let tables = Tables::Bare { path: actions_of(&ids[0]) };
            pairs.push(Pair { connections, turn: Turn::first(String::new()), tables });
        }
        Ok(Self(pairs))
    }

    /// Plays at full speed; returns the latency of each move in microseconds.
    pub(crate) async fn play(&mut self, time: Duration) -> Result<Vec<u32>> {
        let end = Instant::now() + time;
        let playing: Vec<_> = self.0.drain(..).map(|pair| tokio::spawn(pair.play(end))).collect();
        let mut times = Vec::new();
        for pair in playing {
            let (pair, own) = pair.await??;
            self.0.push(pair);
            times.extend(own);
        }
        Ok(times)
    }
}

fn actions_of(table: &str) -> String {
    format!("/api/v1/tables/{table}/actions")
}

impl Pair {
    async fn play(mut self, end: Instant) -> Result<(Self, Vec<u32>)> {
        let mut times = Vec::new();
        while Instant::now() < end {
            times.push(self.make_move().await?);
        }
        Ok((self, times))
    }

    /// Makes a move: three throws, then the first box that may be written.
    async fn make_move(&mut self) -> Result<u32> {
        let Turn { seat, action, version } = &self.turn;
        let body = format!(r#"{{"version":"{version}","action":{action}}}"#);
        let (path, token) = match &self.tables {
            Tables::Bare { path } => (path, ""),
            Tables::Kosti { path, tokens, .. } => (path, tokens[*seat].as_str()),
        };
        let connection = &mut self.connections[*seat];
        let start = Instant::now();
        let answer = connection.post(path, token, &body).await?.to_owned();
        let time = u32::try_from(start.elapsed().as_micros())?;
        anyhow::ensure!(connection.status == 200, "{} to {body}: {answer}", connection.status);
        self.turn = match &mut self.tables {
            Tables::Bare { .. } => {
                let version = after(&answer, "\"version\":\"").and_then(|rest| rest.split('"').next());
                let version = version.context("no version")?.to_owned();
                Turn { seat: 1 - seat, ..Turn::first(version) }
            }
            Tables::Kosti { path, tokens, next } => match next_turn(&answer) {
                Some(turn) => turn,
                None => {
                    let table = next.pop().context("all games are over: open more with --games")?;
                    (*path, *tokens) = (actions_of(&table.id), table.tokens);
                    Turn::first(table.version)
                }
            },
        };
        Ok(time)
    }
}

/// The next move after an answer of Kosti; `None` when the game is over.
fn next_turn(answer: &str) -> Option<Turn> {
    let version = after(answer, "\"version\":\"")?.split('"').next()?.to_owned();
    let turn = after(answer, "\"turn\":{\"seat\":")?;
    let seat = turn.split(',').next()?.parse().ok()?;
    let throw = after(turn, "\"throw\":")?.split(',').next()?;
    let rethrow = after(turn, "\"rethrow\":")?.starts_with("true");
    if throw == "0" || rethrow {
        return Some(Turn { seat, ..Turn::first(version) });
    }
    let mut offers = after(answer, "\"offers\":[")?;
    while let Some(offer) = after(offers, "{\"box\":\"") {
        let name = offer.split('"').next()?;
        let score = after(offer, "\"score\":")?;
        if !score.starts_with("null") {
            return Some(Turn { seat, action: format!(r#"{{"score":"{name}"}}"#), version });
        }
        if after(offer, "\"cross\":")?.starts_with("true") {
            return Some(Turn { seat, action: format!(r#"{{"cross":"{name}"}}"#), version });
        }
        offers = offer;
    }
    None
}
