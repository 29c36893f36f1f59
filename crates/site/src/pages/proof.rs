//! `/t/{table}/dice`: every throw derived again, and what that proves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_journal::Version;
use kosti_table::{Checked, DiceKind, NotProven};
use maud::{Markup, html};

use super::die;
use super::look::Look;
use super::shell::Page;
use crate::api::present;
use crate::caller::At;
use crate::problem::Problem;
use crate::proven::{proven, summary};
use crate::site::Site;

pub(super) async fn show(
    State(site): State<Arc<Site>>,
    At(table): At,
    look: Look,
) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let stored = site.hall.journal.read(table, Version::START).await?;
    let hall = site.hall.clone();
    let checking = tokio::task::spawn_blocking(move || {
        kosti_table::verify(stored.iter().map(|stored| &*stored.entry.body), &hall.shelf)
    });
    let checked = checking.await.map_err(|_| Problem::Broken)?;
    let path = format!("/t/{table}/dice");
    let page = Page::new(&site, &look, &path);
    let title = page.say("page-check-dice");
    let main = html! {
        main #main.narrow {
            h1 { (title) ": " (room.rules.name.get(page.language())) }
            p.row { a.button href={ "/t/" (table) } { (page.say("page-to-table")) } }
            @match &checked {
                Ok(checked) => {
                    (told(&page, checked))
                    (by_oneself(&page, checked))
                    (throws(&page, checked))
                }
                // There is nothing to check yet.
                Err(why @ NotProven::NotStarted) => p { (page.tell("page-proof-none", &[("why", page.words.tell("proof", why).into())])) },
                Err(why) => p.wrong role="alert" { (page.tell("page-proof-fails", &[("why", page.words.tell("proof", why).into())])) },
            }
        }
    };
    Ok(page.show(&title, &main))
}

/// What all throws together prove, and what that means.
fn told(page: &Page<'_>, checked: &Checked) -> Markup {
    html! {
        @if checked.table.dice() == DiceKind::Real {
            p { (page.say("verify-real")) }
        } @else {
            ul { @for line in summary(checked, page.words) { li { (line) } } }
            p { (page.say("page-proof-means")) }
        }
    }
}

/// Nobody need believe the server that checks itself.
fn by_oneself(page: &Page<'_>, checked: &Checked) -> Markup {
    let id = checked.table.id();
    html! {
        h2 { (page.say("page-proof-yourself")) }
        p { (page.say("page-proof-how")) }
        p.row { a.button href={ "/api/v1/tables/" (id) "/record" } download { (page.say("page-record")) } }
        pre { code { "kosti verify " (id) ".kosti" } }
        p.faint { (page.say("page-proof-docs")) }
    }
}

fn throws(page: &Page<'_>, checked: &Checked) -> Markup {
    html! {
        @if !checked.throws.is_empty() {
            h2 #throws { (page.say("page-throws")) }
            div.sheet-scroll tabindex="0" role="region" aria-labelledby="throws" {
                table.plain.throws {
                    thead {
                        tr {
                            th scope="col" { (page.say("page-throw-number")) }
                            th scope="col" { (page.say("page-throw-who")) }
                            th scope="col" { (page.say("page-dice")) }
                            th scope="col" { (page.say("page-throw-proven")) }
                        }
                    }
                    tbody {
                        @for throw in &checked.throws {
                            tr {
                                th scope="row" { (throw.number) }
                                td { (throw.name) }
                                td { (die::row(&throw.dice.faces().collect::<Vec<u8>>())) }
                                td { (proven(throw, page.words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
