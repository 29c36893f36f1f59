//! Home: the table to continue, the game to begin with, all games in groups, and a place to type a code.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::App;
use kosti_engine::{Seat, State as Game};
use kosti_projections::{Status, TableLine};
use kosti_rules::{Family, House, Rules};
use kosti_table::RulesSource as _;
use maud::{Markup, html};

use super::catalogue::{self, Difficulty};
use super::die::DiceRenderer;
use super::drawing::drawing;
use super::form::Query;
use super::joining::code_form;
use super::preferences::Preferences;
use super::shell::Page;
use crate::extract::Caller;
use crate::problem::Problem;

/// Tables of one's own that are shown.
const MOST_TABLES: usize = 12;
/// The number of games above which there is a search field.
const MANY_GAMES: usize = 6;

/// The rules of every bundled game as the file has them.
pub(super) fn games(app: &App) -> Vec<Arc<Rules>> {
    let read = |(id, text): &(&str, &str)| app.rules_cache().rules(id, text, &House::default()).ok();
    kosti_games::TEXTS.iter().filter_map(read).map(|compiled| compiled.rules.clone()).collect()
}

pub(super) async fn home(
    State(app): State<Arc<App>>,
    caller: Caller,
    preferences: Preferences,
    Query(asked): Query,
) -> Result<Response, Problem> {
    let keys = caller.keys();
    let mine =
        if keys.is_empty() { Vec::new() } else { app.projections().tables_of(&keys, MOST_TABLES).await? };
    let page = Page::new(&app, &preferences, "/");
    let games = games(&app);
    let typed = asked.get("q").unwrap_or_default();
    let newest = mine.iter().find(|line| line.status != Status::Over);
    let progress = match newest {
        Some(line) => table_progress(&app, &page, line).await,
        None => None,
    };
    let others: Vec<&TableLine> =
        mine.iter().filter(|line| newest.is_none_or(|newest| newest.id != line.id)).collect();
    let main = html! {
        main #main.home-page {
            h1.visually-hidden { "Kosti" }
            div.first-row {
                @if let Some(line) = newest { (continue_card(&page, &games, line, progress.as_ref())) }
                @if let Some(rules) = catalogue::first_game(&games) { (hero(&page, rules)) }
            }
            @if !others.is_empty() { (other_tables(&page, &games, &others)) }
            section.shelf aria-labelledby="games" {
                div.shelf-head {
                    h2 #games { (page.say("page-games")) }
                    @if games.len() > MANY_GAMES { (filter(&page, typed)) }
                }
                (shelves(&page, &games, typed))
            }
            @if preferences.place.has_links() { (join_form(&page)) }
        }
    };
    Ok(page.show(&page.say("page-home-title"), &main))
}

/// The form for an invitation's code or link.
fn join_form(page: &Page<'_>) -> Markup {
    html! {
        section.join aria-labelledby="join" {
            h2 #join { (page.say("page-join")) }
            (code_form(page, ""))
        }
    }
}

/// Finds a game by its name: while it is typed, or as a form.
fn filter(page: &Page<'_>, typed: &str) -> Markup {
    html! {
        form.filter role="search" action="/" method="get" {
            label.visually-hidden for="q" { (page.say("page-find")) }
            input #q type="search" name="q" autocomplete="off" maxlength="60" value=(typed) placeholder=(page.say("page-find")) data-filter;
            button { (page.say("page-find-go")) }
        }
    }
}

/// The games in groups; those that were not typed are hidden.
fn shelves(page: &Page<'_>, games: &[Arc<Rules>], typed: &str) -> Markup {
    let found = |rules: &Rules| catalogue::matches_search(rules, page.language(), typed);
    let all: Vec<&Arc<Rules>> = games.iter().collect();
    html! {
        p.none-found role="status" hidden[games.iter().any(|rules| found(rules))] { (page.say("page-none-found")) }
        div.groups {
            @for (name, games) in catalogue::sections(&all) {
                div.game-group role="group" aria-labelledby=(name) hidden[!games.iter().any(|rules| found(rules))] {
                    h3 #(name) { (page.say(name)) }
                    ul.tiles { @for rules in &games { li hidden[!found(rules)] data-name=(catalogue::search_text(rules, page.language())) { (tile(page, rules)) } } }
                }
            }
        }
    }
}

