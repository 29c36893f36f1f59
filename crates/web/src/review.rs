//! The review of a finished game: luck and choices of each player, and the costly decisions.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_app::{App, ReviewedGame};
use kosti_coach::{Review, SeatReview, ValueUnit};
use kosti_journal::TableId;
use kosti_query::{Column, DecisionText, ReviewText};
use maud::{Markup, html};

use super::die::DiceRenderer;
use super::preferences::Preferences;
use super::shell::Page;
use super::steps::{Step, step_of, steps};
use super::table::format_loss;
use super::value_chart;
use crate::extract::{Address, At, Caller};
use crate::problem::Problem;

/// Decisions of a player that are listed at once; the others are folded.
const OPEN: usize = 3;

/// `/t/{table}/review`
pub(super) async fn show(
    State(app): State<Arc<App>>,
    At(table): At,
    Address(address): Address,
    caller: Caller,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let path = format!("/t/{table}/review");
    let page = Page::new(&app, &preferences, &path);
    let title = page.say("page-review");
    let main = match app.review(table, address).await? {
        Some(played) => {
            let steps = steps(&played.record, Some(&played.review));
            let own = own_seat(&app, table, &caller).await?;
            let text = ReviewText { words: page.words, record: &played.record, review: &played.review };
            ReviewPage { page: &page, table, played: &played, steps: &steps, text, own }.main()
        }
        None => waiting_page(&page, &title),
    };
    Ok(page.show(&title, &main))
}

/// The first seat that the visitor holds; the first of all for others.
async fn own_seat(app: &App, table: TableId, caller: &Caller) -> Result<usize, Problem> {
    let session = app.table(table).await?;
    let locked = session.lock().await;
    let key = caller.key(table);
    Ok(key.and_then(|key| locked.table.seats_of(&key).next()).unwrap_or(0))
}

/// The page while the review is computed.
pub(super) fn waiting_page(page: &Page<'_>, title: &str) -> Markup {
    html! {
        main #main.narrow data-wait {
            h1 { (title) }
            p { (page.say("page-review-waits")) }
            p { a.button href=(page.path) { (page.say("page-look-again")) } }
        }
    }
}

/// Whether an amount is larger than rounding errors.
pub(super) fn is_perceptible(worth: ValueUnit, amount: f64) -> bool {
    let least = match worth {
        ValueUnit::Points | ValueUnit::Turns => 0.005,
        ValueUnit::Win => 0.000_05,
    };
    amount.abs() > least
}

/// An amount without its sign, short: few digits where it is large.
pub(super) fn format_amount(worth: ValueUnit, amount: f64) -> String {
    match worth {
        ValueUnit::Win => format!("{:.1} %", amount * 100.0),
        ValueUnit::Points if amount >= 9.95 => format!("{amount:.0}"),
        ValueUnit::Points | ValueUnit::Turns if amount >= 0.095 => format!("{amount:.1}"),
        ValueUnit::Points | ValueUnit::Turns => format!("{amount:.2}"),
    }
}

/// The review of a player's luck: in points where there are any, because chances to win end at all or nothing.
fn luck_of(review: &Review, seat: usize) -> &SeatReview {
    review.points.as_ref().map_or(&review.seats[seat], |points| &points[seat])
}

/// The decisions of a player that lost something, worst first, by their places in the review.
pub(super) fn inaccurate_decisions(review: &Review, seat: usize) -> Vec<usize> {
    let loss = |nth: &usize| review.decisions[*nth].loss;
    let own = |nth: &usize| review.decisions[*nth].seat.0 == seat && is_perceptible(review.worth, loss(nth));
    let mut found: Vec<usize> = (0..review.decisions.len()).filter(own).collect();
    found.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    found
}

/// What the page of a review is rendered from.
struct ReviewPage<'a> {
    page: &'a Page<'a>,
    table: TableId,
    played: &'a ReviewedGame,
    steps: &'a [Step],
    text: ReviewText<'a>,
    /// The seat whose decisions are open: the visitor's.
    own: usize,
}

