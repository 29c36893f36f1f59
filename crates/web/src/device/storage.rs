//! `/device`: the tables on this device, and how safe they are there.

use axum::extract::State;
use axum::response::Response;
use kosti_projections::{Status, TableLine};
use maud::{Markup, html};

use super::{DeviceState, StorageUse};
use crate::extract::Caller;
use crate::home;
use crate::preferences::Preferences;
use crate::problem::Problem;
use crate::shell::Page;

pub(super) async fn show(
    State(state): State<DeviceState>,
    caller: Caller,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let page = Page::new(&state.app, &preferences, "/device");
    let storage = state.host.storage().await;
    let tables = state.lists.all_tables(&caller.keys());
    let games = home::games(&state.app);
    let title = page.say("device-title");
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            p { (page.say("device-about")) }
            // Until there is a table there is nothing to keep.
            @if !tables.is_empty() { (keeping(&page, storage)) }
            h2 { (page.tell("device-tables", &[("count", tables.len().into())])) }
            @if tables.is_empty() { p { (page.say("device-none")) } }
            ul.tables { @for line in &tables { li { (home::own_table(&page, &games, line)) (record_link(&page, line)) } } }
            @if tables.iter().any(has_begun) {
                h2 { (page.say("device-export")) }
                p { (page.say("device-export-about")) }
                p.row { a.button href="/device/tables.kosti" download { (page.say("device-export-all")) } }
            }
            h2 { (page.say("device-import")) }
            p { (page.say("device-import-about")) }
            form.own method="post" action="/device/import" enctype="multipart/form-data" {
                p {
                    label for="file" { (page.say("verify-choose")) }
                    input #file type="file" name="file" required accept=".kosti,text/plain";
                }
                p.row { button.primary { (page.say("device-import-go")) } }
            }
            h2 { (page.say("verify-title")) }
            p { (page.say("verify-about")) }
            p.row { a.button href="/verify" { (page.say("verify-title")) } }
        }
    };
    Ok(page.show(&title, &main))
}

fn has_begun(line: &TableLine) -> bool {
    line.status != Status::Seating && line.unreadable.is_none()
}

fn record_link(page: &Page<'_>, line: &TableLine) -> Markup {
    html! {
        @if let Some(why) = &line.unreadable { p.wrong { (page.tell("device-unreadable", &[("why", why.into())])) } }
        @if has_begun(line) { a href={ "/api/v1/tables/" (line.id) "/record" } download { (page.say("page-record")) } }
    }
}

/// How much is stored, and whether the browser keeps it. The script asks the browser when the button is pressed.
fn keeping(page: &Page<'_>, storage: Option<StorageUse>) -> Markup {
    let used = storage.and_then(|storage| storage.used);
    let kept = storage.is_some_and(|storage| storage.kept);
    html! {
        @if let Some((used, most)) = used {
            p { (page.tell("device-used", &[("used", format!("{:.1}", used / 1e6).into()), ("most", format!("{:.1}", most / 1e9).into())])) }
        }
        @if kept {
            p { "✓ " (page.say("device-kept")) }
        } @else {
            p { (page.say("device-not-kept")) }
            p.row { button type="button" data-keep=(page.say("device-refused")) { (page.say("device-keep")) } }
            p #keep-answer role="status" {}
        }
    }
}
