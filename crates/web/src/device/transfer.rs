//! Tables as files: all tables of the device in one, and records brought to the device.

use std::convert::Infallible;
use std::sync::Arc;

use axum::RequestExt as _;
use axum::body::Body;
use axum::extract::multipart::Multipart;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use kosti_app::{App, AppError, ImportError, ImportedTable};
use kosti_table::CommandError;
use maud::{Markup, html};

use super::{DeviceState, MOST_FILE, bundle};
use crate::extract::{Caller, token_cookie};
use crate::preferences::Preferences;
use crate::problem::Problem;
use crate::shell::Page;

/// The text that was sent: a file, or what was pasted where no file was chosen.
pub(super) struct Upload(pub(super) Result<String, Problem>);

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Infallible;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, Infallible> {
        Ok(Self(read_text(request).await))
    }
}

async fn read_text(request: Request<Body>) -> Result<String, Problem> {
    let too_large = |_| Problem::from(AppError::TooLarge { most: MOST_FILE });
    let mut form: Multipart = request.extract().await.map_err(|_| Problem::BadUpload)?;
    let mut found = String::new();
    while let Some(field) = form.next_field().await.map_err(|_| Problem::BadUpload)? {
        let bytes = field.bytes().await.map_err(too_large)?;
        let text = String::from_utf8(bytes.into()).map_err(|_| Problem::NotText)?;
        if found.trim().is_empty() {
            found = text;
        }
    }
    Ok(found.replace("\r\n", "\n"))
}

/// `GET /device/tables.kosti`: every table that has begun, with the tokens of its owner, so that they can be played on elsewhere.
pub(super) async fn export(State(state): State<DeviceState>, caller: Caller) -> Result<Response, Problem> {
    let mut file = String::new();
    for line in state.lists.all_tables(&[]) {
        match state.app.record(line.id).await {
            Ok(record) => bundle::push(&mut file, line.id, caller.token(line.id), &record),
            // Nothing has happened there, or it is damaged; the others are saved.
            Err(AppError::Refused { why: CommandError::NotStarted } | AppError::Unreadable { .. }) => {}
            Err(problem) => return Err(problem.into()),
        }
    }
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"tables.kosti\"");
    Ok(([kind, name], file).into_response())
}

/// `POST /device/import`: records of one table or of many.
pub(super) async fn import(
    State(app): State<Arc<App>>,
    preferences: Preferences,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    let text = sent?;
    let page = Page::new(&app, &preferences, "/device");
    let (mut outcomes, mut cookies) = (Vec::new(), Vec::new());
    for part in bundle::parts(&text) {
        let outcome = app.import_table(part.record).await?;
        if let (Ok(imported), Some(token)) = (&outcome, part.token) {
            cookies.push(token_cookie(imported.id, token));
        }
        outcomes.push(outcome);
    }
    let title = page.say("device-imported");
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            ul role="status" { @for outcome in &outcomes { li { (describe(&page, outcome)) } } }
            p.row { a.button href="/device" { (page.say("device-title")) } a.button href="/" { (page.say("page-home")) } }
        }
    };
    let mut response = page.show(&title, &main);
    for cookie in cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

fn describe(page: &Page<'_>, outcome: &Result<ImportedTable, ImportError>) -> Markup {
    match outcome {
        Ok(imported) => html! {
            a href={ "/t/" (imported.id) } { (imported.id) } ": "
            (page.say(if imported.added > 0 { "device-added" } else { "device-known" }))
        },
        Err(ImportError::OtherHistory) => html! { (page.say("device-other-history")) },
        Err(ImportError::Unproven(why)) => {
            html! { (page.tell("device-unproven", &[("why", page.words.describe("proof", why).into())])) }
        }
    }
}