/// The game to begin with, on the felt, with its dice.
fn hero(page: &Page<'_>, rules: &Rules) -> Markup {
    html! {
        section.hero aria-labelledby="first" {
            div.spill aria-hidden="true" { @for face in (1..=rules.sides).rev().take(4) { (DiceRenderer::of(rules, page.language()).large_die(face)) } }
            h2 #first { (rules.name.get(page.language())) }
            p { (rules.about.get(page.language())) }
            (play_buttons(page, rules, "first"))
            p.hero-links {
                (learn_button(page, rules, "first"))
                a href={ "/rules/" (rules.id) } aria-label=(describe_for_game(page, "page-rules-of", rules)) { (page.say("page-rules")) }
            }
        }
    }
}

/// A game: its drawing and name; a tap shows the rest.
fn tile(page: &Page<'_>, rules: &Rules) -> Markup {
    let difficulty = Difficulty::of(rules);
    html! {
        details.tile name="game" {
            summary { (drawing(rules)) span.name { (rules.name.get(page.language())) } }
            div.tile-open {
                p { (rules.about.get(page.language())) }
                p.facts {
                    span.level { span.marks aria-hidden="true" { @for nth in 0..3 { i.on[nth < difficulty.marks()] {} } } (page.say(difficulty.message())) }
                    span { (catalogue::length(page, rules)) }
                    a href={ "/rules/" (rules.id) } aria-label=(describe_for_game(page, "page-rules-of", rules)) { (page.say("page-rules")) }
                    (learn_button(page, rules, "tile"))
                }
                (play_buttons(page, rules, "tile"))
            }
        }
    }
}

fn describe_for_game(page: &Page<'_>, message: &str, rules: &Rules) -> String {
    page.tell(message, &[("game", rules.name.get(page.language()).into())])
}

/// The three ways to play: alone and against a bot at once, with friends after saying who plays.
fn play_buttons(page: &Page<'_>, rules: &Rules, form: &str) -> Markup {
    let alone = rules.seats_allowed(1);
    html! {
        form.ways id={ (form) "-" (rules.id) } method="post" action="/play" {
            input type="hidden" name="game" value=(rules.id);
            @if alone { button.primary name="with" value="nobody" aria-label=(describe_for_game(page, "page-play-alone-of", rules)) { (page.say("page-play-alone")) } }
            button.way .primary[!alone] name="with" value="bot" aria-label=(describe_for_game(page, "page-play-bot-of", rules)) { (page.say("page-play-bot")) }
            a.button.way href={ "/open/" (rules.id) "?with=friends" } aria-label=(describe_for_game(page, "page-play-friends-of", rules)) { (page.say("page-play-friends")) }
        }
    }
}

/// Learns the game by playing it: the button belongs to the form of the ways.
fn learn_button(page: &Page<'_>, rules: &Rules, form: &str) -> Markup {
    let form = format!("{form}-{}", rules.id);
    html! { button.as-link form=(form) name="learn" value="1" aria-label=(describe_for_game(page, "page-learn-of", rules)) { (page.say("page-learn")) } }
}

/// The progress of a table that can be continued.
struct TableProgress {
    yours: bool,
    round: String,
    scores: Vec<i32>,
}

/// Loads the progress of a table; `None` if it cannot be read now.
async fn table_progress(app: &App, page: &Page<'_>, line: &TableLine) -> Option<TableProgress> {
    let session = app.table(line.id).await.ok()?;
    let locked = session.lock().await;
    let state = locked.table.state()?;
    let on_turn = state.on_turn().and_then(|seat| line.seats.get(seat.0));
    let yours = on_turn.is_some_and(|seat| seat.mine);
    let scores = (0..state.players().len()).map(|seat| state.result(Seat(seat)).decides()).collect();
    Some(TableProgress { yours, round: describe_progress(page, state), scores })
}

