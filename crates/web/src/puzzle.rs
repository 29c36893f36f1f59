//! Puzzles: a costly decision of a finished game is shown without its answer, and the visitor tries again.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use kosti_app::{App, AppError, ReviewedGame};
use kosti_coach::{Decided, Review};
use kosti_journal::TableId;
use kosti_query::Alternative;
use maud::{Markup, html};

use super::form::{Form, Query};
use super::position::{Position, holdable_dice};
use super::preferences::Preferences;
use super::review::{inaccurate_decisions, waiting_page};
use super::shell::Page;
use super::steps::{step_of, steps};
use super::table::wanted_action;
use crate::extract::{Address, At};
use crate::problem::Problem;

/// The score of the puzzles so far. It is passed on in the address of each page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    right: usize,
    tried: usize,
}

impl Tally {
    fn of(asked: &Form) -> Self {
        let number = |name: &str| asked.get(name).and_then(|text| text.parse().ok()).unwrap_or(0);
        let tried = number("tried").min(999);
        Self { right: number("right").min(tried), tried }
    }

    /// Counts an answer. Only the first try of a puzzle counts.
    fn with(self, right: bool) -> Self {
        Self { right: self.right + usize::from(right), tried: self.tried + 1 }
    }

    fn query(self) -> String {
        format!("right={}&tried={}", self.right, self.tried)
    }
}

/// The coach's answer to the choice that was tried.
struct Answer {
    right: bool,
    text: String,
}

/// What a puzzle's page is rendered from.
struct Puzzle<'a> {
    page: &'a Page<'a>,
    table: TableId,
    played: &'a ReviewedGame,
    nth: usize,
    decided: &'a Decided,
    asked: &'a Form,
    answer: Option<Answer>,
}

/// `/t/{table}/review/{decision}`: the position of a costly decision. The choice that is tried is in the query.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((table, nth)): Path<(String, usize)>,
    Address(address): Address,
    preferences: Preferences,
    Query(asked): Query,
) -> Result<Response, Problem> {
    let table: TableId = table.parse().map_err(|_| AppError::UnknownTable)?;
    let path = format!("/t/{table}/review/{nth}");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-try");
    let Some(played) = app.review(table, address).await? else {
        return Ok(page.show(&title, &waiting_page(&page, &title)));
    };
    let decided = played.review.decisions.get(nth).ok_or(Problem::NotFound)?;
    let answer = match wanted_action(&asked, &decided.state) {
        Ok(action) => {
            let (coach, state) = (app.coach_of(&played, address).await?, decided.state.clone());
            let advice = app.host().compute(move || coach.advise(&state)).await?;
            let tried = advice.and_then(|advice| Alternative::new(page.words, decided, &advice, &action));
            Some(match tried {
                Some(tried) => Answer { right: tried.choice.is_best(), text: tried.line },
                None => Answer { right: false, text: page.say("page-try-illegal") },
            })
        }
        Err(_) => None,
    };
    let puzzle = Puzzle { page: &page, table, played: &played, nth, decided, asked: &asked, answer };
    Ok(page.show(&title, &puzzle.main(&title)))
}

