//! The rules of a game, from its file: under any house rules, with what perfect play brings.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use kosti_rules::Rules;
use kosti_table::Booked;
use maud::{Markup, html};

use super::filled::Filled;
use super::look::Look;
use super::outlook::{Again, Prospect};
use super::shell::Page;
use super::{explained, home, opening};
use crate::api::{present, read, rules_of};
use crate::caller::{Address, At};
use crate::problem::Problem;
use crate::site::Site;

/// `/rules`: all games.
pub(super) async fn all(State(site): State<Arc<Site>>, look: Look) -> Response {
    let page = Page::new(&site, &look, "/rules");
    let title = page.say("page-rules-all");
    let language = page.language();
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            @for (family, games) in home::families(&home::games(&site)) {
                h2 { (page.say(family)) }
                ul.tables {
                    @for rules in games {
                        li {
                            a.table-link href={ "/rules/" (rules.id) } {
                                strong { (rules.name.get(language)) }
                                span.faint { (rules.about.get(language)) }
                            }
                        }
                    }
                }
            }
            p { a.button href="/own" { (page.say("page-own")) } }
        }
    };
    page.show(&title, &main)
}

/// `/rules/{game}?house-OPTION=CHOICE`
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
    let chosen = chosen(&booked.rules);
    let path = format!("/rules/{id}{chosen}");
    let page = Page::new(&site, &look, &path);
    let rules = &booked.rules;
    let links = html! {
        a.button.primary href={ "/open/" (id) (chosen) } { (page.say("page-open")) }
        a.button href={ "/print/" (id) (chosen) } { (page.say("page-print-empty")) }
        a.button href={ "/rules/" (id) "/balance" (chosen) } { (page.say("page-balance")) }
        a.button href={ "/own?game=" (id) } { (page.say("page-change-rules")) }
    };
    let choosing = html! {
        @if !rules.house.is_empty() {
            form method="get" action={ "/rules/" (id) } { (choosing(&page, rules)) }
        }
    };
    let prospect = Prospect::of(&site, address, &booked, &asked).await;
    Ok(shown(&page, &booked, &prospect, &links, &choosing))
}

/// `/t/{table}/rules`: those of a table, which no file need be for.
pub(super) async fn of_table(
    State(site): State<Arc<Site>>,
    At(table): At,
    RawQuery(query): RawQuery,
    Address(address): Address,
    look: Look,
) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let booked = room.lock().await.table.booked().clone();
    let path = format!("/t/{table}/rules");
    let page = Page::new(&site, &look, &path);
    let links = html! {
        a.button.primary href={ "/t/" (table) } { (page.say("page-to-table")) }
        a.button href={ "/t/" (table) "/print" } { (page.say("page-print")) }
        a.button href={ "/api/v1/tables/" (table) "/rules" } download={ (booked.rules.id) ".toml" } { (page.say("page-rules-file")) }
    };
    let asked = Filled::parse(query.as_deref().unwrap_or_default());
    let prospect = Prospect::of(&site, address, &booked, &asked).await;
    Ok(shown(&page, &booked, &prospect, &links, &html! {}))
}

fn shown(
    page: &Page<'_>,
    booked: &Booked,
    prospect: &Prospect,
    links: &Markup,
    choosing: &Markup,
) -> Response {
    let rules = &booked.rules;
    let told = page.words.explain_rules(rules);
    let (action, query) = page.path.split_once('?').unwrap_or((page.path, ""));
    // A new middle of the page would undo what somebody is just choosing in it.
    let waits = prospect.waits() && choosing.0.is_empty();
    let again = Again { method: "get", action, fields: hidden(&Filled::parse(query)) };
    let title = page.tell("page-rules-of", &[("game", (&told.name).into())]);
    let main = html! {
        main #main.narrow.rules data-wait[waits] {
            h1 { (told.name) }
            (explained::head(&told))
            p.row { (links) }
            (explained::differs(page, rules))
            (prospect.section(page, rules, &again))
            (choosing)
            (explained::body(page, &told))
        }
    };
    page.show(&title, &main)
}

/// Fields that are sent along unseen.
pub(super) fn hidden(fields: &Filled) -> Markup {
    html! { @for (name, value) in fields.all() { input type="hidden" name=(name) value=(value); } }
}

/// House rules to choose from, inside a form that shows the rules under them.
pub(super) fn choosing(page: &Page<'_>, rules: &Rules) -> Markup {
    let changed = rules.house.iter().any(|option| option.chosen > 0);
    html! {
        details.house open[changed] {
            summary { (page.say("rules-house")) }
            (opening::house_options(page, rules))
            p.row { button { (page.say("page-show-rules")) } }
        }
    }
}

/// The choices that differ from the standard, as a query.
pub(super) fn chosen(rules: &Rules) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for option in rules.house.iter().filter(|option| option.chosen > 0) {
        query.append_pair(&format!("house-{}", option.id), option.choice());
    }
    let query = query.finish();
    if query.is_empty() { query } else { format!("?{query}") }
}
