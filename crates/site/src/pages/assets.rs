//! What pages load: embedded, and under names that change with what they hold, so that browsers keep them for good.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;
use crate::site::Site;

/// An embedded file.
struct Asset {
    name: String,
    kind: &'static str,
    text: &'static str,
}

/// The files that every page names.
pub(crate) struct Assets([Asset; 3]);

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let named = |stem: &str, ending: &str, kind, text: &'static str| {
        let mut name = format!("{stem}-");
        for byte in &Sha256::digest(text)[..6] {
            let _ = write!(name, "{byte:02x}");
        }
        Asset { name: format!("{name}.{ending}"), kind, text }
    };
    Assets([
        named("kosti", "css", "text/css; charset=utf-8", include_str!("../../assets/kosti.css")),
        named("kosti", "js", "text/javascript; charset=utf-8", include_str!("../../assets/kosti.js")),
        named("icon", "svg", "image/svg+xml", include_str!("../../assets/icon.svg")),
    ])
});

impl Assets {
    pub(crate) fn get() -> &'static Self {
        &ASSETS
    }

    fn path(&self, nth: usize) -> String {
        format!("/assets/{}", self.0[nth].name)
    }

    pub(crate) fn style(&self) -> String {
        self.path(0)
    }

    pub(crate) fn script(&self) -> String {
        self.path(1)
    }

    pub(crate) fn icon(&self) -> String {
        self.path(2)
    }
}

pub(crate) async fn asset(State(_): State<Arc<Site>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let asset = ASSETS.0.iter().find(|asset| asset.name == name).ok_or(Problem::NotFound)?;
    let headers =
        [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.text).into_response())
}
