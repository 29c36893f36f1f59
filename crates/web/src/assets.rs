//! Stylesheet, scripts, fonts and icons: embedded, and served under names with a hash of their content, so that browsers
//! cache them for good.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kosti_app::App;
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

/// The stylesheet: one file, written in parts.
const STYLE: [&str; 8] = [
    include_str!("../assets/css/base.css"),
    include_str!("../assets/css/sheet.css"),
    include_str!("../assets/css/table.css"),
    include_str!("../assets/css/pages.css"),
    include_str!("../assets/css/home.css"),
    include_str!("../assets/css/result.css"),
    include_str!("../assets/css/review.css"),
    include_str!("../assets/css/print.css"),
];

/// The faces, each for the letters of one script.
const FONTS: [(&str, &[u8]); 4] = [
    ("caveat-latin-700", include_bytes!("../assets/fonts/caveat-latin-700.woff2")),
    ("caveat-cyrillic-700", include_bytes!("../assets/fonts/caveat-cyrillic-700.woff2")),
    ("kosti-print-latin-400", include_bytes!("../assets/fonts/kosti-print-latin-400.woff2")),
    ("kosti-print-cyrillic-400", include_bytes!("../assets/fonts/kosti-print-cyrillic-400.woff2")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// An embedded file.
struct Asset {
    name: String,
    kind: &'static str,
    content: Cow<'static, [u8]>,
}

impl Asset {
    fn new(stem: &str, ending: &str, kind: &'static str, content: impl Into<Cow<'static, [u8]>>) -> Self {
        let content = content.into();
        let mut name = format!("{stem}-");
        for byte in &Sha256::digest(&content)[..6] {
            let _ = write!(name, "{byte:02x}");
        }
        Self { name: format!("{name}.{ending}"), kind, content }
    }

    fn script(stem: &str, text: &str, imports: &[&Self]) -> Self {
        Self::new(stem, "js", SCRIPT, rename(text, imports).into_bytes())
    }

    /// Where it is served.
    fn path(&self) -> String {
        format!("/assets/{}", self.name)
    }
}

/// Puts the names under which assets are served in the place of `./STEM.ENDING`.
fn rename(text: &str, assets: &[&Asset]) -> String {
    assets.iter().fold(text.to_owned(), |text, asset| {
        let plain = asset.name.rsplit_once('-').map_or("", |(stem, _)| stem);
        let ending = asset.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        text.replace(&format!("./{plain}.{ending}"), &format!("./{}", asset.name))
    })
}

/// All assets.
pub(crate) struct Assets {
    style: Asset,
    script: Asset,
    icon: Asset,
    /// The icon while the visitor is on turn.
    turn_icon: Asset,
    fonts: Vec<Asset>,
    /// Modules that the script imports.
    imported: Vec<Asset>,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let fonts: Vec<Asset> =
        FONTS.map(|(stem, content)| Asset::new(stem, "woff2", "font/woff2", content)).into();
    let style = rename(&STYLE.concat(), &fonts.iter().collect::<Vec<_>>());
    let fair = Asset::script("fair", include_str!("../assets/fair.js"), &[]);
    let dice = Asset::script("dice", include_str!("../assets/dice.js"), &[&fair]);
    let game = Asset::script("game", include_str!("../assets/game.js"), &[]);
    let pages = Asset::script("pages", include_str!("../assets/pages.js"), &[]);
    let script = Asset::script("kosti", include_str!("../assets/kosti.js"), &[&dice, &game, &pages]);
    let icon = |stem, content: &'static [u8]| Asset::new(stem, "svg", "image/svg+xml", content);
    Assets {
        style: Asset::new("kosti", "css", "text/css; charset=utf-8", style.into_bytes()),
        script,
        icon: icon("icon", include_bytes!("../assets/icon.svg")),
        turn_icon: icon("turn-icon", include_bytes!("../assets/turn-icon.svg")),
        fonts,
        imported: vec![dice, fair, game, pages],
    }
});

impl Assets {
    pub(crate) fn get() -> &'static Self {
        &ASSETS
    }

    pub(crate) fn style(&self) -> String {
        self.style.path()
    }

    pub(crate) fn script(&self) -> String {
        self.script.path()
    }

    pub(crate) fn icon(&self) -> String {
        self.icon.path()
    }

    pub(crate) fn turn_icon(&self) -> String {
        self.turn_icon.path()
    }

    /// The faces that a page needs at once: figures by hand, and headings in the letters of its language.
    pub(crate) fn first_fonts(&self, cyrillic: bool) -> [String; 2] {
        let print = if cyrillic { 3 } else { 2 };
        [self.fonts[0].path(), self.fonts[print].path()]
    }

    fn all(&self) -> impl Iterator<Item = &Asset> {
        [&self.style, &self.script, &self.icon, &self.turn_icon]
            .into_iter()
            .chain(&self.fonts)
            .chain(&self.imported)
    }
}

pub(crate) async fn asset(State(_): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let asset = ASSETS.all().find(|asset| asset.name == name).ok_or(Problem::NotFound)?;
    let headers =
        [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    let content = match &asset.content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => Bytes::from_static(content),
    };
    Ok((headers, content).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_loaded_is_served() {
        let assets = Assets::get();
        let served = |name: &str| assets.all().any(|asset| asset.name == name);
        let texts = [&assets.style, &assets.script].into_iter().chain(&assets.imported);
        for text in texts.map(|asset| String::from_utf8_lossy(&asset.content)) {
            let ends = |c: char| matches!(c, ')' | '\'' | '"');
            for name in text.split("./").skip(1).filter_map(|rest| rest.split(ends).next()) {
                // Types are for the checker; browsers do not read them.
                assert!(served(name) || !name.contains('-'), "{name}");
            }
        }
        for font in FONTS {
            assert!(String::from_utf8_lossy(&assets.style.content).contains(&format!("./{}-", font.0)));
        }
    }

    #[test]
    fn fonts_are_small() {
        assert!(FONTS.iter().map(|(_, content)| content.len()).sum::<usize>() < 60_000);
    }
}
