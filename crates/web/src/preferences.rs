//! `Preferences`: language, theme, sound and coach of a visitor, kept in cookies.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use kosti_app::App;
use kosti_coach::CoachMode;
use kosti_text::{Language, Words};

use super::form::Query;
use super::redirect::see_other;
use crate::extract::Speaks;

/// The longest name that is remembered, in characters.
const MOST_NAME: usize = 60;
/// The header with which the script asks for the `main` element only.
const PART: &str = "kosti-part";

/// The header in which the host says whether Kosti runs without a server, or is offered so.
pub const WITHOUT_SERVER: &str = "kosti-without-server";

/// Where the pages come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Place {
    /// A server.
    #[default]
    Server,
    /// A server that also offers Kosti without a server.
    Offering,
    /// This device.
    Device,
}

impl Place {
    /// Whether a link to a table leads others there.
    pub(crate) fn has_links(self) -> bool {
        self != Self::Device
    }
}

/// Paper by day, a blackboard by night.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    Day,
    Night,
}

/// How a visitor wants to see pages.
#[derive(Debug, Clone, Default)]
pub struct Preferences {
    /// The language of the page.
    pub language: Language,
    pub(crate) theme: Theme,
    pub(crate) sound: bool,
    pub(crate) coach_mode: CoachMode,
    /// The id of the table where the lesson runs.
    pub(crate) lesson: String,
    /// The name that the visitor used last.
    pub(crate) name: String,
    /// Whether only the `main` element is wanted.
    pub(crate) part: bool,
    pub(crate) place: Place,
}

impl Theme {
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Day, Self::Night];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Day => "day",
            Self::Night => "night",
        }
    }
}

impl Preferences {
    /// Reads the cookies and the language of the browser.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let place = match headers.get(WITHOUT_SERVER).map(HeaderValue::as_bytes) {
            Some(b"here") => Place::Device,
            Some(b"offered") => Place::Offering,
            _ => Place::Server,
        };
        let part = headers.contains_key(PART);
        let mut preferences = Self { language: Speaks::of(headers).0, part, place, ..Self::default() };
        let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        for cookie in sent.flat_map(|cookies| cookies.split(';')) {
            let Some((name, value)) = cookie.trim().split_once('=') else { continue };
            preferences.set(name, value);
        }
        preferences
    }

    /// The preferences of a program: only the language of its request.
    #[must_use]
    pub fn of_program(headers: &HeaderMap) -> Self {
        Self { language: Speaks::of(headers).0, ..Self::default() }
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "kosti_lang" => self.language = Language::from_tag(value).unwrap_or(self.language),
            "kosti_theme" => {
                self.theme = Theme::ALL.into_iter().find(|theme| theme.name() == value).unwrap_or_default();
            }
            "kosti_sound" => self.sound = value == "on",
            "kosti_coach" => {
                let named = CoachMode::ALL.into_iter().find(|mode| mode.name() == value);
                self.coach_mode = named.unwrap_or_default();
            }
            "kosti_lesson" => value.clone_into(&mut self.lesson),
            "kosti_name" => {
                let decoded = form_urlencoded::parse(value.as_bytes()).next();
                self.name =
                    decoded.map(|(name, _)| name.chars().take(MOST_NAME).collect()).unwrap_or_default();
            }
            _ => {}
        }
    }

    pub(crate) fn words<'a>(&self, app: &'a App) -> &'a Words {
        app.words(self.language)
    }
}

impl<S: Sync> FromRequestParts<S> for Preferences {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The cookie that keeps a setting for a year.
fn setting(name: &str, value: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("kosti_{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax")).ok()
}

/// The cookie that remembers what somebody is called.
pub(crate) fn name_cookie(name: &str) -> Option<HeaderValue> {
    let name: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
    setting("name", &name)
}

/// The cookie that begins the lesson at a table.
pub(crate) fn lesson_cookie(table: &str) -> Option<HeaderValue> {
    setting("lesson", table)
}

/// `/look?lang=uk&back=/`: stores a setting in a cookie and goes back. GET is fine: nothing changes on the server.
pub(crate) async fn change(State(_): State<Arc<App>>, Query(asked): Query) -> Response {
    let known = |name: &str, value: &str| match name {
        "lang" => Language::from_tag(value).is_some(),
        "theme" => Theme::ALL.iter().any(|theme| theme.name() == value),
        "coach" => CoachMode::ALL.iter().any(|mode| mode.name() == value),
        "sound" => matches!(value, "on" | "off"),
        "lesson" => value == "off",
        _ => false,
    };
    let mut response = see_other(asked.get("back").unwrap_or("/"));
    for (name, value) in asked.all().filter(|(name, value)| known(name, value)) {
        if let Some(cookie) = setting(name, value) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}
