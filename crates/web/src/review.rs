//! The review of a finished game: what luck did, what the players did, and the expensive decisions to try again.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use kosti_app::{App, AppError, ReviewedGame};
use kosti_coach::{Decided, SeatReview};
use kosti_engine::{Action, State as Game, Then};
use kosti_journal::TableId;
use kosti_query::{Alternative, DecisionText, ReviewText};
use maud::{Markup, html};

use super::chart;
use super::die::DrawnDice;
use super::form::Form;
use super::preferences::Preferences;
use super::shell::Page;
use super::table::wanted_action;
use crate::extract::{Address, At};
use crate::problem::Problem;

/// A loss that is shown as nothing.
const HARDLY: f64 = 0.005;

/// `/t/{table}/review`
pub(super) async fn review(
    State(app): State<Arc<App>>,
    At(table): At,
    Address(address): Address,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let path = format!("/t/{table}/review");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-review");
    let main = match app.review(table, address).await? {
        Some(played) => reviewed(&page, table, &played),
        None => waiting(&page, &title),
    };
    Ok(page.show(&title, &main))
}

/// A game that takes a while to be worked out.
fn waiting(page: &Page<'_>, title: &str) -> Markup {
    html! {
        main #main.narrow data-wait {
            h1 { (title) }
            p { (page.say("page-review-waits")) }
            p { a.button href=(page.path) { (page.say("page-look-again")) } }
        }
    }
}

fn reviewed(page: &Page<'_>, table: TableId, played: &ReviewedGame) -> Markup {
    let told = ReviewText { words: page.words, record: &played.record, review: &played.review };
    let names = &played.record.tags.players;
    let columns = told.columns();
    let went = |seat: usize| {
        let args = [
            ("name", (&names[seat]).into()),
            ("start", told.cell(seat, kosti_query::Column::Start).into()),
            ("end", told.cell(seat, kosti_query::Column::End).into()),
        ];
        page.tell("page-went", &args)
    };
    let label = (0..names.len()).map(went).collect::<Vec<_>>().join(" ");
    html! {
        main #main.review {
            h1 { (page.say("page-review")) ": " (played.record.rules().name.get(page.language())) }
            h2 { (page.say("page-review-course")) }
            (chart::course(&played.review, names, &label))
            @if let Some(estimate) = told.estimate() { p.faint { (estimate) } }
            h2 { (page.say("page-luck-and-skill")) }
            div.players {
                @for (seat, name) in names.iter().enumerate() {
                    section.card.player-review {
                        h3 { (name) }
                        @if let Some(luck) = luck_in_words(page, &played.review.seats[seat]) { p { (luck) } }
                        dl.figures-of { @for column in &columns { div { dt { (column.heading(page.words)) } dd { (told.cell(seat, *column)) } } } }
                    }
                }
            }
            @for (seat, name) in names.iter().enumerate() {
                @let inaccurate = inaccurate(&told, seat);
                h2 {
                    @if inaccurate.is_empty() { (told.worst_heading(seat).trim_end_matches([':', '.'])) }
                    @else { (page.tell("review-inaccurate", &[("name", name.into()), ("count", inaccurate.len().into())])) }
                }
                ul.decisions { @for decision in &inaccurate { li { (expensive(page, table, played, decision)) } } }
            }
            p.row {
                a.button href={ "/t/" (table) } { (page.say("page-to-table")) }
                a.button href={ "/t/" (table) "/dice" } { (page.say("page-check-dice")) }
                a.button href={ "/api/v1/tables/" (table) "/record" } download { (page.say("page-record")) }
            }
        }
    }
}

/// Every decision of a player that lost something, worst first.
fn inaccurate<'a>(told: &ReviewText<'a>, seat: usize) -> Vec<DecisionText<'a>> {
    let decisions = told.review.decisions.iter();
    let mut own: Vec<&Decided> =
        decisions.filter(|decided| decided.seat.0 == seat && decided.loss > HARDLY).collect();
    own.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    own.into_iter().filter_map(|decided| told.decision(decided)).collect()
}

/// Luck as a share of games, about: luck is nearly normal over a whole game. Nothing where it has no measure.
fn luck_in_words(page: &Page<'_>, told: &SeatReview) -> Option<String> {
    let times = (told.deviation > 0.0).then(|| told.luck / told.deviation)?;
    // The logistic curve is within one percent of the normal one.
    let share = 1.0 / (1.0 + (-1.702 * times).exp());
    let percent = (share * 100.0).round().clamp(1.0, 99.0);
    let said = if percent >= 50.0 { "review-lucky" } else { "review-unlucky" };
    let games = if percent >= 50.0 { percent } else { 100.0 - percent };
    Some(page.tell(said, &[("games", format!("{games:.0}").into())]))
}

