//! A turn of a race: what is set aside, what the throw offers, bank or throw on.

use kosti_dice::Dice;
use kosti_engine::{Action, Event, State, Then, Turn};
use kosti_rules::{RaceRules, Selection, Standing};
use maud::{Markup, html};

use super::TablePage;

/// Selections that are offered as one tap each.
const CHIPS: usize = 3;

/// What can be set aside, as the page's script reads it.
struct Choice {
    selection: Selection,
    bank: bool,
    throw: bool,
    /// The dice that would be thrown next.
    left: usize,
    /// The chance in per cent that they score nothing.
    bust: u8,
    /// What banking leads to besides points: a barrel, the end.
    note: Option<(&'static str, i32)>,
}

/// The message that says what banking leads to if it is more than points, and the score after it.
fn bank_note(rules: &RaceRules, before: Standing, gain: i32) -> Option<(&'static str, i32)> {
    let after = rules.after_turn(before, gain);
    let message = match (rules.barrel(before.score), rules.barrel(after.score)) {
        _ if rules.is_won(after.score) && rules.last_round.is_some() => "page-bank-last-round",
        _ if rules.is_won(after.score) => "page-bank-wins",
        (None, Some(_)) => "page-bank-barrel-in",
        (Some(_), None) => "page-bank-barrel-out",
        (Some(_), Some(_)) if after.score < before.score + gain => "page-bank-barrel-back",
        _ => return None,
    };
    Some((message, after.score))
}

/// The chance that so many dice score nothing, in per cent.
pub(super) fn bust(rules: &RaceRules, dice: usize) -> u8 {
    // Between 0 and 100 after rounding.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of one, in per cent"
    )]
    let percent = (rules.bust_chance(dice) * 100.0).round() as u8;
    percent
}

