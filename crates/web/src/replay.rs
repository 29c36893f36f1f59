//! The stepper through a finished game: each position with its dice and the coach's verdict on the choice made there.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use kosti_app::{App, AppError, ReviewedGame};
use kosti_coach::{Advice, Choice, Decided, Review, ValueUnit};
use kosti_dice::Dice;
use kosti_engine::{Action, Event, Record};
use kosti_journal::TableId;
use maud::{Markup, html};

use super::die::DiceRenderer;
use super::position::{Position, render_dice};
use super::preferences::Preferences;
use super::review::{format_amount, is_perceptible};
use super::shell::Page;
use super::steps::{Step, describe_step, steps};
use super::table::{cup, format_loss};
use crate::extract::Address;
use crate::problem::Problem;

/// Choices in the list, besides the one that was made.
const CHOICES: usize = 4;

/// The icons of the stepper's links.
const FIRST: &str = "M20 4v16L9 12zM5 4h3v16H5z";
const BACK: &str = "M18 3v18L5 12z";
const ON: &str = "M6 3v18l13-9z";
const LAST: &str = "M4 4v16l11-8zM16 4h3v16h-3z";

/// What the page of a step is rendered from.
struct Replay<'a> {
    page: &'a Page<'a>,
    table: TableId,
    record: &'a Record,
    /// Nothing while the game is being worked out, and where it cannot be.
    review: Option<&'a Review>,
    steps: &'a [Step],
    /// The step that is shown.
    at: usize,
    /// The value of every choice here.
    advice: Option<Advice>,
    /// Why there is no review.
    failed: Option<AppError>,
}

/// `/t/{table}/replay/{step}`
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((table, at)): Path<(String, usize)>,
    Address(address): Address,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| AppError::UnknownTable)?;
    let (played, failed) = match app.review(table, address).await {
        Ok(played) => (played, None),
        Err(AppError::Busy | AppError::TooMuchWork) => (None, Some(AppError::TooMuchWork)),
        Err(refused) => return Err(refused.into()),
    };
    let read;
    let record = match &played {
        Some(played) => &played.record,
        None => {
            read = app
                .verify(table)
                .await?
                .map_err(|why| AppError::Unreadable { message: why.to_string(), why: None })?;
            &read.record
        }
    };
    let review = played.as_ref().map(|played| &played.review);
    let steps = steps(record, review);
    let step = steps.get(at).ok_or(Problem::NotFound)?;
    let advice = match (&played, step.decision) {
        (Some(played), Some(nth)) => advise(&app, played, &played.review.decisions[nth], address).await,
        _ => None,
    };
    let path = format!("/t/{table}/replay/{at}");
    let page = Page::new(&app, &preferences, &path);
    let replay = Replay { page: &page, table, record, review, steps: &steps, at, advice, failed };
    let title = page.say("replay-title");
    Ok(page.show(&title, &replay.main(&title)))
}

/// The value of every choice; `None` if the game cannot be solved again now: the review has the chosen and the best one.
async fn advise(app: &App, played: &ReviewedGame, decided: &Decided, address: IpAddr) -> Option<Advice> {
    let (coach, state) = (app.coach_of(played, address).await.ok()?, decided.state.clone());
    app.host().compute(move || coach.advise(&state)).await.ok()?
}

