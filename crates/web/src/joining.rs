//! Sitting down: by a link, or by a code.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use kosti_app::{App, AppError, JoinBody, TableSession};
use kosti_journal::TableId;
use maud::{Markup, html};

use super::form::{Form, Query};
use super::opening::enter_table;
use super::preferences::Preferences;
use super::redirect::see_other;
use super::share_card;
use super::shell::{Page, Preview};
use crate::extract::{Address, Caller, Origin};
use crate::problem::Problem;

/// `/join?code=…`: an invitation's code, or its whole link.
pub(super) async fn by_code(
    State(app): State<Arc<App>>,
    Address(address): Address,
    preferences: Preferences,
    Query(asked): Query,
) -> Result<Response, Problem> {
    let typed = asked.get("code").unwrap_or_default();
    let link = typed.rsplit_once("/j/").map(|(_, rest)| rest.trim_end_matches('/'));
    if let Some((table, invite)) = link.and_then(|rest| rest.split_once('/'))
        && let Ok(table) = table.parse::<TableId>()
    {
        return Ok(see_other(&format!("/j/{table}/{}", plain(invite))));
    }
    let code = plain(typed);
    if let Some(table) = app.find_by_code(&code, address).await? {
        return Ok(see_other(&format!("/j/{table}/{code}")));
    }
    let page = Page::new(&app, &preferences, "/");
    let title = page.say("page-join");
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            p.wrong role="alert" { (page.tell("page-code-unknown", &[("code", typed.into())])) }
            (code_form(&page, typed))
        }
    };
    Ok(page.show_with(StatusCode::NOT_FOUND, &title, &main))
}

/// The form for an invitation's code or link.
pub(super) fn code_form(page: &Page<'_>, typed: &str) -> Markup {
    html! {
        form.inline action="/join" method="get" {
            label.visually-hidden for="code" { (page.say("page-code")) }
            input #code name="code" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" value=(typed) placeholder=(page.say("page-code"));
            button { (page.say("page-join-go")) }
        }
    }
}

/// A code without spaces and hyphens, in lower case.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// `/j/{table}/{invite}`: the players at the table, and a form to join them.
pub(super) async fn invited(
    State(app): State<Arc<App>>,
    Path((table, invite)): Path<(String, String)>,
    Address(address): Address,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| AppError::UnknownTable)?;
    let session = app.check_invitation(table, &invite, address).await?;
    let seated = {
        let state = session.lock().await;
        caller.key(table).is_some_and(|key| state.table.seats_of(&key).next().is_some())
    };
    if seated {
        return Ok(see_other(&format!("/t/{table}")));
    }
    show(&app, &preferences, &origin, &session, &invite, (&preferences.name, None)).await
}

async fn show(
    app: &App,
    preferences: &Preferences,
    origin: &Origin,
    session: &TableSession,
    invite: &str,
    (name, problem): (&str, Option<&Problem>),
) -> Result<Response, Problem> {
    let path = format!("/j/{}/{invite}", session.id);
    let page = Page::new(app, preferences, &path);
    let state = session.lock().await;
    let game = session.rules.name.get(page.language()).to_owned();
    let chairs = state.table.chairs();
    let free = chairs.iter().any(|chair| matches!(chair.who, kosti_table::Who::Nobody));
    let names: Vec<&str> = chairs.iter().map(|c| c.name.as_str()).filter(|name| !name.is_empty()).collect();
    let title = page.tell("page-invited", &[("game", game.into())]);
    let main: Markup = html! {
        main #main.narrow {
            h1 { (title) }
            @if !names.is_empty() { p { (page.tell("page-at-table", &[("names", names.join(", ").into())])) } }
            @if let Some(problem) = problem { p.wrong role="alert" { (problem.detail(page.words)) } }
            @if free {
                form.inline method="post" action=(path) {
                    label for="name" { (page.say("page-your-name")) }
                    input #name name="name" required maxlength="60" autocomplete="nickname" value=(name);
                    button.primary { (page.say("page-sit-down")) }
                }
            } @else {
                p { (page.say("page-no-seat")) }
            }
            p { a.button href={ "/t/" (session.id) } { (page.say("page-watch")) } }
        }
    };
    let at_table = page.tell("page-at-table", &[("names", names.join(", ").into())]);
    drop(state);
    let image = share_card::address(&origin.0, session.id, page.language());
    let preview =
        Preview { title: title.clone(), description: at_table, url: format!("{}{path}", origin.0), image };
    Ok(page.show_previewed(problem.map_or(StatusCode::OK, Problem::status), &title, &preview, &main))
}

/// `POST /j/{table}/{invite}`: sits down.
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path((table, invite)): Path<(String, String)>,
    Address(address): Address,
    caller: Caller,
    preferences: Preferences,
    origin: Origin,
    form: Form,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| AppError::UnknownTable)?;
    let name = form.get("name").unwrap_or_default().trim().to_owned();
    let body =
        JoinBody { invite: invite.clone(), name: name.clone(), seat: None, anchor: None, command: None };
    match app.join(table, address, &caller, body).await {
        Ok((session, token)) => Ok(enter_table(&session, &token, Some(&name))),
        Err(why @ AppError::Refused { .. }) => {
            let problem = Problem::from(why);
            let session = app.table(table).await?;
            show(&app, &preferences, &origin, &session, &invite, (&name, Some(&problem))).await
        }
        Err(why) => Err(why.into()),
    }
}
