//! The tray within thumb's reach: dice, buttons, notices.

use kosti_app::{AppError, Warning};
use kosti_dice::Dice;
use kosti_engine::{Action, Phase, Seat, State, Then, Turn};
use kosti_rules::{Family, SheetRules};
use kosti_table::{InTheAir, Who};
use maud::{Markup, html};

use super::TablePage;
use super::dice::cup;
use super::grid::format_worth;
use super::highlight::Highlight;
use super::log::LogLine;
use crate::problem::Problem;

impl TablePage<'_> {
    /// The tray.
    pub(super) fn tray(&self, state: &State, log: &[LogLine], highlight: Option<&Highlight>) -> Markup {
        let acting = self.acting();
        html! {
            section.tray aria-label=(self.page.say("page-dice")) {
                (self.heading(state, log))
                @if let (Some(highlight), None) = (highlight, self.table.in_the_air()) { (highlight.picture()) }
                (self.lesson_hint(state))
                (self.notices(state))
                @match self.correction_form(state) {
                    Some(correcting) => (correcting),
                    None => form #act method="post" action={ (self.path()) "/act" } data-selections=[self.selections(state)] data-keeps=[self.keeps(state)] {
                        (self.hidden())
                        @match self.pending {
                            Some(pending) => (self.warning_dialog(state, pending)),
                            None => (self.dice_and_buttons(state, acting, highlight)),
                        }
                    },
                }
                @if let (Some(seat), None) = (self.may_take_back(state), self.pending) {
                    form #takes-back method="post" action={ (self.path()) "/act" } {
                        (self.hidden())
                        input type="hidden" name="seat" value=(seat);
                    }
                }
                @if let Some((seat, ..)) = self.stand_in(state) {
                    form #stand-in method="post" action={ (self.path()) "/seat/" (seat) } {}
                }
                @if self.bot_plays(state) && !self.mine.is_empty() {
                    form #hurry-bots method="post" action={ (self.path()) "/hurry" } {}
                }
            }
        }
    }

    /// Whose turn it is, and what to do or the newest events.
    fn heading(&self, state: &State, log: &[LogLine]) -> Markup {
        let page = &self.page;
        let turn = state.turn().filter(|turn| turn.throw > 0);
        let nth = match (turn, state.rules().sheet()) {
            (Some(turn), Some(rules)) => {
                Some(page.tell("page-nth-throw", &[("nth", turn.throw.into()), ("of", rules.throws.into())]))
            }
            // Whoever plays has the points of the turn in the place of the news.
            (Some(turn), None) if self.acting().is_none() => {
                Some(page.tell("page-turn-points", &[("points", turn.points.into())]))
            }
            _ => None,
        };
        html! {
            div.say {
                p.whose {
                    @if self.acting().is_some() && self.mine.len() == 1 { (page.say("page-your-turn")) } @else { (self.turn_text().trim_end_matches('.')) }
                    @if let Some(nth) = nth { span.nth { (nth) } }
                }
                @if self.explains_offers(state) { a.explain href={ (self.path()) "?why=all" } data-part aria-label=(page.say("page-why-all")) title=(page.say("page-why-all")) { "?" } }
                p.todo { @match (self.acting(), turn) { (Some(_), Some(turn)) => (self.what_to_do(state, turn)), _ => (Self::newest_line(log)) } }
            }
        }
    }

    /// What can be done with the dice as they lie. The coach's choice goes before.
    fn what_to_do(&self, state: &State, turn: &Turn) -> Markup {
        let best = self.coach_panel.advice().and_then(|advice| advice.choices.first());
        if let Some(best) = best {
            let said = self.page.words.describe_action(state.rules(), &best.action);
            return html! { a.coach-best href="#coach" { "★ " (said) } };
        }
        let Some(rules) = state.rules().sheet() else {
            return html! { (self.page.tell("page-turn-points", &[("points", turn.points.into())])) };
        };
        let announced = turn.announced.map(|slot| self.narrator(state).slot_name(slot).to_owned());
        let said = match announced {
            Some(name) => self.page.tell("page-announced", &[("box", name.into())]),
            None if state.throws_left() > 0 => match rules.set_aside {
                Some(least @ 1..) => self.page.tell("page-hold-more", &[("least", least.into())]),
                _ => self.page.say("page-tap-to-hold"),
            },
            // It stands in the place of the button.
            None => String::new(),
        };
        html! { (said) }
    }

    /// The visitor's seat that can take its last entry back.
    pub(super) fn may_take_back(&self, state: &State) -> Option<usize> {
        self.mine.iter().copied().find(|&seat| state.may_undo(Seat(seat)))
    }

    /// Takes the last decision back. It is always in its place, so that nothing moves when it comes and goes.
    pub(super) fn undo_button(&self, state: &State) -> Markup {
        let disabled = self.may_take_back(state).is_none();
        html! {
            @if !self.mine.is_empty() && state.outcome().is_none() {
                button.alt #undo form="takes-back" name="undo" value="1" disabled[disabled] {
                    svg viewBox="0 0 24 24" aria-hidden="true" { path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" {} }
                    span { (self.page.say("page-undo")) }
                }
            }
        }
    }

    /// Problems, and explanations of boxes.
    fn notices(&self, state: &State) -> Markup {
        let narrator = self.narrator(state);
        let seat = self.acting().or(state.on_turn()).unwrap_or(Seat(0));
        let why = self.asked.get("why").and_then(|id| state.rules().sheet()?.slot(id));
        html! {
            @if let Some(problem) = self.problem {
                p.wrong role="alert" {
                    @match problem {
                        Problem::App { why: AppError::Refused { why: kosti_table::CommandError::Illegal { why } } } => (narrator.describe_refusal(why.clone())),
                        problem => (problem.detail(self.page.words)),
                    }
                }
            }
            @if let Some(slot) = why {
                div.why role="status" {
                    p { (narrator.describe_box(seat, slot)) }
                    a.button.close href=(self.path()) data-part aria-label=(self.page.say("page-close")) title=(self.page.say("page-close")) { "✕" }
                }
            }
            @if self.asked.get("why") == Some("all") && self.explains_offers(state) {
                div.why.all role="status" tabindex="0" {
                    ul { @for slot in explained_offers(state) { li { (narrator.describe_box(seat, slot)) } } }
                    a.button.close href=(self.path()) data-part aria-label=(self.page.say("page-close")) title=(self.page.say("page-close")) { "✕" }
                }
            }
        }
    }

    /// Whether dice lie there that boxes offer something for: what they offer can be explained.
    fn explains_offers(&self, state: &State) -> bool {
        state.rules().sheet().is_some() && state.turn().is_some_and(|turn| turn.throw > 0)
    }

    /// Asks before a costly action. The main button is to think again.
    fn warning_dialog(&self, state: &State, pending: &Warning) -> Markup {
        let (page, rules) = (&self.page, state.rules());
        let doing = |action: &Action| page.words.describe_action(rules, action);
        let Warning { action, loss, worth: unit, exact, best } = pending;
        let args = [
            ("action", doing(action).into()),
            ("loss", format_worth(*unit, *loss).into()),
            ("exact", (*exact).into()),
            ("best", doing(best).into()),
        ];
        let id = |slot: usize| rules.sheet().map_or("", |sheet| sheet.slots[slot].id.as_str());
        let (sure, keep) = match *action {
            Action::Score { slot } => (format!("score:{}", id(slot)), Dice::NONE),
            Action::Cross { slot } => (format!("cross:{}", id(slot)), Dice::NONE),
            Action::Announce { slot } => (format!("announce:{}", id(slot)), Dice::NONE),
            Action::SetAside { take, then: Then::Bank } => ("then:bank".to_owned(), take),
            Action::SetAside { take, then: Then::Throw } => ("then:throw".to_owned(), take),
            Action::Throw { keep } => ("throw".to_owned(), keep),
            _ => (String::new(), Dice::NONE),
        };
        html! {
            div.ask role="alertdialog" aria-labelledby="asked" {
                p #asked { (page.tell("play-ask-warn", &args)) }
                @for face in keep.faces() { input type="hidden" name="keep" value=(face); }
                @for fell in self.asked.of("fell") { input type="hidden" name="fell" value=(fell); }
                div.acts {
                    button.alt #sure name="sure" value=(sure) { (page.say("page-yes")) }
                    a.button.primary.go href=(self.path()) data-part autofocus { (page.say("page-think-again")) }
                }
            }
        }
    }

    fn dice_and_buttons(&self, state: &State, acting: Option<Seat>, highlight: Option<&Highlight>) -> Markup {
        if acting.is_none() {
            return self.spectator_controls(state, highlight);
        }
        if let Some(air) = self.table.in_the_air() {
            return html! {
                (self.dice_in_the_air(state, air))
                div.acts { (self.undo_button(state)) p.hint { (self.page.say("page-in-the-air")) } }
            };
        }
        if let Some(entering) = self.dice_entry(state) {
            return entering;
        }
        match (state.phase(), &state.rules().family) {
            (Phase::Lot { .. }, _) => self.first_throw(state, "page-throw-lot", highlight),
            (Phase::Playing(turn), _) if turn.throw == 0 => self.first_throw(state, "page-throw", highlight),
            (Phase::Playing(turn), Family::Sheet(rules)) => self.sheet_turn(state, turn, rules),
            (Phase::Playing(turn), Family::Race(rules)) => self.race_turn(state, turn, rules),
            _ => html! {},
        }
    }

    /// The dice are in the cup.
    fn first_throw(&self, state: &State, said: &str, highlight: Option<&Highlight>) -> Markup {
        let left = state.rules().sheet().map(|rules| rules.throws);
        html! {
            @match highlight.and_then(|highlight| highlight.lost_dice(self.dice_renderer())) {
                Some(dice) => (dice),
                None => div.waiting { (cup()) },
            }
            div.acts {
                (self.undo_button(state))
                button.primary.go #throw name="throw" value="1" { span { (self.page.say(said)) } @if let Some(left) = left { (self.throws_left(left, left)) } }
            }
        }
    }

    /// The throws of a turn as dots: those that are left are full.
    fn throws_left(&self, left: u8, of: u8) -> Markup {
        html! {
            @if of > 1 {
                span.left {
                    span aria-hidden="true" { @for nth in 0..of { i.full[nth >= of - left] {} } }
                    span { (self.page.tell("page-left", &[("left", left.into())])) }
                }
            }
        }
    }

    /// The dice of a throw that waits for its witness: those that are kept lie still.
    fn dice_in_the_air(&self, state: &State, air: &InTheAir) -> Markup {
        match state.turn().filter(|turn| turn.throw > 0) {
            Some(turn) => self.shaken_dice(turn, air.kept()),
            None => html! { div.waiting.shaken { (cup()) } },
        }
    }

    /// The dice of somebody else, or of a bot.
    fn spectator_controls(&self, state: &State, highlight: Option<&Highlight>) -> Markup {
        let Some(turn) = state.turn() else { return html! { div.acts { (self.undo_button(state)) } } };
        let bot = self.bot_plays(state);
        html! {
            @match (self.table.in_the_air(), highlight.and_then(|highlight| highlight.lost_dice(self.dice_renderer()))) {
                (Some(air), _) => (self.dice_in_the_air(state, air)),
                (None, Some(dice)) => (dice),
                (None, None) if turn.throw > 0 => (self.still_dice(turn)),
                (None, None) => div.waiting { (cup()) },
            }
            div.acts {
                (self.undo_button(state))
                @match self.stand_in(state) {
                    Some((_, said, button)) => {
                        p.hint { (said) }
                        @if let Some([name, value, text]) = button { button.alt.wide form="stand-in" name=(name) value=(value) { (text) } }
                    },
                    None if bot && !self.mine.is_empty() => {
                        p.hint { (self.page.say("play-bot-plays")) }
                        button.alt.wide #hurry form="hurry-bots" { (self.page.say("page-hurry")) }
                    },
                    None if bot => p.hint { (self.page.say("play-bot-plays")) },
                    None => p.hint { (self.page.say("page-others-turn")) },
                }
            }
        }
    }

    /// Whether a bot is on turn, also while its dice are in the air.
    fn bot_plays(&self, state: &State) -> bool {
        state.on_turn().is_some_and(|seat| self.table.chairs()[seat.0].bot().is_some())
    }

    /// What can be done about the seat that everybody waits for, or about one's own while a bot plays: the seat, what is
    /// said, and the button as its name, value and text.
    fn stand_in(&self, state: &State) -> Option<(usize, String, Option<[String; 3]>)> {
        let seat = state.on_turn().filter(|_| self.acting().is_none())?.0;
        let stands_in =
            |seat: &&usize| matches!(self.table.chairs()[**seat].who, Who::Person { stand_in: Some(_), .. });
        if let Some(own) = self.mine.iter().find(stands_in) {
            let button = ["do".to_owned(), "take-back".to_owned(), self.page.say("page-take-back")];
            return Some((*own, self.page.say("page-bot-for-you"), Some(button)));
        }
        let away = self.table.chairs()[seat].bot().is_none() && !self.is_present(seat) && !self.is_real();
        let said = self.page.tell("page-away-on-turn", &[("name", (&self.names[seat]).into())]);
        let bot = kosti_coach::Level::Regular.name().to_owned();
        let button = ["bot".to_owned(), bot, self.page.say("page-stand-in")];
        away.then_some((seat, said, self.opener.then_some(button)))
    }

    fn sheet_turn(&self, state: &State, turn: &Turn, rules: &SheetRules) -> Markup {
        let left = state.throws_left();
        // There is one box to write into, and it may lie where one would have to look for it.
        let offer = state.offers().into_iter().find(|offer| turn.announced == Some(offer.slot));
        let write = offer.and_then(|offer| Some((&rules.slots[offer.slot], offer.score?)));
        html! {
            @if left > 0 { (self.dice(turn, "page-held")) } @else { (self.still_dice(turn)) }
            div.acts {
                (self.undo_button(state))
                @if let Some((slot, points)) = write {
                    @let args = [("box", slot.row.get(self.page.language()).into()), ("points", points.into())];
                    button.alt #write name="score" value=(slot.id) { (self.page.tell("page-score-box", &args)) }
                }
                @if left > 0 {
                    button.primary.go #throw name="throw" value="1" data-counts=(self.throw_labels(state.rules().dice)) {
                        span.does { (self.page.say("page-throw-again")) }
                        (self.throws_left(left, rules.throws))
                    }
                } @else { p.hint.go { (self.what_is_left(state)) } }
            }
        }
    }

    /// The text in the place of the button after the last throw.
    fn what_is_left(&self, state: &State) -> String {
        self.page.say(if state.must_announce() { "page-must-announce" } else { "page-choose-box" })
    }

    /// The labels of the throw button by the number of dice to throw, from none to all.
    pub(super) fn throw_labels(&self, dice: u8) -> String {
        let said = (0..=dice).map(|count| self.page.tell("page-throw-count", &[("count", count.into())]));
        said.collect::<Vec<_>>().join("|")
    }
}

/// The boxes that can be filled now, those that bring most first.
fn explained_offers(state: &State) -> Vec<usize> {
    let offers = state.offers().into_iter().filter(|offer| offer.score.is_some() || offer.cross);
    let mut offers: Vec<(i32, usize)> = offers.map(|offer| (-offer.score.unwrap_or(0), offer.slot)).collect();
    offers.sort_unstable();
    offers.into_iter().map(|(_, slot)| slot).collect()
}
