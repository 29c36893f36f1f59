//! The coach panel: what each choice loses, for visitors who want it at tables that allow it.

use std::time::Duration;

use kosti_coach::{Advice, CoachMode, Reason, ValueUnit};
use kosti_engine::Action;
use maud::{Markup, html};

use super::TablePage;
use super::grid::format_worth;
use crate::extract::Caller;
use crate::preferences::Preferences;
use crate::shell::setting_link;

use kosti_app::{App, AppError, TableSession};

/// How long a page waits for a game that is not solved yet.
const PATIENCE: Duration = Duration::from_millis(30);
/// Choices in the list.
const CHOICES: usize = 5;

/// The state of the coach for a visitor.
pub(super) enum CoachPanel {
    /// No panel: not wanted, not allowed, or nobody is on turn.
    Silent,
    /// The game is being worked out.
    Thinking,
    /// There is no coach for this game.
    Failed(AppError),
    Ready(Box<Advice>),
}

impl CoachPanel {
    /// The advice, if it is ready.
    pub(super) fn advice(&self) -> Option<&Advice> {
        match self {
            Self::Ready(advice) => Some(advice),
            _ => None,
        }
    }
}

/// Asks the coach for somebody. A game that takes long is solved while they look at the page.
pub(super) async fn load(
    app: &App,
    session: &TableSession,
    caller: &Caller,
    preferences: &Preferences,
) -> CoachPanel {
    if preferences.coach_mode != CoachMode::Show {
        return CoachPanel::Silent;
    }
    match advice(app, session, caller).await {
        Ok(advice) => CoachPanel::Ready(Box::new(advice)),
        Err(AppError::Refused { .. } | AppError::CoachOff | AppError::NotOnTurn) => CoachPanel::Silent,
        Err(AppError::Busy) => CoachPanel::Thinking,
        Err(error) => CoachPanel::Failed(error),
    }
}

/// The coach's advice for whoever is on turn, where this caller may have it; busy while the game is solved.
pub(super) async fn advice(app: &App, session: &TableSession, caller: &Caller) -> Result<Advice, AppError> {
    app.advise(session, caller, Some(PATIENCE)).await.map(|(_, advice)| advice)
}

impl TablePage<'_> {
    /// What the coach says about every choice: what it loses against the best.
    pub(super) fn coach_section(&self) -> Markup {
        if self.pending.is_some() {
            return html! {};
        }
        let content = match &self.coach_panel {
            CoachPanel::Silent => return self.coach_invitation(),
            CoachPanel::Thinking => html! { p { (self.page.say("page-coach-thinking")) } },
            CoachPanel::Failed(error) => html! { p { (error.detail(self.page.words)) } },
            CoachPanel::Ready(advice) => self.advice_details(advice),
        };
        html! {
            section.coach #coach aria-labelledby="coach-title" {
                h2 #coach-title { (self.page.say("play-coach-title")) }
                (content)
            }
        }
    }

    /// The place of the panel on a large screen while the coach is off.
    fn coach_invitation(&self) -> Markup {
        let may = self.may_have_coach && self.page.preferences.coach_mode == CoachMode::Off;
        let on = self.game().is_some_and(|state| state.outcome().is_none());
        html! {
            @if may && on {
                section.coach.invitation aria-labelledby="coach-title" {
                    h2 #coach-title { (self.page.say("play-coach-title")) }
                    p { (self.page.say("page-coach-invites")) }
                    a.button href=(self.coach_link(CoachMode::Show)) data-part { (self.page.say("page-coach-show")) }
                }
            }
        }
    }

    fn advice_details(&self, advice: &Advice) -> Markup {
        let rules = self.table.rules();
        let kind = advice.worth.name();
        let args = [("value", format_worth(advice.worth, advice.value).into()), ("worth", kind.into())];
        let win = advice.win.filter(|_| advice.worth == ValueUnit::Points);
        let doing = |action: &Action| self.page.words.describe_action(rules, action);
        let most = advice.choices.iter().take(CHOICES).map(|choice| choice.loss).fold(1e-9, f64::max);
        html! {
            p.faint { (self.page.say("page-coach-loses")) @if !advice.exact { " " b.estimate { (self.page.say("coach-estimate")) } } }
            ol.picks {
                @for choice in advice.choices.iter().take(CHOICES) {
                    @let best = choice.is_best();
                    li .best[best] {
                        @match choice.action {
                            Action::Throw { keep } if !keep.is_empty() => span.keep { (self.page.say("page-hold")) " " (self.dice_renderer().row(&keep.faces().collect::<Vec<_>>())) },
                            action => span { (doing(&action)) },
                        }
                        @if best { b.best { "★ " (self.page.say("page-best")) } } @else {
                            svg.meter viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { rect.way width="100" height="8" {} rect.gone width=(format!("{:.1}", choice.loss / most * 100.0)) height="8" {} }
                            b { (format_loss(advice.worth, choice.loss)) }
                        }
                    }
                }
            }
            @if let Some(trade) = advice.trade() {
                p.trade { (self.page.words.explain_trade(trade.best.value, trade.instead.value, trade.points)) }
            }
            details.coach-values {
                summary { (self.page.tell("play-coach-value", &args)) }
                @if let Some(win) = win { p.faint { (self.page.tell("play-coach-win", &[("percent", format!("{:.0}", win.chance * 100.0).into()), ("exact", win.exact.into())])) } }
                ol { @for choice in advice.choices.iter().take(CHOICES) { li {
                    (doing(&choice.action)) ": " (format_worth(advice.worth, choice.value))
                    @if let Some(total) = choice.total { ", " (self.page.tell("play-coach-points", &[("points", format!("{total:.1}").into())])) }
                } } }
                @if let Some(Reason { best, instead: Some(instead) }) = advice.reason() {
                    p { (self.page.words.explain_advice(rules, kind, (&best.action, best.value), (&instead.action, instead.value))) }
                }
            }
        }
    }

    /// Chooses what the coach does, and comes back.
    pub(super) fn coach_link(&self, mode: CoachMode) -> String {
        setting_link("coach", mode.name(), &self.path())
    }

    /// Whether the coach helps; every visitor chooses for themselves.
    pub(super) fn coach_choice(&self) -> Markup {
        if !self.may_have_coach {
            return html! {};
        }
        html! {
            nav.coach-choice aria-label=(self.page.say("play-coach-title")) {
                span { (self.page.say("play-coach-title")) }
                @for mode in CoachMode::ALL {
                    @let current = (mode == self.page.preferences.coach_mode).then_some("true");
                    a.button href=(self.coach_link(mode)) aria-current=[current] {
                        (self.page.say(&format!("page-help-{}", mode.name())))
                    }
                }
            }
        }
    }
}

/// What a choice loses against the best, with its sign.
pub(crate) fn format_loss(kind: ValueUnit, loss: f64) -> String {
    match kind {
        ValueUnit::Win if loss < 0.001 => format!("−{:.2} %", loss * 100.0),
        ValueUnit::Points | ValueUnit::Turns if loss < 0.1 => format!("−{loss:.2}"),
        _ => format!("−{}", format_worth(kind, loss)),
    }
}
