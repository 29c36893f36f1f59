//! Home: the games, one's own tables, and a place to type a code.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_dice::Dice;
use kosti_lists::{Status, TableLine};
use kosti_rules::{Family, House, Rules};
use kosti_table::Library as _;
use maud::{Markup, html};

use super::die;
use super::look::Look;
use super::shell::Page;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::site::Site;

/// Tables of one's own that are shown.
const MOST_TABLES: usize = 12;

/// The rules of every bundled game as the file has them.
pub(super) fn games(site: &Site) -> Vec<Arc<Rules>> {
    let read = |(id, text): &(&str, &str)| site.hall.shelf.rules(id, text, &House::default()).ok();
    kosti_games::TEXTS.iter().filter_map(read).map(|booked| booked.rules.clone()).collect()
}

pub(super) async fn home(
    State(site): State<Arc<Site>>,
    caller: Caller,
    look: Look,
) -> Result<Response, Problem> {
    let keys = caller.keys();
    let mine = if keys.is_empty() { Vec::new() } else { site.lists.mine(&keys, MOST_TABLES).await? };
    let page = Page::new(&site, &look, "/");
    let games = games(&site);
    let main = html! {
        main #main {
            h1.visually-hidden { "Kosti" }
            p.motto { (page.say("page-motto")) }
            @if !mine.is_empty() {
                section aria-labelledby="mine" {
                    h2 #mine { (page.say("page-mine")) }
                    ul.tables { @for line in &mine { li { (own_table(&page, &games, line)) } } }
                }
            }
            section aria-labelledby="join" {
                h2 #join { (page.say("page-join")) }
                form.inline action="/join" method="get" {
                    label for="code" { (page.say("page-code")) }
                    input #code name="code" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200";
                    button { (page.say("page-join-go")) }
                }
            }
            section aria-labelledby="games" {
                h2 #games { (page.say("page-games")) }
                @for (family, games) in families(&games) {
                    div role="group" aria-labelledby=(family) {
                        h3 #(family) { (page.say(family)) }
                        ul.games { @for rules in games { li { (game(&page, rules)) } } }
                    }
                }
            }
        }
    };
    Ok(page.show(&page.say("page-home-title"), &main))
}

/// The games by family, each under the message that names it.
pub(super) fn families(games: &[Arc<Rules>]) -> [(&'static str, Vec<&Arc<Rules>>); 2] {
    let (sheets, races) = games.iter().partition(|rules| rules.sheet().is_some());
    [("games-sheets", sheets), ("games-races", races)]
}

fn game(page: &Page<'_>, rules: &Rules) -> Markup {
    let name = rules.name.get(page.language());
    html! {
        div.card {
            (die::row(&picture(rules)))
            h4 { (name) }
            p { (rules.about.get(page.language())) }
            div.row {
                form method="post" action="/play" {
                    input type="hidden" name="game" value=(rules.id);
                    button.primary aria-label=(page.tell("page-play-now-of", &[("game", name.into())])) { (page.say("page-play-now")) }
                }
                a.button href={ "/open/" (rules.id) } aria-label=(page.tell("page-open-of", &[("game", name.into())])) { (page.say("page-open")) }
                a.button href={ "/rules/" (rules.id) } aria-label=(page.tell("page-rules-of", &[("game", name.into())])) { (page.say("page-rules")) }
            }
        }
    }
}

/// The best throw among the game's examples.
fn picture(rules: &Rules) -> Vec<u8> {
    let best = match &rules.family {
        Family::Sheet(sheet) => {
            let examples = sheet.slots.iter().flat_map(|slot| &slot.examples);
            examples.max_by_key(|example| example.score).map(|example| example.dice)
        }
        Family::Race(race) => {
            race.examples.iter().max_by_key(|example| example.score).map(|example| example.dice)
        }
    };
    best.unwrap_or(Dice::NONE).faces().collect()
}

fn own_table(page: &Page<'_>, games: &[Arc<Rules>], line: &TableLine) -> Markup {
    let known = games.iter().find(|rules| rules.id == line.game);
    let game =
        known.map_or_else(|| page.say("page-own-game"), |rules| rules.name.get(page.language()).to_owned());
    let names: Vec<&str> =
        line.seats.iter().map(|seat| seat.name.as_str()).filter(|name| !name.is_empty()).collect();
    let status = match line.status {
        Status::Seating => "page-status-seating",
        Status::Playing => "page-status-playing",
        _ => "page-status-over",
    };
    html! {
        a.table-link href={ "/t/" (line.id) } {
            strong { (game) }
            span { (names.join(", ")) }
            span.faint { (page.say(status)) }
        }
    }
}
