//! The lesson of a first game: for a few turns a hint beside the dice says what to do next, and why.

use kosti_app::{App, AppError, TableSession};
use kosti_coach::Advice;
use kosti_dice::Dice;
use kosti_engine::{Action, Event, Phase, Seat, State, Then, Turn};
use kosti_rules::{RaceRules, SheetRules};
use kosti_text::Arg;
use maud::{Markup, html};

use super::{TablePage, coach_panel};
use crate::extract::Caller;
use crate::preferences::Preferences;
use crate::shell::setting_link;

/// Turns that are taught.
const TURNS: usize = 3;

/// The lesson of a visitor at this table.
pub(super) struct Lesson {
    advice: Option<Box<Advice>>,
    /// Whether the game is still being worked out.
    pub(super) waits: bool,
}

/// A hint: a sentence or two, and the dice it is about.
struct Hint {
    text: String,
    dice: Dice,
}

/// Loads the lesson if the visitor learns at this table.
pub(super) async fn load(
    app: &App,
    session: &TableSession,
    caller: &Caller,
    preferences: &Preferences,
) -> Option<Lesson> {
    if preferences.lesson != session.id.to_string() {
        return None;
    }
    let advice = coach_panel::advice(app, session, caller).await;
    let waits = matches!(advice, Err(AppError::Busy));
    Some(Lesson { advice: advice.ok().map(Box::new), waits })
}

