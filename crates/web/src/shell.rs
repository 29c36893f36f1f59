//! The frame of every page: head, navigation, settings.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kosti_app::{App, AppError};
use kosti_text::{Arg, Language, Words};
use maud::{DOCTYPE, Markup, html};

use super::assets::Assets;
use super::die;
use super::preferences::{Place, Preferences, Theme};
use super::share_card;
use super::table;
use super::without_server;
use crate::problem::Problem;

/// A page for a visitor: language, preferences, address.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub(crate) words: &'a Words,
    pub(crate) preferences: &'a Preferences,
    /// Where it is, for coming back to it.
    pub(crate) path: &'a str,
}

/// The preview of a link in messengers, as Open Graph tags.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The whole address.
    pub(crate) url: String,
    /// The whole address of the picture.
    pub(crate) image: String,
}

impl Preview {
    fn tags(&self) -> Markup {
        html! {
            meta property="og:site_name" content="Kosti";
            meta property="og:type" content="website";
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(self.description);
            meta property="og:url" content=(self.url);
            meta property="og:image" content=(self.image);
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(share_card::SIZE.0);
            meta property="og:image:height" content=(share_card::SIZE.1);
            meta property="og:image:alt" content=(self.description);
            meta name="twitter:card" content="summary_large_image";
            meta name="description" content=(self.description);
        }
    }
}

impl<'a> Page<'a> {
    pub(crate) fn new(app: &'a App, preferences: &'a Preferences, path: &'a str) -> Self {
        Self { words: preferences.words(app), preferences, path }
    }

    pub(crate) fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    pub(crate) fn tell(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.words.say(id, args)
    }

    pub(crate) fn language(&self) -> &'static str {
        self.words.language()
    }

    /// Whether the language is written in Cyrillic letters.
    fn is_cyrillic(&self) -> bool {
        self.say("language-name").chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter))
    }

    /// Responds with the whole page, or with `main` alone if the script asks for it.
    pub(crate) fn show(&self, title: &str, main: &Markup) -> Response {
        self.show_with(StatusCode::OK, title, main)
    }

    pub(crate) fn show_with(&self, status: StatusCode, title: &str, main: &Markup) -> Response {
        self.respond(status, title, true, None, main)
    }

    /// A page whose link is sent to others.
    pub(crate) fn show_previewed(
        &self,
        status: StatusCode,
        title: &str,
        preview: &Preview,
        main: &Markup,
    ) -> Response {
        self.respond(status, title, true, Some(preview), main)
    }

    /// A page with a bar of its own instead of the usual navigation.
    pub(crate) fn show_bare(
        &self,
        status: StatusCode,
        title: &str,
        preview: &Preview,
        main: &Markup,
    ) -> Response {
        self.respond(status, title, false, Some(preview), main)
    }

    fn respond(
        &self,
        status: StatusCode,
        title: &str,
        top: bool,
        preview: Option<&Preview>,
        main: &Markup,
    ) -> Response {
        if self.preferences.part {
            return (status, main.clone()).into_response();
        }
        (status, self.whole(title, top, preview, main)).into_response()
    }

    fn whole(&self, title: &str, top: bool, preview: Option<&Preview>, main: &Markup) -> Markup {
        let assets = Assets::get();
        html! {
            (DOCTYPE)
            html lang=(self.language()) data-theme=(self.preferences.theme.name()) data-sound[self.preferences.sound] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · Kosti" }
                    @if let Some(preview) = preview { (preview.tags()) }
                    @for font in assets.first_fonts(self.is_cyrillic()) { link rel="preload" as="font" type="font/woff2" crossorigin href=(font); }
                    link rel="stylesheet" href=(assets.style());
                    link rel="icon" type="image/svg+xml" href=(assets.icon()) data-plain=(assets.icon()) data-turn=(assets.turn_icon());
                    script type="module" src=(assets.script()) {}
                }
                body {
                    (die::sprite())
                    a.skip href="#main" { (self.say("page-skip")) }
                    @if top { (self.top()) }
                    (main)
                    div #said.visually-hidden role="status" aria-live="polite" {}
                    div #lost.lost role="alert" data-said=(self.say("page-lost")) hidden {}
                    (without_server::parts(self))
                }
            }
        }
    }

    fn top(&self) -> Markup {
        html! {
            header.top {
                a.home href="/" { "Kosti" }
                nav aria-label="Kosti" {
                    a href="/rules" { (self.say("page-rules")) }
                    a href="/own" { (self.say("page-own")) }
                    details.settings {
                        summary { (self.say("page-settings")) }
                        div.menu { (self.setting_links()) }
                    }
                }
            }
        }
    }

    /// Language, look and sound, as links: nothing but the browser changes.
    pub(crate) fn setting_links(&self) -> Markup {
        let link = |name: &str, value: &str| setting_link(name, value, self.path);
        let theme = self.preferences.theme;
        let next = match theme {
            Theme::Auto => Theme::Night,
            Theme::Night => Theme::Day,
            Theme::Day => Theme::Auto,
        };
        let sound = if self.preferences.sound { "on" } else { "off" };
        let other_sound = if self.preferences.sound { "off" } else { "on" };
        html! {
            @for language in Language::all() {
                @let current = language.code() == self.language();
                a href=(link("lang", language.code())) lang=(language.code()) aria-current=[current.then_some("true")] {
                    (language_name(language.code()))
                }
            }
            a href=(link("theme", next.name())) { (self.say(&format!("page-theme-{}", theme.name()))) }
            a href=(link("sound", other_sound)) { (self.say(&format!("page-sound-{sound}"))) }
            (without_server::link(self))
            @if self.preferences.place != Place::Device { a href="/api/v1/docs" { (self.say("page-api")) } }
        }
    }
}

/// The link that changes a setting and comes back to a path.
pub(crate) fn setting_link(name: &str, value: &str, path: &str) -> String {
    let back: String = form_urlencoded::byte_serialize(path.as_bytes()).collect();
    format!("/look?{name}={value}&back={back}")
}

/// The name of a language in that language.
fn language_name(code: &str) -> String {
    kosti_text::Language::from_tag(code)
        .map(|language| Words::new(language).say("language-name", &[]))
        .unwrap_or_default()
}

/// A sentence with a capital letter: problems are written to follow a colon.
fn capitalize(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A problem as a page.
pub fn problem_page(app: &App, preferences: &Preferences, problem: &Problem) -> Response {
    let page = Page::new(app, preferences, "/");
    let title = page.say("page-problem");
    let detail = match problem {
        Problem::NotFound => page.say("page-not-found"),
        problem => capitalize(&problem.detail(page.words)),
    };
    let unknown_table = matches!(problem, Problem::App { why: AppError::UnknownTable });
    let is_elsewhere = unknown_table && preferences.place == Place::Device;
    let main = html! {
        main #main.narrow.problem {
            (table::cup())
            h1 { (title) }
            p { (detail) }
            @if is_elsewhere { p { (page.say("device-only-here")) } }
            p { a.button.primary href="/" { (page.say("page-home")) } }
        }
    };
    page.show_with(problem.status(), &title, &main)
}
