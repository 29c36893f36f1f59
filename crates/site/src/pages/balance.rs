//! What somebody who makes a game wants to know, as a page: of a bundled game, or of a file that was sent along.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use kosti_ask::balance::{Balance, Section};
use kosti_table::Booked;
use maud::{Markup, html};

use super::chart;
use super::filled::Filled;
use super::look::Look;
use super::outlook::{Again, WISH};
use super::shell::Page;
use super::upload::Upload;
use super::{explained, own, rules};
use crate::api::{read, rules_of};

use crate::caller::Address;
use crate::problem::Problem;
use crate::site::Site;
use crate::worked::Known;

/// `/rules/{game}/balance?house-OPTION=CHOICE`
pub(super) async fn of_game(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
    Address(address): Address,
    look: Look,
) -> Result<Response, Problem> {
    let (id, text) = rules_of(Some(&game), None).map_err(|_| Problem::NotFound)?;
    let asked = Filled::parse(query.as_deref().unwrap_or_default());
    let booked = read(&site, &id, &text, &asked.house(), look.language).await?;
    let chosen = rules::chosen(&booked.rules);
    let path = format!("/rules/{id}/balance{chosen}");
    let page = Page::new(&site, &look, &path);
    let weighed = weighed(&site, address, &booked, &asked).await;
    let action = format!("/rules/{id}/balance");
    let fields = rules::hidden(&Filled::parse(chosen.trim_start_matches('?')));
    let again = Again { method: "get", action: &action, fields };
    let back = html! { a.button href={ "/rules/" (id) (chosen) } { (page.say("page-rules")) } };
    Ok(shown(&page, &booked, &weighed, &again, &back))
}

/// `POST /own/balance`
pub(super) async fn of_file(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    look: Look,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    let filled = sent?;
    let booked = own::sent(&site, address, &filled, look.language).await?;
    let page = Page::new(&site, &look, "/own");
    let weighed = weighed(&site, address, &booked, &filled).await;
    let fields = own::hidden_with_house(&booked);
    let back = html! {
        form method="post" action="/own" { (fields) button { (page.say("page-back")) } }
    };
    let again = Again { method: "post", action: "/own/balance", fields };
    Ok(shown(&page, &booked, &weighed, &again, &back))
}

async fn weighed(
    site: &Arc<Site>,
    address: IpAddr,
    booked: &Arc<Booked>,
    asked: &Filled,
) -> Known<Arc<Balance>> {
    let asker = (site.limits.as_ref(), address);
    site.balances.of(&site.hall.coaches, asker, booked, asked.has(WISH)).await
}

fn shown(
    page: &Page<'_>,
    booked: &Booked,
    weighed: &Known<Arc<Balance>>,
    again: &Again<'_>,
    back: &Markup,
) -> Response {
    let rules = &booked.rules;
    let name = rules.name.get(page.language());
    let title = page.tell("page-balance-of", &[("game", name.into())]);
    let main = html! {
        main #main.narrow.rules {
            h1 { (title) }
            p { (page.say("page-balance-about")) }
            (explained::differs(page, rules))
            div.row { (back) }
            // The script puts this in its place anew while it waits.
            div #outlook {
                @match weighed {
                    Known::Ready(balance) => {
                        @for part in balance.told(rules, page.words) { (section(page, &part)) }
                    }
                    Known::Failed(problem) => p { (problem.detail(page.words)) },
                    Known::Working => {
                        p role="status" { (page.say("page-balance-working")) }
                        (asking(page, again, "page-look-again", true))
                    }
                    Known::Unasked => {
                        p { (page.say("page-outlook-long")) }
                        (asking(page, again, "page-outlook-wish", false))
                    }
                }
            }
        }
    };
    page.show(&title, &main)
}

/// The same page once more: sent by the script while it waits, or by a person.
fn asking(page: &Page<'_>, again: &Again<'_>, said: &str, waits: bool) -> Markup {
    html! {
        form method=(again.method) action=(again.action) data-again[waits] {
            (again.fields)
            input type="hidden" name=(WISH) value="1";
            button { (page.say(said)) }
        }
    }
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
