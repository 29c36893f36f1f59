//! What pages load: embedded, and under names that change with what they hold, so that browsers keep them for good.

use std::borrow::Cow;
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
    text: Cow<'static, str>,
}

/// The files that every page names.
pub(crate) struct Assets([Asset; 5]);

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let named = |stem: &str, ending: &str, kind, text: Cow<'static, str>| {
        let mut name = format!("{stem}-");
        for byte in &Sha256::digest(text.as_bytes())[..6] {
            let _ = write!(name, "{byte:02x}");
        }
        Asset { name: format!("{name}.{ending}"), kind, text }
    };
    let script = "text/javascript; charset=utf-8";
    // One script loads the other by the name that it has here.
    let loads = |text: &str, other: &str, asset: &Asset| text.replace(other, &format!("./{}", asset.name));
    let fair = named("fair", "js", script, include_str!("../../assets/fair.js").into());
    let dice = loads(include_str!("../../assets/dice.js"), "./fair.js", &fair);
    let dice = named("dice", "js", script, dice.into());
    let kosti = loads(include_str!("../../assets/kosti.js"), "./dice.js", &dice);
    Assets([
        named("kosti", "css", "text/css; charset=utf-8", include_str!("../../assets/kosti.css").into()),
        named("kosti", "js", script, kosti.into()),
        named("icon", "svg", "image/svg+xml", include_str!("../../assets/icon.svg").into()),
        dice,
        fair,
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
    Ok((headers, &*asset.text).into_response())
}