impl TablePage<'_> {
    /// The coach's advice for the lesson, while there is one.
    pub(super) fn lesson_advice(&self) -> Option<&Advice> {
        let state = self.game()?;
        self.lesson_turn(state)?;
        self.lesson.as_ref()?.advice.as_deref()
    }

    /// What the lesson says to do.
    pub(super) fn lesson_choice(&self) -> Option<Action> {
        self.lesson_advice()?.choices.first().map(|best| best.action)
    }

    /// The turn of the lesson, counted from 0: `TURNS` is the farewell. `None` where nothing is taught.
    fn lesson_turn(&self, state: &State) -> Option<usize> {
        self.lesson.as_ref()?;
        let seat = self.acting().filter(|_| self.mine.len() == 1 && !self.is_real())?;
        let done = state.players()[seat.0].turns;
        let begun = state.turn().is_some_and(|turn| turn.throw > 0);
        (done < TURNS || (done == TURNS && !begun)).then_some(done)
    }

    /// What to do next, at the dice.
    pub(super) fn lesson_hint(&self, state: &State) -> Markup {
        let Some(nth) = self.lesson_turn(state) else { return html! {} };
        let hint = if nth == TURNS { self.plain_hint("teach-goodbye") } else { self.next_hint(state, nth) };
        html! {
            div.lesson {
                p role="status" {
                    @if nth < TURNS { b.nth-turn { (nth + 1) "/" (TURNS) } " " }
                    (hint.text)
                    @if !hint.dice.is_empty() { " " (self.dice_renderer().row(&hint.dice.faces().collect::<Vec<_>>())) }
                }
                a.end-lesson href=(setting_link("lesson", "off", &self.path())) aria-label=(self.page.say("teach-end")) title=(self.page.say("teach-end")) { "✕" }
            }
        }
    }

    fn plain_hint(&self, id: &str) -> Hint {
        self.hint(id, &[], Dice::NONE)
    }

    fn hint(&self, id: &str, args: &[(&str, Arg<'_>)], dice: Dice) -> Hint {
        Hint { text: self.page.tell(id, args), dice }
    }

    fn next_hint(&self, state: &State, nth: usize) -> Hint {
        let Phase::Playing(turn) = state.phase() else { return self.plain_hint("teach-lot") };
        let best = self.lesson_choice();
        let rules = state.rules();
        match (rules.sheet(), rules.race()) {
            _ if turn.throw == 0 => self.first_throw_hint(state, turn, nth),
            (Some(rules), _) => self.sheet_hint(state, turn, rules, best),
            (_, Some(rules)) => self.race_lesson_hint(state, turn, rules, best),
            _ => self.plain_hint("teach-goodbye"),
        }
    }

    /// Before the first throw of a turn: the aim, then what the last turn has changed.
    fn first_throw_hint(&self, state: &State, turn: &Turn, nth: usize) -> Hint {
        let rules = state.rules();
        let throw = self.page.tell("rules-step-throw", &[("dice", rules.dice.into())]);
        let standing = state.players()[turn.seat.0].standing;
        let barrel = rules.race().and_then(|race| Some((race.barrels[race.barrel(standing.score)?], race)));
        let before = match (rules.race(), barrel) {
            _ if nth == 0 => self.page.words.describe_aim(rules),
            (_, Some((barrel, _))) => self.page.tell(
                "teach-barrel",
                &[
                    ("exit", barrel.exit.into()),
                    ("from", barrel.from.into()),
                    ("left", standing.turns_left.into()),
                ],
            ),
            (Some(_), _) if self.has_just_lost(turn.seat) => self.page.say("teach-lost"),
            (Some(race), _) => {
                let args = [("score", standing.score.into()), ("target", race.target.into())];
                self.page.tell("teach-race-turn", &args)
            }
            (None, _) if nth + 1 == TURNS => self.page.say("teach-last-turn"),
            (None, _) => self.page.say("teach-second-turn"),
        };
        Hint { text: format!("{before} {throw}"), dice: Dice::NONE }
    }

    /// Whether the last turn of a seat was lost.
    fn has_just_lost(&self, of: Seat) -> bool {
        let ended = self.recent_events.newest().find_map(|event| match event {
            Event::Busted { seat, .. } if *seat == of => Some(true),
            Event::Banked { seat, .. } if *seat == of => Some(false),
            _ => None,
        });
        ended == Some(true)
    }

    fn sheet_hint(&self, state: &State, turn: &Turn, rules: &SheetRules, best: Option<Action>) -> Hint {
        let left = state.throws_left();
        match best {
            Some(Action::Throw { keep }) => {
                let args = [("count", (turn.dice.len() - keep.len()).into()), ("left", left.into())];
                self.hint(if keep.is_empty() { "teach-throw-all" } else { "teach-keep" }, &args, keep)
            }
            Some(Action::Score { slot }) => {
                let offer = state.offers().into_iter().find(|offer| offer.slot == slot);
                let points = offer.and_then(|offer| offer.score).unwrap_or(0);
                let fits = rules.slots[slot].fits(rules.space.index(turn.dice), turn.throw).is_some();
                let name = self.narrator(state).slot_name(slot);
                let args = [("box", name.into()), ("points", points.into()), ("left", left.into())];
                self.hint(if fits { "teach-score" } else { "teach-give-up" }, &args, Dice::NONE)
            }
            Some(Action::Cross { slot }) => {
                let name = self.narrator(state).slot_name(slot);
                self.hint("teach-give-up", &[("box", name.into()), ("points", 0.into())], Dice::NONE)
            }
            Some(Action::Announce { slot }) => {
                let name = self.narrator(state).slot_name(slot);
                self.hint("teach-announce", &[("box", name.into())], Dice::NONE)
            }
            _ if left > 0 => self.hint("teach-keep-any", &[("left", left.into())], Dice::NONE),
            _ => self.plain_hint("teach-write-any"),
        }
    }

    fn race_lesson_hint(&self, state: &State, turn: &Turn, rules: &RaceRules, best: Option<Action>) -> Hint {
        let Some(Action::SetAside { take, then }) = best else { return self.plain_hint("teach-aside-any") };
        if take.is_empty() {
            return self.plain_hint(if then == Then::Bank { "teach-double-bank" } else { "teach-double" });
        }
        let selections = state.selections();
        let points = selections.iter().find(|selection| selection.take == take).map_or(0, |it| it.points);
        let rest = turn.dice.len() - take.len();
        let left = if rest == 0 { rules.dice() } else { rest };
        let args = [
            ("points", points.into()),
            ("sum", (turn.points + points).into()),
            ("left", left.into()),
            ("lost", super::race_turn::bust(rules, left).into()),
        ];
        let id = match (then, rest) {
            (Then::Bank, _) => "teach-bank",
            (Then::Throw, 0) => "teach-hot",
            (Then::Throw, _) => "teach-go-on",
        };
        self.hint(id, &args, take)
    }
}
