//! `/own`: a game of one's own. A rules file is pasted or sent; every fault is shown in its place, or the game with
//! everything that there is to it: rules, sheet, value, and a table to play it at.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kosti_rules::House;
use kosti_table::Booked;
use kosti_words::{Language, PlacedFault};
use maud::{Markup, html};

use super::filled::Filled;
use super::look::Look;
use super::opening::Form;
use super::outlook::{Again, Prospect};
use super::shell::Page;
use super::upload::Upload;
use super::{explained, home, paper, rules, source};
use crate::api::rules_of;
use crate::caller::Address;
use crate::jobs::Lane;
use crate::problem::Problem;
use crate::sandbox::FileFaults;
use crate::site::Site;

const PATH: &str = "/own";

/// What became of a rules file.
enum Read {
    Sound(Arc<Booked>),
    Faulty(Vec<PlacedFault>),
}

/// A form ends lines in two characters, which nobody typed.
pub(super) fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// `GET /own`, with `?start` and an example to change, with `?game=GAME` and a bundled one.
pub(super) async fn form(
    State(site): State<Arc<Site>>,
    RawQuery(query): RawQuery,
    look: Look,
) -> Result<Response, Problem> {
    let asked = Filled::parse(query.as_deref().unwrap_or_default());
    let text = match asked.get("game") {
        Some(game) => rules_of(Some(game), None)?.1,
        None if asked.has("start") => look.language.start(),
        None => String::new(),
    };
    let page = Page::new(&site, &look, PATH);
    Ok(page.show(&page.say("page-own"), &empty(&page, &site, &text, None)))
}

/// `POST /own`
pub(super) async fn check(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    look: Look,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    if let Some(limits) = &site.limits {
        limits.costly(address)?;
    }
    match sent {
        Ok(filled) => show(&site, &look, address, &filled, None).await,
        Err(problem) => Ok(wrong(&site, &look, "", &problem)),
    }
}

/// The page once more, after a table could not be opened.
pub(super) async fn again(
    site: &Arc<Site>,
    look: &Look,
    address: IpAddr,
    filled: &Filled,
    problem: Problem,
) -> Result<Response, Problem> {
    show(site, look, address, filled, Some(problem)).await
}

/// The form with what was wrong.
fn wrong(site: &Site, look: &Look, text: &str, problem: &Problem) -> Response {
    let page = Page::new(site, look, PATH);
    let main = empty(&page, site, text, Some(&problem.detail(page.words)));
    page.show_with(problem.status(), &page.say("page-own"), &main)
}

async fn show(
    site: &Arc<Site>,
    look: &Look,
    address: IpAddr,
    filled: &Filled,
    refused: Option<Problem>,
) -> Result<Response, Problem> {
    let text = with_plain_ends(filled.get("rules").unwrap_or_default());
    if text.trim().is_empty() {
        let page = Page::new(site, look, PATH);
        let main = empty(&page, site, "", Some(&page.say("page-own-empty")));
        return Ok(page.show_with(StatusCode::UNPROCESSABLE_ENTITY, &page.say("page-own"), &main));
    }
    let read = match read(site, address, &text, &filled.house(), look.language).await {
        Ok(read) => read,
        // Too long to be shown again, too.
        Err(problem @ Problem::TooLarge { .. }) => return Ok(wrong(site, look, "", &problem)),
        Err(problem) if problem.status().is_client_error() => return Ok(wrong(site, look, &text, &problem)),
        Err(problem) => return Err(problem),
    };
    let page = Page::new(site, look, PATH);
    match read {
        Read::Faulty(faults) => {
            let title = page.say("page-own");
            Ok(page.show_with(StatusCode::UNPROCESSABLE_ENTITY, &title, &faulty(&page, &text, &faults)))
        }
        Read::Sound(booked) => {
            let prospect = Prospect::of(site, address, &booked, filled).await;
            let status = refused.as_ref().map_or(StatusCode::OK, Problem::status);
            let name = booked.rules.name.get(page.language());
            let form = Form { page: &page, rules: &booked.rules, filled, problem: refused.as_ref() };
            Ok(page.show_with(status, name, &sound(&form, &booked, &prospect)))
        }
    }
}

/// Checks a file in the sandbox; only the chosen variant of a sound one is compiled here.
async fn read(
    site: &Arc<Site>,
    address: IpAddr,
    text: &str,
    house: &House,
    language: Language,
) -> Result<Read, Problem> {
    let (id, text) = rules_of(None, Some(text))?;
    let coaches = &site.hall.coaches;
    let turn = coaches.jobs().turn(Lane::Checks, address.into()).await?;
    match turn.wait(coaches.sandbox().check(&id, &text, house, language)).await? {
        Some(FileFaults::File { placed, .. }) => Ok(Read::Faulty(placed)),
        Some(FileFaults::House(faults)) => Err(Problem::BadRules { faults }),
        None => crate::api::read(site, &id, &text, house, language).await.map(Read::Sound),
    }
}

