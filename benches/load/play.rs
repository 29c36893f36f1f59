//! Players that move as soon as they get an answer.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

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

/// Plays at this many tables of Kosti for this long; returns the latency of each move in microseconds. With several
/// servers, the two players of a table use different ones.
pub(crate) async fn kosti(at: Vec<SocketAddr>, tables: usize, time: Duration) -> Result<Vec<u32>> {
    let seated = seat_tables(at[0], tables).await?;
    let mut players = Vec::new();
    for (nth, table) in seated.into_iter().enumerate() {
        let at = [at[nth % at.len()], at[(nth + 1) % at.len()]];
        for (token, address) in table.tokens.iter().zip(at) {
            tokio::spawn(Stream::open(address, &table.id, token).await?.drain());
        }
        players.push((at, table));
    }
    let end = Instant::now() + time;
    gather(players.into_iter().map(|(at, table)| tokio::spawn(play(at, table, end)))).await
}

async fn gather(
    players: impl Iterator<Item = tokio::task::JoinHandle<Result<Vec<u32>>>>,
) -> Result<Vec<u32>> {
    let players: Vec<_> = players.collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    Ok(times)
}

/// Both players of a table, each on a connection of their own: three throws, then the first box that may be written.
async fn play(at: [SocketAddr; 2], mut table: Seated, end: Instant) -> Result<Vec<u32>> {
    let mut connections = [Connection::open(at[0]).await?, Connection::open(at[1]).await?];
    let mut path = format!("/api/v1/tables/{}/actions", table.id);
    let mut times = Vec::new();
    let (mut seat, mut action, mut version) = (0, r#"{"keep":[]}"#.to_owned(), table.version.clone());
    while Instant::now() < end {
        let body = format!(r#"{{"version":"{version}","action":{action}}}"#);
        let start = Instant::now();
        let connection = &mut connections[seat];
        let answer = connection.post(&path, &table.tokens[seat], &body).await?.to_owned();
        times.push(u32::try_from(start.elapsed().as_micros())?);
        anyhow::ensure!(connection.status == 200, "{} to {body}: {answer}", connection.status);
        match next(&answer) {
            Some(after) => (seat, action, version) = after,
            None => {
                // The game is over: open another one, which is not measured.
                table = seat_tables(at[0], 1).await?.pop().context("no table")?;
                path = format!("/api/v1/tables/{}/actions", table.id);
                (seat, action, version) = (0, r#"{"keep":[]}"#.to_owned(), table.version.clone());
            }
        }
    }
    Ok(times)
}

/// The seat on turn, its action, and the version.
fn next(answer: &str) -> Option<(usize, String, String)> {
    let version = after(answer, "\"version\":\"")?.split('"').next()?.to_owned();
    let turn = after(answer, "\"turn\":{\"seat\":")?;
    let seat = turn.split(',').next()?.parse().ok()?;
    let throw = after(turn, "\"throw\":")?.split(',').next()?;
    let rethrow = after(turn, "\"rethrow\":")?.starts_with("true");
    if throw == "0" || rethrow {
        return Some((seat, r#"{"keep":[]}"#.to_owned(), version));
    }
    let mut offers = after(answer, "\"offers\":[")?;
    while let Some(offer) = after(offers, "{\"box\":\"") {
        let name = offer.split('"').next()?;
        let score = after(offer, "\"score\":")?;
        if !score.starts_with("null") {
            return Some((seat, format!(r#"{{"score":"{name}"}}"#), version));
        }
        if after(offer, "\"cross\":")?.starts_with("true") {
            return Some((seat, format!(r#"{{"cross":"{name}"}}"#), version));
        }
        offers = offer;
    }
    None
}

/// The same requests to the bare server.
pub(crate) async fn bare(at: Vec<SocketAddr>, tables: usize, time: Duration) -> Result<Vec<u32>> {
    let address = at[0];
    let tables: Vec<String> =
        (0..tables as u64).map(|nth| kosti_journal::TableId::from_bits(nth).to_string()).collect();
    for table in &tables {
        for _ in 0..2 {
            tokio::spawn(Stream::open(address, table, "").await?.drain());
        }
    }
    let end = Instant::now() + time;
    let players = tables.into_iter().map(|table| tokio::spawn(bare_player(address, table, end)));
    gather(players).await
}

async fn bare_player(address: SocketAddr, table: String, end: Instant) -> Result<Vec<u32>> {
    let mut connections = [Connection::open(address).await?, Connection::open(address).await?];
    let path = format!("/api/v1/tables/{table}/actions");
    let mut times = Vec::new();
    let (mut turn, mut version) = (0, String::new());
    while Instant::now() < end {
        let body = format!(r#"{{"version":"{version}","action":{{"keep":[]}}}}"#);
        let start = Instant::now();
        let answer = connections[turn % 2].post(&path, "", &body).await?;
        times.push(u32::try_from(start.elapsed().as_micros())?);
        version = after(answer, "\"version\":\"")
            .and_then(|rest| rest.split('"').next())
            .context("none")?
            .to_owned();
        turn += 1;
    }
    Ok(times)
}
