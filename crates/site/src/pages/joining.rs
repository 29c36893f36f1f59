//! Sitting down: by a link, or by a code.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kosti_journal::TableId;
use maud::{Markup, html};

use super::filled::Filled;
use super::look::Look;
use super::opening::arrived;
use super::redirect::see_other;
use super::shell::Page;
use crate::api::{JoinBody, present, sit_down};
use crate::caller::{Address, Caller};
use crate::problem::Problem;
use crate::room::Room;
use crate::site::Site;

/// `/join?code=…`: a code as it was told, or a link as it was sent.
pub(super) async fn by_code(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    look: Look,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let asked = Filled::parse(query.as_deref().unwrap_or_default());
    let typed = asked.get("code").unwrap_or_default();
    let link = typed.rsplit_once("/j/").map(|(_, rest)| rest.trim_end_matches('/'));
    if let Some((table, invite)) = link.and_then(|rest| rest.split_once('/'))
        && let Ok(table) = table.parse::<TableId>()
    {
        return Ok(see_other(&format!("/j/{table}/{}", plain(invite))));
    }
    if let Some(limits) = &site.limits {
        limits.guess(address)?;
    }
    let code = plain(typed);
    if let Some(table) = site.invited_to(&code).await {
        return Ok(see_other(&format!("/j/{table}/{code}")));
    }
    let page = Page::new(&site, &look, "/");
    let title = page.say("page-join");
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            p.wrong role="alert" { (page.tell("page-code-unknown", &[("code", typed.into())])) }
            form.inline action="/join" method="get" {
                label for="code" { (page.say("page-code")) }
                input #code name="code" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" value=(typed);
                button { (page.say("page-join-go")) }
            }
        }
    };
    Ok(page.show_with(StatusCode::NOT_FOUND, &title, &main))
}

/// A code without what people put between its letters.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// `/j/{table}/{invite}`: who is there, and a place to say who comes.
pub(super) async fn invited(
    State(site): State<Arc<Site>>,
    Path((table, invite)): Path<(String, String)>,
    Address(address): Address,
    caller: Caller,
    look: Look,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| Problem::UnknownTable)?;
    if let Some(limits) = &site.limits {
        limits.guess(address)?;
    }
    let room = present(&site, table).await?;
    if !site.hall.master.invites(table, &invite) {
        return Err(Problem::NotInvited);
    }
    let seated = {
        let inside = room.lock().await;
        caller.key(table).is_some_and(|key| inside.table.seats_of(&key).next().is_some())
    };
    if seated {
        return Ok(see_other(&format!("/t/{table}")));
    }
    show(&site, &look, &room, &invite, &look.name, None).await
}

async fn show(
    site: &Site,
    look: &Look,
    room: &Room,
    invite: &str,
    name: &str,
    problem: Option<&Problem>,
) -> Result<Response, Problem> {
    let path = format!("/j/{}/{invite}", room.id);
    let page = Page::new(site, look, &path);
    let inside = room.lock().await;
    let game = room.rules.name.get(page.language()).to_owned();
    let chairs = inside.table.chairs();
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
            p { a.button href={ "/t/" (room.id) } { (page.say("page-watch")) } }
        }
    };
    drop(inside);
    Ok(page.show_with(problem.map_or(StatusCode::OK, Problem::status), &title, &main))
}

/// `POST /j/{table}/{invite}`: sits down.
pub(super) async fn join(
    State(site): State<Arc<Site>>,
    Path((table, invite)): Path<(String, String)>,
    Address(address): Address,
    caller: Caller,
    look: Look,
    filled: Filled,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| Problem::UnknownTable)?;
    let name = filled.get("name").unwrap_or_default().trim().to_owned();
    let body =
        JoinBody { invite: invite.clone(), name: name.clone(), seat: None, anchor: None, command: None };
    match sit_down(&site, table, address, &caller, body).await {
        Ok((room, token)) => Ok(arrived(&room, &token, Some(&name))),
        Err(problem @ Problem::Refused { .. }) => {
            let room = present(&site, table).await?;
            show(&site, &look, &room, &invite, &name, Some(&problem)).await
        }
        Err(problem) => Err(problem),
    }
}