/// The rules of a file that was sent along, for another page about it.
pub(super) async fn sent(
    site: &Arc<Site>,
    address: IpAddr,
    filled: &Filled,
    language: Language,
) -> Result<Arc<Booked>, Problem> {
    if let Some(limits) = &site.limits {
        limits.costly(address)?;
    }
    let text = with_plain_ends(filled.get("rules").unwrap_or_default());
    match read(site, address, &text, &filled.house(), language).await? {
        Read::Sound(booked) => Ok(booked),
        Read::Faulty(faults) => {
            let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            Err(Problem::BadRules { faults: faults.join("; ") })
        }
    }
}

/// The form, with some text in it, and what was wrong before.
fn empty(page: &Page<'_>, site: &Site, text: &str, wrong: Option<&str>) -> Markup {
    html! {
        main #main.narrow {
            h1 { (page.say("page-own")) }
            p { (page.say("page-own-about")) }
            @if let Some(wrong) = wrong { p.wrong role="alert" { (wrong) } }
            (writing(page, text))
            h2 { (page.say("page-own-from")) }
            p.row {
                a.button href="/own?start" { (page.say("page-own-start")) }
                @for rules in home::games(site) {
                    a.button href={ "/own?game=" (rules.id) } { (rules.name.get(page.language())) }
                }
            }
        }
    }
}

fn writing(page: &Page<'_>, text: &str) -> Markup {
    html! {
        form.own method="post" action=(PATH) enctype="multipart/form-data" {
            p {
                label for="rules" { (page.say("page-own-text")) }
                // Browsers leave out a newline that a text begins with.
                textarea #rules name="rules" spellcheck="false" autocapitalize="none" autocomplete="off" rows="16" { "\n" (text) }
            }
            p {
                label for="file" { (page.say("page-own-file")) }
                input #file type="file" name="file" accept=".toml,text/plain";
            }
            p.row { button.primary { (page.say("page-own-check")) } }
        }
    }
}

fn faulty(page: &Page<'_>, text: &str, faults: &[PlacedFault]) -> Markup {
    html! {
        main #main.narrow {
            h1 { (page.say("page-own")) }
            div.wrong role="alert" {
                p { (page.tell("page-own-faults", &[("count", faults.len().into())])) }
                (source::list(page, faults))
            }
            h2 { (page.say("page-own-places")) }
            (source::marked(page, text, faults))
            h2 { (page.say("page-own-mend")) }
            (writing(page, text))
        }
    }
}

/// What the file says, for forms that go on with it.
fn hidden(booked: &Booked) -> Markup {
    html! { input type="hidden" name="rules" value=(booked.text); }
}

/// The same with the house rules that were chosen.
pub(super) fn hidden_with_house(booked: &Booked) -> Markup {
    let changed = booked.rules.house.iter().filter(|option| option.chosen > 0);
    html! {
        (hidden(booked))
        @for option in changed { input type="hidden" name={ "house-" (option.id) } value=(option.choice()); }
    }
}

fn sound(form: &Form<'_>, booked: &Booked, prospect: &Prospect) -> Markup {
    let (page, rules) = (form.page, form.rules);
    let told = page.words.explain_rules(rules);
    let again = Again { method: "post", action: PATH, fields: hidden_with_house(booked) };
    html! {
        // No `data-wait`: the page was sent for with the file, and asking for its address alone would lose it.
        main #main.narrow.rules {
            h1 { (told.name) }
            @if form.problem.is_none() { p role="status" { (page.say("page-own-sound")) } }
            (explained::head(&told))
            p.row {
                a.button.primary href="#open" { (page.say("page-open")) }
                a.button href="#text" { (page.say("page-own-mend")) }
            }
            (explained::differs(page, rules))
            (prospect.section(page, rules, &again))
            form method="post" action="/own/balance" {
                (hidden_with_house(booked))
                p.row { button { (page.say("page-balance")) } }
            }
            @if !rules.house.is_empty() {
                form method="post" action=(PATH) { (hidden(booked)) (rules::choosing(page, rules)) }
            }
            (explained::body(page, &told))
            h2 #sheet-title { (page.say("page-sheet")) }
            (paper::blank(page, rules, paper::usual(rules)))
            form method="post" action="/print" {
                (hidden_with_house(booked))
                p.row { button { (page.say("page-print-empty")) } }
            }
            h2 #open { (page.say("page-open")) }
            (form.fields(&hidden(booked)))
            h2 #text { (page.say("page-own-mend")) }
            (writing(page, &booked.text))
        }
    }
}