/// The progress of a game in words.
pub(super) fn describe_progress(page: &Page<'_>, state: &Game) -> String {
    match &state.rules().family {
        Family::Race(rules) => page.tell("page-first-to", &[("target", rules.target.into())]),
        Family::Sheet(_) if state.outcome().is_some() => page.say("page-status-over"),
        Family::Sheet(rules) => {
            let written = state.players()[state.on_turn().map_or(0, |seat| seat.0)].sheet.written();
            let nth = (written + 1).min(rules.rounds);
            page.tell("page-round", &[("nth", nth.into()), ("of", rules.rounds.into())])
        }
    }
}

/// The newest table that is not over.
fn continue_card(
    page: &Page<'_>,
    games: &[Arc<Rules>],
    line: &TableLine,
    progress: Option<&TableProgress>,
) -> Markup {
    let known = games.iter().find(|rules| rules.id == line.game);
    let others: Vec<&str> = line
        .seats
        .iter()
        .filter(|seat| !seat.mine && !seat.name.is_empty())
        .map(|seat| &*seat.name)
        .collect();
    let scores =
        progress.map(|progress| progress.scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" : "));
    let few = progress.is_some_and(|progress| progress.scores.len() <= 3);
    html! {
        a.card.continue href={ "/t/" (line.id) } {
            @if let Some(rules) = known { span.thumb { (drawing(rules)) } }
            span.summary {
                em .yours[progress.is_some_and(|progress| progress.yours)] {
                    (page.say(if progress.is_some_and(|progress| progress.yours) { "page-your-turn" } else { "page-continue" }))
                }
                b {
                    (game_name(page, games, line))
                    @if !others.is_empty() { " " (page.tell("page-with", &[("names", others.join(", ").into())])) }
                }
                small { (progress.map_or_else(|| page.say(status(line)), |progress| progress.round.clone())) }
            }
            @if let Some(scores) = scores.filter(|_| few) { span.stands { (scores) } }
            svg.chevron viewBox="0 0 24 24" aria-hidden="true" { path d="M9 5l7 7-7 7" {} }
        }
    }
}

fn other_tables(page: &Page<'_>, games: &[Arc<Rules>], lines: &[&TableLine]) -> Markup {
    let running = lines.iter().any(|line| line.status != Status::Over);
    html! {
        details.mine open[running] {
            summary { (page.say("page-mine")) " (" (lines.len()) ")" }
            ul.tables { @for line in lines { li { (own_table(page, games, line)) } } }
        }
    }
}

fn game_name(page: &Page<'_>, games: &[Arc<Rules>], line: &TableLine) -> String {
    let known = games.iter().find(|rules| rules.id == line.game);
    known.map_or_else(|| page.say("page-own-game"), |rules| rules.name.get(page.language()).to_owned())
}

fn status(line: &TableLine) -> &'static str {
    match line.status {
        Status::Seating => "page-status-seating",
        Status::Playing => "page-status-playing",
        _ => "page-status-over",
    }
}

pub(super) fn own_table(page: &Page<'_>, games: &[Arc<Rules>], line: &TableLine) -> Markup {
    let names: Vec<&str> =
        line.seats.iter().map(|seat| seat.name.as_str()).filter(|name| !name.is_empty()).collect();
    let results: Vec<String> =
        line.results.iter().map(|result| result.points.unwrap_or(result.total).to_string()).collect();
    html! {
        a.table-link href={ "/t/" (line.id) } {
            strong { (game_name(page, games, line)) }
            span { (names.join(", ")) }
            @if results.is_empty() { span.faint { (page.say(status(line))) } } @else { span.hand { (results.join(" : ")) } }
        }
    }
}
