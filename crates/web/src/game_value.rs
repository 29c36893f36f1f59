//! The value of a game under perfect play, as a section of a page; it may still be computed while somebody reads.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::{Aim, GameValue, PlayStatistics, duel_takes_long};
use kosti_rules::{Family, Rules};
use kosti_table::CompiledRules;
use kosti_text::percent;
use maud::{Markup, html};

use super::form::Form;
use super::shell::Page;
use super::strategy;

use kosti_app::App;
use kosti_app::JobStatus;

/// The field with which a form asks for a long computation.
pub(super) const WISH: &str = "work";

/// The values and statistics of a game, as far as they are computed.
pub(super) struct Outlook {
    /// In the order in which the page shows them.
    values: Vec<JobStatus<GameValue>>,
    /// Statistics of games under best play; requested once the values are known.
    play: Option<JobStatus<Option<Arc<PlayStatistics>>>>,
    wished: bool,
}

/// The form that requests the same page again.
pub(super) struct RetryForm<'a> {
    pub(super) method: &'a str,
    pub(super) action: &'a str,
    pub(super) fields: Markup,
}

impl RetryForm<'_> {
    /// Renders the form. `wish` asks for a long computation; `waits` lets the script send the form by itself.
    pub(super) fn render(&self, page: &Page<'_>, label: &str, wish: bool, waits: bool) -> Markup {
        html! {
            form method=(self.method) action=(self.action) data-again[waits] {
                (self.fields)
                @if wish { input type="hidden" name=(WISH) value="1"; }
                button { (page.say(label)) }
            }
        }
    }
}

impl Outlook {
    /// Loads the expected total of a sheet; of a race the chance of the first of two, and the turns of one alone.
    pub(super) async fn of(
        app: &Arc<App>,
        address: IpAddr,
        compiled: &Arc<CompiledRules>,
        asked: &Form,
    ) -> Self {
        let rules = &compiled.rules;
        let seats: &[usize] = match rules.family {
            Family::Sheet(_) => &[1],
            Family::Race(_) if rules.players.max < 2 || duel_takes_long(rules) => &[1],
            Family::Race(_) => &[2, 1],
        };
        let wished = asked.has(WISH);
        let mut values = Vec::new();
        for &seats in seats {
            values.push(app.game_reports().value(address, compiled, seats, wished).await);
        }
        let known = values.iter().all(|value| matches!(value, JobStatus::Ready(_)));
        let play =
            if known { Some(app.game_reports().statistics(address, compiled, wished).await) } else { None };
        Self { values, play, wished }
    }

    /// Whether a job is still running.
    pub(super) fn waits(&self) -> bool {
        self.values.iter().any(|value| matches!(value, JobStatus::Working))
            || matches!(self.play, Some(JobStatus::Working))
    }

    /// The section. While it waits there is a form that asks for the same page again: the script sends it, or a person.
    pub(super) fn section(&self, page: &Page<'_>, rules: &Rules, again: &RetryForm<'_>) -> Markup {
        let wins = rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty());
        let unasked = self.values.iter().any(|value| matches!(value, JobStatus::Unasked));
        html! {
            section #outlook aria-labelledby="outlook-title" {
                h2 #outlook-title { (page.say("page-outlook")) }
                @for value in &self.values {
                    @match value {
                        JobStatus::Ready(game_value) => {
                            p { (describe_value(page, game_value)) }
                            @if wins { p.faint { (page.say("solve-wins-apart")) } }
                        }
                        JobStatus::Failed(problem) => p { (problem.detail(page.words)) },
                        JobStatus::Working => "",
                        JobStatus::Unasked => p { (page.say("page-outlook-long")) },
                    }
                }
                @if let Some(JobStatus::Ready(Some(play))) = &self.play { (strategy::section(page, rules, play)) }
                @if duel_takes_long(rules) { p { (page.say("page-outlook-win-long")) } }
                @if self.waits() { p role="status" { (page.say("page-outlook-working")) } }
                @if self.waits() || unasked {
                    @let label = if unasked { "page-outlook-wish" } else { "page-look-again" };
                    (again.render(page, label, self.wished || unasked, self.waits()))
                }
            }
        }
    }
}

fn describe_value(page: &Page<'_>, game_value: &GameValue) -> String {
    let value = match game_value.aim {
        Aim::Win => percent(game_value.value),
        // More digits than the estimate has would promise too much.
        Aim::Points | Aim::Total if !game_value.exact => format!("{:.1}", game_value.value),
        _ => format!("{:.2}", game_value.value),
    };
    let deviation = game_value.deviation.map_or_else(String::new, |deviation| format!("{deviation:.2}"));
    let said = match (game_value.aim, game_value.exact) {
        (Aim::Total, true) => "page-outlook-total",
        (Aim::Total, false) => "page-outlook-total-estimate",
        (Aim::Points, true) => "page-outlook-points",
        (Aim::Points, false) => "page-outlook-estimate",
        (Aim::Win, _) => "page-outlook-win",
        (Aim::Turns, _) => "page-outlook-turns",
    };
    page.tell(said, &[("value", value.into()), ("deviation", deviation.into())])
}
