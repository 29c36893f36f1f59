//! `/own`: games from the visitor's own rules files. Every fault of a file is shown in its place; a sound file gets its
//! rules, its sheet, its value, and a form to open a table.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kosti_app::{App, AppError, FileFaults, rules_of};
use kosti_rules::House;
use kosti_table::CompiledRules;
use kosti_text::{Language, PlacedFault};
use maud::{Markup, html};

use super::form::Form;
use super::game_value::{Outlook, RetryForm};
use super::opening::OpeningForm;
use super::preferences::Preferences;
use super::shell::Page;
use super::upload::Upload;
use super::workbench::{self, PATH};
use super::{printed_sheet, rules, rules_text};
use crate::extract::Address;
use crate::problem::Problem;

/// A rules file after its check.
enum CheckedFile {
    Sound(Arc<CompiledRules>),
    Faulty(Vec<PlacedFault>),
}

/// A form ends lines in two characters, which nobody typed.
pub(super) fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// `GET /own`: with `?start` and the answers to a few questions a file to change, with `?game=GAME` a bundled one; with
/// `?rules=TEXT` the game of this text, so that a link can hold a whole game.
pub(super) async fn form(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    Address(address): Address,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let asked = Form::parse(query.as_deref().unwrap_or_default());
    if asked.has("rules") {
        app.charge_costly(address)?;
        return show(&app, &preferences, address, &asked, None).await;
    }
    let page = Page::new(&app, &preferences, PATH);
    let text = match asked.get("game") {
        Some(game) => rules_of(Some(game), None)?.1,
        None if asked.has("start") => workbench::start(&page, preferences.language, &asked),
        None => String::new(),
    };
    Ok(page.show(&page.say("page-own"), &file_form(&page, &app, &text, None)))
}

/// `POST /own`
pub(super) async fn check(
    State(app): State<Arc<App>>,
    Address(address): Address,
    preferences: Preferences,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    app.charge_costly(address)?;
    match sent {
        Ok(form) if form.has(workbench::PREVIEW) => preview(&app, &preferences, address, &form).await,
        Ok(form) => show(&app, &preferences, address, &form, None).await,
        Err(problem) => Ok(form_with_problem(&app, &preferences, "", &problem)),
    }
}