impl Replay<'_> {
    fn path(&self, step: usize) -> String {
        format!("/t/{}/replay/{step}", self.table)
    }

    fn step(&self) -> &Step {
        &self.steps[self.at]
    }

    fn main(&self, title: &str) -> Markup {
        let page = self.page;
        let step = self.step();
        let position = Position {
            page,
            state: &step.state,
            names: &self.record.tags.players,
            seat: step.state.on_turn().filter(|_| step.event.is_none()).map_or(step.seat, |seat| seat.0),
            newest: entered_box(step),
            asks: false,
        };
        html! {
            main #main.replay data-wait[self.review.is_none() && self.failed.is_none()] {
                h1 { (title) ": " (self.record.rules().name.get(page.language())) }
                div.position {
                    section.tray aria-labelledby="happened" {
                        p.nth { (page.tell("replay-step", &[("step", self.at.into()), ("steps", (self.steps.len() - 1).into()), ("turn", step.turn.into())])) }
                        p #happened role="status" { (self.description()) }
                        (self.dice())
                    }
                    section.coach aria-labelledby="coach-title" { (self.coach_section()) }
                    div.score-area { (position.score()) }
                }
                (self.stepper())
                p.row {
                    a.button href={ "/t/" (self.table) "/review" } { (page.say("page-review")) }
                    a.button href={ "/t/" (self.table) } { (page.say("page-to-table")) }
                }
            }
        }
    }

    fn description(&self) -> String {
        match self.at {
            0 => self.page.say("replay-start"),
            _ => describe_step(self.page.words, self.record, self.step()),
        }
    }

    /// The dice of the turn; those that an entry was made with, too.
    fn dice(&self) -> Markup {
        let before = self.at.checked_sub(1).map(|before| &self.steps[before]);
        let turn = [Some(self.step()), before]
            .into_iter()
            .flatten()
            .find_map(|step| step.state.turn().filter(|turn| turn.throw > 0));
        // The word below marked dice: those held for a throw, or in a race those taken before banking.
        let (marked, word) = match self.step().event {
            Some(Event::Thrown { kept, .. }) => (kept, "page-held"),
            Some(Event::Banked { .. }) => (self.step().set_aside, "page-taken"),
            _ => (Dice::NONE, "page-held"),
        };
        match turn {
            Some(turn) => render_dice(self.page, self.record.rules(), turn.dice, marked, word),
            None => html! { div.waiting { (cup()) } },
        }
    }

    fn decision(&self) -> Option<&Decided> {
        Some(&self.review?.decisions[self.step().decision?])
    }

    fn coach_section(&self) -> Markup {
        let page = self.page;
        html! {
            h2 #coach-title { (page.say("play-coach-title")) }
            @match (self.review, &self.failed) {
                (None, Some(why)) => p { (why.detail(page.words)) },
                (None, None) => p { (page.say("page-coach-thinking")) },
                (Some(review), _) => {
                    @if let Some(luck) = self.luck(review) { p { (luck) } }
                    @match self.decision() {
                        Some(decided) => (self.choice(review, decided)),
                        None => p.faint { (page.say("replay-no-choice")) },
                    }
                    @if let Some(next) = self.next_costly() { p.costly { a href=(self.path(next)) { (page.say("replay-next-costly")) " ▸" } } }
                },
            }
        }
    }

    /// What the throw brought or cost, where that is worth a word.
    fn luck(&self, review: &Review) -> Option<String> {
        let luck = self.step().luck;
        let said = if luck > 0.0 { "replay-lucky" } else { "replay-unlucky" };
        let amount = format_amount(review.worth, luck.abs());
        let args = [("amount", amount.into()), ("worth", review.worth.name().into())];
        is_notable(review.worth, luck).then(|| self.page.tell(said, &args))
    }

    /// The choice that was made, the best one, and what the others lose.
    fn choice(&self, review: &Review, decided: &Decided) -> Markup {
        let page = self.page;
        let choices = choices_to_list(decided, self.advice.as_ref());
        let most = choices.iter().map(|choice| choice.loss).fold(1e-9, f64::max);
        let best = !is_perceptible(review.worth, decided.loss);
        html! {
            p.verdict .right[best] .wrong[!best] {
                @if best { (page.say("replay-was-best")) } @else {
                    (page.tell("replay-cost", &[("amount", format_amount(review.worth, decided.loss).into()), ("worth", review.worth.name().into())]))
                }
                @if !review.exact { " " b.estimate { (page.say("coach-estimate")) } }
            }
            ol.picks {
                @for choice in &choices {
                    @let chosen = choice.action == decided.chosen;
                    li .best[choice.is_best()] .chosen[chosen] {
                        span.what { (self.action(&choice.action)) @if chosen { b.badge { "◀ " (page.say("replay-chosen")) } } }
                        @if choice.is_best() { b.best { "★ " (page.say("page-best")) } } @else {
                            svg.meter viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { rect.way width="100" height="8" {} rect.gone width=(format!("{:.1}", choice.loss / most * 100.0)) height="8" {} }
                            b { (format_loss(review.worth, choice.loss)) }
                        }
                    }
                }
            }
        }
    }

    /// The next step at which something was lost.
    fn next_costly(&self) -> Option<usize> {
        let review = self.review?;
        let costly = |step: &Step| {
            step.decision.is_some_and(|nth| is_perceptible(review.worth, review.decisions[nth].loss))
        };
        (self.at + 1..self.steps.len()).find(|nth| costly(&self.steps[*nth]))
    }

    fn action(&self, action: &Action) -> Markup {
        match action {
            Action::Throw { keep } if !keep.is_empty() => {
                html! { span.keep { (self.page.say("page-hold")) " " (DiceRenderer::of(self.record.rules(), self.page.language()).row(&keep.faces().collect::<Vec<_>>())) } }
            }
            action => html! { (self.page.words.describe_action(self.record.rules(), action)) },
        }
    }

    /// The way through the game: links, which the arrow keys press too.
    fn stepper(&self) -> Markup {
        let (page, last) = (self.page, self.steps.len() - 1);
        html! {
            nav.stepper aria-label=(page.say("replay-steps")) {
                (self.step_link(self.at.checked_sub(1).map(|_| 0), FIRST, "replay-first", None))
                (self.step_link(self.at.checked_sub(1), BACK, "replay-back", Some("prev")))
                (self.step_link(Some(self.at + 1).filter(|next| *next <= last), ON, "replay-next", Some("next")))
                (self.step_link(Some(last).filter(|last| self.at < *last), LAST, "replay-last", None))
            }
        }
    }

    /// A link to a step; where there is none, its place stays.
    fn step_link(&self, to: Option<usize>, sign: &str, said: &str, rel: Option<&str>) -> Markup {
        let said = self.page.say(said);
        let sign = html! { svg viewBox="0 0 24 24" aria-hidden="true" { path d=(sign) {} } };
        match to {
            Some(step) => html! { a.button href=(self.path(step)) rel=[rel] aria-label=(said) { (sign) } },
            None => html! { span.button aria-hidden="true" { (sign) } },
        }
    }
}