impl ReviewPage<'_> {
    fn main(&self) -> Markup {
        let page = self.page;
        let names = &self.played.record.tags.players;
        let chart = value_chart::ValueChart {
            page,
            table: self.table,
            names,
            review: &self.played.review,
            steps: self.steps,
        };
        html! {
            main #main.review {
                h1 { (page.say("page-review")) ": " (self.played.record.rules().name.get(page.language())) }
                div.overview {
                    (chart.draw(&self.describe_course()))
                    div {
                        p { a.button.primary href={ "/t/" (self.table) "/replay/0" } { (page.say("replay-link")) } }
                        @if let Some(estimate) = self.text.estimate() { p.faint { (estimate) } }
                        h2 { (page.say("page-luck-and-skill")) }
                        div.players { @for (seat, name) in names.iter().enumerate() { (self.player(seat, name)) } }
                    }
                }
                @for (seat, name) in names.iter().enumerate() { (self.decisions(seat, name)) }
                p.row {
                    a.button href={ "/t/" (self.table) } { (page.say("page-to-table")) }
                    a.button href={ "/t/" (self.table) "/dice" } { (page.say("page-check-dice")) }
                    a.button href={ "/api/v1/tables/" (self.table) "/record" } download { (page.say("page-record")) }
                }
            }
        }
    }

    /// Describes the chart for screen readers.
    fn describe_course(&self) -> String {
        let names = &self.played.record.tags.players;
        let went = |seat: usize| {
            let args = [
                ("name", (&names[seat]).into()),
                ("start", self.text.cell(seat, Column::Start).into()),
                ("end", self.text.cell(seat, Column::End).into()),
            ];
            self.page.tell("page-went", &args)
        };
        (0..names.len()).map(went).collect::<Vec<_>>().join(" ")
    }

    /// Luck and choices of a player in words; the figures are folded.
    fn player(&self, seat: usize, name: &str) -> Markup {
        let page = self.page;
        html! {
            section.card.player-review {
                h3 { (name) }
                @if let Some(luck) = describe_luck(page, luck_of(&self.played.review, seat)) { p { (luck) } }
                @if let Some(choices) = self.describe_choices(seat) { p { (choices) } }
                details {
                    summary { (page.say("review-numbers")) }
                    dl.figures-of { @for column in self.text.columns() { div { dt { (column.heading(page.words)) } dd { (self.text.cell(seat, column)) } } } }
                }
            }
        }
    }

    fn describe_choices(&self, seat: usize) -> Option<String> {
        let (review, own) = (&self.played.review, &self.played.review.seats[seat]);
        if own.decisions == 0 {
            return None;
        }
        if !is_perceptible(review.worth, own.mistakes) {
            return Some(self.page.say("review-choices-best"));
        }
        let args = [
            ("best", own.best.into()),
            ("decisions", own.decisions.into()),
            ("amount", format_amount(review.worth, own.mistakes).into()),
            ("worth", review.worth.name().into()),
        ];
        Some(self.page.tell("review-choices", &args))
    }

    /// Every decision that lost something: the visitor's worst are open, all others one tap away.
    fn decisions(&self, seat: usize, name: &str) -> Markup {
        let page = self.page;
        let all = inaccurate_decisions(&self.played.review, seat);
        let (open, folded) = all.split_at(all.len().min(OPEN));
        if all.is_empty() {
            return html! { h2 { (page.tell("review-no-mistakes", &[("name", name.into())]).trim_end_matches('.')) } };
        }
        html! {
            details.of-player open[seat == self.own] {
                summary { h2 { (page.tell("review-inaccurate", &[("name", name.into()), ("count", all.len().into())])) } }
                p { a.button href={ "/t/" (self.table) "/review/" (all[0]) } { (page.tell("review-puzzles", &[("count", all.len().into())])) } }
                ul.decisions { @for nth in open { li { (self.decision(*nth)) } } }
                @if !folded.is_empty() {
                    details.all-decisions {
                        summary { (page.tell("review-all", &[("count", folded.len().into())])) }
                        ul.decisions { @for nth in folded { li { (self.decision(*nth)) } } }
                    }
                }
            }
        }
    }

    fn decision(&self, nth: usize) -> Markup {
        let (page, review) = (self.page, &self.played.review);
        let decided = &review.decisions[nth];
        let Some(DecisionText { at, chosen, best, .. }) = self.text.decision(decided) else {
            return html! {};
        };
        let faces: Vec<u8> = at.dice.faces().collect();
        let renderer = DiceRenderer::of(self.played.record.rules(), page.language());
        let of = [("turn", decided.turn.into()), ("dice", renderer.write(at.dice).into())];
        html! {
            div.card {
                p.head { span { (page.tell("puzzle-at", &[("turn", decided.turn.into()), ("throw", at.throw.into())])) } b.cost { (format_loss(review.worth, decided.loss)) } }
                (renderer.row(&faces))
                dl.chosen {
                    div { dt { "✗ " (page.say("replay-chosen")) } dd { (chosen) } }
                    div { dt { "★ " (page.say("page-best")) } dd { (best) } }
                }
                p.row {
                    a.button href={ "/t/" (self.table) "/review/" (nth) } aria-label=(page.tell("page-try-of", &of)) { (page.say("page-try")) }
                    @if let Some(step) = step_of(self.steps, nth) {
                        a.button href={ "/t/" (self.table) "/replay/" (step) } aria-label=(page.tell("review-see-of", &of)) { (page.say("review-see")) }
                    }
                }
            }
        }
    }
}

/// Luck as a share of games, about: luck is nearly normal over a whole game. Nothing where it has no measure.
fn describe_luck(page: &Page<'_>, seat: &SeatReview) -> Option<String> {
    let times = (seat.deviation > 0.0).then(|| seat.luck / seat.deviation)?;
    // The logistic curve is within one percent of the normal one.
    let share = 1.0 / (1.0 + (-1.702 * times).exp());
    let percent = (share * 100.0).round().clamp(1.0, 99.0);
    let said = if percent >= 50.0 { "review-lucky" } else { "review-unlucky" };
    let games = if percent >= 50.0 { percent } else { 100.0 - percent };
    Some(page.tell(said, &[("games", format!("{games:.0}").into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_short() {
        let amounts = [12.34, 3.21, 0.04].map(|amount| format_amount(ValueUnit::Points, amount));
        assert_eq!(amounts, ["12", "3.2", "0.04"]);
        assert_eq!(format_amount(ValueUnit::Win, 0.0512), "5.1 %");
        assert_eq!(format_amount(ValueUnit::Turns, 10.26), "10.3");
        assert!(is_perceptible(ValueUnit::Win, 0.0001) && !is_perceptible(ValueUnit::Points, -0.001));
    }
}