impl TablePage<'_> {
    fn choices(&self, state: &State, turn: &Turn, rules: &RaceRules) -> Vec<Choice> {
        let actions = state.legal_actions();
        let standing = state.players()[turn.seat.0].standing;
        let mut known: Vec<Option<u8>> = vec![None; rules.dice() + 1];
        let choice = |selection: &Selection| {
            let may = |then: Then| actions.contains(&Action::SetAside { take: selection.take, then });
            let rest = turn.dice.len() - selection.take.len();
            let left = if rest == 0 { rules.dice() } else { rest };
            let bust = *known[left].get_or_insert_with(|| bust(rules, left));
            let note = bank_note(rules, standing, turn.points + selection.points);
            Choice { selection: *selection, bank: may(Then::Bank), throw: may(Then::Throw), left, bust, note }
        };
        rules.selections(turn.dice).iter().map(choice).collect()
    }

    pub(super) fn race_turn(&self, state: &State, turn: &Turn, rules: &RaceRules) -> Markup {
        let choices = self.choices(state, turn, rules);
        let lying = self.placed_dice(turn).into_iter();
        let faces: Vec<u8> = lying.filter(|lies| lies.held).map(|lies| lies.face).collect();
        let taken = Dice::from_faces(&faces).unwrap_or(Dice::NONE);
        // What is chosen when the page comes; the script follows what is chosen then.
        let chosen = choices.iter().find(|choice| choice.selection.take == taken);
        let actions = state.legal_actions();
        let may = |wanted: Then| {
            actions.iter().any(|action| matches!(action, Action::SetAside { then, .. } if *then == wanted))
        };
        html! {
            div.felt {
                (self.aside_box(turn))
                @if choices.is_empty() { (self.still_dice(turn)) } @else { (self.dice(turn, "page-taken")) }
            }
            (self.chips(&choices))
            p.hint #race-hint data-none=(self.page.say("page-choose-dice")) data-wrong=(self.page.say("page-choose-others")) data-least=(self.least(state, turn, rules)) { (self.race_hint(state, turn, rules)) }
            div.acts {
                (self.undo_button(state))
                @if may(Then::Throw) {
                    button.alt.wide #throw name="then" value="throw" .primary[!may(Then::Bank)] data-counts=(self.throw_labels(state.rules().dice)) data-bust=(self.page.say("page-bust-chance")) {
                        span.does { (chosen.map_or_else(|| self.page.say("page-throw-rest"), |choice| self.page.tell("page-throw-count", &[("count", choice.left.into())]))) }
                        small { @if let Some(choice) = chosen { (self.page.say("page-bust-chance")) " " (choice.bust) " %" } }
                    }
                }
                @if may(Then::Bank) {
                    button.primary.go #bank name="then" value="bank" data-had=(turn.points) data-said=(self.page.say("page-bank")) {
                        span.does { (self.page.say("page-bank")) @if let Some(choice) = chosen { " " (turn.points + choice.selection.points) } }
                        small { @if let Some(note) = chosen.and_then(|choice| choice.note) { (self.bank_note(note)) } }
                    }
                }
            }
        }
    }

    fn bank_note(&self, (message, score): (&str, i32)) -> String {
        self.page.tell(message, &[("score", score.into())])
    }

    /// Why the points of the turn cannot be banked yet.
    fn least(&self, state: &State, turn: &Turn, rules: &RaceRules) -> String {
        let least = rules.least_bank(state.players()[turn.seat.0].standing);
        if least > 1 { self.page.tell("rules-bank-least", &[("least", least.into())]) } else { String::new() }
    }

    fn race_hint(&self, state: &State, turn: &Turn, rules: &RaceRules) -> String {
        let blank = state.selections().is_empty();
        let dice = [("dice", self.write_dice(turn.dice).into())];
        match (blank, rules.is_double(turn.dice, turn.aside), state.legal_actions().len() > 1) {
            (true, true, true) => self.page.tell("score-blank-may", &dice),
            (true, true, false) => self.page.tell("score-blank-must", &dice),
            _ => self.page.say("page-choose-dice"),
        }
    }

    /// The selections that bring most, each for one tap.
    fn chips(&self, choices: &[Choice]) -> Markup {
        let mut most: Vec<&Choice> = choices.iter().collect();
        most.sort_by_key(|choice| std::cmp::Reverse((choice.selection.points, choice.selection.take.len())));
        html! {
            @if most.len() > 1 {
                div.chips {
                    @for Choice { selection, .. } in most.into_iter().take(CHIPS) {
                        @let faces: Vec<u8> = selection.take.faces().collect();
                        @let query: Vec<String> = faces.iter().map(|face| format!("keep={face}")).collect();
                        a.chip href={ (self.path()) "?" (query.join("&")) } data-take=(selection.take) data-part { (self.dice_renderer().row(&faces)) b { "+" (selection.points) } }
                    }
                }
            }
        }
    }

    /// The dice that were set aside before in this turn, and their points.
    fn aside_box(&self, turn: &Turn) -> Markup {
        html! {
            @if turn.aside > 0 {
                div.aside role="img" aria-label=(self.page.tell("play-aside", &[("count", turn.aside.into())])) {
                    div.aside-dice { @for face in self.aside(turn) { @if face > 0 { (self.dice_renderer().large_die(face)) } } }
                    span { "+" (turn.points) }
                }
            }
        }
    }

    /// The faces that were set aside in this turn, as far as that is known.
    fn aside(&self, turn: &Turn) -> Vec<u8> {
        let mut faces: Vec<u8> = Vec::new();
        for event in self.recent_events.newest() {
            match event {
                Event::SetAside { seat, dice, .. } if *seat == turn.seat => faces.extend(dice.faces()),
                Event::Thrown { seat, .. } if *seat == turn.seat => {}
                _ => break,
            }
            if faces.len() >= turn.aside {
                break;
            }
        }
        faces.resize(turn.aside, 0);
        faces
    }

    /// What can be set aside, for the page to say what the chosen dice bring.
    pub(super) fn selections(&self, state: &State) -> Option<String> {
        let race = state.rules().race()?;
        let turn = state.turn().filter(|turn| turn.throw > 0)?;
        self.acting()?;
        let selections = self.choices(state, turn, race).into_iter().map(|choice| {
            serde_json::json!({
                "take": choice.selection.take.to_string(), "points": choice.selection.points,
                "bank": choice.bank, "throw": choice.throw, "left": choice.left, "bust": choice.bust,
                "note": choice.note.map(|note| self.bank_note(note)),
            })
        });
        Some(serde_json::Value::from(selections.collect::<Vec<_>>()).to_string())
    }
}