impl Puzzle<'_> {
    /// The score, with this puzzle once it is answered.
    fn tally(&self) -> Tally {
        let before = Tally::of(self.asked);
        match &self.answer {
            Some(answer) if !self.asked.has("again") => before.with(answer.right),
            _ => before,
        }
    }

    /// The next puzzle of the same player, or the end of them.
    fn next(&self) -> String {
        let seat = self.decided.seat.0;
        let query = self.tally().query();
        match next_puzzle(&self.played.review, seat, self.nth) {
            Some(next) => format!("/t/{}/review/{next}?{query}", self.table),
            None => format!("/t/{}/review/end?seat={seat}&{query}", self.table),
        }
    }

    fn main(&self, title: &str) -> Markup {
        let page = self.page;
        let all = inaccurate_decisions(&self.played.review, self.decided.seat.0);
        let place = all.iter().position(|nth| *nth == self.nth);
        html! {
            main #main.puzzle {
                h1 { (title) }
                @if let Some(place) = place { p.faint { (page.tell("puzzle-nth", &[("nth", (place + 1).into()), ("all", all.len().into())])) } }
                @match &self.answer {
                    Some(answer) => (self.answer_section(answer)),
                    None => p { (page.tell("puzzle-how", &[("name", (&self.played.record.tags.players[self.decided.seat.0]).into())])) },
                }
                (self.position())
                p.row { a.button href={ "/t/" (self.table) "/review" } { (page.say("page-back")) } }
            }
        }
    }

    /// The answer. Words and a shape say right or wrong, not colour alone.
    fn answer_section(&self, answer: &Answer) -> Markup {
        let page = self.page;
        let (sign, said) = if answer.right { ("✓", "puzzle-right") } else { ("✗", "puzzle-wrong") };
        let steps = steps(&self.played.record, Some(&self.played.review));
        let step = step_of(&steps, self.nth);
        html! {
            section.answer .right[answer.right] .wrong[!answer.right] {
                div role="status" {
                    h2 { span.sign aria-hidden="true" { (sign) } (page.say(said)) }
                    p { (answer.text) }
                    @if !answer.right { p.faint { (page.say("puzzle-once-more")) } }
                }
                p.row {
                    a.button.primary href=(self.next()) { (page.say("puzzle-next")) }
                    @if let Some(step) = step { a.button href={ "/t/" (self.table) "/replay/" (step) } { (page.say("puzzle-solution")) } }
                }
            }
        }
    }

    fn position(&self) -> Markup {
        let Some(turn) = self.decided.state.turn() else { return html! {} };
        let position = Position {
            page: self.page,
            state: &self.decided.state,
            names: &self.played.record.tags.players,
            seat: turn.seat.0,
            newest: None,
            asks: true,
        };
        let kept: Vec<u8> = self.asked.of("keep").filter_map(|face| face.parse().ok()).collect();
        let tally = self.tally();
        html! {
            div.position {
                form #try.tray method="get" action=(self.page.path) {
                    input type="hidden" name="right" value=(tally.right);
                    input type="hidden" name="tried" value=(tally.tried);
                    @if self.answer.is_some() { input type="hidden" name="again" value="1"; }
                    p.nth { (self.page.tell("puzzle-at", &[("turn", self.decided.turn.into()), ("throw", turn.throw.into())])) }
                    (holdable_dice(self.page, self.decided.state.rules(), turn, kept))
                    div.acts { (position.buttons()) }
                }
                div.score-area { (position.score()) }
            }
        }
    }
}

/// The costly decision after this one, worst first.
fn next_puzzle(review: &Review, seat: usize, nth: usize) -> Option<usize> {
    let all = inaccurate_decisions(review, seat);
    let place = all.iter().position(|other| *other == nth)?;
    all.get(place + 1).copied()
}

/// `/t/{table}/review/end`: the score of all puzzles.
pub(super) async fn end(
    State(app): State<Arc<App>>,
    At(table): At,
    preferences: Preferences,
    Query(asked): Query,
) -> Result<Response, Problem> {
    let tally = Tally::of(&asked);
    let path = format!("/t/{table}/review/end?{}", tally.query());
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("puzzle-end");
    let text = match tally.tried {
        0 => page.say("puzzle-none"),
        tried => page.tell("puzzle-score", &[("right", tally.right.into()), ("tried", tried.into())]),
    };
    let main = html! {
        main #main.narrow.puzzle-end {
            h1 { (title) }
            @if tally.tried > 0 { p.hand { (tally.right) " / " (tally.tried) } }
            p { (text) }
            p.row {
                a.button.primary href={ "/t/" (table) "/review" } { (page.say("puzzle-to-review")) }
                a.button href={ "/t/" (table) } { (page.say("page-to-table")) }
            }
        }
    };
    Ok(page.show(&title, &main))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_true_is_counted() {
        let of = |query: &str| Tally::of(&Form::parse(query));
        assert_eq!(of("right=2&tried=3"), Tally { right: 2, tried: 3 });
        assert_eq!(of("right=7&tried=3"), Tally { right: 3, tried: 3 });
        assert_eq!(of("right=-1&tried=x"), Tally::default());
        assert_eq!(of("right=2&tried=3").with(true).query(), "right=3&tried=4");
        assert_eq!(of("right=2&tried=3").with(false).query(), "right=2&tried=4");
    }
}
