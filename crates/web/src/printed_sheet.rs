//! Sheets to print: empty ones to fill in with a pencil, and the sheet of a table.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::App;
use kosti_engine::State as Game;
use kosti_rules::{Family, RaceRules, Rules, Sheet, SheetRules};
use kosti_text::Explained;
use maud::{Markup, html};

use super::form::Form;
use super::preferences::Preferences;
use super::requested_game::RequestedGame;
use super::shell::Page;
use super::table::{Cells, format_entry, names, render_sheet};
use super::upload::Upload;
use super::{custom_game, rules_text, timeline};
use crate::extract::{Address, At};
use crate::problem::Problem;

/// Columns of an empty sheet, unless somebody says otherwise.
const USUAL: usize = 4;
/// More do not fit on a sheet of paper.
const MOST_COLUMNS: usize = 8;
/// Turns of a race on one line, and lines that a player has at least.
const TURNS: usize = 10;
const LINES: usize = 3;

/// The number of columns unless the query says otherwise.
pub(super) fn usual_players(rules: &Rules) -> usize {
    USUAL.clamp(least(rules), most(rules))
}

fn least(rules: &Rules) -> usize {
    if rules.players.alone { 1 } else { usize::from(rules.players.min).clamp(1, MOST_COLUMNS) }
}

fn most(rules: &Rules) -> usize {
    usize::from(rules.players.max).clamp(least(rules), MOST_COLUMNS)
}

/// `/print/{game}?players=4&house-OPTION=CHOICE`
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    game: RequestedGame,
    preferences: Preferences,
) -> Response {
    let (rules, house) = (&game.compiled.rules, &game.house);
    let players = players(&game.asked, rules);
    let action = format!("/print/{}", rules.id);
    let path = format!("{action}{house}{}players={players}", if house.is_empty() { "?" } else { "&" });
    let page = Page::new(&app, &preferences, &path);
    let back = html! { a.button href={ "/rules/" (rules.id) (house) } { (page.say("page-rules")) } };
    let choosing = player_count_form(&page, rules, players, &action, "get", &game.house_inputs());
    let tools = tools(&page, &html! { (back) (choosing) });
    sheet(&page, rules, &tools, &blank(&page, rules, players))
}

/// `POST /print`: for a game of one's own, whose file is sent along.
pub(super) async fn of_file(
    State(app): State<Arc<App>>,
    Address(address): Address,
    preferences: Preferences,
    Upload(sent): Upload,
) -> Result<Response, Problem> {
    let form = sent?;
    let compiled = custom_game::submitted_rules(&app, address, &form, preferences.language).await?;
    let page = Page::new(&app, &preferences, "/own");
    let players = players(&form, &compiled.rules);
    let fields = html! {
        @for (name, value) in form.all().filter(|(name, _)| *name != "players") {
            input type="hidden" name=(name) value=(value);
        }
    };
    let choosing = player_count_form(&page, &compiled.rules, players, "/print", "post", &fields);
    let tools = tools(&page, &choosing);
    Ok(sheet(&page, &compiled.rules, &tools, &blank(&page, &compiled.rules, players)))
}

/// `/t/{table}/print`: the sheet of a table, as it stands.
pub(super) async fn of_table(
    State(app): State<Arc<App>>,
    At(table): At,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let path = format!("/t/{table}/print");
    let page = Page::new(&app, &preferences, &path);
    let scores = match &session.rules.family {
        Family::Race(_) => timeline::scores_by_turn(&app, table).await?,
        Family::Sheet(_) => Vec::new(),
    };
    let state = session.lock().await;
    let names = names(&state.table, &page);
    let content = match (&session.rules.family, state.table.state()) {
        (Family::Sheet(rules), state) => sheet_columns(&page, rules, &names, state),
        (Family::Race(rules), _) => race_lines(&page, rules, &names, &scores),
    };
    drop(state);
    let tools = tools(&page, &html! { a.button href={ "/t/" (table) } { (page.say("page-to-table")) } });
    Ok(sheet(&page, &session.rules, &tools, &content))
}

fn players(asked: &Form, rules: &Rules) -> usize {
    let asked = asked.get("players").and_then(|players| players.trim().parse().ok());
    asked.map_or_else(|| usual_players(rules), |players: usize| players.clamp(least(rules), most(rules)))
}

/// A sheet of paper.
fn sheet(page: &Page<'_>, rules: &Rules, tools: &Markup, content: &Markup) -> Response {
    let explained = page.words.explain_rules(rules);
    let title = page.tell("page-print-of", &[("game", (&explained.name).into())]);
    let main = html! {
        main #main.paper {
            h1 { (explained.name) }
            (tools)
            (rules_text::house_rule_differences(page, rules))
            (content)
            (small_print(&explained))
        }
    };
    page.show(&title, &main)
}

