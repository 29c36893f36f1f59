//! `/t/{table}/card.png`: the picture that messengers show of a link to a table.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use kosti_app::AppError;
use kosti_text::Language;
use kosti_web::extract::{Address, At, Speaks};
use kosti_web::{Problem, ShareCard};
use quick_cache::sync::Cache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use tokio::sync::Semaphore;

use crate::site::Site;

/// Pictures that are kept, of about a hundred kilobytes each.
const MOST_KEPT: usize = 64;
/// Pictures that are drawn at once; other requests wait for these.
const MOST_AT_ONCE: usize = 1;
/// How long messengers may keep a picture, in seconds.
const KEPT: &str = "public, max-age=300";
/// The faces that [`ShareCard::svg`] names. Nothing of the machine is read, so a picture is the same everywhere.
const FONTS: [&[u8]; 2] =
    [include_bytes!("../assets/fonts/caveat.ttf"), include_bytes!("../assets/fonts/kosti-print.ttf")];

static FACES: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut faces = fontdb::Database::new();
    for font in FONTS {
        faces.load_font_data(font.to_vec());
    }
    Arc::new(faces)
});

/// Pictures by what they show.
pub(crate) struct ShareImages {
    kept: Cache<String, Bytes>,
    drawing: Semaphore,
}

impl Default for ShareImages {
    fn default() -> Self {
        Self { kept: Cache::new(MOST_KEPT), drawing: Semaphore::new(MOST_AT_ONCE) }
    }
}

/// The error of a picture that cannot be drawn.
#[derive(Debug, thiserror::Error)]
enum DrawError {
    #[error("the drawing is wrong: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the drawing has no size")]
    Empty,
    #[error("the picture cannot be written: {0}")]
    Png(String),
}

/// Makes pixels of a drawing.
fn rasterize(svg: &str) -> Result<Vec<u8>, DrawError> {
    let options = Options { fontdb: FACES.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(DrawError::Empty)?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Png(error.to_string()))
}

/// `/t/{table}/card.png?lang=…`
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    At(table): At,
    Address(address): Address,
    Speaks(speaks): Speaks,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let wanted = query.as_deref().and_then(|query| query.strip_prefix("lang=")).and_then(Language::from_tag);
    let card = ShareCard::of_table(&site.app, table, wanted.unwrap_or(speaks), address).await?;
    let svg = card.svg();
    let picture = match site.share_images.kept.get(&svg) {
        Some(picture) => picture,
        None => draw(&site, svg, address).await?,
    };
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, KEPT)];
    Ok((headers, picture).into_response())
}

/// Draws a picture and caches it. The caller who asks for a new picture pays for it.
async fn draw(site: &Site, svg: String, address: std::net::IpAddr) -> Result<Bytes, AppError> {
    site.app.charge_costly(address)?;
    let images = &site.share_images;
    let _turn = images.drawing.acquire().await.map_err(|_| AppError::Closing)?;
    // Somebody may have drawn it meanwhile.
    if let Some(picture) = images.kept.get(&svg) {
        return Ok(picture);
    }
    let drawn = svg.clone();
    let picture = site.app.host().compute(move || rasterize(&drawn)).await?.map_err(|error| {
        tracing::warn!(%error, "a picture was not drawn");
        AppError::Broken
    })?;
    let picture = Bytes::from(picture);
    images.kept.insert(svg, picture.clone());
    Ok(picture)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use resvg::usvg::Node;

    use super::*;

    fn card(title: &str, name: &str) -> ShareCard {
        ShareCard {
            title: title.into(),
            score: Some(263),
            below: "Краще за 63 % ідеальних ігор".into(),
            game: "Yatzy".into(),
            dice: vec![6, 6, 6, 6, 5],
            players: vec![(name.into(), Some(263)), ("Taras".into(), Some(246))],
        }
    }

    fn pixels(card: &ShareCard) -> Pixmap {
        Pixmap::decode_png(&rasterize(&card.svg()).unwrap()).unwrap()
    }

    #[test]
    fn a_card_has_the_size_that_messengers_ask_for() {
        let picture = pixels(&card("Олена wins by 17", "Олена"));
        assert_eq!((picture.width(), picture.height()), (1200, 630));
    }

    /// The glyphs of all texts of a drawing, as pairs of the text and whether the face has it.
    fn glyphs(svg: &str) -> Vec<(String, bool)> {
        let options = Options { fontdb: FACES.clone(), ..Options::default() };
        let tree = Tree::from_str(svg, &options).unwrap();
        let texts = tree.root().children().iter().filter_map(|node| match node {
            Node::Text(text) => Some(text),
            _ => None,
        });
        let spans = texts.flat_map(|text| text.layouted());
        let glyphs = spans.flat_map(|span| &span.positioned_glyphs);
        glyphs.map(|glyph| (glyph.text.clone(), glyph.id.0 != 0)).collect()
    }

    #[test]
    fn the_faces_have_every_letter_that_is_printed() {
        let all: Vec<char> = ('\u{21}'..='\u{2fff}').filter(|letter| ShareCard::can_print(*letter)).collect();
        for some in all.chunks(15) {
            let name: String = some.iter().collect();
            let drawn = glyphs(&card("", &name).svg());
            for letter in some.iter().filter(|letter| !letter.is_whitespace()) {
                let found = drawn.iter().any(|(text, has)| text.contains(*letter) && *has);
                assert!(found, "U+{:04X} {letter}", *letter as u32);
            }
        }
    }

    #[test]
    fn every_text_leaves_ink_and_stays_in_its_place() {
        let plain = pixels(&card("", "Taras"));
        for title in ["Олена перемагає на 17", "Zoë wins", &"Щирослава ".repeat(20)]
        {
            let drawn = pixels(&card(title, "Taras"));
            let changed: Vec<usize> =
                (0..1200 * 630).filter(|&at| plain.pixels()[at] != drawn.pixels()[at]).collect();
            assert!(changed.len() > 300, "{title}: {} pixels", changed.len());
            let right = changed.iter().map(|at| at % 1200).max().unwrap();
            assert!(right < 765, "{title} reaches {right}");
        }
    }
}
