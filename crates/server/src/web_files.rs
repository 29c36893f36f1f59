//! `WebFiles`: Kosti without a server, offered by a server: the static files of `cargo xtask web`. They are read once, so
//! nothing outside the folder can be asked for.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use kosti_web::Problem;

/// Where the files are offered. The service worker answers below this path.
pub const PLACE: &str = kosti_web::HERE;
/// The worker that says that the server is away, on every page of the server.
const AWAY: &str = "away.js";
/// What the service worker may load: the record of a table from any server, to check its dice.
const WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https: http:";
const WORKER: &str = "service-worker.js";
/// What the files may load and do. The service worker compiles a module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                                 img-src 'self'; connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'";
/// The file of the folder itself.
const INDEX: &str = "index.html";

/// Static files, by name.
#[derive(Debug, Clone, Default)]
pub struct WebFiles(Arc<HashMap<String, Bytes>>);

impl WebFiles {
    /// Reads the files of a folder.
    ///
    /// # Errors
    /// If the folder cannot be read, or has no first page.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut files = HashMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if let (true, Ok(name)) = (entry.file_type()?.is_file(), entry.file_name().into_string()) {
                files.insert(name, std::fs::read(entry.path())?.into());
            }
        }
        if !files.contains_key(INDEX) {
            return Err(io::Error::new(io::ErrorKind::NotFound, INDEX));
        }
        Ok(Self(Arc::new(files)))
    }

    /// The routes of the files.
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route(PLACE.trim_end_matches('/'), get(async || Redirect::permanent(PLACE)))
            .route(PLACE, get(async |State(files): State<Self>| files.answer(INDEX)))
            .route(
                &format!("{PLACE}{{file}}"),
                get(async |State(files): State<Self>, UrlPath(file): UrlPath<String>| files.answer(&file)),
            )
            .with_state(self)
    }

    fn answer(&self, name: &str) -> Response {
        let Some(content) = self.0.get(name) else { return Problem::NotFound.into_response() };
        // A browser asks again whether there is a newer version.
        let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
        let mut response = (headers, content.clone()).into_response();
        if name == AWAY {
            let whole = HeaderValue::from_static("/");
            response.headers_mut().insert("service-worker-allowed", whole);
        }
        response
    }
}

/// What the file at this path may load; nothing if it is not among the files.
pub(crate) fn policy(path: &str) -> Option<&'static str> {
    path.strip_prefix(PLACE).map(|name| if name == WORKER { WORKER_POLICY } else { POLICY })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
