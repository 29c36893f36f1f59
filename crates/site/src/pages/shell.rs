//! The shell of every page: head, the way home, and what can be set.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kosti_words::{Arg, Language, Words};
use maud::{DOCTYPE, Markup, html};

use super::assets::Assets;
use super::look::{Look, Theme};
use crate::problem::Problem;
use crate::site::Site;

/// A page that is being written for somebody.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub(crate) words: &'a Words,
    pub(crate) look: &'a Look,
    /// Where it is, for coming back to it.
    pub(crate) path: &'a str,
}

impl<'a> Page<'a> {
    pub(crate) fn new(site: &'a Site, look: &'a Look, path: &'a str) -> Self {
        Self { words: look.words(site), look, path }
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

    /// The whole page around its middle; or only the middle, where the rest is there already.
    pub(crate) fn show(&self, title: &str, main: &Markup) -> Response {
        self.show_with(StatusCode::OK, title, main)
    }

    pub(crate) fn show_with(&self, status: StatusCode, title: &str, main: &Markup) -> Response {
        if self.look.part {
            return (status, main.clone()).into_response();
        }
        (status, self.whole(title, main)).into_response()
    }

    fn whole(&self, title: &str, main: &Markup) -> Markup {
        let assets = Assets::get();
        html! {
            (DOCTYPE)
            html lang=(self.language()) data-theme=(self.look.theme.name()) data-sound[self.look.sound] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · Kosti" }
                    link rel="stylesheet" href=(assets.style());
                    link rel="icon" type="image/svg+xml" href=(assets.icon());
                    script type="module" src=(assets.script()) {}
                }
                body {
                    a.skip href="#main" { (self.say("page-skip")) }
                    header.top {
                        a.home href="/" { "Kosti" }
                        nav aria-label="Kosti" {
                            a href="/rules" { (self.say("page-rules")) }
                            a href="/own" { (self.say("page-own")) }
                            (self.settings())
                        }
                    }
                    (main)
                    div #said.visually-hidden role="status" aria-live="polite" {}
                    div #lost.lost role="alert" data-said=(self.say("page-lost")) hidden {}
                }
            }
        }
    }

    /// Language, look and sound, as links: nothing but the browser changes.
    fn settings(&self) -> Markup {
        let link = |name: &str, value: &str| {
            let back: String = form_urlencoded::byte_serialize(self.path.as_bytes()).collect();
            format!("/look?{name}={value}&back={back}")
        };
        let theme = self.look.theme;
        let next = match theme {
            Theme::Auto => Theme::Night,
            Theme::Night => Theme::Day,
            Theme::Day => Theme::Auto,
        };
        let sound = if self.look.sound { "on" } else { "off" };
        let other_sound = if self.look.sound { "off" } else { "on" };
        html! {
            details.settings {
                summary { (self.say("page-settings")) }
                div.menu {
                    @for language in Language::all() {
                        @let current = language.code() == self.language();
                        a href=(link("lang", language.code())) lang=(language.code()) aria-current=[current.then_some("true")] {
                            (language_name(language.code()))
                        }
                    }
                    a href=(link("theme", next.name())) { (self.say(&format!("page-theme-{}", theme.name()))) }
                    a href=(link("sound", other_sound)) { (self.say(&format!("page-sound-{sound}"))) }
                    a href="/api/v1/docs" { (self.say("page-api")) }
                }
            }
        }
    }
}

/// A language is found by whoever speaks it by its own name.
fn language_name(code: &str) -> String {
    kosti_words::Language::from_tag(code)
        .map(|language| Words::new(language).say("language-name", &[]))
        .unwrap_or_default()
}

/// A problem as a page.
pub(crate) fn problem(site: &Site, look: &Look, problem: &Problem) -> Response {
    let page = Page::new(site, look, "/");
    let title = page.say("page-problem");
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            p { (problem.detail(page.words)) }
            p { a.button href="/" { (page.say("page-home")) } }
        }
    };
    page.show_with(problem.status(), &title, &main)
}
