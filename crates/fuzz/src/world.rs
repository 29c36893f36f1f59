//! `World`: a site in this process, with tables of every kind.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{Method, Request, header};
use http_body_util::BodyExt as _;
use kosti_journal::MemoryJournal;
use kosti_projections::Lists;
use kosti_server::{Config, Master, RegistryConfig, Site, TimeLimits, router};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// The token of the player who opens the tables.
pub const TOKEN: &str = "0000000000000000000000000000000000000000000";
/// The token of somebody else.
pub const STRANGER: &str = "1111111111111111111111111111111111111111111";

/// Longer than any test takes.
pub const HOUR: Duration = Duration::from_secs(3600);

/// The inputs after which a site is replaced: their tables fill the memory.
const INPUTS: usize = 1000;

/// A score sheet that is solved at once.
pub const SHEET: &str = "name = \"Small\"\ndice = 2\nthrows = 2\neach-box.unfit = \"zero\"\n\
                     [box.pair]\nneeds = { alike = 2 }\nscore = \"combination\"\n[box.any]\nscore = \"all-dice\"\n";
/// A race of the same kind.
pub const RACE: &str = "name = \"Short\"\ndice = 2\n[race]\ntarget = 60\n\
                    [race.combination.single]\nneeds = { alike = 1 }\npoints = 10\n";

/// The kind of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Seating,
    Sheet,
    Thrown,
    Race,
    Real,
    /// A bot plays for Olena.
    StoodIn,
    Over,
    Deleted,
}

pub const KINDS: [Kind; 8] = [
    Kind::Seating,
    Kind::Sheet,
    Kind::Thrown,
    Kind::Race,
    Kind::Real,
    Kind::StoodIn,
    Kind::Over,
    Kind::Deleted,
];

impl Kind {
    /// Its name in an input.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seating => "seating",
            Self::Sheet => "sheet",
            Self::Thrown => "thrown",
            Self::Race => "race",
            Self::Real => "real",
            Self::StoodIn => "stood-in",
            Self::Over => "over",
            Self::Deleted => "deleted",
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub kind: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

/// A site.
pub struct World {
    pub journal: Arc<MemoryJournal>,
    router: Router,
}

/// Runs work at a site that other inputs have used, because making one takes longer than most requests.
pub fn with_world<T>(work: impl AsyncFnOnce(&World) -> T) -> T {
    thread_local! {
        static PLACE: RefCell<Option<(Runtime, World, usize)>> = const { RefCell::new(None) };
    }
    let (runtime, world, used) = PLACE.take().filter(|(_, _, used)| *used < INPUTS).unwrap_or_else(|| {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let world = runtime.block_on(async { World::new() });
        (runtime, world, 0)
    });
    let result = runtime.block_on(work(&world));
    PLACE.set(Some((runtime, world, used + 1)));
    result
}

impl World {
    /// A site without limits, where the pause of bots is longer than any test.
    pub fn new() -> Self {
        Self::with_presence_pause(Duration::ZERO)
    }

    /// The same with this pause between two broadcasts of presence.
    pub fn with_presence_pause(presence_pause: Duration) -> Self {
        let journal = Arc::new(MemoryJournal::default());
        let config = Config {
            registry: RegistryConfig { bot_pause: HOUR, presence_pause, ..RegistryConfig::default() },
            rates: None,
            times: TimeLimits { request: HOUR, answer: HOUR, work: HOUR, witness: HOUR, stop: HOUR },
            ..Config::default()
        };
        let lists = Lists::in_memory().unwrap();
        let site =
            Site::new(journal.clone(), lists, Master::from_bytes([7; 32]), config, CancellationToken::new());
        Self { journal, router: router(site) }
    }

    /// Answers a request; the body of a stream is left out.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let kind = response.headers().get(header::CONTENT_TYPE);
        let kind = kind.map(|kind| kind.to_str().unwrap().to_owned()).unwrap_or_default();
        let body = match kind.as_str() {
            "text/event-stream" => Vec::new(),
            _ => response.into_body().collect().await.unwrap().to_bytes().to_vec(),
        };
        Reply { status, kind, body }
    }

    /// Listens to a table without a token.
    pub async fn watch(&self, id: &str) -> BodyDataStream {
        let path = format!("/api/v1/tables/{id}/events");
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        response.into_body().into_data_stream()
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {TOKEN}"))
            .header(header::CONTENT_TYPE, "application/json");
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(request.body(body).unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask(Method::GET, path, None).await
    }

    async fn ask_ok(&self, method: Method, path: &str, body: &Value) -> Value {
        let reply = self.ask(method, path, Some(body)).await;
        assert!(reply.status < 300, "{path}, {body}: {}", reply.json());
        reply.json()
    }

    /// Sends an action to a table.
    pub async fn act(&self, id: &str, action: &Value) {
        let shown = self.get(&format!("/api/v1/tables/{id}")).await.json();
        let body = json!({ "version": shown["table"]["version"], "action": action });
        self.ask_ok(Method::POST, &format!("/api/v1/tables/{id}/actions"), &body).await;
    }

    /// Opens a table of this kind; returns its id and its invitation.
    pub async fn open(&self, kind: Kind) -> (String, String) {
        let opened = self.ask_ok(Method::POST, "/api/v1/tables", &opening(kind)).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, invite) = (text(&opened["table"]["id"]), text(&opened["invite"]));
        match kind {
            Kind::Thrown => self.act(&id, &json!({ "keep": [] })).await,
            Kind::Over => {
                for r#box in ["pair", "any"] {
                    self.act(&id, &json!({ "keep": [] })).await;
                    self.act(&id, &json!({ "score": r#box })).await;
                }
            }
            Kind::StoodIn => {
                let bot = json!({ "level": "beginner" });
                self.ask_ok(Method::PUT, &format!("/api/v1/tables/{id}/seats/0/bot"), &bot).await;
            }
            Kind::Deleted => {
                self.ask_ok(Method::DELETE, &format!("/api/v1/tables/{id}"), &json!({})).await;
            }
            Kind::Seating | Kind::Sheet | Kind::Race | Kind::Real => {}
        }
        (id, invite)
    }
}

/// The body that opens a table of this kind.
pub fn opening(kind: Kind) -> Value {
    let two = json!([{ "name": "Olena" }, { "name": "Petro" }]);
    match kind {
        Kind::Seating | Kind::Deleted => json!({ "rules": SHEET, "seats": [{ "name": "Olena" }, {}, {}] }),
        Kind::Sheet | Kind::Thrown | Kind::StoodIn => json!({ "rules": SHEET, "seats": two, "coach": "all" }),
        Kind::Race => json!({ "rules": RACE, "seats": two }),
        Kind::Real => json!({ "rules": SHEET, "seats": two, "dice": "real" }),
        Kind::Over => json!({ "rules": SHEET, "seats": [{ "name": "Olena" }] }),
    }
}
