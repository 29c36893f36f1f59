//! What every page has for Kosti without a server: on the device its tables and what is being computed there, on a server that
//! offers it the way there.

use maud::{Markup, html};

use super::preferences::Place;
use super::shell::Page;

/// Where a server offers Kosti without a server.
pub const HERE: &str = "/here/";

/// The entry of the menu.
pub(crate) fn link(page: &Page<'_>) -> Markup {
    html! {
        @match page.preferences.place {
            Place::Server => {},
            Place::Offering => a href=(HERE) { (page.say("here-offer")) },
            Place::Device => a href="/device" { (page.say("device-title")) },
        }
    }
}

/// Elements that the scripts show: a computation with its progress, and the way on when the server is away.
pub(crate) fn parts(page: &Page<'_>) -> Markup {
    html! {
        @match page.preferences.place {
            Place::Server => {},
            Place::Offering => {
                template #here { a href=(HERE) { (page.say("here-instead")) } }
            }
            Place::Device => {
                div #computing.computing role="status" data-stopped=(page.say("computing-stopped")) hidden {
                    span.label { (page.say("computing")) }
                    progress max="1" aria-label=(page.say("computing")) {}
                    button type="button" data-stop data-again=(page.say("computing-again")) { (page.say("computing-stop")) }
                }
            }
        }
    }
}
