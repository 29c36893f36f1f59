//! `/t/{table}/dice`: every throw derived again, and what that proves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::App;
use kosti_app::proof_text::{describe_throw, summarize};
use kosti_table::{DiceKind, VerifiedTable, VerifyError};
use maud::{Markup, html};

use super::die::DiceRenderer;
use super::preferences::Preferences;
use super::shell::Page;
use crate::extract::At;
use crate::problem::Problem;

pub(super) async fn show(
    State(app): State<Arc<App>>,
    At(table): At,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let checked = app.verify(table).await?;
    let path = format!("/t/{table}/dice");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-check-dice");
    let main = html! {
        main #main.narrow {
            h1 { (title) ": " (session.rules.name.get(page.language())) }
            p.row { a.button href={ "/t/" (table) } { (page.say("page-to-table")) } }
            @match &checked {
                Ok(checked) => {
                    (summary(&page, checked))
                    (independent_check(&page, checked))
                    (throws(&page, checked))
                }
                // There is nothing to check yet.
                Err(why @ VerifyError::NotStarted) => p { (page.tell("page-proof-none", &[("why", page.words.describe("proof", why).into())])) },
                Err(why) => p.wrong role="alert" { (page.tell("page-proof-fails", &[("why", page.words.describe("proof", why).into())])) },
            }
        }
    };
    Ok(page.show(&title, &main))
}

/// What all throws together prove, and what that means.
pub(crate) fn summary(page: &Page<'_>, checked: &VerifiedTable) -> Markup {
    html! {
        @if checked.table.dice() == DiceKind::Real {
            p { (page.say("verify-real")) }
        } @else {
            ul { @for line in summarize(checked, page.words) { li { (line) } } }
            p { (page.say("page-proof-means")) }
        }
    }
}

/// How to check without this server, which otherwise checks itself.
fn independent_check(page: &Page<'_>, checked: &VerifiedTable) -> Markup {
    let id = checked.table.id();
    html! {
        h2 { (page.say("page-proof-yourself")) }
        p { (page.say("page-proof-how")) }
        p.row { a.button href={ "/api/v1/tables/" (id) "/record" } download { (page.say("page-record")) } }
        pre { code { "kosti verify " (id) ".kosti" } }
        p.faint { (page.say("page-proof-docs")) }
    }
}

pub(crate) fn throws(page: &Page<'_>, checked: &VerifiedTable) -> Markup {
    let renderer = DiceRenderer::of(checked.table.rules(), page.language());
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
                                td { (renderer.row(&throw.dice.faces().collect::<Vec<u8>>())) }
                                td { (describe_throw(throw, page.words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
