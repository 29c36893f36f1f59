//! `/t/{table}/history`: everything that happened, oldest first, with what was corrected and taken back.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use kosti_app::App;
use maud::{Markup, html};

use super::preferences::Preferences;
use super::shell::Page;
use super::timeline::{self, DescribedEvent};
use crate::extract::At;
use crate::problem::Problem;

pub(super) async fn show(
    State(app): State<Arc<App>>,
    At(table): At,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let over = session.lock().await.table.state().is_some_and(|state| state.outcome().is_some());
    let events = timeline::describe_events(&app, table, preferences.language).await?;
    let path = format!("/t/{table}/history");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-history");
    let days = events.chunk_by(|one, next| day(one.at) == day(next.at));
    let main = html! {
        main #main.narrow {
            h1 { (title) ": " (session.rules.name.get(page.language())) }
            p.row {
                a.button href={ "/t/" (table) } { (page.say("page-to-table")) }
                @if over { a.button href={ "/t/" (table) "/replay/0" } { (page.say("replay-link")) } }
                a.button href={ "/t/" (table) "/dice" } { (page.say("page-check-dice")) }
            }
            p.faint { (page.say("page-times")) }
            @for events in days {
                h2 { time datetime=(day(events[0].at)) { (day(events[0].at)) } }
                ol.history { @for event in events { (line(&page, event)) } }
            }
        }
    };
    Ok(page.show(&title, &main))
}

fn line(page: &Page<'_>, event: &DescribedEvent) -> Markup {
    let at = universal_time(event.at);
    let time = format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second());
    html! {
        li .taken-back[event.undone] {
            time datetime={ (day(event.at)) "T" (time) "Z" } { (time) }
            div {
                @if event.correction { strong.badge { "✎ " (page.say("page-correction")) } " " }
                @if event.undone { strong.badge { "↩ " (page.say("page-taken-back")) } " " }
                @match (&event.leads_to, event.undone) {
                    (Some(table), _) => a href={ "/t/" (table) } { (event.said) },
                    (None, true) => s { (event.said) },
                    (None, false) => (event.said),
                }
            }
        }
    }
}

fn day(at: i64) -> String {
    let at = universal_time(at);
    format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day())
}

/// A moment, in universal time: a server does not know where its readers are.
fn universal_time(at: i64) -> DateTime {
    Offset::UTC.to_datetime(Timestamp::from_millisecond(at).unwrap_or_default())
}