/// Rules to look up during play: bonuses, and points at the end.
fn small_print(explained: &Explained) -> Markup {
    let points = explained.points.iter().flat_map(|part| &part.items);
    let points: Vec<String> = points.map(|award| format!("{}: {}", award.name, award.worth)).collect();
    html! {
        @if !explained.facts.is_empty() || !points.is_empty() {
            ul.small { @for line in explained.facts.iter().chain(&points) { li { (line) } } }
        }
    }
}

/// Controls that are not printed. Without the script the browser's own menu prints.
fn tools(page: &Page<'_>, more: &Markup) -> Markup {
    html! {
        div.no-print {
            div.row {
                a.button.primary href=(page.path) data-print { (page.say("page-print")) }
                (more)
            }
            p.faint { (page.say("page-print-how")) }
        }
    }
}

/// The form that chooses the number of players.
fn player_count_form(
    page: &Page<'_>,
    rules: &Rules,
    players: usize,
    to: &str,
    method: &str,
    fields: &Markup,
) -> Markup {
    html! {
        @if least(rules) < most(rules) {
            form method=(method) action=(to) {
                (fields)
                label for="players" { (page.say("page-columns")) }
                select #players name="players" {
                    @for count in least(rules)..=most(rules) { option value=(count) selected[count == players] { (count) } }
                }
                button { (page.say("page-columns-go")) }
            }
        }
    }
}

/// An empty sheet for this many players.
pub(super) fn blank(page: &Page<'_>, rules: &Rules, players: usize) -> Markup {
    let names = vec![String::new(); players];
    match &rules.family {
        Family::Sheet(rules) => sheet_columns(page, rules, &names, None),
        Family::Race(rules) => race_lines(page, rules, &names, &[]),
    }
}

fn sheet_columns(page: &Page<'_>, rules: &SheetRules, names: &[String], state: Option<&Game>) -> Markup {
    render_sheet(page, rules, &PrintedCells { page, rules, names, state })
}

/// A column for each player; a name that is still to be written is empty.
struct PrintedCells<'a> {
    page: &'a Page<'a>,
    rules: &'a SheetRules,
    names: &'a [String],
    state: Option<&'a Game>,
}

/// The name of a column or line. An empty name leaves room to write one; screen readers get "Player 2".
fn name(page: &Page<'_>, names: &[String], seat: usize) -> Markup {
    html! {
        @match names[seat].as_str() {
            "" => span.visually-hidden { (page.tell("play-name", &[("nth", (seat + 1).into())])) },
            name => span.name { (name) },
        }
    }
}

impl Cells for PrintedCells<'_> {
    fn head(&self, seat: usize) -> Markup {
        let wide = Some(self.rules.side_by_side()).filter(|&wide| wide > 1);
        html! { th scope="col" colspan=[wide] { (name(self.page, self.names, seat)) } }
    }

    fn label(&self, _: usize, name: &str) -> Markup {
        html! { (name) }
    }

    fn sheet(&self, seat: usize) -> Option<&Sheet> {
        self.state?.players().get(seat).map(|player| &player.sheet)
    }

    fn columns(&self) -> usize {
        self.names.len()
    }

    fn cell(&self, slot: usize, seat: usize) -> Markup {
        let entries = self.sheet(seat).map_or(&[][..], |sheet| sheet.entries(slot));
        let places = usize::from(self.rules.slots[slot].fill);
        html! {
            td {
                @for entry in entries { span.entry { (format_entry(self.rules, slot, *entry)) } }
                // A box that is filled several times has a place for each.
                @if places > 1 { @for _ in entries.len()..places { span.place {} } }
            }
        }
    }
}

/// Lines for each player of a race, with a place for what they have after each turn.
fn race_lines(page: &Page<'_>, rules: &RaceRules, names: &[String], scores: &[Vec<i32>]) -> Markup {
    let turns = scores.iter().map(Vec::len).max().unwrap_or(0);
    let lines = turns.div_ceil(TURNS).max(LINES);
    let score = |seat: usize, turn: usize| scores.get(seat).and_then(|scores| scores.get(turn));
    html! {
        div.sheet-scroll tabindex="0" role="region" aria-label=(page.say("page-sheet")) {
            table.sheet.race-lines {
                caption { (page.tell("rules-race", &[("target", rules.target.into())])) ". " (page.say("page-course")) }
                @for seat in 0..names.len() {
                    tbody {
                        @for line in 0..lines {
                            tr {
                                @if line == 0 { th scope="rowgroup" rowspan=(lines) { (name(page, names, seat)) } }
                                @for turn in line * TURNS..(line + 1) * TURNS {
                                    td { span.nth { (turn + 1) } @if let Some(score) = score(seat, turn) { span.entry { (score) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
