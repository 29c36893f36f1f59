//! The rules page of a game, under any house rules, with the value of perfect play.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::App;
use kosti_rules::Rules;
use kosti_table::CompiledRules;
use maud::{Markup, html};

use super::drawing::drawing;
use super::form::{Form, Query};
use super::game_value::{Outlook, RetryForm};
use super::preferences::Preferences;
use super::requested_game::RequestedGame;
use super::shell::Page;
use super::{catalogue, home, opening, rules_text};
use crate::extract::{Address, At};
use crate::problem::Problem;

/// `/rules`: all games.
pub(super) async fn index(State(app): State<Arc<App>>, preferences: Preferences) -> Response {
    let page = Page::new(&app, &preferences, "/rules");
    let title = page.say("page-rules-all");
    let language = page.language();
    let games = home::games(&app);
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            @for (group, games) in catalogue::sections(&games.iter().collect::<Vec<_>>()) {
                h2 { (page.say(group)) }
                ul.tables {
                    @for rules in games {
                        li {
                            a.table-link.of-game href={ "/rules/" (rules.id) } {
                                (drawing(rules))
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
    State(app): State<Arc<App>>,
    game: RequestedGame,
    Address(address): Address,
    preferences: Preferences,
) -> Response {
    let (rules, house) = (&game.compiled.rules, &game.house);
    let id = &rules.id;
    let path = format!("/rules/{id}{house}");
    let page = Page::new(&app, &preferences, &path);
    let links = html! {
        a.button.primary href={ "/open/" (id) (house) } { (page.say("page-open")) }
        form method="post" action="/play" {
            input type="hidden" name="game" value=(id);
            (game.house_inputs())
            button name="learn" value="1" { (page.say("page-learn")) }
        }
        p.more-links {
            a href={ "/print/" (id) (house) } { (page.say("page-print-empty")) }
            a href={ "/rules/" (id) "/balance" (house) } { (page.say("page-balance")) }
            a href={ "/own?game=" (id) } { (page.say("page-change-rules")) }
        }
    };
    let choosing = html! {
        @if !rules.house.is_empty() {
            form method="get" action={ "/rules/" (id) } { (house_rules_choice(&page, rules)) }
        }
    };
    let outlook = Outlook::of(&app, address, &game.compiled, &game.asked).await;
    render(&page, &game.compiled, &outlook, &links, &choosing)
}

/// `/t/{table}/rules`: the rules of a table, bundled or not.
pub(super) async fn of_table(
    State(app): State<Arc<App>>,
    At(table): At,
    Query(asked): Query,
    Address(address): Address,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let compiled = session.lock().await.table.compiled().clone();
    let path = format!("/t/{table}/rules");
    let page = Page::new(&app, &preferences, &path);
    let links = html! {
        a.button.primary href={ "/t/" (table) } { (page.say("page-to-table")) }
        p.more-links {
            a href={ "/t/" (table) "/print" } { (page.say("page-print")) }
            a href={ "/api/v1/tables/" (table) "/rules" } download={ (compiled.rules.id) ".toml" } { (page.say("page-rules-file")) }
        }
    };
    let outlook = Outlook::of(&app, address, &compiled, &asked).await;
    Ok(render(&page, &compiled, &outlook, &links, &html! {}))
}

fn render(
    page: &Page<'_>,
    compiled: &CompiledRules,
    outlook: &Outlook,
    links: &Markup,
    choosing: &Markup,
) -> Response {
    let rules = &compiled.rules;
    let explained = page.words.explain_rules(rules);
    let (action, query) = page.path.split_once('?').unwrap_or((page.path, ""));
    // Replacing `main` would undo a choice that the visitor is just making.
    let waits = outlook.waits() && choosing.0.is_empty();
    let again = RetryForm { method: "get", action, fields: hidden_inputs(&Form::parse(query)) };
    let title = page.tell("page-rules-of", &[("game", (&explained.name).into())]);
    let main = html! {
        main #main.narrow.rules data-wait[waits] {
            h1 { (explained.name) }
            (rules_text::head(&explained))
            div.row { (links) }
            (rules_text::house_rule_differences(page, rules))
            (rules_text::body(page, rules, &explained))
            (choosing)
            (outlook.section(page, rules, &again))
            (rules_text::source(&explained))
        }
    };
    page.show(&title, &main)
}

/// Hidden inputs with these fields.
pub(super) fn hidden_inputs(fields: &Form) -> Markup {
    html! { @for (name, value) in fields.all() { input type="hidden" name=(name) value=(value); } }
}

/// The house rules to choose from, for a form that shows the rules under them.
pub(super) fn house_rules_choice(page: &Page<'_>, rules: &Rules) -> Markup {
    let changed = rules.house.iter().any(|option| option.chosen > 0);
    html! {
        details.house open[changed] {
            summary { (page.say("rules-house")) }
            (opening::house_options(page, rules))
            p.row { button { (page.say("page-show-rules")) } }
        }
    }
}
