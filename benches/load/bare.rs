//! A bare server: appends each request to the same kind of journal, and notifies listeners.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use kosti_journal::{AppendError, CommandId, Entry, Journal as _, SqliteJournal, TableId, Version};
use serde_json::{Value, json};
use tokio::sync::broadcast;

struct Bare {
    journal: SqliteJournal,
    tables: Mutex<HashMap<TableId, Arc<Table>>>,
}

struct Table {
    version: tokio::sync::Mutex<Version>,
    updates: broadcast::Sender<Bytes>,
}

impl Bare {
    fn table(&self, id: TableId) -> Arc<Table> {
        let new = || {
            let updates = broadcast::channel(16).0;
            Arc::new(Table { version: tokio::sync::Mutex::new(Version::START), updates })
        };
        self.tables.lock().expect("nobody panics").entry(id).or_insert_with(new).clone()
    }
}

pub(crate) fn serve() -> Result<()> {
    let path = std::env::args().nth(2).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let bare = Arc::new(Bare { journal: SqliteJournal::open(path)?, tables: Mutex::default() });
        let router = Router::new()
            .route("/api/v1/tables/{table}/actions", post(act))
            .route("/api/v1/tables/{table}/events", get(events))
            .with_state(bare);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("http://{}", listener.local_addr()?);
        Ok(axum::serve(listener, router).await?)
    })
}

async fn act(State(bare): State<Arc<Bare>>, Path(id): Path<String>, Json(body): Json<Value>) -> Json<Value> {
    let id: TableId = id.parse().expect("the generator knows its tables");
    let table = bare.table(id);
    let mut version = table.version.lock().await;
    let text: Arc<str> = json!({ "v": 1, "did": [{ "thrown": body["action"] }] }).to_string().into();
    let command = CommandId::from_bytes(rand(&version));
    let entry = Entry { command, body: text.clone() };
    *version = match bare.journal.append(id, *version, entry).await {
        Ok(version) => version,
        Err(AppendError::Conflict { current }) => current,
        Err(error) => panic!("{error}"),
    };
    let message = format!("id: {version}\ndata: {{\"version\":\"{version}\",\"note\":{text}}}\n\n");
    let _ = table.updates.send(message.into());
    Json(json!({ "version": version.to_string() }))
}

/// Any name that is not twice at a table.
fn rand(version: &Version) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (byte, digit) in bytes.iter_mut().zip(version.to_string().bytes()) {
        *byte = digit;
    }
    bytes
}

async fn events(State(bare): State<Arc<Bare>>, Path(id): Path<String>) -> Response {
    let table = bare.table(id.parse().expect("the generator knows its tables"));
    let events = table.updates.subscribe();
    let hello = Bytes::from_static(b"id: 0\ndata: {\"version\":\"0\"}\n\n");
    let events = stream::unfold((Some(hello), events), async |(hello, mut events)| {
        let event = match hello {
            Some(hello) => hello,
            None => events.recv().await.ok()?,
        };
        Some((Ok::<Bytes, Infallible>(event), (None, events)))
    });
    let response = Response::builder().header("content-type", "text/event-stream");
    response.body(Body::from_stream(events)).expect("a sound response")
}
