//! The balance report of a game, bundled or from a rules file in the request.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::{App, JobStatus};
use kosti_query::balance::{Balance, Section};
use kosti_table::CompiledRules;
use maud::{Markup, html};

use super::chart;
use super::game_value::{RetryForm, WISH};
use super::preferences::Preferences;
use super::requested_game::RequestedGame;
use super::shell::Page;
use super::upload::Upload;
use super::{custom_game, rules_text};
use crate::extract::Address;
use crate::problem::Problem;

/// `/rules/{game}/balance?house-OPTION=CHOICE`
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    game: RequestedGame,
    Address(address): Address,
    preferences: Preferences,
) -> Response {
    let action = format!("/rules/{}/balance", game.compiled.rules.id);
    let path = format!("{action}{}", game.house);
    let page = Page::new(&app, &preferences, &path);
    let balance = app.game_reports().balance(address, &game.compiled, game.asked.has(WISH)).await;
    let again = RetryForm { method: "get", action: &action, fields: game.house_inputs() };
    let back = html! { a.button href={ "/rules/" (game.compiled.rules.id) (game.house) } { (page.say("page-rules")) } };
    render(&page, &game.compiled, &balance, &again, &back)
}

/// `POST /own/balance`
pub(super) async fn of_file(
    State(app): State<Arc<App>>,
    Address(address): Address,
    preferences: Preferences,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    let form = sent?;
    let compiled = custom_game::submitted_rules(&app, address, &form, preferences.language).await?;
    let page = Page::new(&app, &preferences, "/own");
    let balance = app.game_reports().balance(address, &compiled, form.has(WISH)).await;
    let fields = custom_game::hidden_with_house(&compiled);
    let back = html! {
        form method="post" action="/own" { (fields) button { (page.say("page-back")) } }
    };
    let again = RetryForm { method: "post", action: "/own/balance", fields };
    Ok(render(&page, &compiled, &balance, &again, &back))
}

fn render(
    page: &Page<'_>,
    compiled: &CompiledRules,
    status: &JobStatus<Arc<Balance>>,
    again: &RetryForm<'_>,
    back: &Markup,
) -> Response {
    let rules = &compiled.rules;
    let name = rules.name.get(page.language());
    let title = page.tell("page-balance-of", &[("game", name.into())]);
    let main = html! {
        main #main.narrow.rules {
            h1 { (title) }
            p { (page.say("page-balance-about")) }
            (rules_text::house_rule_differences(page, rules))
            div.row { (back) }
            // The script puts this in its place anew while it waits.
            div #outlook {
                @match status {
                    JobStatus::Ready(balance) => {
                        @for part in balance.describe(rules, page.words) { (section(page, &part)) }
                    }
                    JobStatus::Failed(problem) => p { (problem.detail(page.words)) },
                    JobStatus::Working => {
                        p role="status" { (page.say("page-balance-working")) }
                        (again.render(page, "page-look-again", true, true))
                    }
                    JobStatus::Unasked => {
                        p { (page.say("page-outlook-long")) }
                        (again.render(page, "page-outlook-wish", true, false))
                    }
                }
            }
        }
    };
    page.show(&title, &main)
}

fn section(page: &Page<'_>, part: &Section) -> Markup {
    let title = format!("{}-title", part.id);
    html! {
        section id=(part.id) aria-labelledby=(title) {
            h2 id=(title) { (part.title) }
            @for text in &part.text { p { (text) } }
            @if !part.bins.is_empty() { (chart::likely(page, &part.bins)) }
            @if part.table.len() > 1 {
                div.sheet-scroll tabindex="0" role="group" aria-labelledby=(title) { (table(part)) }
            }
        }
    }
}

fn table(part: &Section) -> Markup {
    let head = &part.table[0];
    // A bar beside the number it draws, as long as the number is of the largest.
    let number = |cell: &str| -> f64 { cell.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0) };
    let of = |row: &[String]| part.bar.and_then(|column| row.get(column)).map_or(0.0, |cell| number(cell));
    let most = part.table[1..].iter().map(|row| of(row)).fold(0.0, f64::max);
    html! {
        table.figures {
            thead { tr {
                @for cell in head { th scope="col" { (cell) } }
                @if part.bar.is_some() { td {} }
            } }
            tbody {
                @for row in &part.table[1..] {
                    tr {
                        @for (nth, cell) in row.iter().enumerate() {
                            @if nth == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                        }
                        @if part.bar.is_some() { td.drawn { (chart::bar(of(row) / most.max(f64::MIN_POSITIVE))) } }
                    }
                }
            }
        }
    }
}
