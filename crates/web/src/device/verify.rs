//! `/verify`: the dice of any server, checked by this device: a record that was downloaded, or a table by its address.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kosti_app::App;
use kosti_table::{VerifiedTable, VerifyError};
use maud::{Markup, html};

use super::table_address::record_address;
use super::transfer::Upload;
use super::{DeviceState, FetchError, MOST_FILE};
use crate::dice_proof_page;
use crate::form::Form;
use crate::preferences::Preferences;
use crate::problem::Problem;
use crate::shell::Page;

const PATH: &str = "/verify";

/// What was found out.
enum Outcome {
    Checked(Result<Box<VerifiedTable>, VerifyError>),
    NoAddress,
    NotFetched(FetchError),
}

/// `GET /verify`, and with `?table=ADDRESS` the table of another server, which is asked for its record.
pub(super) async fn form(
    State(state): State<DeviceState>,
    preferences: Preferences,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let asked = Form::parse(query.as_deref().unwrap_or_default());
    let page = Page::new(&state.app, &preferences, PATH);
    let Some(typed) = asked.get("table") else { return Ok(show(&page, "", None)) };
    let outcome = match record_address(typed) {
        None => Outcome::NoAddress,
        Some(address) => match state.host.fetch_record(address, MOST_FILE).await {
            Ok(record) => Outcome::Checked(state.app.verify_record(&record).await?.map(Box::new)),
            Err(why) => Outcome::NotFetched(why),
        },
    };
    Ok(show(&page, typed, Some(&outcome)))
}

/// `POST /verify` with a record.
pub(super) async fn check(
    State(app): State<Arc<App>>,
    preferences: Preferences,
    Upload(record): Upload,
) -> Result<Response, Problem> {
    let page = Page::new(&app, &preferences, PATH);
    let outcome = Outcome::Checked(app.verify_record(&record?).await?.map(Box::new));
    Ok(show(&page, "", Some(&outcome)))
}

fn show(page: &Page<'_>, typed: &str, outcome: Option<&Outcome>) -> Response {
    let title = page.say("verify-title");
    let status = match outcome {
        None | Some(Outcome::Checked(Ok(_))) => StatusCode::OK,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            @if let Some(outcome) = outcome { (describe(page, outcome)) }
            p { (page.say("verify-about")) }
            form.inline action=(PATH) method="get" {
                label for="table" { (page.say("verify-address")) }
                input #table name="table" type="url" required autocomplete="off" autocapitalize="none" spellcheck="false" value=(typed) placeholder="https://…/t/…";
                button.primary { (page.say("verify-fetch")) }
            }
            p.faint { (page.say("verify-asks")) }
            h2 { (page.say("verify-file")) }
            form.own method="post" action=(PATH) enctype="multipart/form-data" {
                p {
                    label for="file" { (page.say("verify-choose")) }
                    input #file type="file" name="file" accept=".kosti,text/plain";
                }
                p {
                    label for="record" { (page.say("verify-paste")) }
                    textarea #record name="record" rows="6" spellcheck="false" autocapitalize="none" autocomplete="off" {}
                }
                p.row { button.primary { (page.say("verify-check")) } }
            }
        }
    };
    page.show_with(status, &title, &main)
}

fn describe(page: &Page<'_>, outcome: &Outcome) -> Markup {
    let wrong = |text: String| html! { p.wrong role="alert" { (text) } };
    match outcome {
        Outcome::NoAddress => wrong(page.say("verify-no-address")),
        Outcome::NotFetched(FetchError::Unreachable) => wrong(page.say("verify-unreachable")),
        Outcome::NotFetched(FetchError::TooLong) => wrong(page.say("verify-too-long")),
        Outcome::NotFetched(FetchError::Status(status)) => {
            wrong(page.tell("verify-status", &[("status", usize::from(*status).into())]))
        }
        Outcome::Checked(Err(why)) => {
            wrong(page.tell("page-proof-fails", &[("why", page.words.describe("proof", why).into())]))
        }
        Outcome::Checked(Ok(checked)) => html! {
            section aria-labelledby="found" role="status" {
                h2 #found { "✓ " (page.say("verify-holds")) }
                p { (checked.table.rules().name.get(page.language())) ": " (checked.record.tags.players.join(", ")) " (" (checked.table.id()) ")" }
                (dice_proof_page::summary(page, checked))
            }
            (dice_proof_page::throws(page, checked))
        },
    }
}