fn expensive(page: &Page<'_>, table: TableId, played: &ReviewedGame, told: &DecisionText<'_>) -> Markup {
    let nth = played.review.decisions.iter().position(|decided| std::ptr::eq(decided, told.decided));
    let faces: Vec<u8> = told.at.dice.faces().collect();
    html! {
        div.card {
            (DrawnDice::of(played.record.rules(), page.language()).row(&faces))
            p { (told.line) }
            @if let Some(nth) = nth {
                a.button href={ "/t/" (table) "/review/" (nth) } aria-label=(page.tell("page-try-of", &[("turn", told.decided.turn.into()), ("dice", page.words.write_dice(played.record.rules().faces(), told.at.dice).into())])) { (page.say("page-try")) }
            }
        }
    }
}

/// `/t/{table}/review/{decision}`: the position once more. What is tried is in the address.
pub(super) async fn again(
    State(app): State<Arc<App>>,
    Path((table, nth)): Path<(String, usize)>,
    Address(address): Address,
    preferences: Preferences,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| AppError::UnknownTable)?;
    let path = format!("/t/{table}/review/{nth}");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-try");
    let Some(played) = app.review(table, address).await? else {
        return Ok(page.show(&title, &waiting(&page, &title)));
    };
    let decided = played.review.decisions.get(nth).ok_or(Problem::NotFound)?.clone();
    let asked = Form::parse(query.as_deref().unwrap_or_default());
    let tried = wanted_action(&asked, &decided.state).ok();
    let (coach, state) = (app.coach_of(&played, address).await?, decided.state.clone());
    let advice = app.host().compute(move || coach.advise(&state)).await?;
    let answer = tried.zip(advice.as_ref()).map(|(action, advice)| {
        let tried = Alternative::new(page.words, &decided, advice, &action);
        tried.map_or_else(|| page.say("page-try-illegal"), |tried| tried.line)
    });
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            @if let Some(answer) = answer {
                p.why role="status" { (answer) }
            } @else {
                p { (page.say("page-try-how")) }
            }
            (position(&page, &decided, &asked))
            p { a.button href={ "/t/" (table) "/review" } { (page.say("page-back")) } }
        }
    };
    Ok(page.show(&title, &main))
}

/// The position: the dice, what they would give, and where the player stood.
fn position(page: &Page<'_>, decided: &Decided, asked: &Form) -> Markup {
    let state = &decided.state;
    let Some(turn) = state.turn() else { return html! {} };
    let mut kept: Vec<u8> = asked.of("keep").filter_map(|face| face.parse().ok()).collect();
    html! {
        form.try method="get" action=(page.path) {
            fieldset.dice {
                legend { (page.tell("page-throw-nth", &[("throw", turn.throw.into())])) }
                @for face in turn.dice.faces() {
                    @let held = kept.iter().position(|kept| *kept == face).map(|at| kept.remove(at)).is_some();
                    label.die-box {
                        input.visually-hidden type="checkbox" name="keep" value=(face) checked[held];
                        (DrawnDice::of(state.rules(), page.language()).die(face))
                        span.visually-hidden { (state.rules().faces().name(face, page.language())) }
                        span.held { (page.say("page-held")) }
                    }
                }
            }
            div.row { (choices(page, state)) }
        }
    }
}

/// Everything that could be done, in the order of the sheet: what is best is not told here.
fn choices(page: &Page<'_>, state: &Game) -> Markup {
    let actions = state.legal_actions();
    let may = |wanted: Then| {
        actions.iter().any(|action| matches!(action, Action::SetAside { then, .. } if *then == wanted))
    };
    let throws = actions.iter().any(|action| matches!(action, Action::Throw { .. }));
    let language = page.language();
    html! {
        @if throws { button.primary name="throw" value="1" { (page.say("page-throw-held")) } }
        @if may(Then::Throw) { button.primary name="then" value="throw" { (page.say("page-throw-rest")) } }
        @if may(Then::Bank) { button name="then" value="bank" { (page.say("page-bank")) } }
        @if let Some(rules) = state.rules().sheet() {
            @for offer in state.offers() {
                @let slot = &rules.slots[offer.slot];
                @if let Some(points) = offer.score { button name="score" value=(slot.id) { (slot.name.get(language)) ": " (points + offer.bonus) } }
                @if offer.cross { button name="cross" value=(slot.id) { (slot.name.get(language)) ": ✕" } }
                @if offer.announce { button name="announce" value=(slot.id) { (page.words.describe_action(state.rules(), &Action::Announce { slot: offer.slot })) } }
            }
        }
    }
}