/// The preview of a text alone, for the script that asks while somebody types. Nothing is solved for it.
async fn preview(
    app: &Arc<App>,
    preferences: &Preferences,
    address: IpAddr,
    form: &Form,
) -> Result<Response, Problem> {
    let text = with_plain_ends(form.get("rules").unwrap_or_default());
    let page = Page::new(app, preferences, PATH);
    let preview = match read(app, address, &text, &form.house(), preferences.language).await {
        _ if text.trim().is_empty() => html! {},
        Ok(CheckedFile::Faulty(faults)) => workbench::faults(&page, &text, &faults),
        Ok(CheckedFile::Sound(compiled)) => workbench::understood(&page, &compiled.rules),
        Err(problem) => html! { p.wrong role="alert" { (problem.detail(page.words)) } },
    };
    Ok(page.show(&page.say("page-own"), &html! { main #main { div #preview { (preview) } } }))
}

/// The page once more, after a table could not be opened.
pub(super) async fn show_refusal(
    app: &Arc<App>,
    preferences: &Preferences,
    address: IpAddr,
    form: &Form,
    problem: Problem,
) -> Result<Response, Problem> {
    show(app, preferences, address, form, Some(problem)).await
}

/// The form with what was wrong.
fn form_with_problem(app: &App, preferences: &Preferences, text: &str, problem: &Problem) -> Response {
    let page = Page::new(app, preferences, PATH);
    let main = file_form(&page, app, text, Some(&problem.detail(page.words)));
    page.show_with(problem.status(), &page.say("page-own"), &main)
}

async fn show(
    app: &Arc<App>,
    preferences: &Preferences,
    address: IpAddr,
    form: &Form,
    refused: Option<Problem>,
) -> Result<Response, Problem> {
    let text = with_plain_ends(form.get("rules").unwrap_or_default());
    if text.trim().is_empty() {
        let page = Page::new(app, preferences, PATH);
        let main = file_form(&page, app, "", Some(&page.say("page-own-empty")));
        return Ok(page.show_with(StatusCode::UNPROCESSABLE_ENTITY, &page.say("page-own"), &main));
    }
    let read = match read(app, address, &text, &form.house(), preferences.language).await {
        Ok(read) => read,
        // Too long to be shown again, too.
        Err(problem @ Problem::App { why: AppError::TooLarge { .. } }) => {
            return Ok(form_with_problem(app, preferences, "", &problem));
        }
        Err(problem) if problem.status().is_client_error() => {
            return Ok(form_with_problem(app, preferences, &text, &problem));
        }
        Err(problem) => return Err(problem),
    };
    let page = Page::new(app, preferences, PATH);
    match read {
        CheckedFile::Faulty(faults) => {
            let title = page.say("page-own");
            Ok(page.show_with(StatusCode::UNPROCESSABLE_ENTITY, &title, &fault_report(&page, &text, &faults)))
        }
        CheckedFile::Sound(compiled) => {
            let outlook = Outlook::of(app, address, &compiled, form).await;
            let status = refused.as_ref().map_or(StatusCode::OK, Problem::status);
            let name = compiled.rules.name.get(page.language());
            let form = OpeningForm { page: &page, rules: &compiled.rules, form, problem: refused.as_ref() };
            Ok(page.show_with(status, name, &checked_game(&form, &compiled, &outlook)))
        }
    }
}

/// Checks a file in the sandbox; only the chosen variant of a sound one is compiled here.
async fn read(
    app: &Arc<App>,
    address: IpAddr,
    text: &str,
    house: &House,
    language: Language,
) -> Result<CheckedFile, Problem> {
    let (id, text) = rules_of(None, Some(text))?;
    match app.check_rules(address, &id, &text, house, language).await? {
        Some(FileFaults::File { placed, .. }) => Ok(CheckedFile::Faulty(placed)),
        Some(FileFaults::House(faults)) => Err(AppError::BadRules { faults }.into()),
        None => Ok(CheckedFile::Sound(app.rules(&id, &text, house, language).await?)),
    }
}

/// The rules of a file that was sent along, for another page about it.
pub(super) async fn submitted_rules(
    app: &Arc<App>,
    address: IpAddr,
    form: &Form,
    language: Language,
) -> Result<Arc<CompiledRules>, Problem> {
    app.charge_costly(address)?;
    let text = with_plain_ends(form.get("rules").unwrap_or_default());
    match read(app, address, &text, &form.house(), language).await? {
        CheckedFile::Sound(compiled) => Ok(compiled),
        CheckedFile::Faulty(faults) => {
            let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            Err(AppError::BadRules { faults: faults.join("; ") }.into())
        }
    }
}

/// The form, with some text in it, and what was wrong before.
fn file_form(page: &Page<'_>, app: &App, text: &str, wrong: Option<&str>) -> Markup {
    html! {
        main #main {
            h1 { (page.say("page-own")) }
            p { (page.say("page-own-about")) }
            @if let Some(wrong) = wrong { p.wrong role="alert" { (wrong) } }
            (workbench::workbench(page, text, &html! {}))
            (workbench::starts(page, app))
        }
    }
}

fn fault_report(page: &Page<'_>, text: &str, faults: &[PlacedFault]) -> Markup {
    html! {
        main #main {
            h1 { (page.say("page-own")) }
            (workbench::workbench(page, text, &workbench::faults(page, text, faults)))
        }
    }
}

/// What the file says, for forms that go on with it.
fn hidden(compiled: &CompiledRules) -> Markup {
    html! { input type="hidden" name="rules" value=(compiled.text); }
}

/// The same with the house rules that were chosen.
pub(super) fn hidden_with_house(compiled: &CompiledRules) -> Markup {
    let changed = compiled.rules.house.iter().filter(|option| option.chosen > 0);
    html! {
        (hidden(compiled))
        @for option in changed { input type="hidden" name={ "house-" (option.id) } value=(option.choice()); }
    }
}

fn checked_game(form: &OpeningForm<'_>, compiled: &CompiledRules, outlook: &Outlook) -> Markup {
    let (page, rules) = (form.page, form.rules);
    let explained = page.words.explain_rules(rules);
    let again = RetryForm { method: "post", action: PATH, fields: hidden_with_house(compiled) };
    html! {
        // No `data-wait`: the page was sent for with the file, and asking for its address alone would lose it.
        main #main.narrow.rules {
            h1 { (explained.name) }
            @if form.problem.is_none() { p role="status" { (page.say("page-own-sound")) } }
            (rules_text::head(&explained))
            p.row {
                a.button.primary href="#open" { (page.say("page-open")) }
                a.button href="#text" { (page.say("page-own-mend")) }
                @if let Some(link) = workbench::permalink(&compiled.text, rules) {
                    a.button href=(link) { (page.say("page-own-link")) }
                }
            }
            (workbench::reading(page, rules))
            (rules_text::house_rule_differences(page, rules))
            (outlook.section(page, rules, &again))
            form method="post" action="/own/balance" {
                (hidden_with_house(compiled))
                p.row { button { (page.say("page-balance")) } }
            }
            @if !rules.house.is_empty() {
                form method="post" action=(PATH) { (hidden(compiled)) (rules::house_rules_choice(page, rules)) }
            }
            (rules_text::body(page, rules, &explained))
            h2 #sheet-title { (page.say("page-sheet")) }
            (printed_sheet::blank(page, rules, printed_sheet::usual_players(rules)))
            form method="post" action="/print" {
                (hidden_with_house(compiled))
                p.row { button { (page.say("page-print-empty")) } }
            }
            h2 #open { (page.say("page-open")) }
            (form.fields(&hidden(compiled)))
            h2 #text { (page.say("page-own-mend")) }
            (workbench::text_area(page, &compiled.text, false))
        }
    }
}
