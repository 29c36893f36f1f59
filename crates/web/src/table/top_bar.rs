//! The bar above the table: home, the game, the coach, and a menu with everything else.

use kosti_coach::CoachMode;
use maud::{Markup, html};

use super::TablePage;
use crate::home::describe_progress;

/// The letters of a name above which it is written smaller, to leave room for how far the game is.
const LONG_NAME: usize = 8;

impl TablePage<'_> {
    pub(super) fn bar(&self) -> Markup {
        let game = self.table.rules().name.get(self.page.language());
        html! {
            header.topbar {
                a.icon.back href="/" aria-label={ "Kosti: " (self.page.say("page-home")) } { svg viewBox="0 0 24 24" aria-hidden="true" { path d="M15 5l-7 7 7 7" {} } span.wordmark aria-hidden="true" { "Kosti" } }
                h1 .long[game.chars().count() > LONG_NAME] { (game) }
                p.round { (self.game().map_or_else(|| self.page.say("page-status-seating"), |state| describe_progress(&self.page, state))) }
                div.bar-links { (self.page_links()) }
                (self.coach_switch())
                (self.menu())
            }
        }
    }

    /// Turns the coach panel on and off.
    fn coach_switch(&self) -> Markup {
        if !self.may_have_coach {
            return html! {};
        }
        let on = self.page.preferences.coach_mode == CoachMode::Show;
        let next = if on { CoachMode::Off } else { CoachMode::Show };
        let said = if on { "page-coach-hide" } else { "page-coach-show" };
        html! {
            a.icon #coach-switch .lit[on] href=(self.coach_link(next)) data-part aria-label=(self.page.say(said)) title=(self.page.say(said)) {
                svg viewBox="0 0 24 24" aria-hidden="true" { path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z" {} }
            }
        }
    }

    fn menu(&self) -> Markup {
        let path = self.path();
        let say = |id: &str| self.page.say(id);
        html! {
            details.menu-box {
                summary.icon aria-label=(say("page-settings")) title=(say("page-settings")) { svg viewBox="0 0 24 24" aria-hidden="true" { path d="M5 12h.01M12 12h.01M19 12h.01" {} } }
                div.menu-panel {
                    nav.links aria-label=(say("page-more")) {
                        (self.page_links())
                        a href={ (path) "/history" } { (say("page-history")) }
                        a href={ (path) "/dice" } { (say("page-check-dice")) }
                    }
                    (self.coach_choice())
                    @if self.game().is_some() { (self.people()) }
                    (self.house_rules())
                    details.keys { summary { (say("page-keys")) } (self.keys()) }
                    nav.links aria-label=(say("page-settings")) { (self.page.setting_links()) }
                    (self.delete_form())
                }
            }
        }
    }

    /// Links that are in the menu, and beside it where there is room.
    fn page_links(&self) -> Markup {
        html! {
            a href={ (self.path()) "/rules" } { (self.page.say("page-rules")) }
            a href={ (self.path()) "/print" } { (self.page.say("page-print")) }
        }
    }

    /// The list of keys.
    fn keys(&self) -> Markup {
        let keys = [
            ("1–6", "page-key-hold"),
            ("␣", "page-key-throw"),
            if self.table.rules().race().is_some() {
                ("B", "page-key-bank")
            } else {
                ("↑ ↓ ↵", "page-key-score")
            },
            ("U", "page-key-undo"),
            ("C", "page-key-coach"),
            ("?", "page-key-list"),
        ];
        html! { dl { @for (key, said) in keys { div { dt { kbd { (key) } } dd { (self.page.say(said)) } } } } }
    }
}