/// Whether a throw changed enough to be called lucky or unlucky.
fn is_notable(worth: ValueUnit, luck: f64) -> bool {
    let least = match worth {
        ValueUnit::Points => 1.0,
        ValueUnit::Win => 0.01,
        ValueUnit::Turns => 0.1,
    };
    luck.abs() >= least
}

/// The box that a step wrote.
fn entered_box(step: &Step) -> Option<(usize, usize)> {
    match step.event? {
        Event::Scored { seat, slot, .. } | Event::CrossedOut { seat, slot, .. } => Some((seat.0, slot)),
        _ => None,
    }
}

/// The best choices and the one that was made.
fn choices_to_list(decided: &Decided, advice: Option<&Advice>) -> Vec<Choice> {
    let Some(advice) = advice else {
        let best = Choice { action: decided.best, value: decided.best_value, loss: 0.0, total: None };
        let chosen = Choice { action: decided.chosen, value: decided.value, loss: decided.loss, total: None };
        return if decided.chosen == decided.best { vec![best] } else { vec![best, chosen] };
    };
    let listed = |(nth, choice): &(usize, &Choice)| *nth < CHOICES || choice.action == decided.chosen;
    advice.choices.iter().enumerate().filter(listed).map(|(_, choice)| *choice).collect()
}
